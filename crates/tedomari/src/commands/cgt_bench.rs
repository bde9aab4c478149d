//! The figures of `tedomari bench cgt`: canonical forms of growing sums,
//! comparisons, exact play of large sums, and what strategies lose.

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::Duration;

use cgt::{Error, Game, Games, Strategy, StrategyLoss, strategy_losses, workload};

use super::bench::fastest;

/// Microseconds for the canonical forms of `1|0 + 2|0 + … + n|0`, each n to 40.
pub(super) fn switches(time: Duration) -> f64 {
    growing_sum(time, || workload::switches(40))
}

/// Microseconds for the canonical forms of the sums of `{k+4|k||0|-k}`, each n to 17.
pub(super) fn double_switches(time: Duration) -> f64 {
    growing_sum(time, || workload::double_switches(17))
}

/// Microseconds for the canonical forms of the sums of `{k||0|-2k}`, each n to 20.
pub(super) fn threats(time: Duration) -> f64 {
    growing_sum(time, || workload::threats(20))
}

/// Comparisons a second between random hot games of depth 5, in a fresh arena.
pub(super) fn comparisons(time: Duration) -> f64 {
    let (mut games, list) = workload::hot_games(1, 100, 5).expect("small random games fit");
    fastest(10_000, time, || {
        black_box(workload::compare_all(&mut games, &list).expect("small random games compare"));
    })
}

/// The median over 50 seeds of the microseconds for the exact scores, either
/// side first together, of a sum of 40 random hot games of depth 4 with stops
/// to 30 points.
pub(super) fn median_sum(time: Duration) -> f64 {
    let times = large_sums(time);
    times[times.len() / 2]
}

/// The worst of the seeds of [`median_sum`].
pub(super) fn worst_sum(time: Duration) -> f64 {
    large_sums(time).last().copied().unwrap_or(f64::NAN)
}

/// Microseconds for each seed, sorted; measured once.
fn large_sums(time: Duration) -> &'static [f64] {
    static TIMES: OnceLock<Vec<f64>> = OnceLock::new();
    TIMES.get_or_init(|| {
        let mut times: Vec<f64> = (0..workload::SUM_SEEDS)
            .map(|seed| {
                let sum = workload::hot_games(seed, workload::SUM_TERMS, workload::SUM_DEPTH);
                let (games, terms) = sum.expect("small random games fit");
                microseconds(fastest(1, time / workload::SUM_SEEDS as u32, || {
                    let solved = workload::solve(&games, &terms);
                    black_box(solved.expect("small random games have thermographs"));
                }))
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times
    })
}

/// The average loss of a strategy against exact play on 1,000 random sums, in
/// thousandths of a point.
pub(super) fn loss(strategy: Strategy) -> f64 {
    static TABLE: OnceLock<Vec<StrategyLoss>> = OnceLock::new();
    let table = TABLE
        .get_or_init(|| strategy_losses(workload::LOSSES).expect("small random sums are solved"));
    let row = table.iter().find(|row| row.strategy == strategy);
    row.map_or(f64::NAN, |row| {
        1000.0 * row.average.numerator() as f64 / row.average.denominator() as f64
    })
}

fn growing_sum(time: Duration, sum: impl Fn() -> Result<(Games, Game), Error>) -> f64 {
    microseconds(fastest(1, time, || {
        black_box(sum().expect("the sum fits in the default memory"));
    }))
}

fn microseconds(per_second: f64) -> f64 {
    1e6 / per_second
}
