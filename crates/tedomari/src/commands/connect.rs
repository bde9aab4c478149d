//! `tedomari connect`: can two blocks be cut, can they be joined?

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use workbench::tactics::connection;
use workbench::variations::{Aim, variations};

use super::capture::{Words, stone, text};
use super::life::{NO_PROOF, written};
use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::{self, LimitArgs};
use crate::output::check_folder;

/// Seconds of search where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Positions for each question where the user gives no limit.
const DEFAULT_NODES: u64 = 50_000;

/// Options of `tedomari connect`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default_time(arg, DEFAULT_TIME)))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, format!("{DEFAULT_NODES} for each question"))))]
#[command(after_help = "Examples:
  tedomari connect game.sgf Q4 Q7          can they be cut, can they be joined?
  tedomari connect game.sgf Q4 Q7 --sgf tree.sgf
                                           with variations
  tedomari connect game.sgf Q4 Q7 --json   for programs

Joined means one block. That two blocks can be joined whatever the opponent does is
`proved` where it says so; that they can be cut is an estimate.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// A stone of one block
    #[arg(value_name = "POINT")]
    from: String,
    /// A stone of the other block
    #[arg(value_name = "POINT")]
    to: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// Write the variations, the player to move first, to this file; - writes them instead of
    /// the report
    #[arg(long, value_name = "OUT.sgf")]
    sgf: Option<PathBuf>,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Reads.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        self.sgf.as_deref().map_or(Ok(()), check_folder)?;
        let loaded = self.position.load(caller)?;
        let position = &loaded.position;
        let from = stone(position, &self.from)?;
        let to = stone(position, &self.to)?;
        if position.stone(from) != position.stone(to) {
            bail!("{from} and {to} are stones of different colors");
        }
        let one_block = position.block(from).contains(to);
        if one_block && self.sgf.is_some() {
            bail!("{from} and {to} are one block already: there are no variations to write");
        }
        let start = Instant::now();
        let mut budget = self.limits.budget(caller, DEFAULT_TIME);
        let nodes = self.limits.nodes.unwrap_or(DEFAULT_NODES);
        if let Some(path) = &self.sgf {
            let aim = Aim::Join(from, to, nodes);
            let tree = variations(position, aim, position.to_play(), &mut budget);
            if let Some(answer) = written(path, tree.context(NO_PROOF)?)? {
                return Ok(answer);
            }
        }
        let mut report = connection(position, from, to, nodes, &mut budget);
        report.stats.seconds = start.elapsed().as_secs_f64();
        Answer::new(self.json, &report, || {
            if one_block {
                return format!("{from} and {to} are one block already: nothing can cut them\n");
            }
            let target = position.block(from) | position.block(to);
            let what = format!("The connection of {from} and {to}");
            let words = Words { what, attacker: "cut", defender: "joined" };
            text(position, &target, &report, &words)
        })
    }
}
