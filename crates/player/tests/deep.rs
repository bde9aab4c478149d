//! The search on the deep network, on positions made for it.

use std::sync::Arc;

use board::{Color, Move, PointSet, Position, Rules, Setup, Size};
use budget::Budget;
use player::deep::{Aim, DeepTree, Settings};
use predict::Model;
use predict::deep::Deep;

fn settings() -> Settings {
    let (deep, model) = (Deep::standard().unwrap(), Model::standard().unwrap());
    Settings::new(Arc::new(deep), Arc::new(model))
}

/// The upper left corner of a 13×13 board.
fn corner(text: &str) -> Position {
    let rows: Vec<&str> = text.split_whitespace().collect();
    let width = 13;
    let mut board = String::new();
    for row in 0..width {
        for column in 0..width {
            let cell = rows.get(row).and_then(|r| r.chars().nth(column)).unwrap_or('.');
            board.push(cell);
            board.push(' ');
        }
        board.push('\n');
    }
    let setup: Setup = board.parse().unwrap();
    Position::from_setup(&setup, Rules::chinese()).unwrap()
}

fn mv(name: &str) -> Move {
    name.parse().unwrap()
}

/// White's corner has room for three: the middle decides.
const THREE: &str = "
    ...OX
    OOOOX
    XXXXX";

fn life(position: &Position) -> Settings {
    let points = *position.stones(Color::White);
    let region = position.size().points().filter(|p| p.row() >= 10 && p.column() < 5).collect();
    let aim = Aim::Own { points, color: Color::White };
    Settings { aim, region: Some(region), ..settings() }
}

#[test]
fn the_middle_of_three_kills_or_lives() {
    let position = corner(THREE);
    let mut values = Vec::new();
    for color in Color::BOTH {
        let mut tree = DeepTree::new(life(&position));
        tree.stand_on(&position, color);
        tree.grow(&mut Budget::nodes(150), 1);
        let candidates = tree.candidates();
        assert_eq!(candidates[0].mv, mv("B13"), "{color:?}");
        values.push(candidates[0].win_rate);
        assert!(
            candidates.iter().all(|c| {
                c.mv.point().is_none_or(|point| point.row() >= 10 && point.column() < 5)
            })
        );
    }
    // As far as the network sees it: Black kills, and White lives.
    assert!(values.iter().all(|&value| value > 0.6), "{values:?}");
}

#[test]
fn stones_that_were_taken_are_worth_nothing() {
    // Black takes everything at once.
    let position = corner(
        "
        .OOX
        XXXX",
    );
    let points = *position.stones(Color::White);
    let region: PointSet = ["A13".parse().unwrap()].into_iter().collect();
    let aim = Aim::Own { points, color: Color::White };
    let mut tree = DeepTree::new(Settings { aim, region: Some(region), ..settings() });
    tree.stand_on(&position, Color::Black);
    tree.grow(&mut Budget::nodes(20), 1);
    let taking = tree.candidates().into_iter().find(|c| c.mv == mv("A13")).unwrap();
    assert_eq!((taking.win_rate, taking.line.len()), (1.0, 1));
}

#[test]
fn the_same_seed_gives_the_same_tree_and_a_budget_is_kept() {
    let position = Position::new(Size::square(13).unwrap(), Rules::japanese());
    let grown = |seed| {
        let mut tree = DeepTree::new(settings());
        tree.stand_on(&position, Color::Black);
        let mut budget = Budget::nodes(40);
        tree.grow(&mut budget, seed);
        assert_eq!((tree.visits(), tree.views()), (40, 40));
        tree.candidates()
    };
    assert_eq!(grown(7), grown(7));
    assert_ne!(grown(7), grown(8));
}

#[test]
fn what_was_learnt_of_the_next_position_is_kept() {
    let mut position = Position::new(Size::square(13).unwrap(), Rules::japanese());
    let mut tree = DeepTree::new(Settings { threads: 2, ..settings() });
    tree.stand_on(&position, Color::Black);
    tree.grow(&mut Budget::nodes(120), 1);
    let best = tree.candidates()[0].clone();
    assert!(best.line.len() > 1, "{best:?}");
    for (color, &mv) in [Color::Black, Color::White].into_iter().zip(&best.line) {
        position.play(color, mv).unwrap();
    }
    tree.stand_on(&position, Color::Black);
    assert!(tree.visits() > 0);
    tree.grow(&mut Budget::nodes(10), 2);
    assert_eq!(tree.views(), 10);
    // Moves that were too unlikely further down can be asked for at the root.
    let points = tree.candidates().iter().filter(|c| c.mv != Move::Pass).count();
    assert_eq!(points, position.empty_points().len());
}

#[test]
fn without_a_budget_there_is_a_move() {
    for size in [5, 9, 13] {
        let position = Position::new(Size::square(size).unwrap(), Rules::chinese());
        let mut tree = DeepTree::new(settings());
        assert_eq!(tree.choice(1).mv, Move::Pass);
        tree.stand_on(&position, Color::Black);
        assert_ne!(tree.at_sight().mv, Move::Pass);
    }
}

#[test]
fn games_without_end_end() {
    // On the smallest boards stones come and go for ever under simple ko rules.
    let mut rules = Rules::japanese();
    rules.ko = board::KoRule::Simple;
    let position = Position::new(Size::square(2).unwrap(), rules);
    let mut tree = DeepTree::new(settings());
    tree.stand_on(&position, Color::Black);
    tree.grow(&mut Budget::nodes(2000), 1);
    assert_eq!(tree.views(), 2000);
}
