//! `tedomari semeai`: who wins the race between two blocks?

use std::time::{Duration, Instant};

use anyhow::bail;
use workbench::tactics::race;

use super::capture::{Words, stone, text};
use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::{self, LimitArgs};

/// Seconds of search where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Positions for each question where the user gives no limit.
const DEFAULT_NODES: u64 = 5_000_000;

/// Options of `tedomari semeai`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default_time(arg, DEFAULT_TIME)))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, format!("{DEFAULT_NODES} for each question"))))]
#[command(after_help = "Examples:
  tedomari semeai game.sgf C3 E3          who captures whom, each side first
  tedomari semeai game.sgf C3 E3 --json   for programs

The first block is the one asked about: safe, critical, dead, in seki or in a ko. The
stones around the fight are taken as alive. Where liberties can be counted, the winner
is so many moves ahead as he could play elsewhere.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// A stone of the block asked about
    #[arg(value_name = "POINT")]
    own: String,
    /// A stone of the block it races against
    #[arg(value_name = "POINT")]
    other: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Reads.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let loaded = self.position.load(caller)?;
        let position = &loaded.position;
        let own = stone(position, &self.own)?;
        let other = stone(position, &self.other)?;
        if position.stone(own) == position.stone(other) {
            bail!("{own} and {other} are stones of one color: there is no race");
        }
        let start = Instant::now();
        let mut budget = self.limits.budget(caller, DEFAULT_TIME);
        let nodes = self.limits.nodes.unwrap_or(DEFAULT_NODES);
        let Some(mut report) = race(position, own, other, nodes, &mut budget) else {
            bail!(
                "the fight around {own} and {other} is too wide to be searched; \
                 `tedomari life` and `tedomari capture` ask about one of them"
            );
        };
        report.stats.seconds = start.elapsed().as_secs_f64();
        Answer::new(self.json, &report, || {
            let target = position.block(own) | position.block(other);
            let what = format!("The block at {own}");
            let words = Words { what, attacker: "captured", defender: "saved" };
            text(position, &target, &report, &words)
        })
    }
}
