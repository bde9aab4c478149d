//! A position, the side to move and no question: what is the problem?
//!
//! What is looked for is a group whose life hangs on the move: one of the
//! opponent's that can be killed, or one's own that must live; or stones that the
//! move takes or saves.

mod stones;

use board::{Color, Move, PointSet, Position, benson};
use budget::Budget;

use crate::life::{self, Fate, Reading, Status, Terms, View, Wanted, Warrant};

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

/// Each group gets this many nodes at first, then more; stones that hang are looked for
/// after the first rounds.
const AT_SIGHT: [u64; 2] = [100_000, 1_000_000];
const AT_LENGTH: [u64; 3] = [5_000_000, 25_000_000, 125_000_000];

/// Nodes spent on proving what was found.
const PROOF: u64 = 2_000_000;

/// Nodes spent on a group whose fate may be proved though several moves decide it.
const PROOF_AT_SIGHT: u64 = 200_000;

/// Nodes spent on stones that hang; one of them takes as long as ten others.
const STONES: u64 = 600_000;

/// Finds what `position` asks of the player to move.
///
/// A group whose life hangs on the move for all to see is what is asked about. Otherwise
/// it may be a group that several moves are proved to kill or to save, or stones that hang,
/// and last a group that takes longer to read.
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
    let mut problem = Problem { position, groups: candidates(position) };
    problem.at_sight(budget).or_else(|| problem.at_length(budget))
}

/// A problem that is being solved.
struct Problem<'a> {
    position: &'a Position,
    groups: Vec<Candidate>,
}

impl Problem<'_> {
    /// A group whose life hangs on the move for all to see, one whose life several moves are
    /// proved to decide, or stones that hang.
    fn at_sight(&mut self, budget: &mut Budget) -> Option<Solution> {
        if look(self.position, &mut self.groups, &AT_SIGHT, budget) {
            return self.judged(budget);
        }
        let proved = self.largest().find_map(|group| group.proved(self.position, budget));
        if proved.is_some() {
            return proved;
        }
        let enclosed: Vec<PointSet> = self.groups.iter().map(|group| group.stones).collect();
        stones(self.position, &enclosed, budget)
    }

    /// A group that takes longer to read.
    fn at_length(&mut self, budget: &mut Budget) -> Option<Solution> {
        look(self.position, &mut self.groups, &AT_LENGTH, budget);
        self.judged(budget)
    }

    /// The groups than which none is larger of those that can be in question: no problem is
    /// about a smaller one if several moves decide its fate.
    fn largest(&self) -> impl Iterator<Item = &Candidate> {
        let asked =
            |group: &&Candidate| group.views.last().is_some_and(|view| !group.is_hopeless(view));
        let most = self.groups.iter().filter(asked).map(|group| group.stones.len()).max();
        self.groups.iter().filter(asked).filter(move |group| Some(group.stones.len()) == most)
    }

    /// The answer that is trusted most of what was read.
    fn judged(&self, budget: &mut Budget) -> Option<Solution> {
        let judged = self.groups.iter().filter_map(|group| Some((group, group.judged()?)));
        let (group, (_, view)) = judged.max_by_key(|(_, (trust, _))| *trust)?;
        let status = warranted(self.position, &group.stones, view, budget);
        Some(Solution::of_life(group.task, group.stones, status))
    }
}

fn stones(position: &Position, enclosed: &[PointSet], budget: &mut Budget) -> Option<Solution> {
    let mut part = budget.part(STONES);
    let found = stones::solve(position, enclosed, &mut part);
    let _ = budget.charge(part.spent());
    found.ok().flatten()
}

/// Reads the groups in turn with more and more nodes. Whether that gave a sure answer.
fn look(
    position: &Position,
    groups: &mut [Candidate],
    rounds: &[u64],
    budget: &mut Budget,
) -> bool {
    for &nodes in rounds {
        for group in groups.iter_mut().filter(|group| !group.over) {
            let mut part = budget.part(nodes);
            group.widen(position, &mut part);
            let out = budget.charge(part.spent()).is_err() || budget.left() == 0;
            let sure = group.judged().is_some_and(|(trust, _)| trust == Trust::Sure);
            if out || sure {
                return sure;
            }
        }
    }
    false
}

/// A group that may be in question.
struct Candidate {
    task: Task,
    stones: PointSet,
    /// What was read of it, wider and wider; the last perhaps in part.
    views: Vec<View>,
    /// Whether there is nothing more to be read.
    over: bool,
}

impl Candidate {
    /// Looks at the group from farther and farther away, as long as the budget lasts.
    fn widen(&mut self, position: &Position, budget: &mut Budget) {
        self.views.pop_if(|view| !view.reading.thorough);
        while self.views.len() <= life::WIDEST_GUESS {
            let width = self.views.len();
            let area = life::view_area(position, &self.stones, width);
            // A world that does not widen is seen twice alike.
            if let Some(view) = self.views.last().filter(|view| Some(view.area) == area).cloned() {
                self.views.push(view);
                continue;
            }
            let Some(view) = self.view(position, width, budget) else { return };
            let unread = !view.reading.thorough;
            let hopeless = width > 0 && self.is_hopeless(&view);
            self.views.push(view);
            if unread {
                return;
            }
            if hopeless {
                break;
            }
        }
        self.over = true;
    }

    /// The group from one distance. Where a nearer view has judged every move, only those
    /// that were good there are read again, unless none of them is good here.
    fn view(&self, position: &Position, width: usize, budget: &mut Budget) -> Option<View> {
        let mut view =
            |wanted| life::view(position, &self.stones, position.to_play(), width, wanted, budget);
        let nearer = self.views.last().filter(|_| width > NEAR);
        let good = nearer.filter(|near| self.is_won(&near.reading) && !near.reading.tenuki);
        let again = good.and_then(|nearer| view(Wanted::Among(nearer.reading.moves)));
        again.or_else(|| view(Wanted::Needed))
    }

    /// The answer where several moves do it. That is no mark of a problem, so it takes a proof.
    fn proved(&self, position: &Position, budget: &mut Budget) -> Option<Solution> {
        let mut part = budget.part(PROOF_AT_SIGHT);
        let terms = Terms { all_moves: true, ..Terms::default() };
        let status = life::status(position, &self.stones, position.to_play(), terms, &mut part);
        let _ = budget.charge(part.spent());
        let status = status.ok()?;
        let proved = status.warrant == Warrant::Proved;
        let needed = !status.reading.tenuki && !status.reading.moves.is_empty();
        (proved && needed && self.is_won(&status.reading))
            .then(|| Solution::of_life(self.task, self.stones, status))
    }

    /// Whether the player to move has what he wants without a ko.
    fn is_won(&self, reading: &Reading) -> bool {
        match (self.task, reading.fate) {
            (Task::Kill, Some(fate)) => fate == Fate::Dead,
            (Task::Live, Some(fate)) => matches!(fate, Fate::Alive | Fate::Seki),
            _ => false,
        }
    }

    /// Whether the group lives whatever is done: with more room it lives the more.
    fn is_hopeless(&self, view: &View) -> bool {
        let alive = matches!(view.reading.fate, Some(Fate::Alive | Fate::Seki));
        alive && (self.task == Task::Kill || view.reading.tenuki)
    }

    /// The widest view all of whose first moves were judged, if the player to move
    /// has what he wants there by a move that is needed, and no other view speaks
    /// against it. That a single move does it is the mark of a problem.
    fn judged(&self) -> Option<(Trust, &View)> {
        let outright = |view: &View| self.is_won(&view.reading);
        let by_ko = |view: &View| {
            matches!(view.reading.fate, Some(Fate::KoForAttacker | Fate::KoForDefender))
        };
        let width = self.views.iter().rposition(|view| view.reading.thorough)?;
        let view = &self.views[width];
        let wanted = outright(view) || by_ko(view);
        let needed = !view.reading.tenuki && !view.reading.moves.is_empty();
        let clash = self.views.iter().enumerate().any(|(i, other)| {
            let good = (outright(other) || by_ko(other)) && !other.reading.tenuki;
            (good && !other.reading.moves.intersects(&view.reading.moves))
                || (i > width && outright(other) != outright(view))
        });
        if !wanted || !needed || clash {
            return None;
        }
        let trust = match (outright(view), view.reading.moves.len(), width) {
            (true, 1, NEAR..) => Trust::Sure,
            (false, 1, 2..) => Trust::Ko,
            _ => return None,
        };
        Some((trust, view))
    }
}

/// The width from which on a view bears an answer out: the points beside the group and
/// those a step further.
const NEAR: usize = 1;

/// How far the views of a group bear an answer out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Trust {
    /// It takes a ko, and wider surroundings may spare it.
    Ko,
    /// One move does it, and nothing else does.
    Sure,
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

/// The groups that may be in question: those without a way out, first of the color that
/// is inside, which is nearer to less of the board, then of the other, each the largest
/// first. What can run is seldom what is asked about, and what is read of it depends on
/// how the open board is guessed.
fn candidates(position: &Position) -> Vec<Candidate> {
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
        found.retain(|group| group.len() > 2 && life::is_enclosed(position, group));
        found.sort_by_key(|group| std::cmp::Reverse(group.len()));
        found.truncate(MOST);
        // Who has much of the board need not live here.
        let over = task == Task::Live && nearer[color.index()] > SHUT_IN;
        all.extend(found.into_iter().map(|stones| Candidate {
            task,
            stones,
            views: Vec::new(),
            over,
        }));
    }
    all
}

/// Groups of a color looked at.
const MOST: usize = 3;

/// A color is shut in if no more points than these are nearer to it than to the other.
const SHUT_IN: usize = 20;

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

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    fn position(board: &str) -> Position {
        let setup: Setup = board.parse().expect("a board");
        Position::from_setup(&setup, Rules::japanese()).expect("legal")
    }

    fn candidate(position: &Position, stone: &str) -> Candidate {
        let stone: board::Point = stone.parse().expect("a point");
        let task =
            if position.stone(stone) == Some(position.to_play()) { Task::Live } else { Task::Kill };
        let stones = life::cluster(position, &stone.into());
        Candidate { task, stones, views: Vec::new(), over: false }
    }

    /// Nodes spent on a candidate with a budget.
    fn widen(candidate: &mut Candidate, position: &Position, mut budget: Budget) -> u64 {
        candidate.widen(position, &mut budget);
        budget.spent()
    }

    /// Black lives in the corner by himself, but that takes some reading.
    const CORNER: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O O O O . O . . .
        X X X O . . . . .
        . X . X O . . . .
        . . . X . O . . .
        . . X . . . . . .";

    #[test]
    fn what_was_read_of_a_group_is_kept() {
        let position = position(CORNER);
        let mut group = candidate(&position, "C4");
        let whole = widen(&mut group, &position, Budget::unlimited());
        let near = group.views[0].reading.nodes;
        let mut group = candidate(&position, "C4");
        let begun = widen(&mut group, &position, Budget::nodes((near + whole) / 2));
        let rest = widen(&mut group, &position, Budget::unlimited());
        assert!(near > 0 && begun > near && group.over, "{near} {begun}");
        assert_eq!(rest, whole - near);
    }

    #[test]
    fn a_group_that_lives_anyway_is_not_read_further() {
        let position = position(CORNER);
        let mut group = candidate(&position, "C4");
        widen(&mut group, &position, Budget::unlimited());
        let tenuki = group.views.iter().all(|view| view.reading.tenuki);
        assert!(tenuki && group.over);
        assert_eq!(group.views.len(), 2);
    }

    #[test]
    fn what_can_run_is_not_asked_about() {
        let running = CORNER.replace("O O O O . O", ". . . . . O");
        let asked = |board: &str| candidates(&position(board)).len();
        assert_eq!((asked(CORNER), asked(&running)), (1, 0));
    }

    #[test]
    fn several_moves_are_an_answer_where_they_are_proved() {
        // Six points in the corner, of which two make two eyes.
        let mut position = position(
            "
            . . . . . . .
            . . . . . . .
            O O O O O . .
            X X X X O . .
            . . . X O . .
            . . . X O . .",
        );
        position.set_to_play(Color::Black);
        let found = solve(&position, &mut Budget::nodes(3_000_000)).expect("a problem");
        assert_eq!((found.task, found.moves.to_string()), (Task::Live, "B1 B2".to_string()));
        assert_eq!(found.warrant, Warrant::Proved);
    }

    #[test]
    fn of_a_few_moves_those_that_work_are_kept() {
        let board = "
            . O O O O . .
            O O X X O O .
            O X X X X O .
            O X . . . X O
            O X X X X X O
            O O O O O O O";
        let position = position(board);
        let target = "C2".parse::<board::Point>().expect("a point").into();
        let read = |few: &[&str]| {
            let few = few.iter().map(|name| name.parse::<board::Point>().expect("a point"));
            let wanted = Wanted::Among(few.collect());
            let budget = &mut Budget::unlimited();
            let view = life::view(&position, &target, Color::White, 2, wanted, budget);
            view.map(|view| view.reading.moves.to_string())
        };
        assert_eq!(read(&["C3", "D3"]).as_deref(), Some("D3"));
        assert_eq!(read(&["C3", "E3"]), None);
    }
}
