//! The figures of `tedomari bench cgt`: canonical forms of growing sums,
//! comparisons, exact play of a large sum, and what strategies lose.

use std::hint::black_box;
use std::time::Duration;

use budget::Budget;
use cgt::{
    Dyadic, Error, Game, Games, Random, RandomSums, Side, Strategy, SumSolver, Tempo, Thermographs,
    strategy_losses,
};

use super::bench::fastest;

/// Microseconds for the canonical forms of `1|0 + 2|0 + … + n|0`, each n to 40.
pub(super) fn switches(time: Duration) -> f64 {
    growing_sum(time, 40, |games, k| games.switch(Dyadic::from(k), Dyadic::ZERO))
}

/// Microseconds for the canonical forms of the sums of `{k+4|k||0|-k}`, each n to 17.
pub(super) fn double_switches(time: Duration) -> f64 {
    growing_sum(time, 17, |games, k| {
        let left = games.switch(Dyadic::from(k + 4), Dyadic::from(k))?;
        let right = games.switch(Dyadic::ZERO, Dyadic::from(-k))?;
        games.game(&[left], &[right])
    })
}

/// Microseconds for the canonical forms of the sums of `{k||0|-2k}`, each n to 20.
pub(super) fn threats(time: Duration) -> f64 {
    growing_sum(time, 20, |games, k| {
        let right = games.switch(Dyadic::ZERO, Dyadic::from(-2 * k))?;
        games.game(&[Game::number(Dyadic::from(k))], &[right])
    })
}

/// Comparisons a second between random hot games of depth 5, in a fresh arena.
pub(super) fn comparisons(time: Duration) -> f64 {
    let mut games = Games::new();
    let mut random = Random::new(1);
    let list: Result<Vec<Game>, Error> =
        (0..100).map(|_| random.hot_game(&mut games, 5, 30)).collect();
    let list = list.expect("small random games fit");
    fastest(10_000, time, || {
        games.forget();
        for &a in &list {
            for &b in &list {
                black_box(games.le(a, b).expect("small random games compare"));
            }
        }
    })
}

/// Microseconds for the exact score, either side first, of a sum of 40 random
/// hot games of depth 4 with stops to 30 points.
pub(super) fn large_sum(time: Duration) -> f64 {
    let mut games = Games::new();
    let mut random = Random::new(2);
    let terms: Result<Vec<Game>, Error> =
        (0..40).map(|_| random.hot_game(&mut games, 4, 30)).collect();
    let terms = terms.expect("small random games fit");
    microseconds(fastest(1, time, || {
        let mut walls = Thermographs::new();
        let solver = SumSolver::new(&games, &mut walls, &terms, Tempo::Ignored);
        let mut solver = solver.expect("small random games have thermographs");
        for side in [Side::Left, Side::Right] {
            black_box(solver.score(side, &mut Budget::unlimited()));
        }
    }))
}

/// The average loss of a strategy against exact play on 1,000 random sums, in
/// thousandths of a point.
pub(super) fn loss(strategy: Strategy) -> f64 {
    let sums = RandomSums { sums: 1000, terms: 6, depth: 3, reach: 20, seed: 1 };
    let table = strategy_losses(sums).expect("small random sums are solved");
    let row = table.iter().find(|row| row.strategy == strategy);
    row.map_or(f64::NAN, |row| {
        1000.0 * row.average.numerator() as f64 / row.average.denominator() as f64
    })
}

fn growing_sum(
    time: Duration,
    most: i32,
    term: impl Fn(&mut Games, i32) -> Result<Game, Error>,
) -> f64 {
    microseconds(fastest(1, time, || {
        let mut games = Games::new();
        let mut sum = Game::ZERO;
        for k in 1..=most {
            let g = term(&mut games, k).expect("a small game fits");
            sum = games.add(sum, g).expect("the sum fits in the default memory");
        }
        black_box(sum);
    }))
}

fn microseconds(per_second: f64) -> f64 {
    1e6 / per_second
}
