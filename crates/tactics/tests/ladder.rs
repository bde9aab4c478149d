//! Ladders on boards of our own.

use board::{Color, Point, Position, Rules, Setup, Symmetry};
use budget::{Budget, Exhausted};
use tactics::ladder::ladder;

fn read(text: &str, prey: &str, first: Color) -> bool {
    let setup: Setup = text.parse().unwrap();
    let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
    let prey: Point = prey.parse().unwrap();
    let found = ladder(&position, prey, first, &mut Budget::nodes(100_000)).unwrap();
    // The line is legal and ends as the answer says.
    let mut after = position.clone();
    let mut color = first;
    for &point in &found.line {
        after.set_to_play(color);
        after.play(color, point.into()).unwrap();
        color = color.opponent();
    }
    if found.caught {
        assert!(after.liberties(prey) <= 1, "{after:?}");
    }
    found.caught
}

const RUN: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . O . . . . . .
    . O X . . . . . .
    . . O O . . . . .
    . . . . . . . . .";

#[test]
fn a_ladder_runs_to_the_edge() {
    assert!(read(RUN, "C3", Color::Black));
    // With two liberties Black is caught if White begins, and not if he does.
    let loose = RUN.replacen(". . O O", ". . O .", 1);
    assert!(read(&loose, "C3", Color::White));
    assert!(!read(&loose, "C3", Color::Black));
}

#[test]
fn a_breaker_on_the_way_saves_the_prey() {
    let setup: Setup = RUN.parse().unwrap();
    let mut broken = setup.clone();
    broken.set("G7".parse().unwrap(), Some(Color::Black));
    assert!(!read(&broken.to_string(), "C3", Color::Black));
    let mut helped = setup;
    helped.set("G7".parse().unwrap(), Some(Color::White));
    assert!(read(&helped.to_string(), "C3", Color::Black));
}

#[test]
fn taking_a_stone_of_the_hunter_saves_the_prey() {
    let text = "
        . . . . . . .
        . . . . . . .
        . X O . . . .
        . O X . . . .
        . X O O . . .
        . . . . . . .";
    assert!(!read(text, "C3", Color::Black));
}

#[test]
fn mirrored_boards_have_the_same_ladders() {
    let setup: Setup = RUN.parse().unwrap();
    for symmetry in Symmetry::ALL {
        let turned = symmetry.setup(&setup);
        let position = Position::from_setup(&turned, Rules::japanese()).unwrap();
        let prey = symmetry.point(setup.size, "C3".parse().unwrap());
        let found = ladder(&position, prey, Color::Black, &mut Budget::nodes(100_000)).unwrap();
        assert!(found.caught, "{turned}");
    }
}

#[test]
fn an_empty_point_and_an_empty_budget() {
    let setup: Setup = RUN.parse().unwrap();
    let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
    let empty: Point = "A1".parse().unwrap();
    assert!(!ladder(&position, empty, Color::Black, &mut Budget::nodes(1)).unwrap().caught);
    let prey: Point = "C3".parse().unwrap();
    let found = ladder(&position, prey, Color::Black, &mut Budget::nodes(3));
    assert_eq!(found, Err(Exhausted::Nodes));
}
