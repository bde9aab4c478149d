//! `tedomari gtp`: an engine for Go programs.

use std::io;
use std::time::Duration;

use board::{Komi, MAX_SIZE, Rules, Size};

use crate::Outcome;
use crate::gtp::{self, Options, Strategy};
use crate::input::parse_rules;
use crate::limits::{parse_seconds, parse_threads, whole};
use crate::store::StoreArgs;

/// Options of `tedomari gtp`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari gtp
  printf 'boardsize 9\\ngenmove b\\nshowboard\\n' | tedomari gtp --time 1
  tedomari gtp --rules chinese --komi 7.5 --threads 2

In GoGui, Sabaki and other programs, give the first of these as the engine's
command line. The commands are listed by list_commands and tedomari-help.")]
pub struct Args {
    /// The longest a move may take
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// The most playouts a move may take
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    playouts: Option<u64>,
    /// How many threads may think at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
    /// How moves are chosen where the board is not solved
    #[arg(long, value_enum, default_value_t = Strategy::Deep)]
    strategy: Strategy,
    /// The board at the beginning
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = whole(1..=MAX_SIZE))]
    size: usize,
    /// The rules at the beginning
    #[arg(long, value_name = "RULES", default_value = "japanese", value_parser = parse_rules)]
    rules: Rules,
    /// Points for White [default: as usual under the rules]
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    komi: Option<Komi>,
    /// Where random choices begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// What the engine calls itself: Lizzie shows the analysis of engines named KataGo
    #[arg(long, value_name = "NAME", default_value = "Tedomari")]
    name: String,
    /// Think while the opponent does
    #[arg(long)]
    ponder: bool,
    /// Play exactly also where that needs to take as alive what clearly lives
    #[arg(long)]
    assume_alive: bool,
    #[command(flatten)]
    store: StoreArgs,
}

impl Args {
    /// Answers commands on standard input until `quit` or its end.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let size = Size::square(self.size)?;
        let options = Options {
            name: self.name,
            size,
            rules: Rules { komi: self.komi.unwrap_or(self.rules.komi), ..self.rules },
            time: self.time,
            playouts: self.playouts,
            threads: self.threads,
            strategy: self.strategy,
            seed: self.seed,
            ponder: self.ponder,
            files: true,
            assume_alive: self.assume_alive,
            store: self.store.open(),
        };
        gtp::engine(options).serve(io::stdin(), io::stdout())?;
        Ok(Outcome::Done)
    }
}
