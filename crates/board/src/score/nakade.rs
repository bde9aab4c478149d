//! Rooms that hold one eye only, and the sekis that rest on them.

use crate::color::Color;
use crate::point::{Point, Size};
use crate::position::Position;
use crate::score::bent_four::depends_on;
use crate::score::status::Cleared;
use crate::set::PointSet;

/// Whether `color`, by playing on `point`, would break a seki to its own loss:
/// it approaches enclosed stones which it can only take by making a room with
/// one eye, and it has no other eye.
///
/// ```
/// use board::{Color, Position, Rules, Setup, score::breaks_nakade_seki};
///
/// // White could take the three stones by A3 and A5, and then Black would play
/// // in the middle of the hole. Black could play A3 or A5, and then White would
/// // take a four in which he has two eyes. So both leave it.
/// let setup: Setup = "
///     . X X X .
///     O O O X .
///     . X O X .
///     O X O X .
///     . X O X .
///     O O O X .
///     . X X X .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// assert!(breaks_nakade_seki(&position, Color::White, "A5".parse()?));
/// assert!(!breaks_nakade_seki(&position, Color::Black, "A5".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Such a seki needs all of these:
///
/// - The enclosed block has three to six stones, at most two liberties, and
///   nothing but the wall around both: it cannot run or connect.
/// - The wall could play on each of the liberties. A liberty that only the
///   enclosed block touches is its eye, and then the wall loses the race.
/// - The block has a shape of one eye ([`is_one_eye_shape`]), and with a further
///   stone on any of its liberties it has not: else its owner could kill.
/// - The wall is one block, apart from stones without liberties elsewhere. Loose
///   parts of a wall gain by being connected when the stones are taken.
/// - The wall has no eye and few liberties elsewhere.
pub fn breaks_nakade_seki(position: &Position, color: Color, point: Point) -> bool {
    if !position.is_empty(point) {
        return false;
    }
    let size = position.size();
    let own = position.stones(color);
    let mut inside = position.blocks_beside(point, color.opponent());
    inside.any(|inner| {
        let block = position.block(inner);
        let liberties = position.liberty_points(inner);
        let wall = (block | liberties).border(size);
        let grown = |liberty: Point| block | PointSet::from(liberty);
        is_nakade(position, color, inner)
            && liberties.iter().all(|p| PointSet::from(p).border(size).intersects(own))
            && !liberties.iter().any(|liberty| is_one_eye_shape(size, &grown(liberty)))
            && is_one_block(position, wall, &liberties)
    })
}

/// The enclosed stones of nakade sekis: blocks that the wall around them cannot
/// approach on any side ([`breaks_nakade_seki`]) and on which the wall depends.
pub(crate) fn nakade_sekis(position: &Position) -> PointSet {
    let cleared = Cleared::new(position, &PointSet::EMPTY);
    let mut alive = PointSet::EMPTY;
    for color in Color::BOTH {
        for inner in position.blocks(color.opponent()) {
            if position.liberties(inner) != 2 || !is_nakade(position, color, inner) {
                continue;
            }
            let liberties = position.liberty_points(inner);
            let room = position.block(inner) | liberties;
            let wall = room.border(position.size());
            let holders = wall.iter().fold(PointSet::EMPTY, |all, p| all | position.block(p));
            if liberties.iter().all(|p| breaks_nakade_seki(position, color, p))
                && depends_on(position, &cleared, color, &holders, &room)
            {
                alive |= position.block(inner);
            }
        }
    }
    alive
}

/// The stones that are dead because the opponent can make a shape of one eye
/// inside them: he has three to five stones in such a shape there, and another
/// one makes a larger such shape. Whoever takes these stones has one eye; whoever
/// leaves them is in atari once the outside is filled.
pub(crate) fn nakades(position: &Position) -> PointSet {
    let size = position.size();
    let cleared = Cleared::new(position, &PointSet::EMPTY);
    let mut dead = PointSet::EMPTY;
    for color in Color::BOTH {
        for inner in position.blocks(color.opponent()) {
            if position.liberties(inner) != 2 || !is_nakade(position, color, inner) {
                continue;
            }
            let block = position.block(inner);
            let liberties = position.liberty_points(inner);
            let room = block | liberties;
            let wall = room.border(size);
            let grown = |liberty: Point| block | PointSet::from(liberty);
            if !liberties.iter().any(|liberty| is_one_eye_shape(size, &grown(liberty)))
                || !is_one_block(position, wall, &liberties)
            {
                continue;
            }
            let holders = wall.iter().fold(PointSet::EMPTY, |all, p| all | position.block(p));
            if depends_on(position, &cleared, color, &holders, &room) {
                dead |= holders;
            }
        }
    }
    dead
}

/// Whether `color` gains only one eye by taking the block on `inner`, which it
/// encloses, and has no other. Playouts are more careful than
/// [`breaks_nakade_seki`] and leave all such blocks alone: for stones that are
/// lost anyway it makes no difference, and they judge finished games better.
pub(crate) fn is_nakade(position: &Position, color: Color, inner: Point) -> bool {
    if !(3..=6).contains(&position.block_size(inner)) || position.liberties(inner) > 2 {
        return false;
    }
    let block = position.block(inner);
    let liberties = position.liberty_points(inner);
    let wall = (block | liberties).border(position.size());
    wall.is_subset(position.stones(color))
        && is_one_eye_shape(position.size(), &block)
        && !survives(position, color, wall, &liberties)
}

/// Whether a hole of this shape is one eye only, if the other side plays in it
/// first: two and three points, the square and the pyramid of four, the bulky
/// and the crossed five, the rabbity six.
///
/// ```
/// use board::{PointSet, Size, score::is_one_eye_shape};
///
/// let size = Size::square(9)?;
/// let shape = |text: &str| -> Result<PointSet, board::PointError> {
///     text.split(' ').map(str::parse::<board::Point>).collect()
/// };
/// assert!(is_one_eye_shape(size, &shape("A1 A2 A3")?));
/// assert!(!is_one_eye_shape(size, &shape("A1 A2 A3 A4")?));
/// assert!(is_one_eye_shape(size, &shape("A1 A2 B1 B2 C2")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_one_eye_shape(size: Size, room: &PointSet) -> bool {
    let degrees: Vec<usize> = room
        .iter()
        .map(|point| size.neighbors(point).filter(|&n| room.contains(n)).count())
        .collect();
    let most = degrees.iter().copied().max().unwrap_or(0);
    let links: usize = degrees.iter().sum::<usize>() / 2;
    match degrees.len() {
        2 | 3 => true,
        4 => links == 4 || most == 3,
        5 => most == 4 || links == 5 && most == 3,
        6 => most == 4 && links == 6,
        _ => false,
    }
}

/// Whether the blocks of `color` on a wall do not depend on the room inside it:
/// they have an eye elsewhere, or one of them has many liberties outside.
pub(crate) fn survives(
    position: &Position,
    color: Color,
    wall: PointSet,
    inside: &PointSet,
) -> bool {
    let size = position.size();
    let mut left = wall & *position.stones(color);
    while let Some(stone) = left.first() {
        left -= position.block(stone);
        let outside = position.liberty_points(stone) - *inside;
        let eye = |p: Point| size.neighbors(p).all(|n| position.stone(n) == Some(color));
        if outside.len() > 5 || outside.iter().any(eye) {
            return true;
        }
    }
    false
}

/// Whether the stones on a wall that have liberties outside belong to one block.
fn is_one_block(position: &Position, wall: PointSet, inside: &PointSet) -> bool {
    let mut left = wall;
    let mut open = 0;
    while let Some(stone) = left.first() {
        left -= position.block(stone);
        open += usize::from(!position.liberty_points(stone).is_subset(inside));
    }
    open <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::setup::Setup;

    fn breaks(text: &str, point: &str) -> bool {
        let setup: Setup = text.parse().unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        breaks_nakade_seki(&position, Color::White, point.parse().unwrap())
    }

    const SEKI: &str = "
        . X X X .
        O O O X .
        . X O X .
        O X O X .
        . X O X .
        O O O X .
        . X X X .";

    /// Black at A4 makes a pyramid of four.
    const PYRAMID: &str = "
        . X X X .
        O O O X .
        . X O X .
        . X O X .
        O X O X .
        O O O X .
        . X X X .";

    #[test]
    fn an_eye_elsewhere_or_a_way_out_is_no_seki() {
        assert!(breaks(SEKI, "A3") && breaks(SEKI, "A5"));
        assert!(!breaks(SEKI, "A1") && !breaks(SEKI, "B4"));
        let eye = SEKI.replacen(". X X X", ". O X X", 1);
        assert!(!breaks(&eye, "A3"));
        let open = SEKI.replacen("O O O X", ". O O X", 1);
        assert!(!breaks(&open, "A3") && !breaks(&open, "A5"));
    }

    #[test]
    fn a_shape_that_can_become_a_killing_one_is_no_seki() {
        assert!(!breaks(PYRAMID, "A4") && !breaks(PYRAMID, "A5"));
    }

    #[test]
    fn an_eye_inside_or_a_loose_wall_is_no_seki() {
        // A1 is an eye of the enclosed stones, D2 the only point between.
        let eye = "
            . . . . . .
            X X X X X X
            O O O O O X
            X X X . O X
            . X O O O X";
        assert!(!breaks(eye, "D2"));
        let loose = SEKI.replacen("O O O X", "O O X X", 1);
        assert!(!breaks(&loose, "A3"));
    }
    #[test]
    fn shapes_that_kill_and_shapes_that_hold() {
        let position =
            |text: &str| Position::from_setup(&text.parse().unwrap(), Rules::japanese()).unwrap();
        let inner: Point = "B4".parse().unwrap();
        let seki = position(SEKI);
        assert_eq!(nakade_sekis(&seki), seki.block(inner));
        assert!(nakades(&seki).is_empty());
        let killed = position(PYRAMID);
        assert!(nakade_sekis(&killed).is_empty());
        assert_eq!(nakades(&killed), *killed.stones(Color::White));
    }
}
