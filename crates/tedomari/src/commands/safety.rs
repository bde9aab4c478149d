//! `tedomari safety`: what cannot be captured, and by which proof.

use std::fmt::Write;
use std::time::{Duration, Instant};

use board::{Color, Position, draw};
use serde::Serialize;
use tactics::safety::{Effort, Reason, Safety, analyze};
use workbench::solve::{Sides, Stats, names};

use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::{self, LimitArgs};

/// Seconds of search where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Options of `tedomari safety`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default_time(arg, DEFAULT_TIME)))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, "no limit")))]
#[command(after_help = "Examples:
  tedomari safety examples/endgame.sgf       safe stones, territory and dame
  tedomari safety game.sgf --static          by static rules alone, at once
  tedomari safety game.sgf --thorough        with longer searches in larger regions
  tedomari safety game.sgf --json            for programs

A safe stone stays on the board although the opponent moves first and wins every ko,
as long as its owner answers. Each point is proved by Benson's rule (no answer is
needed), by static rules, or by search.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Use static rules alone
    #[arg(long = "static")]
    static_only: bool,
    /// Search longer and in larger regions
    #[arg(long, conflicts_with = "static_only")]
    thorough: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `safety`.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    safe: Sides,
    territory: Sides,
    dame: Vec<String>,
    proof: Proof,
    by: By,
    stats: Stats,
}

/// Points proved by each method and those before it.
#[derive(Serialize)]
struct Proof {
    benson: usize,
    #[serde(rename = "static")]
    by_rules: usize,
    search: usize,
}

/// The points proved by each method.
#[derive(Serialize)]
struct By {
    benson: Vec<String>,
    #[serde(rename = "static")]
    by_rules: Vec<String>,
    search: Vec<String>,
}

impl Args {
    /// Proves what it can.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let loaded = self.position.load(caller)?;
        let start = Instant::now();
        let effort = match (self.static_only, self.thorough) {
            (true, _) => Effort::NONE,
            (_, true) => Effort::THOROUGH,
            _ => Effort::default(),
        };
        let mut budget = self.limits.budget(caller, DEFAULT_TIME);
        let safety = analyze(&loaded.position, effort, &mut budget);
        let stats = Stats { nodes: budget.spent(), seconds: start.elapsed().as_secs_f64() };
        let report = report(&safety, stats);
        Answer::new(self.json, &report, || text(&loaded.position, &safety, &report))
    }
}

fn report(safety: &Safety, stats: Stats) -> Report {
    let sides =
        |sets: &[board::PointSet; 2]| Sides { black: names(&sets[0]), white: names(&sets[1]) };
    let by = |reason| names(&safety.by(reason));
    let by =
        By { benson: by(Reason::Benson), by_rules: by(Reason::Static), search: by(Reason::Search) };
    let benson = by.benson.len();
    let by_rules = benson + by.by_rules.len();
    let search = by_rules + by.search.len();
    Report {
        schema: "tedomari.safety/1",
        safe: sides(&safety.safe),
        territory: sides(&safety.territory),
        dame: names(&safety.dame),
        proof: Proof { benson, by_rules, search },
        by,
        stats,
    }
}

fn text(position: &Position, safety: &Safety, report: &Report) -> String {
    let mut text = draw(position.size(), |point| {
        let safe = safety.safe[0].contains(point) || safety.safe[1].contains(point);
        match position.stone(point) {
            Some(Color::Black) if safe => 'X',
            Some(Color::Black) => 'x',
            Some(Color::White) if safe => 'O',
            Some(Color::White) => 'o',
            None if safety.territory[0].contains(point) => '#',
            None if safety.territory[1].contains(point) => '@',
            None if safety.dame.contains(point) => '*',
            None => '.',
        }
    });
    let _ = writeln!(text, "X O safe stones, x o others, # @ territory, * dame\n");
    let count = |color: Color| safety.area(color).len();
    let _ = writeln!(
        text,
        "Safe points: Black {}, White {}; dame: {}",
        count(Color::Black),
        count(Color::White),
        report.dame.len()
    );
    let Proof { benson, by_rules, search } = report.proof;
    let _ = writeln!(
        text,
        "Proved: {benson} points by Benson's rule, {by_rules} with static rules, {search} with search"
    );
    let _ = writeln!(text, "{} nodes, {:.1} s", report.stats.nodes, report.stats.seconds);
    text
}
