//! A local game and its search (Müller 1995, sections 4.3 and 4.4).
//!
//! The moves of both sides are tried in every position, as far as they are urgent; what is
//! not searched is quiet, or a switch. Each move extends the area over what it may change,
//! so that its score is counted on all of it; the rest of the board stays as it is.

use std::collections::VecDeque;
use std::rc::Rc;

use board::{Color, Move, Point, PointSet, Position};
use budget::{Budget, StopFlag};
use cgt::{Overflow, Thermograph};

use super::super::points;
use super::Root;
use super::context::Context;
use super::evaluate::{Owners, quiet, sign, switches};
use super::generate::{Candidate, candidates, generate};
use crate::knowledge::{Effort, Health, Knowledge};

/// A local game: its area, what it relies on, and what was searched of it.
pub(super) struct LocalGame {
    pub(super) area: PointSet,
    pub(super) context: Context,
    /// Moves that are urgent because they work in two games, `[black, white]`.
    pub(super) double: [PointSet; 2],
    /// Everything that a move of the game made change hands.
    pub(super) touched: PointSet,
    /// The root first; a position comes before those that follow from it.
    pub(super) nodes: Vec<Node>,
}

/// A position of a local game.
pub(super) struct Node {
    /// The move that leads here; none at the root.
    pub(super) mv: Option<(Color, Candidate)>,
    parent: usize,
    pub(super) children: Vec<usize>,
    depth: u32,
    /// The area, with everything that the moves so far may have changed.
    area: PointSet,
    known: Rc<Knowledge>,
    /// What Black has gained since the root, in points.
    value: f64,
    /// What hangs here.
    switches: Vec<f64>,
    /// The moves of both sides, once they are generated.
    moves: Option<[Vec<Candidate>; 2]>,
    /// How many of them were tried.
    tried: [usize; 2],
    /// Whether nothing more is searched here: what the game relies on is gone.
    terminal: bool,
}

/// How far a round of search goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Less urgent moves are not tried.
    pub(super) urgency: f64,
    /// Positions that may be looked at.
    pub(super) nodes: u64,
    /// Moves of each side at the root, and later.
    pub(super) width: [usize; 2],
    /// Moves ahead.
    pub(super) depth: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { urgency: 0.0, nodes: u64::MAX, width: [5, 2], depth: 4 }
    }
}

/// How much less urgent moves are with every move ahead.
const FADING: f64 = 0.7;

/// How far from a move others still answer it.
const NEAR: usize = 3;

impl LocalGame {
    /// A game that is not searched yet.
    pub(super) fn new(root: &Root, area: PointSet, double: [PointSet; 2]) -> LocalGame {
        let context = Context::new(&root.position, &root.known, &area);
        let node = Node {
            mv: None,
            parent: 0,
            children: Vec::new(),
            depth: 0,
            area,
            known: Rc::clone(&root.known),
            value: 0.0,
            switches: switches(&root.known, &area),
            moves: None,
            tried: [0; 2],
            terminal: false,
        };
        LocalGame { area, context, double, touched: PointSet::EMPTY, nodes: vec![node] }
    }

    /// The urgency of its most urgent move.
    pub(super) fn urgency(&mut self, root: &Root) -> f64 {
        self.generate(root, 0, &root.position);
        let moves = self.nodes[0].moves.iter().flatten();
        moves.filter_map(|moves| moves.first()).map(|first| first.urgency).fold(0.0, f64::max)
    }

    /// One more round: tries what is urgent enough, nearest to the root first.
    pub(super) fn search(&mut self, root: &Root, limits: Limits, budget: &mut Budget) {
        let end = budget.spent().saturating_add(limits.nodes);
        let mut waiting = VecDeque::from([0]);
        while let Some(at) = waiting.pop_front() {
            let node = &self.nodes[at];
            if node.depth >= limits.depth || node.terminal {
                continue;
            }
            let Some(position) = self.position_at(root, at) else { continue };
            self.generate(root, at, &position);
            let fading = FADING.powi(self.nodes[at].depth as i32);
            let width = limits.width[usize::from(at != 0)];
            for color in Color::BOTH {
                while let Some(candidate) = self.next(at, color, width) {
                    if candidate.urgency * fading < limits.urgency {
                        break;
                    }
                    if budget.spent() >= end || budget.spend(1).is_err() {
                        return;
                    }
                    self.nodes[at].tried[color.index()] += 1;
                    self.grow(root, at, color, candidate, position.clone(), budget.stop_flag());
                }
            }
            waiting.extend(&self.nodes[at].children);
        }
    }

    /// The next move of a side that is to be tried in a position.
    fn next(&self, at: usize, color: Color, width: usize) -> Option<Candidate> {
        let node = &self.nodes[at];
        let tried = node.tried[color.index()];
        node.moves.as_ref()?[color.index()].get(tried).filter(|_| tried < width).copied()
    }

    /// Finds the moves of a position, if they are not there yet.
    fn generate(&mut self, root: &Root, at: usize, position: &Position) {
        let node = &self.nodes[at];
        if node.moves.is_some() {
            return;
        }
        let moves = Color::BOTH.map(|color| {
            if at != 0 {
                let within = self.near(at, position);
                return generate(position, color, &node.known, &self.context, &within);
            }
            let double = &self.double[color.index()];
            let inside: Vec<_> = root.proposals[color.index()]
                .iter()
                .filter(|p| self.area.contains(p.point) || double.contains(p.point))
                .cloned()
                .collect();
            let mut moves = candidates(position, color, &node.known, &self.context, &inside);
            // What works in two games is tried first.
            moves.sort_by_key(|candidate| !double.contains(candidate.point));
            if let Some(most) = moves.iter().map(|m| m.urgency).reduce(f64::max) {
                let urgent = moves.iter_mut().filter(|m| double.contains(m.point));
                urgent.for_each(|candidate| candidate.urgency = most);
            }
            moves
        });
        self.nodes[at].moves = Some(moves);
    }

    /// The points where a move belongs to the line that leads to a position.
    fn near(&self, at: usize, position: &Position) -> PointSet {
        let board = PointSet::board(position.size());
        let mut line = PointSet::EMPTY;
        let mut node = &self.nodes[at];
        while let Some((_, candidate)) = node.mv {
            line.insert(candidate.point);
            node = &self.nodes[node.parent];
        }
        ball(line, NEAR, &board) & (self.nodes[at].area | self.area)
    }

    /// The position of a node, with the moves that lead to it.
    fn position_at(&self, root: &Root, at: usize) -> Option<Position> {
        let mut line = Vec::new();
        let mut node = &self.nodes[at];
        while let Some((color, candidate)) = node.mv {
            line.push((color, candidate.point));
            node = &self.nodes[node.parent];
        }
        let mut position = root.position.clone();
        for &(color, point) in line.iter().rev() {
            position.play(color, Move::Play(point)).ok()?;
        }
        Some(position)
    }

    /// Plays a move in `position`, that of a node, and looks at what it has changed.
    fn grow(
        &mut self,
        root: &Root,
        at: usize,
        color: Color,
        candidate: Candidate,
        mut position: Position,
        stop: &StopFlag,
    ) {
        let before = Color::BOTH.map(|color| *position.stones(color));
        if position.play(color, Move::Play(candidate.point)).is_err() {
            return;
        }
        let changed = Color::BOTH.into_iter().fold(PointSet::EMPTY, |changed, color| {
            let (old, new) = (before[color.index()], *position.stones(color));
            changed | (old - new) | (new - old)
        });
        let parent = &self.nodes[at];
        let known = Knowledge::after(&position, Effort::QUICK, &parent.known, &changed, stop);
        let area = extended(&position, &parent.area, &changed, &known);
        let owners = Owners::new(&position, &known);
        self.touched |= owners.changed(&root.owners, &area);
        let node = Node {
            mv: Some((color, candidate)),
            parent: at,
            children: Vec::new(),
            depth: parent.depth + 1,
            value: owners.gain(&root.owners, &area),
            switches: switches(&known, &area),
            terminal: self.context.is_violated(&position),
            area,
            known: Rc::new(known),
            moves: None,
            tried: [0; 2],
        };
        let child = self.nodes.len();
        self.nodes.push(node);
        self.nodes[at].children.push(child);
    }

    /// The thermographs of all positions. At the root every move has its bonus.
    pub(super) fn thermographs(&self) -> Result<Vec<Thermograph>, Overflow> {
        let mut walls: Vec<Option<Thermograph>> = vec![None; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let mut options = [Vec::new(), Vec::new()];
            for &child in &node.children {
                if let (Some((color, _)), Some(walls)) = (self.nodes[child].mv, &walls[child]) {
                    options[color.index()].push(walls.clone());
                }
            }
            let [left, right] = &mut options;
            let thermograph = if left.is_empty() && right.is_empty() {
                quiet(node.value, &node.switches)?
            } else {
                // Who has no move worth trying can still keep what there is.
                for side in [left, right].into_iter().filter(|side| side.is_empty()) {
                    side.push(Thermograph::mast(points(node.value)?));
                }
                Thermograph::of_options(&options[0], &options[1])?
            };
            let bonus = match node.mv {
                Some((color, candidate)) if node.depth == 1 => sign(color) * candidate.bonus,
                _ => 0.0,
            };
            walls[at] = Some(thermograph.shifted(points(bonus)?)?);
        }
        Ok(walls.into_iter().flatten().collect())
    }

    /// The second moves of lines in which a side moves twice: what it threatens.
    pub(super) fn threats(&self, color: Color) -> PointSet {
        let by = |node: &Node| node.mv.filter(|&(mover, _)| mover == color);
        let second = self.nodes.iter().filter(|node| {
            node.depth == 2 && by(node).is_some() && by(&self.nodes[node.parent]).is_some()
        });
        second.filter_map(|node| node.mv.map(|(_, candidate)| candidate.point)).collect()
    }

    /// The moves of a side at the root, each with the index of the position it leads to.
    pub(super) fn moves(&self, color: Color) -> impl Iterator<Item = (Point, usize)> {
        self.nodes[0].children.iter().filter_map(move |&child| {
            let (mover, candidate) = self.nodes[child].mv?;
            (mover == color).then_some((candidate.point, child))
        })
    }
}

/// An area, extended over what a move has changed or may change next: its surroundings, and
/// the groups beside it whose fate is open.
fn extended(
    position: &Position,
    area: &PointSet,
    changed: &PointSet,
    known: &Knowledge,
) -> PointSet {
    let board = PointSet::board(position.size());
    let near = ball(*changed, NEAR, &board);
    let open = known.groups.iter().filter(|group| {
        group.health() != Health::Safe && group.stones.intersects(&ball(*changed, 2, &board))
    });
    open.fold(*area | near, |area, group| area | group.stones | group.prisoners)
}

/// All points within so many steps.
fn ball(from: PointSet, steps: usize, board: &PointSet) -> PointSet {
    (0..steps).fold(from, |ball, _| ball.grown(board))
}

#[cfg(test)]
mod tests {
    use super::super::tests::root;
    use super::*;
    use cgt::Rational;

    const CAPTURE: &str = "
        . . . . . . .
        . X X X . . .
        X O O O . . .
        . X X X . O .
        . . . . . O .
        . . . O O . .
        . . . . . . .";

    fn searched(text: &str) -> LocalGame {
        let root = root(text);
        let board = PointSet::board(root.position.size());
        let mut game = LocalGame::new(&root, board, Default::default());
        game.search(&root, Limits { nodes: 60, ..Limits::default() }, &mut Budget::nodes(100));
        game
    }

    #[test]
    fn a_capture_is_hot_and_both_sides_are_searched_first() {
        let game = searched(CAPTURE);
        assert!(game.nodes.len() <= 61);
        let walls = game.thermographs().unwrap();
        assert!(walls[0].temperature() > Rational::integer(2), "{}", walls[0].temperature());
        for color in Color::BOTH {
            assert!(game.moves(color).any(|(point, _)| point == "E5".parse().unwrap()));
        }
        assert!(game.touched.contains("C5".parse().unwrap()));
    }

    #[test]
    fn areas_grow_with_the_moves_and_urgency_limits_the_search() {
        let game = searched(CAPTURE);
        for node in &game.nodes[1..] {
            assert!(game.nodes[node.parent].area.is_subset(&node.area));
        }
        let root = root(CAPTURE);
        let board = PointSet::board(root.position.size());
        let mut calm = LocalGame::new(&root, board, Default::default());
        let limits = Limits { urgency: 7.9, ..Limits::default() };
        calm.search(&root, limits, &mut Budget::nodes(100));
        assert!(calm.nodes.len() < game.nodes.len());
    }
}
