//! `tedomari report`: the endgame of a game, move by move, as a page.

use std::cell::Cell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use budget::Budget;
use workbench::report::{Walk, walk};

use crate::answer::{Answer, Kind};
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::{self, LimitArgs, Parts, whole};
use crate::output;
use crate::progress::nodes_in_words;
use crate::report::{page, record, summary};
use crate::store::StoreArgs;

/// Seconds of work where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(120);

/// One position may take this part of the time that is left, but so many seconds in any case.
/// The first one needs most: what it solves is remembered.
const PART: u32 = 6;
const FIRST_PART: u32 = 3;
const LEAST: Duration = Duration::from_secs(6);

/// Options of `tedomari report`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default_time(arg, DEFAULT_TIME)))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, "no limit")))]
#[command(after_help = "Examples:
  tedomari report game.sgf -o report.html              a page for the browser or the printer
  tedomari report game.sgf -o report.html --sgf annotated.sgf
  tedomari report games.sgf --game 7 --time 300 -o report.html
  tedomari report game.sgf --from 200 --json

The report walks back from the last move as far as positions can be solved, as
`tedomari solve --assume-alive` solves them. A move is called a mistake only if the score with
best play is known before and after it under the same assumptions; the page lists them. What
a ko decides is bounded. Ctrl-C ends the walk, and the report has what is known by then.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    store: StoreArgs,
    /// Where to write the page [default: standard output]
    #[arg(long, short, value_name = "FILE.html")]
    output: Option<PathBuf>,
    /// Write the game with values, marks and best lines to this file
    #[arg(long, value_name = "FILE.sgf")]
    sgf: Option<PathBuf>,
    /// Go back to move N, solved or not [default: as far as positions can be solved]
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    from: Option<usize>,
    /// One JSON object instead of the page
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Walks, and writes the page and the record.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        for path in [&self.output, &self.sgf].into_iter().flatten() {
            output::check_folder(path)?;
        }
        let collection = caller.collection(&self.position.file)?;
        let loaded = self.position.load_from(caller, &collection)?;
        let game = collection.game(self.position.game - 1).context("the game was read before")?;
        if let Some(from) = self.from
            && from > loaded.moves
        {
            bail!("--from {from}: only {} moves are played", loaded.moves);
        }
        let start = Instant::now();
        let time = self.limits.time.unwrap_or(DEFAULT_TIME);
        let parts = Parts::new(caller.watch(time));
        let left = Cell::new(self.limits.nodes.unwrap_or(u64::MAX));
        let from = self.from.map(|from| from.saturating_sub(1));
        let bar = caller.bar((loaded.moves - from.unwrap_or(0)) as u64, "moves back");
        let mut next = |moves: usize| {
            bar.set_position((loaded.moves - moves) as u64);
            bar.set_message(nodes_in_words(parts.nodes()));
            // The clock is asked, too: the flag is raised by another thread, a little later.
            let late = start.elapsed() >= time;
            if late || parts.is_over() {
                return Err(match late {
                    true => format!("the time of {} seconds was used up", time.as_secs_f64()),
                    false => "it was stopped".to_string(),
                });
            }
            // Each position may spend half of what is left, as areas of a board do.
            let nodes = left.get() / 2 + 1;
            if left.get() != u64::MAX {
                if left.get() == 0 {
                    return Err("the node limit was reached".to_string());
                }
                left.set(left.get() - nodes.min(left.get()));
            }
            let nodes = if left.get() == u64::MAX { u64::MAX } else { nodes };
            let part = if moves == loaded.moves { FIRST_PART } else { PART };
            let time = (time.saturating_sub(start.elapsed()) / part).max(LEAST);
            Ok(Budget::nodes(nodes).with_stop(parts.next(time)))
        };
        let walked = Walk { loaded: &loaded, game, from, next: &mut next };
        let mut report = walk(walked, || self.store.solver());
        bar.finish_and_clear();
        report.stats.seconds = start.elapsed().as_secs_f64();
        if let Some(path) = &self.sgf {
            let komi = loaded.position.rules().komi.in_halves();
            let text = record(game, &report, komi).to_string();
            output::replace_file(path, text.as_bytes())?;
        }
        if let Some(path) = &self.output {
            output::replace_file(path, page(&report, &loaded).as_bytes())?;
        }
        match (self.json, &self.output) {
            (false, None) => Ok(Answer::text(Kind::Html, page(&report, &loaded))),
            _ => Answer::new(self.json, &report, || summary(&report)),
        }
    }
}
