//! All places of a new board at once.
//!
//! Where nothing is known of a board, following the tree place by place walks the
//! same branches hundreds of times. A sweep walks them once for each orientation,
//! with the set of anchors that agree so far: a branch divides the set by a few
//! operations on words.

use board::{MAX_SIZE, Point, PointSet, Size};

use crate::tree::{DONT_CARE, Node, Place, Tree, Wanted};

/// The places that a library looks at.
pub(crate) struct Places {
    /// The number of each place in `places`.
    numbers: Vec<u16>,
    places: Vec<Place>,
}

const SIDE: usize = 2 * MAX_SIZE;

impl Places {
    /// The places of these maps.
    pub(crate) fn new<'a>(maps: impl Iterator<Item = &'a Wanted>) -> Places {
        let mut all = Places { numbers: vec![u16::MAX; SIDE * SIDE], places: Vec::new() };
        for &(place, _) in maps.flatten() {
            let number = &mut all.numbers[cell(place)];
            if *number == u16::MAX {
                *number = all.places.len() as u16;
                all.places.push(place);
            }
        }
        all
    }

    /// What a map wants beside what the tree has asked for, as numbers of planes, stones
    /// before empty points: fewer places have them, so most disagreements show at once.
    pub(crate) fn checks(&self, wanted: &Wanted, asked: &[(Place, u8)]) -> Vec<u16> {
        let open = wanted.iter().filter(|wanted| !asked.contains(wanted));
        let (empty, stones): (Vec<_>, Vec<_>) = open.partition(|wanted| wanted.1 == 0);
        stones.into_iter().chain(empty).map(|&(place, letter)| self.plane(place, letter)).collect()
    }

    /// The number of the plane of a place and a letter.
    #[inline]
    fn plane(&self, place: Place, letter: u8) -> u16 {
        3 * self.numbers[cell(place)] + u16::from(letter)
    }

    /// The anchors of patterns that could look at one of these points.
    pub(crate) fn reached(&self, changed: &PointSet) -> PointSet {
        let reached = self.places.iter().map(|&(x, y)| changed.shifted(-x, -y));
        reached.fold(PointSet::EMPTY, |all, set| all | set)
    }
}

fn cell((x, y): Place) -> usize {
    (x + MAX_SIZE as i8) as usize * SIDE + (y + MAX_SIZE as i8) as usize
}

/// What is seen from each anchor.
#[derive(Clone, Copy)]
pub(crate) struct Sight {
    pub(crate) empty: PointSet,
    pub(crate) colors: [PointSet; 2],
    /// The anchors that see Black as the first color, and those that see White so.
    pub(crate) anchors: [PointSet; 2],
}

/// Finds the patterns of a tree at all anchors: `found` is called with the patterns
/// of a map and each of its anchors.
pub(crate) fn sweep<'a>(
    tree: &Tree,
    places: &Places,
    checks: impl Fn(u32) -> &'a [u16],
    size: Size,
    sight: Sight,
    found: impl FnMut(&[u32], Point),
) {
    if tree.root().is_none() {
        return;
    }
    // 384 bits are enough for 19×19.
    if size.area() <= 6 * 64 {
        Sweep::<6, _, _>::new(tree, places, checks, size, sight, found).run();
    } else {
        Sweep::<10, _, _>::new(tree, places, checks, size, sight, found).run();
    }
}

/// A set of points of a board, row after row.
type Bits<const W: usize> = [u64; W];

struct Sweep<'t, const W: usize, M, F> {
    tree: &'t Tree,
    places: &'t Places,
    checks: M,
    size: Size,
    anchors: Bits<W>,
    /// For every place and letter: the anchors that see that letter there.
    planes: Vec<Bits<W>>,
    found: F,
}

impl<'t, 'a, const W: usize, M, F> Sweep<'t, W, M, F>
where
    M: Fn(u32) -> &'a [u16],
    F: FnMut(&[u32], Point),
{
    fn new(
        tree: &'t Tree,
        places: &'t Places,
        checks: M,
        size: Size,
        sight: Sight,
        found: F,
    ) -> Self {
        let [first, second] = sight.anchors.map(|set| bits(size, &set));
        let anchors = both(&first, &second, |a, b| a | b);
        let [black, white] = sight.colors.map(|set| bits(size, &set));
        let empty = bits(size, &sight.empty);
        let furthest = places.places.iter().map(|place| place.0.unsigned_abs()).max();
        let furthest = furthest.unwrap_or(0) as i8;
        let columns = columns(size, furthest);
        let planes = places.places.iter().flat_map(|&(x, y)| {
            let by = y as isize * size.width() as isize + x as isize;
            let there = &columns[(x + furthest) as usize];
            let seen = |set: &Bits<W>, by_whom: &Bits<W>| {
                let set = both(&moved(set, by), there, |a, b| a & b);
                both(&set, by_whom, |a, b| a & b)
            };
            let own = both(&seen(&black, &first), &seen(&white, &second), |a, b| a | b);
            let other = both(&seen(&white, &first), &seen(&black, &second), |a, b| a | b);
            [seen(&empty, &anchors), own, other]
        });
        let planes = planes.collect();
        Sweep { tree, places, checks, size, anchors, planes, found }
    }

    fn run(&mut self) {
        if let Some(root) = self.tree.root() {
            let anchors = self.anchors;
            self.descend(root, &anchors);
        }
    }

    fn descend(&mut self, node: u32, anchors: &Bits<W>) {
        match *self.tree.node(node) {
            Node::Branch { place, children } => {
                for (letter, &child) in (0u8..).zip(&children[..3]) {
                    if self.tree.is_node(child) {
                        let left = self.seeing(anchors, self.places.plane(place, letter));
                        if some(&left) {
                            self.descend(child, &left);
                        }
                    }
                }
                if self.tree.is_node(children[DONT_CARE]) {
                    self.descend(children[DONT_CARE], anchors);
                }
            }
            Node::Leaf(leaf) => {
                let numbers = self.tree.leaf(leaf);
                let mut left = *anchors;
                // Asking after every plane whether anchors are left costs more than looking on.
                for planes in numbers.first().map_or(&[][..], |&n| (self.checks)(n)).chunks(3) {
                    left = planes.iter().fold(left, |left, &plane| self.seeing(&left, plane));
                    if !some(&left) {
                        return;
                    }
                }
                for (word, mut bits) in (0..).step_by(64).zip(left) {
                    while bits != 0 {
                        let i: usize = word + bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        let anchor = Point::new(i % self.size.width(), i / self.size.width());
                        (self.found)(numbers, anchor);
                    }
                }
            }
        }
    }

    /// Those of the anchors that are in a plane.
    #[inline]
    fn seeing(&self, anchors: &Bits<W>, plane: u16) -> Bits<W> {
        let plane = &self.planes[usize::from(plane)];
        std::array::from_fn(|i| anchors[i] & plane[i])
    }
}

/// Whether there is a point in the set.
#[inline]
fn some<const W: usize>(bits: &Bits<W>) -> bool {
    bits.iter().fold(0, |all, word| all | word) != 0
}

/// Two sets word by word.
#[inline]
fn both<const W: usize>(a: &Bits<W>, b: &Bits<W>, by: impl Fn(u64, u64) -> u64) -> Bits<W> {
    std::array::from_fn(|i| by(a[i], b[i]))
}

/// The set moved so many places towards its beginning.
#[inline]
fn moved<const W: usize>(bits: &Bits<W>, by: isize) -> Bits<W> {
    let (words, rest) = (by.div_euclid(64), by.rem_euclid(64) as u32);
    let word = |i: isize| usize::try_from(i).ok().and_then(|i| bits.get(i)).copied().unwrap_or(0);
    std::array::from_fn(|i| {
        let from = i as isize + words;
        match rest {
            0 => word(from),
            rest => word(from) >> rest | word(from + 1) << (64 - rest),
        }
    })
}

/// For every step along a row, in order from the furthest to the left: the points
/// from which it does not lead off the board.
fn columns<const W: usize>(size: Size, furthest: i8) -> Vec<Bits<W>> {
    let board = PointSet::board(size);
    (-furthest..=furthest).map(|x| bits(size, &(board.shifted(-x, 0) & board))).collect()
}

/// Packs a set, row after row.
fn bits<const W: usize>(size: Size, set: &PointSet) -> Bits<W> {
    let mut bits = [0; W];
    for row in 0..size.height() {
        let at = row * size.width();
        let word = u64::from(set.row(row));
        bits[at / 64] |= word << (at % 64);
        if at % 64 + size.width() > 64 {
            bits[at / 64 + 1] |= word >> (64 - at % 64);
        }
    }
    bits
}
