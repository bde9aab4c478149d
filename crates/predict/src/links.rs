//! What a move does to connections, at a glance and without reading.
//!
//! Blocks of one color that share two liberties are taken for connected: when one is
//! filled the other joins them (bamboo joints, diagonals with both ways open). Such blocks
//! are a chain. A point beside two chains of one color joins or cuts them.

use board::{CELLS, Point, PointSet, STRIDE};

use crate::blocks::Blocks;
use crate::cells::{Cell, Cells};
use crate::numbers::{CUT_STAKES, CUTS, GUARDS, JOIN_ROOM, JOIN_STAKES, JOINS, MIAI, PEEPS};

/// Chains of a position.
pub(crate) struct Links {
    /// The chain of each block: the lowest number of its blocks.
    chain: Vec<u16>,
    /// The stones of each chain, and the most liberties of one of its blocks.
    stones: Vec<u16>,
    breath: Vec<u16>,
    /// Pairs of blocks of one color beside the same empty point, sorted, and how many points.
    pairs: Vec<(u16, u16)>,
    /// How many chains of the player and of the opponent are beside each empty point.
    beside: [[u8; 2]; CELLS],
}

/// Different chains around a point; there is room for all there can be.
#[derive(Clone, Copy, Default)]
struct Few {
    chains: [u16; 12],
    len: usize,
}

impl Few {
    /// Takes a chain in; true if it is new.
    fn add(&mut self, chain: u16) -> bool {
        let new = !self.as_slice().contains(&chain);
        if new {
            self.chains[self.len] = chain;
            self.len += 1;
        }
        new
    }

    fn as_slice(&self) -> &[u16] {
        &self.chains[..self.len]
    }
}

const STEPS: [isize; 4] = [1, -1, STRIDE as isize, -(STRIDE as isize)];

impl Links {
    pub(crate) fn new() -> Links {
        Links {
            chain: Vec::new(),
            stones: Vec::new(),
            breath: Vec::new(),
            pairs: Vec::new(),
            beside: [[0; 2]; CELLS],
        }
    }

    /// Finds the chains of a position.
    pub(crate) fn find(&mut self, empty: &PointSet, cells: &Cells, blocks: &Blocks) {
        self.pairs.clear();
        for point in empty {
            let around = point.neighbor_indices();
            for (k, &a) in around.iter().enumerate() {
                for &b in &around[..k] {
                    let kind = cells.at(a);
                    if kind == cells.at(b) && matches!(kind, Cell::Own | Cell::Other) {
                        let (a, b) = (blocks.at(a) as u16, blocks.at(b) as u16);
                        if a != b {
                            self.pairs.push((a.min(b), a.max(b)));
                        }
                    }
                }
            }
        }
        self.pairs.sort_unstable();
        self.chain.clear();
        self.chain.extend(0..blocks.all.len() as u16);
        for i in 1..self.pairs.len() {
            if self.pairs[i] == self.pairs[i - 1] {
                let (a, b) = (self.root(self.pairs[i].0), self.root(self.pairs[i].1));
                self.chain[usize::from(a.max(b))] = a.min(b);
            }
        }
        self.stones.clear();
        self.stones.resize(blocks.all.len(), 0);
        self.breath.clear();
        self.breath.resize(blocks.all.len(), 0);
        for (number, block) in blocks.all.iter().enumerate() {
            let root = self.root(number as u16);
            self.chain[number] = root;
            let root = usize::from(root);
            self.stones[root] += block.stones as u16;
            self.breath[root] = self.breath[root].max(block.count as u16);
        }
        for point in empty {
            let count = |kind| self.solid(cells, blocks, point.index(), kind).len as u8;
            self.beside[point.index()] = [count(Cell::Own), count(Cell::Other)];
        }
    }

    fn root(&self, mut block: u16) -> u16 {
        while self.chain[usize::from(block)] != block {
            block = self.chain[usize::from(block)];
        }
        block
    }

    /// The chain of a block.
    #[inline]
    pub(crate) fn chain(&self, block: usize) -> usize {
        usize::from(self.chain[block])
    }

    /// The most liberties of a block of this chain.
    #[inline]
    pub(crate) fn breath(&self, chain: usize) -> usize {
        usize::from(self.breath[chain])
    }

    /// The chains of one kind beside a cell.
    fn solid(&self, cells: &Cells, blocks: &Blocks, cell: usize, kind: Cell) -> Few {
        let mut few = Few::default();
        for step in STEPS {
            let at = cell.wrapping_add_signed(step);
            if cells.at(at) == kind {
                few.add(self.chain[blocks.at(at)]);
            }
        }
        few
    }

    /// The features of a move.
    pub(crate) fn see(
        &self,
        point: Point,
        cells: &Cells,
        blocks: &Blocks,
        push: &mut impl FnMut(u32),
    ) {
        let i = point.index();
        let mut own = self.solid(cells, blocks, i, Cell::Own);
        let solid = own.len;
        for diagonal in point.diagonal_indices() {
            // The two points between: one in the row of either.
            let (row, column) = (i / STRIDE, diagonal % STRIDE);
            let between = [row * STRIDE + column, diagonal / STRIDE * STRIDE + i % STRIDE];
            if cells.at(diagonal) == Cell::Own && between.map(|b| cells.at(b)) == [Cell::Empty; 2] {
                own.add(self.chain[blocks.at(diagonal)]);
            }
        }
        let slanted = own.len - solid;
        for step in STEPS {
            let middle = i.wrapping_add_signed(step);
            let end = middle.wrapping_add_signed(step);
            if cells.at(middle) == Cell::Empty && cells.at(end) == Cell::Own {
                own.add(self.chain[blocks.at(end)]);
            }
        }
        let loose = own.len - solid - slanted;
        if own.len >= 2 {
            push(JOINS + (solid.min(3) * 9 + slanted.min(2) * 3 + loose.min(2)) as u32);
            if solid + slanted >= 2 {
                push(JOIN_STAKES + self.stakes(&own.as_slice()[..solid + slanted]));
            }
        }
        let other = self.solid(cells, blocks, i, Cell::Other);
        let room = |kinds: [Cell; 2]| {
            let around = STEPS.map(|step| cells.at(i.wrapping_add_signed(step)));
            around.iter().filter(|cell| kinds.contains(cell)).count().min(2)
        };
        if solid >= 2 {
            // How much room the opponent's stone would have here.
            let room = room([Cell::Empty, Cell::Other]);
            push(JOIN_ROOM + ((solid.min(3) - 2) * 3 + room) as u32);
        }
        if other.len >= 2 {
            let room = room([Cell::Empty, Cell::Own]);
            push(CUTS + ((other.len.min(3) - 2) * 3 + room) as u32);
            push(CUT_STAKES + self.stakes(other.as_slice()));
        }
        for (whose, kind) in [Cell::Own, Cell::Other].into_iter().enumerate() {
            if let Some(shared) = self.fewest_shared(cells, blocks, i, kind) {
                push(MIAI + whose as u32 * 2 + u32::from(shared > 2));
            }
        }
        self.see_beside(i, [solid, other.len], cells, push);
    }

    /// Moves beside a point that joins or cuts: peeps, and guards against cuts.
    fn see_beside(&self, i: usize, chains: [usize; 2], cells: &Cells, push: &mut impl FnMut(u32)) {
        // The least room that is left on such a point to the one who would cut there.
        let mut least = [usize::MAX; 2];
        for step in STEPS {
            let near = i.wrapping_add_signed(step);
            if cells.at(near) != Cell::Empty {
                continue;
            }
            for (whose, cutter) in [Cell::Other, Cell::Own].into_iter().enumerate() {
                if self.beside[near][whose] >= 2 && chains[whose] < 2 {
                    let around = STEPS.map(|step| near.wrapping_add_signed(step));
                    let free = around.iter().filter(|&&cell| {
                        cell != i && (cells.at(cell) == Cell::Empty || cells.at(cell) == cutter)
                    });
                    least[whose] = least[whose].min(free.count().min(2));
                }
            }
        }
        if least[0] != usize::MAX {
            push(GUARDS + least[0] as u32);
        }
        if least[1] != usize::MAX {
            push(PEEPS + least[1] as u32);
        }
    }

    /// The fewest liberties that two blocks of one chain share, if this point is one.
    fn fewest_shared(&self, cells: &Cells, blocks: &Blocks, i: usize, kind: Cell) -> Option<usize> {
        let around = STEPS.map(|step| i.wrapping_add_signed(step));
        let mut fewest = None;
        for (k, &a) in around.iter().enumerate() {
            for &b in &around[..k] {
                if cells.at(a) != kind || cells.at(b) != kind {
                    continue;
                }
                let (a, b) = (blocks.at(a) as u16, blocks.at(b) as u16);
                if a == b || self.chain[usize::from(a)] != self.chain[usize::from(b)] {
                    continue;
                }
                let pair = (a.min(b), a.max(b));
                let shared = self.pairs.partition_point(|&p| p <= pair)
                    - self.pairs.partition_point(|&p| p < pair);
                fewest = Some(fewest.map_or(shared, |fewest: usize| fewest.min(shared)));
            }
        }
        fewest
    }

    /// What is at stake where these chains meet: the stones of the second largest and the
    /// liberties of the one that has least.
    fn stakes(&self, chains: &[u16]) -> u32 {
        let (mut most, mut second) = (0, 0);
        let mut breath = u16::MAX;
        for &chain in chains {
            let stones = self.stones[usize::from(chain)];
            second = second.max(stones.min(most));
            most = most.max(stones);
            breath = breath.min(self.breath[usize::from(chain)]);
        }
        let size = [1, 3, 7].iter().filter(|&&step| second > step).count();
        let breath = [2, 4].iter().filter(|&&step| breath > step).count();
        (size * 3 + breath) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Extras;
    use crate::samples::beyond;
    use board::Color::{self, Black, White};

    fn links(board: &str, color: Color, point: &str) -> Vec<u32> {
        beyond(board, color, point, Extras { links: true, ..Extras::default() })
    }

    const JUMP: &str = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn the_point_between_joins_or_cuts() {
        // Solidly, with room for a cut, a stone of four liberties on either side.
        assert_eq!(links(JUMP, Black, "D4"), [JOINS + 18, JOIN_ROOM + 2, JOIN_STAKES + 1]);
        assert_eq!(links(JUMP, White, "D4"), [CUTS + 2, CUT_STAKES + 1]);
        assert_eq!(links(JUMP, Black, "G7"), []);
    }

    #[test]
    fn moves_beside_that_point_guard_and_peep() {
        // By two diagonals; then the opponent's stone has one way left.
        assert_eq!(links(JUMP, Black, "D5"), [JOINS + 6, JOIN_STAKES + 1, GUARDS + 1]);
        assert_eq!(links(JUMP, White, "D5"), [PEEPS + 1]);
        let walled = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . X . X . .
            . . . X . . .
            . . . . . . .
            . . . . . . .";
        // The stone below links both by diagonals: nothing to guard.
        assert_eq!(links(walled, Black, "D5"), []);
        assert_eq!(links(walled, White, "D5"), []);
        assert_eq!(links(walled, Black, "D4"), [MIAI]);
    }

    #[test]
    fn two_shared_liberties_are_a_link() {
        let bamboo = "
            . . . . . . .
            . . . . . . .
            . . X . X . .
            . . X . X . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(links(bamboo, Black, "D4"), [MIAI]);
        assert_eq!(links(bamboo, White, "D5"), [MIAI + 2]);
        // The diagonal whose one way is closed can be cut, and is joined at the other.
        let closed = "
            . . . . . . .
            . . . . . . .
            . . O X . . .
            . . X . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(links(closed, White, "D4"), [CUTS + 2, CUT_STAKES + 1]);
        assert_eq!(links(closed, Black, "D4"), [JOINS + 18, JOIN_ROOM + 2, JOIN_STAKES + 1]);
    }

    #[test]
    fn larger_chains_with_fewer_liberties_are_more_at_stake() {
        let board = "
            . . . . . . .
            . . O O O . .
            . O X X X O .
            . O X . O O .
            . O X . . . .
            . . O X X X X
            . . . . . . .";
        // Five stones above and four below; the upper have two liberties.
        assert_eq!(links(board, Black, "D3"), [JOINS + 18, JOIN_ROOM + 2, JOIN_STAKES + 6]);
        assert_eq!(links(board, White, "D3"), [CUTS + 2, CUT_STAKES + 6]);
    }
}
