//! The nodes of the tree, shared between threads without locks.

use std::sync::atomic::{
    AtomicBool, AtomicI64, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering,
};

/// One in the fixed-point sums of rewards.
const ONE: f64 = 65536.0;

/// A node has not been expanded.
const LEAF: u32 = 0;
/// Some thread expands it just now, or there was no room: it stays a leaf.
const CLOSED: u32 = u32::MAX;

/// A move in the tree and what was learnt of it, from the view of the player
/// who makes it.
#[derive(Default)]
pub(super) struct Node {
    cell: AtomicU16,
    children: AtomicU16,
    first: AtomicU32,
    visits: AtomicU32,
    rave_visits: AtomicU32,
    reward: AtomicU64,
    rave_reward: AtomicU64,
    /// What is believed before anything is learnt: games and wins among them,
    /// in sixteenths, sixteen bits each.
    prior: AtomicU32,
    /// How likely the move is, in parts of 65535.
    likely: AtomicU16,
    /// Whether its children were told how likely they are.
    asked: AtomicBool,
}

/// What is believed of a move before it is tried: as if so many games had been
/// played and so many of them won.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Prior {
    pub(super) games: f32,
    pub(super) wins: f32,
}

impl Prior {
    pub(super) fn add(&mut self, games: f32, rate: f32) {
        self.games += games;
        self.wins += games * rate;
    }
}

/// What was learnt of a node, read at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learnt {
    pub(super) visits: f32,
    pub(super) reward: f32,
    pub(super) rave_visits: f32,
    pub(super) rave_reward: f32,
    pub(super) prior: Prior,
    pub(super) likely: f32,
}

impl Node {
    pub(super) fn cell(&self) -> usize {
        self.cell.load(Ordering::Relaxed) as usize
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    pub(super) fn mean(&self) -> f64 {
        self.reward.load(Ordering::Relaxed) as f64 / ONE / f64::from(self.visits().max(1))
    }

    /// A visit begins: counted at once as a loss, so that other threads look elsewhere.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// The visit ended with this reward.
    pub(super) fn learn(&self, reward: f64) {
        self.reward.fetch_add((reward * ONE) as u64, Ordering::Relaxed);
    }

    /// The move was played later in a game with this reward.
    pub(super) fn learn_rave(&self, reward: f64) {
        self.rave_visits.fetch_add(1, Ordering::Relaxed);
        self.rave_reward.fetch_add((reward * ONE) as u64, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn learnt(&self) -> Learnt {
        let prior = self.prior.load(Ordering::Relaxed);
        Learnt {
            visits: self.visits.load(Ordering::Relaxed) as f32,
            reward: self.reward.load(Ordering::Relaxed) as f32 / ONE as f32,
            rave_visits: self.rave_visits.load(Ordering::Relaxed) as f32,
            rave_reward: self.rave_reward.load(Ordering::Relaxed) as f32 / ONE as f32,
            prior: Prior {
                games: (prior >> 16) as f32 / 16.0,
                wins: (prior & 0xffff) as f32 / 16.0,
            },
            likely: f32::from(self.likely.load(Ordering::Relaxed)) / 65535.0,
        }
    }

    /// Whether nobody has asked about its children before.
    pub(super) fn ask(&self) -> bool {
        !self.asked.load(Ordering::Relaxed) && !self.asked.swap(true, Ordering::Relaxed)
    }

    pub(super) fn set_likely(&self, p: f32) {
        self.likely.store((p * 65535.0) as u16, Ordering::Relaxed);
    }

    fn begin(&self, cell: usize, prior: Prior) {
        self.cell.store(cell as u16, Ordering::Relaxed);
        self.children.store(0, Ordering::Relaxed);
        self.first.store(LEAF, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.rave_visits.store(0, Ordering::Relaxed);
        self.reward.store(0, Ordering::Relaxed);
        self.rave_reward.store(0, Ordering::Relaxed);
        self.likely.store(0, Ordering::Relaxed);
        self.asked.store(false, Ordering::Relaxed);
        let sixteenths = |x: f32| (x * 16.0).clamp(0.0, 65535.0) as u32;
        self.prior.store(sixteenths(prior.games) << 16 | sixteenths(prior.wins), Ordering::Relaxed);
    }
}

/// All nodes; the root is the first.
pub(super) struct Nodes {
    nodes: Vec<Node>,
    used: AtomicUsize,
    /// Sum of scores in half points for Black, for each child of the root.
    pub(super) halves: Vec<AtomicI64>,
}

impl Nodes {
    /// Room for so many nodes, at least one.
    pub(super) fn with_room(room: usize) -> Nodes {
        let mut nodes = Vec::new();
        nodes.resize_with(room.max(1), Node::default);
        Nodes { nodes, used: AtomicUsize::new(1), halves: Vec::new() }
    }

    pub(super) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The children of a node; none if it has not been expanded.
    pub(super) fn children(&self, node: &Node) -> &[Node] {
        let first = node.first.load(Ordering::Acquire);
        if first == LEAF || first == CLOSED {
            return &[];
        }
        let first = first as usize;
        &self.nodes[first..first + node.children.load(Ordering::Relaxed) as usize]
    }

    /// Gives a leaf its children, unless another thread does or there is no room.
    pub(super) fn expand(&self, node: &Node, moves: impl FnOnce() -> Vec<(usize, Prior)>) {
        let claimed =
            node.first.compare_exchange(LEAF, CLOSED, Ordering::Relaxed, Ordering::Relaxed);
        if claimed.is_err() {
            return;
        }
        let moves = moves();
        let first = self.used.fetch_add(moves.len(), Ordering::Relaxed);
        let Some(room) = self.nodes.get(first..first + moves.len()) else {
            // The count stays past the end: from now on nothing finds room.
            return;
        };
        for (child, (cell, prior)) in room.iter().zip(&moves) {
            child.begin(*cell, *prior);
        }
        node.children.store(moves.len() as u16, Ordering::Relaxed);
        node.first.store(first as u32, Ordering::Release);
    }
}
