//! The races of life and death once more, slow and obvious: all positions that
//! can be reached are listed, and what the reacher can force is found by going
//! backwards from the goal. No table, no path, no numbers.

use board::{Color, Point, PointSet, Size};
use rustc_hash::FxHashMap;

/// A problem on a board: where may be played, and where stones are immortal.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    pub(crate) size: Size,
    pub(crate) area: PointSet,
    pub(crate) shore: [PointSet; 2],
    pub(crate) stones: [PointSet; 2],
    pub(crate) target: PointSet,
    pub(crate) defender: Color,
}

/// A set of numbered points of the area.
type Set = u64;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    stones: [Set; 2],
    target: Set,
    ko: Option<u8>,
    to_play: usize,
    threats: [u8; 2],
}

/// The area with its points numbered, and who is beside whom.
struct Ground {
    all: Set,
    beside: Vec<Set>,
    shore: [Set; 2],
    defender: usize,
}

/// Whether the attacker captures the target (`kill`), or the defender gets two
/// eyes (not `kill`), and how many positions there are; `None` above `limit`.
pub(crate) fn reached(
    arena: &Arena,
    kill: bool,
    to_play: Color,
    threats: [u8; 2],
    limit: usize,
) -> Option<(bool, usize)> {
    let points: Vec<Point> = arena.area.iter().collect();
    let set = |of: &PointSet| -> Set {
        (0..points.len()).filter(|&i| of.contains(points[i])).map(|i| 1 << i).sum()
    };
    let ground = Ground {
        all: set(&arena.area),
        beside: points.iter().map(|&p| set(&PointSet::from(p).border(arena.size))).collect(),
        shore: [set(&arena.shore[0]), set(&arena.shore[1])],
        defender: arena.defender.index(),
    };
    let start = Node {
        stones: [set(&arena.stones[0]), set(&arena.stones[1])],
        target: set(&arena.target),
        ko: None,
        to_play: to_play.index(),
        threats,
    };
    let reacher = if kill { 1 - ground.defender } else { ground.defender };
    let mut index = FxHashMap::default();
    index.insert(start, 0usize);
    let mut nodes = vec![start];
    let mut parents: Vec<Vec<usize>> = vec![Vec::new()];
    let mut open: Vec<usize> = Vec::new();
    let mut won = Vec::new();
    let mut next = 0;
    while next < nodes.len() {
        if nodes.len() > limit {
            return None;
        }
        let node = nodes[next];
        let lost = node.target == 0;
        let at_goal = if kill { lost } else { !lost && ground.lives(&node) };
        won.push(at_goal);
        let moves = if at_goal || lost { Vec::new() } else { ground.moves(&node, reacher) };
        open.push(moves.len());
        for child in moves {
            let i = *index.entry(child).or_insert_with(|| {
                nodes.push(child);
                parents.push(Vec::new());
                nodes.len() - 1
            });
            parents[i].push(next);
        }
        next += 1;
    }
    let mut front: Vec<usize> = (0..nodes.len()).filter(|&i| won[i]).collect();
    while let Some(i) = front.pop() {
        for &parent in &parents[i] {
            open[parent] -= 1;
            let forced = nodes[parent].to_play == reacher || open[parent] == 0;
            if !won[parent] && forced {
                won[parent] = true;
                front.push(parent);
            }
        }
    }
    Some((won[0], nodes.len()))
}

impl Ground {
    fn border(&self, set: Set) -> Set {
        let around = numbers(set).fold(0, |around, i| around | self.beside[i]);
        around & !set
    }

    fn component(&self, within: Set, seed: usize) -> Set {
        let mut found = 1 << seed;
        loop {
            let more = found | self.border(found) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    fn components(&self, mut set: Set) -> Vec<Set> {
        let mut found = Vec::new();
        while let Some(seed) = numbers(set).next() {
            let component = self.component(set, seed);
            set &= !component;
            found.push(component);
        }
        found
    }

    fn moves(&self, node: &Node, reacher: usize) -> Vec<Node> {
        let mut after: Vec<Node> =
            numbers(self.all).filter_map(|point| self.play(node, point)).collect();
        if node.to_play != reacher || node.ko.is_some() {
            after.push(Node { ko: None, to_play: 1 - node.to_play, ..*node });
        }
        after
    }

    fn play(&self, node: &Node, point: usize) -> Option<Node> {
        let (me, other) = (node.to_play, 1 - node.to_play);
        let mut next = *node;
        if (node.stones[0] | node.stones[1]) >> point & 1 != 0 {
            return None;
        }
        if node.ko == Some(point as u8) {
            let left = &mut next.threats[me];
            match *left {
                0 => return None,
                255 => {}
                _ => *left -= 1,
            }
        }
        next.stones[me] |= 1 << point;
        let taken = self.breathless(&next, other);
        next.stones[other] &= !taken;
        next.target &= !taken;
        if self.breathless(&next, me) != 0 {
            return None;
        }
        let block = self.component(next.stones[me], point);
        let empty = self.all & !next.stones[0] & !next.stones[1];
        let mortal = block & self.shore[me] == 0;
        let alone = block.count_ones() == 1 && (self.border(block) & empty).count_ones() == 1;
        let ko = taken.count_ones() == 1 && alone && mortal;
        next.ko = ko.then(|| taken.trailing_zeros() as u8);
        next.to_play = other;
        Some(next)
    }

    fn breathless(&self, node: &Node, color: usize) -> Set {
        let empty = self.all & !node.stones[0] & !node.stones[1];
        let blocks = self.components(node.stones[color]).into_iter();
        let dead = blocks
            .filter(|&block| block & self.shore[color] == 0 && self.border(block) & empty == 0);
        dead.fold(0, |all, block| all | block)
    }

    /// Benson's theorem, block by block.
    fn lives(&self, node: &Node) -> bool {
        let me = self.defender;
        let own = node.stones[me];
        let empty = self.all & !own & !node.stones[1 - me];
        let blocks = self.components(own);
        let mut regions = self.components(self.all & !own);
        regions.retain(|region| region & self.shore[1 - me] == 0);
        let mut alive: Vec<bool> = vec![true; blocks.len()];
        loop {
            let mut changed = false;
            for i in 0..blocks.len() {
                if !alive[i] || blocks[i] & self.shore[me] != 0 {
                    continue;
                }
                let around = self.border(blocks[i]);
                let eyes = regions.iter().filter(|&&region| {
                    let border = self.border(region);
                    region & empty & !around == 0
                        && border & blocks[i] != 0
                        && (0..blocks.len()).all(|j| alive[j] || border & blocks[j] == 0)
                });
                if eyes.count() < 2 {
                    alive[i] = false;
                    changed = true;
                }
            }
            if !changed {
                return (0..blocks.len()).any(|i| alive[i] && blocks[i] & node.target != 0);
            }
        }
    }
}

fn numbers(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}
