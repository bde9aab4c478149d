//! Capture: can a block be taken, and can it be saved?
//!
//! The *hunter* wants the *prey* off the board (Kierulf 1985, section 3, whose
//! words these are). No liberty limits have to be given: tight pursuit looks
//! cheap to the search, loose pursuit dear, and a prey with many liberties has
//! escaped. Kos are named by reading under three assumptions, from the one that
//! is worst for the side that moves first to the one that is best.

mod blocks;
mod combination;
mod moves;
mod prey;

use board::{Color, KoRule, Move, Point, PointSet, Position, Rules};
use budget::{Budget, Exhausted};

use crate::goal::{self, Goal, KoMaster, Limits, Proof, Solver};

pub use blocks::{BlockStatus, Status, blocks};
pub use combination::{Depth, combination, meet_combination};
pub use prey::Prey;

/// How a side that moves first comes out. The order is from worst to best, for
/// that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Success {
    /// It fails.
    No,
    /// By a ko the other side takes first: it needs a threat before it begins.
    KoAfterThreat,
    /// By a ko it takes first: it must then ignore a threat.
    Ko,
    /// Whatever happens elsewhere.
    Yes,
}

impl Reading {
    pub(crate) fn failure() -> Reading {
        Reading {
            success: Success::No,
            first: None,
            line: Vec::new(),
            depth: 0,
            proved: false,
            exhausted: false,
            nodes: 0,
        }
    }
}

impl Success {
    /// GNU Go's code for it: 0, 3, 2 or 1.
    pub fn code(self) -> u8 {
        match self {
            Success::No => 0,
            Success::Yes => 1,
            Success::Ko => 2,
            Success::KoAfterThreat => 3,
        }
    }
}

/// What reading a capture or an escape found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// How the side that moves first comes out.
    pub success: Success,
    /// Its move; `None` if it fails or need not move.
    pub first: Option<Point>,
    /// The line that shows it, passes included.
    pub line: Vec<(Color, Move)>,
    /// Moves to the capture against the longest resistance; 0 if there is none.
    pub depth: usize,
    /// Whether it is proved against every resistance. Otherwise it rests on
    /// selected moves and counts of liberties.
    pub proved: bool,
    /// Whether the reading ended because its nodes were used up.
    pub exhausted: bool,
    /// Positions searched.
    pub nodes: u64,
}

/// How to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions to search for each assumption about kos.
    pub nodes: u64,
    /// Whether a long capture is read once more, until it is proved. Short ones
    /// always are.
    pub prove: bool,
    /// More liberties than this, with the hunter to move, are an escape.
    pub hunter_liberties: usize,
    /// More liberties than this, with the prey to move, are an escape.
    pub prey_liberties: usize,
    /// How many moves ahead.
    pub depth: usize,
    /// Who wins every ko; `None` reads all cases and names the ko.
    pub ko: Option<KoMaster>,
    /// Points where the hunter may not play.
    pub boundary: PointSet,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            nodes: 800,
            prove: false,
            hunter_liberties: 4,
            prey_liberties: 3,
            depth: 400,
            ko: None,
            boundary: PointSet::EMPTY,
        }
    }
}

impl Effort {
    /// Little: for every block of a board, at every move of a game.
    pub fn quick() -> Effort {
        Effort { nodes: 60, ..Effort::default() }
    }
}

/// Can the block on `prey` be captured if the other side moves first? On an
/// empty point there is nothing to capture.
///
/// ```
/// use board::{Position, Rules, Setup};
/// use budget::Budget;
/// use tactics::capture::{Effort, Success, attack};
///
/// // A net.
/// let setup: Setup = "
///     . . . . . .
///     . . . . . .
///     . . . . . .
///     . O X . . .
///     . O X O . .
///     . . O . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let effort = Effort { prove: true, nodes: 20_000, ..Effort::default() };
/// let found = attack(&position, "C2".parse()?, &effort, &mut Budget::unlimited())?;
/// assert_eq!(found.success, Success::Yes);
/// assert!(found.proved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn attack(
    position: &Position,
    prey: Point,
    effort: &Effort,
    budget: &mut Budget,
) -> Result<Reading, Exhausted> {
    read(position, prey, true, effort, budget)
}

/// Can the block on `prey` be saved if its own side moves first?
pub fn defend(
    position: &Position,
    prey: Point,
    effort: &Effort,
    budget: &mut Budget,
) -> Result<Reading, Exhausted> {
    read(position, prey, false, effort, budget)
}

/// The capture of the block on `prey` as a strategy, with `first` to move and its owner
/// retaking every ko: what [`goal::check`] can replay. Nothing if no such capture is
/// found.
///
/// [`goal::check`]: crate::goal::check
pub fn proof(
    position: &Position,
    prey: Point,
    first: Color,
    effort: &Effort,
    budget: &mut Budget,
) -> Result<Option<Proof>, Exhausted> {
    let Some(owner) = position.stone(prey) else { return Ok(None) };
    let mut position = position.clone();
    position.set_rules(Rules { ko: KoRule::Simple, suicide: false, ..*position.rules() });
    let ko = KoMaster::Color(owner);
    let goal = Prey::new(&position, prey, ko, effort);
    let limits = Limits { ko, depth: effort.depth, plenty: PLENTY, ..Limits::default() };
    goal::prove(&position, &goal, first, limits, &DOUBTS, budget, effort.nodes)
}

/// Whether the block of `owner` on `prey` is captured on this board, or is at once by
/// the hunter if it is his turn, and not by a ko that could be retaken.
pub fn is_captured(board: &Position, prey: Point, owner: Color, hunters_turn: bool) -> bool {
    if board.stone(prey) != Some(owner) {
        return board.ko_point().is_none();
    }
    let last = board.liberty_points(prey);
    if !hunters_turn || last.len() != 1 {
        return false;
    }
    let mut after = board.clone();
    let taken = last.first().is_some_and(|p| after.play(owner.opponent(), p.into()).is_ok());
    taken && after.stone(prey) != Some(owner) && after.ko_point().is_none()
}

/// How doubtful the hunter's moves may be, tried in turn.
const DOUBTS: [u32; 3] = [2, 5, 10];

/// As doubtful as this only if many positions may be read, and if less doubt left most of
/// them.
const BOLD: [u32; 2] = [18, 30];
const MANY: u64 = 20_000;

/// The part of the positions that is read to see whether a ko helps, and the least.
const KO_SHARE: u64 = 8;
const KO_NODES: u64 = 5_000;

/// Threats for a ko that a player hopes to win; more are to be feared of the other.
const HOPED_THREATS: u32 = 2;

/// Hunters with more liberties than this stand while a short capture lasts.
const PLENTY: usize = 5;

fn read(
    position: &Position,
    prey: Point,
    hunting: bool,
    effort: &Effort,
    budget: &mut Budget,
) -> Result<Reading, Exhausted> {
    let mut reading = Reading::failure();
    let Some(owner) = position.stone(prey) else { return Ok(reading) };
    let mover = if hunting { owner.opponent() } else { owner };
    let mut position = position.clone();
    position.set_rules(Rules { ko: KoRule::Simple, suicide: false, ..*position.rules() });
    let before = budget.spent();
    // First the assumption that is worst for the mover. If he fails because of
    // a ko: would winning every ko help him at all? Then whose threat it takes.
    let all = [
        (KoMaster::Color(mover.opponent()), Success::Yes),
        (KoMaster::Color(mover), Success::KoAfterThreat),
        (KoMaster::Nobody, Success::Ko),
    ];
    let given = effort.ko.map(|ko| [(ko, Success::Yes)]);
    let assumptions = given.as_ref().map_or(&all[..], |given| &given[..]);
    for &(ko, success) in assumptions {
        let goal = Prey::new(&position, prey, ko, effort);
        // A ko that helps the hunter shows soon; not so one that saves the prey.
        let brief = hunting && success != Success::Yes;
        let share = (effort.nodes / KO_SHARE).max(KO_NODES);
        let nodes = if brief { effort.nodes.min(share) } else { effort.nodes };
        let (found, ko_mattered) = one(&position, &goal, mover, ko, nodes, effort, budget)?;
        let done = found.success == Success::Yes || !ko_mattered || success != Success::Yes;
        if found.success == Success::Yes {
            let exhausted = reading.exhausted || found.exhausted;
            reading = Reading { success, exhausted, ..found };
        } else if success == Success::Yes {
            reading = found;
        } else {
            reading.exhausted |= found.exhausted;
            reading.proved &= found.proved || reading.success != Success::No;
        }
        if done && (success != Success::KoAfterThreat || reading.success == Success::No) {
            break;
        }
    }
    let lone = position.block_size(prey) == 1;
    if hunting && lone && matches!(reading.success, Success::Ko | Success::KoAfterThreat) {
        // The owner may be able to retake the ko, but never to end it.
        let ko = KoMaster::Color(owner);
        let goal = Prey::new(&position, prey, ko, effort).fighting_on();
        let careful = Effort { nodes: effort.nodes.min(MANY - 1), ..effort.clone() };
        let (found, _) = one(&position, &goal, mover, ko, careful.nodes, &careful, budget)?;
        reading.exhausted |= found.exhausted;
        if found.success == Success::Yes {
            reading = found;
        }
    }
    reading.nodes = budget.spent() - before;
    Ok(reading)
}

/// Reads under one assumption about kos: yes or no, and whether a ko mattered.
fn one(
    position: &Position,
    goal: &Prey,
    mover: Color,
    ko: KoMaster,
    nodes: u64,
    effort: &Effort,
    budget: &mut Budget,
) -> Result<(Reading, bool), Exhausted> {
    let hunting = mover == goal.achiever();
    let mut reading = Reading::failure();
    let most = Limits::default().threats;
    let threats = if ko == KoMaster::Color(mover) { HOPED_THREATS } else { most };
    let limits = Limits { ko, depth: effort.depth, plenty: PLENTY, threats, ..Limits::default() };
    let mut solver = Solver::new(position.clone(), goal, limits);
    let mut part = budget.part(nodes);
    let mut achieved = None;
    let mut latest = None;
    for doubt in DOUBTS.into_iter().chain(BOLD) {
        if doubt >= BOLD[0] && (effort.nodes < MANY || part.spent() > nodes / 4) {
            break;
        }
        solver.set_doubt_limit(doubt);
        achieved = solver.solve(mover, &mut part).ok().map(|outcome| outcome.achieved);
        if achieved != Some(false) {
            break;
        }
        latest = solver.first(mover);
    }
    budget.charge(part.spent())?;
    let captured = achieved == Some(true);
    reading.exhausted = achieved.is_none();
    reading.depth = if captured { solver.depth(mover) } else { 0 };
    let short = reading.depth.div_ceil(2) <= PLENTY;
    reading.proved = captured && short && !solver.threats_ran_out();
    if captured && !short && effort.prove && !solver.threats_ran_out() {
        // Once more, with nobody standing for his liberties alone.
        let limits = Limits { plenty: usize::MAX, ..limits };
        let mut proof = Solver::new(position.clone(), goal, limits);
        proof.set_doubt_limit(solver.doubt_limit());
        let mut part = budget.part(effort.nodes.saturating_mul(4));
        let again = proof.solve(mover, &mut part);
        budget.charge(part.spent())?;
        if again.is_ok_and(|outcome| outcome.achieved) && !proof.threats_ran_out() {
            reading.proved = true;
        }
    }
    if captured == hunting {
        reading.success = Success::Yes;
        // What was not read to the end is met as it was with less doubt.
        reading.first = latest.filter(|_| reading.exhausted).or_else(|| solver.first(mover));
        if hunting && reading.first.is_none() {
            reading.first = position.liberty_points(goal.stone()).first();
        }
        if !hunting && reading.first.is_none() {
            // It need not move. If it moves, where?
            solver.set_must_move();
            let mut part = budget.part(effort.nodes);
            let moved = solver.solve(mover, &mut part);
            if !moved.is_ok_and(|outcome| outcome.achieved) {
                reading.first = solver.first(mover);
            }
            budget.charge(part.spent())?;
        }
    }
    reading.line = line(&mut solver, position, goal, mover);
    Ok((reading, solver.ko_mattered()))
}

/// The line found, with the capture itself at its end.
fn line(
    solver: &mut Solver<'_, Prey>,
    position: &Position,
    goal: &Prey,
    mover: Color,
) -> Vec<(Color, Move)> {
    let found = solver.line(mover).into_iter();
    let mut line: Vec<(Color, Move)> =
        found.map(|(color, point)| (color, point.map_or(Move::Pass, Move::Play))).collect();
    // A pass where the prey could as well do nothing ends the resistance.
    let hunter = goal.achiever();
    let mut board = position.clone();
    for &(color, mv) in &line {
        if board.play(color, mv).is_err() {
            return line;
        }
    }
    let next = line.last().map_or(mover, |&(color, _)| color.opponent());
    if next == hunter && board.liberties(goal.stone()) == 1 {
        line.extend(board.liberty_points(goal.stone()).first().map(|p| (hunter, Move::Play(p))));
    }
    line
}
