//! Bounds on loopy games by games without loops: each side in turn loses its
//! kos (Müller 1995, section 3.3).
//!
//! Where both bounds are the same game, the kos do not matter and that game is
//! the exact value. Where they differ, sidling (*Winning Ways*, chapter 11)
//! brings them closer, and thermographs for either ko master tell the rest.

use rustc_hash::FxHashMap;

use crate::ko::{KoFight, KoKind};
use crate::ko_graph::{Component, KoGraph, NodeId};
use crate::{Error, Game, Games, Side, Thermograph};

/// What is known of a loopy game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KoValue {
    /// The loops do not matter: good play never enters them.
    Exact(Game),
    /// The kos matter, and all of them are two-cycles, alone or in rows.
    Ko {
        /// The value when Left loses all kos, sidled up.
        lower: Game,
        /// The value when Right loses all kos, sidled down.
        upper: Game,
        /// The thermograph with Left as ko master.
        left_master: Thermograph,
        /// The thermograph with Right as ko master.
        right_master: Thermograph,
        /// Whether the count depends on the ko master.
        kind: KoKind,
    },
    /// There are longer cycles, so that bounds are all that is known.
    Bounded {
        /// The value when Left loses all loops, sidled up.
        lower: Game,
        /// The value when Right loses all loops, sidled down.
        upper: Game,
        /// The positions of the first longer cycle.
        cycle: Vec<NodeId>,
    },
}

/// How often sidling is tried before the bounds are taken as they are.
const ROUNDS: usize = 12;

impl KoGraph {
    /// The exact value of `node` where loops do not matter, and else what is
    /// known of it.
    ///
    /// ```
    /// use cgt::{Games, KoGraph, KoValue, Rational};
    ///
    /// // A ko that nobody takes, because ending the fight at once is better.
    /// let mut graph = KoGraph::new();
    /// let [high, low] = [9, -9].map(|n| graph.number(Rational::integer(n)));
    /// let five = graph.number(Rational::integer(5));
    /// let [open, taken] = [graph.position(), graph.position()];
    /// graph.left_move(open, taken);
    /// graph.right_move(taken, open);
    /// graph.left_move(open, high);
    /// graph.left_move(taken, five);
    /// for node in [open, taken] {
    ///     graph.right_move(node, low);
    /// }
    /// let mut games = Games::new();
    /// assert!(matches!(graph.evaluate(&mut games, open)?, KoValue::Exact(_)));
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn evaluate(&self, games: &mut Games, node: NodeId) -> Result<KoValue, Error> {
        let (lower, upper) = self.bounds(games, node)?;
        if lower == upper {
            return Ok(KoValue::Exact(lower));
        }
        let reach = self.reach(node);
        if let Some(long) = reach.iter().find(|c| c.is_long_cycle()) {
            return Ok(KoValue::Bounded { lower, upper, cycle: long.nodes() });
        }
        let walls = |fight| self.thermograph(node, fight).map_err(|_| Error::Overflow);
        let (left_master, right_master) =
            (walls(KoFight::LeftMaster)?, walls(KoFight::RightMaster)?);
        let kind = match left_master.mean() == right_master.mean() {
            true => KoKind::Placid,
            false => KoKind::Hyperactive,
        };
        Ok(KoValue::Ko { lower, upper, left_master, right_master, kind })
    }

    /// Games without loops below and above `node`.
    ///
    /// Upper bound: Right's moves inside a loop are taken away; lower bound:
    /// Left's. Then every bound is made anew from the bounds of the options,
    /// with all moves, until nothing changes. A leaf that is known by its
    /// thermograph alone has no bounds, and neither has a loop of one side.
    pub fn bounds(&self, games: &mut Games, node: NodeId) -> Result<(Game, Game), Error> {
        let reach = self.reach(node);
        let lower = self.bound(games, &reach, Side::Left)?;
        let upper = self.bound(games, &reach, Side::Right)?;
        let of = |bounds: &FxHashMap<NodeId, Game>| {
            bounds.get(&node).copied().ok_or(Error::Undefined("the position is not in the graph"))
        };
        Ok((of(&lower)?, of(&upper)?))
    }

    /// The bounds of all positions when `loser` may not move inside loops.
    fn bound(
        &self,
        games: &mut Games,
        reach: &[Component],
        loser: Side,
    ) -> Result<FxHashMap<NodeId, Game>, Error> {
        let mut values: FxHashMap<NodeId, Game> = FxHashMap::default();
        for component in reach {
            if let Component::Single(node) = *component {
                let value = self.value(games, node, &values)?;
                values.insert(node, value);
                continue;
            }
            let nodes = component.nodes();
            for node in self.winner_first(&nodes, loser)? {
                let value = self.value_without(games, node, &values, &nodes, loser)?;
                values.insert(node, value);
            }
            self.sidle(games, &nodes, &mut values)?;
        }
        Ok(values)
    }

    /// Makes the bounds of a loop anew from each other until they stay.
    fn sidle(
        &self,
        games: &mut Games,
        nodes: &[NodeId],
        values: &mut FxHashMap<NodeId, Game>,
    ) -> Result<(), Error> {
        for _ in 0..ROUNDS {
            let mut next = Vec::with_capacity(nodes.len());
            for &node in nodes {
                next.push(self.value(games, node, values)?);
            }
            let mut changed = false;
            for (&node, value) in nodes.iter().zip(next) {
                changed |= values.insert(node, value) != Some(value);
            }
            if !changed {
                break;
            }
        }
        Ok(())
    }

    fn value(
        &self,
        games: &mut Games,
        node: NodeId,
        values: &FxHashMap<NodeId, Game>,
    ) -> Result<Game, Error> {
        self.value_without(games, node, values, &[], Side::Left)
    }

    /// The game at `node` from the values of its options, without the moves of
    /// `loser` to `closed`.
    fn value_without(
        &self,
        games: &mut Games,
        node: NodeId,
        values: &FxHashMap<NodeId, Game>,
        closed: &[NodeId],
        loser: Side,
    ) -> Result<Game, Error> {
        if let Some(leaf) = self.leaf_game(node) {
            return leaf.ok_or(Error::Undefined("a leaf is known by its thermograph alone"));
        }
        let list = |side: Side, moves: &[NodeId]| -> Vec<Game> {
            let open = moves.iter().filter(|to| side != loser || !closed.contains(to));
            open.filter_map(|to| values.get(to).copied()).collect()
        };
        let left = list(Side::Left, self.left_moves(node));
        let right = list(Side::Right, self.right_moves(node));
        games.game(&left, &right)
    }

    /// The positions of a loop, each after those that the winner's moves inside
    /// the loop lead to.
    fn winner_first(&self, nodes: &[NodeId], loser: Side) -> Result<Vec<NodeId>, Error> {
        let inside = |node: NodeId| {
            let moves = match loser {
                Side::Right => self.left_moves(node),
                Side::Left => self.right_moves(node),
            };
            moves.iter().copied().filter(|to| nodes.contains(to)).collect::<Vec<NodeId>>()
        };
        let mut order: Vec<NodeId> = Vec::with_capacity(nodes.len());
        while order.len() < nodes.len() {
            let ready = nodes.iter().copied().find(|&node| {
                !order.contains(&node) && inside(node).iter().all(|to| order.contains(to))
            });
            match ready {
                Some(node) => order.push(node),
                None => return Err(Error::Undefined("one side alone can repeat a position")),
            }
        }
        Ok(order)
    }
}
