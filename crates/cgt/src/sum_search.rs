//! Alpha–beta over multisets of games: the exact stops of a sum that is far
//! too large to add up.
//!
//! What keeps the tree small (Müller 1995, section 6.3, and more):
//! - numbers are taken out and `G + (−G)` is cancelled;
//! - moves whose incentive another move's incentive dominates are dropped;
//! - a sente whose answer dominates everything else is played at once, and
//!   sentes that lose nothing bound the answer (see `sum_exchange`);
//! - stops lie between bounds read from the walls of the terms;
//! - a position met again is recognised by an order-independent key.

use std::sync::Arc;

use budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use crate::Side;
use crate::sum_level::{Level, Move};
use crate::sum_state::State;
use crate::sum_table::Table;

/// What is known of a wall, less the number, in half units.
#[derive(Clone, Copy)]
struct Known {
    low: i64,
    high: i64,
    /// The piece of the move that decided last time.
    best: u32,
}

/// The search. Walls are counted in half units: with tempo, an odd half tells
/// who is to move at the stop (+1 Right, −1 Left).
///
/// It works at several temperatures. The wall of the sum at temperature t is
/// the stop of the cooled sum, in which pieces no hotter than t are numbers
/// and every move is taxed by t; it differs from the stop by at most t. So the
/// few hot pieces alone bound the answer, and colder pieces only refine it.
pub(crate) struct Search {
    pub(crate) budget: Budget,
    pub(crate) levels: Vec<Level>,
    known: FxHashMap<(u128, u32), Known>,
    depth: u32,
}

/// Deeper sums than this end as if the budget were used up: the search calls
/// itself for every move.
const DEEPEST: u32 = 1500;

/// How many nodes a comparison of two incentives may take before the moves
/// count as confused.
const COMPARISON_NODES: u64 = 1000;

impl Search {
    pub(crate) fn new(table: Arc<Table>, tempo: bool, budget: Budget) -> Search {
        let mut levels = vec![Level::new(Arc::clone(&table), 0, tempo)];
        let mut taxes = if tempo { vec![0] } else { vec![] };
        // One point, two, four, …: a half or two points to begin with took
        // many times as long on random sums.
        let mut tax = table.unit();
        while tax < table.hottest() {
            taxes.push(tax);
            tax *= 2;
        }
        for tax in taxes {
            let below = levels.last_mut().expect("there is a level zero");
            let (cooled, becomes) = below.table.cooled(tax);
            below.becomes = becomes;
            levels.push(Level::new(Arc::new(cooled), tax, false));
        }
        Search { budget, levels, known: FxHashMap::default(), depth: 0 }
    }

    /// Bounds on the stop without search, in half units.
    pub(crate) fn bounds(&self, state: &State, side: Side) -> (i64, i64) {
        let (low, high) = self.relative_bounds(state, side, 0);
        (low + 2 * state.number, high + 2 * state.number)
    }

    /// Whether the stop with `side` first is at least `v` half units.
    pub(crate) fn at_least(
        &mut self,
        state: &State,
        side: Side,
        v: i64,
    ) -> Result<bool, Exhausted> {
        self.depth = 0;
        self.reaches(state, side, v - 2 * state.number, 0, true)
    }

    /// Whether the stop is at least `v` half units when the last move counts
    /// for nothing.
    pub(crate) fn score_at_least(
        &mut self,
        state: &State,
        side: Side,
        v: i64,
    ) -> Result<bool, Exhausted> {
        match &self.levels[..] {
            [exact, plain, ..] if exact.tempo => {
                let state = state.cooled(&plain.table, &exact.becomes);
                self.depth = 0;
                self.reaches(&state, side, v - 2 * state.number, 1, true)
            }
            _ => self.at_least(state, side, v),
        }
    }

    /// Whether the wall at a level, less the number, is at least `v`.
    pub(crate) fn reaches(
        &mut self,
        state: &State,
        side: Side,
        v: i64,
        level: usize,
        prune: bool,
    ) -> Result<bool, Exhausted> {
        let key = (state.key, (level as u32) << 1 | u32::from(side == Side::Left));
        let mut hint = u32::MAX;
        let mut known = match self.known.get(&key) {
            Some(&known) => {
                hint = known.best;
                known
            }
            None => {
                let (low, high) = self.relative_bounds(state, side, level);
                Known { low, high, best: u32::MAX }
            }
        };
        if known.low >= v {
            return Ok(true);
        }
        if known.high < v {
            return Ok(false);
        }
        self.budget.spend(1)?;
        if self.depth > DEEPEST {
            return Err(Exhausted::Nodes);
        }
        self.depth += 1;
        let mut quick = self.answer_from_above(state, side, v, level, prune)?;
        if prune && quick.is_none() {
            quick = self.answer_from_sentes(state, side, v, level)?;
        }
        let (answer, best) = match quick {
            Some(answer) => (answer, hint),
            None => self.search(state, side, v, level, prune, hint)?,
        };
        self.depth -= 1;
        // A comparison below may have learnt more meanwhile.
        if let Some(&now) = self.known.get(&key) {
            known = now;
        }
        if answer {
            known.low = known.low.max(v);
        } else {
            known.high = known.high.min(v - 1);
        }
        known.best = best;
        self.known.insert(key, known);
        Ok(answer)
    }

    /// The answer, if the next higher temperature already decides it.
    fn answer_from_above(
        &mut self,
        state: &State,
        side: Side,
        v: i64,
        level: usize,
        prune: bool,
    ) -> Result<Option<bool>, Exhausted> {
        let [here, above, ..] = &self.levels[level..] else { return Ok(None) };
        let hot = state.cooled(&above.table, &here.becomes);
        // Left's wall falls and Right's rises with temperature, by at most
        // the difference; the last move is worth half a unit either way.
        let gap = 2 * (above.tax - here.tax);
        let parity = i64::from(here.tempo);
        let (fall, rise) = match side {
            Side::Left => (0, gap),
            Side::Right => (gap, 0),
        };
        // here ∈ [above − fall − parity, above + rise + parity]
        if self.reaches(&hot, side, v + fall + parity, level + 1, prune)? {
            return Ok(Some(true));
        }
        if !self.reaches(&hot, side, v - rise - parity, level + 1, prune)? {
            return Ok(Some(false));
        }
        Ok(None)
    }

    fn search(
        &mut self,
        state: &State,
        side: Side,
        v: i64,
        level: usize,
        prune: bool,
        hint: u32,
    ) -> Result<(bool, u32), Exhausted> {
        // Left wants the answer to be yes.
        let wanted = side == Side::Left;
        if prune && let Some(next) = self.forced_exchange(state, side, level)? {
            let rest = v - 2 * (next.number - state.number);
            let answer = self.reaches(&next, side, rest, level, prune)?;
            return Ok((answer, hint));
        }
        let tax = match side {
            Side::Left => 2 * self.levels[level].tax,
            Side::Right => -2 * self.levels[level].tax,
        };
        let moves = self.moves(state, side, level, hint);
        let mut kept: Vec<Move> = Vec::new();
        for m in moves {
            if prune && self.is_dominated(side, m, &kept, level)? {
                continue;
            }
            kept.push(m);
            let next = state.after(&self.levels[level].table, m.piece, m.follower);
            let rest = v + tax - 2 * (next.number - state.number);
            if self.reaches(&next, side.other(), rest, level, prune)? == wanted {
                return Ok((wanted, m.piece.0));
            }
        }
        Ok((!wanted, u32::MAX))
    }

    /// The moves of `side`, the most promising first: those in the hottest
    /// pieces, unless another did well before.
    fn moves(&self, state: &State, side: Side, level: usize, hint: u32) -> Vec<Move> {
        let level = &self.levels[level];
        let mut moves = Vec::with_capacity(2 * state.pieces.len());
        let mut hinted = 0;
        for (i, &piece) in state.pieces.iter().enumerate() {
            if i > 0 && state.pieces[i - 1] == piece {
                continue;
            }
            let first = level.first_move[piece.0 as usize][side as usize];
            for (option, follower) in level.table.moves(piece, side).enumerate() {
                moves.push(Move { piece, follower, name: first + option as u32 });
                if piece.0 == hint {
                    let last = moves.len() - 1;
                    moves.swap(hinted, last);
                    hinted += 1;
                }
            }
        }
        moves
    }

    /// Whether one of `better` has an incentive at least as good as that of `m`.
    pub(crate) fn is_dominated(
        &mut self,
        side: Side,
        m: Move,
        better: &[Move],
        level: usize,
    ) -> Result<bool, Exhausted> {
        for &b in better {
            if self.dominates(side, b, m, level)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the incentive of `a` is at least that of `b`.
    fn dominates(&mut self, side: Side, a: Move, b: Move, level: usize) -> Result<bool, Exhausted> {
        // A lower gain in mean cannot dominate a higher one.
        let ahead = match side {
            Side::Left => a.follower.gain >= b.follower.gain,
            Side::Right => a.follower.gain <= b.follower.gain,
        };
        if !ahead {
            return Ok(false);
        }
        if let Some(known) = self.levels[level].dominance(side, a.name, b.name) {
            return Ok(known);
        }
        // a − A ≥ b − B for Left, A − a ≥ B − b for Right.
        let table = &*Arc::clone(&self.levels[level].table);
        let mut difference = State::default();
        let (sign, terms) = match side {
            Side::Left => (
                1,
                [
                    a.follower.piece,
                    table.negative(a.piece),
                    b.piece,
                    table.negative(b.follower.piece),
                ],
            ),
            Side::Right => (
                -1,
                [
                    a.piece,
                    table.negative(a.follower.piece),
                    table.negative(b.piece),
                    b.follower.piece,
                ],
            ),
        };
        for piece in terms {
            difference.add(table, piece, 0);
        }
        difference.number = sign * (a.follower.gain - b.follower.gain);
        let result = self.is_nonnegative(&difference, level)?;
        self.levels[level].set_dominance(side, a.name, b.name, result);
        Ok(result)
    }

    /// Whether a small difference is at least zero: Right, moving first, does
    /// not get below. A comparison that takes long counts as a no.
    pub(crate) fn is_nonnegative(
        &mut self,
        difference: &State,
        level: usize,
    ) -> Result<bool, Exhausted> {
        let threshold = i64::from(self.levels[level].tempo);
        let rest = self.budget.clone();
        self.budget = rest.part(COMPARISON_NODES);
        let depth = std::mem::take(&mut self.depth);
        let answer =
            self.reaches(difference, Side::Right, threshold - 2 * difference.number, level, false);
        self.depth = depth;
        let spent = self.budget.spent();
        self.budget = rest;
        self.budget.charge(spent)?;
        match answer {
            Ok(answer) => Ok(answer),
            Err(Exhausted::Nodes) => Ok(false),
            Err(stopped) => Err(stopped),
        }
    }

    /// Bounds on the wall at a level less the number, in half units.
    ///
    /// For any temperature t not below the level's u, cooling gives
    /// `Σ RW(t) ≤ RW_sum(t)`, and a wall moves at most t − u between u and t.
    /// So with Right first the wall is at least `Σ RW(t) − (t − u)`; with Left
    /// first Thermostrat gets `Σ RW(t) + max (LW − RW)(t)`. Mirrored for the
    /// upper bounds.
    fn relative_bounds(&self, state: &State, side: Side, level: usize) -> (i64, i64) {
        let level = &self.levels[level];
        let table = &level.table;
        let pieces = &state.pieces;
        let parity = i64::from(level.tempo);
        if pieces.is_empty() {
            let stop = if side == Side::Left { -parity } else { parity };
            return (stop, stop);
        }
        let (mut low, mut high) = (i64::MIN, i64::MAX);
        let mut last = i64::MAX;
        for hot in 0..=pieces.len().min(LEVELS) {
            // The temperature at which the pieces before `hot` are active.
            let t = match pieces.get(hot) {
                Some(&piece) => table.temperature(piece).max(level.tax),
                None => level.tax,
            };
            if t == last {
                continue;
            }
            last = t;
            let (mut left, mut right, mut widest) = (0, 0, 0);
            for &piece in &pieces[..hot] {
                let (l, r) = (table.left_wall(piece, t), table.right_wall(piece, t));
                left += l;
                right += r;
                widest = widest.max(l - r);
            }
            let gap = t - level.tax;
            match side {
                Side::Left => {
                    low = low.max(right + widest);
                    high = high.min(left + gap);
                }
                Side::Right => {
                    low = low.max(right - gap);
                    high = high.min(left - widest);
                }
            }
        }
        (2 * low - parity, 2 * high + parity)
    }
}

/// At how many temperatures bounds are tried, from the hottest down.
const LEVELS: usize = 4;
