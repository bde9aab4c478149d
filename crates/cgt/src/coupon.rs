//! Thermographs the slow way: play beside a stack of coupons by exact minimax.
//!
//! This is the yardstick for [`Thermograph`](crate::Thermograph) and shares no
//! code with it. A coupon is a move elsewhere that is worth what is printed on
//! it; beside a stack `T, T − d, …, d` the result with Left first is
//! `LW(T) + T/2` as `d` goes to zero (Berlekamp, *The economist's view of
//! combinatorial games*).

use crate::ko::KoFight;
use crate::ko_graph::{Component, KoGraph, NodeId};

/// Coupons worth `count, count − 1, …, 1` times `1/unit` of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CouponStack {
    /// The number of coupons; an even number keeps the first player's half
    /// exact.
    pub count: u32,
    /// The number of steps to a point.
    pub unit: i64,
}

/// The best results beside a stack, counted in `1/unit` of a point: with Left
/// first and with Right first.
///
/// Leaves must have whole scores, given by `score`. Nobody passes while there
/// are coupons; below them a side moves on in the area, so positions in which
/// both would rather pass (numbers that are not leaves) are outside.
/// Nothing for graphs with longer cycles.
pub fn coupon_results(
    graph: &KoGraph,
    node: NodeId,
    fight: KoFight,
    stack: CouponStack,
    score: &dyn Fn(NodeId) -> i64,
) -> Option<(i64, i64)> {
    let mut kos = vec![None; graph.len()];
    for component in graph.reach(node) {
        match component {
            Component::Single(_) => {}
            Component::Ko { open, taken } => {
                kos[open.index()] = Some(taken);
                kos[taken.index()] = Some(open);
            }
            Component::LongCycle(_) => return None,
        }
    }
    let (left, right) = match fight {
        KoFight::Threats { left, right } => (left, right),
        _ => (0, 0),
    };
    let mut table = Table {
        graph,
        fight,
        unit: stack.unit,
        score,
        kos,
        threats: (left, right),
        results: Vec::new(),
    };
    let states = graph.len() * (left as usize + 1) * (right as usize + 1) * 6;
    for coupons in 0..=stack.count {
        table.results.push(vec![None; states]);
        table.result(State { node, coupons, left, right, turn: Turn::Left, phase: Phase::Free });
        table.result(State { node, coupons, left, right, turn: Turn::Right, phase: Phase::Free });
    }
    let first = |turn| State { node, coupons: stack.count, left, right, turn, phase: Phase::Free };
    Some((table.result(first(Turn::Left)), table.result(first(Turn::Right))))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Left,
    Right,
}

impl Turn {
    fn other(self) -> Turn {
        match self {
            Turn::Left => Turn::Right,
            Turn::Right => Turn::Left,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Every move is allowed.
    Free,
    /// The other side has just taken a ko: no taking back but for a threat.
    Banned,
    /// The side to move took a ko, the other played elsewhere: it resolves.
    Resolve,
}

#[derive(Clone, Copy)]
struct State {
    node: NodeId,
    coupons: u32,
    left: u32,
    right: u32,
    turn: Turn,
    phase: Phase,
}

struct Table<'a> {
    graph: &'a KoGraph,
    fight: KoFight,
    unit: i64,
    score: &'a dyn Fn(NodeId) -> i64,
    /// The other position of a node's two-cycle.
    kos: Vec<Option<NodeId>>,
    threats: (u32, u32),
    results: Vec<Vec<Option<i64>>>,
}

/// A result worse than any real one, for the side that cannot do its duty.
const WORST: i64 = i64::MAX / 4;

impl Table<'_> {
    fn result(&mut self, state: State) -> i64 {
        let slot = self.slot(state);
        if let Some(known) = self.results[state.coupons as usize][slot] {
            return known;
        }
        let results = self.follow(state);
        let best = match state.turn {
            Turn::Left => results.into_iter().max().unwrap_or(-WORST),
            Turn::Right => results.into_iter().min().unwrap_or(WORST),
        };
        self.results[state.coupons as usize][slot] = Some(best);
        best
    }

    fn slot(&self, state: State) -> usize {
        let threats = state.left as usize * (self.threats.1 as usize + 1) + state.right as usize;
        let levels = (self.threats.0 as usize + 1) * (self.threats.1 as usize + 1);
        ((state.node.index() * levels + threats) * 2 + usize::from(state.turn == Turn::Left)) * 3
            + state.phase as usize
    }

    /// The results of every move of the side to move.
    fn follow(&mut self, state: State) -> Vec<i64> {
        let State { node, coupons, turn, phase, .. } = state;
        let next = State { turn: turn.other(), phase: Phase::Free, ..state };
        let mut results = Vec::new();
        if self.graph.is_leaf(node) {
            // Only coupons are left: the first player gets the larger half.
            let half = i64::from(coupons.div_ceil(2));
            let gain = if turn == Turn::Left { half } else { -half };
            return vec![(self.score)(node) * self.unit + gain];
        }
        let moves = match turn {
            Turn::Left => self.graph.left_moves(node),
            Turn::Right => self.graph.right_moves(node),
        };
        let graph_moves = moves.to_vec();
        for to in graph_moves {
            if self.kos[node.index()] != Some(to) {
                results.push(self.result(State { node: to, ..next }));
            } else if phase == Phase::Free {
                results.push(self.result(State {
                    node: to,
                    phase: self.after_taking(turn),
                    ..next
                }));
            } else if phase == Phase::Banned {
                let taken = State { node: to, phase: Phase::Banned, ..next };
                match turn {
                    Turn::Left if state.left > 0 => {
                        results.push(self.result(State { left: state.left - 1, ..taken }));
                    }
                    Turn::Right if state.right > 0 => {
                        results.push(self.result(State { right: state.right - 1, ..taken }));
                    }
                    _ => {}
                }
            }
        }
        if phase == Phase::Resolve {
            return results;
        }
        let after = if phase == Phase::Banned { Phase::Resolve } else { Phase::Free };
        if coupons > 0 {
            let gain = if turn == Turn::Left { i64::from(coupons) } else { -i64::from(coupons) };
            let rest = State { coupons: coupons - 1, phase: after, ..next };
            results.push(gain + self.result(rest));
        } else if phase == Phase::Banned {
            // A dame: the smallest move elsewhere is worth nothing.
            results.push(self.result(State { phase: after, ..next }));
        }
        results
    }

    /// The phase that the other side is in after `turn` has taken a ko.
    fn after_taking(&self, turn: Turn) -> Phase {
        match (self.fight, turn) {
            (KoFight::LeftMaster, Turn::Right) | (KoFight::RightMaster, Turn::Left) => Phase::Free,
            _ => Phase::Banned,
        }
    }
}
