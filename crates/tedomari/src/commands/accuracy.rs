//! `tedomari accuracy`: how often the played move is among the likeliest.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use board::MAX_SIZE;
use budget::StopFlag;
use predict::accuracy::{TOPS, Tally};
use predict::{Adviser, Record};
use serde::Serialize;

use super::predict::{Depth, model};
use crate::corpus::{self, Choice, Read, cores, in_parallel};
use crate::limits::{parse_threads, watch_ctrl_c, whole};
use crate::output::count;
use crate::{Outcome, output, progress};

/// Options of `tedomari accuracy`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari accuracy games.sgf
  tedomari accuracy --fast --games 100 games.sgf        without the deep network
  tedomari accuracy --model bt.tdm --games 100 games.sgf --json

Passes are not predicted. A played move counts as n-th if n − 1 others are
likelier or as likely. Ctrl-C prints the tables of the moves measured so far.")]
pub struct Args {
    /// SGF files or folders with such
    #[arg(required = true, value_name = "GAMES.sgf")]
    files: Vec<PathBuf>,
    /// A model of features, asked alone [default: the one that ships with the program, and the
    /// deep network on top of it]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    #[command(flatten)]
    depth: Depth,
    /// Measure on at most so many games
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    games: Option<usize>,
    /// Only games on boards of this size
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_SIZE))]
    size: Option<usize>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `accuracy`.
#[derive(Serialize)]
struct Measured {
    schema: &'static str,
    model: String,
    games: usize,
    moves: u64,
    top: BTreeMap<usize, f64>,
    /// The 95 % interval of top-1.
    top1_ci95: [f64; 2],
    log_likelihood: f64,
    by_move_number: Vec<Share>,
    by_phase: BTreeMap<&'static str, f64>,
    calibration: Vec<Calibrated>,
    skipped: usize,
    seconds: f64,
    /// Whether Ctrl-C ended it before all games were measured.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stopped: bool,
}

#[derive(Serialize)]
struct Share {
    from: usize,
    moves: u64,
    top1: f64,
}

#[derive(Serialize)]
struct Calibrated {
    moves: u64,
    predicted: f64,
    played: f64,
}

impl Args {
    /// Measures and prints the tables.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let stop = watch_ctrl_c();
        let model = Arc::new(model(self.model.as_deref())?);
        let deep = self.depth.deep(self.model.as_deref())?;
        let title = deep.as_ref().map_or(&model.title, |deep| &deep.title).clone();
        let begin = Instant::now();
        let choice = Choice { side: self.size, shard: None, most: self.games };
        let threads = self.threads.unwrap_or_else(cores);
        let files = corpus::files(&self.files)?;
        let mut read = Read::default();
        let (mut measured, mut tally) = (0, Tally::default());
        let bar = progress::bar(files.len() as u64, "files");
        for file in &files {
            if stop.is_raised() {
                break;
            }
            let games = corpus::games(file, &choice, &mut read, &stop)?;
            let start = || Measure {
                adviser: Adviser::new(Arc::clone(&model), deep.clone()),
                tally: Tally::default(),
                games: 0,
            };
            let work = |measure: &mut Measure, game: &Record| measure.game(game, &stop);
            for part in in_parallel(&games, threads, start, work) {
                measured += part.games;
                tally.merge(&part.tally);
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        let stopped = stop.is_raised();
        if stopped {
            eprintln!("tedomari: interrupted: these are the moves measured so far");
        } else {
            read.check(&choice)?;
        }
        let interval = tally.interval(tally.top(1));
        let measured = Measured {
            schema: "tedomari.accuracy/1",
            model: title,
            games: measured,
            moves: tally.moves,
            top: TOPS.iter().map(|&n| (n, tally.top(n))).collect(),
            top1_ci95: [interval.0, interval.1],
            log_likelihood: tally.log_likelihood(),
            by_move_number: tally
                .by_number()
                .into_iter()
                .map(|(from, moves, top1)| Share { from, moves, top1 })
                .collect(),
            by_phase: tally.by_phase().into_iter().map(|(name, _, top1)| (name, top1)).collect(),
            calibration: tally
                .calibration()
                .into_iter()
                .map(|(moves, predicted, played)| Calibrated { moves, predicted, played })
                .collect(),
            skipped: read.skipped,
            seconds: begin.elapsed().as_secs_f64(),
            stopped,
        };
        if self.json {
            output::print_json(&measured)?;
        } else {
            output::print(&table(&measured, &tally))?;
        }
        Ok(Outcome::Done)
    }
}

/// What one thread has measured.
struct Measure {
    adviser: Adviser,
    tally: Tally,
    games: usize,
}

impl Measure {
    /// Predicts every move of a game, or those until the flag is raised.
    fn game(&mut self, game: &Record, stop: &StopFlag) {
        let mut number = 0;
        self.games += usize::from(!stop.is_raised());
        game.replay(|position, color, point| {
            if stop.is_raised() {
                return false;
            }
            let (moves, _) = self.adviser.advise(position, color);
            self.tally.add(number, &moves, point);
            number += 1;
            true
        });
    }
}

fn table(measured: &Measured, tally: &Tally) -> String {
    let percent = |share: f64| format!("{:6.2} %", 100.0 * share);
    let mut text = format!(
        "{}\n{}, {}, {:.1} s, log-likelihood {:.4} a move\n\n   n  among the first n\n",
        measured.model,
        count(measured.games, "game"),
        count(measured.moves, "move"),
        measured.seconds,
        measured.log_likelihood
    );
    for (&n, &share) in &measured.top {
        let (low, high) = tally.interval(share);
        text += &format!("{n:4} {}  ({} to{})\n", percent(share), percent(low), percent(high));
    }
    text += "\nmoves from   number    first\n";
    for share in &measured.by_move_number {
        text += &format!("{:10} {:8} {}\n", share.from, share.moves, percent(share.top1));
    }
    text += "\nphase          number    first\n";
    for (name, moves, top1) in tally.by_phase() {
        text += &format!("{name:12} {moves:8} {}\n", percent(top1));
    }
    text += "\nlikeliest move: predicted, played\n";
    for line in &measured.calibration {
        let (predicted, played) = (percent(line.predicted), percent(line.played));
        text += &format!("{:10} {predicted} {played}\n", line.moves);
    }
    text
}
