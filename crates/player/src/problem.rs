//! What a strong player would try where reading does not find what a problem asks.
//!
//! A search on the deep network wants as many points as it can get around the stones; groups
//! that are read at its leaves are settled there. Its favourites are a prediction: on problems
//! that reading did not solve, the first of them was right in a third to a half, and neither
//! its lead nor a second search on the turned board tells in which.

use std::sync::Arc;

use board::{Color, Point, PointSet, Position};
use budget::Budget;
use predict::Model;
use predict::deep::Deep;

use crate::deep::{Aim, DeepTree, Settings};

/// Leaves that the search looks at, and how many make an opinion.
const LOOKS: u64 = 1_000;
const LEAST_LOOKS: u64 = 200;

/// A look is as much work as so many positions of a reading.
const LOOK: u64 = 5_000;

/// Positions read for each question at a leaf.
const READ_AT_LEAF: u64 = 2_000;

/// Problems are solved by moves that strong players seldom make.
const POWER: f32 = 0.6;
const EXPLORATION: f64 = 0.7;

/// Stones are parts of one problem if each is so near to another.
const NEAR: usize = 2;

/// Moves are made within so many steps of both colors.
const REACH: usize = 2;

/// The moves that the player to move would most likely try, the likeliest first; none if the
/// budget is too small for an opinion, or there is nothing to fight about.
pub fn likely(
    position: &Position,
    deep: &Arc<Deep>,
    model: &Arc<Model>,
    threads: usize,
    budget: &mut Budget,
) -> Vec<Point> {
    let stones = scene(position);
    if stones.is_empty() || budget.left() / LOOK < LEAST_LOOKS {
        return Vec::new();
    }
    let near = Color::BOTH.map(|color| grown(position, *position.stones(color) & stones, REACH));
    let mut tree = DeepTree::new(Settings {
        aim: Aim::Lead { points: grown(position, stones, 1) },
        region: Some(near[0] & near[1]),
        reading: READ_AT_LEAF,
        power: POWER,
        exploration: EXPLORATION,
        threads,
        ..Settings::new(Arc::clone(deep), Arc::clone(model))
    });
    tree.stand_on(position, position.to_play());
    let mut part = budget.part(LOOKS.min(budget.left() / LOOK));
    tree.grow(&mut part, 1);
    let _ = budget.charge((LOOK * part.spent()).min(budget.left()));
    if tree.views() < LEAST_LOOKS {
        return Vec::new();
    }
    let tried = tree.candidates().into_iter().filter(|candidate| candidate.visits > 0);
    tried.filter_map(|candidate| candidate.mv.point()).collect()
}

/// The stones that a problem is about: of those that stand together the most of both colors.
fn scene(position: &Position) -> PointSet {
    let stones = *position.stones(Color::Black) | *position.stones(Color::White);
    let count = |scene: &PointSet| {
        let [black, white] = Color::BOTH.map(|color| (*position.stones(color) & *scene).len());
        (black.min(white), black + white)
    };
    let scenes = grown(position, stones, NEAR).components();
    stones & scenes.max_by_key(count).unwrap_or_default()
}

/// A set and what is so many steps around it.
fn grown(position: &Position, set: PointSet, steps: usize) -> PointSet {
    let board = PointSet::board(position.size());
    (0..steps).fold(set, |set, _| set.grown(&board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    fn position(board: &str) -> Position {
        let setup: Setup = board.parse().expect("a board");
        Position::from_setup(&setup, Rules::japanese()).expect("legal")
    }

    fn tried(position: &Position, nodes: u64) -> Vec<Point> {
        let deep = Arc::new(Deep::standard().expect("the network"));
        let model = Arc::new(Model::standard().expect("the model"));
        likely(position, &deep, &model, 1, &mut Budget::nodes(nodes))
    }

    #[test]
    fn a_problem_is_where_the_colors_meet() {
        let board = "
            . . . . . . . . . . .
            . X . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . . . . . X O .
            . . . . . . . . X O .
            . . . . . . . . . X .
            . . . . . . . . . . .";
        assert_eq!(scene(&position(board)).to_string(), "K2 J3 K3 J4 K4");
    }

    /// Three black stones are caught in a net.
    const NET: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . X . .
        . . . . . . . . .
        . . . O . . . . .
        . . O X X . . . .
        . . O X O . . . .
        . . . O O . . . .
        . . . . . . . . .";

    #[test]
    fn a_net_is_tried_and_always_the_same_moves() {
        let mut net = position(NET);
        net.set_to_play(Color::White);
        let moves = tried(&net, 2_000_000);
        assert_eq!(moves.first().map(Point::to_string).as_deref(), Some("F5"));
        assert_eq!(tried(&net, 2_000_000), moves);
    }

    #[test]
    fn without_work_or_stones_nothing_is_tried() {
        assert!(tried(&position(NET), 10_000).is_empty());
        let empty = position(&NET.replace(['O', 'X'], "."));
        assert!(tried(&empty, 2_000_000).is_empty());
    }
}
