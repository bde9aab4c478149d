//! A small search for the fate of one block.
//!
//! Random games err where one move decides: each side finds it only by chance. Here
//! both sides learn from the games already played. The first moves are kept in a
//! tree and chosen by what came of them (Kocsis and Szepesvári 2006; moves of one
//! game count for all positions of it before them, as Gelly and Silver 2007 do), and
//! the rest is played by the [`policy`]. Nothing is proved by that.

use crate::color::Color;
use crate::playout::Random;
use crate::point::{Move, Point};
use crate::position::Position;
use crate::score::policy;
use crate::set::PointSet;

/// In how many of a thousand games the block on `target` lives with `first` to move,
/// once both sides have learned from `games` games; `None` if `more` said no before that.
pub(crate) fn survival(
    position: &mut Position,
    target: Point,
    first: Color,
    games: u32,
    random: &mut Random,
    more: &mut dyn FnMut() -> bool,
) -> Option<u32> {
    let Some(owner) = position.stone(target) else { return Some(0) };
    let turn = position.to_play();
    let zone = zone(position, target);
    let mut tree = Tree { owner, target, zone, nodes: vec![Node::new(None)] };
    let finished = (0..games).all(|_| {
        position.set_to_play(first);
        tree.play(position, random);
        more()
    });
    position.set_to_play(turn);
    finished.then(|| tree.value())
}

/// Blocks with more liberties than this are no part of a fight.
const WEAK: usize = 5;

/// Where a move may matter to a block: near it, and near the weak blocks around it.
fn zone(position: &Position, target: Point) -> PointSet {
    let size = position.size();
    let board = PointSet::board(size);
    let empty = position.empty_points();
    let mut stones = position.block(target);
    for _ in 0..2 {
        let near = stones.grown(&board).grown(&board);
        for color in Color::BOTH {
            for block in position.blocks(color) {
                let stones_of = position.block(block);
                if position.liberties(block) <= WEAK && stones_of.intersects(&near) {
                    stones |= stones_of;
                }
            }
        }
    }
    let liberties = stones.grown(&board) & empty;
    stones | liberties.grown(&(empty | stones))
}

/// A move of the tree and what came of it.
struct Node {
    mv: Option<Point>,
    games: u32,
    lived: u32,
    /// Games in which its owner played it later, and those in which the block lived.
    later: [u32; 2],
    /// The answers to it, once they were listed.
    children: Vec<usize>,
}

impl Node {
    fn new(mv: Option<Point>) -> Node {
        Node { mv, games: 0, lived: 0, later: [0; 2], children: Vec::new() }
    }
}

struct Tree {
    owner: Color,
    target: Point,
    zone: PointSet,
    nodes: Vec<Node>,
}

impl Tree {
    /// How the best first move does: the one that was tried most.
    fn value(&self) -> u32 {
        let best = self.nodes[0].children.iter().map(|&i| &self.nodes[i]);
        let best = best.max_by_key(|node| node.games).unwrap_or(&self.nodes[0]);
        (u64::from(best.lived) * 1000 / u64::from(best.games.max(1))) as u32
    }

    /// Plays one game, learns from it and takes it back.
    fn play(&mut self, position: &mut Position, random: &mut Random) {
        let start = position.moves().len();
        let mut path = vec![0];
        let mut lives = true;
        while lives {
            let node = path[path.len() - 1];
            if self.nodes[node].games > 0 && self.nodes[node].children.is_empty() {
                self.expand(node, position);
            }
            let Some(child) = self.best(node, position.to_play()) else { break };
            let color = position.to_play();
            let mv = self.nodes[child].mv.map_or(Move::Pass, Move::Play);
            let both_pass = mv == Move::Pass && path.len() > 1 && self.nodes[node].mv.is_none();
            if position.play(color, mv).is_err() {
                break;
            }
            path.push(child);
            lives = position.stone(self.target) == Some(self.owner);
            if both_pass {
                break;
            }
        }
        lives = lives && self.finish(position, random);
        self.learn(position, start, &path, lives);
        while position.moves().len() > start {
            position.undo();
        }
    }

    /// Plays on by the policy; whether the block lives to the end.
    fn finish(&self, position: &mut Position, random: &mut Random) -> bool {
        let limit = position.moves().len() + 3 * position.size().area();
        let mut passes = 0;
        let mut last = position.moves().last().and_then(|(_, mv)| mv.point());
        while passes < 2 && position.moves().len() < limit {
            let color = position.to_play();
            let mv = policy::choose(position, color, last, random);
            position.play(color, mv).expect("chosen moves are legal");
            if position.last_removed() > 0 && position.stone(self.target) != Some(self.owner) {
                return false;
            }
            last = mv.point();
            passes = if mv == Move::Pass { passes + 1 } else { 0 };
        }
        true
    }

    /// Lists the answers to a move.
    fn expand(&mut self, node: usize, position: &Position) {
        let color = position.to_play();
        let size = position.size();
        let mut moves = vec![None];
        for point in self.zone & position.empty_points() {
            let needless = size
                .neighbors(point)
                .all(|n| position.stone(n) == Some(color) && position.liberties(n) > 1);
            if !needless && position.is_legal(color, point) {
                moves.push(Some(point));
            }
        }
        for mv in moves {
            let child = self.nodes.len();
            self.nodes[node].children.push(child);
            self.nodes.push(Node::new(mv));
        }
    }

    /// The answer to be tried next.
    fn best(&self, node: usize, color: Color) -> Option<usize> {
        let parent = &self.nodes[node];
        let log = u64::from(parent.games.max(2).ilog2());
        let promise = |&i: &usize| {
            let child = &self.nodes[i];
            let [later, later_lived] = child.later.map(u64::from);
            let (games, lived) = (u64::from(child.games), u64::from(child.lived));
            // What moves did later counts less the more is known about this one.
            let share = later * LATER / (LATER + games * 3 + later * games / 50);
            // Nothing known counts as two even games.
            let n = games + share + 2;
            let good = 1000 * lived + share * (1000 * later_lived / later.max(1)) + 1000;
            let mean = good / n;
            let mean = if color == self.owner { mean } else { 1000 - mean };
            mean + EXPLORE * (log * 10_000 / (games + 1)).isqrt() / 100
        };
        let mut best = None;
        let mut most = 0;
        for child in &parent.children {
            let promise = promise(child) + 1;
            if promise > most {
                (best, most) = (Some(*child), promise);
            }
        }
        best
    }

    fn learn(&mut self, position: &Position, start: usize, path: &[usize], lives: bool) {
        let moves: Vec<(Color, Move)> = position.moves().skip(start).collect();
        let lives = u32::from(lives);
        let mut played = [PointSet::EMPTY; 2];
        // Backwards, so that `played` holds what came after each node.
        for depth in (0..moves.len().max(path.len())).rev() {
            let mover = moves.get(depth).map(|&(color, _)| color);
            if let Some(&(color, Move::Play(point))) = moves.get(depth) {
                played[color.index()].insert(point);
                played[color.opponent().index()].remove(point);
            }
            let Some(&node) = path.get(depth) else { continue };
            self.nodes[node].games += 1;
            self.nodes[node].lived += lives;
            let Some(color) = mover else { continue };
            for i in 0..self.nodes[node].children.len() {
                let child = self.nodes[node].children[i];
                let child = &mut self.nodes[child];
                if child.mv.is_some_and(|point| played[color.index()].contains(point)) {
                    child.later[0] += 1;
                    child.later[1] += lives;
                }
            }
        }
    }
}

/// How many games count as much as what moves did later.
const LATER: u64 = 60;

/// How much a move is preferred because it was tried little.
const EXPLORE: u64 = 120;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    /// Three points in a row: whoever plays in the middle first has his way.
    #[test]
    fn a_search_finds_the_vital_point() {
        let setup = "
            . X . X . X X
            X X X X X X X
            X O O O O O X
            X O . . . O X";
        let mut position =
            Position::from_setup(&setup.parse().unwrap(), Rules::japanese()).unwrap();
        let before = position.clone();
        let target = "B1".parse().unwrap();
        let mut lives = |first| {
            let random = &mut Random::new(1);
            survival(&mut position, target, first, 200, random, &mut || true).unwrap()
        };
        let (attacked, defended) = (lives(Color::Black), lives(Color::White));
        assert!(attacked < 100 && defended > 900, "{attacked} {defended}");
        assert_eq!(position.hash(), before.hash());
        assert_eq!(position.to_play(), before.to_play());
    }
}
