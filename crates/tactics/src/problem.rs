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

/// The groups that may be in question, the largest first: those of the color that
/// is inside, which is nearer to less of the board.
pub fn candidates(position: &Position) -> Vec<(Task, PointSet)> {
    let nearer = nearer(position);
    let inner = if nearer[0] <= nearer[1] { Color::Black } else { Color::White };
    let task = if inner == position.to_play() { Task::Live } else { Task::Kill };
    let mut done = benson::unconditional(position, inner).blocks;
    let mut found = Vec::new();
    for anchor in position.blocks(inner) {
        if !done.contains(anchor) {
            let group = life::cluster(position, &anchor.into());
            done |= group;
            found.push(group);
        }
    }
    found.sort_by_key(|group| std::cmp::Reverse(group.len()));
    found.truncate(MOST);
    found.into_iter().map(|group| (task, group)).collect()
}

/// Groups looked at.
const MOST: usize = 1;

/// How many points are nearer to Black's stones, and to White's.
fn nearer(position: &Position) -> [usize; 2] {
    let all = PointSet::board(position.size());
    let mut reached = Color::BOTH.map(|color| *position.stones(color));
    loop {
        let free = all - reached[0] - reached[1];
        let next = reached.map(|set| set.grown(&(free | set)));
        // What both reach at once is nobody's, but is not passed again.
        let both = next[0] & next[1];
        let grown = [next[0] - both, next[1] - both];
        if grown == reached || (next[0] | next[1]) == (reached[0] | reached[1]) {
            return grown.map(|set| set.len());
        }
        reached = grown;
    }
}
