//! Short reading for features: which blocks of few liberties are caught in ladders.

use board::{Color, Point, PointSet, Position};
use budget::Budget;
use tactics::ladder::ladder;

/// The most positions looked at for one ladder. A ladder across the board takes
/// about a hundred; one that is not read to its end counts as an escape.
const NODES: u64 = 300;

/// Whether the block on `prey` is caught in a ladder when `first` moves first.
///
/// Most blocks are seen to escape without reading: by a first step that gives
/// three liberties.
pub fn caught(position: &Position, prey: Point, first: Color) -> bool {
    let Some(owner) = position.stone(prey) else { return false };
    let liberties = position.liberties(prey);
    let hunted = first != owner;
    match liberties {
        1 if hunted => return true,
        1 => {}
        2 if hunted => {}
        _ => return false,
    }
    let points = position.liberty_points(prey);
    if points.iter().all(|point| breaks_out(position, owner, &points, point)) {
        return false;
    }
    ladder(position, prey, first, &mut Budget::nodes(NODES)).is_ok_and(|reading| reading.caught)
}

/// Whether the owner of a block with these liberties, the others of them filled,
/// has three liberties after playing on `point`.
fn breaks_out(position: &Position, owner: Color, liberties: &PointSet, point: Point) -> bool {
    let mut gained = PointSet::EMPTY;
    for neighbor in position.size().neighbors(point) {
        match position.stone(neighbor) {
            None => {
                gained.insert(neighbor);
            }
            Some(color) if color == owner => gained |= position.liberty_points(neighbor),
            Some(_) => {}
        }
    }
    gained -= *liberties;
    gained.len() >= 3
}
