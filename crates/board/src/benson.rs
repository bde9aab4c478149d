//! Unconditional life: stones that stay whatever the opponent plays, even if
//! their owner never answers.
//!
//! Follows Benson, *Life in the Game of Go* (Information Sciences 10, 1976).
//! A *region* of a color is a connected set of points without stones of that
//! color. It is *vital* to a block on its border if every empty point of it is a
//! liberty of that block. A set of blocks is unconditionally alive if each block
//! has two vital regions that are bordered by blocks of the set alone. The
//! largest such set is found by striking out blocks and regions until nothing
//! changes.
//!
//! ```
//! use board::{benson, Color, Position, Rules, Setup};
//!
//! let setup: Setup = "
//!     . X . X O .
//!     X X X X O .
//!     O O O O . .".parse()?;
//! let position = Position::from_setup(&setup, Rules::japanese())?;
//! let black = benson::unconditional(&position, Color::Black);
//! assert_eq!(black.blocks, setup.black);
//! assert_eq!(black.territory.to_string(), "A3 C3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::color::Color;
use crate::point::{CELLS, Size};
use crate::position::Position;
use crate::set::PointSet;

/// What one color owns unconditionally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unconditional {
    /// The stones that can never be captured.
    pub blocks: PointSet,
    /// The regions that are vital to at least one of those blocks and bordered
    /// by none but them. The opponent's stones in them can always be captured;
    /// where such stones leave a large hole, he might live in it afterwards.
    pub eyes: PointSet,
    /// The regions bordered by those blocks alone in which at most one point
    /// does not touch them. Whatever is captured there, the opponent has no room
    /// for two eyes, so nothing of his ever lives in it.
    pub territory: PointSet,
    /// The opponent's stones in `territory`: dead without proof by play.
    pub dead: PointSet,
}

impl Unconditional {
    /// The stones and their eyes: the Benson count of the literature.
    pub fn benson(&self) -> PointSet {
        self.blocks | self.eyes
    }

    /// The stones and the regions where the opponent cannot live.
    pub fn area(&self) -> PointSet {
        self.blocks | self.territory
    }
}

/// What `color` owns unconditionally, under the suicide rule of the position.
pub fn unconditional(position: &Position, color: Color) -> Unconditional {
    let own = position.stones(color);
    let other = position.stones(color.opponent());
    of_stones(position.size(), own, other, position.rules().suicide)
}

/// What `own` stones hold unconditionally against `other` stones. Where
/// `suicide` of several stones is legal the opponent can clear his own stones
/// away, so a region is vital only if its stones, too, touch the block.
pub fn of_stones(size: Size, own: &PointSet, other: &PointSet, suicide: bool) -> Unconditional {
    of_stones_without(size, own, other, suicide, &PointSet::EMPTY)
}

/// The same where regions with a point in `without` give no liberty: blocks that
/// live even so keep their life whatever both sides play in those regions.
pub fn of_stones_without(
    size: Size,
    own: &PointSet,
    other: &PointSet,
    suicide: bool,
    without: &PointSet,
) -> Unconditional {
    let all = PointSet::board(size);
    let blocks: Vec<PointSet> = own.components().collect();
    let mut block_at = [0u16; CELLS];
    for (i, block) in blocks.iter().enumerate() {
        for point in block {
            block_at[point.index()] = i as u16;
        }
    }
    let around: Vec<PointSet> = blocks.iter().map(|block| block.grown(&all)).collect();
    let regions: Vec<Region> = (all - *own)
        .components()
        .map(|points| {
            let needed = if suicide { points } else { points - *other };
            let mut border = points.border(size);
            let mut region = Region { points, blocks: Vec::new(), vital: Vec::new(), sound: true };
            while let Some(stone) = border.first() {
                let block = block_at[stone.index()];
                border -= blocks[block as usize];
                region.blocks.push(block);
                if !points.intersects(without) && needed.is_subset(&around[block as usize]) {
                    region.vital.push(block);
                }
            }
            region
        })
        .collect();
    let alive = strike_out(blocks.len(), regions);

    let mut result = Unconditional::default();
    for (block, _) in blocks.iter().zip(&alive.blocks).filter(|&(_, &alive)| alive) {
        result.blocks |= *block;
    }
    let touching = result.blocks.grown(&all);
    for region in alive.regions.iter().filter(|region| region.sound && !region.blocks.is_empty()) {
        if !region.vital.is_empty() {
            result.eyes |= region.points;
        }
        if (region.points - touching).len() <= 1 {
            result.territory |= region.points;
        }
    }
    result.dead = result.territory & *other;
    result
}

/// A maximal connected set of points without stones of one color.
struct Region {
    points: PointSet,
    /// The blocks on its border.
    blocks: Vec<u16>,
    /// Those of them to which it is vital.
    vital: Vec<u16>,
    /// Whether all blocks on its border are still thought alive.
    sound: bool,
}

struct Alive {
    blocks: Vec<bool>,
    regions: Vec<Region>,
}

/// Strikes out blocks with fewer than two vital regions, and the regions they
/// border, until nothing changes.
fn strike_out(count: usize, mut regions: Vec<Region>) -> Alive {
    let mut alive = vec![true; count];
    loop {
        let mut vital = vec![0u16; count];
        for region in regions.iter().filter(|region| region.sound) {
            for &block in &region.vital {
                vital[block as usize] += 1;
            }
        }
        let mut changed = false;
        for (alive, &vital) in alive.iter_mut().zip(&vital) {
            if *alive && vital < 2 {
                *alive = false;
                changed = true;
            }
        }
        if !changed {
            return Alive { blocks: alive, regions };
        }
        for region in &mut regions {
            region.sound &= region.blocks.iter().all(|&block| alive[block as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::naive;
    use crate::setup::Setup;

    /// The obvious way: let the opponent alone play in every order and see which
    /// stones were ever taken off. Gives `None` if there are too many positions.
    fn never_captured(setup: &Setup, color: Color, suicide: bool) -> Option<Vec<Setup>> {
        let key = |setup: &Setup| (setup.black, setup.white);
        let mut seen = HashSet::from([key(setup)]);
        let mut reached = vec![setup.clone()];
        let mut next = 0;
        while next < reached.len() {
            let here = reached[next].clone();
            next += 1;
            for point in PointSet::board(here.size) - here.black - here.white {
                let after = naive::put(&here, color.opponent(), point);
                let lost =
                    after.lost[color.opponent().index()] - here.lost[color.opponent().index()];
                if lost == 1 || lost > 1 && !suicide {
                    continue;
                }
                if seen.insert(key(&after)) {
                    reached.push(after);
                }
            }
            if reached.len() > 2000 {
                return None;
            }
        }
        Some(reached)
    }

    fn random_setup(size: Size, next: &mut impl FnMut(usize) -> usize) -> Setup {
        let density = 2 + next(5);
        let mut setup = Setup::empty(size);
        for point in size.points() {
            let stone = match next(10) {
                n if n < density => Some(Color::Black),
                n if n < density + 2 => Some(Color::White),
                _ => None,
            };
            setup.set(point, stone);
        }
        for color in Color::BOTH {
            for stone in naive::breathless(&setup, color) {
                setup.set(stone, None);
            }
        }
        setup
    }

    #[test]
    fn agrees_with_letting_the_opponent_play_alone() {
        let mut state = 7u64;
        let mut next = |n: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let (mut tried, mut living) = (0, 0);
        while tried < 500 {
            let size = Size::new(2 + next(4), 2 + next(3)).unwrap();
            let setup = random_setup(size, &mut next);
            let suicide = next(2) == 0;
            let color = Color::Black;
            let Some(reached) = never_captured(&setup, color, suicide) else { continue };
            tried += 1;
            let fast = of_stones(size, &setup.black, &setup.white, suicide);
            let slow = reached.iter().fold(setup.black, |left, after| left & after.black);
            // A captured point may be empty or White later, but never Black again.
            let slow = setup
                .black
                .components()
                .filter(|block| block.is_subset(&slow))
                .fold(PointSet::EMPTY, |all, block| all | block);
            assert_eq!(fast.blocks, slow, "suicide {suicide}\n{setup}");
            living += usize::from(!slow.is_empty());
            for after in &reached {
                let white = of_stones(size, &after.white, &after.black, suicide);
                assert!(!white.area().intersects(&fast.area()), "{setup}{after}");
            }
        }
        assert!(living > 50, "too few living blocks to mean anything: {living}");
    }

    #[test]
    fn suicide_makes_a_difference() {
        // By taking his own stones off White leaves the middle empty, fills the
        // four points around it, and then has a liberty Black cannot take.
        let setup: Setup = "
            X X X X X
            X X O X X
            X O O O X
            X X . X X
            X X X X ."
            .parse()
            .unwrap();
        let of = |suicide| of_stones(setup.size, &setup.black, &setup.white, suicide);
        assert_eq!(of(false).blocks, setup.black);
        assert_eq!(of(true).blocks, PointSet::EMPTY);
    }

    #[test]
    fn a_large_region_is_no_territory_without_proof() {
        let setup: Setup = "
            . X . X . . . .
            X X X X . . . .
            X . . X . . . .
            X X X X . . . ."
            .parse()
            .unwrap();
        let black = of_stones(setup.size, &setup.black, &setup.white, false);
        assert_eq!(black.blocks, setup.black);
        assert_eq!(black.territory.to_string(), "B2 C2 A4 C4");
        assert!(black.dead.is_empty());
    }
}
