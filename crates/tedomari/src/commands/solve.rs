//! `tedomari solve`: the exact endgame.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use board::{PointSet, Position, Scoring};
use endgame::Solver;
use serde::Serialize;
use workbench::area_file::{self, AreaFile};
use workbench::assume::solve_assuming;
use workbench::solve::{AreaReport, Number, Report, solve_with};

use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::{self, LimitArgs};
use crate::output;
use crate::store::StoreArgs;

/// Seconds of work where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Options of `tedomari solve`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default_time(arg, DEFAULT_TIME)))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, "no limit")))]
#[command(after_help = "Examples:
  tedomari solve examples/endgame.sgf          areas, values, best moves and score
  tedomari solve game.sgf --move 214           before move 215
  tedomari solve game.sgf --alive C3,Q16       taking these groups as alive
  tedomari solve game.sgf --assume-alive       taking what clearly lives as alive
  tedomari solve game.sgf --rules chinese --json
  tedomari solve game.sgf --areas areas && tedomari solve areas/area-1.sgf

The answer is proved, or it says what is missing: `assuming` names the blocks that
were taken as alive, `bounds` shows what a ko leaves open, `partial` says which part
of the board could not be solved and why.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    store: StoreArgs,
    /// Blocks to be taken as alive, each named by one of its stones
    #[arg(long, value_name = "P,P,…", value_delimiter = ',')]
    alive: Vec<String>,
    /// Take as settled what clearly is: living blocks, dead stones, inner points. No
    /// more is assumed than is needed to solve the rest, and all of it is listed
    #[arg(long)]
    assume_alive: bool,
    /// Write each area with its value to an SGF file in this folder; `solve` reads and
    /// checks such files
    #[arg(long, value_name = "DIR")]
    areas: Option<PathBuf>,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Solves.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let collection = caller.collection(&self.position.file)?;
        if let Some(game) = collection.game(self.position.game.saturating_sub(1))
            && let Some(file) =
                area_file::read(game).with_context(|| caller.name(&self.position.file))?
        {
            return self.check_area(caller, &file);
        }
        let loaded = self.position.load_from(caller, &collection)?;
        let position = &loaded.position;
        let assumed = blocks(position, &self.alive)?;
        let start = Instant::now();
        let mut budget = self.limits.budget(caller, DEFAULT_TIME);
        let mut solver = self.store.solver();
        let mut report = match self.assume_alive {
            true => solve_assuming(&mut solver, position, &assumed, &mut budget),
            false => solve_with(&mut solver, position, &assumed, &mut budget),
        };
        report.stats.seconds = start.elapsed().as_secs_f64();
        if let Some(folder) = &self.areas {
            write_areas(folder, position, &report)?;
        }
        Answer::new(self.json, &report, || {
            let mut text = text(position, &report);
            if report.status != "exact" && !self.assume_alive {
                text.push_str(
                    "--assume-alive takes what clearly lives as alive, and proves the rest\n",
                );
            }
            text
        })
    }
}

/// The JSON of an area file.
#[derive(Serialize)]
struct AreaCheck {
    schema: &'static str,
    points: Vec<String>,
    scoring: &'static str,
    value: Option<String>,
    lower: Option<String>,
    upper: Option<String>,
    /// Whether the file says the same.
    agrees: bool,
}

impl Args {
    /// Solves the area of a file and compares.
    fn check_area(&self, caller: &Caller<'_>, file: &AreaFile) -> anyhow::Result<Answer> {
        let mut budget = self.limits.budget(caller, DEFAULT_TIME);
        let found = area_file::solve(file, &mut Solver::new(), &mut budget)
            .with_context(|| caller.name(&self.position.file))?;
        let check = AreaCheck {
            schema: "tedomari.area/1",
            points: file.area.points().iter().map(ToString::to_string).collect(),
            scoring: match file.scoring {
                Scoring::Territory => "territory",
                Scoring::Area => "area",
            },
            agrees: found == file.claimed,
            value: found.value,
            lower: found.lower,
            upper: found.upper,
        };
        let answer = Answer::new(self.json, &check, || {
            let value = match (&check.value, &check.lower, &check.upper) {
                (Some(value), ..) => value.clone(),
                (None, Some(lower), Some(upper)) => format!("between {lower} and {upper}"),
                _ => "too long to print".to_string(),
            };
            let says = if check.agrees { "as the file says" } else { "the file says otherwise" };
            format!("Value by {}: {value}, {says}\n", check.scoring)
        })?;
        Ok(answer.holds(check.agrees))
    }
}

/// Writes `area-1.sgf`, `area-2.sgf` … into a folder.
fn write_areas(folder: &Path, position: &Position, report: &Report) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for area in &report.areas {
        let text = area_file::write(position, area);
        output::replace_file(&folder.join(format!("area-{}.sgf", area.id)), text.as_bytes())?;
    }
    Ok(())
}

/// The blocks named by their stones.
fn blocks(position: &Position, stones: &[String]) -> anyhow::Result<PointSet> {
    let mut blocks = PointSet::EMPTY;
    for name in stones {
        let point = position.size().parse_point(name.trim()).context("--alive")?;
        if position.stone(point).is_none() {
            bail!("--alive: there is no stone on {point}");
        }
        blocks |= position.block(point);
    }
    Ok(blocks)
}

fn text(position: &Position, report: &Report) -> String {
    let mut text = marked_board(position, report);
    let _ = writeln!(text, "X O safe stones, x o others, # @ territory, * dame, letters areas\n");
    for area in &report.areas {
        area_text(&mut text, area);
    }
    for part in &report.unsolved {
        match part.points.is_empty() {
            true => _ = writeln!(text, "Not solved: {}", part.why),
            false => _ = writeln!(text, "Not solved, {}: {}", few(&part.points), part.why),
        }
    }
    for note in &report.notes {
        let _ = writeln!(text, "Note: {note}");
    }
    if !report.assumed_safe.is_empty() {
        let _ = writeln!(text, "Assumed alive: {}", report.assumed_safe.join(" "));
    }
    let given = &report.assumed_territory;
    for (who, points) in [("Black", &given.black), ("White", &given.white)] {
        if !points.is_empty() {
            let _ = writeln!(text, "Assumed to be {who}'s: {}", points.join(" "));
        }
    }
    if !report.assumed_dead.is_empty() {
        let _ = writeln!(text, "Assumed dead: {}", report.assumed_dead.join(" "));
    }
    let filled = &report.assumed_filled;
    for (who, points) in [("Black", &filled.black), ("White", &filled.white)] {
        if !points.is_empty() {
            let points = points.join(" ");
            let _ = writeln!(text, "Assumed to be filled by {who} in the end: {points}");
        }
    }
    if report.assumed_no_threats {
        let _ = writeln!(text, "Assumed: no ko threats beside the moves that are worth points");
    }
    if let Some(stones) = report.assumed_spoils {
        let _ = writeln!(text, "Assumed: whoever takes {stones} stones at once keeps their place");
    }
    let _ = writeln!(text, "{}", score_text(report));
    masters_text(&mut text, report);
    if !report.best_moves.is_empty() {
        let _ = writeln!(text, "Best for {}: {}", report.to_play, report.best_moves.join(" "));
    }
    if !report.line.is_empty() {
        let line: Vec<String> = report
            .line
            .iter()
            .map(|step| format!("{}{}", if step.color == "black" { "B:" } else { "W:" }, step.mv))
            .collect();
        let _ = writeln!(text, "Line: {}", line.join(" "));
    }
    text
}

/// Points in words; many are counted.
fn few(points: &[String]) -> String {
    match points {
        [first, .., last] if points.len() > 12 => {
            format!("{} points from {first} to {last}", points.len())
        }
        _ => points.join(" "),
    }
}

fn area_text(text: &mut String, area: &AreaReport) {
    let unknown = || "?".to_string();
    let _ = write!(text, "{} ", letter(area.id));
    match area.status {
        "exact" => {
            let _ = write!(
                text,
                "count {}, move worth {}, {}",
                area.mean.clone().unwrap_or_else(unknown),
                area.temperature.clone().unwrap_or_else(unknown),
                area.kind.clone().unwrap_or_else(unknown).replace('_', " "),
            );
            if let Some(value) = &area.value {
                let _ = write!(text, ", value {value}");
            }
        }
        "bounds" => {
            let _ = write!(text, "depends on a ko");
            if let Some(ko) = &area.ko {
                let _ = write!(text, " ({})", ko.name);
                for (who, master) in [("Black", &ko.black_master), ("White", &ko.white_master)] {
                    if let Some(master) = master {
                        let (mean, temperature) = (&master.mean, &master.temperature);
                        let _ = write!(
                            text,
                            "; {who} ko master: count {mean}, move worth {temperature}"
                        );
                    }
                }
                if let Some(problem) = &ko.problem {
                    let _ = write!(text, " ({problem})");
                }
            }
        }
        _ => text.push_str("not solved"),
    }
    // Nobody gains by moving in a settled area.
    if area.kind.as_deref() == Some("number") {
        text.push('\n');
        return;
    }
    let moves = |moves: &[workbench::solve::MoveReport]| -> String {
        moves.iter().map(|mv| mv.mv.as_str()).collect::<Vec<_>>().join(" ")
    };
    if !area.black_moves.is_empty() {
        let _ = write!(text, "; Black {}", moves(&area.black_moves));
    }
    if !area.white_moves.is_empty() {
        let _ = write!(text, "; White {}", moves(&area.white_moves));
    }
    text.push('\n');
}

fn score_text(report: &Report) -> String {
    let known = |score: &Option<Number>, bounds: &Option<[Number; 2]>| match (score, bounds) {
        (Some(score), _) => score.to_string(),
        (None, Some([low, high])) => format!("between {low} and {high}"),
        (None, None) => "not known".to_string(),
    };
    let warrant = match report.status {
        "exact" => "proved",
        "assuming" => "exact if the assumptions hold",
        "bounds" => "bounds: a ko is open",
        _ => "only a part of the board is solved",
    };
    format!(
        "Score without komi under {} rules: Black first {}, White first {} ({warrant})",
        report.rules,
        known(&report.score.black_first, &report.score_bounds.black_first),
        known(&report.score.white_first, &report.score_bounds.white_first),
    )
}

/// What kos leave open: the score for either ko master, and without threats.
fn masters_text(text: &mut String, report: &Report) {
    for (who, score, bounds, without) in [
        (
            "Black",
            &report.score.black_first,
            &report.score_bounds.black_first,
            &report.without_threats.black_first,
        ),
        (
            "White",
            &report.score.white_first,
            &report.score_bounds.white_first,
            &report.without_threats.white_first,
        ),
    ] {
        let Some([low, high]) = bounds.as_ref().filter(|[low, high]| low != high) else { continue };
        if report.status == "partial" {
            continue;
        }
        let _ = write!(text, "{who} first: {low} if White wins every ko, {high} if Black does");
        match without {
            Some([low, high]) if low == high && score.is_none() => {
                let _ = write!(text, ", {low} if nobody makes ko threats");
            }
            Some([low, high]) if low != high => {
                let _ = write!(text, ", {low} to {high} if nobody makes ko threats");
            }
            _ => {}
        }
        text.push('\n');
    }
}

/// A, B, … for areas; a plus after Z.
fn letter(id: usize) -> char {
    match id {
        1..=26 => (b'A' + id as u8 - 1) as char,
        _ => '+',
    }
}

fn marked_board(position: &Position, report: &Report) -> String {
    let has = |list: &[String], name: &str| list.iter().any(|point| point == name);
    board::draw(position.size(), |point| {
        let name = point.to_string();
        let safe = has(&report.safe.black, &name) || has(&report.safe.white, &name);
        match position.stone(point) {
            Some(board::Color::Black) if safe => 'X',
            Some(board::Color::Black) => 'x',
            Some(board::Color::White) if safe => 'O',
            Some(board::Color::White) => 'o',
            None => {
                if let Some(area) = report.areas.iter().find(|area| has(&area.points, &name)) {
                    letter(area.id)
                } else if has(&report.territory.black, &name) {
                    '#'
                } else if has(&report.territory.white, &name) {
                    '@'
                } else if has(&report.dame, &name) {
                    '*'
                } else {
                    '.'
                }
            }
        }
    })
}
