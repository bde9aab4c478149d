//! `tedomari genmove`: the move the engine would play.

use std::time::Duration;

use board::score::result;
use cgt::Dyadic;
use serde::Serialize;

use crate::answer::Answer;
use crate::caller::Caller;
use crate::gtp::{Chosen, Ground, Options, Strategy, advise};
use crate::input::PositionArgs;
use crate::limits::{parse_seconds, parse_threads, whole};
use crate::store::StoreArgs;

/// Options of `tedomari genmove`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari genmove game.sgf                           the engine's move at the end of the game
  tedomari genmove game.sgf --move 40 --time 5        after move 40, thinking longer
  tedomari genmove game.sgf --strategy predictor      without any search
  tedomari genmove game.sgf --level 3 --json          a weaker move, for programs

Where the board can be solved in a third of the time, the move is proved to keep the score;
everywhere else it is an estimate. `tedomari gtp` plays whole games.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The longest the move may take
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "2")]
    time: Duration,
    /// How many threads may think at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
    /// How moves are chosen where the board is not solved
    #[arg(long, value_enum, default_value_t = Strategy::Deep)]
    strategy: Strategy,
    /// How much work the move may take: 0 (least) to 10 (no limit but the time)
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole(0..=10u32))]
    level: u32,
    /// Where random choices begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Play exactly also where that needs to take as alive what clearly lives
    #[arg(long)]
    assume_alive: bool,
    #[command(flatten)]
    store: StoreArgs,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `genmove`.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    color: String,
    /// A point, `pass` or `resign`.
    #[serde(rename = "move")]
    mv: String,
    /// `proved`, `assuming` or `estimate`.
    warrant: &'static str,
    /// How likely the player wins as the search sees it, from 0 to 1.
    winrate: Option<f64>,
    /// The score, with komi: proved, or the mean of the games.
    score: Option<String>,
    playouts: u64,
    explanation: String,
}

impl Args {
    /// Thinks.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let loaded = self.position.load(caller)?;
        let options = Options {
            time: Some(self.time),
            threads: self.threads,
            strategy: self.strategy,
            seed: self.seed,
            assume_alive: self.assume_alive,
            files: false,
            store: self.store.open(),
            ..Options::default()
        };
        // The engine keeps the time itself; the caller only may have enough before.
        let stop = caller.watch(self.time.saturating_mul(2));
        let position = &loaded.position;
        let handicap = loaded.header.handicap;
        let chosen = advise(options, position, handicap, Some(self.level), &stop)
            .map_err(anyhow::Error::msg)?;
        let komi = position.rules().komi.in_halves();
        let report = report(position.to_play().to_string(), &chosen, komi);
        Answer::new(self.json, &report, || {
            format!("{} {}: {} ({})\n", report.color, report.mv, report.explanation, report.warrant)
        })
    }
}

fn report(color: String, chosen: &Chosen, komi: i32) -> Report {
    let Chosen { choice, ground } = *chosen;
    let games = choice.playouts;
    let percent = (100.0 * choice.win_rate).round();
    let mean = || result((2.0 * choice.score).round() as i32);
    let (warrant, score, explanation) = match ground {
        Ground::Proved(score) => {
            // Black minus White in half points, if it is a whole number of them.
            let halves = score.add(score).ok().and_then(Dyadic::as_integer);
            let halves = halves.and_then(|halves| i32::try_from(halves).ok());
            let with_komi = halves.map(|halves| result(halves.saturating_sub(komi)));
            ("proved", with_komi, "keeps the proved score".to_string())
        }
        Ground::Assumed => {
            ("assuming", None, "keeps the score, if what clearly lives does live".to_string())
        }
        Ground::Predicted => ("estimate", None, "what a strong player would play".to_string()),
        Ground::Played => {
            let explanation = format!("the search gives it {percent} % to win");
            ("estimate", (games > 0).then(mean), explanation)
        }
        Ground::Judged => ("estimate", None, "looks best by what moves are for".to_string()),
        Ground::Hopeless => {
            ("estimate", Some(mean()), format!("the search gives it only {percent} % to win"))
        }
    };
    let mv = if ground == Ground::Hopeless { "resign".to_string() } else { choice.mv.to_string() };
    let winrate = (games > 0).then_some((1000.0 * choice.win_rate).round() / 1000.0);
    Report {
        schema: "tedomari.genmove/1",
        color,
        mv,
        warrant,
        winrate,
        score,
        playouts: games,
        explanation,
    }
}
