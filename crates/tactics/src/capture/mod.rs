//! Capture: can a block be taken, and can it be saved?
//!
//! The *hunter* wants the *prey* off the board (Kierulf 1985, section 3, whose
//! words these are). No liberty limits have to be given: tight pursuit looks
//! cheap to the search, loose pursuit dear, and a prey with many liberties has
//! escaped. Kos are named by reading under three assumptions, from the one that
//! is worst for the side that moves first to the one that is best.

mod moves;
mod prey;

use board::{Color, KoRule, Move, Point, Position, Rules};
use budget::{Budget, Exhausted};

use crate::goal::{KoMaster, Limits, Solver};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions to search for each assumption about kos.
    pub nodes: u64,
    /// Whether the prey tries everything that could matter, so that a capture
    /// is proved.
    pub complete: bool,
    /// More liberties than this, with the hunter to move, are an escape.
    pub hunter_liberties: usize,
    /// More liberties than this, with the prey to move, are an escape.
    pub prey_liberties: usize,
    /// How many moves ahead.
    pub depth: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            nodes: 1_000,
            complete: true,
            hunter_liberties: 4,
            prey_liberties: 3,
            depth: 400,
        }
    }
}

/// Can the block on `prey` be captured if the other side moves first? On an
/// empty point there is nothing to capture.
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

fn read(
    position: &Position,
    prey: Point,
    hunting: bool,
    effort: &Effort,
    budget: &mut Budget,
) -> Result<Reading, Exhausted> {
    let mut reading = Reading {
        success: Success::No,
        first: None,
        line: Vec::new(),
        depth: 0,
        proved: false,
        exhausted: false,
        nodes: 0,
    };
    let Some(owner) = position.stone(prey) else { return Ok(reading) };
    let mover = if hunting { owner.opponent() } else { owner };
    let mut position = position.clone();
    position.set_rules(Rules { ko: KoRule::Simple, suicide: false, ..*position.rules() });
    let before = budget.spent();
    // First the assumption that is worst for the mover. If he fails because of
    // a ko: would winning every ko help him at all? Then whose threat it takes.
    let assumptions = [
        (KoMaster::Color(mover.opponent()), Success::Yes),
        (KoMaster::Color(mover), Success::KoAfterThreat),
        (KoMaster::Nobody, Success::Ko),
    ];
    for (ko, success) in assumptions {
        let goal = Prey::new(&position, prey, ko, effort);
        let limits = Limits { complete: effort.complete, ko, depth: effort.depth, plenty: 5, must_move: false, doubt: 0 };
        let mut solver = Solver::new(position.clone(), &goal, limits);
        let mut part = budget.part(effort.nodes);
        let mut achieved = None;
        for doubt in DOUBTS {
            solver.set_doubt(doubt);
            achieved = solver.solve(mover, &mut part).ok().map(|outcome| outcome.achieved);
            if achieved != Some(false) {
                break;
            }
        }
        budget.spend(part.spent())?;
        reading.nodes = budget.spent() - before;
        reading.proved = achieved == Some(true);
        if achieved.is_none() {
            reading.exhausted = true;
        }
        let captured = achieved == Some(true);
        if captured != hunting {
            // Under the first assumption a ko may still help; under the second
            // nothing does; under the third the second stands.
            if success == Success::Yes && solver.ko_mattered() {
                continue;
            }
            break;
        }
        reading.success = success;
        reading.first = solver.first(mover);
        reading.depth = solver.depth(mover);
        if hunting && reading.first.is_none() {
            reading.first = position.liberty_points(prey).first();
            reading.depth = 1;
        }
        if !hunting && reading.first.is_none() {
            // It need not move. If it moves, where?
            solver.set_must_move();
            let mut part = budget.part(effort.nodes);
            if solver.solve(mover, &mut part).is_err() {
                reading.exhausted = true;
            }
            reading.first = solver.first(mover);
            budget.spend(part.spent())?;
            reading.nodes = budget.spent() - before;
        }
        reading.line = line(&mut solver, mover);
        if success != Success::KoAfterThreat {
            break;
        }
    }
    Ok(reading)
}

/// How doubtful the hunter's moves may be, tried in turn.
const DOUBTS: [u32; 2] = [4, 8];

fn line(solver: &mut Solver<'_, Prey>, mover: Color) -> Vec<(Color, Move)> {
    let line = solver.line(mover).into_iter();
    line.map(|(color, point)| (color, point.map_or(Move::Pass, Move::Play))).collect()
}
