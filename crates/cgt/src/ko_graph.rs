//! Local graphs: positions, the moves of both sides, and scores at the leaves.

use crate::thermography::dyadic;
use crate::{Error, Game, Games, Rational, Thermograph, Thermographs};

/// A position of a [`KoGraph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A game given as a graph of positions, which may repeat.
///
/// A node is a position of an area together with the prisoner difference, so
/// that all points are in the leaves. Leaves are numbers or games that are
/// already known.
#[derive(Clone, Debug, Default)]
pub struct KoGraph {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    left: Vec<NodeId>,
    right: Vec<NodeId>,
    leaf: Option<Leaf>,
    standing: Option<Rational>,
}

/// What is known of a leaf.
#[derive(Clone, Debug)]
struct Leaf {
    walls: Thermograph,
    game: Option<Game>,
}

/// A strongly connected part of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Component {
    /// A position that never comes back.
    Single(NodeId),
    /// A row of kos: from each position to the next Left takes, and Right takes
    /// back. Two positions are a simple ko, `n + 1` a ko of `n` stages.
    Kos(Vec<NodeId>),
    /// Positions that repeat in any other way.
    LongCycle(Vec<NodeId>),
}

impl Component {
    /// The positions of the part.
    pub fn nodes(&self) -> Vec<NodeId> {
        match *self {
            Component::Single(node) => vec![node],
            Component::Kos(ref nodes) | Component::LongCycle(ref nodes) => nodes.clone(),
        }
    }

    pub(crate) fn is_long_cycle(&self) -> bool {
        matches!(self, Component::LongCycle(_))
    }
}

impl KoGraph {
    /// A graph without positions.
    pub fn new() -> KoGraph {
        KoGraph::default()
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A new position, as yet without moves: the score 0 if it stays so.
    pub fn position(&mut self) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::default());
        id
    }

    /// A new leaf that is settled at `score`.
    pub fn number(&mut self, score: Rational) -> NodeId {
        let game = dyadic(score).ok().map(Game::number);
        self.leaf(Leaf { walls: Thermograph::mast(score), game })
    }

    /// A new leaf that is a game of an arena.
    pub fn game(
        &mut self,
        games: &Games,
        thermographs: &mut Thermographs,
        g: Game,
    ) -> Result<NodeId, Error> {
        let walls = thermographs.of(games, g)?;
        Ok(self.leaf(Leaf { walls, game: Some(g) }))
    }

    /// A new leaf that is known by its thermograph alone.
    pub fn known(&mut self, walls: Thermograph) -> NodeId {
        self.leaf(Leaf { walls, game: None })
    }

    fn leaf(&mut self, leaf: Leaf) -> NodeId {
        let id = self.position();
        self.nodes[id.index()].leaf = Some(leaf);
        id
    }

    /// Left can move from one position to the other. A leaf takes no moves:
    /// they are ignored there.
    pub fn left_move(&mut self, from: NodeId, to: NodeId) {
        let node = &mut self.nodes[from.index()];
        if node.leaf.is_none() && !node.left.contains(&to) {
            node.left.push(to);
        }
    }

    /// Right can move from one position to the other.
    pub fn right_move(&mut self, from: NodeId, to: NodeId) {
        let node = &mut self.nodes[from.index()];
        if node.leaf.is_none() && !node.right.contains(&to) {
            node.right.push(to);
        }
    }

    /// What the position counts if nobody moves any more, where passing is free, as
    /// under area scoring. Its walls then mean something from temperature zero up
    /// only: below that they are what they are at zero.
    pub fn stands_at(&mut self, node: NodeId, score: Rational) {
        self.nodes[node.index()].standing = Some(score);
    }

    pub(crate) fn standing(&self, node: NodeId) -> Option<Rational> {
        self.nodes[node.index()].standing
    }

    /// The positions that Left can move to.
    pub fn left_moves(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.index()].left
    }

    /// The positions that Right can move to.
    pub fn right_moves(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.index()].right
    }

    /// Whether the position is a leaf, or has no moves.
    pub fn is_leaf(&self, node: NodeId) -> bool {
        let node = &self.nodes[node.index()];
        node.leaf.is_some() || (node.left.is_empty() && node.right.is_empty())
    }

    pub(crate) fn leaf_thermograph(&self, node: NodeId) -> Option<&Thermograph> {
        self.nodes[node.index()].leaf.as_ref().map(|leaf| &leaf.walls)
    }

    /// The game at a leaf, if it is known; nothing for other positions.
    pub(crate) fn leaf_game(&self, node: NodeId) -> Option<Option<Game>> {
        self.nodes[node.index()].leaf.as_ref().map(|leaf| leaf.game)
    }

    /// The strongly connected parts that can be reached from `node`, each
    /// after all parts that it leads to (Tarjan 1972, without recursion).
    pub fn reach(&self, node: NodeId) -> Vec<Component> {
        let mut tarjan = Tarjan {
            order: vec![u32::MAX; self.len()],
            low: vec![u32::MAX; self.len()],
            stacked: vec![false; self.len()],
            stack: Vec::new(),
            found: Vec::new(),
            next: 0,
        };
        let mut path = vec![(node, 0)];
        tarjan.enter(node);
        while let Some(&mut (at, ref mut child)) = path.last_mut() {
            let moves = &self.nodes[at.index()];
            let to = moves.left.get(*child).or_else(|| moves.right.get(*child - moves.left.len()));
            *child += 1;
            match to {
                Some(&to) if tarjan.order[to.index()] == u32::MAX => {
                    tarjan.enter(to);
                    path.push((to, 0));
                }
                Some(&to) => tarjan.see(at, to),
                None => {
                    path.pop();
                    tarjan.leave(at, path.last().map(|&(parent, _)| parent));
                }
            }
        }
        tarjan.found.into_iter().map(|nodes| self.classify(nodes)).collect()
    }

    fn classify(&self, nodes: Vec<NodeId>) -> Component {
        if let [only] = nodes[..]
            && ![self.left_moves(only), self.right_moves(only)].concat().contains(&only)
        {
            return Component::Single(only);
        }
        match self.row(&nodes) {
            Some(row) => Component::Kos(row),
            None => Component::LongCycle(nodes),
        }
    }

    /// The positions of a part in a row, each a ko that Left takes to the next and
    /// Right takes back, if there are no other moves among them.
    fn row(&self, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
        let inside = |moves: &[NodeId]| -> Vec<NodeId> {
            moves.iter().copied().filter(|to| nodes.contains(to)).collect()
        };
        let first = nodes.iter().find(|&&node| inside(self.right_moves(node)).is_empty())?;
        let mut row = vec![*first];
        while let Some(&last) = row.last() {
            match inside(self.left_moves(last))[..] {
                [] => break,
                [next] if inside(self.right_moves(next)) == [last] => row.push(next),
                _ => return None,
            }
        }
        (row.len() == nodes.len() && row.len() > 1).then_some(row)
    }
}

struct Tarjan {
    order: Vec<u32>,
    low: Vec<u32>,
    stacked: Vec<bool>,
    stack: Vec<NodeId>,
    found: Vec<Vec<NodeId>>,
    next: u32,
}

impl Tarjan {
    fn enter(&mut self, node: NodeId) {
        self.order[node.index()] = self.next;
        self.low[node.index()] = self.next;
        self.next += 1;
        self.stack.push(node);
        self.stacked[node.index()] = true;
    }

    fn see(&mut self, at: NodeId, to: NodeId) {
        if self.stacked[to.index()] {
            self.low[at.index()] = self.low[at.index()].min(self.order[to.index()]);
        }
    }

    fn leave(&mut self, node: NodeId, parent: Option<NodeId>) {
        if self.low[node.index()] == self.order[node.index()] {
            let mut component = Vec::new();
            while let Some(top) = self.stack.pop() {
                self.stacked[top.index()] = false;
                component.push(top);
                if top == node {
                    break;
                }
            }
            component.sort_unstable();
            self.found.push(component);
        }
        if let Some(parent) = parent {
            let low = self.low[node.index()];
            let of_parent = &mut self.low[parent.index()];
            *of_parent = (*of_parent).min(low);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_told_apart() {
        let mut graph = KoGraph::new();
        let leaf = graph.number(Rational::ZERO);
        let [a, b, c, root] = [(); 4].map(|()| graph.position());
        graph.left_move(root, a);
        graph.left_move(a, b);
        graph.right_move(b, a);
        graph.right_move(b, leaf);
        assert_eq!(
            graph.reach(root),
            [Component::Single(leaf), Component::Kos(vec![a, b]), Component::Single(root)]
        );
        graph.left_move(b, c);
        graph.right_move(c, b);
        assert!(graph.reach(root).contains(&Component::Kos(vec![a, b, c])));
        // Coming round another way it is no row any more.
        graph.left_move(c, a);
        assert!(graph.reach(root).contains(&Component::LongCycle(vec![a, b, c])));
        // A loop of one side alone is no ko.
        let alone = graph.position();
        graph.left_move(alone, alone);
        assert_eq!(graph.reach(alone), [Component::LongCycle(vec![alone])]);
    }
}
