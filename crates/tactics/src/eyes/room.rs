//! A small room behind one block, played out with the attacker moving first.

use std::collections::HashMap;

use board::{PointSet, Position};

/// A room without stones of its owner.
pub(super) struct Room {
    /// For each point, its neighbours in the room, one bit each.
    near: Vec<u16>,
    /// The points beside the block around the room.
    wall: u16,
    /// The attacker's stones.
    stones: u16,
}

/// The stones inside a room.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    own: u16,
    enemy: u16,
}

impl Room {
    pub(super) fn new(position: &Position, points: &PointSet) -> Room {
        let size = position.size();
        let listed: Vec<_> = points.iter().collect();
        let bits = |set: PointSet| {
            let bit = |i: usize| u16::from(set.contains(listed[i])) << i;
            (0..listed.len()).map(bit).fold(0, |bits, bit| bits | bit)
        };
        let near = listed.iter().map(|&p| bits(PointSet::from(p).border(size))).collect();
        let outside = PointSet::board(size) - *points;
        let stones = bits(*points - position.empty_points());
        Room { near, wall: bits(outside.border(size)), stones }
    }

    /// Whether the owner, answering each move, is sure of `eyes` eyes. He has a
    /// liberty elsewhere only if one eye is enough. Every line must come to its end,
    /// so that no ko and no repetition helps him; the attacker may retake kos and
    /// take off his own stones as he likes.
    pub(super) fn holds(&self, eyes: usize) -> bool {
        let start = State { own: 0, enemy: self.stones };
        let mut order = vec![start];
        let mut number = HashMap::from([(start, 0)]);
        // For each state and each move of the attacker, the states after the answers.
        let mut lines: Vec<Vec<Vec<usize>>> = Vec::new();
        let mut held: Vec<bool> = Vec::new();
        while lines.len() < order.len() {
            let state = order[lines.len()];
            if self.eyes(state) >= eyes {
                lines.push(Vec::new());
                held.push(true);
                continue;
            }
            held.push(false);
            // Without a liberty here the attacker takes the last one elsewhere.
            if self.liberties(state) == 0 {
                lines.push(vec![Vec::new()]);
                continue;
            }
            let mut moves = Vec::new();
            for attack in self.moves(state) {
                let after = attack.map_or(Some(state), |i| self.attacked(state, i, eyes));
                let mut answers = Vec::new();
                if let Some(after) = after {
                    for answer in self.moves(after) {
                        let Some(next) = answer.map_or(Some(after), |i| self.answered(after, i))
                        else {
                            continue;
                        };
                        let fresh = order.len();
                        let n = *number.entry(next).or_insert(fresh);
                        if n == fresh {
                            order.push(next);
                        }
                        answers.push(n);
                    }
                }
                moves.push(answers);
            }
            lines.push(moves);
        }
        loop {
            let mut changed = false;
            for i in (0..order.len()).rev() {
                let now =
                    held[i] || lines[i].iter().all(|answers| answers.iter().any(|&n| held[n]));
                changed |= now != held[i];
                held[i] = now;
            }
            if !changed {
                return held[0];
            }
        }
    }

    fn all(&self) -> u16 {
        ((1u32 << self.near.len()) - 1) as u16
    }

    /// The empty points, and a pass.
    fn moves(&self, state: State) -> impl Iterator<Item = Option<usize>> + use<> {
        let taken = state.own | state.enemy;
        let empty = (0..self.near.len()).filter(move |i| taken >> i & 1 == 0);
        empty.map(Some).chain([None])
    }

    fn beside(&self, set: u16) -> u16 {
        (0..self.near.len()).filter(|i| set >> i & 1 == 1).fold(0, |all, i| all | self.near[i])
    }

    fn flood(&self, seed: u16, within: u16) -> u16 {
        let mut set = seed & within;
        loop {
            let grown = (set | self.beside(set)) & within;
            if grown == set {
                return set;
            }
            set = grown;
        }
    }

    /// The owner's stones that are one with the block around.
    fn joined(&self, state: State) -> u16 {
        self.flood(self.wall, state.own)
    }

    /// The liberties that the block around has in the room.
    fn liberties(&self, state: State) -> u16 {
        (self.wall | self.beside(self.joined(state))) & self.all() & !state.own & !state.enemy
    }

    /// The parts of the room that the attacker can never fill.
    fn eyes(&self, state: State) -> usize {
        let joined = self.joined(state);
        let liberties = self.wall | self.beside(joined);
        let mut left = self.all() & !joined;
        let mut eyes = 0;
        while left != 0 {
            let part = self.flood(left & left.wrapping_neg(), left);
            left &= !part;
            // The attacker may take off his own stones, so all points must be liberties.
            eyes += usize::from(part & state.own == 0 && part & !liberties == 0);
        }
        eyes
    }

    /// After a move of the attacker; `None` if it takes the block around.
    fn attacked(&self, state: State, i: usize, eyes: usize) -> Option<State> {
        let mut after = State { enemy: state.enemy | 1 << i, ..state };
        let empty = |after: &State| self.all() & !after.own & !after.enemy;
        if eyes > 1 && self.liberties(after) == 0 {
            return None;
        }
        let mut loose = after.own & !self.joined(after);
        while loose != 0 {
            let block = self.flood(loose & loose.wrapping_neg(), loose);
            loose &= !block;
            if self.beside(block) & empty(&after) == 0 {
                after.own &= !block;
            }
        }
        let block = self.flood(1 << i, after.enemy);
        if self.beside(block) & empty(&after) == 0 {
            after.enemy &= !block;
        }
        Some(after)
    }

    /// After a move of the owner; `None` if it is suicide.
    fn answered(&self, state: State, i: usize) -> Option<State> {
        let mut after = State { own: state.own | 1 << i, ..state };
        let empty = self.all() & !after.own & !after.enemy;
        let mut left = after.enemy;
        while left != 0 {
            let block = self.flood(left & left.wrapping_neg(), left);
            left &= !block;
            if self.beside(block) & empty == 0 {
                after.enemy &= !block;
            }
        }
        let empty = self.all() & !after.own & !after.enemy;
        let block = self.flood(1 << i, after.own);
        let joins = block & self.wall != 0;
        let liberties = self.beside(block) & empty;
        // A block that is one with the wall breathes with it; the last liberty of
        // the whole is never filled, since that would lose an eye.
        let breathes = if joins { self.liberties(after) != 0 } else { liberties != 0 };
        breathes.then_some(after)
    }
}
