//! The index of a library: a Patricia tree over the points of maps (Müller 1995,
//! section 7.1; Morrison 1968).
//!
//! A map is read as a string over Empty, Black, White and DontCare, one letter for
//! each place. A branch of the tree asks for the letter at one place; a pattern
//! lies in the subtree of its own letter. Matching a board follows two subtrees
//! at each branch: that of the board's letter and that of DontCare. It ends in
//! leaves, whose patterns agree with the board wherever the tree asked; only they
//! are compared point by point.

use crate::map::Map;

/// Where a branch looks: column and row from the lower left of the pattern.
pub(crate) type Place = (u8, u8);

/// The letter of places that do not belong to a map.
pub(crate) const DONT_CARE: usize = 3;

#[derive(Clone, Debug)]
enum Node {
    /// No pattern of the library.
    Nil,
    /// Patterns with one and the same map.
    Leaf(Vec<u32>),
    Branch {
        place: Place,
        children: [u32; 4],
    },
}

/// A Patricia tree.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    root: u32,
}

impl Tree {
    /// The index of these patterns of a library. With `balanced`, each branch asks
    /// at the place that has the most subtrees with patterns, then the most
    /// patterns in the smallest of them (optimization 3); else at the first place
    /// where the patterns differ.
    pub(crate) fn new(maps: &[&Map], numbers: Vec<u32>, balanced: bool) -> Tree {
        let mut tree = Tree { nodes: vec![Node::Nil], root: 0 };
        tree.root = tree.build(maps, numbers, balanced);
        tree
    }

    /// The number of nodes that are not empty.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    fn build(&mut self, maps: &[&Map], numbers: Vec<u32>, balanced: bool) -> u32 {
        if numbers.is_empty() {
            return 0;
        }
        let Some(place) = best_place(maps, &numbers, balanced) else {
            return self.push(Node::Leaf(numbers));
        };
        let mut parts: [Vec<u32>; 4] = Default::default();
        for number in numbers {
            parts[letter(maps[number as usize], place)].push(number);
        }
        let children = parts.map(|part| self.build(maps, part, balanced));
        self.push(Node::Branch { place, children })
    }

    /// Visits all leaves that agree with a board. `ask` gives the board's letter at
    /// a place, or nothing beyond the edge. `compare` is called with each leaf's
    /// patterns, whose maps are the same, and returns the first place where they
    /// disagree with the board; then, with `adaptive`, the tree asks there from now
    /// on (optimization 2).
    #[inline]
    pub(crate) fn visit(
        &mut self,
        adaptive: bool,
        stack: &mut Vec<u32>,
        mut ask: impl FnMut(Place) -> Option<usize>,
        mut compare: impl FnMut(&[u32]) -> Option<(Place, usize)>,
    ) {
        stack.clear();
        if self.root != 0 {
            stack.push(self.root);
        }
        while let Some(node) = stack.pop() {
            match &self.nodes[node as usize] {
                Node::Nil => {}
                Node::Branch { place, children } => {
                    if children[DONT_CARE] != 0 {
                        stack.push(children[DONT_CARE]);
                    }
                    // Where all children but DontCare's are empty nothing needs to be known.
                    if (children[0] | children[1] | children[2]) != 0
                        && let Some(letter) = ask(*place)
                        && children[letter] != 0
                    {
                        stack.push(children[letter]);
                    }
                }
                Node::Leaf(numbers) => {
                    if let Some((place, letter)) = compare(numbers)
                        && adaptive
                    {
                        let leaf = self.push(Node::Leaf(Vec::new()));
                        self.nodes.swap(leaf as usize, node as usize);
                        let mut children = [0; 4];
                        children[letter] = leaf;
                        self.nodes[node as usize] = Node::Branch { place, children };
                    }
                }
            }
        }
    }
}

/// The letter of a map at a place.
fn letter(map: &Map, (x, y): Place) -> usize {
    match map.cells().binary_search_by_key(&(x, y), |&(x, y, _)| (x, y)) {
        Ok(i) => map.cells()[i].2.code() as usize,
        Err(_) => DONT_CARE,
    }
}

/// Where to branch; nowhere if all maps are the same.
fn best_place(maps: &[&Map], numbers: &[u32], balanced: bool) -> Option<Place> {
    let mut counts = vec![[0u32; 3]; 32 * 32];
    for &number in numbers {
        for &(x, y, state) in maps[number as usize].cells() {
            counts[usize::from(x) * 32 + usize::from(y)][state.code() as usize] += 1;
        }
    }
    let mut best: Option<((u32, u32), Place)> = None;
    for (i, count) in counts.iter().enumerate() {
        let rest = numbers.len() as u32 - count.iter().sum::<u32>();
        let parts = [count[0], count[1], count[2], rest];
        let subtrees = parts.iter().filter(|&&part| part > 0).count() as u32;
        if subtrees < 2 {
            continue;
        }
        let least = parts.into_iter().filter(|&part| part > 0).min().unwrap_or(0);
        let place = ((i / 32) as u8, (i % 32) as u8);
        if !balanced {
            return Some(place);
        }
        if best.is_none_or(|(value, _)| (subtrees, least) > value) {
            best = Some(((subtrees, least), place));
        }
    }
    best.map(|(_, place)| place)
}
