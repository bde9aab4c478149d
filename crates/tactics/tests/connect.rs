//! Connections by shape: what can be cut, and by whom moving first.

use board::{Point, Position, Rules, Setup};
use budget::Budget;
use tactics::capture::{Reading, Success};
use tactics::connect::{break_in, connect, disconnect};

fn position(board: &str) -> Position {
    let setup: Setup = board.parse().expect("a board");
    Position::from_setup(&setup, Rules::japanese()).expect("a position")
}

fn cut(board: &str, from: &str, to: &str) -> Reading {
    let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
    disconnect(&position(board), from, to, 5_000, &mut Budget::unlimited()).unwrap()
}

fn join(board: &str, from: &str, to: &str) -> Reading {
    let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
    connect(&position(board), from, to, 5_000, &mut Budget::unlimited()).unwrap()
}

#[test]
fn a_bamboo_joint_holds() {
    let board = "
        . . . . . . .
        . O . . . . .
        . X X . . O .
        . . . . . . .
        . X X . . O .
        . O . . . . .
        . . . . . . .";
    let found = cut(board, "B5", "B3");
    assert_eq!(found.success, Success::No, "{found:?}");
    assert!(found.proved, "{found:?}");
}

#[test]
fn two_common_liberties_hold() {
    let board = "
        . . . . . .
        . . O . . .
        . O X . . .
        . . . X O .
        . . . O . .
        . . . . . .";
    let found = cut(board, "C4", "D3");
    assert_eq!(found.success, Success::No, "{found:?}");
    assert!(found.proved, "{found:?}");
}

#[test]
fn one_common_liberty_goes_to_who_moves_first() {
    let board = "
        . O O O .
        . X . X .
        . O O O .
        . . . . .";
    let found = join(board, "B3", "D3");
    assert_eq!((found.success, found.first), (Success::Yes, "C3".parse().ok()), "{found:?}");
    assert_ne!(cut(board, "B3", "D3").success, Success::No);
}

#[test]
fn a_stone_in_atari_between_is_taken() {
    let board = "
        . . X . . .
        . X O X . .
        . O . O . .
        . O O O . .
        . . . . . .";
    let found = join(board, "B4", "D4");
    assert_eq!(found.success, Success::Yes, "{found:?}");
}

#[test]
fn a_cutting_block_that_can_be_taken_joins() {
    let board = "
        . . . . . X X . . .
        . O . . . X O . . .
        . . O . . X O . . .
        . . . . . X O . . .
        . . . . . X O . . .
        . . . O O O X X X .
        . . . . . O O O X .
        . . . . . . . O X .
        . . . . . . . O X .
        . . . . . . . O X .";
    let (from, to) = ("G5".parse().unwrap(), "F6".parse().unwrap());
    let found = connect(&position(board), from, to, 20_000, &mut Budget::unlimited()).unwrap();
    assert_eq!(found.success, Success::Yes, "{found:?}");
    // Nobody read how they are joined after the capture.
    assert!(!found.proved, "{found:?}");
}

#[test]
fn a_cutting_stone_that_is_bait_joins_nothing() {
    // After D2, E2 and D1 Black can take E3 only into atari.
    let board = "
        . . . . . . .
        . . . . . . .
        O O O O O O O
        O O X X X O X
        O O X . O X X
        O X X . . X .
        O O X . . . .";
    let (from, to) = ("E4".parse().unwrap(), "F3".parse().unwrap());
    let found = disconnect(&position(board), from, to, 20_000, &mut Budget::unlimited()).unwrap();
    assert_eq!((found.success, found.first), (Success::Yes, "D2".parse().ok()), "{found:?}");
}

#[test]
fn an_open_side_is_broken_into() {
    let board = "
        . . X O . . .
        . . X O . . .
        . . X . . . .
        . . X O . . .
        . . X O . . .";
    let area = ["E3", "E4", "E2"].iter().map(|p| p.parse::<Point>().unwrap()).collect();
    let from = "C3".parse().unwrap();
    let found = break_in(&position(board), from, area, 5_000, &mut Budget::unlimited()).unwrap();
    assert_ne!(found.success, Success::No, "{found:?}");
}
