//! `tedomari bench`: speed figures, one a line.
//!
//! A figure is measured in many short batches of the same work, and the fastest
//! batch counts: whatever else runs on the machine can only slow one down.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::bail;
use board::playout::{Light, Limits, Random, Task, on_light_board, play_out};
use board::{Color, Position, Rules, Size};
use budget::Budget;
use cgt::Strategy;
use player::deep::{self, DeepTree};
use player::tree;
use predict::Model;
use predict::deep::Deep;
use serde::Serialize;

use super::{
    bench_composed, bench_reach, bench_real, bench_signature, cgt_bench, life_bench, pattern_bench,
    predict_bench, tactics_bench,
};
use crate::limits::parse_seconds;
use crate::{Outcome, output};

/// Options of `tedomari bench`.
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  tedomari bench                   all figures
  tedomari bench composed          full boards solved, and played to the end
  tedomari bench real games.sgf    how much of real games can be solved
  tedomari bench signature         one number for the behaviour of the program
  tedomari bench playouts          those whose names begin so
  tedomari bench playouts --json   for programs
  tedomari bench reach --time 10   random endgame areas solved within 1 and 10 s each
  tedomari bench reach --time 60 --records reach.jsonl   the same over several runs"
)]
pub struct Args {
    #[command(subcommand)]
    longer: Option<Longer>,
    /// Only the figures whose names begin with NAME
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Seconds to spend on each figure; for `reach`, on each area
    #[arg(long, default_value = "2", value_name = "SECONDS", value_parser = parse_seconds)]
    time: Duration,
    /// For `reach`: keep the areas measured here, and go on after those that it has
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Measurements that take long.
#[derive(clap::Subcommand, Debug)]
enum Longer {
    /// Full boards solved and played, alone and against opponents that err
    Composed(bench_composed::Args),
    /// How much of real games can be solved, and whether the score is the recorded one
    Real(bench_real::Args),
    /// One number for the answers and the work of solver, tactics and predictor
    Signature(bench_signature::Args),
}

/// What can be measured: name, unit and how.
const BENCHES: &[Bench] = &[
    Bench { name: "playouts_9x9", unit: "playouts/s", measure: |time| playouts(9, 500, time) },
    Bench { name: "playouts_13x13", unit: "playouts/s", measure: |time| playouts(13, 200, time) },
    Bench { name: "playouts_19x19", unit: "playouts/s", measure: |time| playouts(19, 100, time) },
    Bench { name: "search_9x9_1", unit: "playouts/s", measure: |time| search(9, 1, time) },
    Bench { name: "search_19x19_1", unit: "playouts/s", measure: |time| search(19, 1, time) },
    Bench { name: "search_9x9_2", unit: "playouts/s", measure: |time| search(9, 2, time) },
    Bench { name: "search_19x19_2", unit: "playouts/s", measure: |time| search(19, 2, time) },
    Bench { name: "search_deep_19x19_1", unit: "looks/s", measure: |time| search_deep(19, time) },
    Bench { name: "predict_19x19", unit: "µs", measure: |time| predict_bench::predict(19, time) },
    Bench {
        name: "predict_fast_19x19", unit: "µs", measure: |time| predict_bench::fast(19, time)
    },
    Bench {
        name: "features_19x19",
        unit: "µs",
        measure: |time| predict_bench::features(19, "", time),
    },
    Bench {
        name: "features_connection_19x19",
        unit: "µs",
        measure: |time| predict_bench::features(19, "connection", time),
    },
    Bench {
        name: "features_race_19x19",
        unit: "µs",
        measure: |time| predict_bench::features(19, "race", time),
    },
    Bench {
        name: "features_owner_19x19",
        unit: "µs",
        measure: |time| predict_bench::features(19, "owner", time),
    },
    Bench { name: "predict_9x9", unit: "µs", measure: |time| predict_bench::predict(9, time) },
    Bench { name: "life_nodes", unit: "nodes/s", measure: life_bench::nodes },
    Bench { name: "patterns_3000", unit: "µs", measure: pattern_bench::new_board },
    Bench { name: "patterns_saved", unit: "‰", measure: |_| pattern_bench::saved() },
    Bench { name: "blocks_19x19", unit: "µs", measure: tactics_bench::all_blocks },
    Bench { name: "cgt_switches_40", unit: "µs", measure: cgt_bench::switches },
    Bench { name: "cgt_double_switches_17", unit: "µs", measure: cgt_bench::double_switches },
    Bench { name: "cgt_threats_20", unit: "µs", measure: cgt_bench::threats },
    Bench { name: "cgt_comparisons", unit: "comparisons/s", measure: cgt_bench::comparisons },
    Bench { name: "cgt_sum_of_40", unit: "µs", measure: cgt_bench::median_sum },
    Bench { name: "cgt_sum_of_40_worst", unit: "µs", measure: cgt_bench::worst_sum },
    Bench {
        name: "cgt_loss_hottest",
        unit: "points/1000",
        measure: |_| cgt_bench::loss(Strategy::Hottest),
    },
    Bench {
        name: "cgt_loss_sentestrat",
        unit: "points/1000",
        measure: |_| cgt_bench::loss(Strategy::Sentestrat),
    },
    Bench {
        name: "cgt_loss_thermostrat",
        unit: "points/1000",
        measure: |_| cgt_bench::loss(Strategy::Thermostrat),
    },
    Bench {
        name: "cgt_loss_orthodox",
        unit: "points/1000",
        measure: |_| cgt_bench::loss(Strategy::Orthodox),
    },
];

struct Bench {
    name: &'static str,
    unit: &'static str,
    measure: fn(Duration) -> f64,
}

/// The JSON of `bench`.
#[derive(Serialize)]
struct Benched {
    schema: &'static str,
    figures: Vec<Figure>,
}

#[derive(Serialize)]
struct Figure {
    name: String,
    value: f64,
    unit: &'static str,
}

impl Args {
    /// Measures and prints the figures.
    pub fn run(self) -> anyhow::Result<Outcome> {
        match self.longer {
            Some(Longer::Composed(args)) => return args.run(),
            Some(Longer::Real(args)) => return args.run(),
            Some(Longer::Signature(args)) => return args.run(),
            None => {}
        }
        let wanted = self.name.as_deref().unwrap_or("");
        // A day is more than anybody waits for.
        let time = self.time.min(Duration::from_secs(86_400));
        // A table of its own, and too long to be one figure among others.
        if wanted == "reach" {
            return reach(time, self.records.as_deref(), self.json);
        }
        if self.records.is_some() {
            bail!("--records goes with reach and real alone");
        }
        let benches: Vec<&Bench> =
            BENCHES.iter().filter(|bench| bench.name.starts_with(wanted)).collect();
        if benches.is_empty() {
            let names: Vec<&str> = BENCHES.iter().map(|bench| bench.name).collect();
            bail!("there is no figure '{wanted}': known are {} and reach", names.join(", "));
        }
        let mut figures = Vec::new();
        for &&Bench { name, unit, measure } in &benches {
            let value = measure(time).round();
            if !self.json {
                output::print(&format!("{name} {value} {unit}\n"))?;
            }
            figures.push(Figure { name: name.to_string(), value, unit });
        }
        if self.json {
            output::print_json(&Benched { schema: "tedomari.bench/1", figures })?;
        }
        Ok(Outcome::Done)
    }
}

/// How large the areas are that are solved in time.
fn reach(time: Duration, records: Option<&Path>, json: bool) -> anyhow::Result<Outcome> {
    let mut figures = Vec::new();
    bench_reach::measure(time, records, |name, value, unit| {
        if !json {
            output::print(&format!("{name} {value} {unit}\n"))?;
        }
        figures.push(Figure { name, value, unit });
        Ok(())
    })?;
    if json {
        output::print_json(&Benched { schema: "tedomari.bench/1", figures })?;
    }
    Ok(Outcome::Done)
}

/// The rate of the fastest of many batches: `units` divided by its seconds.
pub(super) fn fastest(units: u32, time: Duration, mut batch: impl FnMut()) -> f64 {
    let begin = Instant::now();
    let mut best = Duration::MAX;
    loop {
        let start = Instant::now();
        batch();
        best = best.min(start.elapsed());
        if begin.elapsed() >= time {
            return f64::from(units) / best.as_secs_f64().max(1e-9);
        }
    }
}

/// Light playouts a second on one thread, from the empty board.
fn playouts(side: usize, playouts: u32, time: Duration) -> f64 {
    let size = Size::square(side).expect("the sides above are board sizes");
    let position = Position::new(size, Rules::chinese());
    fastest(playouts, time, || {
        on_light_board(&position, Color::Black, Playouts(playouts));
    })
}

/// Playouts a second inside the tree search, from the empty board, with what it asks the
/// feature network.
fn search(side: usize, threads: usize, time: Duration) -> f64 {
    const PLAYOUTS: u32 = 4000;
    let size = Size::square(side).expect("the sides above are board sizes");
    let position = Position::new(size, Rules::chinese());
    let guide = Model::standard().ok().map(Arc::new);
    let settings = tree::Settings { threads, guide, ..Default::default() };
    fastest(PLAYOUTS, time, || {
        let mut budget = Budget::nodes(PLAYOUTS.into());
        black_box(tree::choose(&position, Color::Black, &settings, &mut budget, 1));
    })
}

/// Leaves a second that the search on the deep network looks at, from the empty board.
fn search_deep(side: usize, time: Duration) -> f64 {
    const LOOKS: u32 = 100;
    let size = Size::square(side).expect("the sides above are board sizes");
    let position = Position::new(size, Rules::chinese());
    let (Ok(deep), Ok(model)) = (Deep::standard(), Model::standard()) else { return 0.0 };
    let settings = deep::Settings::new(Arc::new(deep), Arc::new(model));
    fastest(LOOKS, time, || {
        let mut tree = DeepTree::new(settings.clone());
        tree.stand_on(&position, Color::Black);
        tree.grow(&mut Budget::nodes(LOOKS.into()), 1);
        black_box(tree.candidates());
    })
}

/// Always the same games, so that every batch is the same work.
struct Playouts(u32);

impl Task for Playouts {
    type Output = ();

    fn run<const N: usize>(self, board: Light<N>) {
        let limits = Limits::of(&board);
        let mut random = Random::new(1);
        for _ in 0..self.0 {
            let mut game = board;
            black_box(play_out(&mut game, &mut random, limits).score);
        }
    }
}
