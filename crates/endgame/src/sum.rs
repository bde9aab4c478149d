//! The score of a sum of games, found without adding it up.

use std::collections::HashMap;

use budget::{Budget, Exhausted};
use cgt::{Dyadic, Game, Games, Side, SumSolver, Tempo, Thermographs};

use crate::values::Failure;

/// Finds the stops of sums. Infinitesimals never change a score, so games are
/// taken in their reduced forms; numbers are added; a game and its negative
/// cancel (Müller 1995, section 6.3). The rest is searched.
#[derive(Default)]
pub(crate) struct Sums {
    reduced: HashMap<Game, Game>,
    /// Hot games without their numbers, in the order they were met, and which
    /// is which.
    list: Vec<Game>,
    index: HashMap<Game, u32>,
    known: HashMap<(Vec<u32>, Side), Dyadic>,
    walls: Thermographs,
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
            None => hot.push(self.id(core)),
        }
        Ok(())
    }

    fn id(&mut self, game: Game) -> u32 {
        if let Some(&id) = self.index.get(&game) {
            return id;
        }
        let id = self.list.len() as u32;
        self.list.push(game);
        self.index.insert(game, id);
        id
    }

    fn search(
        &mut self,
        games: &Games,
        hot: &[u32],
        side: Side,
        budget: &mut Budget,
    ) -> Result<Dyadic, Failure> {
        let terms: Vec<Game> = hot.iter().map(|&id| self.list[id as usize]).collect();
        match (&terms[..], side) {
            (&[], _) => return Ok(Dyadic::from(0)),
            (&[only], Side::Left) => return Ok(games.left_stop(only).value),
            (&[only], Side::Right) => return Ok(games.right_stop(only).value),
            _ => {}
        }
        let question = (hot.to_vec(), side);
        if let Some(&stop) = self.known.get(&question) {
            return Ok(stop);
        }
        let mut solver = SumSolver::new(games, &mut self.walls, &terms, Tempo::Ignored)?;
        let score = solver.score(side, budget);
        let Some(stop) = score.exact() else {
            return Err(score.unfinished.unwrap_or(Exhausted::Nodes).into());
        };
        self.known.insert(question, stop);
        Ok(stop)
    }
}
