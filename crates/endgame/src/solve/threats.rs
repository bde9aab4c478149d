//! The score without ko threats, and the moves that keep it.

use board::{Color, Point, PointSet, Scoring};
use budget::Budget;
use cgt::Dyadic;

use super::{Board, Status};
use crate::area::Area;
use crate::fight::{Fight, taken_back};
use crate::values::Failure;

impl Board<'_> {
    /// Finds the score without threats where kos leave it open.
    pub(super) fn fight(&mut self, budget: &mut Budget) {
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
    pub(super) fn keep_without_threats(
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
}
