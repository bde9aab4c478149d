//! Positions that repeat: bounds with either side losing its kos.

use std::collections::{HashMap, VecDeque};

use cgt::{Dyadic, Game, Games, NumberUpStar};

use crate::graph::{Graph, Outcome, Signed};
use crate::local::{BLACK, WHITE};
use crate::values::{Bounds, Failure, Side, Values};

/// How often the bounds of one position are improved, and how often of these
/// by less than a score.
const PATIENCE: u32 = 12;
const FINE_PATIENCE: u32 = 3;

/// More ups than the infinitesimals of local games come to.
const NEARLY: i32 = 8;

/// The bounds of positions that lead to each other. At first the moves of one
/// side inside the loop are forbidden: White's for the upper bound, Black's
/// for the lower (Müller 1995, section 3.3). Then they are improved by going
/// round, which keeps them bounds (sidling, Winning Ways, chapter 11).
pub(crate) fn loop_bounds(
    values: &Values,
    graph: &Graph,
    games: &mut Games,
    members: &[Signed],
) -> Result<Vec<(Signed, Bounds)>, Failure> {
    let mut part = LoopPart::new(values, graph, games, members)?;
    let mut bounds = Vec::with_capacity(members.len());
    for member in 0..members.len() {
        let lower = part.first(values, games, member, Side::Lower)?;
        let upper = part.first(values, games, member, Side::Upper)?;
        bounds.push(values.bounds(games, lower, upper)?);
    }
    part.improve(values, games, &mut bounds)?;
    Ok(members.iter().copied().zip(bounds).collect())
}

/// A loop with the values of all that leads out of it.
struct LoopPart {
    options: Vec<[Vec<Step>; 2]>,
    counts: Vec<i32>,
    /// Who leads to each member.
    before: Vec<Vec<u32>>,
    /// Between which every value lies, whatever is played.
    limits: Vec<[i32; 2]>,
    /// Between which the score lies however the loop is left, if going round changes
    /// no score.
    ends: Option<Vec<[Dyadic; 2]>>,
    first: [Vec<First>; 2],
}

/// What is known of a first bound.
#[derive(Clone, Copy)]
enum First {
    Unknown,
    /// Being found.
    Open,
    Known(Game),
}

enum Step {
    Out(Bounds),
    Inside(u32, Game),
}

impl LoopPart {
    fn new(
        values: &Values,
        graph: &Graph,
        games: &mut Games,
        members: &[Signed],
    ) -> Result<LoopPart, Failure> {
        let index: HashMap<Signed, u32> =
            members.iter().enumerate().map(|(i, &member)| (member, i as u32)).collect();
        let mut part = LoopPart {
            options: Vec::with_capacity(members.len()),
            counts: Vec::with_capacity(members.len()),
            before: vec![Vec::new(); members.len()],
            limits: Vec::with_capacity(members.len()),
            ends: None,
            first: [vec![First::Unknown; members.len()], vec![First::Unknown; members.len()]],
        };
        for (i, &member) in members.iter().enumerate() {
            let swapped = member.is_swapped();
            let mut options = [Vec::new(), Vec::new()];
            for color in [BLACK, WHITE] {
                for outcome in graph.moves(member.node(), member.color(color)) {
                    let inside = match *outcome.parts {
                        [only] => index.get(&if swapped { only.negated() } else { only }),
                        _ => None,
                    };
                    options[color].push(match inside {
                        Some(&to) => {
                            let numbers = Outcome { parts: &[], ..outcome };
                            part.before[to as usize].push(i as u32);
                            Step::Inside(to, values.sum(games, numbers, swapped, Side::Lower)?)
                        }
                        None => Step::Out(Bounds {
                            lower: values.sum(games, outcome, swapped, Side::Lower)?,
                            upper: values.sum(games, outcome, swapped, Side::Upper)?,
                        }),
                    });
                }
            }
            let count = graph.nodes[member.node()].count;
            part.counts.push(if swapped { -count } else { count });
            let most = |color| values.most(graph, member, color);
            part.limits.push([-most(WHITE), most(BLACK)]);
            part.options.push(options);
        }
        for list in &mut part.before {
            list.sort_unstable();
            list.dedup();
        }
        if values.is_narrow() {
            part.ends = part.ends(games)?;
        }
        Ok(part)
    }

    /// The least and the most of all ways out, seen from each member; `None` if a way
    /// round gains something, or if there is no way out.
    fn ends(&self, games: &Games) -> Result<Option<Vec<[Dyadic; 2]>>, Failure> {
        let mut gained: Vec<Option<Dyadic>> = vec![None; self.options.len()];
        gained[0] = Some(Dyadic::from(0));
        let mut waiting = vec![0];
        let mut ends: Option<[Dyadic; 2]> = None;
        while let Some(member) = waiting.pop() {
            let here = gained[member].expect("only reached members wait");
            for step in self.options[member].iter().flatten() {
                match *step {
                    Step::Inside(to, shift) => {
                        let Some(shift) = shift.as_number() else { return Ok(None) };
                        let there = here.add(shift)?;
                        match gained[to as usize] {
                            Some(known) if known != there => return Ok(None),
                            Some(_) => {}
                            None => {
                                gained[to as usize] = Some(there);
                                waiting.push(to as usize);
                            }
                        }
                    }
                    Step::Out(bounds) => {
                        let low = games.right_stop(bounds.lower).value.add(here)?;
                        let high = games.left_stop(bounds.upper).value.add(here)?;
                        ends = Some(match ends {
                            Some([least, most]) => [least.min(low), most.max(high)],
                            None => [low, high],
                        });
                    }
                }
            }
        }
        let Some([least, most]) = ends else { return Ok(None) };
        let mut seen = Vec::with_capacity(gained.len());
        for here in gained {
            let Some(here) = here else { return Ok(None) };
            seen.push([least.sub(here)?, most.sub(here)?]);
        }
        Ok(Some(seen))
    }

    /// A bound, or the worst way out of the loop where that is better.
    ///
    /// This holds where nobody has ko threats; with them a ko may stay open to the end,
    /// for a point. Passing is free, so a side that loses its kos can still wait
    /// for the end and take then; if it could leave the loop after that, the other side has
    /// to leave it before, and the score is that of a way out. Without this a position
    /// in which the side may not move at all would be a number that allows the other
    /// side free moves there: { | 0} is −1. All this is about scores; so that it cannot
    /// make a number of what is less than one, the way out is worsened by as much as
    /// changes no score.
    fn at_worst(
        &self,
        games: &mut Games,
        member: usize,
        side: Side,
        bound: Game,
    ) -> Result<Game, Failure> {
        let Some(ends) = &self.ends else { return Ok(bound) };
        let nearly = |number, ups| Game::number_up_star(NumberUpStar { number, ups, nimber: 0 });
        let [least, most] = ends[member];
        let (least, most) = (nearly(least, -NEARLY), nearly(most, NEARLY));
        let (loser, winner) = match side {
            Side::Lower => (BLACK, WHITE),
            Side::Upper => (WHITE, BLACK),
        };
        let inside = |step: &Step| matches!(step, Step::Inside(..));
        let threatens = self.options[member][loser].iter().any(|step| match *step {
            Step::Inside(to, _) => self.options[to as usize][loser].iter().any(|s| !inside(s)),
            Step::Out(_) => false,
        });
        if !threatens || self.options[member][winner].iter().any(inside) {
            return Ok(bound);
        }
        let better = match side {
            Side::Lower => games.le(bound, least)?.then_some(least),
            Side::Upper => games.le(most, bound)?.then_some(most),
        };
        Ok(better.unwrap_or(bound))
    }

    /// The bound when one side never moves inside the loop. The other side comes
    /// round alone only by suicide; there the least or the most that there can be
    /// is bound enough to begin with.
    fn first(
        &mut self,
        values: &Values,
        games: &mut Games,
        member: usize,
        side: Side,
    ) -> Result<Game, Failure> {
        let upper = usize::from(side == Side::Upper);
        match self.first[upper][member] {
            First::Known(game) => return Ok(game),
            First::Open => return Ok(Game::number(Dyadic::from(self.limits[member][upper]))),
            First::Unknown => self.first[upper][member] = First::Open,
        }
        let mut options = [Vec::new(), Vec::new()];
        for color in [BLACK, WHITE] {
            for i in 0..self.options[member][color].len() {
                options[color].push(match self.options[member][color][i] {
                    Step::Out(bounds) => bounds.of(side),
                    Step::Inside(..) if (color == BLACK) != (side == Side::Upper) => continue,
                    Step::Inside(to, shift) => {
                        let base = self.first(values, games, to as usize, side)?;
                        games.add(base, shift)?
                    }
                });
            }
        }
        let game = values.make(games, self.counts[member], &mut options)?;
        let game = self.at_worst(games, member, side, game)?;
        self.first[upper][member] = First::Known(game);
        Ok(game)
    }

    /// Goes round until nothing changes, or patience ends.
    fn improve(
        &self,
        values: &Values,
        games: &mut Games,
        bounds: &mut [Bounds],
    ) -> Result<(), Failure> {
        let mut patience = vec![(PATIENCE, FINE_PATIENCE); bounds.len()];
        let mut waiting = vec![true; bounds.len()];
        let mut queue: VecDeque<u32> = (0..bounds.len() as u32).collect();
        while let Some(member) = queue.pop_front() {
            let member = member as usize;
            waiting[member] = false;
            let (left, fine) = &mut patience[member];
            if bounds[member].is_exact() || *left == 0 || *fine == 0 {
                continue;
            }
            *left -= 1;
            let better = self.round(values, games, bounds, member)?;
            if better == bounds[member] {
                continue;
            }
            if !better.is_exact() && stops(games, &better) == stops(games, &bounds[member]) {
                *fine -= 1;
            }
            bounds[member] = better;
            for &before in &self.before[member] {
                if !waiting[before as usize] {
                    waiting[before as usize] = true;
                    queue.push_back(before);
                }
            }
        }
        Ok(())
    }

    fn round(
        &self,
        values: &Values,
        games: &mut Games,
        bounds: &[Bounds],
        member: usize,
    ) -> Result<Bounds, Failure> {
        let mut both = [Side::Lower, Side::Upper].map(|_| Game::ZERO);
        for (side, game) in [Side::Lower, Side::Upper].into_iter().zip(&mut both) {
            let mut options = [Vec::new(), Vec::new()];
            for color in [BLACK, WHITE] {
                for step in &self.options[member][color] {
                    options[color].push(match *step {
                        Step::Out(bounds) => bounds.of(side),
                        Step::Inside(to, shift) => {
                            games.add(bounds[to as usize].of(side), shift)?
                        }
                    });
                }
            }
            let bound = values.make(games, self.counts[member], &mut options)?;
            *game = self.at_worst(games, member, side, bound)?;
        }
        values.bounds(games, both[0], both[1])
    }
}

/// The four scores that show how good bounds are.
fn stops(games: &Games, bounds: &Bounds) -> [Dyadic; 4] {
    let [low, high] = [bounds.lower, bounds.upper]
        .map(|game| [games.left_stop(game).value, games.right_stop(game).value]);
    [low[0], low[1], high[0], high[1]]
}
