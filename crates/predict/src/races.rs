//! What a move does in races, by counting and without reading (Chen 2002, section 3.1).
//!
//! Two blocks of different colors race when they touch and both are short of liberties and
//! of eyes. Whose liberties are filled first is told by [`tactics::semeai::margin`] from
//! outside liberties, common ones and eyes, as they are before and after the move, with the
//! opponent to move in both cases: so it is seen what the move changes.

use board::{CELLS, Point, PointSet};
use tactics::semeai::{Tally, margin};

use crate::blocks::Blocks;
use crate::cells::{Cell, Cells};
use crate::links::Links;
use crate::numbers::{RACE, RACE_EYES, RACE_LEAD};

/// Blocks with more liberties, or linked with such, are in no race.
const SHORT: usize = 5;
/// An empty region of one player's stones with more points makes two eyes.
const ROOM: usize = 6;

/// The races of a position.
pub(crate) struct Races {
    /// The largest eye of each block.
    eyes: Vec<Eye>,
    /// Eyes of each chain.
    sight: Vec<u8>,
    /// Empty points that are in an eye of the player's or the opponent's.
    inside: [Option<Cell>; CELLS],
    /// Blocks of the player and of the opponent that race.
    pairs: Vec<(u16, u16)>,
    /// The race that matters most at each point, packed; 0 where there is none.
    found: [u32; CELLS],
}

/// An eye of a block.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Eye {
    size: usize,
    /// How many of the block's liberties are in it.
    liberties: usize,
}

/// A side of a race.
#[derive(Clone, Copy)]
struct Side {
    liberties: PointSet,
    eye: Eye,
    /// Stones of the other color played into the eye.
    filled: usize,
}

impl Side {
    fn tally(&self, common: usize) -> Tally {
        let outside = self.liberties.len().saturating_sub(common + self.eye.liberties);
        Tally {
            outside: outside as u32,
            common: common as u32,
            eye: self.eye.size as u32,
            inside: self.filled as u32,
        }
    }
}

/// How a race stands.
#[derive(Clone, Copy)]
struct Standing {
    /// 0 lost, 1 neither can capture, 2 won, the opponent moving first.
    status: u32,
    /// Moves that the player is ahead in capturing, from −3 to 3, as 0 to 6.
    lead: u32,
}

impl Standing {
    fn of(own: &Side, other: &Side) -> Standing {
        let common = (own.liberties & other.liberties).len();
        let tallies = [own, other].map(|side| side.tally(common));
        let ahead = margin(&tallies[0], &tallies[1], false);
        let behind = margin(&tallies[1], &tallies[0], true);
        let status = match (ahead >= 0, behind >= 0) {
            (true, _) => 2,
            (false, false) => 1,
            (false, true) => 0,
        };
        Standing { status, lead: (ahead.clamp(-3, 3) + 3) as u32 }
    }
}

impl Races {
    pub(crate) fn new() -> Races {
        Races {
            eyes: Vec::new(),
            sight: Vec::new(),
            inside: [None; CELLS],
            pairs: Vec::new(),
            found: [0; CELLS],
        }
    }

    /// Finds the races of a position; `own` are the player's stones, `rooms` the empty regions
    /// that only one player's stones border.
    pub(crate) fn find(
        &mut self,
        own: &PointSet,
        rooms: &[(PointSet, Cell)],
        cells: &Cells,
        blocks: &Blocks,
        links: &Links,
    ) {
        self.find_eyes(rooms, cells, blocks, links);
        self.pairs.clear();
        for stone in own {
            let number = blocks.at(stone.index());
            if !self.races(number, blocks, links) {
                continue;
            }
            for cell in stone.neighbor_indices() {
                if cells.at(cell) == Cell::Other
                    && let other = blocks.at(cell)
                    && self.races(other, blocks, links)
                {
                    self.pairs.push((number as u16, other as u16));
                }
            }
        }
        self.pairs.sort_unstable();
        self.pairs.dedup();
        self.found.fill(0);
        for i in 0..self.pairs.len() {
            let (own, other) = self.pairs[i];
            self.weigh(usize::from(own), usize::from(other), cells, blocks);
        }
    }

    /// Whether a block is short enough to race.
    fn races(&self, block: usize, blocks: &Blocks, links: &Links) -> bool {
        let chain = links.chain(block);
        blocks.all[block].count <= SHORT && links.breath(chain) <= SHORT && self.sight[chain] < 2
    }

    fn find_eyes(
        &mut self,
        rooms: &[(PointSet, Cell)],
        cells: &Cells,
        blocks: &Blocks,
        links: &Links,
    ) {
        self.eyes.clear();
        self.eyes.resize(blocks.all.len(), Eye::default());
        self.sight.clear();
        self.sight.resize(blocks.all.len(), 0);
        self.inside.fill(None);
        for (room, kind) in rooms {
            let size = room.len();
            if size == 1 && room.first().is_some_and(|point| is_false(point, *kind, cells)) {
                continue;
            }
            let eyes = if size > ROOM { 2 } else { 1 };
            let mut seen = [usize::MAX; 16];
            let mut chains = 0;
            for point in room {
                self.inside[point.index()] = Some(*kind);
                for cell in point.neighbor_indices() {
                    if cells.at(cell) != *kind {
                        continue;
                    }
                    let block = blocks.at(cell);
                    let liberties = (blocks.all[block].liberties & *room).len();
                    self.eyes[block] = self.eyes[block].max(Eye { size, liberties });
                    let chain = links.chain(block);
                    if chains < seen.len() && !seen[..chains].contains(&chain) {
                        seen[chains] = chain;
                        chains += 1;
                        self.sight[chain] = self.sight[chain].saturating_add(eyes);
                    }
                }
            }
        }
    }

    /// Weighs the moves of one race.
    fn weigh(&mut self, own: usize, other: usize, cells: &Cells, blocks: &Blocks) {
        let side = |block: usize| Side {
            liberties: blocks.all[block].liberties,
            eye: self.eyes[block],
            filled: 0,
        };
        let (before_own, before_other) = (side(own), side(other));
        let before = Standing::of(&before_own, &before_other);
        let stones = blocks.all[own].stones + blocks.all[other].stones;
        let stakes = [2, 5, 10].iter().filter(|&&step| stones > step).count() as u32;
        for point in before_own.liberties | before_other.liberties {
            let inside = self.inside[point.index()];
            let [mine, theirs] =
                [&before_own, &before_other].map(|side| side.liberties.contains(point));
            let mut after_own = before_own;
            if mine {
                after_own = self.extended(point, cells, blocks);
            }
            let mut after_other = before_other;
            if theirs {
                after_other.liberties.remove(point);
                if inside == Some(Cell::Other) {
                    after_other.filled = 1;
                    after_other.eye.liberties = after_other.eye.liberties.saturating_sub(1);
                }
            }
            let after = if after_other.liberties.is_empty() {
                Standing { status: 2, lead: 6 }
            } else {
                Standing::of(&after_own, &after_other)
            };
            // Fills the other's eye, an own eye, a common liberty, an outside one, extends.
            let way = match (inside, mine, theirs) {
                (Some(Cell::Other), _, true) => 0,
                (Some(Cell::Own), true, _) => 1,
                (_, true, true) => 2,
                (_, false, _) => 3,
                _ => 4,
            };
            let common = (after_own.liberties & after_other.liberties).len().min(2) as u32;
            let eyed = [&after_own, &after_other].map(|side| u32::from(side.eye.size > 0));
            let race = (before.status * 3 + after.status) * 5 + way;
            let lead = after.lead * 4 + stakes;
            let eyes = ((eyed[0] * 2 + eyed[1]) * 3 + common) * 3 + after.status;
            // What is changed counts first, then what is at stake.
            let changed = u32::from(after.status > before.status);
            let packed = changed << 31
                | (stones.min(255) as u32) << 23
                | race << 17
                | lead << 12
                | eyes << 6
                | 1;
            let found = &mut self.found[point.index()];
            *found = packed.max(*found);
        }
    }

    /// The own blocks beside a point and a stone there, as one.
    fn extended(&self, point: Point, cells: &Cells, blocks: &Blocks) -> Side {
        let mut side = Side { liberties: PointSet::EMPTY, eye: Eye::default(), filled: 0 };
        for cell in point.neighbor_indices() {
            match cells.at(cell) {
                Cell::Own => {
                    let block = blocks.at(cell);
                    side.liberties |= blocks.all[block].liberties;
                    side.eye = side.eye.max(self.eyes[block]);
                }
                Cell::Empty => side.liberties.extend(Point::from_index(cell)),
                Cell::Other | Cell::Border => {}
            }
        }
        side.liberties.remove(point);
        if self.inside[point.index()] == Some(Cell::Own) {
            side.eye.size = side.eye.size.saturating_sub(1);
            side.eye.liberties = side.eye.liberties.saturating_sub(1);
        }
        side
    }

    /// The features of a move.
    pub(crate) fn see(&self, point: Point, push: &mut impl FnMut(u32)) {
        let packed = self.found[point.index()];
        if packed != 0 {
            push(RACE + (packed >> 17 & 63));
            push(RACE_LEAD + (packed >> 12 & 31));
            push(RACE_EYES + (packed >> 6 & 63));
        }
    }
}

/// Whether a single point is no eye because the other player holds its corners.
fn is_false(point: Point, kind: Cell, cells: &Cells) -> bool {
    let foe = if kind == Cell::Own { Cell::Other } else { Cell::Own };
    let corners = point.diagonal_indices().map(|cell| cells.at(cell));
    let border = corners.contains(&Cell::Border);
    corners.iter().filter(|&&cell| cell == foe).count() + usize::from(border) >= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Extras;
    use crate::samples::beyond;
    use board::Color::{self, Black, White};

    fn races(board: &str, color: Color, point: &str) -> Vec<u32> {
        beyond(board, color, point, Extras { races: true, ..Extras::default() })
    }

    /// An outside liberty each and a common one: who moves first wins.
    const EVEN: &str = "
        . . . . . . . . .
        O O O O O O O O O
        . O O O O O O O O
        X X X X X X X X X
        . X X X X X X X X
        O O O O O O O O O
        . X X X X X X X X
        X X X X X X X X X
        . . . . . . . . .";

    #[test]
    fn an_outside_liberty_is_filled_first() {
        // Lost becomes won, by nothing to spare; a common liberty is left, nobody has an eye.
        let wins = [RACE + 10 + 3, RACE_LEAD + 3 * 4 + 3, RACE_EYES + 3 + 2];
        assert_eq!(races(EVEN, Black, "A3"), wins);
        assert_eq!(races(EVEN, White, "A7"), wins);
        // The common liberty, or the own one: still lost.
        assert_eq!(races(EVEN, Black, "A5"), [RACE + 2, RACE_LEAD + 2 * 4 + 3, RACE_EYES]);
        assert_eq!(races(EVEN, Black, "A7"), [RACE + 4, RACE_LEAD + 4 + 3, RACE_EYES + 3]);
        assert_eq!(races(EVEN, Black, "A1"), []);
    }

    #[test]
    fn with_an_eye_the_common_liberty_is_its_owners() {
        let eyed = "
            . . . . . . . . .
            O O O O O O O O O
            . X X X X X X X X
            X X X X . X X X X
            . X X X X X X X X
            O O O O O O O O O
            . . X X X X X X X
            X X X X X X X X X
            . . . . . . . . .";
        // Won by one move without a move, by two with one.
        assert_eq!(races(eyed, Black, "A3")[0], RACE + (2 * 3 + 2) * 5 + 3);
        assert_eq!(races(eyed, Black, "A3")[1], RACE_LEAD + 4 * 4 + 3);
        // White fills the common liberty, the outside one or would fill the eye: lost.
        assert_eq!(races(eyed, White, "A5"), [RACE + 2, RACE_LEAD + 2 * 4 + 3, RACE_EYES + 9]);
        assert_eq!(races(eyed, White, "A7")[0], RACE + 3);
        let two = eyed.replace("X X X X . X X X X", "X X . X X X . X X");
        assert_eq!(races(&two, White, "A5"), []);
    }

    #[test]
    fn blocks_that_breathe_do_not_race() {
        let board = "
            . . . . . . .
            . . . . . . .
            . . O X . . .
            . . O X . . .
            . . O X . . .
            . . O X . . .
            . . . . . . .";
        assert_eq!(races(board, Black, "D6"), []);
        assert_eq!(races(board, Black, "C6"), []);
    }
}
