//! Kos on the board against play with the stones themselves beside a stack of coupons.

mod support;

use board::Scoring;
use budget::Budget;
use cgt::{Random, Rational, Thermograph};
use endgame::{Area, KoReport, Solver};
use support::coupons::{self, Stack};
use support::grid::Grid;

fn report(solver: &mut Solver, text: &str) -> Option<KoReport> {
    let area: Area = text.parse().unwrap();
    solver.ko(&area, Scoring::Area, &mut Budget::nodes(1_000_000)).unwrap()
}

/// Whether the walls are those of play, at every step of the stack; `None` if play has
/// no end.
fn are_played(grid: &Grid, master: usize, walls: &Thermograph, stack: Stack) -> Option<bool> {
    let played = coupons::walls(grid, master, stack)?;
    let unit = i128::from(stack.unit);
    Some(played.into_iter().enumerate().all(|(step, results)| {
        let t = Rational::new(step as i128, unit).unwrap();
        [walls.left_wall(), walls.right_wall()].into_iter().zip(results).all(|(wall, result)| {
            wall.at(t).unwrap() == Rational::new(result.into(), 2 * unit).unwrap()
        })
    }))
}

/// Holds the walls for either ko master from temperature zero to `most` against play.
/// `unit` has to be a multiple of the denominators of all temperatures at which walls turn.
fn walls_are_played(text: &str, most: i64, unit: i64, copies: usize) {
    let ko = report(&mut Solver::new(), text).expect("it is a ko");
    let stack = Stack { unit, steps: (most * unit) as usize, copies };
    for (master, walls) in [ko.black_master, ko.white_master].into_iter().enumerate() {
        let walls = walls.expect("a thermograph");
        let right = are_played(&Grid::parse(text), master, &walls, stack);
        assert_eq!(right, Some(true), "ko master {master}, {walls:?}:{text}");
    }
}

#[test]
fn a_direct_ko() {
    walls_are_played(
        "
        # X O #
        X o . O
        # X O #",
        2,
        3,
        4,
    );
}

#[test]
fn kos_of_stages() {
    for row in ["x . x .", ". o x .", ". o . o"] {
        let text = format!("# O X O X #\nO {row} X\n# O X O X #");
        walls_are_played(&text, 3, 9, 8);
    }
    let three = "
        # O X O X O X #
        O x . x . x . X
        # O X O X O X #";
    walls_are_played(three, 3, 45, 10);
}

/// An approach that Black can answer, by a move that taking the ko would dominate if
/// whoever takes it had not to go on.
#[test]
fn an_approach_that_can_be_answered() {
    walls_are_played(
        "
        # O X #
        # . x #
        # x . X
        O x o X
        X o . O
        # X # #",
        6,
        12,
        8,
    );
}

#[test]
#[ignore = "takes minutes; run in release mode"]
fn an_approach_ko() {
    walls_are_played(
        "
        # # O # # #
        # # . # . #
        # O x o o X
        O . x o X #
        # # o . # #",
        6,
        6,
        4,
    );
}

/// Random areas: wherever there are thermographs they are those of play.
fn random_kos(seed: u64, areas: usize, points: i64) {
    let mut random = Random::new(seed);
    let mut solver = Solver::new();
    let (mut compared, mut endless) = (0, 0);
    for _ in 0..areas {
        let grid = support::random::area(&mut random, points);
        let Some(ko) = report(&mut solver, &grid.text()) else { continue };
        if ko.problem.is_some() {
            continue;
        }
        for (master, walls) in [ko.black_master, ko.white_master].into_iter().enumerate() {
            let walls = walls.expect("a thermograph");
            let unit = unit(&walls);
            // Followers may turn elsewhere than the walls themselves.
            let mut right = [1, 2, 5, 6].into_iter().map(|finer| {
                let unit = unit * finer;
                let stack = Stack { unit, steps: 3 * unit as usize, copies: 8 };
                are_played(&grid, master, &walls, stack)
            });
            match right.find(|right| *right != Some(false)) {
                Some(None) => endless += 1,
                right => {
                    assert!(right.is_some(), "ko master {master}, {walls:?}:\n{}", grid.text())
                }
            }
            compared += 1;
        }
    }
    assert!(compared > areas / 20 && endless < areas / 100, "{compared} walls, {endless} endless");
}

/// Steps to a point that have every turn of the walls on a whole step, and sixths.
fn unit(walls: &Thermograph) -> i64 {
    let turns = [walls.left_wall(), walls.right_wall()].into_iter().flat_map(|w| w.vertices());
    turns.map(|turn| turn.temperature.denominator() as i64).fold(6, |unit, d| {
        (1..).map(|times| times * unit).find(|multiple| multiple % d == 0).expect("there is one")
    })
}

#[test]
fn random_kos_are_played() {
    random_kos(1, 300, 5);
}

#[test]
#[ignore = "takes minutes; run in release mode"]
fn many_random_kos_are_played() {
    random_kos(2, 3000, 7);
}
