//! The figures of the room: work first, then seconds.
//! `cargo bench -p tedomari-cgt --bench figures [NAME]`

use std::hint::black_box;
use std::time::{Duration, Instant};

use cgt::{Error, Game, Games, strategy_losses, workload};

/// A sum of so many terms, added up in a fresh arena.
type GrowingSum = fn(i32) -> Result<(Games, Game), Error>;

fn main() -> Result<(), Error> {
    // Cargo passes `--bench`; a name limits the figures to those that begin so.
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let wanted = |name: &str| name.starts_with(&only);
    let sums: [(&str, GrowingSum, i32); 3] = [
        ("switches", workload::switches, 40),
        ("double_switches", workload::double_switches, 17),
        ("threats", workload::threats, 20),
    ];
    for (name, sum, n) in sums.into_iter().filter(|s| wanted(s.0)) {
        let (games, _) = sum(n)?;
        let best = best_of(5, || _ = black_box(sum(n)));
        println!("{name}_{n} {} canonical forms, {:.6} s", games.len(), best.as_secs_f64());
    }
    if wanted("comparisons") {
        let (mut games, list) = workload::hot_games(1, 100, 5)?;
        let ordered = workload::compare_all(&mut games, &list)?;
        let best = best_of(20, || _ = black_box(workload::compare_all(&mut games, &list)));
        println!("comparisons {ordered} in order of 10000, {:.6} s", best.as_secs_f64());
    }
    if wanted("sum_of_40") {
        sums_of_forty()?;
    }
    if wanted("losses") {
        println!("losses        games perfect average worst");
        for row in strategy_losses(workload::LOSSES)? {
            let average = row.average.numerator() as f64 / row.average.denominator() as f64;
            let (name, worst) = (row.strategy.to_string(), row.worst.to_string());
            let (games, perfect) = (row.games, row.perfect);
            println!("  {name:<12}{games:>5} {perfect:>7} {average:>7.4} {worst:>5}");
        }
    }
    Ok(())
}

/// Every sum solved once from nothing, either side first.
fn sums_of_forty() -> Result<(), Error> {
    let (mut nodes, mut times) = (Vec::new(), Vec::new());
    for seed in 0..workload::SUM_SEEDS {
        let (games, terms) = workload::hot_games(seed, workload::SUM_TERMS, workload::SUM_DEPTH)?;
        let start = Instant::now();
        nodes.push(workload::solve(&games, &terms)?.nodes);
        times.push(start.elapsed());
    }
    nodes.sort_unstable();
    times.sort_unstable();
    let (middle, last) = (nodes.len() / 2, nodes.len() - 1);
    println!("sum_of_40 median {} nodes, {:.6} s", nodes[middle], times[middle].as_secs_f64());
    println!("sum_of_40 worst {} nodes, {:.6} s", nodes[last], times[last].as_secs_f64());
    Ok(())
}

/// The best of some runs: other work on the machine only slows down.
fn best_of(runs: u32, mut run: impl FnMut()) -> Duration {
    let timed = (0..runs).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    timed.min().unwrap_or_default()
}
