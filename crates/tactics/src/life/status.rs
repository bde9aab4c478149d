//! The fate of a group on a board: which area to search, and how far the answer holds.

use board::{Color, PointSet, Position};
use budget::Budget;

use super::area::area;
use super::arena::{Arena, ArenaError, Outside};
use super::read::{Fate, Reading, Wanted, read, read_games, sample};
use crate::safety::static_safety;

/// How sure an answer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Warrant {
    /// Proved, whatever is outside the area.
    Proved,
    /// Proved if the attacker's stones around the area live, which is not proved.
    Walled,
    /// Proved if the group has no way out of the area and no help from outside.
    Enclosed,
    /// Read in surroundings that are a guess.
    Estimate,
    /// Not decided.
    #[default]
    Unknown,
}

/// The answer to a question of life and death.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// What was read.
    pub reading: Reading,
    /// How sure that is.
    pub warrant: Warrant,
    /// The empty points on which both could play.
    pub area: PointSet,
    /// The attacker's stones that are taken as alive without proof.
    pub walls: PointSet,
}

impl Status {
    /// A group that lives does so whatever becomes of the stones around it; one
    /// that dies needs them alive. Those proved safe need not be assumed.
    fn weigh_walls(&mut self, position: &Position, attacker: Color) {
        if matches!(self.reading.fate, Some(Fate::Alive | Fate::Seki)) {
            self.walls = PointSet::EMPTY;
        } else if !self.walls.is_empty() {
            self.walls -= static_safety(position).safe[attacker.index()];
        }
        if self.warrant == Warrant::Proved && !self.walls.is_empty() {
            self.warrant = Warrant::Walled;
        }
    }
}

/// How a question is to be answered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    /// Where both may play; found by itself if not given.
    pub area: Option<PointSet>,
    /// Look for every good first move.
    pub all_moves: bool,
    /// Be content with an answer for an enclosed group.
    pub enclosed: bool,
    /// Be content with a guess.
    pub estimate: bool,
}

/// The widest area tried.
const WIDEST: usize = 2;

/// What becomes of the group of the `target` stones when `first` moves first.
///
/// ```
/// use board::{Color, PointSet, Position, Rules, Setup};
/// use budget::Budget;
/// use tactics::life::{Fate, Terms, status};
///
/// let setup: Setup = "
///     . O O O O . .
///     O O X X O O .
///     O X X X X O .
///     O X . . . X O
///     O X X X X X O
///     O O O O O O O".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let target = PointSet::from_iter(["C2".parse()?]);
/// let first = Color::White;
/// let found = status(&position, &target, first, Terms::default(), &mut Budget::nodes(10_000))?;
/// assert_eq!(found.reading.fate, Some(Fate::Dead));
/// assert_eq!(found.reading.moves.to_string(), "D3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn status(
    position: &Position,
    target: &PointSet,
    first: Color,
    terms: Terms,
    budget: &mut Budget,
) -> Result<Status, ArenaError> {
    if terms.estimate {
        return Ok(estimate(position, target, first, budget));
    }
    let wanted = if terms.all_moves { Wanted::All } else { Wanted::One };
    let mut found = Status::default();
    let mut searched = PointSet::EMPTY;
    let mut nodes = 0;
    // Next to the group alone nothing is said about getting out.
    let narrowest = usize::from(terms.enclosed);
    for width in narrowest..=WIDEST {
        let free = terms.area.unwrap_or_else(|| area(position, target, width));
        if width > narrowest && free == searched {
            continue;
        }
        searched = free;
        let closed = Arena::new(position, target, &free, Outside::Closed)?;
        let reading = match read(&closed, first, wanted, budget) {
            Ok(reading) => reading,
            Err(_) if width > narrowest => break,
            Err(error) => return Err(ArenaError::Field(error)),
        };
        nodes += reading.nodes;
        let Some(fate) = reading.fate else {
            // A wider area might have said something else.
            if terms.enclosed {
                found.warrant = Warrant::Unknown;
            }
            break;
        };
        let survives = matches!(fate, Fate::Alive | Fate::Seki);
        let same =
            found.reading.fate == Some(fate) && found.reading.line.first() == reading.line.first();
        found = Status { reading, warrant: Warrant::Enclosed, area: free, walls: closed.walls };
        if survives {
            found.warrant = Warrant::Proved;
            break;
        }
        if terms.enclosed {
            if same {
                break;
            }
            continue;
        }
        let open = Arena::new(position, target, &free, Outside::Open)?;
        let sealed = open.area == closed.area && open.shore == closed.shore;
        if !sealed {
            let Ok(outer) = read(&open, first, wanted, budget) else { break };
            nodes += outer.nodes;
            if outer.fate != found.reading.fate {
                continue;
            }
            found.reading = outer;
        }
        found.warrant = Warrant::Proved;
        break;
    }
    found.reading.nodes = nodes;
    if let Some(defender) = target.first().and_then(|point| position.stone(point)) {
        found.weigh_walls(position, defender.opponent());
    }
    Ok(found)
}

/// The widest surroundings guessed.
pub const WIDEST_GUESS: usize = 3;

/// Threats that a player may be expected to find.
const THREATS: u8 = 2;

/// Random games of one question.
const ROUNDS: u32 = 20_000;

/// What was read with the world at one distance guessed.
#[derive(Clone, Debug)]
pub struct View {
    /// The empty points on which both could play.
    pub area: PointSet,
    /// What was read there.
    pub reading: Reading,
}

/// What becomes of the stones of `target` if the world around them is as it looks,
/// in an area that is wider for a higher `width`. Nothing if that cannot be read.
pub fn view(
    position: &Position,
    target: &PointSet,
    first: Color,
    width: usize,
    wanted: Wanted,
    budget: &mut Budget,
) -> Option<View> {
    let arena = super::estimate::guess(position, target, width)?;
    let reading = read_games(&arena, first, THREATS, wanted, budget).ok()?;
    reading.fate.is_some().then(|| View { area: arena.area & position.empty_points(), reading })
}

/// The empty points of the area of a [`view`].
pub fn view_area(position: &Position, target: &PointSet, width: usize) -> Option<PointSet> {
    let arena = super::estimate::guess(position, target, width)?;
    Some(arena.area & position.empty_points())
}

/// What becomes of the group if the world around it is as it looks. Proof numbers
/// answer as far out as they get; where that is too near, random play does.
fn estimate(position: &Position, target: &PointSet, first: Color, budget: &mut Budget) -> Status {
    let mut found = Status::default();
    let group = super::area::group(position, target);
    let before = budget.spent();
    let mut wide = None;
    let mut reached = 0;
    let part = budget.left() / 2 / (WIDEST_GUESS as u64 + 1);
    for width in 0..=WIDEST_GUESS {
        let Some(arena) = super::estimate::guess(position, &group, width) else { break };
        let area = arena.area & position.empty_points();
        let status =
            |reading| Status { reading, warrant: Warrant::Estimate, area, walls: arena.walls };
        let mut part = budget.part(part);
        let reading = read_games(&arena, first, THREATS, Wanted::One, &mut part);
        let _ = budget.charge(part.spent());
        let Ok(reading) = reading else { break };
        if reading.fate.is_some() {
            reached = width;
            found = status(reading);
        } else {
            let reading = sample(&arena, first, THREATS, ROUNDS, budget);
            wide = reading.ok().filter(|reading| reading.fate.is_some()).map(status);
            if width > 0 {
                break;
            }
        }
    }
    // That nothing need be done is the most likely error of a narrow view.
    let lazy = found.reading.tenuki || found.reading.line.is_empty();
    if let Some(wide) = wide
        && (found.reading.fate.is_none() || reached < 1 || lazy)
    {
        found = wide;
    }
    found.reading.nodes = budget.spent() - before;
    found
}
