//! How many eyes is one space worth, to the player who moves first and to the other?
//!
//! The stones around the space are taken as one block, strong everywhere else: what
//! counts is what happens inside. A space is worth two eyes if that block lives by it
//! alone, one eye if it lives together with one sure eye elsewhere. Both are read out
//! on the space as a small graph ([`Eyespace`]). Where the wall of an eye may be cut at
//! its corners, the point is open to the opponent, or becomes so by a move there (the
//! topological eyes of Landman 1996 and of GNU Go's optics, whose answers
//! [`EyeValue`] speaks).

mod corners;
mod graph;
mod space;

use board::{Color, Point, PointSet, Position};
use budget::{Budget, Exhausted};

pub use graph::Eyespace;

/// What a space is worth in eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyeValue {
    /// Whose eyes.
    pub owner: Color,
    /// If the opponent moves first, and wins kos.
    pub min: u8,
    /// If the owner moves first, and wins kos.
    pub max: u8,
    /// The opponent's move if that lessens the eyes.
    pub attack: Option<Point>,
    /// The owner's move if that makes more eyes.
    pub defence: Option<Point>,
}

/// The value of the eye space around `point`; nothing if there is none, or if it is
/// too wide to be an eye space.
///
/// ```
/// use board::{Position, Rules, Setup};
/// use budget::Budget;
/// use tactics::eyespace::eyes;
///
/// // Three points in a row: one eye or two.
/// let setup: Setup = "
///     . . . . . .
///     . . . . . .
///     . O X X X X
///     . O X . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let value = eyes(&position, "D1".parse()?, &mut Budget::unlimited())?.expect("a space");
/// assert_eq!((value.min, value.max), (1, 2));
/// assert_eq!(value.attack, Some("E1".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn eyes(
    position: &Position,
    point: Point,
    budget: &mut Budget,
) -> Result<Option<EyeValue>, Exhausted> {
    let mut best: Option<EyeValue> = None;
    for (owner, space) in space::find(position, point, budget)? {
        let Some(value) = worth(position, owner, &space, budget)? else { continue };
        if value.max > 0 {
            return Ok(Some(value));
        }
        best = best.or(Some(value));
    }
    Ok(best)
}

/// The value of one space.
fn worth(
    position: &Position,
    owner: Color,
    space: &PointSet,
    budget: &mut Budget,
) -> Result<Option<EyeValue>, Exhausted> {
    let Some((graph, names)) = space::graph(position, owner, space, false, budget)? else {
        return Ok(None);
    };
    let Some((strong, own_names)) = space::graph(position, owner, space, true, budget)? else {
        return Ok(None);
    };
    let mut value = EyeValue { owner, min: 0, max: 0, attack: None, defence: None };
    for eyes in [1, 2] {
        let Some(attacked) = graph.attack(eyes, budget)? else {
            value.min = eyes;
            value.max = eyes;
            continue;
        };
        // If the opponent need not even move, only a ko could help the owner: one at a corner.
        let theirs = match attacked {
            Some(cell) => names[cell][0],
            None => match strong.attack(eyes, budget)?.flatten() {
                Some(cell) => own_names[cell][0],
                None => break,
            },
        };
        let Some(defended) = strong.defend(eyes, budget)? else { break };
        value.max = eyes;
        if value.attack.is_none() {
            value.attack = Some(theirs);
            // The opponent's vital point is often the owner's.
            let same = own_names.iter().position(|names| names[0] == theirs);
            let defended = match (defended, same) {
                (Some(cell), Some(same)) if cell == same || strong.holds(eyes, same, budget)? => {
                    Some(own_names[same][0])
                }
                (Some(cell), _) => Some(own_names[cell][1]),
                (None, _) => graph.secure(eyes, budget)?.map(|cell| names[cell][1]),
            };
            value.defence = Some(defended.unwrap_or(theirs));
        }
    }
    Ok(Some(value))
}
