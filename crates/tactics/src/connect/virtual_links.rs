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
