//! Playing a sum of games exactly, without adding it up.

use std::sync::Arc;

use budget::{Budget, Exhausted};

use crate::random::mix;
use crate::sum_search::Search;
use crate::sum_state::State;
use crate::sum_table::{Piece, Table};
use crate::{Dyadic, Error, Game, Games, Rational, Side, Thermographs};

/// A key of a multiset of games of one arena: the same for every order.
///
/// Later rooms use it to recognise a whole board by its local games.
pub fn sum_key(terms: &[Game]) -> u128 {
    terms.iter().filter(|g| **g != Game::ZERO).fold(0, |key, g| {
        let (core, numerator, exponent) = g.rank();
        let low = mix(core ^ mix(numerator as u64 ^ mix(u64::from(exponent) | 1 << 40)));
        let high = mix(low ^ core.rotate_left(32) ^ numerator as u64);
        u128::wrapping_add(key, u128::from(high) << 64 | u128::from(low))
    })
}

/// A move in one term of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SumMove {
    /// The index of the term.
    pub term: usize,
    /// Who moves.
    pub side: Side,
    /// The game that the term becomes.
    pub to: Game,
}

/// The score of a sum with one side moving first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumScore {
    /// No score below this is possible.
    pub low: Dyadic,
    /// No score above this is possible.
    pub high: Dyadic,
    /// Who is to move when the score is reached, if that was asked and found:
    /// the other side got the last move. In `G − score` whoever is to move
    /// then loses.
    pub next: Option<Side>,
    /// Why the bounds are apart or `next` is missing though asked for.
    pub unfinished: Option<Exhausted>,
}

impl SumScore {
    /// The score, if it is known exactly.
    pub fn exact(self) -> Option<Dyadic> {
        (self.low == self.high).then_some(self.low)
    }
}

/// Solves one sum, with either side first, and keeps what it has learnt.
///
/// ```
/// use budget::Budget;
/// use cgt::{Dyadic, Games, Side, SumSolver, Tempo, Thermographs};
///
/// // Müller 1995, section 6.3: in 5|0 + 6|4||0 Left moves to 6|4 and gets 6.
/// let mut games = Games::new();
/// let switch = |games: &mut Games, a, b| games.switch(Dyadic::from(a), Dyadic::from(b));
/// let (gote, threat) = (switch(&mut games, 5, 0)?, switch(&mut games, 6, 4)?);
/// let zero = games.number(Dyadic::from(0));
/// let sente = games.game(&[threat], &[zero])?;
/// let terms = [gote, sente];
/// let mut solver = SumSolver::new(&games, &mut Thermographs::new(), &terms, Tempo::Ignored)?;
/// let mut budget = Budget::nodes(1000);
/// let score = solver.score(Side::Left, &mut budget);
/// assert_eq!(score.exact(), Some(Dyadic::from(6)));
/// let moves = solver.best_moves(&games, Side::Left, &mut budget)?;
/// assert_eq!(moves.iter().map(|m| m.to).collect::<Vec<_>>(), [threat]);
/// # Ok::<(), cgt::Error>(())
/// ```
pub struct SumSolver {
    terms: Vec<Game>,
    table: Arc<Table>,
    search: Search,
    tempo: Tempo,
}

/// Whether the last move of a sum counts for anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tempo {
    /// Who gets the last move decides between equal scores, as in the theory.
    Counts,
    /// Only the score counts: a final `*` is worth nothing.
    Ignored,
}

impl SumSolver {
    /// Makes ready to solve the sum of `terms`, games of the arena `games`.
    pub fn new(
        games: &Games,
        thermographs: &mut Thermographs,
        terms: &[Game],
        tempo: Tempo,
    ) -> Result<SumSolver, Error> {
        let counts = tempo == Tempo::Counts;
        let table = Arc::new(Table::new(games, thermographs, terms, counts)?);
        let search = Search::new(Arc::clone(&table), counts, Budget::unlimited());
        Ok(SumSolver { terms: terms.to_vec(), table, search, tempo })
    }

    /// Goes on from another position of the same play: every term must be a
    /// follower of one of the terms that the solver was made with.
    pub fn set_terms(&mut self, terms: &[Game]) -> Result<(), Error> {
        if terms.iter().any(|&g| self.table.place(g).is_none()) {
            return Err(Error::Undefined("a term is no follower of the terms to be solved"));
        }
        self.terms = terms.to_vec();
        Ok(())
    }

    /// The score with `first` to move. When the budget ends early the answer
    /// holds the bounds reached so far.
    pub fn score(&mut self, first: Side, budget: &mut Budget) -> SumScore {
        let terms = self.terms.clone();
        self.score_of(&terms, first, budget)
    }

    /// All moves that keep the score, and the last move if that counts.
    /// Moves in numbers are left out: they never gain.
    pub fn best_moves(
        &mut self,
        games: &Games,
        first: Side,
        budget: &mut Budget,
    ) -> Result<Vec<SumMove>, Error> {
        let terms = self.terms.clone();
        let target = self.target(&terms, first, budget)?;
        let mut best = Vec::new();
        for m in self.moves(games, &terms, first) {
            if self.keeps(&terms, m, target, budget)? {
                best.push(m);
            }
        }
        Ok(best)
    }

    /// One best move; nothing when the score is settled.
    pub fn best_move(
        &mut self,
        games: &Games,
        first: Side,
        budget: &mut Budget,
    ) -> Result<Option<SumMove>, Error> {
        let terms = self.terms.clone();
        let target = self.target(&terms, first, budget)?;
        self.find_move(games, &terms, first, target, budget)
    }

    /// One line of best play, until only numbers are left, or only
    /// infinitesimals where the last move counts for nothing.
    pub fn best_line(
        &mut self,
        games: &Games,
        first: Side,
        budget: &mut Budget,
    ) -> Result<Vec<SumMove>, Error> {
        let mut terms = self.terms.clone();
        let target = self.target(&terms, first, budget)?;
        let mut line = Vec::new();
        let mut side = first;
        loop {
            let Some(m) = self.find_move(games, &terms, side, target, budget)? else {
                return Ok(line);
            };
            terms[m.term] = m.to;
            line.push(m);
            side = side.other();
        }
    }

    fn find_move(
        &mut self,
        games: &Games,
        terms: &[Game],
        side: Side,
        target: i64,
        budget: &mut Budget,
    ) -> Result<Option<SumMove>, Error> {
        let mut moves = self.moves(games, terms, side);
        if self.tempo == Tempo::Ignored {
            moves.retain(|m| self.piece(terms[m.term]).is_some_and(|p| !p.is_number()));
        }
        // Hottest first: most often that is the move.
        moves.sort_by_key(|m| self.piece(terms[m.term]).map_or(u32::MAX, |p| p.0));
        for m in moves {
            if self.keeps(terms, m, target, budget)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    fn piece(&self, g: Game) -> Option<Piece> {
        self.table.place(g).map(|(piece, _)| piece)
    }

    fn state(&self, terms: &[Game]) -> State {
        let mut state = State::default();
        for &g in terms {
            let (piece, mean) = self.table.place(g).expect("followers of terms are compiled");
            state.add(&self.table, piece, mean);
        }
        state
    }

    fn moves(&self, games: &Games, terms: &[Game], side: Side) -> Vec<SumMove> {
        let mut moves = Vec::new();
        for (term, &g) in terms.iter().enumerate().filter(|(_, g)| !g.is_number()) {
            moves.extend(games.options(g, side).map(|to| SumMove { term, side, to }));
        }
        moves
    }

    /// The score in half units that best play must keep.
    fn target(&mut self, terms: &[Game], first: Side, budget: &mut Budget) -> Result<i64, Error> {
        let score = self.score_of(terms, first, budget);
        if let Some(reason) = score.unfinished {
            return Err(Error::Budget(reason));
        }
        let halves = 2 * self.table.units(Rational::from(score.low))?;
        Ok(match score.next {
            None => halves,
            Some(Side::Right) => halves + 1,
            Some(Side::Left) => halves - 1,
        })
    }

    /// Whether a move of `m.side` keeps the score of `target` half units.
    fn keeps(
        &mut self,
        terms: &[Game],
        m: SumMove,
        target: i64,
        budget: &mut Budget,
    ) -> Result<bool, Error> {
        let mut after = terms.to_vec();
        after[m.term] = m.to;
        let state = self.state(&after);
        let next = m.side.other();
        let answer = match m.side {
            Side::Left => self.with(budget, |search| search.at_least(&state, next, target)),
            // Right keeps the score if Left does not get more.
            Side::Right => {
                self.with(budget, |search| search.at_least(&state, next, target + 1)).map(|b| !b)
            }
        };
        Ok(answer?)
    }

    fn score_of(&mut self, terms: &[Game], first: Side, budget: &mut Budget) -> SumScore {
        let state = self.state(terms);
        // Scores lie on a grid: the least common denominator of the numbers
        // that play can end in.
        let grain = 2 * self.table.grain();
        let (low, high) = self.search.bounds(&state, first);
        // The last move is worth half a unit to either side.
        let (low, high) = match self.tempo {
            Tempo::Counts => (low - 1, high + 1),
            Tempo::Ignored => (low, high),
        };
        let (mut low, mut high) = (-(-low).div_euclid(grain), high.div_euclid(grain));
        let mut unfinished = None;
        while low < high {
            let middle = low + (high - low + 1) / 2;
            let asked = middle * grain;
            match self.with(budget, |search| search.score_at_least(&state, first, asked)) {
                Ok(true) => low = middle,
                Ok(false) => high = middle - 1,
                Err(reason) => {
                    unfinished = Some(reason);
                    break;
                }
            }
        }
        let mut next = None;
        if self.tempo == Tempo::Counts && low == high {
            let asked = low * grain + 1;
            match self.with(budget, |search| search.at_least(&state, first, asked)) {
                Ok(right_to_move) => {
                    next = Some(if right_to_move { Side::Right } else { Side::Left });
                }
                Err(reason) => unfinished = Some(reason),
            }
        }
        let points = |halves: i64| {
            let exponent = self.table.unit().trailing_zeros();
            Dyadic::new(halves / 2, exponent).expect("scores of compiled sums are in range")
        };
        SumScore { low: points(low * grain), high: points(high * grain), next, unfinished }
    }

    /// Runs a part of the search on the caller's budget.
    fn with<T>(&mut self, budget: &mut Budget, run: impl FnOnce(&mut Search) -> T) -> T {
        std::mem::swap(&mut self.search.budget, budget);
        let answer = run(&mut self.search);
        std::mem::swap(&mut self.search.budget, budget);
        answer
    }
}
