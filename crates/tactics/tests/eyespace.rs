//! Eye spaces by shape: how many eyes they are worth to who moves first.

use board::{Color, Point, Position, Rules, Setup};
use budget::Budget;
use tactics::eyespace::{EyeValue, eyes};

fn value(board: &str, point: &str) -> EyeValue {
    let setup: Setup = board.parse().expect("a board");
    let position = Position::from_setup(&setup, Rules::japanese()).expect("a position");
    let point = point.parse().expect("a point");
    eyes(&position, point, &mut Budget::unlimited()).expect("time").expect("a space")
}

fn check(board: &str, point: &str, wanted: (u8, u8), vital: Option<&str>) {
    let found = value(board, point);
    assert_eq!((found.min, found.max), wanted, "{point} of{board}");
    if let Some(vital) = vital {
        let vital: Point = vital.parse().expect("a point");
        assert_eq!(found.attack, Some(vital), "{point} of{board}");
        assert_eq!(found.defence, Some(vital), "{point} of{board}");
    }
}

#[test]
fn one_point_is_one_eye() {
    check(
        "
        . . . . .
        . . . . .
        . . . . .
        X X . . .
        . X . . .",
        "A1",
        (1, 1),
        None,
    );
}

#[test]
fn a_point_whose_corner_is_open_is_half_an_eye() {
    // Black at C2 makes the eye, White there takes it away.
    check(
        "
        . . . . . . . . .
        . . O . . . . . .
        . O . . . . . . .
        . . O . O . . . .
        . O . O . X . . .
        . O . . X . X . .
        O O . X . X . . .
        O . . X X . X . .
        O O X . X . . . .",
        "D1",
        (0, 1),
        Some("C2"),
    );
}

#[test]
fn a_false_eye_is_none() {
    check(
        "
        . . . . . . . . .
        . . O . . . . . .
        . O . . . . . . .
        . . O . O . . . .
        . O . O . X . . .
        . O . . X . X . .
        O O . X . X . . .
        O . O X X . X . .
        O O X . X . . . .",
        "D1",
        (0, 0),
        None,
    );
}

#[test]
fn three_in_a_row_have_a_middle() {
    check(
        "
        . . . . . . .
        . . . . . . .
        X X X X X . .
        . . . . X . .",
        "A1",
        (2, 2),
        None,
    );
    check(
        "
        . . . . . . .
        . . . . . . .
        X X X X . . .
        . . . X . . .",
        "A1",
        (1, 2),
        Some("B1"),
    );
}

#[test]
fn four_in_a_square_are_one_eye() {
    check(
        "
        . . . . . .
        . . . . . .
        X X X . . .
        . . X . . .
        . . X . . .",
        "A1",
        (1, 1),
        None,
    );
}

#[test]
fn two_stones_beside_a_gap_fall_together() {
    // White cannot play between them; Black takes both there and has two eyes.
    check(
        "
        . . . . . .
        . . . . . .
        X X X X . .
        O . O X . .",
        "B1",
        (2, 2),
        None,
    );
}

#[test]
fn an_open_end_belongs_to_who_moves_first() {
    check(
        "
        . . . . . . . . .
        . . O . . . . . .
        . O . . . . . . .
        . . O . O . . . .
        . O . . . X . . .
        . O . . X . X . .
        O O . X . X . . .
        . O X X X . X . .
        O O . . X . . . .",
        "D1",
        (0, 1),
        Some("C1"),
    );
}

#[test]
fn colors_and_sides_do_not_matter() {
    let board = [". . . . . . .", ". . . . . . .", "X X X X . . .", ". . . X . . ."];
    let swapped: Vec<String> =
        board.iter().map(|row| row.replace('X', "#").replace('O', "X").replace('#', "O")).collect();
    let mirrored: Vec<String> = swapped.iter().map(|row| row.chars().rev().collect()).collect();
    let found = value(&mirrored.join("\n"), "G1");
    assert_eq!((found.min, found.max), (1, 2));
    assert_eq!(found.attack, "F1".parse().ok());
}

#[test]
fn a_point_behind_the_margin_belongs_to_the_space() {
    // C4 makes two eyes, or spoils both.
    check(
        "
        X X X X O . .
        X . . O O . .
        X X . X O . .
        . X X X O . .
        X X O O O . .",
        "B4",
        (0, 2),
        Some("C4"),
    );
}

#[test]
fn a_corner_that_takes_a_ko_leaves_half_an_eye() {
    // Black takes B2 by playing B3, and White takes B3 back. The row above is there for
    // White's wall: without it Black fills C1 and G4, and takes all of it on B3.
    let board = "
        . . . . . . . . .
        O O O O O O . . .
        O . O O X X X . .
        X O X X X . X . .
        X X . X X . X . .";
    check(board, "C1", (0, 1), None);
}

#[test]
fn a_corner_the_opponent_gets_by_ko_alone_costs_the_owner_no_move() {
    // White takes G2 by playing F2, but Black takes back: three points in a row as usual.
    check(
        "
        . . . . . . O O .
        . . . . X X O O .
        O X X X X . X O .
        O X . . . X O O .",
        "D1",
        (1, 2),
        Some("D1"),
    );
}

#[test]
fn a_point_among_dead_stones_is_the_other_colors() {
    // White's stones around B1 are no eye of his: Black takes A1 and B2 there, and White
    // can only make him take four.
    let board = "
        . . . . . . . .
        . . O O . . . .
        X X X O . . . .
        X O X O . . . .
        O . O . O . . .";
    assert_eq!(value(board, "B1").owner, Color::Black);
    check(board, "B1", (1, 2), Some("B1"));
}

#[test]
fn a_cutting_stone_inside_that_gets_out_makes_an_eye_false() {
    // Black takes C3 by playing D3, but D4 then escapes and cuts with B2.
    check(
        "
        . . . . . . . .
        . O O . O O . .
        . X O . O X . .
        . X X O X X . .
        . X O . X . . .
        O O X X X . . .
        . O O O . . . .",
        "C3",
        (0, 0),
        None,
    );
}
