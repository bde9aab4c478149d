//! `tedomari bench real`: how much of real games can be solved, and whether the
//! solved score is the recorded one.

mod follow;
mod records;
mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use board::score::{PLAYOUTS, score};
use board::{Color, Komi, Move, Position, Rules};
use budget::Budget;
use endgame::Solver;
use serde::{Deserialize, Serialize};
use tactics::verdict::judge;
use workbench::assume::score_assuming;
use workbench::load::{Wanted, load};
use workbench::solve::{Number, Report};

use super::bench_clock::Clock;
use super::kept;
use crate::input::{display_name, read_collection};
use crate::limits::{parse_seconds, watch_ctrl_c, whole};
use crate::{Outcome, output, progress};

use follow::{Finding, Record, Slip};
use records::{Measured, Place, Settings};
use table::table;

/// Options of `tedomari bench real`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari bench real games.sgf                       a table
  tedomari bench real games.sgf --games 50 --json     for programs
  tedomari bench real games.sgf --games 50 --skip 50  the next fifty
  tedomari bench real games.sgf --records real.jsonl  a long run, to be interrupted

Only games with a counted result such as RE[B+3.5] are looked at, each at several
positions before its last stone, with the player to move as recorded. What clearly lives
is assumed to live, and kos are fought without threats. Where the result is not the score
of a position, nor within its bounds, the moves played are followed to the mistakes.
Ctrl-C ends the run and prints what was measured. With --records every game is kept, the
same command goes on where it was interrupted, and the table covers all games kept.")]
pub(super) struct Args {
    /// Collections of games
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// How many moves before the last stone
    #[arg(long, value_delimiter = ',', default_value = "0,5,10,20,30,40", value_name = "N,N,…", value_parser = whole(0..=usize::MAX))]
    before: Vec<usize>,
    /// Counted games of each file
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = whole(0..=usize::MAX))]
    games: usize,
    /// Counted games of each file to leave out first
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0..=usize::MAX))]
    skip: usize,
    /// Seconds for a position
    #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = parse_seconds)]
    time: Duration,
    /// Keep the games measured here, one JSON line each, and go on after those that it has
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Print every position, too
    #[arg(long, short)]
    verbose: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `bench real`.
#[derive(Serialize)]
struct Figures {
    schema: &'static str,
    seconds_a_position: f64,
    files: Vec<OfFile>,
}

#[derive(Serialize)]
struct OfFile {
    file: String,
    games: usize,
    rows: Vec<Row>,
    /// Where score and result differ, and which moves gave the difference away.
    slips: Vec<Slip>,
}

/// All positions so many moves before the last stone.
#[derive(Default, Serialize)]
struct Row {
    before: usize,
    positions: usize,
    exact: usize,
    assuming: usize,
    bounds: usize,
    partial: usize,
    median_seconds: f64,
    worst_seconds: f64,
    /// Of the solved ones: the score is the recorded result.
    agree: usize,
    /// Kos were fought without threats for the score; the result is another one that
    /// threats can bring about.
    threats: usize,
    /// The record ends without passes while something is left to play, and the result is
    /// not far from the score then, which this position has, too. Whether the last moves
    /// are missing or something was assumed that does not hold is not known.
    near: usize,
    /// The score is another one, and the played moves show who lost the difference.
    explained: usize,
    /// None of these.
    differ: usize,
    /// Of those with bounds or partial: the recorded result lies between the bounds.
    within: usize,
    /// It does not, and the played moves show who lost the difference.
    lost: usize,
    /// It does not, and nothing shows why.
    outside: usize,
    /// Why the others are not solved, and how often.
    causes: BTreeMap<String, usize>,
}

/// How much of a position is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Exact,
    Assuming,
    Bounds,
    Partial,
}

/// One position as it came out.
struct Seen {
    before: usize,
    moves: usize,
    to_play: Color,
    status: Status,
    /// Black minus White without komi, in half points.
    halves: Option<i64>,
    /// Between which it lies.
    bounds: Option<[i64; 2]>,
    seconds: f64,
    causes: Vec<String>,
    /// Neutral points and areas that are left to play.
    open: usize,
}

/// What came of looking at a game.
enum Played {
    Measured(Vec<Place>, Vec<Slip>),
    Unreadable,
    /// By Ctrl-C.
    Stopped,
}

impl Args {
    /// Measures and prints.
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut before = self.before.clone();
        before.sort_unstable_by(|a, b| b.cmp(a));
        before.dedup();
        if before.is_empty() {
            bail!("--before needs a number of moves");
        }
        let settings = Settings { seconds_a_position: self.time.as_secs_f64(), before };
        let mut games = match &self.records {
            Some(path) => records::read(path, &settings)?,
            None => Vec::new(),
        };
        for file in &self.files {
            if self.measure(file, &settings, &mut games)? {
                break;
            }
        }
        let mut names: Vec<String> = self.files.iter().map(|file| display_name(file)).collect();
        names.extend(games.iter().map(|game| game.file.clone()));
        let mut files: Vec<OfFile> = Vec::new();
        for name in names {
            if !files.iter().any(|known| known.file == name) {
                files.push(OfFile::new(name, &settings, &games));
            }
        }
        if self.json {
            let schema = "tedomari.bench-real/2";
            let seconds_a_position = settings.seconds_a_position;
            output::print_json(&Figures { schema, seconds_a_position, files })?;
        } else {
            for of_file in &files {
                output::print(&table(of_file))?;
            }
        }
        Ok(Outcome::Done)
    }

    /// Measures the games of a file that are wanted and not yet known; true if Ctrl-C
    /// ended it.
    fn measure(
        &self,
        file: &Path,
        settings: &Settings,
        games: &mut Vec<Measured>,
    ) -> anyhow::Result<bool> {
        let collection = read_collection(file)?;
        let name = display_name(file);
        let is_known =
            |index: usize| games.iter().any(|game| game.file == name && game.game == index + 1);
        let counted: Vec<(usize, i64)> = collection
            .games()
            .enumerate()
            .filter_map(|(i, game)| Some((i, recorded(&game.root().text("RE")?)?)))
            .skip(self.skip)
            .take(self.games)
            .filter(|&(i, _)| !is_known(i))
            .collect();
        let bar = progress::bar(counted.len() as u64, "games");
        let mut ended = false;
        for (index, result) in counted {
            let Some(game) = collection.game(index) else { continue };
            match self.game(game, index, result, settings, &bar) {
                Played::Measured(positions, slips) => {
                    let mut game = Measured::new(settings, &name, index + 1, result_text(result));
                    (game.positions, game.slips) = (positions, slips);
                    if let Some(path) = &self.records {
                        kept::append(path, &game)?;
                    }
                    games.push(game);
                }
                Played::Unreadable => {}
                Played::Stopped => {
                    ended = true;
                    break;
                }
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(ended)
    }

    /// Measures one game.
    fn game(
        &self,
        game: sgf::Game<'_>,
        index: usize,
        result: i64,
        settings: &Settings,
        bar: &indicatif::ProgressBar,
    ) -> Played {
        let rules = rules_of(game);
        let Ok(loaded) = load(game, &Wanted { rules, ..Wanted::default() }) else {
            return Played::Unreadable;
        };
        let komi = i64::from(loaded.position.rules().komi.in_halves());
        let last = last_stone(&loaded.position, loaded.moves);
        let at = |moves: usize| {
            let wanted = Wanted { moves: Some(moves), rules, ..Wanted::default() };
            load(game, &wanted).ok().map(|loaded| loaded.position)
        };
        let mut record = Record {
            game: index + 1,
            result: result + komi,
            passes: loaded.moves - last,
            stopped: loaded.moves - last >= 2 && counts(&loaded.position, result),
            seen: Vec::new(),
        };
        for &before in settings.before.iter().filter(|&&before| before < last) {
            let Some(position) = at(last - before) else { continue };
            let Some(one) = self.position(&position, before, last - before, self.time) else {
                return Played::Stopped;
            };
            if self.verbose {
                bar.suspend(|| eprintln!("{}", line(index, &one, result + komi)));
            }
            record.seen.push(one);
        }
        let time = self.time.div_f64(FOLLOWED_SHARE);
        let solve = |moves: usize| self.position(&at(moves)?, last - moves, moves, time);
        let Some((findings, slips)) = record.judge(solve) else { return Played::Stopped };
        let positions =
            record.seen.into_iter().zip(findings).map(|(one, finding)| one.into_place(finding));
        Played::Measured(positions.collect(), slips)
    }

    /// Solves one position; `None` if Ctrl-C was pressed.
    fn position(
        &self,
        position: &Position,
        before: usize,
        moves: usize,
        time: Duration,
    ) -> Option<Seen> {
        let clock = Clock::start();
        let stop = watch_ctrl_c();
        let _watched = clock.raise(stop.clone(), time);
        let mut budget = Budget::unlimited().with_stop(stop.clone());
        let none = board::PointSet::EMPTY;
        let report = score_assuming(&mut Solver::new(), position, &none, &mut budget);
        let seconds = clock.seconds();
        if stop.is_raised() && seconds < time.as_secs_f64() {
            return None;
        }
        let to_play = position.to_play();
        let score = match to_play {
            Color::Black => &report.score.black_first,
            Color::White => &report.score.white_first,
        };
        let halves = match score {
            Some(Number::Whole(points)) => Some(2 * points),
            _ => None,
        };
        let bounds = match to_play {
            Color::Black => &report.score_bounds.black_first,
            Color::White => &report.score_bounds.white_first,
        };
        let bounds = match bounds {
            Some([Number::Whole(low), Number::Whole(high)]) => Some([2 * low, 2 * high]),
            _ => None,
        };
        let causes = causes(&report);
        // The other side to move first may still depend on a ko.
        let status = match report.status {
            "exact" => Status::Exact,
            "assuming" => Status::Assuming,
            "bounds" if halves.is_some() => Status::Assuming,
            "bounds" => Status::Bounds,
            _ => Status::Partial,
        };
        let open = report.dame.len() + report.areas.len();
        Some(Seen { before, moves, to_play, status, halves, bounds, seconds, causes, open })
    }
}

impl Seen {
    fn is_solved(&self) -> bool {
        matches!(self.status, Status::Exact | Status::Assuming)
    }

    fn into_place(self, finding: Finding) -> Place {
        let Seen { before, moves, status, bounds, seconds, causes, .. } = self;
        let bounds = bounds.map(|bounds| bounds.map(result_text));
        Place { before, moves, status, bounds, seconds, finding, causes }
    }

    /// Whether a result lies between the bounds.
    fn allows(&self, result: i64) -> bool {
        self.bounds.is_some_and(|[low, high]| low <= result && result <= high)
    }
}

/// Whether the board as it stands counts a result, in half points with komi.
fn counts(end: &Position, result: i64) -> bool {
    let status = judge(end, PLAYOUTS, 1).status;
    i64::from(score(end, &status, 0).halves) == result
}

/// Why a position is not solved.
fn causes(report: &Report) -> Vec<String> {
    let mut causes: Vec<String> = report
        .unsolved
        .iter()
        .map(|part| match part.points.len() {
            0 => part.why.clone(),
            n => {
                let size = if n <= 15 { "to 15" } else { "over 15" };
                format!("{} ({size} points)", part.why.replace(char::is_numeric, ""))
            }
        })
        .collect();
    if report.status == "bounds" {
        causes.extend(
            report
                .areas
                .iter()
                .filter_map(|area| area.ko.as_ref())
                .map(|ko| format!("ko: {}", ko.name)),
        );
    }
    causes.sort();
    causes.dedup();
    causes
}

impl OfFile {
    /// The figures of a file from its games.
    fn new(file: String, settings: &Settings, games: &[Measured]) -> OfFile {
        let mut games: Vec<&Measured> = games.iter().filter(|game| game.file == file).collect();
        games.sort_by_key(|game| game.game);
        let places = |before: usize| {
            let all = games.iter().flat_map(|game| &game.positions);
            all.filter(move |place| place.before == before)
        };
        let rows = settings.before.iter().map(|&before| Row::new(before, places(before)));
        let slips = games.iter().flat_map(|game| game.slips.clone()).collect();
        OfFile { file, games: games.len(), rows: rows.collect(), slips }
    }
}

impl Row {
    fn new<'a>(before: usize, places: impl Iterator<Item = &'a Place>) -> Row {
        let mut row = Row { before, ..Row::default() };
        let mut seconds = Vec::new();
        for place in places {
            row.positions += 1;
            seconds.push(place.seconds);
            for cause in &place.causes {
                *row.causes.entry(cause.clone()).or_default() += 1;
            }
            match place.status {
                Status::Exact => row.exact += 1,
                Status::Assuming => row.assuming += 1,
                Status::Bounds => row.bounds += 1,
                Status::Partial => row.partial += 1,
            }
            match place.finding {
                Finding::Agree => row.agree += 1,
                Finding::Threats => row.threats += 1,
                Finding::Near => row.near += 1,
                Finding::Explained => row.explained += 1,
                Finding::Differ => row.differ += 1,
                Finding::Within => row.within += 1,
                Finding::Lost => row.lost += 1,
                Finding::Outside => row.outside += 1,
                Finding::Nothing => {}
            }
        }
        seconds.sort_by(f64::total_cmp);
        row.median_seconds = seconds.get(seconds.len() / 2).copied().unwrap_or(0.0);
        row.worst_seconds = seconds.last().copied().unwrap_or(0.0);
        row
    }
}

/// How much less time a position on the way gets than one that is measured.
const FOLLOWED_SHARE: f64 = 4.0;

/// Area scoring where the file names no rules but has the komi of those that count area:
/// seven and a half in China, eight by Ing.
fn rules_of(game: sgf::Game<'_>) -> Option<Rules> {
    let root = game.root();
    let komi: Option<Komi> = root.text("KM").and_then(|text| text.trim().parse().ok());
    let area = komi.is_some_and(|komi| matches!(komi.in_halves(), 15 | 16));
    (root.text("RU").is_none() && area).then(Rules::chinese)
}

/// A counted result, Black minus White in half points.
fn recorded(text: &str) -> Option<i64> {
    let text = text.trim();
    let (sign, margin) = match text.split_once('+')? {
        ("B" | "b", margin) => (1, margin),
        ("W" | "w", margin) => (-1, margin),
        _ => return None,
    };
    let komi: Komi = margin.trim().parse().ok()?;
    Some(sign * i64::from(komi.in_halves().abs()))
}

fn result_text(halves: i64) -> String {
    Komi::halves(i32::try_from(halves).unwrap_or(0)).to_string()
}

/// The number of moves up to the last stone.
fn last_stone(position: &Position, moves: usize) -> usize {
    moves - position.moves().rev().take_while(|&(_, mv)| mv == Move::Pass).count()
}

fn line(index: usize, one: &Seen, recorded: i64) -> String {
    let score = match (one.halves, one.bounds) {
        (Some(halves), _) => result_text(halves),
        (None, Some([low, high])) => format!("{} to {}", result_text(low), result_text(high)),
        (None, None) => "?".to_string(),
    };
    format!(
        "game {} before {}: {} {score}, recorded {}, {:.2} s {}",
        index + 1,
        one.before,
        format!("{:?}", one.status).to_lowercase(),
        result_text(recorded),
        one.seconds,
        one.causes.join("; ")
    )
}
