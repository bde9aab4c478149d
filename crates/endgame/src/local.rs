//! The state of a local game: stones on the points of a shape between walls
//! that cannot be captured.

use crate::shape::Shape;

/// Black's place in pairs.
pub(crate) const BLACK: usize = 0;
/// White's place in pairs.
pub(crate) const WHITE: usize = 1;

/// Stones and walls of a shape; each pair has Black's part first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Local {
    /// The stones.
    pub(crate) stones: [u64; 2],
    /// The points beside an immortal stone outside the shape.
    pub(crate) near: [u64; 2],
    /// Whether several stones of one's own may be taken off by one's own move.
    pub(crate) suicide: bool,
    /// Who takes so many stones at once keeps the place for good; zero for never, as
    /// the rules have it.
    pub(crate) spoils: u8,
}

impl Local {
    /// The stones of both colours.
    #[inline]
    pub(crate) fn occupied(&self) -> u64 {
        self.stones[BLACK] | self.stones[WHITE]
    }

    /// The same with the colours exchanged.
    #[inline]
    pub(crate) fn swapped(&self) -> Local {
        Local {
            stones: [self.stones[WHITE], self.stones[BLACK]],
            near: [self.near[WHITE], self.near[BLACK]],
            ..*self
        }
    }

    /// The state with its points in another order: the new point `i` is the
    /// old point `order[i]`. Points that are not in `order` are left out.
    #[inline]
    pub(crate) fn arranged(&self, order: &[u8]) -> Local {
        let (suicide, spoils) = (self.suicide, self.spoils);
        let mut new = Local { suicide, spoils, ..Local::default() };
        for (i, &old) in order.iter().enumerate() {
            for color in [BLACK, WHITE] {
                new.stones[color] |= (self.stones[color] >> old & 1) << i;
                new.near[color] |= (self.near[color] >> old & 1) << i;
            }
        }
        new
    }

    /// The state after `color` plays at `point`, an empty point, and the
    /// number of stones captured, less than zero for stones taken off by suicide.
    /// `None` if the move is illegal; one stone alone never kills itself, since
    /// that would be a pass.
    ///
    /// Where so many stones are taken that the place is kept for good, it is filled with
    /// immortal stones, and counts twice: as prisoners and as points.
    #[inline]
    pub(crate) fn play(&self, shape: &Shape, color: usize, point: u32) -> Option<(Local, i32)> {
        let mut after = *self;
        let bit = 1u64 << point;
        after.stones[color] |= bit;
        let beside = shape.beside[point as usize];
        let enemy = 1 - color;
        let mut seeds = beside & self.stones[enemy];
        let mut captured = 0;
        while seeds != 0 {
            let block = shape.flood(seeds & seeds.wrapping_neg(), self.stones[enemy]);
            seeds &= !block;
            if !after.breathes(shape, block, enemy) {
                captured |= block;
            }
        }
        after.stones[enemy] &= !captured;
        // A stone beside an empty point or a wall of its own breathes at once.
        if (beside & !after.occupied()) | (bit & self.near[color]) == 0 {
            let block = shape.flood(bit, after.stones[color]);
            if !after.breathes(shape, block, color) {
                if !self.suicide || block == bit {
                    return None;
                }
                after.stones[color] &= !block;
                return Some((after, -(block.count_ones() as i32)));
            }
        }
        let taken = captured.count_ones() as i32;
        if self.spoils == 0 || taken < i32::from(self.spoils) {
            return Some((after, taken));
        }
        after.stones[color] |= captured;
        after.near[color] |= captured;
        Some((after, 2 * taken))
    }

    /// Whether a block has a liberty or is connected to a wall of its colour.
    #[inline]
    fn breathes(&self, shape: &Shape, block: u64, color: usize) -> bool {
        block & self.near[color] != 0 || shape.border(block) & !self.occupied() & shape.all() != 0
    }

    /// Whether every block has a liberty or a wall.
    pub(crate) fn all_breathe(&self, shape: &Shape) -> bool {
        [BLACK, WHITE].into_iter().all(|color| {
            let mut rest = self.stones[color];
            while rest != 0 {
                let block = shape.flood(rest & rest.wrapping_neg(), self.stones[color]);
                rest &= !block;
                if !self.breathes(shape, block, color) {
                    return false;
                }
            }
            true
        })
    }

    /// Makes the stones of `color` in `set` part of the walls: they leave
    /// `points`, and what is beside them touches the wall.
    pub(crate) fn absorb(&mut self, shape: &Shape, color: usize, set: u64, points: &mut u64) {
        *points &= !set;
        self.stones[color] &= !set;
        self.near[color] |= shape.border(set);
    }

    /// The stones of `color` that are connected to a wall.
    #[inline]
    pub(crate) fn connected(&self, shape: &Shape, color: usize) -> u64 {
        shape.flood(self.near[color] & self.stones[color], self.stones[color])
    }

    /// The stones of `color` among `points` that live unconditionally beside
    /// the walls (Benson 1976, with walls that are alive from the start). Where
    /// suicide is legal the enemy can clear his stones away, so that a region is
    /// vital only if they, too, are beside the block.
    pub(crate) fn alive(&self, shape: &Shape, color: usize, points: u64) -> u64 {
        let own = self.stones[color] & points;
        let empty = points & !self.occupied();
        // Two eyes need two empty points away from the enemy's walls, and two
        // stones (on a board of one row; three elsewhere).
        let eyes = empty & !self.near[1 - color];
        if own & own.wrapping_sub(1) == 0 || eyes & eyes.wrapping_sub(1) == 0 {
            return 0;
        }
        let mut regions: Vec<Region> = Vec::new();
        let mut rest = points & !own;
        while rest != 0 {
            let set = shape.flood(rest & rest.wrapping_neg(), points & !own);
            rest &= !set;
            // Beside an enemy wall the region goes on outside.
            if set & self.near[1 - color] == 0 {
                let needed = if self.suicide { set } else { set & empty };
                regions.push(Region { needed, border: shape.border(set) & own });
            }
        }
        if regions.len() < 2 {
            return 0;
        }
        let mut blocks: Vec<u64> = Vec::new();
        let mut rest = own;
        while rest != 0 {
            let block = shape.flood(rest & rest.wrapping_neg(), own);
            rest &= !block;
            blocks.push(block);
        }
        loop {
            let before = blocks.len();
            blocks.retain(|&block| {
                let border = shape.border(block);
                let vital =
                    |region: &&Region| region.border & block != 0 && region.needed & !border == 0;
                regions.iter().filter(vital).take(2).count() == 2
            });
            let alive = blocks.iter().fold(0, |all, block| all | block);
            if blocks.len() == before {
                return alive;
            }
            regions.retain(|region| region.border & !alive == 0);
        }
    }

    /// The area score of the stones as they stand: stones and points that
    /// reach one colour only, Black minus White.
    pub(crate) fn count(&self, shape: &Shape) -> i32 {
        let mut count = self.stones[BLACK].count_ones() as i32;
        count -= self.stones[WHITE].count_ones() as i32;
        let empty = shape.all() & !self.occupied();
        let mut rest = empty;
        while rest != 0 {
            let region = shape.flood(rest & rest.wrapping_neg(), empty);
            rest &= !region;
            let border = shape.border(region);
            let reaches =
                |color: usize| border & self.stones[color] != 0 || region & self.near[color] != 0;
            match (reaches(BLACK), reaches(WHITE)) {
                (true, false) => count += region.count_ones() as i32,
                (false, true) => count -= region.count_ones() as i32,
                _ => {}
            }
        }
        count
    }

    /// The most that `color` can ever make of this state under territory
    /// scoring: every point that is not its own stone, and every enemy stone
    /// as a prisoner. A move of `color` lowers it by one, and a move of the
    /// enemy raises it by one, suicide included: k stones taken off were k − 1
    /// future prisoners and are k present ones.
    #[inline]
    pub(crate) fn potential(&self, shape: &Shape, color: usize) -> i32 {
        let free = shape.all() & !self.stones[color];
        (free.count_ones() + self.stones[1 - color].count_ones()) as i32
    }
}

/// A region enclosed by one colour.
struct Region {
    /// The points that must be liberties of a block to which it is vital.
    needed: u64,
    border: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::area::Area;
    use crate::shape::Shapes;

    fn local(text: &str) -> (Shapes, u32, Local) {
        let area: Area = text.parse().expect("the test board reads");
        let mut shapes = Shapes::default();
        let part = shapes.intern(area.cells());
        let local = area.local().arranged(&part.order);
        (shapes, part.shape, local)
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        let (shapes, id, state) = local(
            "
            X X X X X X X
            . . . . . . X
            o o o o . . X
            . o . o . . X",
        );
        let shape = shapes.shape(id);
        assert_eq!(state.alive(shape, WHITE, shape.all()).count_ones(), 6);
        let (shapes, id, state) = local(
            "
            X X X X X X X
            . . . . . . X
            o o o o o . X
            . . . . o . X",
        );
        let shape = shapes.shape(id);
        assert_eq!(state.alive(shape, WHITE, shape.all()), 0);
    }

    #[test]
    fn a_wall_of_its_own_saves_a_stone() {
        let (shapes, id, state) = local("X . O");
        let shape = shapes.shape(id);
        assert!(state.play(shape, BLACK, 0).is_some());
        assert!(state.play(shape, WHITE, 0).is_some());
        let (shapes, id, state) = local("X . X");
        assert!(state.play(shapes.shape(id), WHITE, 0).is_none());
        assert_eq!(state.count(shapes.shape(id)), 1);
    }
}
