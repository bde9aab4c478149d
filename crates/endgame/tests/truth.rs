//! The solver against local truth on random areas between walls.

mod support;

use board::Scoring;
use budget::Budget;
use cgt::Random;
use endgame::{Area, Solver};
use support::{naive, random};

fn compare(seed: u64, count: usize, most: i64, scoring: Scoring) {
    let mut random = Random::new(seed);
    let mut solver = Solver::new();
    let (mut exact, mut loops) = (0, 0);
    for i in 0..count {
        if i % 50 == 49 {
            solver = Solver::new();
        }
        let grid = random::area(&mut random, most);
        let text = grid.text();
        let area: Area = text.parse().unwrap();
        let local = solver.solve(&area, scoring, &mut Budget::nodes(1_000_000)).unwrap();
        let games = solver.games_mut();
        let (lower, upper) = naive::bounds(&grid, scoring, games);
        let close = |games: &mut cgt::Games, a, b| match scoring {
            Scoring::Territory => a == b,
            Scoring::Area => {
                let d = games.sub(a, b).unwrap();
                games.left_stop(d).value.is_zero() && games.right_stop(d).value.is_zero()
            }
        };
        if close(games, lower, upper) {
            exact += 1;
            assert!(
                close(games, local.lower, lower) && close(games, local.upper, upper),
                "{text}naive {lower:?}, solver {:?} to {:?}",
                local.lower,
                local.upper
            );
        } else {
            loops += 1;
            if scoring == Scoring::Territory {
                assert!(
                    games.le(lower, local.lower).unwrap() && games.le(local.upper, upper).unwrap(),
                    "{text}naive {lower:?} to {upper:?}, solver {:?} to {:?}",
                    local.lower,
                    local.upper
                );
            }
        }
        let gap = games.sub(local.upper, local.lower).unwrap();
        assert!(games.right_stop(gap).value.signum() >= 0, "{text}");
    }
    println!("{exact} exact, {loops} with kos");
}

#[test]
fn territory_values_are_the_naive_ones() {
    compare(1, 150, 6, Scoring::Territory);
}

#[test]
fn area_values_are_the_naive_ones() {
    compare(2, 150, 6, Scoring::Area);
}

#[test]
#[ignore = "takes minutes; run in release mode"]
fn many_values_are_the_naive_ones() {
    for seed in 10..20 {
        compare(seed, 400, 8, Scoring::Territory);
        compare(seed, 400, 8, Scoring::Area);
    }
}
