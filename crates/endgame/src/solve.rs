//! The whole board: the sum of its areas, the best moves, and how they go on.

use board::{Color, Move, Point, PointSet, Position, Scoring, Tax};
use budget::Budget;
use cgt::{Dyadic, Game, Rational, Side};

use crate::analysis::{Analysis, Kind};
use crate::area::Area;
use crate::fight::{Fight, taken_back};
use crate::kos::KoReport;
use crate::partition::Partition;
use crate::solver::{LocalGame, LocalMove, Solver};
use crate::sum::Sums;
use crate::values::Failure;

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

/// A move that keeps what is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// Whether the score is exact, or sure only if something holds. Where kos leave it
    /// open it is what is left if the mover loses them all.
    pub status: Status,
    /// The score that is certain, Black minus White without komi.
    pub score: Dyadic,
    /// Where; `None` if passing keeps it and no move is needed.
    pub point: Option<Point>,
}

impl Solver {
    /// Finds one move of `color` that keeps the score which is certain for `color`,
    /// without weighing the others; `None` if part of the board is not solved.
    pub fn keep_score(
        &mut self,
        position: &Position,
        partition: &Partition,
        color: Color,
        budget: &mut Budget,
    ) -> Option<Keeping> {
        let mut board = Board::certain(self, position, partition, budget)?;
        let status = board.solution.status;
        let score = board.certain_score(color, color, budget).ok()?;
        let point = board.keeping_move(position, color, score, budget).ok()?;
        Some(Keeping { status, score, point })
    }

    /// The score that is certain for `color` when `first` moves first; `None` if part of
    /// the board is not solved.
    pub fn certain_score(
        &mut self,
        position: &Position,
        partition: &Partition,
        color: Color,
        first: Color,
        budget: &mut Budget,
    ) -> Option<Dyadic> {
        Board::certain(self, position, partition, budget)?.certain_score(color, first, budget).ok()
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

/// A move and what the sum becomes by it.
struct Choice {
    point: Point,
    place: Place,
    /// Whether somebody gains by moving there.
    matters: bool,
    /// How much a move there is worth.
    heat: Rational,
    terms: Vec<Game>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Area(usize),
    Dame(usize),
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
                line: Vec::new(),
                areas: Vec::new(),
                unsolved,
                notes: Vec::new(),
                nodes: 0,
            },
        }
    }

    /// A board all of whose areas are solved or bounded.
    fn certain(
        solver: &'a mut Solver,
        position: &Position,
        partition: &Partition,
        budget: &mut Budget,
    ) -> Option<Board<'a>> {
        if !partition.unsplit.is_empty() {
            return None;
        }
        let mut board = Board::new(solver, position, partition);
        board.areas(partition, budget);
        board.solution.unsolved.is_empty().then_some(board)
    }

    fn certain_score(
        &mut self,
        color: Color,
        first: Color,
        budget: &mut Budget,
    ) -> Result<Dyadic, Failure> {
        let terms = self.terms(color == Color::White)?;
        self.sums.stop(self.solver.games_mut(), &terms, side(first), budget)
    }

    /// The first move that keeps `score`, hot areas first; else the best there is, if it
    /// is better than passing.
    fn keeping_move(
        &mut self,
        position: &Position,
        color: Color,
        score: Dyadic,
        budget: &mut Budget,
    ) -> Result<Option<Point>, Failure> {
        let areas: Vec<Area> = self.solution.areas.iter().map(|a| a.area.clone()).collect();
        let mut choices = self.choices(&areas, color, false, budget)?;
        choices.retain(|choice| position.check(color, Move::Play(choice.point)).is_ok());
        let heat = |choice: &Choice| match choice.place {
            Place::Area(i) => self.solution.areas[i].analysis.as_ref().map(|a| a.temperature),
            Place::Dame(_) => Some(Rational::from(-1)),
        };
        // Kos, which have no temperature here, come last.
        choices.sort_by_key(|choice| std::cmp::Reverse(heat(choice)));
        let better = |a: Dyadic, b: Dyadic| if color == Color::Black { a > b } else { a < b };
        let mut best: Option<(Dyadic, Point)> = None;
        for choice in &choices {
            let after = self.after(choice, color, budget)?;
            if !better(score, after) {
                return Ok(Some(choice.point));
            }
            if best.is_none_or(|(known, _)| better(after, known)) {
                best = Some((after, choice.point));
            }
        }
        let pass = self.certain_score(color, color.opponent(), budget)?;
        Ok(best.filter(|&(after, _)| better(after, pass)).map(|(_, point)| point))
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
            let _ = budget.spend(share.spent());
            if let (Err(why), None) = (result, &areas[i].local) {
                let points = areas[i].area.points().iter().copied().collect();
                self.solution.unsolved.push((points, why.to_string()));
            }
        }
        self.solver.flush();
        self.solution.areas = areas;
        let exact = self.solution.areas.iter().all(|a| a.analysis.is_some());
        let solved = match partition.assumed.is_empty() {
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

    /// Finds the score without threats where kos leave it open.
    fn fight(&mut self, budget: &mut Budget) {
        if self.solution.status != Status::Bounds {
            return;
        }
        for first in Color::BOTH {
            let Some(bounds) = self.solution.score_bounds[first.index()] else { continue };
            let found = match bounds.0 == bounds.1 {
                true => Some(bounds),
                false => self.without_threats(first, bounds, budget).ok(),
            };
            self.solution.without_threats[first.index()] = found;
        }
        if !self.quiet {
            return;
        }
        for first in Color::BOTH {
            if let Some((low, high)) = self.solution.without_threats[first.index()]
                && low == high
                && self.solution.score[first.index()].is_none()
            {
                self.solution.score[first.index()] = Some(low);
                self.solution.assumes_no_threats = true;
            }
        }
        if self.solution.score.iter().all(Option::is_some) {
            self.solution.status = Status::Assuming;
        }
    }

    fn without_threats(
        &mut self,
        first: Color,
        bounds: (Dyadic, Dyadic),
        budget: &mut Budget,
    ) -> Result<(Dyadic, Dyadic), Failure> {
        let areas: Vec<Area> = self.solution.areas.iter().map(|a| a.area.clone()).collect();
        let ban = self.ban.filter(|&(color, _)| color == first).map(|(_, point)| point);
        let mut fight = Fight::new(self.solver, &mut self.sums, self.scoring);
        let state = fight.state(&areas, self.settled, self.dame.len(), first, ban, budget)?;
        fight.score(&state, bounds, budget)
    }

    /// The moves of `color` after which it still forces `score` without threats.
    fn keep_without_threats(
        &mut self,
        color: Color,
        score: Dyadic,
        budget: &mut Budget,
    ) -> Result<PointSet, Failure> {
        let Some(score) = score.as_integer() else { return Ok(PointSet::EMPTY) };
        let mut areas: Vec<Area> = self.solution.areas.iter().map(|a| a.area.clone()).collect();
        let moves: Vec<Vec<Point>> = self
            .solution
            .areas
            .iter()
            .map(|area| area.moves[color.index()].iter().map(|mv| mv.point).collect())
            .collect();
        let banned = self.ban.filter(|&(who, _)| who == color).map(|(_, point)| point);
        let mut fight = Fight::new(self.solver, &mut self.sums, self.scoring);
        let mut keeping = PointSet::EMPTY;
        for (i, points) in moves.iter().enumerate() {
            for &point in points.iter().filter(|&&point| Some(point) != banned) {
                let index = areas[i].index(point).expect("the move is in the area");
                let Some((after, captured)) = areas[i].play(color, index) else { continue };
                let ban = taken_back(&areas[i], &after, color, captured);
                let ban = ban.map(|index| after.points()[usize::from(index)]);
                let gain = match self.scoring {
                    Scoring::Territory => color.sign() * captured,
                    Scoring::Area => 0,
                };
                let number = self.settled.add(Dyadic::from(gain))?;
                let before = std::mem::replace(&mut areas[i], after);
                let (dame, enemy) = (self.dame.len(), color.opponent());
                let state = fight.state(&areas, number, dame, enemy, ban, budget)?;
                areas[i] = before;
                if fight.proves(&state, color, score, budget)? {
                    keeping.insert(point);
                }
            }
        }
        if let Some(fewer) = self.dame.len().checked_sub(1) {
            let gain = match self.scoring {
                Scoring::Territory => 0,
                Scoring::Area => color.sign(),
            };
            let number = self.settled.add(Dyadic::from(gain))?;
            let state = fight.state(&areas, number, fewer, color.opponent(), None, budget)?;
            if fight.proves(&state, color, score, budget)? {
                keeping |= self.dame.iter().copied().collect();
            }
        }
        Ok(keeping)
    }

    /// Finds the best moves of `color`, what the others lose, and a line.
    fn choose(&mut self, color: Color, budget: &mut Budget) -> Result<(), Failure> {
        let Some(score) = self.solution.score[color.index()] else { return Ok(()) };
        let mut areas: Vec<Area> = self.solution.areas.iter().map(|a| a.area.clone()).collect();
        let keeping = match self.solution.assumes_no_threats {
            true => self.keep_without_threats(color, score, budget)?,
            false => PointSet::EMPTY,
        };
        for choice in self.choices(&areas, color, true, budget)? {
            let stop = match keeping.contains(choice.point) {
                true => score,
                false => self.after(&choice, color, budget)?,
            };
            let loss = match color {
                Color::Black => score.sub(stop)?,
                Color::White => stop.sub(score)?,
            };
            if loss.is_zero() && choice.matters {
                self.solution.best_moves.push(choice.point);
            }
            self.solution.losses.push((choice.point, loss));
        }
        self.solution.losses.sort_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)));
        self.solution.best_moves.sort_unstable();
        self.line(&mut areas, color, score, budget)
    }

    fn after(
        &mut self,
        choice: &Choice,
        color: Color,
        budget: &mut Budget,
    ) -> Result<Dyadic, Failure> {
        let games = self.solver.games_mut();
        self.sums.stop(games, &choice.terms, side(color.opponent()), budget)
    }

    /// The moves of `color` in areas where moving still matters and on neutral
    /// points, each with the sum that it leads to. Each area counts for the
    /// bound that is worse for `color`.
    fn choices(
        &mut self,
        areas: &[Area],
        color: Color,
        all: bool,
        budget: &mut Budget,
    ) -> Result<Vec<Choice>, Failure> {
        let pessimist = |least: Game, most: Game| match color {
            Color::Black => least,
            Color::White => most,
        };
        let mut values = Vec::with_capacity(areas.len());
        for area in areas {
            let local = self.solver.solve(area, self.scoring, budget)?;
            values.push(match self.quiet {
                true => pessimist(local.least, local.most),
                false => pessimist(local.lower, local.upper),
            });
        }
        let mut rest = vec![Game::number(self.settled)];
        rest.extend(self.neutral()?);
        let mut choices = Vec::new();
        for (i, area) in areas.iter().enumerate() {
            if values[i].is_number() && !all {
                continue;
            }
            let moves = match all {
                true => self.solver.moves(area, color, self.scoring, budget)?,
                false => self.solver.good_moves(area, color, self.scoring, budget)?,
            };
            let heat = self.solver.games().thermograph(values[i])?.temperature();
            for to in moves {
                let mut terms = rest.clone();
                terms.extend(values.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &g)| g));
                terms.push(match self.quiet {
                    true => pessimist(to.least, to.most),
                    false => pessimist(to.lower, to.upper),
                });
                let matters = !values[i].is_number();
                let place = Place::Area(i);
                choices.push(Choice { point: to.point, place, matters, heat, terms });
            }
        }
        if !self.dame.is_empty() {
            let games = self.solver.games_mut();
            let mut terms = values.clone();
            let gain = match self.scoring {
                Scoring::Territory => 0,
                Scoring::Area => color.sign(),
            };
            terms.push(games.translate(Game::number(self.settled), Dyadic::from(gain))?);
            // One neutral point fewer turns odd into even.
            if self.dame.len().is_multiple_of(2) {
                terms.push(self.solver.dame(self.scoring)?);
            }
            let dame = self.solver.dame(self.scoring)?;
            let heat = self.solver.games().thermograph(dame)?.temperature();
            for (k, &point) in self.dame.iter().enumerate() {
                let (place, matters) = (Place::Dame(k), true);
                choices.push(Choice { point, place, matters, heat, terms: terms.clone() });
            }
        }
        Ok(choices)
    }

    /// Plays on until only settled points are left. Of moves that lose nothing the
    /// hottest is played, as players would.
    fn line(
        &mut self,
        areas: &mut [Area],
        first: Color,
        score: Dyadic,
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        let exact = self.solution.areas.iter().all(|area| area.analysis.is_some());
        if !exact {
            return Ok(());
        }
        let (dame, settled) = (self.dame.clone(), self.settled);
        let mut color = first;
        let mut passes = 0;
        // Captures may lengthen play, but never without end where no ko matters.
        for _ in 0..4 * (areas.iter().map(Area::len).sum::<usize>() + self.dame.len()) + 4 {
            if passes == 2 {
                break;
            }
            let mut choices = self.choices(areas, color, false, budget)?;
            choices.sort_by_key(|choice| std::cmp::Reverse(choice.heat));
            let mut best = None;
            for choice in &choices {
                if self.after(choice, color, budget)? == score {
                    best = Some((choice.point, choice.place));
                    break;
                }
            }
            match best {
                Some((point, Place::Area(i))) => {
                    let index = areas[i].index(point).expect("the move is in the area");
                    let (after, captured) =
                        areas[i].play(color, index).expect("the move was legal before");
                    areas[i] = after;
                    if self.scoring == Scoring::Territory {
                        let prisoners = Dyadic::from(color.sign() * captured);
                        self.settled = self.settled.add(prisoners)?;
                    }
                    self.solution.line.push((color, Move::Play(point)));
                    passes = 0;
                }
                Some((point, Place::Dame(k))) => {
                    self.dame.remove(k);
                    if self.scoring == Scoring::Area {
                        self.settled = self.settled.add(Dyadic::from(color.sign()))?;
                    }
                    self.solution.line.push((color, Move::Play(point)));
                    passes = 0;
                }
                None => {
                    self.solution.line.push((color, Move::Pass));
                    passes += 1;
                }
            }
            color = color.opponent();
        }
        (self.dame, self.settled) = (dame, settled);
        Ok(())
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

fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Left,
        Color::White => Side::Right,
    }
}
