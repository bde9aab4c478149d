//! Thermographs of all positions of a graph with kos, followers first.

use crate::ko::{KoError, KoFight};
use crate::ko_graph::{Component, KoGraph, NodeId};
use crate::rational::{Overflow, Rational};
use crate::thermograph::{Thermograph, highest, lowest};
use crate::wall::Wall;

/// The thermographs found so far, for each number of threats that may be left:
/// level `l · (right + 1) + r`. Masters need one level.
pub(crate) struct Reckoning<'a> {
    graph: &'a KoGraph,
    fight: KoFight,
    walls: Vec<Vec<Option<Thermograph>>>,
    /// The scaffolds at temperature zero of every position with moves.
    scaffolds_at_zero: Vec<(Option<Rational>, Option<Rational>)>,
}

/// The walls that a side faces after a ko of a row was taken, by the place of the
/// position from which it was taken. Nothing where whoever took could not resolve.
type Taken = Vec<Option<Wall>>;

impl<'a> Reckoning<'a> {
    pub(crate) fn new(graph: &'a KoGraph, fight: KoFight) -> Reckoning<'a> {
        Reckoning {
            graph,
            fight,
            walls: vec![Vec::new(); graph.len()],
            scaffolds_at_zero: Vec::new(),
        }
    }

    /// The thermograph of a position with all threats there.
    pub(crate) fn thermograph(&self, node: NodeId) -> Option<Thermograph> {
        self.walls[node.index()].last().cloned().flatten()
    }

    /// Whether at temperature zero moving is at least as good as passing everywhere.
    pub(crate) fn moves_pay_at_zero(&self) -> bool {
        let pays = |&(left, right): &(Option<Rational>, Option<Rational>)| matches!((left, right), (Some(left), Some(right)) if left >= right);
        self.scaffolds_at_zero.iter().all(pays)
    }

    /// Reckons a part whose followers are known.
    pub(crate) fn add(&mut self, component: &Component) -> Result<(), KoError> {
        match *component {
            Component::Single(node) => {
                for level in 0..self.levels() {
                    let thermograph = match self.graph.leaf_thermograph(node) {
                        Some(leaf) => leaf.clone(),
                        None => self.position(node, [None, None], [None, None], level)?,
                    };
                    self.walls[node.index()].push(Some(thermograph));
                }
            }
            Component::Kos(ref row) => {
                for node in row {
                    self.walls[node.index()] = vec![None; self.levels()];
                }
                match self.fight {
                    KoFight::LeftMaster => self.left_master(row)?,
                    KoFight::RightMaster => self.right_master(row)?,
                    KoFight::Threats { left, right } => self.with_threats(row, left, right)?,
                }
            }
            Component::LongCycle(ref nodes) => return Err(KoError::LongCycle(nodes.clone())),
        }
        Ok(())
    }

    fn levels(&self) -> usize {
        match self.fight {
            KoFight::Threats { left, right } => (left as usize + 1) * (right as usize + 1),
            _ => 1,
        }
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

    /// Left takes each ko of a row: Right answers in the area or elsewhere, and in
    /// the latter case Left resolves or takes the next ko. `retaken` are the walls after
    /// Right takes back for a threat, as far as he has one.
    fn left_takes(&self, row: &[NodeId], level: usize, retaken: &Taken) -> Result<Taken, Overflow> {
        let mut taken: Taken = vec![None; row.len()];
        for i in (0..row.len() - 1).rev() {
            let there = row[i + 1];
            let resolved = self.after_left(there, row.get(i + 2).copied(), level);
            let resolved = resolved.chain(taken[i + 1].as_ref()).map(|w| w.taxed(-1));
            let Some(resolved) = highest(resolved)? else { continue };
            let answered = self.after_right(there, Some(row[i]), level);
            let answered = answered.chain(retaken[i + 1].as_ref()).map(|w| w.taxed(1));
            taken[i] = lowest(answered.chain([Ok(resolved)]))?;
        }
        Ok(taken)
    }

    /// The mirror image of [`Reckoning::left_takes`].
    fn right_takes(
        &self,
        row: &[NodeId],
        level: usize,
        retaken: &Taken,
    ) -> Result<Taken, Overflow> {
        let mut taken: Taken = vec![None; row.len()];
        for i in 1..row.len() {
            let there = row[i - 1];
            let behind = i.checked_sub(2).map(|behind| row[behind]);
            let resolved = self.after_right(there, behind, level);
            let resolved = resolved.chain(taken[i - 1].as_ref()).map(|w| w.taxed(1));
            let Some(resolved) = lowest(resolved)? else { continue };
            let answered = self.after_left(there, Some(row[i]), level);
            let answered = answered.chain(retaken[i - 1].as_ref()).map(|w| w.taxed(-1));
            taken[i] = highest(answered.chain([Ok(resolved)]))?;
        }
        Ok(taken)
    }

    /// Left takes as her threats allow; what Right takes back Left may take again
    /// at once, so that his take is a move like any other.
    fn left_master(&mut self, row: &[NodeId]) -> Result<(), KoError> {
        let taken = self.left_takes(row, 0, &vec![None; row.len()])?;
        for (i, &node) in row.iter().enumerate() {
            let fights = [taken[i].as_ref(), None];
            let walls = self.position(node, [row.get(i + 1).copied(), None], fights, 0)?;
            self.walls[node.index()][0] = Some(walls);
        }
        Ok(())
    }

    /// The mirror image of [`Reckoning::left_master`].
    fn right_master(&mut self, row: &[NodeId]) -> Result<(), KoError> {
        let taken = self.right_takes(row, 0, &vec![None; row.len()])?;
        for (i, &node) in row.iter().enumerate().rev() {
            let fights = [None, taken[i].as_ref()];
            let behind = i.checked_sub(1).map(|behind| row[behind]);
            let walls = self.position(node, [None, behind], fights, 0)?;
            self.walls[node.index()][0] = Some(walls);
        }
        Ok(())
    }

    fn with_threats(&mut self, row: &[NodeId], left: u32, right: u32) -> Result<(), KoError> {
        // What each side faces after the other took, for all threats left so far.
        let mut taken: [Vec<Taken>; 2] = [Vec::new(), Vec::new()];
        let none: Taken = vec![None; row.len()];
        let levels = right as usize + 1;
        for l in 0..=left {
            for r in 0..=right {
                let level = l as usize * levels + r as usize;
                let by_right = if r > 0 { &taken[1][level - 1] } else { &none };
                let by_left = if l > 0 { &taken[0][level - levels] } else { &none };
                let by_left_now = self.left_takes(row, level, by_right)?;
                let by_right_now = self.right_takes(row, level, by_left)?;
                for (i, &node) in row.iter().enumerate() {
                    let fights = [by_left_now[i].as_ref(), by_right_now[i].as_ref()];
                    let behind = i.checked_sub(1).map(|behind| row[behind]);
                    let walls =
                        self.position(node, [row.get(i + 1).copied(), behind], fights, level)?;
                    self.walls[node.index()][level] = Some(walls);
                }
                taken[0].push(by_left_now);
                taken[1].push(by_right_now);
            }
        }
        Ok(())
    }

    /// The thermograph of a position. The kos that Left and Right take there are named by
    /// where they lead to, and by the walls that the other side then faces.
    fn position(
        &mut self,
        node: NodeId,
        kos: [Option<NodeId>; 2],
        fights: [Option<&Wall>; 2],
        level: usize,
    ) -> Result<Thermograph, Overflow> {
        let left = self.after_left(node, kos[0], level).chain(fights[0]);
        let left = highest(left.map(|w| w.taxed(-1)))?;
        let right = self.after_right(node, kos[1], level).chain(fights[1]);
        let right = lowest(right.map(|w| w.taxed(1)))?;
        let at_zero = |wall: &Option<Wall>| wall.as_ref().map(|w| w.at(Rational::ZERO)).transpose();
        self.scaffolds_at_zero.push((at_zero(&left)?, at_zero(&right)?));
        match self.graph.standing(node) {
            Some(score) => Thermograph::of_standing(left.as_ref(), right.as_ref(), score),
            None => Thermograph::of_scaffolds(left.as_ref(), right.as_ref()),
        }
    }
}
