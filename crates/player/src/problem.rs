//! What a problem asks, where reading does not find it.
//!
//! What can be seen at sight comes first ([`tactics::problem`]): groups that live or die by
//! the move, stones that hang. Then a search on the deep network wants as many points as it
//! can get around the stones; groups that are read at its leaves are settled there. Its
//! favourite is an answer if it is far ahead of all others, another search on the turned board
//! says the same, nothing that was read speaks against it, and both colors face the open board:
//! fights are what the network knows, while of groups that are shut in it is as sure when it is
//! wrong. What takes long to read comes last.

use std::sync::Arc;

use board::{Color, Move, Point, PointSet, Position, Symmetry};
use budget::Budget;
use predict::Model;
use predict::deep::Deep;
use tactics::life::{self, Warrant};
use tactics::problem::{Problem, Solution, Task};

use crate::deep::{Aim, DeepTree, Settings};
use crate::tree::Candidate;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The problem and its solution.
    pub solution: Option<Solution>,
    /// Whether the search found it, not reading.
    pub searched: bool,
    /// Without a solution: the moves that the search liked best.
    pub likely: Vec<Point>,
}

/// The networks, and how many threads may search on them.
#[derive(Clone)]
pub struct Networks {
    /// The deep network.
    pub deep: Arc<Deep>,
    /// What it stands on.
    pub model: Arc<Model>,
    /// Threads that work side by side. With one the same question has the same answer.
    pub threads: usize,
}

/// Leaves that the search looks at, and how many make an opinion.
const LOOKS: u64 = 1_000;
const LEAST_LOOKS: u64 = 400;

/// Leaves for what becomes of the stones after one move.
const LOOKS_AFTER: u64 = 100;

/// A look is as much work as so many positions of a reading.
const LOOK: u64 = 5_000;

/// Positions read for each question at a leaf.
const READ_AT_LEAF: u64 = 2_000;

/// Problems are solved by moves that strong players seldom make.
const POWER: f32 = 0.6;
const EXPLORATION: f64 = 0.7;

/// Stones are parts of one problem if each is so near to another.
const NEAR: usize = 2;

/// Moves are made within so many steps of both colors.
const REACH: usize = 2;

/// The answer must take so much of all visits, and be worth so much more than the next
/// move and than playing elsewhere.
const SHARE: f64 = 0.65;
const LEAD: f64 = 0.02;
const GAIN: f64 = 0.05;

/// A color faces the open board if so many points are nearer to it than to the other.
const OPEN: usize = 35;

/// A half turn: it fits every board.
const TURN: Symmetry = Symmetry::ALL[3];

/// As many moves are named where there is no answer.
const NAMED: usize = 3;

/// Finds what `position` asks of the player to move.
pub fn solve(position: &Position, networks: &Networks, budget: &mut Budget) -> Answer {
    let found =
        |solution, searched| Answer { solution: Some(solution), searched, likely: Vec::new() };
    let mut problem = Problem::new(position);
    if let Some(solution) = problem.at_sight(budget) {
        return found(solution, false);
    }
    let search = Search { position, networks, stones: scene(position) };
    let moves = search.moves(budget);
    let open = problem.nearer().iter().all(|&points| points >= OPEN);
    let clear = clear(&moves).filter(|&best| open && !problem.speaks_against(best));
    let clear = clear.filter(|&best| search.confirms(best, budget));
    if let Some(solution) = clear.and_then(|best| search.solution(best, &moves, budget)) {
        return found(solution, true);
    }
    if let Some(solution) = problem.at_length(budget) {
        return found(solution, false);
    }
    let likely = moves.iter().filter_map(|candidate| candidate.mv.point()).take(NAMED).collect();
    Answer { solution: None, searched: false, likely }
}

/// The move that is far ahead of the others, if there is one.
fn clear(moves: &[Candidate]) -> Option<Point> {
    let all: u32 = moves.iter().map(|candidate| candidate.visits).sum();
    let pass = moves.iter().find(|candidate| candidate.mv == Move::Pass)?;
    let mut others = moves.iter().filter(|candidate| candidate.mv != Move::Pass);
    let best = others.next()?;
    let next = others.next().map_or(0.0, |next| next.win_rate);
    let sure = f64::from(best.visits) >= SHARE * f64::from(all)
        && best.win_rate >= next + LEAD
        && best.win_rate >= pass.win_rate + GAIN;
    best.mv.point().filter(|_| sure)
}

/// The stones that a problem is about: of those that stand together the most of both colors.
fn scene(position: &Position) -> PointSet {
    let stones = *position.stones(Color::Black) | *position.stones(Color::White);
    let count = |scene: &PointSet| {
        let [black, white] = Color::BOTH.map(|color| (*position.stones(color) & *scene).len());
        (black.min(white), black + white)
    };
    let scenes = grown(position, stones, NEAR).components();
    stones & scenes.max_by_key(count).unwrap_or_default()
}

/// A set and what is so many steps around it.
fn grown(position: &Position, set: PointSet, steps: usize) -> PointSet {
    let board = PointSet::board(position.size());
    (0..steps).fold(set, |set, _| set.grown(&board))
}

struct Search<'a> {
    position: &'a Position,
    networks: &'a Networks,
    /// The stones it is about.
    stones: PointSet,
}

impl Search<'_> {
    fn tree(&self) -> DeepTree {
        let Networks { deep, model, threads } = self.networks;
        let near = Color::BOTH
            .map(|color| grown(self.position, *self.position.stones(color) & self.stones, REACH));
        DeepTree::new(Settings {
            aim: Aim::Lead { points: grown(self.position, self.stones, 1) },
            region: Some(near[0] & near[1]),
            reading: READ_AT_LEAF,
            power: POWER,
            exploration: EXPLORATION,
            threads: *threads,
            ..Settings::new(Arc::clone(deep), Arc::clone(model))
        })
    }

    /// The moves of a search, those tried most first; none if there was no time for an
    /// opinion.
    fn moves(&self, budget: &mut Budget) -> Vec<Candidate> {
        if self.stones.is_empty() || budget.left() / LOOK < LEAST_LOOKS {
            return Vec::new();
        }
        let tree = self.grown(self.position, LOOKS, budget);
        if tree.views() >= LEAST_LOOKS { tree.candidates() } else { Vec::new() }
    }

    /// Whether a search on the turned board finds the same: the network is not quite the same
    /// from every side, and by that its mistakes can be told.
    fn confirms(&self, best: Point, budget: &mut Budget) -> bool {
        let Search { position, networks, stones } = self;
        let size = position.size();
        let turned = Position::from_setup(&TURN.setup(&position.setup()), *position.rules());
        let Ok(mut turned) = turned else { return false };
        turned.set_to_play(position.to_play());
        let stones = TURN.set(size, stones);
        let search = Search { position: &turned, networks, stones };
        clear(&search.moves(budget)) == Some(TURN.point(size, best))
    }

    fn grown(&self, position: &Position, looks: u64, budget: &mut Budget) -> DeepTree {
        let mut tree = self.tree();
        tree.stand_on(position, position.to_play());
        let mut part = budget.part(looks.min(budget.left() / LOOK));
        tree.grow(&mut part, 1);
        let _ = budget.charge((LOOK * part.spent()).min(budget.left()));
        tree
    }

    /// What the move `best` is good for: the stones whose fate it changes the most, held
    /// against playing elsewhere.
    fn solution(&self, best: Point, moves: &[Candidate], budget: &mut Budget) -> Option<Solution> {
        let me = self.position.to_play();
        let after = |mv: Move, budget: &mut Budget| {
            let mut position = self.position.clone();
            position.play(me, mv).ok()?;
            Some(self.grown(&position, LOOKS_AFTER, budget))
        };
        let (played, passed) = (after(best.into(), budget)?, after(Move::Pass, budget)?);
        let gain = |stones: &PointSet| -> f64 {
            let owned = |tree: &DeepTree, point| tree.ownership(me, point);
            stones.iter().map(|point| owned(&played, point) - owned(&passed, point)).sum()
        };
        let blocks = Color::BOTH
            .iter()
            .flat_map(|&color| self.position.blocks(color).map(move |anchor| (color, anchor)))
            .filter(|(_, anchor)| self.stones.contains(*anchor))
            .map(|(color, anchor)| (color, self.position.block(anchor)));
        let (color, block) = blocks.max_by(|a, b| gain(&a.1).total_cmp(&gain(&b.1)))?;
        let group = life::cluster(self.position, &block);
        let enclosed = life::is_enclosed(self.position, &group);
        let task = match (color == me, enclosed) {
            (true, true) => Task::Live,
            (true, false) => Task::Save,
            (false, true) => Task::Kill,
            (false, false) => Task::Capture,
        };
        let line = moves.iter().find(|candidate| candidate.mv == Move::Play(best))?;
        let colors = [me, me.opponent()].into_iter().cycle();
        Some(Solution {
            task,
            target: if enclosed { group } else { block },
            moves: best.into(),
            line: colors.zip(line.line.iter().copied()).collect(),
            by_ko: false,
            warrant: Warrant::Estimate,
        })
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

    fn candidate(mv: &str, visits: u32, win_rate: f64) -> Candidate {
        let mv: Move = mv.parse().expect("a move");
        let (lower_bound, score, prior) = (0.0, 0.0, 0.1);
        Candidate { mv, visits, win_rate, lower_bound, score, prior, line: vec![mv] }
    }

    #[test]
    fn a_favourite_must_be_far_ahead() {
        let told = |best: (u32, f64), next: f64, pass: f64| {
            let moves = [
                candidate("C3", best.0, best.1),
                candidate("D4", 20, next),
                candidate("pass", 5, pass),
            ];
            clear(&moves).map(|point| point.to_string())
        };
        let clear = Some("C3".to_string());
        assert_eq!(told((100, 0.6), 0.5, 0.5), clear);
        assert_eq!(told((50, 0.6), 0.5, 0.5), None, "too few visits");
        assert_eq!(told((100, 0.6), 0.59, 0.5), None, "the next is as good");
        assert_eq!(told((100, 0.6), 0.5, 0.57), None, "nothing hangs on it");
    }

    #[test]
    fn a_problem_is_where_the_colors_meet() {
        let board = "
            . . . . . . . . . . .
            . X . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . X O .
            . . . . . . . . X O .
            . . . . . . . . . X .
            . . . . . . . . . . .";
        assert_eq!(scene(&position(board)).to_string(), "K2 J3 K3 J4 K4");
    }

    /// Three stones are caught in a net.
    const NET: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . X . .
        . . . . . . . . .
        . . . O . . . . .
        . . O X X . . . .
        . . O X O . . . .
        . . . O O . . . .
        . . . . . . . . .";

    #[test]
    fn what_is_read_needs_no_search() {
        let networks = Networks {
            deep: Arc::new(Deep::standard().expect("the network")),
            model: Arc::new(Model::standard().expect("the model")),
            threads: 1,
        };
        let mut net = position(NET);
        net.set_to_play(Color::White);
        let ask = |net: &Position, nodes: u64| solve(net, &networks, &mut Budget::nodes(nodes));
        let found = ask(&net, 10_000_000);
        let solution = found.solution.expect("a net");
        assert_eq!((solution.moves.to_string(), found.searched), ("F5".to_string(), false));
        let nothing = ask(&net, 0);
        assert!(nothing.solution.is_none() && nothing.likely.is_empty());
        // Where nothing was found moves are named, the same every time.
        let empty = position(&NET.replace(['O', 'X'], "."));
        assert!(ask(&empty, 10_000_000).likely.is_empty());
        let quiet = position(&NET.replace("O X X", "O . .").replace("O X O", "O . O"));
        let likely = ask(&quiet, 10_000_000).likely;
        assert_eq!(likely, ask(&quiet, 10_000_000).likely);
    }
}
