//! The temperatures at which the sum search works, and what it has learnt of
//! the moves at each of them.

use std::sync::Arc;

use crate::Side;
use crate::sum_table::{Follower, Piece, Table};

/// One temperature of the search.
pub(crate) struct Level {
    pub(crate) table: Arc<Table>,
    /// The tax on every move, in units.
    pub(crate) tax: i64,
    /// Whether infinitesimals and the last move count; only at zero.
    pub(crate) tempo: bool,
    /// What the cores become at the next level.
    pub(crate) becomes: Vec<Piece>,
    /// The name of the first move of each side in each piece.
    pub(crate) first_move: Vec<[u32; 2]>,
    /// The number of moves of each side.
    move_count: [usize; 2],
    /// Whether a move's incentive dominates another's: a square for each side.
    dominance: [Vec<u8>; 2],
    /// For each piece and side the exchanges that lose nothing, once known.
    pub(crate) exchanges: Vec<Option<Arc<[Exchange]>>>,
}

const UNKNOWN: u8 = 0;
const YES: u8 = 1;
const NO: u8 = 2;

/// The squares of dominance are at most so wide; in larger tables the coldest
/// moves are compared anew each time.
const WIDEST: usize = 4096;

impl Level {
    pub(crate) fn new(table: Arc<Table>, tax: i64, tempo: bool) -> Level {
        let mut move_count = [0, 0];
        let mut first_move = Vec::with_capacity(2 * table.len());
        for piece in (0..2 * table.len() as u32).map(Piece) {
            first_move.push(move_count.map(|n| n as u32));
            for side in [Side::Left, Side::Right] {
                move_count[side as usize] += table.move_count(piece, side);
            }
        }
        Level {
            exchanges: vec![None; 4 * table.len()],
            table,
            tax,
            tempo,
            becomes: Vec::new(),
            first_move,
            move_count,
            dominance: move_count.map(|n| vec![UNKNOWN; n.min(WIDEST) * n.min(WIDEST)]),
        }
    }

    /// Whether the move `a` is known to dominate the move `b`.
    pub(crate) fn dominance(&self, side: Side, a: u32, b: u32) -> Option<bool> {
        match self.dominance[side as usize].get(self.dominance_slot(side, a, b)?) {
            Some(&YES) => Some(true),
            Some(&NO) => Some(false),
            _ => None,
        }
    }

    /// Remembers whether the move `a` dominates the move `b`.
    pub(crate) fn set_dominance(&mut self, side: Side, a: u32, b: u32, answer: bool) {
        if let Some(slot) = self.dominance_slot(side, a, b) {
            self.dominance[side as usize][slot] = if answer { YES } else { NO };
        }
    }

    fn dominance_slot(&self, side: Side, a: u32, b: u32) -> Option<usize> {
        let width = self.move_count[side as usize].min(WIDEST);
        let (a, b) = (a as usize, b as usize);
        (a < width && b < width).then(|| a * width + b)
    }
}

/// A move in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) piece: Piece,
    pub(crate) follower: Follower,
    /// The number of the move among all moves of its side at its level.
    pub(crate) name: u32,
}

/// A move that an answer of the other side makes good again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exchange {
    pub(crate) follower: Follower,
    pub(crate) answer: Move,
}

impl Exchange {
    /// By how much the exchange changes the mean.
    pub(crate) fn gain(&self) -> i64 {
        self.follower.gain + self.answer.follower.gain
    }
}
