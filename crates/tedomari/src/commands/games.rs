//! `tedomari games`: reads and replays collections of games.

use std::path::{Path, PathBuf};
use std::time::Instant;

use board::score::PLAYOUTS;
use budget::StopFlag;
use serde::Serialize;
use workbench::load::{Wanted, load};

use super::counted::Counted;
use crate::input::{display_name, read_collection};
use crate::limits::{watch_ctrl_c, whole};
use crate::output::count;
use crate::{Outcome, corpus, output, progress};

/// Options of `tedomari games`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari games collection.sgf          counts, errors and speed
  tedomari games games --json            the files of a folder, for programs
  tedomari games --verbose odd.sgf       every remark with its place
  tedomari games --counted games         are recorded results those we count?
  tedomari games --counted --list a.sgf  and which are not

Ctrl-C prints the counts of the games read so far.")]
pub struct Args {
    /// SGF files or folders of them; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Count finished games and compare with their recorded results
    #[arg(long)]
    counted: bool,
    /// With --counted: name each game whose result was not reproduced
    #[arg(long, requires = "counted")]
    list: bool,
    /// With --counted: random games for judging what is not proved
    #[arg(long, value_name = "N", default_value_t = PLAYOUTS, requires = "counted", value_parser = whole(1..=u32::MAX))]
    playouts: u32,
    /// Print every remark about the records
    #[arg(long, short)]
    verbose: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `games`.
#[derive(Default, Serialize)]
struct Totals {
    schema: &'static str,
    /// Games replayed to their end.
    games: usize,
    moves: usize,
    /// Moves that break the rules.
    illegal: usize,
    /// Files and games that could not be read.
    errors: usize,
    seconds: f64,
    moves_per_second: f64,
    /// Recorded and found results, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<Counted>,
    /// Whether Ctrl-C ended it before all games were read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stopped: bool,
}

impl Args {
    /// Replays every game and prints the counts.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let start = Instant::now();
        let stop = watch_ctrl_c();
        let mut totals = Totals {
            schema: "tedomari.games/1",
            counted: self.counted.then(Counted::default),
            ..Totals::default()
        };
        let files = corpus::files(&self.files)?;
        let bar = progress::bar(files.len() as u64, "files");
        for file in &files {
            if stop.is_raised() {
                break;
            }
            if let Err(error) = self.count(file, &mut totals, &stop) {
                totals.errors += 1;
                bar.suspend(|| eprintln!("{error:#}"));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        totals.stopped = stop.is_raised();
        if totals.stopped {
            eprintln!("tedomari: interrupted: these are the games read so far");
        }
        totals.seconds = start.elapsed().as_secs_f64();
        totals.moves_per_second = (totals.moves as f64 / totals.seconds.max(1e-9)).round();
        if self.json {
            output::print_json(&totals)?;
        } else {
            output::print(&format!(
                "{}, {}, {}, {}; {:.2} s, {} moves/s\n",
                count(totals.games, "game"),
                count(totals.moves, "move"),
                count(totals.illegal, "illegal move"),
                count(totals.errors, "error"),
                totals.seconds,
                totals.moves_per_second,
            ))?;
            if let Some(results) = &totals.counted {
                output::print(&results.text(self.list))?;
            }
        }
        // A single bad file is bad input; in a collection, bad games are counted.
        if totals.games == 0 && !totals.stopped {
            anyhow::bail!("no game could be read");
        }
        Ok(Outcome::Done)
    }

    fn count(&self, file: &Path, totals: &mut Totals, stop: &StopFlag) -> anyhow::Result<()> {
        let name = display_name(file);
        let collection = read_collection(file)?;
        if self.verbose {
            for remark in collection.diagnostics() {
                eprintln!("{name}: {remark}");
            }
        }
        for (index, game) in collection.games().enumerate() {
            if stop.is_raised() {
                break;
            }
            match load(game, &Wanted::default()) {
                Ok(loaded) => {
                    totals.games += 1;
                    totals.moves += loaded.moves;
                    totals.illegal += loaded.illegal;
                    if let Some(results) = &mut totals.counted {
                        results.add(&name, index + 1, game, &loaded, self.playouts);
                    }
                    if self.verbose {
                        for remark in &loaded.remarks {
                            eprintln!("{name}: game {}: {remark}", index + 1);
                        }
                    }
                }
                Err(error) => {
                    totals.errors += 1;
                    eprintln!("{name}: game {}: {error}", index + 1);
                }
            }
        }
        Ok(())
    }
}
