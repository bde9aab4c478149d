//! A position, the side to move and no question: what is the problem?
//!
//! What is looked for is a group whose fate hangs on the move: one of the
//! opponent's that can be killed, or one's own that must be saved.

use board::{Color, PointSet, Position, benson};
use budget::Budget;

use crate::life::{self, Fate, Status, Terms, Warrant};

/// What the player to move can achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// To kill a group of the opponent's.
    Kill,
    /// To save a group of one's own.
    Live,
}

/// A problem that was found, and its solution.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What is to be done.
    pub task: Task,
    /// The group it is about.
    pub target: PointSet,
    /// What becomes of it, and by which moves.
    pub status: Status,
}

/// The groups looked at first get this many nodes each, then more.
const ROUNDS: [u64; 4] = [30_000, 300_000, 3_000_000, u64::MAX];

/// Finds what `position` asks of the player to move.
pub fn solve(position: &Position, budget: &mut Budget) -> Option<Solution> {
    let candidates = candidates(position);
    let mut best: Option<(u32, Solution)> = None;
    for (round, &nodes) in ROUNDS.iter().enumerate() {
        for (task, target) in &candidates {
            let terms = Terms { all_moves: false, enclosed: true, ..Terms::default() };
            let mut part = budget.part(nodes);
            let found = life::status(position, target, position.to_play(), terms, &mut part);
            let out = budget.spend(part.spent()).is_err();
            if let Ok(status) = found {
                let value = value(*task, &status, target);
                if value > best.as_ref().map_or(0, |best| best.0) {
                    best = Some((value, Solution { task: *task, target: *target, status }));
                }
            }
            if out {
                return best.map(|best| best.1);
            }
        }
        let urgent = best.as_ref().is_some_and(|(value, _)| *value >= URGENT);
        if urgent || round + 1 == ROUNDS.len() {
            break;
        }
    }
    best.map(|best| best.1)
}

/// A solution worth this much is unconditional and hangs on the move.
const URGENT: u32 = 10_000;

/// How much a found answer looks like the solution of a problem.
fn value(task: Task, status: &Status, target: &PointSet) -> u32 {
    let reading = &status.reading;
    if status.warrant == Warrant::Unknown || reading.tenuki || reading.moves.is_empty() {
        return 0;
    }
    let weight = match (task, reading.fate) {
        (Task::Kill, Some(Fate::Dead)) | (Task::Live, Some(Fate::Alive)) => URGENT,
        (Task::Live, Some(Fate::Seki)) => URGENT - 1000,
        (Task::Kill, Some(Fate::KoForAttacker)) => 1000,
        (Task::Live, Some(Fate::KoForDefender)) => 1000,
        (_, Some(Fate::KoForAttacker | Fate::KoForDefender)) => 500,
        _ => return 0,
    };
    weight + target.len() as u32
}

/// The groups that may be in question, the most enclosed first.
fn candidates(position: &Position) -> Vec<(Task, PointSet)> {
    let mut found: Vec<(usize, Task, PointSet)> = Vec::new();
    for color in Color::BOTH {
        let alive = benson::unconditional(position, color).blocks;
        let task = if color == position.to_play() { Task::Live } else { Task::Kill };
        let mut done = alive;
        for anchor in position.blocks(color) {
            if done.contains(anchor) {
                continue;
            }
            let group = life::group(position, &anchor.into());
            done |= group;
            let room = life::area(position, &group, 0).len();
            if room <= 40 {
                found.push((room, task, group));
            }
        }
    }
    found.sort_by_key(|(room, _, group)| *room as i64 - 2 * group.len() as i64);
    found.into_iter().map(|(_, task, group)| (task, group)).collect()
}
