//! Thermographs the slow way: play beside a stack of coupons by exact minimax.
//!
//! This is the yardstick for [`Thermograph`](crate::Thermograph) and shares no
//! code with it. A coupon is a move elsewhere that is worth what is printed on
//! it. Beside the plain stack `T, T − d, …, d` the result with Left first is
//! `LW(T) + T/2` as `d` goes to zero (Berlekamp, *The economist's view of
//! combinatorial games*).
//!
//! How coarse is a stack? Let `b` be what the first player gains on the coupons
//! alone. A move in the area gives up `b` and hands it to the other side: it is
//! taxed by the temperature `t = 2b`, exactly. Taking the coupon `c` leaves
//! `c − b` for the other side, so `t` stays as it is if and only if `c = t`, and
//! goes from `t` to `t − 2d` with `c = t − d`. The plain stack is thus a ladder
//! of temperatures with two moves elsewhere at each, and its results differ
//! from the walls for three reasons: `T` may lie between two rungs; walls turn
//! between two rungs; and a line of play that takes more than one coupon before
//! it is settled, as every ko fight does, falls off its rung. The last two add
//! up from position to position, so that the plain stack is wrong by a few
//! steps for every move of the longest line.
//!
//! [`CouponStack`] therefore holds several coupons of the very temperature on
//! each rung and one between two rungs. If the rungs are laid where the walls
//! turn, play beside it gives the walls without any error.

use crate::Rational;
use crate::ko::KoFight;
use crate::ko_graph::{Component, KoGraph, NodeId};

/// Coupons for the temperatures `0, 1, …, steps` times `1/unit` of a point: at
/// each but zero `copies` coupons of that temperature, and one coupon halfway
/// between each two. With one copy it is the plain stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CouponStack {
    /// The highest temperature, in steps.
    pub steps: u32,
    /// The number of steps to a point.
    pub unit: i64,
    /// The number of coupons of each temperature.
    pub copies: u32,
}

impl CouponStack {
    /// The number of coupons up to a temperature of so many steps.
    fn count(self, steps: u32) -> u32 {
        steps * (self.copies + 1)
    }

    /// The worth of the highest of so many coupons, in half steps.
    fn coupon(self, count: u32) -> i64 {
        let (below, place) = ((count - 1) / (self.copies + 1), (count - 1) % (self.copies + 1));
        2 * i64::from(below) + if place == 0 { 1 } else { 2 }
    }

    /// What the first player gains on so many coupons alone, in half steps:
    /// half the temperature.
    fn gain(self, count: u32) -> i64 {
        i64::from(count.div_ceil(self.copies + 1))
    }
}

/// The left and right wall at each temperature of the stack, from zero up, as
/// play beside it gives them.
///
/// Leaves must have whole scores, given by `score`. Nobody passes while there
/// are coupons; below them a side moves on in the area, so positions in which
/// both would rather pass (numbers that are not leaves) are outside.
/// Nothing for graphs with longer cycles.
pub fn coupon_walls(
    graph: &KoGraph,
    node: NodeId,
    fight: KoFight,
    stack: CouponStack,
    score: &dyn Fn(NodeId) -> i64,
) -> Option<Vec<(Rational, Rational)>> {
    let mut kos = vec![None; graph.len()];
    for (number, component) in graph.reach(node).into_iter().enumerate() {
        match component {
            Component::Single(_) => {}
            Component::Kos(row) => {
                row.iter().for_each(|node| kos[node.index()] = Some(number));
            }
            Component::LongCycle(_) => return None,
        }
    }
    let (left, right) = match fight {
        KoFight::Threats { left, right } => (left, right),
        _ => (0, 0),
    };
    let threats = (left, right);
    let states = graph.len() * (left as usize + 1) * (right as usize + 1) * 6;
    let results = [vec![None; states], vec![None; states]];
    let mut table = Table { graph, fight, stack, score, kos, threats, results };
    let mut walls = Vec::new();
    let nodes: Vec<NodeId> = graph.reach(node).iter().flat_map(|c| c.nodes()).collect();
    for coupons in 0..=stack.count(stack.steps) {
        table.results[coupons as usize % 2].fill(None);
        for &node in &nodes {
            table.reckon(node, coupons);
        }
        let [l, r] = [Turn::Left, Turn::Right]
            .map(|turn| State { node, coupons, left, right, turn, phase: Phase::Free })
            .map(|state| table.result(state));
        if coupons % (stack.copies + 1) == 0 {
            let gain = stack.gain(coupons);
            let points = |halves: i64| Rational::new(halves.into(), (2 * stack.unit).into()).ok();
            walls.push((points(l - gain)?, points(r + gain)?));
        }
    }
    Some(walls)
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
    /// The side to move took a ko, the other played elsewhere: it resolves, or
    /// takes the next ko of the row.
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
    stack: CouponStack,
    score: &'a dyn Fn(NodeId) -> i64,
    /// Which row of kos a node belongs to. Moves within a row take a ko.
    kos: Vec<Option<usize>>,
    threats: (u32, u32),
    /// The results with this many coupons and with one coupon less.
    results: [Vec<Option<i64>>; 2],
}

/// A result worse than any real one, for the side that cannot do its duty.
const WORST: i64 = i64::MAX / 4;

impl Table<'_> {
    /// Reckons all states of a node beside so many coupons, when those beside
    /// one coupon less are known.
    fn reckon(&mut self, node: NodeId, coupons: u32) {
        for left in 0..=self.threats.0 {
            for right in 0..=self.threats.1 {
                for turn in [Turn::Left, Turn::Right] {
                    for phase in [Phase::Free, Phase::Banned, Phase::Resolve] {
                        self.result(State { node, coupons, left, right, turn, phase });
                    }
                }
            }
        }
    }

    fn result(&mut self, state: State) -> i64 {
        let slot = self.slot(state);
        if let Some(known) = self.results[state.coupons as usize % 2][slot] {
            return known;
        }
        let best = self.best(state);
        self.results[state.coupons as usize % 2][slot] = Some(best);
        best
    }

    fn slot(&self, state: State) -> usize {
        let threats = state.left as usize * (self.threats.1 as usize + 1) + state.right as usize;
        let levels = (self.threats.0 as usize + 1) * (self.threats.1 as usize + 1);
        ((state.node.index() * levels + threats) * 2 + usize::from(state.turn == Turn::Left)) * 3
            + state.phase as usize
    }

    /// The best result of all moves of the side to move.
    fn best(&mut self, state: State) -> i64 {
        let State { node, coupons, turn, phase, .. } = state;
        let sign = if turn == Turn::Left { 1 } else { -1 };
        let graph = self.graph;
        if graph.is_leaf(node) {
            // Only coupons are left.
            return (self.score)(node) * 2 * self.stack.unit + sign * self.stack.gain(coupons);
        }
        let next = State { turn: turn.other(), phase: Phase::Free, ..state };
        let mut best = -WORST;
        let mut consider = |result: i64| best = best.max(sign * result);
        let moves = match turn {
            Turn::Left => graph.left_moves(node),
            Turn::Right => graph.right_moves(node),
        };
        for &to in moves {
            let row = self.kos[node.index()];
            if row.is_none() || self.kos[to.index()] != row {
                consider(self.result(State { node: to, ..next }));
            } else if phase != Phase::Banned {
                consider(self.result(State { node: to, phase: self.after_taking(turn), ..next }));
            } else {
                let taken = State { node: to, phase: Phase::Banned, ..next };
                match turn {
                    Turn::Left if state.left > 0 => {
                        consider(self.result(State { left: state.left - 1, ..taken }));
                    }
                    Turn::Right if state.right > 0 => {
                        consider(self.result(State { right: state.right - 1, ..taken }));
                    }
                    _ => {}
                }
            }
        }
        if phase != Phase::Resolve {
            let after = if phase == Phase::Banned { Phase::Resolve } else { Phase::Free };
            if coupons > 0 {
                let rest = State { coupons: coupons - 1, phase: after, ..next };
                consider(sign * self.stack.coupon(coupons) + self.result(rest));
            } else if phase == Phase::Banned {
                // A dame: the smallest move elsewhere is worth nothing.
                consider(self.result(State { phase: after, ..next }));
            }
        }
        sign * best
    }

    /// The phase that the other side is in after `turn` has taken a ko.
    fn after_taking(&self, turn: Turn) -> Phase {
        match (self.fight, turn) {
            (KoFight::LeftMaster, Turn::Right) | (KoFight::RightMaster, Turn::Left) => Phase::Free,
            _ => Phase::Banned,
        }
    }
}
