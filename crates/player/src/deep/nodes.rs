//! The nodes of the tree, in one list.

use board::Move;

/// A move in the tree and what was learnt of it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) mv: Move,
    /// How likely a strong player makes it.
    pub(super) prior: f32,
    /// Visits, those under way included: they count as lost until they are over, so
    /// that other threads look elsewhere.
    pub(super) visits: u32,
    /// What the visits were worth for the player who makes the move as the network sees
    /// it, added up.
    pub(super) viewed: f64,
    /// The same by the games played out.
    pub(super) played: f64,
    /// Their scores for Black with komi, in half points, added up.
    pub(super) halves: f64,
    /// What the position after it was worth for Black at first sight: viewed and played.
    pub(super) seen: [f32; 2],
    /// Where its children begin, and how many there are.
    first: u32,
    len: u16,
    /// The move is not to be played.
    pub(super) banned: bool,
    /// Nothing comes after it: the aim is decided, or both players passed.
    pub(super) ended: bool,
}

impl Node {
    pub(super) fn new(mv: Move, prior: f32) -> Node {
        Node {
            mv,
            prior,
            visits: 0,
            viewed: 0.0,
            played: 0.0,
            halves: 0.0,
            seen: [0.5; 2],
            first: 0,
            len: 0,
            banned: false,
            ended: false,
        }
    }

    /// The mean score of the visits for Black with komi, in half points.
    pub(super) fn halves_mean(&self) -> f64 {
        self.halves / f64::from(self.visits.max(1))
    }

    pub(super) fn has_children(&self) -> bool {
        self.len > 0
    }
}

const _: () = assert!(size_of::<Node>() == 56, "as the settings say");

/// All nodes; the first is the root, whose move nobody makes.
pub(super) struct Nodes {
    list: Vec<Node>,
    /// The most nodes that are kept.
    room: usize,
}

pub(super) const ROOT: usize = 0;

impl Nodes {
    /// Nothing but a root.
    pub(super) fn with_room(room: usize) -> Nodes {
        let room = room.clamp(1 << 12, u32::MAX as usize);
        Nodes { list: vec![Node::new(Move::Pass, 1.0)], room }
    }

    pub(super) fn node(&self, number: usize) -> &Node {
        &self.list[number]
    }

    pub(super) fn node_mut(&mut self, number: usize) -> &mut Node {
        &mut self.list[number]
    }

    /// The numbers of a node's children.
    pub(super) fn children(&self, number: usize) -> std::ops::Range<usize> {
        let node = &self.list[number];
        node.first as usize..node.first as usize + usize::from(node.len)
    }

    /// The children of a node.
    pub(super) fn family(&self, number: usize) -> &[Node] {
        &self.list[self.children(number)]
    }

    /// Gives a leaf its children, if there is room.
    pub(super) fn expand(&mut self, number: usize, moves: &[(Move, f32)]) {
        if self.list[number].len > 0 || self.list.len() + moves.len() > self.room {
            return;
        }
        let first = self.list.len() as u32;
        self.list.extend(moves.iter().map(|&(mv, prior)| Node::new(mv, prior)));
        let node = &mut self.list[number];
        (node.first, node.len) = (first, moves.len() as u16);
    }

    /// The share of the room that is taken.
    pub(super) fn fullness(&self) -> f64 {
        self.list.len() as f64 / self.room as f64
    }

    /// The same tree from `root` on: without the children of nodes that were visited less
    /// than `least` times. The root's children are those that `keep` lets pass, and
    /// `more` besides.
    pub(super) fn regrown(
        &self,
        root: usize,
        least: u32,
        keep: impl Fn(&Node) -> bool,
        more: &[Move],
    ) -> Nodes {
        let mut nodes = Nodes::with_room(self.room);
        nodes.list[ROOT] = Node { first: 0, len: 0, ..self.list[root].clone() };
        let mut waiting = vec![(root, ROOT)];
        while let Some((old, new)) = waiting.pop() {
            if new != ROOT && self.list[old].visits < least {
                continue;
            }
            let first = nodes.list.len();
            for number in self.children(old) {
                let child = &self.list[number];
                if new != ROOT || keep(child) {
                    waiting.push((number, nodes.list.len()));
                    nodes.list.push(Node { first: 0, len: 0, ..child.clone() });
                }
            }
            if new == ROOT {
                nodes.list.extend(more.iter().map(|&mv| Node::new(mv, 0.0)));
            }
            let len = nodes.list.len() - first;
            (nodes.list[new].first, nodes.list[new].len) = (first as u32, len as u16);
        }
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Point;

    fn family(columns: std::ops::Range<usize>) -> Vec<(Move, f32)> {
        columns.map(|column| (Move::Play(Point::new(column, 0)), 0.1)).collect()
    }

    #[test]
    fn a_part_of_the_tree_lives_on() {
        let mut nodes = Nodes::with_room(10_000);
        nodes.expand(ROOT, &family(0..10));
        let child = nodes.children(ROOT).start + 3;
        nodes.expand(child, &family(10..20));
        nodes.node_mut(child).visits = 7;
        let grandchild = nodes.children(child).start + 2;
        nodes.expand(grandchild, &family(0..5));
        nodes.node_mut(grandchild).visits = 1;
        let banned = Move::Play(Point::new(11, 0));
        let kept = nodes.regrown(child, 2, |node| node.mv != banned, &[Move::Pass]);
        assert_eq!(kept.node(ROOT).visits, 7);
        let moves: Vec<Move> = kept.family(ROOT).iter().map(|node| node.mv).collect();
        assert_eq!((moves.len(), moves[0], moves[9]), (10, family(10..11)[0].0, Move::Pass));
        // Visited once: its children are forgotten.
        let rare = kept.children(ROOT).start + 1;
        assert_eq!((kept.node(rare).visits, kept.node(rare).has_children()), (1, false));
    }
}
