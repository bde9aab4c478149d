//! Games with kos: local graphs whose only cycles are two-cycles, and their
//! thermographs.
//!
//! In a two-cycle `A ⇄ B` Left takes the ko from `A` to `B` and Right takes it
//! back from `B` to `A`. Which thermograph such a game has depends on who can
//! afford the ko fight, so every question here names a [`KoFight`]. Where both
//! ko masters give the same mast the ko is placid, else hyperactive
//! (Berlekamp, *The economist's view of combinatorial games*; Spight,
//! *Extended thermography for multiple kos in Go*).
//!
//! Two-cycles may hang together in a row, `A ⇄ B ⇄ C`: a ko of two stages. Whoever
//! has to resolve a ko that he took may then take the next one instead, which
//! the other side may not take back at once either. So what a taken ko is worth
//! follows from the kos ahead of it in the row alone, never from those behind,
//! and the reckoning ends as it does for one two-cycle.

use std::fmt;

use crate::ko_graph::{KoGraph, NodeId};
use crate::ko_reckoning::Reckoning;
use crate::rational::Overflow;
use crate::thermograph::Thermograph;

/// Who wins the ko fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoFight {
    /// Left is never kept from taking a ko back, but resolves a ko at once
    /// after taking it, or takes the next one of a row; Right has no threats.
    LeftMaster,
    /// The mirror image of [`KoFight::LeftMaster`].
    RightMaster,
    /// Each side has so many threats that the other always answers, each good
    /// for taking back one ko. Whoever took a ko last resolves it, or takes the
    /// next one of a row, as soon as the other side plays elsewhere.
    Threats {
        /// Left's threats.
        left: u32,
        /// Right's threats.
        right: u32,
    },
}

/// Whether the count of a ko depends on who can fight it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoKind {
    /// Both ko masters give the same mast.
    Placid,
    /// The masts differ.
    Hyperactive,
}

/// Why a graph has no thermograph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KoError {
    /// The walls left the range of exact arithmetic.
    Overflow,
    /// These positions, reachable from the one asked about, repeat in another
    /// way than a row of kos: triple ko, sending two returning one, a loop of
    /// one side alone. [`KoGraph::bounds`](crate::KoGraph::bounds) still bounds them.
    LongCycle(Vec<NodeId>),
    /// More threats than the reckoning allows for ([`MOST_THREATS`] each).
    TooManyThreats,
}

/// The most threats that [`KoFight::Threats`] may name for a side.
pub const MOST_THREATS: u32 = 64;

impl fmt::Display for KoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KoError::Overflow => Overflow.fmt(f),
            KoError::LongCycle(nodes) => {
                write!(f, "{} positions repeat in another way than a simple ko", nodes.len())
            }
            KoError::TooManyThreats => {
                write!(f, "more than {MOST_THREATS} ko threats a side are not reckoned with")
            }
        }
    }
}

impl std::error::Error for KoError {}

impl From<Overflow> for KoError {
    fn from(_: Overflow) -> KoError {
        KoError::Overflow
    }
}

impl KoGraph {
    /// The thermograph of `node` when kos are fought as `fight` says.
    ///
    /// ```
    /// use cgt::{KoFight, KoGraph, Rational};
    ///
    /// // A ko for 12 points: whoever wins it, a third of the way per move.
    /// let mut graph = KoGraph::new();
    /// let (lost, won) = (graph.number(Rational::ZERO), graph.number(Rational::integer(12)));
    /// let (open, taken) = (graph.position(), graph.position());
    /// graph.left_move(open, taken);
    /// graph.right_move(taken, open);
    /// graph.left_move(taken, won);
    /// graph.right_move(open, lost);
    /// let walls = graph.thermograph(open, KoFight::LeftMaster)?;
    /// assert_eq!(walls.mean(), Rational::integer(4));
    /// assert_eq!(walls.temperature(), Rational::integer(4));
    /// # Ok::<(), cgt::KoError>(())
    /// ```
    pub fn thermograph(&self, node: NodeId, fight: KoFight) -> Result<Thermograph, KoError> {
        self.reckon(node, fight)?.thermograph(node).ok_or(KoError::Overflow)
    }

    fn reckon(&self, node: NodeId, fight: KoFight) -> Result<Reckoning<'_>, KoError> {
        if let KoFight::Threats { left, right } = fight
            && left.max(right) > MOST_THREATS
        {
            return Err(KoError::TooManyThreats);
        }
        let reach = self.reach(node);
        if let Some(component) = reach.iter().find(|c| c.is_long_cycle()) {
            return Err(KoError::LongCycle(component.nodes()));
        }
        let mut reckoning = Reckoning::new(self, fight);
        for component in &reach {
            reckoning.add(component)?;
        }
        Ok(reckoning)
    }

    /// Whether at temperature zero moving is at least as good as passing for
    /// both sides, in every position that can be reached from `node`.
    pub fn moves_pay_at_zero(&self, node: NodeId, fight: KoFight) -> Result<bool, KoError> {
        Ok(self.reckon(node, fight)?.moves_pay_at_zero())
    }

    /// Whether the count of `node` depends on who can fight its kos.
    pub fn ko_kind(&self, node: NodeId) -> Result<KoKind, KoError> {
        let left = self.thermograph(node, KoFight::LeftMaster)?;
        let right = self.thermograph(node, KoFight::RightMaster)?;
        Ok(if left.mean() == right.mean() { KoKind::Placid } else { KoKind::Hyperactive })
    }
}
