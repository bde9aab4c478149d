//! The best moves of a board, what the others lose, and how play goes on.

use board::{Color, Move, Point, PointSet, Scoring};
use budget::Budget;
use cgt::{Dyadic, Game, Rational};

use super::{Board, side};
use crate::area::Area;
use crate::values::Failure;

/// A move and what the sum becomes by it.
pub(super) struct Choice {
    pub(super) point: Point,
    pub(super) place: Place,
    /// Whether somebody gains by moving there.
    matters: bool,
    /// How much a move there is worth.
    heat: Rational,
    terms: Vec<Game>,
    /// Whether the sum is that, and not only at least that for who moves.
    exact: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Area(usize),
    Dame(usize),
}

impl Board<'_> {
    /// Finds the best moves of `color`, what the others lose, and a line.
    pub(super) fn choose(&mut self, color: Color, budget: &mut Budget) -> Result<(), Failure> {
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
            if !choice.exact && !loss.is_zero() {
                self.solution.at_most.insert(choice.point);
            }
            self.solution.losses.push((choice.point, loss));
        }
        self.solution.losses.sort_by(|a, b| a.1.cmp(&b.1).then(a.0.cmp(&b.0)));
        self.solution.best_moves.sort_unstable();
        self.line(&mut areas, color, score, budget)
    }

    pub(super) fn after(
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
    pub(super) fn choices(
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
        // Areas whose value depends on a ko.
        let mut open = Vec::new();
        for (i, area) in areas.iter().enumerate() {
            let local = self.solver.solve(area, self.scoring, budget)?;
            if local.lower != local.upper {
                open.push(i);
            }
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
                let exact = to.lower == to.upper && open.iter().all(|&other| other == i);
                choices.push(Choice { point: to.point, place, matters, heat, terms, exact });
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
                let exact = open.is_empty();
                choices.push(Choice { point, place, matters, heat, terms: terms.clone(), exact });
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
