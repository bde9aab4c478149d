//! One move that keeps what is certain, without weighing the others.

use board::{Color, Move, Point, Position};
use budget::Budget;
use cgt::{Dyadic, Rational};

use super::choose::{Choice, Place};
use super::{Board, Status, side};
use crate::area::Area;
use crate::partition::Partition;
use crate::solver::Solver;
use crate::values::Failure;

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

impl<'a> Board<'a> {
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
}
