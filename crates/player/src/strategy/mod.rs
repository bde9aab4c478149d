//! Strategies without a tree: the four paradigms of move decision (Chen 2002, section 4).
//!
//! All rest on the same [`knowledge`](crate::knowledge) and [`motives`](crate::motive).
//!
//! | strategy | decides by |
//! |---|---|
//! | [`Paradigm::Static`] | the values of motives alone |
//! | [`Paradigm::Try`] | playing each good move and counting |
//! | [`Paradigm::Selective`] | looking a few moves ahead, few moves wide |
//! | [`Paradigm::Temperature`] | what it matters who moves first in a place |
//! | [`Paradigm::Sentestrat`], [`Paradigm::Thermostrat`] | the same, by other strategies for sums |
//! | [`Paradigm::Sum`] | a sum of local games, each searched by itself (Müller 1995, chapter 4) |

mod ahead;
mod count;
mod heat;
mod ko;
mod sum;

use board::{Color, Move, Point, Position, Scoring};
use budget::Budget;
use cgt::{Overflow, Rational, Side, Strategy};
use predict::Predictor;

use crate::Choice;
use crate::decide::winning_pass;
use crate::ending::ending;
use crate::knowledge::{Effort, Knowledge};
use crate::motive::{Proposal, is_blunder, proposals};

/// How a move is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paradigm {
    /// Static analysis: the most valuable move.
    Static,
    /// Try and evaluate: the move after which the count is best.
    Try,
    /// Global selective search.
    Selective,
    /// The hottest of local switches.
    Temperature,
    /// Local switches, and an answer to whatever is hotter than the board was.
    Sentestrat,
    /// Local switches, at the temperature that promises most.
    Thermostrat,
    /// The heuristic sum game: local games searched by themselves.
    Sum,
}

impl Paradigm {
    /// All of them.
    pub const ALL: [Paradigm; 7] = [
        Paradigm::Static,
        Paradigm::Try,
        Paradigm::Selective,
        Paradigm::Temperature,
        Paradigm::Sentestrat,
        Paradigm::Thermostrat,
        Paradigm::Sum,
    ];
}

/// Chooses a move for `color`. A node of the budget is a position that is looked at.
/// Always gives a legal move.
///
/// ```
/// use board::{Color, Position, Rules, Setup};
/// use budget::Budget;
/// use player::strategy::{Paradigm, choose};
///
/// let setup: Setup = "
///     . . . . . . .
///     . X X X . . .
///     X O O O . . .
///     . X X X . O .
///     . . . . . O .
///     . . . O O . .
///     . . . . . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::chinese())?;
/// for paradigm in Paradigm::ALL {
///     let choice = choose(&position, Color::White, paradigm, None, &mut Budget::nodes(200), 1);
///     assert_eq!(choice.mv, "E5".parse()?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn choose(
    position: &Position,
    color: Color,
    paradigm: Paradigm,
    mut predictor: Option<&mut Predictor>,
    budget: &mut Budget,
    seed: u64,
) -> Choice {
    let mut position = position.clone();
    position.set_to_play(color);
    if let Some(choice) = winning_pass(&position, color, seed) {
        return choice;
    }
    let known = Knowledge::new(&position, Effort::QUICK);
    let proposals = proposals(&position, color, &known, predictor.as_deref_mut());
    let threat = {
        let predictor = predictor.as_deref_mut();
        ko_threat(&position, color, paradigm, &known, &proposals, predictor, budget)
    };
    if let Some(threat) = threat {
        let mv = Move::Play(threat);
        return Choice { mv, win_rate: 0.5, score: known.score, playouts: 0 };
    }
    let sound = sound(&position, color, proposals);
    let found = decide(&position, color, paradigm, &sound, predictor, budget)
        .or_else(|| sound.first().map(|proposal| proposal.point));
    let greatest = sound.first().map_or(0.0, |proposal| proposal.value);
    let mv = match found {
        Some(point) if greatest >= QUIET => Some(point),
        found => last_moves(&position, color, found, seed),
    };
    Choice { mv: mv.map_or(Move::Pass, Move::Play), win_rate: 0.5, score: known.score, playouts: 0 }
}

/// The ko threat to play, if the paradigm would rather play where a ko forbids it.
fn ko_threat(
    position: &Position,
    color: Color,
    paradigm: Paradigm,
    known: &Knowledge,
    moves: &[Proposal],
    mut predictor: Option<&mut Predictor>,
    budget: &mut Budget,
) -> Option<Point> {
    let banned = ko::banned(position, color);
    if banned.is_empty() {
        return None;
    }
    let lifted = ko::without_ban(position, color)?;
    let free = Knowledge::new(&lifted, Effort::QUICK);
    let proposals = proposals(&lifted, color, &free, predictor.as_deref_mut());
    let sound = sound(&lifted, color, proposals);
    // What is thought about the ko must leave something for the move.
    let mut part = budget.part(budget.left() / 2);
    let wanted = decide(&lifted, color, paradigm, &sound, predictor, &mut part);
    let left = budget.charge(part.spent());
    let ko = wanted.filter(|point| banned.contains(*point) && left.is_ok())?;
    let worth = ko::worth(&lifted, color, ko);
    ko::threat(position, color, known, moves, worth, budget)
}

/// What a paradigm says of the moves that survived the move checker.
fn decide(
    position: &Position,
    color: Color,
    paradigm: Paradigm,
    sound: &[Proposal],
    predictor: Option<&mut Predictor>,
    budget: &mut Budget,
) -> Option<Point> {
    let by_heat = |strategy, predictor, budget: &mut Budget| {
        heat::best_place(position, color, strategy, sound, predictor, budget)
    };
    let point = |(point, _)| point;
    match paradigm {
        Paradigm::Static => sound.first().map(|proposal| proposal.point),
        Paradigm::Try => ahead::best_by_count(position, color, sound, budget).map(point),
        Paradigm::Selective => {
            ahead::best_ahead(position, color, sound, predictor, budget).map(point)
        }
        Paradigm::Temperature => by_heat(Strategy::Hottest, predictor, budget),
        Paradigm::Sentestrat => by_heat(Strategy::Sentestrat, predictor, budget),
        Paradigm::Thermostrat => by_heat(Strategy::Thermostrat, predictor, budget),
        Paradigm::Sum => sum::best_in_sum(position, color, SUM, predictor, budget).map(point),
    }
}

/// The side of a color in sums: Black is Left.
fn side(color: Color) -> Side {
    if color == Color::Black { Side::Left } else { Side::Right }
}

/// A number of points, to the half.
fn points(value: f64) -> Result<Rational, Overflow> {
    Rational::new((2.0 * value.clamp(-1000.0, 1000.0)).round() as i128, 2)
}

/// How a move is chosen in the sum of local games.
const SUM: Strategy = Strategy::Thermostrat;

/// Where no move is worth more than this, the game may be over.
const QUIET: f64 = 1.5;

/// The moves that survive the move checker, as many as strategies look at.
fn sound(position: &Position, color: Color, proposals: Vec<Proposal>) -> Vec<Proposal> {
    let checked = proposals.into_iter().take(3 * WIDTH);
    checked.filter(|proposal| !is_blunder(position, color, proposal)).take(WIDTH).collect()
}

/// So many moves are tried.
const WIDTH: usize = 12;

/// What is left to play at the end: `found` if the game is not over, else a point that
/// both reach, where that counts.
fn last_moves(position: &Position, color: Color, found: Option<Point>, seed: u64) -> Option<Point> {
    let end = ending(position, seed);
    if !end.settled {
        return found;
    }
    let useful = |point: &Point| {
        end.matters(position, color, *point) && position.is_legal(color, *point) && {
            let mut after = position.clone();
            after.play(color, Move::Play(*point)).is_ok()
                && after.stone(*point).is_some()
                && after.liberties(*point) > 1
        }
    };
    if let Some(point) = found.filter(useful) {
        return Some(point);
    }
    let useful = position.empty_points().iter().find(useful);
    useful.filter(|_| position.rules().scoring == Scoring::Area)
}
