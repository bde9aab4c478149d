//! Games with kos: local graphs whose only cycles are two-cycles, and their
//! thermographs.
//!
//! In a two-cycle `A ⇄ B` Left takes the ko from `A` to `B` and Right takes it
//! back from `B` to `A`. Which thermograph such a game has depends on who can
//! afford the ko fight, so every question here names a [`KoFight`]. Where both
//! ko masters give the same mast the ko is placid, else hyperactive
//! (Berlekamp, *The economist's view of combinatorial games*; Spight,
//! *Extended thermography for multiple kos in Go*).

use std::fmt;

use crate::ko_graph::{Component, KoGraph, NodeId};
use crate::rational::{Overflow, Rational};
use crate::thermograph::{Thermograph, highest, lowest};
use crate::wall::Wall;

/// Who wins the ko fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoFight {
    /// Left is never kept from taking a ko back, but resolves a ko at once
    /// after taking it; Right has no threats.
    LeftMaster,
    /// The mirror image of [`KoFight::LeftMaster`].
    RightMaster,
    /// Each side has so many threats that the other always answers, each good
    /// for taking back one ko. Whoever took a ko last resolves it as soon as
    /// the other side plays elsewhere.
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
    /// way than a two-cycle: triple ko, sending two returning one, a loop of
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
        let reckoning = self.reckon(node, fight)?;
        let full = reckoning.levels() - 1;
        reckoning.walls[node.index()][full].clone().ok_or(KoError::Overflow)
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
        let reckoning = self.reckon(node, fight)?;
        for &(left, right) in &reckoning.scaffolds_at_zero {
            if !matches!((left, right), (Some(left), Some(right)) if left >= right) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the count of `node` depends on who can fight its kos.
    pub fn ko_kind(&self, node: NodeId) -> Result<KoKind, KoError> {
        let left = self.thermograph(node, KoFight::LeftMaster)?;
        let right = self.thermograph(node, KoFight::RightMaster)?;
        Ok(if left.mean() == right.mean() { KoKind::Placid } else { KoKind::Hyperactive })
    }
}

/// Thermographs of a graph's nodes, children first, for each number of threats
/// that may be left: level `l · (right + 1) + r`. Masters need one level.
struct Reckoning<'a> {
    graph: &'a KoGraph,
    fight: KoFight,
    walls: Vec<Vec<Option<Thermograph>>>,
    /// The scaffolds at temperature zero of every position with moves.
    scaffolds_at_zero: Vec<(Option<Rational>, Option<Rational>)>,
}

/// The positions of a two-cycle and its moves that are not the ko itself.
struct Ko {
    open: NodeId,
    taken: NodeId,
}

impl<'a> Reckoning<'a> {
    fn new(graph: &'a KoGraph, fight: KoFight) -> Reckoning<'a> {
        Reckoning {
            graph,
            fight,
            walls: vec![Vec::new(); graph.len()],
            scaffolds_at_zero: Vec::new(),
        }
    }

    fn levels(&self) -> usize {
        match self.fight {
            KoFight::Threats { left, right } => (left as usize + 1) * (right as usize + 1),
            _ => 1,
        }
    }

    fn add(&mut self, component: &Component) -> Result<(), KoError> {
        match *component {
            Component::Single(node) => {
                for level in 0..self.levels() {
                    let thermograph = self.plain(node, level)?;
                    self.walls[node.index()].push(Some(thermograph));
                }
            }
            Component::Ko { open, taken } => {
                let ko = Ko { open, taken };
                self.walls[open.index()] = vec![None; self.levels()];
                self.walls[taken.index()] = vec![None; self.levels()];
                match self.fight {
                    KoFight::LeftMaster => self.left_master(&ko)?,
                    KoFight::RightMaster => self.right_master(&ko)?,
                    KoFight::Threats { left, right } => {
                        for l in 0..=left {
                            for r in 0..=right {
                                self.with_threats(&ko, l, r)?;
                            }
                        }
                    }
                }
            }
            Component::LongCycle(ref nodes) => return Err(KoError::LongCycle(nodes.clone())),
        }
        Ok(())
    }

    fn plain(&mut self, node: NodeId, level: usize) -> Result<Thermograph, KoError> {
        if let Some(leaf) = self.graph.leaf_thermograph(node) {
            return Ok(leaf.clone());
        }
        let left = highest(self.after_left(node, None, level).map(|w| w.taxed(-1)))?;
        let right = lowest(self.after_right(node, None, level).map(|w| w.taxed(1)))?;
        Ok(self.between(left, right)?)
    }

    /// The right walls that Left's moves lead to, but for the move to `but`.
    fn after_left(
        &self,
        node: NodeId,
        but: Option<NodeId>,
        level: usize,
    ) -> impl Iterator<Item = &Wall> {
        let others = self.graph.left_moves(node).iter().filter(move |&&to| Some(to) != but);
        others.filter_map(move |to| self.walls[to.index()][level].as_ref()).map(|t| t.right_wall())
    }

    /// The left walls that Right's moves lead to, but for the move to `but`.
    fn after_right(
        &self,
        node: NodeId,
        but: Option<NodeId>,
        level: usize,
    ) -> impl Iterator<Item = &Wall> {
        let others = self.graph.right_moves(node).iter().filter(move |&&to| Some(to) != but);
        others.filter_map(move |to| self.walls[to.index()][level].as_ref()).map(|t| t.left_wall())
    }

    /// Left takes the ko, Right answers in the area or elsewhere, and in the
    /// latter case Left resolves. Nothing if Left could not resolve.
    fn left_takes(&self, ko: &Ko, level: usize) -> Result<Option<Wall>, Overflow> {
        let resolved = highest(self.after_left(ko.taken, None, level).map(|w| w.taxed(-1)))?;
        let answered = self.after_right(ko.taken, Some(ko.open), level).map(|w| w.taxed(1));
        resolved.map_or(Ok(None), |resolved| lowest(answered.chain([Ok(resolved)])))
    }

    /// The mirror image of [`Reckoning::left_takes`].
    fn right_takes(&self, ko: &Ko, level: usize) -> Result<Option<Wall>, Overflow> {
        let resolved = lowest(self.after_right(ko.open, None, level).map(|w| w.taxed(1)))?;
        let answered = self.after_left(ko.open, Some(ko.taken), level).map(|w| w.taxed(-1));
        resolved.map_or(Ok(None), |resolved| highest(answered.chain([Ok(resolved)])))
    }

    fn left_master(&mut self, ko: &Ko) -> Result<(), KoError> {
        let fight = self.left_takes(ko, 0)?;
        let open = self.open_node(ko, fight, 0)?;
        let retaken = open.left_wall().clone();
        self.walls[ko.open.index()][0] = Some(open);
        self.walls[ko.taken.index()][0] = Some(self.taken_node(ko, Some(retaken), 0)?);
        Ok(())
    }

    fn right_master(&mut self, ko: &Ko) -> Result<(), KoError> {
        let fight = self.right_takes(ko, 0)?;
        let taken = self.taken_node(ko, fight, 0)?;
        let retaken = taken.right_wall().clone();
        self.walls[ko.taken.index()][0] = Some(taken);
        self.walls[ko.open.index()][0] = Some(self.open_node(ko, Some(retaken), 0)?);
        Ok(())
    }

    fn with_threats(&mut self, ko: &Ko, l: u32, r: u32) -> Result<(), KoError> {
        let level = self.level(l, r);
        let left_takes = self.left_takes_with_threats(ko, l, r)?;
        let right_takes = self.right_takes_with_threats(ko, l, r)?;
        let open = self.open_node(ko, left_takes, level)?;
        let taken = self.taken_node(ko, right_takes, level)?;
        self.walls[ko.open.index()][level] = Some(open);
        self.walls[ko.taken.index()][level] = Some(taken);
        Ok(())
    }

    fn level(&self, l: u32, r: u32) -> usize {
        match self.fight {
            KoFight::Threats { right, .. } => l as usize * (right as usize + 1) + r as usize,
            _ => 0,
        }
    }

    fn left_takes_with_threats(&self, ko: &Ko, l: u32, r: u32) -> Result<Option<Wall>, Overflow> {
        let Some(quiet) = self.left_takes(ko, self.level(l, r))? else { return Ok(None) };
        if r > 0
            && let Some(retaken) = self.right_takes_with_threats(ko, l, r - 1)?
        {
            return quiet.min(&retaken.taxed(1)?).map(Some);
        }
        Ok(Some(quiet))
    }

    fn right_takes_with_threats(&self, ko: &Ko, l: u32, r: u32) -> Result<Option<Wall>, Overflow> {
        let Some(quiet) = self.right_takes(ko, self.level(l, r))? else { return Ok(None) };
        if l > 0
            && let Some(retaken) = self.left_takes_with_threats(ko, l - 1, r)?
        {
            return quiet.max(&retaken.taxed(-1)?).map(Some);
        }
        Ok(Some(quiet))
    }

    /// The position from which Left takes the ko; `fight` is the wall that she
    /// then faces.
    fn open_node(
        &mut self,
        ko: &Ko,
        fight: Option<Wall>,
        level: usize,
    ) -> Result<Thermograph, Overflow> {
        let others = self.after_left(ko.open, Some(ko.taken), level);
        let left = highest(others.chain(fight.as_ref()).map(|w| w.taxed(-1)))?;
        let right = lowest(self.after_right(ko.open, None, level).map(|w| w.taxed(1)))?;
        self.between(left, right)
    }

    /// The position from which Right takes the ko back.
    fn taken_node(
        &mut self,
        ko: &Ko,
        fight: Option<Wall>,
        level: usize,
    ) -> Result<Thermograph, Overflow> {
        let left = highest(self.after_left(ko.taken, None, level).map(|w| w.taxed(-1)))?;
        let others = self.after_right(ko.taken, Some(ko.open), level);
        let right = lowest(others.chain(fight.as_ref()).map(|w| w.taxed(1)))?;
        self.between(left, right)
    }

    fn between(
        &mut self,
        left: Option<Wall>,
        right: Option<Wall>,
    ) -> Result<Thermograph, Overflow> {
        let at_zero = |wall: &Option<Wall>| wall.as_ref().map(|w| w.at(Rational::ZERO)).transpose();
        self.scaffolds_at_zero.push((at_zero(&left)?, at_zero(&right)?));
        Thermograph::of_scaffolds(left.as_ref(), right.as_ref())
    }
}
