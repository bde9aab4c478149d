//! `tedomari games`: reads and replays collections of games.

use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;
use workbench::load::{Wanted, load};

use crate::input::{display_name, read_collection};
use crate::{Outcome, output, progress};

/// Options of `tedomari games`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari games collection.sgf          counts, errors and speed
  tedomari games games/*.sgf --json      for programs
  tedomari games --verbose odd.sgf       every remark with its place")]
pub struct Args {
    /// SGF files; - reads standard input
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Print every remark about the records
    #[arg(long, short)]
    verbose: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `games`.
#[derive(Default, Serialize)]
struct Counted {
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
}

impl Args {
    /// Replays every game and prints the counts.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let start = Instant::now();
        let mut counted = Counted { schema: "tedomari.games/1", ..Counted::default() };
        let bar = progress::bar(self.files.len() as u64, "files");
        for file in &self.files {
            if let Err(error) = self.count(file, &mut counted) {
                counted.errors += 1;
                bar.suspend(|| eprintln!("{error:#}"));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        counted.seconds = start.elapsed().as_secs_f64();
        counted.moves_per_second = (counted.moves as f64 / counted.seconds.max(1e-9)).round();
        if self.json {
            output::print_json(&counted)?;
        } else {
            output::print(&format!(
                "{} games, {} moves, {} illegal moves, {} errors; {:.2} s, {} moves/s\n",
                counted.games,
                counted.moves,
                counted.illegal,
                counted.errors,
                counted.seconds,
                counted.moves_per_second,
            ))?;
        }
        // A single bad file is bad input; in a collection, bad games are counted.
        if counted.games == 0 {
            anyhow::bail!("no game could be read");
        }
        Ok(Outcome::Done)
    }

    fn count(&self, file: &std::path::Path, counted: &mut Counted) -> anyhow::Result<()> {
        let name = display_name(file);
        let collection = read_collection(file)?;
        if self.verbose {
            for remark in collection.diagnostics() {
                eprintln!("{name}: {remark}");
            }
        }
        for (index, game) in collection.games().enumerate() {
            match load(game, &Wanted::default()) {
                Ok(loaded) => {
                    counted.games += 1;
                    counted.moves += loaded.moves;
                    counted.illegal += loaded.illegal;
                    if self.verbose {
                        for remark in &loaded.remarks {
                            eprintln!("{name}: game {}: {remark}", index + 1);
                        }
                    }
                }
                Err(error) => {
                    counted.errors += 1;
                    eprintln!("{name}: game {}: {error}", index + 1);
                }
            }
        }
        Ok(())
    }
}
