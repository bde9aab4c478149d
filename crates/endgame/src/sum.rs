//! The score of a sum of games, found without adding it up.

use std::collections::HashMap;

use budget::Budget;
use cgt::{Dyadic, Game, Games, Rational, Side};

use crate::values::Failure;

/// Finds the stops of sums. Infinitesimals never change a score, so games are
/// taken in their reduced forms; numbers are added; a game and its negative
/// cancel; dominated incentives are dropped (Müller 1995, section 6.3).
#[derive(Default)]
pub(crate) struct Sums {
    reduced: HashMap<Game, Game>,
    /// Hot games without their numbers, in the order they were met, and which
    /// is which.
    list: Vec<Hot>,
    index: HashMap<Game, u32>,
    known: HashMap<(Vec<u32>, Side), Dyadic>,
}

struct Hot {
    game: Game,
    temperature: Rational,
}

impl Sums {
    /// The score that `side`, moving first, reaches in the sum of `terms`.
    pub(crate) fn stop(
        &mut self,
        games: &mut Games,
        terms: &[Game],
        side: Side,
        budget: &mut Budget,
    ) -> Result<Dyadic, Failure> {
        let mut hot: Vec<u32> = Vec::new();
        let mut number = Dyadic::from(0);
        for &term in terms {
            self.put(games, &mut hot, &mut number, term)?;
        }
        hot.sort_unstable();
        let stop = self.search(games, &hot, side, budget)?;
        Ok(stop.add(number)?)
    }

    /// Adds a term: its number to the number, its hot part to the list.
    fn put(
        &mut self,
        games: &mut Games,
        hot: &mut Vec<u32>,
        number: &mut Dyadic,
        term: Game,
    ) -> Result<(), Failure> {
        let core = term.core();
        let reduced = match self.reduced.get(&core) {
            Some(&reduced) => reduced,
            None => {
                let reduced = games.reduced(core)?;
                self.reduced.insert(core, reduced);
                reduced
            }
        };
        *number = number.add(term.offset())?.add(reduced.offset())?;
        if reduced.is_number() {
            return Ok(());
        }
        let core = reduced.core();
        let negative = games.neg(core)?;
        let opposite = self.index.get(&negative.core());
        match opposite.and_then(|id| hot.iter().position(|other| other == id)) {
            Some(i) => {
                // The term in the list is the negative without its number.
                hot.swap_remove(i);
                *number = number.sub(negative.offset())?;
            }
            None => hot.push(self.id(games, core)?),
        }
        Ok(())
    }

    fn id(&mut self, games: &Games, game: Game) -> Result<u32, Failure> {
        if let Some(&id) = self.index.get(&game) {
            return Ok(id);
        }
        let temperature = games.thermograph(game)?.temperature();
        let id = self.list.len() as u32;
        self.list.push(Hot { game, temperature });
        self.index.insert(game, id);
        Ok(id)
    }

    fn search(
        &mut self,
        games: &mut Games,
        hot: &[u32],
        side: Side,
        budget: &mut Budget,
    ) -> Result<Dyadic, Failure> {
        match *hot {
            [] => return Ok(Dyadic::from(0)),
            [only] => {
                let only = self.list[only as usize].game;
                let stop = match side {
                    Side::Left => games.left_stop(only),
                    Side::Right => games.right_stop(only),
                };
                return Ok(stop.value);
            }
            _ => {}
        }
        let question = (hot.to_vec(), side);
        if let Some(&stop) = self.known.get(&question) {
            return Ok(stop);
        }
        budget.spend(1)?;
        let mut best: Option<Dyadic> = None;
        for (i, option) in self.candidates(games, hot, side)? {
            let mut rest = hot.to_vec();
            rest.remove(i);
            let mut number = Dyadic::from(0);
            self.put(games, &mut rest, &mut number, option)?;
            rest.sort_unstable();
            let stop = self.search(games, &rest, side.other(), budget)?.add(number)?;
            let better = match side {
                Side::Left => best.is_none_or(|best| stop > best),
                Side::Right => best.is_none_or(|best| stop < best),
            };
            if better {
                best = Some(stop);
            }
        }
        let best = best.expect("a hot game has options of both sides");
        self.known.insert(question, best);
        Ok(best)
    }

    /// The moves whose incentives no other dominates, hottest first.
    fn candidates(
        &self,
        games: &mut Games,
        hot: &[u32],
        side: Side,
    ) -> Result<Vec<(usize, Game)>, Failure> {
        let mut all: Vec<(usize, Game, Game)> = Vec::new();
        for i in 0..hot.len() {
            if i > 0 && hot[i] == hot[i - 1] {
                continue;
            }
            let game = self.list[hot[i] as usize].game;
            let options: Vec<Game> = games.options(game, side).collect();
            for option in options {
                all.push((i, option, games.incentive(game, option, side)?));
            }
        }
        let mut kept = Vec::new();
        'candidate: for a in 0..all.len() {
            for b in 0..all.len() {
                if a != b
                    && games.le_up_to_infinitesimals(all[a].2, all[b].2)?
                    && (b < a || !games.le_up_to_infinitesimals(all[b].2, all[a].2)?)
                {
                    continue 'candidate;
                }
            }
            kept.push((all[a].0, all[a].1));
        }
        kept.sort_by(|a, b| self.heat(hot[b.0]).cmp(&self.heat(hot[a.0])));
        Ok(kept)
    }

    fn heat(&self, id: u32) -> Rational {
        self.list[id as usize].temperature
    }
}
