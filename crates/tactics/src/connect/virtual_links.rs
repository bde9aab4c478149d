//! Links that hold without a move: two common liberties.
//!
//! Two blocks that share two liberties cannot be cut there: when the opponent takes
//! one, the other joins them. That stays true along a chain of blocks if every link
//! has two liberties of its own, and if there are two more liberties besides, so that
//! what is joined in the end is not in atari. An answer to a move on those is to join
//! the first link at once.

use board::{Color, Point, PointSet, Position};

/// The blocks of `owner` linked with the one on `from`, and all points this rests on.
/// Nothing if there are none or if it could be shut in.
pub(super) fn linked(
    position: &Position,
    owner: Color,
    from: Point,
) -> Option<(PointSet, PointSet)> {
    let mut stones = position.block(from);
    let mut air = position.liberty_points(from);
    let mut used = PointSet::EMPTY;
    let own = *position.stones(owner);
    let size = position.size();
    let mut more = true;
    let mut any = false;
    while more {
        more = false;
        let mut near = (air.border(size) & own) - stones;
        while let Some(stone) = near.first() {
            let block = position.block(stone);
            near -= block;
            let theirs = position.liberty_points(stone);
            let common = (air & theirs) - used;
            if common.len() >= 2 {
                used.extend(common.iter().take(2));
                stones |= block;
                air |= theirs;
                more = true;
                any = true;
            }
        }
    }
    let besides = air - used;
    if !any || besides.len() < 2 {
        return None;
    }
    let mut rests_on = stones | used;
    rests_on.extend(besides.iter().take(2));
    Some((stones, rests_on))
}

#[cfg(test)]
mod tests {
    use board::{Move, Rules, Size};
    use budget::Budget;

    use super::*;
    use crate::connect::proof;

    /// Every link can be played out into one block, the opponent first and retaking kos.
    fn played_out(seeds: u64, side: usize) -> usize {
        let size = Size::square(side).expect("a size");
        let points: Vec<Point> = size.points().collect();
        let mut seed: u64 = 13;
        let mut found = 0;
        for round in 0..seeds {
            let mut position = Position::new(size, Rules::japanese());
            let mut color = Color::Black;
            for _ in 0..(8 + round % 20) {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let point = points[(seed >> 33) as usize % points.len()];
                if position.play(color, Move::Play(point)).is_ok() {
                    color = color.opponent();
                }
            }
            for owner in Color::BOTH {
                let blocks: Vec<Point> = position.blocks(owner).collect();
                for &from in &blocks {
                    let Some((stones, _)) = linked(&position, owner, from) else { continue };
                    for &to in blocks.iter().filter(|&&to| to != from && stones.contains(to)) {
                        found += 1;
                        let mut budget = Budget::unlimited();
                        let first = owner.opponent();
                        let solid = proof(&position, from, to, first, 100_000, &mut budget);
                        assert!(solid.expect("time").is_some(), "{from} {to}{position:?}");
                    }
                }
            }
        }
        found
    }

    #[test]
    fn links_can_be_played_out() {
        let found = played_out(80, 6);
        assert!(found > 50, "{found}");
    }

    #[test]
    #[ignore = "minutes: more positions"]
    fn links_can_be_played_out_at_length() {
        println!("{} {}", played_out(3_000, 6), played_out(1_000, 7));
    }
}
