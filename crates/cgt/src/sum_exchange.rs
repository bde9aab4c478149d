//! Sente in the sum search: exchanges of a threat and its answer after which
//! the side that threatened is no worse off.
//!
//! Let `G → Gᴸ → Gᴸᴿ` be such an exchange of Left, `Gᴸᴿ ≥ G`. A sum in which
//! the exchange has been made is at least the sum before, so both its stops
//! are, whoever moves and whether or not Right would have answered. All free
//! sentes of Left together therefore give an upper bound, and those of Right a
//! lower one. Sums of many sentes have so few other lines worth reading that
//! the two bounds decide nearly every position, where a search would have to
//! read all orders of all sentes.

use std::sync::Arc;

use budget::Exhausted;

use crate::Side;
use crate::sum_level::{Exchange, Level, Move};
use crate::sum_search::Search;
use crate::sum_state::State;
use crate::sum_table::Piece;

impl Search {
    /// The answer to whether the wall is at least `v`, if granting one side
    /// all its free sentes decides it.
    pub(crate) fn answer_from_sentes(
        &mut self,
        state: &State,
        side: Side,
        v: i64,
        level: usize,
    ) -> Result<Option<bool>, Exhausted> {
        // The side to move can play its sentes now: its bound is the truer one.
        for favoured in [side, side.other()] {
            let Some(next) = self.with_free_sentes(state, favoured, level)? else { continue };
            let rest = v - 2 * (next.number - state.number);
            // Even with Left's sentes not reached, or even with Right's.
            let reached = self.reaches(&next, side, rest, level, true)?;
            if reached != (favoured == Side::Left) {
                return Ok(Some(reached));
            }
        }
        Ok(None)
    }

    /// The position after all free sentes of `side` whose threats are at least
    /// as hot as everything else; nothing if there are none. (A smaller threat
    /// need not be answered, so that granting it bounds too loosely.)
    fn with_free_sentes(
        &mut self,
        state: &State,
        side: Side,
        level: usize,
    ) -> Result<Option<State>, Exhausted> {
        let table = &*Arc::clone(&self.levels[level].table);
        let hottest = state.pieces.first().map_or(0, |&p| table.temperature(p));
        let mut next = None;
        for &piece in &state.pieces {
            let free = self.known_exchanges(piece, side, level)?.iter();
            let hot = free.filter(|e| table.temperature(e.follower.piece) >= hottest);
            // The answer that is best for the other side.
            let best = hot.min_by_key(|e| match side {
                Side::Left => e.gain(),
                Side::Right => -e.gain(),
            });
            let Some(best) = best else { continue };
            let next = next.get_or_insert_with(|| state.clone());
            // The piece may have cancelled against an answer meanwhile.
            if next.remove(piece) {
                next.add(table, best.answer.follower.piece, best.gain());
            }
        }
        Ok(next)
    }

    /// A sente that may be played at once: the answer leaves the side no worse
    /// off than before, and beats every other answer.
    pub(crate) fn forced_exchange(
        &mut self,
        state: &State,
        side: Side,
        level: usize,
    ) -> Result<Option<State>, Exhausted> {
        let table = &*Arc::clone(&self.levels[level].table);
        let hottest = state.pieces.first().map_or(0, |&p| table.temperature(p));
        for (i, &piece) in state.pieces.iter().enumerate() {
            if i > 0 && state.pieces[i - 1] == piece {
                continue;
            }
            for &Exchange { follower, answer } in
                &*Arc::clone(self.known_exchanges(piece, side, level)?)
            {
                // A threat that cancels against its negative needs no answer.
                if table.temperature(follower.piece) < hottest
                    || state.pieces.binary_search(&table.negative(follower.piece)).is_ok()
                {
                    continue;
                }
                if self.beats_everything(state, piece, side.other(), answer, level)? {
                    let next = state.after(table, piece, follower);
                    return Ok(Some(next.after(table, follower.piece, answer.follower)));
                }
            }
        }
        Ok(None)
    }

    /// The exchanges of `side` in a piece, found once and kept.
    fn known_exchanges(
        &mut self,
        piece: Piece,
        side: Side,
        level: usize,
    ) -> Result<&Arc<[Exchange]>, Exhausted> {
        let slot = 2 * piece.0 as usize + side as usize;
        if self.levels[level].exchanges[slot].is_none() {
            let found = self.exchanges(piece, side, level)?;
            self.levels[level].exchanges[slot] = Some(found.into());
        }
        Ok(self.levels[level].exchanges[slot].as_ref().expect("the exchanges have been found"))
    }

    /// The moves of `side` in a piece with answers after which `side` is no
    /// worse off than before.
    fn exchanges(
        &mut self,
        piece: Piece,
        side: Side,
        level: usize,
    ) -> Result<Vec<Exchange>, Exhausted> {
        let table = &*Arc::clone(&self.levels[level].table);
        let mut found = Vec::new();
        for follower in table.moves(piece, side) {
            if follower.piece.is_number() {
                continue;
            }
            let first =
                self.levels[level].first_move[follower.piece.0 as usize][side.other() as usize];
            for (option, answer) in table.moves(follower.piece, side.other()).enumerate() {
                let gain = follower.gain + answer.gain;
                let mut difference = State::default();
                match side {
                    Side::Left => {
                        difference.add(table, answer.piece, gain);
                        difference.add(table, table.negative(piece), 0);
                    }
                    Side::Right => {
                        difference.add(table, piece, -gain);
                        difference.add(table, table.negative(answer.piece), 0);
                    }
                }
                // Comparing the counts alone settles most.
                if difference.number >= 0 && self.is_nonnegative(&difference, level)? {
                    let name = first + option as u32;
                    let answer = Move { piece: follower.piece, follower: answer, name };
                    found.push(Exchange { follower, answer });
                }
            }
        }
        Ok(found)
    }

    /// Whether `side`'s move `m`, in a piece that has replaced `replaced`, has
    /// an incentive that dominates all its others.
    fn beats_everything(
        &mut self,
        state: &State,
        replaced: Piece,
        side: Side,
        m: Move,
        level: usize,
    ) -> Result<bool, Exhausted> {
        let mut copies_of_replaced = state.pieces.iter().filter(|&&p| p == replaced).count();
        let table = &*Arc::clone(&self.levels[level].table);
        let first_move =
            |level: &Level, piece: Piece| level.first_move[piece.0 as usize][side as usize];
        for (option, follower) in table.moves(m.piece, side).enumerate() {
            let name = first_move(&self.levels[level], m.piece) + option as u32;
            let other = Move { piece: m.piece, follower, name };
            if other != m && !self.is_dominated(side, other, &[m], level)? {
                return Ok(false);
            }
        }
        for (i, &piece) in state.pieces.iter().enumerate() {
            if i > 0 && state.pieces[i - 1] == piece {
                continue;
            }
            if piece == replaced && copies_of_replaced == 1 {
                copies_of_replaced = 0;
                continue;
            }
            for (option, follower) in table.moves(piece, side).enumerate() {
                let name = first_move(&self.levels[level], piece) + option as u32;
                let other = Move { piece, follower, name };
                if !self.is_dominated(side, other, &[m], level)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
