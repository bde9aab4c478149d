//! Connection: can two blocks be joined, can they be cut?
//!
//! The owner wants the two in one block (Chen 2002, section 2.3, connection by
//! search). Ways are measured by the moves they take without an answer, and what
//! stands between may be taken. The same reading tells whether a block breaks
//! into an area.

mod cutters;
mod distance;
mod link;
mod virtual_links;

use board::{Color, KoRule, Move, Point, PointSet, Position, Rules};
use budget::{Budget, Exhausted};

use crate::capture::{Reading, Success};
use crate::goal::{self, Goal, KoMaster, Limits, Proof, Solver};

pub use link::{Link, Target};

/// How doubtful the owner's moves may be, tried in turn.
const DOUBTS: [u32; 3] = [2, 5, 9];

/// As doubtful as this only if many positions may be read.
const BOLD: [(u32, usize); 1] = [(16, 0)];

/// As doubtful as this, and so much farther, with the positions that are left. What was
/// read to the end before stands if they do not suffice.
const FURTHER: [(u32, usize); 3] = [(25, 0), (40, 1), (60, 2)];
const MANY: u64 = 20_000;

/// The part of the positions that is read to see whether taking what cuts them joins
/// them, if many may be read.
const TAKING_SHARE: u64 = 4;

/// The part of the positions that is read to see whether a ko helps, and the least.
const KO_SHARE: u64 = 8;
const KO_NODES: u64 = 5_000;

/// Blocks with more liberties than this stand while a short line lasts.
const PLENTY: usize = 5;

/// Can the owner, moving first, join the blocks on `from` and `to`?
pub fn connect(
    position: &Position,
    from: Point,
    to: Point,
    nodes: u64,
    budget: &mut Budget,
) -> Result<Reading, Exhausted> {
    read(position, from, Target::Block(to), true, nodes, budget)
}

/// Can the opponent, moving first, keep the blocks on `from` and `to` apart?
pub fn disconnect(
    position: &Position,
    from: Point,
    to: Point,
    nodes: u64,
    budget: &mut Budget,
) -> Result<Reading, Exhausted> {
    read(position, from, Target::Block(to), false, nodes, budget)
}

/// Can the block on `from`, its owner moving first, break into an area?
pub fn break_in(
    position: &Position,
    from: Point,
    area: PointSet,
    nodes: u64,
    budget: &mut Budget,
) -> Result<Reading, Exhausted> {
    read(position, from, Target::Area(area), true, nodes, budget)
}

/// Can the opponent of the block on `from`, moving first, keep it out of an area?
pub fn block_off(
    position: &Position,
    from: Point,
    area: PointSet,
    nodes: u64,
    budget: &mut Budget,
) -> Result<Reading, Exhausted> {
    read(position, from, Target::Area(area), false, nodes, budget)
}

/// The joining of the blocks on `from` and `to` into one as a strategy, with `first` to
/// move and the opponent retaking every ko: what [`goal::check`] can replay. Nothing
/// if it is not found.
///
/// [`goal::check`]: crate::goal::check
pub fn proof(
    position: &Position,
    from: Point,
    to: Point,
    first: Color,
    nodes: u64,
    budget: &mut Budget,
) -> Result<Option<Proof>, Exhausted> {
    let Some(goal) = Link::new(position, from, Target::Block(to)) else { return Ok(None) };
    let goal = goal.solid();
    let mut position = position.clone();
    position.set_rules(Rules { ko: KoRule::Simple, suicide: false, ..*position.rules() });
    let ko = KoMaster::Color(goal.achiever().opponent());
    let limits = Limits { ko, plenty: PLENTY, ..Limits::default() };
    goal::prove(&position, &goal, first, limits, &DOUBTS, budget, nodes)
}

/// Whether two stones are one block that cannot be taken at once.
pub fn is_joined(board: &Position, from: Point, to: Point, owners_turn: bool) -> bool {
    board.stone(from).is_some()
        && board.anchor(from) == board.anchor(to)
        && board.liberties(from) > usize::from(!owners_turn)
}

fn read(
    position: &Position,
    from: Point,
    to: Target,
    joining: bool,
    nodes: u64,
    budget: &mut Budget,
) -> Result<Reading, Exhausted> {
    let mut reading = Reading::failure();
    let Some(goal) = Link::new(position, from, to) else { return Ok(reading) };
    let owner = goal.achiever();
    let mover = if joining { owner } else { owner.opponent() };
    let mut position = position.clone();
    position.set_rules(Rules { ko: KoRule::Simple, suicide: false, ..*position.rules() });
    let before = budget.spent();
    let assumptions = [
        (KoMaster::Color(mover.opponent()), Success::Yes),
        (KoMaster::Color(mover), Success::KoAfterThreat),
        (KoMaster::Nobody, Success::Ko),
    ];
    for (ko, success) in assumptions {
        // A ko that joins them shows soon; not so one that keeps them apart.
        let brief = joining && success != Success::Yes;
        let most = if brief { nodes.min((nodes / KO_SHARE).max(KO_NODES)) } else { nodes };
        let (found, ko_mattered) = one(&position, &goal, mover, ko, most, budget)?;
        let exhausted = reading.exhausted || found.exhausted;
        if found.success == Success::Yes {
            reading = Reading { success, ..found };
        } else if success == Success::Yes {
            reading = found;
        }
        reading.exhausted = exhausted;
        let helped = reading.success != Success::No;
        let more = match success {
            Success::Yes => !helped && ko_mattered,
            Success::KoAfterThreat => helped,
            _ => false,
        };
        if !more {
            break;
        }
    }
    reading.nodes = budget.spent() - before;
    Ok(reading)
}

/// Reads under one assumption about kos.
fn one(
    position: &Position,
    goal: &Link,
    mover: Color,
    ko: KoMaster,
    nodes: u64,
    budget: &mut Budget,
) -> Result<(Reading, bool), Exhausted> {
    let joining = mover == goal.achiever();
    let mut reading = Reading::failure();
    let limits = Limits { ko, plenty: PLENTY, ..Limits::default() };
    let mut part = budget.part(nodes);
    let mut solver = Solver::new(position.clone(), goal, limits);
    let mut achieved = widen(&mut solver, goal, mover, DOUBTS.map(|doubt| (doubt, 0)), &mut part);
    let by_capture = goal.by_capture(nodes);
    let mut taking = Solver::new(position.clone(), &by_capture, limits);
    let (mut taken, mut cut_short) = (false, false);
    // Reading further must not use up what a plain answer needs.
    let many = nodes >= MANY;
    let plenty = many && budget.left() / 3 >= nodes;
    if achieved == Some(false) && plenty {
        let mut some = budget.part(nodes / TAKING_SHARE);
        let stages = DOUBTS.map(|doubt| (doubt, 0));
        taken = widen(&mut taking, &by_capture, mover, stages, &mut some) == Some(true);
        budget.charge(some.spent() + by_capture.captures_read())?;
    }
    if achieved == Some(false) && many && !taken {
        achieved = widen(&mut solver, goal, mover, BOLD, &mut part);
    }
    if achieved == Some(false) && plenty && !taken {
        let further = widen(&mut solver, goal, mover, FURTHER, &mut part);
        cut_short = further.is_none();
        achieved = further.or(achieved);
    }
    budget.charge(part.spent())?;
    let joined = taken || achieved == Some(true);
    let solver = if taken { &mut taking } else { &mut solver };
    reading.exhausted = !taken && achieved.is_none();
    reading.depth = if joined { solver.depth(mover) } else { 0 };
    let short = reading.depth.div_ceil(2) <= PLENTY;
    reading.proved = joined && !taken && short && !solver.threats_ran_out();
    if joined == joining {
        reading.success = Success::Yes;
        reading.first = solver.first(mover);
        if !joining && reading.first.is_none() {
            // They are apart already. If the opponent moves, where?
            solver.set_must_move();
            let mut part = budget.part(nodes);
            let moved = solver.solve(mover, &mut part);
            if !moved.is_ok_and(|outcome| outcome.achieved) {
                reading.first = solver.first(mover);
            }
            budget.charge(part.spent())?;
        }
    }
    if cut_short {
        solver.set_doubt_limit(BOLD[0].0);
    }
    let same = !cut_short || solver.first(mover) == reading.first;
    let line = if same { solver.line(mover) } else { Vec::new() }.into_iter();
    reading.line =
        line.map(|(color, point)| (color, point.map_or(Move::Pass, Move::Play))).collect();
    Ok((reading, solver.ko_mattered()))
}

/// Reads with more and more doubt, and farther and farther, until they are joined.
fn widen<const N: usize>(
    solver: &mut Solver<'_, Link>,
    goal: &Link,
    mover: Color,
    stages: [(u32, usize); N],
    budget: &mut Budget,
) -> Option<bool> {
    for (doubt, farther) in stages {
        solver.set_doubt_limit(doubt);
        goal.set_farther(farther);
        if solver.solve(mover, budget).ok()?.achieved {
            return Some(true);
        }
    }
    Some(false)
}
