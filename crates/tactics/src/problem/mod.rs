//! A position, the side to move and no question: what is the problem?
//!
//! What is looked for is a group whose life hangs on the move: one of the
//! opponent's that can be killed, or one's own that must live; or stones that the
//! move takes or saves.

mod stones;

use board::{Color, Move, PointSet, Position, benson};
use budget::Budget;

use crate::life::{self, Fate, Status, Terms, View, Warrant};

/// What the player to move can achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// To kill a group of the opponent's.
    Kill,
    /// To make a group of one's own live.
    Live,
    /// To capture stones of the opponent's.
    Capture,
    /// To save stones of one's own from being captured.
    Save,
}

/// A problem that was found, and its solution.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What is to be done.
    pub task: Task,
    /// The stones it is about.
    pub target: PointSet,
    /// The first moves that do it.
    pub moves: PointSet,
    /// How it goes on.
    pub line: Vec<(Color, Move)>,
    /// Whether it takes a ko.
    pub by_ko: bool,
    /// How sure that is.
    pub warrant: Warrant,
}

impl Solution {
    fn of_life(task: Task, target: PointSet, status: Status) -> Solution {
        let reading = status.reading;
        let by_ko = matches!(reading.fate, Some(Fate::KoForAttacker | Fate::KoForDefender));
        let warrant = status.warrant;
        Solution { task, target, moves: reading.moves, line: reading.line, by_ko, warrant }
    }
}

/// Each group gets this many nodes at first, then more.
const ROUNDS: [u64; 4] = [100_000, 2_000_000, 15_000_000, 150_000_000];

/// Nodes spent on proving what was found.
const PROOF: u64 = 2_000_000;

/// Nodes spent on stones that hang.
const STONES: u64 = 200_000;

/// Finds what `position` asks of the player to move.
///
/// A group that is enclosed asks for its life; elsewhere stones that hang on the
/// move are looked for first.
///
/// ```
/// use board::{Color, Position, Rules, Setup};
/// use budget::Budget;
/// use tactics::problem::{Task, solve};
///
/// let setup: Setup = "
///     . O O O O . .
///     O O X X O O .
///     O X X X X O .
///     O X . . . X O
///     O X X X X X O
///     O O O O O O O".parse()?;
/// let mut position = Position::from_setup(&setup, Rules::japanese())?;
/// position.set_to_play(Color::White);
/// let found = solve(&position, &mut Budget::nodes(100_000)).unwrap();
/// assert_eq!((found.task, found.moves.to_string()), (Task::Kill, "D3".to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(position: &Position, budget: &mut Budget) -> Option<Solution> {
    let candidates = candidates(position);
    let enclosed = candidates.first().is_some_and(|(_, group)| life::is_enclosed(position, group));
    if enclosed {
        life(position, &candidates, budget).or_else(|| stones(position, enclosed, budget))
    } else {
        stones(position, enclosed, budget).or_else(|| life(position, &candidates, budget))
    }
}

fn stones(position: &Position, enclosed: bool, budget: &mut Budget) -> Option<Solution> {
    let mut part = budget.part(STONES);
    let found = stones::solve(position, enclosed, &mut part);
    let _ = budget.charge(part.spent());
    found.ok().flatten()
}

/// A first move on which the life of a group hangs.
fn life(
    position: &Position,
    candidates: &[(Task, PointSet)],
    budget: &mut Budget,
) -> Option<Solution> {
    let mut best: Option<(Trust, Task, PointSet, View)> = None;
    'rounds: for nodes in ROUNDS {
        for &(task, target) in candidates {
            let mut part = budget.part(nodes);
            let views = life::views(position, &target, position.to_play(), &mut part);
            let out = budget.charge(part.spent()).is_err() || budget.left() == 0;
            if let Some((trust, view)) = judged(task, &views)
                && best.as_ref().is_none_or(|best| trust > best.0)
            {
                best = Some((trust, task, target, view.clone()));
            }
            if out || best.as_ref().is_some_and(|best| best.0 == Trust::Wide) {
                break 'rounds;
            }
        }
    }
    let (_, task, target, view) = best?;
    let status = warranted(position, &target, &view, budget);
    Some(Solution::of_life(task, target, status))
}

/// How far the views of a group bear an answer out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Trust {
    /// It takes a ko, and wider surroundings may spare it.
    Ko,
    /// One move does it near the group.
    Near,
    /// One move does it also if the world is seen from farther away.
    Wide,
}

/// The widest view all of whose first moves were judged, if the player to move
/// has what he wants there by a move that is needed, and no other view speaks
/// against it. That a single move does it is the mark of a problem.
fn judged(task: Task, views: &[View]) -> Option<(Trust, &View)> {
    let outright = |view: &View| match (task, view.reading.fate) {
        (Task::Kill, Some(fate)) => fate == Fate::Dead,
        (Task::Live, Some(fate)) => matches!(fate, Fate::Alive | Fate::Seki),
        _ => false,
    };
    let by_ko =
        |view: &View| matches!(view.reading.fate, Some(Fate::KoForAttacker | Fate::KoForDefender));
    let width = views.iter().rposition(|view| view.reading.thorough)?;
    let view = &views[width];
    let wanted = outright(view) || by_ko(view);
    let needed = !view.reading.tenuki && !view.reading.moves.is_empty();
    let clash = views.iter().enumerate().any(|(i, other)| {
        let good = (outright(other) || by_ko(other)) && !other.reading.tenuki;
        (good && !other.reading.moves.intersects(&view.reading.moves))
            || (i > width && outright(other) != outright(view))
    });
    if !wanted || !needed || clash {
        return None;
    }
    let trust = match (outright(view), view.reading.moves.len(), width) {
        (true, 1, 2..) => Trust::Wide,
        (true, 1, 1) => Trust::Near,
        (false, 1, 2..) => Trust::Ko,
        _ => return None,
    };
    Some((trust, view))
}

/// The answer of a view, proved as far as that succeeds.
fn warranted(position: &Position, target: &PointSet, view: &View, budget: &mut Budget) -> Status {
    let guess = Status {
        reading: view.reading.clone(),
        warrant: Warrant::Estimate,
        area: view.area,
        walls: PointSet::EMPTY,
    };
    let terms = Terms { area: Some(view.area), ..Terms::default() };
    let mut part = budget.part(PROOF);
    let proved = life::status(position, target, position.to_play(), terms, &mut part);
    let _ = budget.charge(part.spent());
    match proved {
        Ok(proved)
            if proved.reading.fate == guess.reading.fate
                && proved.reading.line.first() == guess.reading.line.first()
                && matches!(proved.warrant, Warrant::Proved | Warrant::Walled) =>
        {
            proved
        }
        _ => guess,
    }
}

/// The groups that may be in question: first those of the color that is inside,
/// which is nearer to less of the board, then the other's, each the largest first.
pub fn candidates(position: &Position) -> Vec<(Task, PointSet)> {
    let nearer = nearer(position);
    let inner = if nearer[0] <= nearer[1] { Color::Black } else { Color::White };
    let mut all = Vec::new();
    for color in [inner, inner.opponent()] {
        let task = if color == position.to_play() { Task::Live } else { Task::Kill };
        let mut done = benson::unconditional(position, color).blocks;
        let mut found = Vec::new();
        for anchor in position.blocks(color) {
            if !done.contains(anchor) {
                let group = life::cluster(position, &anchor.into());
                done |= group;
                found.push(group);
            }
        }
        // One or two stones are given up rather than asked about.
        found.retain(|group: &PointSet| group.len() > 2);
        found.sort_by_key(|group| std::cmp::Reverse(group.len()));
        found.truncate(MOST);
        all.extend(found.into_iter().map(|group| (task, group)));
    }
    all
}

/// Groups of a color looked at.
const MOST: usize = 3;

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
