//! The index of a library: a Patricia tree over the points of maps (Müller 1995,
//! section 7.1; Morrison 1968).
//!
//! A map is read as a string over Empty, Black, White and DontCare, one letter for
//! each place. A branch of the tree asks for the letter at one place; a pattern
//! lies in the subtree of its own letter. Matching a board follows two subtrees
//! at each branch: that of the board's letter and that of DontCare. It ends in
//! leaves, whose patterns agree with the board wherever the tree asked; only they
//! are compared tile by tile.

/// Where a branch looks: column and row from the anchor of the pattern.
pub(crate) type Place = (i8, i8);

/// What a map wants at its places, in order of the places.
pub(crate) type Wanted = Vec<(Place, u8)>;

/// The letter of places beyond the edge of the board: no map wants it.
pub(crate) const OFF: u8 = 3;
/// The child of maps that do not say what stands at the place of a branch.
pub(crate) const DONT_CARE: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    /// Patterns with one and the same map: the number of their list.
    Leaf(u32),
    /// By the board's letter; nothing is `NIL`.
    Branch { place: Place, children: [u32; 5] },
}

const NIL: u32 = u32::MAX;

/// A Patricia tree.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    leaves: Vec<Vec<u32>>,
    root: u32,
}

impl Tree {
    /// The index of these patterns of a library. With `balanced`, each branch asks
    /// at the place that leaves the fewest patterns in question (optimization 3);
    /// else at the first place where the patterns differ.
    pub(crate) fn new(maps: &[Wanted], numbers: Vec<u32>, balanced: bool) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), leaves: Vec::new(), root: NIL };
        tree.root = tree.build(maps, numbers, balanced);
        tree
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Where to begin, if there are patterns at all.
    pub(crate) fn root(&self) -> Option<u32> {
        (self.root != NIL).then_some(self.root)
    }

    /// A node by its number.
    #[inline]
    pub(crate) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// Whether a child is there.
    #[inline]
    pub(crate) fn is_node(&self, child: u32) -> bool {
        child != NIL
    }

    /// The patterns of a leaf.
    pub(crate) fn leaf(&self, leaf: u32) -> &[u32] {
        &self.leaves[leaf as usize]
    }

    /// Every leaf, with the letters that are asked for on the way to it.
    pub(crate) fn each_leaf(&self, mut visit: impl FnMut(&[u32], &[(Place, u8)])) {
        let mut waiting: Vec<(u32, Vec<(Place, u8)>)> = vec![(self.root, Vec::new())];
        while let Some((node, asked)) = waiting.pop() {
            match self.nodes.get(node as usize) {
                Some(&Node::Branch { place, children }) => {
                    for (letter, child) in (0..).zip(children) {
                        let answer = (usize::from(letter) < DONT_CARE).then_some((place, letter));
                        waiting.push((child, asked.iter().copied().chain(answer).collect()));
                    }
                }
                Some(&Node::Leaf(leaf)) => visit(self.leaf(leaf), &asked),
                None => {}
            }
        }
    }

    fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    fn build(&mut self, maps: &[Wanted], numbers: Vec<u32>, balanced: bool) -> u32 {
        if numbers.is_empty() {
            return NIL;
        }
        let Some(place) = best_place(maps, &numbers, balanced) else {
            self.leaves.push(numbers);
            return self.push(Node::Leaf(self.leaves.len() as u32 - 1));
        };
        let mut parts: [Vec<u32>; 5] = Default::default();
        for number in numbers {
            parts[letter(&maps[number as usize], place)].push(number);
        }
        let children = parts.map(|part| self.build(maps, part, balanced));
        self.push(Node::Branch { place, children })
    }

    /// Visits all leaves that agree with a board. With `adaptive`, the tree asks
    /// from now on where a comparison failed (optimization 2).
    #[inline]
    pub(crate) fn visit(&mut self, adaptive: bool, stack: &mut Vec<u32>, board: &mut impl Look) {
        stack.clear();
        let mut next = self.root;
        loop {
            if next == NIL {
                match stack.pop() {
                    Some(node) => next = node,
                    None => return,
                }
            }
            let node = next;
            match self.nodes[node as usize] {
                Node::Branch { place, children } => {
                    let child = children[usize::from(board.ask(place) & OFF)];
                    next = children[DONT_CARE];
                    if child != NIL {
                        stack.extend((next != NIL).then_some(next));
                        next = child;
                    }
                }
                Node::Leaf(leaf) => {
                    next = NIL;
                    if let Some((place, letter)) = board.compare(&self.leaves[leaf as usize])
                        && adaptive
                    {
                        let mut children = [NIL; 5];
                        children[usize::from(letter)] = self.push(Node::Leaf(leaf));
                        self.nodes[node as usize] = Node::Branch { place, children };
                    }
                }
            }
        }
    }
}

/// The board as seen from the place of a pattern's anchor.
pub(crate) trait Look {
    /// The letter at a place.
    fn ask(&mut self, place: Place) -> u8;

    /// Compares the board with patterns whose maps are the same; returns the first
    /// place where they disagree, and what the patterns want there.
    fn compare(&mut self, numbers: &[u32]) -> Option<(Place, u8)>;
}

/// The letter of a map at a place.
fn letter(map: &Wanted, place: Place) -> usize {
    match map.binary_search_by_key(&place, |wanted| wanted.0) {
        Ok(i) => usize::from(map[i].1),
        Err(_) => DONT_CARE,
    }
}

/// Where to branch; nowhere if all maps are the same.
fn best_place(maps: &[Wanted], numbers: &[u32], balanced: bool) -> Option<Place> {
    const SIDE: usize = 2 * board::MAX_SIZE;
    let middle = board::MAX_SIZE as i8;
    let mut counts = vec![[0u32; 3]; SIDE * SIDE];
    for &number in numbers {
        for &((x, y), letter) in &maps[number as usize] {
            let cell = (x + middle) as usize * SIDE + (y + middle) as usize;
            counts[cell][usize::from(letter)] += 1;
        }
    }
    let all = numbers.len() as u32;
    let mut best: Option<(u32, Place)> = None;
    for (i, count) in counts.iter().enumerate() {
        let rest = all - count.iter().sum::<u32>();
        if rest == all || count.contains(&all) {
            continue;
        }
        let place = ((i / SIDE) as i8 - middle, (i % SIDE) as i8 - middle);
        if !balanced {
            return Some(place);
        }
        // Four times the patterns left, if half of a board's points are empty.
        let left = 4 * rest + 2 * count[0] + count[1] + count[2];
        if best.is_none_or(|(least, _)| left < least) {
            best = Some((left, place));
        }
    }
    best.map(|(_, place)| place)
}
