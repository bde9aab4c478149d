//! Positions of the sum search: multisets of pieces with a number.

use crate::random::mix;
use crate::sum_table::{Follower, Piece, Table};

/// A multiset of pieces plus a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// Sorted, so the hottest come first.
    pub(crate) pieces: Vec<Piece>,
    pub(crate) number: i64,
    pub(crate) key: u128,
}

impl State {
    pub(crate) fn add(&mut self, table: &Table, piece: Piece, number: i64) {
        self.number += number;
        if piece.is_number() {
            return;
        }
        if self.remove(table.negative(piece)) {
            return;
        }
        let at = self.pieces.partition_point(|&p| p < piece);
        self.pieces.insert(at, piece);
        self.key = self.key.wrapping_add(key_of(piece));
    }

    /// Takes one copy of a piece out, if there is one.
    pub(crate) fn remove(&mut self, piece: Piece) -> bool {
        match self.pieces.binary_search(&piece) {
            Ok(at) => {
                self.pieces.remove(at);
                self.key = self.key.wrapping_sub(key_of(piece));
                true
            }
            Err(_) => false,
        }
    }

    /// The same position a level higher, where `becomes` tells what the cores
    /// of this level are.
    pub(crate) fn cooled(&self, table: &Table, becomes: &[Piece]) -> State {
        let mut state = State { number: self.number, ..State::default() };
        state.pieces.reserve(self.pieces.len());
        for &piece in &self.pieces {
            state.add(table, table.becomes(becomes, piece), 0);
        }
        state
    }

    /// The position after a move in `piece`.
    pub(crate) fn after(&self, table: &Table, piece: Piece, follower: Follower) -> State {
        let mut next = self.clone();
        next.remove(piece);
        next.add(table, follower.piece, follower.gain);
        next
    }
}

/// Random words for the pieces; the key of a multiset is their sum. Two
/// different multisets share a key with a chance of 2⁻¹²⁸.
fn key_of(piece: Piece) -> u128 {
    let low = mix(u64::from(piece.0).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d);
    let high = mix(low ^ 0x1405_7b7e_f767_814f).wrapping_add(u64::from(piece.0));
    u128::from(low) << 64 | u128::from(mix(high))
}
