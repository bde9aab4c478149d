//! The nodes of the tree, shared between threads without locks.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

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
    /// Sum of scores for Black with komi, in half points.
    halves: AtomicI64,
    /// What is believed before anything is learnt: games and wins among them,
    /// sixteenths, in the upper and lower half.
    prior: AtomicU32,
    /// How likely the move is, in parts of 65535.
    likely: AtomicU16,
    /// Whether its children were told how likely they are.
    asked: AtomicBool,
    /// Whether the move would repeat a position, or is against the rules otherwise.
    banned: AtomicBool,
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

    /// Sum of scores for Black with komi, in half points.
    pub(super) fn halves(&self) -> i64 {
        self.halves.load(Ordering::Relaxed)
    }

    /// How likely a strong player makes the move.
    pub(super) fn likely(&self) -> f64 {
        f64::from(self.likely.load(Ordering::Relaxed)) / 65535.0
    }

    /// A visit begins: counted at once as a loss, so that other threads look elsewhere.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// The visit ended with this reward and score.
    pub(super) fn learn(&self, reward: f64, halves: i32) {
        self.reward.fetch_add((reward * ONE) as u64, Ordering::Relaxed);
        self.halves.fetch_add(i64::from(halves), Ordering::Relaxed);
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

    /// The move is not to be played here.
    pub(super) fn ban(&self) {
        self.banned.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn is_banned(&self) -> bool {
        self.banned.load(Ordering::Relaxed)
    }

    fn begin(&self, cell: usize, prior: Prior) {
        let sixteenths = |x: f32| (x * 16.0).clamp(0.0, 65535.0) as u32;
        self.cell.store(cell as u16, Ordering::Relaxed);
        self.prior.store(sixteenths(prior.games) << 16 | sixteenths(prior.wins), Ordering::Relaxed);
    }

    /// Takes over all of another node but its children.
    fn copy(&self, other: &Node) {
        let relaxed = Ordering::Relaxed;
        self.cell.store(other.cell.load(relaxed), relaxed);
        self.visits.store(other.visits.load(relaxed), relaxed);
        self.rave_visits.store(other.rave_visits.load(relaxed), relaxed);
        self.reward.store(other.reward.load(relaxed), relaxed);
        self.rave_reward.store(other.rave_reward.load(relaxed), relaxed);
        self.halves.store(other.halves.load(relaxed), relaxed);
        self.prior.store(other.prior.load(relaxed), relaxed);
        self.likely.store(other.likely.load(relaxed), relaxed);
        self.banned.store(other.banned.load(relaxed), relaxed);
    }
}

/// So many nodes are made at once. A family of children stands in one piece.
const PIECE: usize = 4096;

/// All nodes. Memory is taken piece by piece, as the tree grows.
pub(super) struct Nodes {
    root: Node,
    pieces: Vec<OnceLock<Box<[Node]>>>,
    /// Where the next family goes; the very first place stays free, since 0 says leaf.
    next: Mutex<usize>,
}

impl Nodes {
    /// Nothing but a root, and room for about so many nodes.
    pub(super) fn with_room(room: usize) -> Nodes {
        let pieces = room.div_ceil(PIECE).clamp(1, CLOSED as usize / PIECE - 1);
        let pieces = std::iter::repeat_with(OnceLock::new).take(pieces).collect();
        Nodes { root: Node::default(), pieces, next: Mutex::new(1) }
    }

    pub(super) fn root(&self) -> &Node {
        &self.root
    }

    /// The share of the room that is taken.
    pub(super) fn fullness(&self) -> f64 {
        let next = *self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next as f64 / (self.pieces.len() * PIECE) as f64
    }

    /// The children of a node; none if it has not been expanded.
    #[inline]
    pub(super) fn children(&self, node: &Node) -> &[Node] {
        let first = node.first.load(Ordering::Acquire);
        if first == LEAF || first == CLOSED {
            return &[];
        }
        let (piece, place) = (first as usize / PIECE, first as usize % PIECE);
        let Some(nodes) = self.pieces.get(piece).and_then(OnceLock::get) else { return &[] };
        &nodes[place..place + node.children.load(Ordering::Relaxed) as usize]
    }

    /// Gives a leaf its children, unless another thread does or there is no room.
    pub(super) fn expand(&self, node: &Node, moves: impl FnOnce() -> Vec<(usize, Prior)>) {
        let claimed =
            node.first.compare_exchange(LEAF, CLOSED, Ordering::Relaxed, Ordering::Relaxed);
        if claimed.is_err() {
            return;
        }
        let moves = moves();
        let Some((first, family)) = self.take(moves.len()) else { return };
        for (child, (cell, prior)) in family.iter().zip(&moves) {
            child.begin(*cell, *prior);
        }
        node.children.store(moves.len() as u16, Ordering::Relaxed);
        node.first.store(first, Ordering::Release);
    }

    /// Fresh nodes for a family, and where they stand.
    fn take(&self, len: usize) -> Option<(u32, &[Node])> {
        if len == 0 || len >= PIECE {
            return None;
        }
        let first = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let mut first = *next;
            if first % PIECE + len > PIECE {
                first = first.next_multiple_of(PIECE);
            }
            if first / PIECE >= self.pieces.len() {
                return None;
            }
            *next = first + len;
            first
        };
        let nodes = self.pieces[first / PIECE]
            .get_or_init(|| std::iter::repeat_with(Node::default).take(PIECE).collect());
        let place = first % PIECE;
        Some((first as u32, &nodes[place..place + len]))
    }

    /// The same tree from `root` on, in new memory: without the children of nodes that
    /// were visited less than `least` times, and with those children of the root alone
    /// that are to be kept. Leaves for which there was no room may grow again.
    pub(super) fn regrown(&self, root: &Node, least: u32, keep: impl Fn(&Node) -> bool) -> Nodes {
        let nodes = Nodes::with_room(self.pieces.len() * PIECE);
        nodes.root.copy(root);
        let mut waiting = vec![(root, &nodes.root)];
        while let Some((old, new)) = waiting.pop() {
            let at_root = std::ptr::eq(new, &nodes.root);
            if !at_root && old.visits() < least {
                continue;
            }
            let kept: Vec<&Node> =
                self.children(old).iter().filter(|child| !at_root || keep(child)).collect();
            let Some((first, family)) = nodes.take(kept.len()) else { continue };
            for (child, copy) in kept.into_iter().zip(family) {
                copy.copy(child);
                waiting.push((child, copy));
            }
            new.asked.store(old.asked.load(Ordering::Relaxed), Ordering::Relaxed);
            new.children.store(family.len() as u16, Ordering::Relaxed);
            new.first.store(first, Ordering::Release);
        }
        drop(waiting);
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(cells: std::ops::Range<usize>) -> Vec<(usize, Prior)> {
        cells.map(|cell| (cell, Prior { games: 2.0, wins: 1.0 })).collect()
    }

    #[test]
    fn a_part_of_the_tree_lives_on() {
        let nodes = Nodes::with_room(10_000);
        nodes.expand(nodes.root(), || family(1..20));
        let child = &nodes.children(nodes.root())[3];
        nodes.expand(child, || family(30..40));
        for _ in 0..7 {
            child.enter();
            child.learn(1.0, 3);
        }
        let grandchild = &nodes.children(child)[2];
        grandchild.enter();
        nodes.expand(grandchild, || family(50..60));
        let kept = nodes.regrown(child, 2, |node| node.cell() != 31);
        assert_eq!((kept.root().visits(), kept.root().halves()), (7, 21));
        let cells: Vec<usize> = kept.children(kept.root()).iter().map(Node::cell).collect();
        assert_eq!(cells, [30, 32, 33, 34, 35, 36, 37, 38, 39]);
        // Visited once: its children are forgotten, and it may grow again.
        let rare = &kept.children(kept.root())[1];
        assert_eq!((rare.cell(), rare.visits()), (32, 1));
        assert!(kept.children(rare).is_empty());
        kept.expand(rare, || family(50..60));
        assert_eq!(kept.children(rare).len(), 10);
    }

    #[test]
    fn a_full_tree_stays_as_it_is() {
        let nodes = Nodes::with_room(1);
        nodes.expand(nodes.root(), || family(0..300));
        for child in nodes.children(nodes.root()) {
            nodes.expand(child, || family(0..300));
        }
        let grown = nodes.children(nodes.root()).iter().filter(|n| !nodes.children(n).is_empty());
        assert_eq!(grown.count(), PIECE / 300 - 1);
        assert!(nodes.fullness() > 0.9);
    }
}
