//! Bent four in the corner.

use crate::color::Color;
use crate::point::Size;
use crate::position::Position;
use crate::score::status::Cleared;
use crate::set::PointSet;

/// The stones that are dead because of a bent four in the corner.
///
/// ```text
/// X . O X     White cannot approach without losing all. Black can: he fills in
/// X O O X     at the top, White takes the bent four, Black plays in again and
/// X . O X     there is a ko which Black takes first. He waits until no threats
/// O O O X     are left, so the white stones are dead as they stand.
/// X X X X
/// ```
///
/// Looked for is a room of five points in a corner, held by blocks without an
/// eye elsewhere, which the attacker can fill to a bent four: the corner point,
/// two points beside it along one edge and one along the other.
pub(crate) fn bent_fours(position: &Position) -> PointSet {
    let size = position.size();
    let board = PointSet::board(size);
    let cleared = Cleared::new(position, &PointSet::EMPTY);
    let mut dead = PointSet::EMPTY;
    for color in Color::BOTH {
        let own = position.stones(color);
        let attackers = position.stones(color.opponent());
        for room in (board - *own).components() {
            let filled = (room & *attackers).len();
            if room.len() != 5 || filled < 2 || !can_become_bent_four(size, &room, attackers) {
                continue;
            }
            let wall = room.border(size);
            let mut holders = PointSet::EMPTY;
            for stone in wall {
                if !holders.contains(stone) {
                    holders |= position.block(stone);
                }
            }
            if depends_on(position, &cleared, color, &holders, &room) {
                dead |= holders;
            }
        }
    }
    dead
}

/// Whether the blocks `holders` around a room have nothing but that room: neither
/// an eye elsewhere nor a way out over a dame. An eye that hangs on other stones
/// counts only if those have two eyes.
pub(crate) fn depends_on(
    position: &Position,
    cleared: &Cleared,
    color: Color,
    holders: &PointSet,
    room: &PointSet,
) -> bool {
    let size = position.size();
    let others = *position.stones(color) - *holders;
    let beside = holders.border(size) - *room;
    let weak = others - cleared.two_eyed(color);
    let mut eyes = cleared.territory(color).components().filter(|eye| eye.intersects(&beside));
    let ways_out = (beside & cleared.neutral).border(size) & others;
    ways_out.is_empty() && eyes.all(|eye| eye.len() == 1 && eye.border(size).intersects(&weak))
}

/// Whether the room without one of its empty points is a bent four in the corner.
fn can_become_bent_four(size: Size, room: &PointSet, attackers: &PointSet) -> bool {
    (*room - *attackers).iter().any(|left| {
        let mut four = *room;
        four.remove(left);
        let corners = [0, size.width() - 1].into_iter().flat_map(|column| {
            [0, size.height() - 1].into_iter().filter_map(move |row| size.point(column, row))
        });
        corners.into_iter().filter(|&corner| four.contains(corner)).any(|corner| {
            let along = four.iter().filter(|p| p.row() == corner.row()).count();
            let up = four.iter().filter(|p| p.column() == corner.column()).count();
            four.is_connected() && matches!((along, up), (3, 2) | (2, 3))
        })
    })
}
