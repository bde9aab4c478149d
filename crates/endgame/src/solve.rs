//! The whole board: the sum of its areas, the best moves, and how they go on.
//!
//! `threats` plays out kos, `choose` weighs moves, `keep` finds one that loses nothing.

mod choose;
mod keep;
mod threats;

use board::{Color, Move, Point, PointSet, Position, Scoring, Tax};
use budget::Budget;
use cgt::{Dyadic, Game, Side};

use crate::analysis::{Analysis, Kind};
use crate::area::Area;
use crate::kos::KoReport;
use crate::partition::Partition;
use crate::solver::{LocalGame, LocalMove, Solver};
use crate::sum::Sums;
use crate::values::Failure;

pub use keep::Keeping;

/// How much a solution says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Proved, for the whole board.
    Exact,
    /// Exact if the assumed blocks live.
    Assuming,
    /// Some area is only bounded, usually by a ko.
    Bounds,
    /// Some part of the board is not solved.
    Partial,
}

/// The endgame of a board.
#[derive(Clone, Debug)]
pub struct Solution {
    /// How much is known.
    pub status: Status,
    /// The score, Black minus White without komi, with Black and with White
    /// moving first; where it is known.
    pub score: [Option<Dyadic>; 2],
    /// Between which the score lies, where kos or unsolved parts leave it open.
    pub score_bounds: [Option<(Dyadic, Dyadic)>; 2],
    /// Between which the score lies if nobody makes ko threats beside the moves that are
    /// worth points; where kos leave it open otherwise.
    pub without_threats: [Option<(Dyadic, Dyadic)>; 2],
    /// Whether [`Solution::score`] is the score without such threats, as the caller took
    /// for granted.
    pub assumes_no_threats: bool,
    /// The moves of the side to play that lose nothing.
    pub best_moves: Vec<Point>,
    /// What every move of the side to play in a solved area loses, in points;
    /// at most so much where a ko may follow.
    pub losses: Vec<(Point, Dyadic)>,
    /// The moves of [`Solution::losses`] that may lose less.
    pub at_most: PointSet,
    /// How play goes on when both sides play well.
    pub line: Vec<(Color, Move)>,
    /// The areas, in the order of the partition.
    pub areas: Vec<SolvedArea>,
    /// What is not solved, and why.
    pub unsolved: Vec<(PointSet, String)>,
    /// What else should be said about the answer.
    pub notes: Vec<String>,
    /// The number of positions looked at.
    pub nodes: u64,
}

/// One area of a solution.
#[derive(Clone, Debug)]
pub struct SolvedArea {
    /// The area.
    pub area: Area,
    /// Its value or bounds, if they were found.
    pub local: Option<LocalGame>,
    /// What the value says, for values without ko.
    pub analysis: Option<Analysis>,
    /// The value cooled by one point, for values without ko.
    pub chilled: Option<Game>,
    /// The ko, if the value depends on one.
    pub ko: Option<KoReport>,
    /// Black's and White's moves that no other move dominates.
    pub moves: [Vec<LocalMove>; 2],
}

impl Solver {
    /// Solves a board that is split into areas, with `to_play` to move.
    pub fn solve_board(
        &mut self,
        position: &Position,
        partition: &Partition,
        to_play: Color,
        budget: &mut Budget,
    ) -> Solution {
        let mut board = Board::new(self, position, partition);
        board.areas(partition, budget);
        board.scores(budget);
        board.fight(budget);
        if let Err(why) = board.choose(to_play, budget) {
            board.solution.notes.push(format!("not all moves were weighed: {why}"));
        }
        board.solution.nodes = budget.spent();
        board.solution
    }

    /// The same without weighing moves: values and scores alone.
    pub fn score_board(
        &mut self,
        position: &Position,
        partition: &Partition,
        budget: &mut Budget,
    ) -> Solution {
        let mut board = Board::new(self, position, partition);
        board.areas(partition, budget);
        board.scores(budget);
        board.fight(budget);
        board.solution.nodes = budget.spent();
        board.solution
    }
}

struct Board<'a> {
    solver: &'a mut Solver,
    scoring: Scoring,
    stones: [PointSet; 2],
    /// Where whose turn it is may not take back a ko.
    ban: Option<(Color, Point)>,
    quiet: bool,
    settled: Dyadic,
    dame: Vec<Point>,
    sums: Sums,
    solution: Solution,
}

impl<'a> Board<'a> {
    fn new(solver: &'a mut Solver, position: &Position, partition: &Partition) -> Board<'a> {
        let scoring = position.rules().scoring;
        let settled = partition.settled_score(position, scoring);
        let mut unsolved: Vec<(PointSet, String)> =
            partition.unsplit.iter().map(|u| (u.points, u.why.to_string())).collect();
        if position.rules().tax == Tax::All {
            unsolved.push((
                PointSet::EMPTY,
                "stone scoring depends on how many groups live in the end".to_string(),
            ));
        }
        Board {
            solver,
            scoring,
            stones: Color::BOTH.map(|color| *position.stones(color)),
            ban: position.ko_point().map(|point| (position.to_play(), point)),
            quiet: partition.quiet,
            settled: Dyadic::from(settled as i32),
            dame: partition.dame.iter().collect(),
            sums: Sums::default(),
            solution: Solution {
                status: Status::Partial,
                score: [None; 2],
                score_bounds: [None; 2],
                without_threats: [None; 2],
                assumes_no_threats: false,
                best_moves: Vec::new(),
                losses: Vec::new(),
                at_most: PointSet::EMPTY,
                line: Vec::new(),
                areas: Vec::new(),
                unsolved,
                notes: Vec::new(),
                nodes: 0,
            },
        }
    }

    fn note(&mut self, why: String) {
        self.solution.unsolved.push((PointSet::EMPTY, why));
    }

    fn areas(&mut self, partition: &Partition, budget: &mut Budget) {
        let unsolved = |area: &Area| SolvedArea {
            area: area.clone(),
            local: None,
            analysis: None,
            chilled: None,
            ko: None,
            moves: [Vec::new(), Vec::new()],
        };
        let mut areas: Vec<SolvedArea> = partition.areas.iter().map(unsolved).collect();
        self.solver.recall(&partition.areas, self.scoring);
        // Small areas first; none may take more than half of what is left.
        let mut order: Vec<usize> = (0..areas.len()).collect();
        order.sort_by_key(|&i| areas[i].area.empty_count());
        for i in order {
            let mut share = budget.part(budget.left() / 2);
            let result = self.area(&mut areas[i], &mut share);
            if result.is_ok() {
                self.solver.offer(&areas[i].area, self.scoring, share.spent());
            }
            // The parent knows of the nodes; its own end is seen by the next area.
            let _ = budget.charge(share.spent());
            if let (Err(why), None) = (result, &areas[i].local) {
                let points = areas[i].area.points().iter().copied().collect();
                self.solution.unsolved.push((points, why.to_string()));
            }
        }
        self.solver.flush();
        self.solution.areas = areas;
        let exact = self.solution.areas.iter().all(|a| a.analysis.is_some());
        let solved = match partition.is_proved() {
            true => Status::Exact,
            false => Status::Assuming,
        };
        self.solution.status = match (self.solution.unsolved.is_empty(), exact) {
            (false, _) => Status::Partial,
            (true, false) => Status::Bounds,
            (true, true) => solved,
        };
        if self.solution.status != Status::Bounds {
            return;
        }
        let quiet = std::mem::replace(&mut self.quiet, false);
        if self.bounds_agree(budget) {
            // Kos there are, but none that matters to the score.
            self.solution.status = solved;
            return;
        }
        self.quiet = quiet;
        if quiet && self.bounds_agree(budget) {
            self.solution.status = Status::Assuming;
            self.solution.assumes_no_threats = true;
        }
    }

    fn area(&mut self, solved: &mut SolvedArea, budget: &mut Budget) -> Result<(), Failure> {
        let (solver, scoring) = (&mut *self.solver, self.scoring);
        let local = solver.solve(&solved.area, scoring, budget)?;
        let value = local.value();
        solved.local = Some(local);
        match value {
            Some(value) => {
                solved.analysis = Some(Analysis::of(solver.games_mut(), value)?);
                solved.chilled = solver.games_mut().chill(value).ok();
            }
            None => solved.ko = solver.ko(&solved.area, scoring, budget)?,
        }
        for color in Color::BOTH {
            solved.moves[color.index()] =
                solver.good_moves(&solved.area, color, scoring, budget)?;
        }
        Ok(())
    }

    /// The terms of the sum, each area at its lower or upper bound.
    fn terms(&mut self, upper: bool) -> Result<Vec<Game>, Failure> {
        // Without threats a ko has to be ended; with them it may stay open for a point.
        let bound = |local: &LocalGame| match (self.quiet, upper) {
            (true, true) => local.most,
            (true, false) => local.least,
            (false, true) => local.upper,
            (false, false) => local.lower,
        };
        let locals = self.solution.areas.iter().filter_map(|area| area.local.as_ref());
        let mut terms: Vec<Game> = locals.map(bound).collect();
        terms.push(Game::number(self.settled));
        terms.extend(self.neutral()?);
        let owner = if upper { Color::Black } else { Color::White };
        for (points, _) in &self.solution.unsolved {
            let most = self.most(points, owner);
            terms.push(Game::number(Dyadic::from(owner.sign() * most)));
        }
        Ok(terms)
    }

    /// The most that `owner` can make of points that were not solved.
    fn most(&self, points: &PointSet, owner: Color) -> i32 {
        match self.scoring {
            Scoring::Area => points.len() as i32,
            Scoring::Territory => {
                let free = *points - self.stones[owner.index()];
                let dead = *points & self.stones[owner.opponent().index()];
                (free.len() + dead.len()) as i32
            }
        }
    }

    /// The neutral points as a game: what an odd one is worth.
    fn neutral(&mut self) -> Result<Option<Game>, Failure> {
        match self.dame.len() % 2 {
            0 => Ok(None),
            _ => self.solver.dame(self.scoring).map(Some),
        }
    }

    fn bounds_agree(&mut self, budget: &mut Budget) -> bool {
        Color::BOTH
            .into_iter()
            .all(|first| matches!(self.bounds(first, budget), Ok((lower, upper)) if lower == upper))
    }

    fn bounds(&mut self, first: Color, budget: &mut Budget) -> Result<(Dyadic, Dyadic), Failure> {
        let (lower, upper) = (self.terms(false)?, self.terms(true)?);
        let games = self.solver.games_mut();
        let low = self.sums.stop(games, &lower, side(first), budget)?;
        let high = self.sums.stop(games, &upper, side(first), budget)?;
        if low == high {
            return Ok((low, high));
        }
        // Bounds of kos may lie between whole numbers; scores do not.
        Ok((Dyadic::new(low.floor(), 0)?, Dyadic::new(high.ceil(), 0)?))
    }

    /// Between which the score lies whoever is first, found at sight: the stops of a sum
    /// lie between the sums of the stops.
    fn wide_bounds(&mut self) -> Result<(Dyadic, Dyadic), Failure> {
        let (mut low, mut high) = (Dyadic::from(0), Dyadic::from(0));
        for term in self.terms(false)? {
            low = low.add(self.solver.games().right_stop(term).value)?;
        }
        for term in self.terms(true)? {
            high = high.add(self.solver.games().left_stop(term).value)?;
        }
        Ok((Dyadic::new(low.floor(), 0)?, Dyadic::new(high.ceil(), 0)?))
    }

    fn scores(&mut self, budget: &mut Budget) {
        // A reason without points means that no score is known at all.
        if self.solution.unsolved.iter().any(|(points, _)| points.is_empty()) {
            return;
        }
        for first in Color::BOTH {
            match self.bounds(first, budget) {
                Ok((low, high)) => {
                    self.solution.score_bounds[first.index()] = Some((low, high));
                    self.solution.score[first.index()] = (low == high).then_some(low);
                }
                Err(why) => {
                    let wide = self.wide_bounds().ok();
                    let bounds = self.solution.score_bounds;
                    self.solution.score_bounds = bounds.map(|bounds| bounds.or(wide));
                    self.note(format!("the sum of the areas was not found: {why}"));
                    self.solution.status = Status::Partial;
                    return;
                }
            }
        }
    }
}

impl SolvedArea {
    /// The kind of the area, if it is solved or bounded.
    pub fn kind(&self) -> Option<Kind> {
        match (&self.analysis, &self.local) {
            (Some(analysis), _) => Some(analysis.kind),
            (None, Some(_)) => Some(Kind::Ko),
            (None, None) => None,
        }
    }
}

/// Black is Left.
pub(crate) fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Left,
        Color::White => Side::Right,
    }
}
