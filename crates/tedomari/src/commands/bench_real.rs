//! `tedomari bench real`: how much of real games can be solved, and whether the
//! solved score is the recorded one.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::bail;
use board::{Color, Komi, Move, Position};
use budget::{Budget, StopFlag};
use endgame::Solver;
use serde::Serialize;
use workbench::assume::score_assuming;
use workbench::load::{Wanted, load};
use workbench::solve::{Number, Report};

use crate::input::{display_name, read_collection};
use crate::limits::{parse_seconds, watch_ctrl_c};
use crate::{Outcome, output, progress};

/// Options of `tedomari bench real`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari bench real games.sgf                       a table
  tedomari bench real games.sgf --games 50 --json     for programs
  tedomari bench real games.sgf --games 50 --skip 50  the next fifty

Only games with a counted result such as RE[B+3.5] are looked at, each at several
positions before its last stone, with the player to move as recorded. What clearly lives
is assumed to live, and kos are fought without threats. Where the result lies outside the
bounds of a position the moves played are followed to the mistake. Ctrl-C ends the run and
prints what was measured.")]
pub(super) struct Args {
    /// Collections of games
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// How many moves before the last stone
    #[arg(long, value_delimiter = ',', default_value = "0,5,10,20,30,40", value_name = "N,N,…")]
    before: Vec<usize>,
    /// Counted games of each file
    #[arg(long, default_value_t = 500, value_name = "N")]
    games: usize,
    /// Counted games of each file to leave out first
    #[arg(long, default_value_t = 0, value_name = "N")]
    skip: usize,
    /// Seconds for a position
    #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = parse_seconds)]
    time: Duration,
    /// Print every position, too
    #[arg(long, short)]
    verbose: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `bench real`.
#[derive(Serialize)]
struct Measured {
    schema: &'static str,
    seconds_a_position: f64,
    files: Vec<OfFile>,
}

#[derive(Serialize)]
struct OfFile {
    file: String,
    games: usize,
    rows: Vec<Row>,
    /// Where the score with best play changed: somebody lost points.
    mistakes: Vec<Mistake>,
    /// Where the score after the last stone is not the recorded one.
    disagreements: Vec<Disagreement>,
    /// Where the result lies outside the bounds, and which move left them.
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
    /// The score is another one, and the players lost the difference afterwards.
    explained: usize,
    /// Neither, or not known.
    differ: usize,
    /// Of those with bounds or partial: the recorded result lies between the bounds.
    within: usize,
    /// It does not, and the played moves show who lost the difference.
    lost: usize,
    /// It does not, and nothing shows why, or the way is too long to follow.
    outside: usize,
    /// Why the others are not solved, and how often.
    causes: BTreeMap<String, usize>,
    #[serde(skip)]
    seconds: Vec<f64>,
}

#[derive(Serialize)]
struct Mistake {
    game: usize,
    moves: [usize; 2],
    player: Option<String>,
    points: i64,
}

#[derive(Serialize)]
struct Disagreement {
    game: usize,
    before: usize,
    recorded: String,
    solved: String,
}

/// A result outside the bounds of a position.
#[derive(Serialize)]
struct Slip {
    game: usize,
    moves: usize,
    bounds: [String; 2],
    recorded: String,
    /// The moves that made room for the result, each with its player and what the bound
    /// moved by, in points.
    steps: Vec<(usize, String, i64)>,
    /// Whether only moves of the side that lost by it made room. Else an assumption
    /// changed on the way, or play left what was assumed.
    explained: bool,
}

/// One position as it came out.
struct Seen {
    before: usize,
    moves: usize,
    to_play: Color,
    status: &'static str,
    /// Black minus White without komi, in half points.
    halves: Option<i64>,
    /// Between which it lies.
    bounds: Option<[i64; 2]>,
    seconds: f64,
    causes: Vec<String>,
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
        let mut files = Vec::new();
        let mut stopped = false;
        for file in &self.files {
            if stopped {
                break;
            }
            let (measured, ended) = self.measure(file, &before)?;
            stopped = ended;
            if !self.json {
                output::print(&table(&measured))?;
            }
            files.push(measured);
        }
        if self.json {
            let schema = "tedomari.bench-real/1";
            let seconds_a_position = self.time.as_secs_f64();
            output::print_json(&Measured { schema, seconds_a_position, files })?;
        }
        Ok(Outcome::Done)
    }

    /// Measures a file; true if Ctrl-C ended it.
    fn measure(&self, file: &std::path::Path, before: &[usize]) -> anyhow::Result<(OfFile, bool)> {
        let collection = read_collection(file)?;
        let counted: Vec<(usize, i64)> = collection
            .games()
            .enumerate()
            .filter_map(|(i, game)| Some((i, recorded(&game.root().text("RE")?)?)))
            .skip(self.skip)
            .take(self.games)
            .collect();
        let mut of_file = OfFile {
            file: display_name(file),
            games: 0,
            rows: before.iter().map(|&before| Row { before, ..Row::default() }).collect(),
            mistakes: Vec::new(),
            disagreements: Vec::new(),
            slips: Vec::new(),
        };
        let bar = progress::bar(counted.len() as u64, "games");
        let mut ended = false;
        for (index, result) in counted {
            let Some(game) = collection.game(index) else { continue };
            let Ok(loaded) = load(game, &Wanted::default()) else { continue };
            let komi = i64::from(loaded.position.rules().komi.in_halves());
            let last = last_stone(&loaded.position, loaded.moves);
            let mut seen = Vec::new();
            for &before in before.iter().filter(|&&before| before < last) {
                let wanted = Wanted { moves: Some(last - before), ..Wanted::default() };
                let Ok(loaded) = load(game, &wanted) else { continue };
                let Some(one) = self.position(&loaded.position, before, last - before) else {
                    ended = true;
                    break;
                };
                if self.verbose {
                    bar.suspend(|| eprintln!("{}", line(index, &one, result + komi)));
                }
                seen.push(one);
            }
            if ended {
                break;
            }
            let at = |moves: usize| {
                let wanted = Wanted { moves: Some(moves), ..Wanted::default() };
                load(game, &wanted).ok().map(|loaded| loaded.position)
            };
            let Some(slips) = self.follow(index + 1, &seen, result + komi, at) else {
                ended = true;
                break;
            };
            of_file.add(index + 1, &seen, &slips, result + komi);
            of_file.slips.extend(slips);
            bar.inc(1);
        }
        bar.finish_and_clear();
        for row in &mut of_file.rows {
            row.seconds.sort_by(f64::total_cmp);
            row.median_seconds = row.seconds.get(row.seconds.len() / 2).copied().unwrap_or(0.0);
            row.worst_seconds = row.seconds.last().copied().unwrap_or(0.0);
        }
        Ok((of_file, ended))
    }

    /// Solves one position; `None` if Ctrl-C was pressed.
    fn position(&self, position: &Position, before: usize, moves: usize) -> Option<Seen> {
        let clock = Clock::start();
        let stop = watch_ctrl_c();
        let _watched = clock.raise(stop.clone(), self.time);
        let mut budget = Budget::unlimited().with_stop(stop.clone());
        let none = board::PointSet::EMPTY;
        let report = score_assuming(&mut Solver::new(), position, &none, &mut budget);
        let seconds = clock.seconds();
        if stop.is_raised() && seconds < self.time.as_secs_f64() {
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
            "bounds" if halves.is_some() => "assuming",
            status => status,
        };
        Some(Seen { before, moves, to_play, status, halves, bounds, seconds, causes })
    }
}

impl Args {
    /// Follows the moves played from each position whose bounds exclude the result to
    /// the next one that allows it; `None` if Ctrl-C was pressed.
    ///
    /// By best play the upper bound never rises by Black's own move, nor the lower one
    /// falls by White's: what moves a bound the right way is the other side's loss.
    fn follow(
        &self,
        game: usize,
        seen: &[Seen],
        recorded: i64,
        at: impl Fn(usize) -> Option<Position>,
    ) -> Option<Vec<Slip>> {
        let mut slips = Vec::new();
        for (i, from) in seen.iter().enumerate() {
            if from.is_solved() {
                continue;
            }
            let Some([low, high]) = from.bounds.filter(|_| !from.allows(recorded)) else {
                continue;
            };
            let mut slip = Slip {
                game,
                moves: from.moves,
                bounds: [result_text(low), result_text(high)],
                recorded: result_text(recorded),
                steps: Vec::new(),
                explained: true,
            };
            let winner = if recorded > high { Color::Black } else { Color::White };
            let edge = |[low, high]: [i64; 2]| if winner == Color::Black { high } else { low };
            let Some(to) = seen[i + 1..].iter().find(|one| one.allows(recorded)) else {
                slip.explained = false;
                slips.push(slip);
                continue;
            };
            if to.moves - from.moves > MOST_FOLLOWED {
                slip.explained = false;
                slips.push(slip);
                continue;
            }
            let mut last = (edge([low, high]), from.to_play);
            for moves in from.moves + 1..=to.moves {
                let one = self.position(&at(moves)?, to.before + to.moves - moves, moves)?;
                let Some(bounds) = one.bounds else {
                    slip.explained = false;
                    break;
                };
                let gain = (edge(bounds) - last.0) * i64::from(winner.sign());
                if gain > 0 {
                    slip.steps.push((moves, last.1.to_string(), gain / 2));
                    slip.explained &= last.1 != winner;
                }
                last = (edge(bounds), one.to_play);
            }
            slips.push(slip);
        }
        Some(slips)
    }
}

impl Seen {
    fn is_solved(&self) -> bool {
        matches!(self.status, "exact" | "assuming")
    }

    /// Whether a result lies between the bounds.
    fn allows(&self, result: i64) -> bool {
        self.bounds.is_some_and(|[low, high]| low <= result && result <= high)
    }
}

/// The most moves followed.
const MOST_FOLLOWED: usize = 10;

/// Measures processor time where the system tells it, and else the clock's, so that
/// figures do not depend on what else the machine does.
#[derive(Clone, Copy)]
struct Clock {
    start: Instant,
    processor: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock { start: Instant::now(), processor: processor_time() }
    }

    fn seconds(self) -> f64 {
        let spent = match (self.processor, processor_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.start.elapsed(),
        };
        spent.as_secs_f64()
    }

    /// Raises the flag when the time is used up, unless the work is done before.
    fn raise(self, stop: StopFlag, time: Duration) -> Done {
        let done = Done::default();
        let is_done = done.0.clone();
        std::thread::spawn(move || {
            while !is_done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
                if self.seconds() >= time.as_secs_f64() {
                    stop.stop();
                }
            }
        });
        done
    }
}

/// Ends the watch over some work when it goes.
#[derive(Default)]
struct Done(Arc<AtomicBool>);

impl Drop for Done {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The processor time of the main thread, which does the work.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
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
    fn add(&mut self, game: usize, seen: &[Seen], slips: &[Slip], recorded: i64) {
        self.games += 1;
        let solved = Seen::is_solved;
        let last = seen.iter().find(|one| one.before == 0).filter(|one| solved(one));
        let ends_well = last.is_some_and(|one| one.halves == Some(recorded));
        for one in seen {
            let Some(row) = self.rows.iter_mut().find(|row| row.before == one.before) else {
                continue;
            };
            row.positions += 1;
            row.seconds.push(one.seconds);
            for cause in &one.causes {
                *row.causes.entry(cause.clone()).or_default() += 1;
            }
            match one.status {
                "exact" => row.exact += 1,
                "assuming" => row.assuming += 1,
                "bounds" => row.bounds += 1,
                _ => row.partial += 1,
            }
            if !solved(one) {
                let slip = slips.iter().find(|slip| slip.moves == one.moves);
                match (one.bounds.is_some(), slip) {
                    (true, None) => row.within += 1,
                    (true, Some(slip)) if slip.explained => row.lost += 1,
                    (true, Some(_)) => row.outside += 1,
                    (false, _) => {}
                }
                continue;
            }
            match one.halves {
                Some(halves) if halves == recorded => row.agree += 1,
                Some(_) if one.allows(recorded) => row.threats += 1,
                Some(_) if ends_well => row.explained += 1,
                _ => row.differ += 1,
            }
        }
        if let Some(last) = last
            && let Some(halves) = last.halves
            && halves != recorded
        {
            self.disagreements.push(Disagreement {
                game,
                before: 0,
                recorded: result_text(recorded),
                solved: result_text(halves),
            });
        }
        let steps: Vec<&Seen> =
            seen.iter().filter(|one| solved(one) && one.halves.is_some()).collect();
        for pair in steps.windows(2) {
            let gain = pair[1].halves.unwrap_or(0) - pair[0].halves.unwrap_or(0);
            if gain == 0 {
                continue;
            }
            let loser = if gain > 0 { Color::White } else { Color::Black };
            let single = pair[1].moves == pair[0].moves + 1;
            let player = (!single || pair[0].to_play == loser).then(|| loser.to_string());
            let moves = [pair[0].moves + 1, pair[1].moves];
            self.mistakes.push(Mistake { game, moves, player, points: gain.abs() / 2 });
        }
    }
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
        one.status,
        result_text(recorded),
        one.seconds,
        one.causes.join("; ")
    )
}

fn table(of_file: &OfFile) -> String {
    let mut text = format!("{}: {} counted games\n", of_file.file, of_file.games);
    let _ = writeln!(
        text,
        "{:>6} {:>9} {:>6} {:>8} {:>6} {:>7} {:>8} {:>7} {:>6} {:>7} {:>9} {:>6} {:>6} {:>4} {:>7}",
        "before",
        "positions",
        "exact",
        "assuming",
        "bounds",
        "partial",
        "median s",
        "worst s",
        "agree",
        "threats",
        "explained",
        "differ",
        "within",
        "lost",
        "outside"
    );
    for row in &of_file.rows {
        let _ = writeln!(
            text,
            "{:>6} {:>9} {:>6} {:>8} {:>6} {:>7} {:>8.2} {:>7.2} {:>6} {:>7} {:>9} {:>6} {:>6} {:>4} {:>7}",
            row.before,
            row.positions,
            row.exact,
            row.assuming,
            row.bounds,
            row.partial,
            row.median_seconds,
            row.worst_seconds,
            row.agree,
            row.threats,
            row.explained,
            row.differ,
            row.within,
            row.lost,
            row.outside
        );
    }
    for row in of_file.rows.iter().filter(|row| !row.causes.is_empty()) {
        let _ = writeln!(text, "not solved {} before the end:", row.before);
        for (cause, times) in &row.causes {
            let _ = writeln!(text, "  {times} times: {cause}");
        }
    }
    for slip in &of_file.slips {
        let Slip { game, moves, bounds: [low, high], recorded, .. } = slip;
        let _ =
            write!(text, "game {game}: recorded {recorded}, after {moves} moves {low} to {high}");
        for (number, player, points) in &slip.steps {
            let _ = write!(text, "; move {number} of {player} gives {points}");
        }
        let _ = writeln!(text, "{}", if slip.explained { "" } else { "; not explained" });
    }
    for one in &of_file.disagreements {
        let _ = writeln!(
            text,
            "game {}: recorded {}, solved {} after the last stone",
            one.game, one.recorded, one.solved
        );
    }
    text
}
