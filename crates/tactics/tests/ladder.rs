//! Ladders on boards of our own.

use board::playout::Random;
use board::{Color, KoRule, Move, Point, Position, Rules, Setup, Size, Symmetry};
use budget::{Budget, Exhausted};
use tactics::ladder::{caught_moving_first, ladder};

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
fn a_prey_with_two_liberties_may_move_anywhere() {
    let caught = |text: &str, prey: &str| {
        let setup: Setup = text.parse().unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let prey: Point = prey.parse().unwrap();
        caught_moving_first(&position, prey, &mut Budget::nodes(100_000)).unwrap()
    };
    let corner = "
        . . . . .
        O O O . .
        X X O . .
        . X O . .
        . . O . .";
    assert!(caught(corner, "B3"));
    // With a way to take a hunter it is not, nor with room to run.
    assert!(!caught(&corner.replacen("O O O", "O O .", 1).replacen("X X O", "X X X", 1), "B3"));
    assert!(!caught(&RUN.replacen(". . O O", ". . O .", 1), "C3"));
    // One liberty is a ladder as ever.
    assert!(caught(RUN, "C3"));
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

/// The slow and obvious reader: the prey has so many ko threats and no more, and
/// whoever hunts through a repetition has failed. Nothing is remembered.
fn plain(
    position: &mut Position,
    prey: Point,
    color: Color,
    threats: usize,
    path: &mut Vec<(u64, Option<Point>, Color, usize)>,
) -> bool {
    position.set_to_play(color);
    let owner = path[0].2;
    if position.stone(prey) != Some(owner) {
        return true;
    }
    let liberties = position.liberty_points(prey);
    if liberties.len() > 2 || color == owner && liberties.len() > 1 {
        return false;
    }
    let here = (position.hash(), position.ko_point(), color, threats);
    if path[1..].contains(&here) {
        return false;
    }
    path.push(here);
    let mut caught = color == owner;
    for point in position.empty_points() {
        // The hunter gives atari or takes; the prey runs or takes a neighbor.
        let takes = position.blocks_beside(point, color.opponent()).any(|stone| {
            let beside = position.block(prey).border(position.size());
            position.liberties(stone) == 1 && beside.intersects(&position.block(stone))
        });
        let of_use = liberties.contains(point) || color == owner && takes;
        if !of_use {
            continue;
        }
        let mut after = position.clone();
        let mut left = threats;
        if after.play(color, point.into()).is_err() {
            if color != owner || threats == 0 {
                continue;
            }
            left -= 1;
            after.play(color, Move::Pass).unwrap();
            after.play(color.opponent(), Move::Pass).unwrap();
            if after.play(color, point.into()).is_err() {
                continue;
            }
        }
        if plain(&mut after, prey, color.opponent(), left, path) != (color == owner) {
            caught = color != owner;
            break;
        }
    }
    path.pop();
    caught
}

fn plainly_caught(position: &Position, prey: Point, first: Color, threats: usize) -> bool {
    let owner = position.stone(prey).expect("a prey");
    plain(&mut position.clone(), prey, first, threats, &mut vec![(0, None, owner, 0)])
}

#[test]
fn random_boards_agree_with_the_plain_reader() {
    let mut random = Random::new(7);
    let (mut asked, mut kos) = ([0, 0], 0);
    for _ in 0..6000 {
        let size = Size::square(3 + random.below(3)).unwrap();
        let mut setup = Setup::empty(size);
        for point in size.points() {
            let color = [None, Some(Color::Black), Some(Color::White)][random.below(3)];
            setup.set(point, color);
        }
        let rules = Rules { ko: KoRule::Simple, suicide: false, ..Rules::japanese() };
        let Ok(position) = Position::from_setup(&setup, rules) else { continue };
        for color in Color::BOTH {
            for prey in position.blocks(color) {
                let first = if position.liberties(prey) == 1 { color } else { color.opponent() };
                let found = ladder(&position, prey, first, &mut Budget::nodes(100_000)).unwrap();
                let plain = [0, 1, 2, 4, 6].map(|n| plainly_caught(&position, prey, first, n));
                assert_eq!(found.caught, plain[4], "{prey} {first} first, {plain:?}\n{setup}");
                assert!(!found.caught || plain.iter().all(|&caught| caught), "{prey}\n{setup}");
                asked[usize::from(found.caught)] += 1;
                kos += usize::from(plain[0] != plain[4]);
            }
        }
    }
    assert!(asked[0] > 500 && asked[1] > 500 && kos > 0, "{asked:?} {kos}");
}
