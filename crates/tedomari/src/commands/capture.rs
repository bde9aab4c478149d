//! `tedomari capture`: can a block be captured, can it be saved?

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use board::{Color, Point, PointSet, Position, draw};
use tactics::capture::Effort;
use tactics::goal::KoMaster;
use workbench::solve::Step;
use workbench::tactics::{First, Report, capture};
use workbench::variations::{Aim, variations};

use super::life::{NO_PROOF, written};
use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::{self, LimitArgs, whole};
use crate::output::{self, check_folder};

/// Seconds of search where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Positions for each question where the user gives no limit.
const DEFAULT_NODES: u64 = 100_000;

/// Options of `tedomari capture`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default_time(arg, DEFAULT_TIME)))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, format!("{DEFAULT_NODES} for each question"))))]
#[command(after_help = "Examples:
  tedomari capture game.sgf Q4                       the block at Q4, each side first
  tedomari capture game.sgf Q4 --ladder              by ataris alone
  tedomari capture game.sgf Q4 --prey 2 --hunter 3   a loose ladder: at most two liberties
                                                     when the block moves, three before
  tedomari capture game.sgf Q4 --ko black            Black wins every ko
  tedomari capture game.sgf Q4 --boundary R9,S9      the hunter may not play there
  tedomari capture game.sgf Q4 --sgf tree.sgf        with variations
  tedomari capture game.sgf Q4 --json                for programs

Without options no limits have to be given: many liberties are an escape. A capture
that is `proved` works against every defence; an escape is an estimate. A ko is named
by who takes it first.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// A stone of the block
    #[arg(value_name = "POINT")]
    point: String,
    /// Read ataris alone: --prey 1 --hunter 2
    #[arg(long, conflicts_with_all = ["prey", "hunter"])]
    ladder: bool,
    /// More liberties than N when the block is to move are an escape [default: 3]
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    prey: Option<usize>,
    /// More liberties than N when the hunter is to move are an escape [default: 4]
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    hunter: Option<usize>,
    /// Who wins every ko: black, white, or none for local threats alone [default: the ko is named]
    #[arg(long, value_name = "WINNER", value_parser = parse_ko)]
    ko: Option<KoMaster>,
    /// Empty points where the hunter may not play
    #[arg(long, value_name = "P,P,…", value_delimiter = ',')]
    boundary: Vec<String>,
    /// The most moves to look ahead
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    depth: Option<usize>,
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

fn parse_ko(text: &str) -> Result<KoMaster, String> {
    match text {
        "none" => Ok(KoMaster::Nobody),
        _ => {
            text.parse().map(KoMaster::Color).map_err(|_| "write black, white or none".to_string())
        }
    }
}

impl Args {
    /// Reads.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        self.sgf.as_deref().map_or(Ok(()), check_folder)?;
        let loaded = self.position.load(caller)?;
        let position = &loaded.position;
        let prey = stone(position, &self.point)?;
        let plain = Effort::default();
        let (hunters, preys) =
            if self.ladder { (Some(2), Some(1)) } else { (self.hunter, self.prey) };
        let effort = Effort {
            nodes: self.limits.nodes.unwrap_or(DEFAULT_NODES),
            prove: true,
            hunter_liberties: hunters.unwrap_or(plain.hunter_liberties.max(preys.unwrap_or(0))),
            prey_liberties: preys
                .unwrap_or(plain.prey_liberties.min(hunters.unwrap_or(usize::MAX))),
            depth: self.depth.unwrap_or(plain.depth),
            ko: self.ko,
            boundary: boundary(position, &self.boundary)?,
        };
        if effort.prey_liberties == 0 || effort.hunter_liberties == 0 {
            bail!("--prey and --hunter: a block has at least one liberty");
        }
        let start = Instant::now();
        let mut budget = self.limits.budget(caller, DEFAULT_TIME);
        if let Some(path) = &self.sgf {
            let aim = Aim::Capture(prey, &effort);
            let tree = variations(position, aim, position.to_play(), &mut budget);
            if let Some(answer) = written(path, tree.context(NO_PROOF)?)? {
                return Ok(answer);
            }
        }
        let mut report = capture(position, prey, &effort, &mut budget);
        report.stats.seconds = start.elapsed().as_secs_f64();
        Answer::new(self.json, &report, || {
            let what = format!("The block at {prey}");
            let words = Words { what, attacker: "captured", defender: "saved" };
            let mut text = text(position, &position.block(prey), &report, &words);
            if report.status == "safe" && report.attacker_first.warrant != "proved" {
                text.push_str(
                    "Its liberties were read; `tedomari life` asks whether it can live\n",
                );
            }
            text
        })
    }
}

/// A point with a stone on it.
pub(super) fn stone(position: &Position, name: &str) -> anyhow::Result<Point> {
    let point = position.size().parse_point(name.trim())?;
    if position.stone(point).is_none() {
        bail!("there is no stone on {point}");
    }
    Ok(point)
}

fn boundary(position: &Position, names: &[String]) -> anyhow::Result<PointSet> {
    let mut boundary = PointSet::EMPTY;
    for name in names {
        let point = position.size().parse_point(name.trim()).context("--boundary")?;
        if !position.is_empty(point) {
            bail!("--boundary: there is a stone on {point}");
        }
        boundary.insert(point);
    }
    Ok(boundary)
}

/// How an answer is put.
pub(super) struct Words {
    /// `The block at Q4`.
    pub(super) what: String,
    /// What the attacker wants it to be: `captured`, `cut`.
    pub(super) attacker: &'static str,
    /// What the defender wants it to be.
    pub(super) defender: &'static str,
}

/// The answer for people: the line of the more interesting side as a numbered
/// diagram, and both answers in words.
pub(super) fn text(
    position: &Position,
    target: &PointSet,
    report: &Report,
    words: &Words,
) -> String {
    let (attacker, defender) = (&report.attacker_first, &report.defender_first);
    let shown =
        if report.status == "dead" || attacker.line.is_empty() { defender } else { attacker };
    let mut text = String::new();
    let (numbers, again) = numbered(&shown.line);
    let board = draw(position.size(), |point| match numbers.get(&point) {
        Some(&number) => mark(number),
        None => match position.stone(point) {
            Some(Color::Black) if target.contains(point) => 'X',
            Some(Color::White) if target.contains(point) => 'O',
            Some(Color::Black) => 'x',
            Some(Color::White) => 'o',
            None => '.',
        },
    });
    text.push_str(&board);
    let who = if std::ptr::eq(shown, attacker) { "attacker" } else { "defender" };
    let _ = writeln!(text, "X O the stones asked about, x o others");
    if !numbers.is_empty() {
        let _ = writeln!(text, "1 2 3 … 9 a b … the line with the {who} first");
    }
    for remark in again {
        let _ = writeln!(text, "  {remark}");
    }
    let _ = match report.status {
        "unknown" => writeln!(text, "\n{} is not decided", words.what),
        status => writeln!(text, "\n{} is {status} ({})", words.what, report.warrant),
    };
    for (who, first, wish) in
        [("Attacker", attacker, words.attacker), ("Defender", defender, words.defender)]
    {
        let _ = writeln!(text, "{who} first: {}", answer(first, wish));
    }
    let _ = writeln!(
        text,
        "{} in {:.2} s",
        output::count(report.stats.nodes, "position"),
        report.stats.seconds
    );
    text
}

fn answer(first: &First, wish: &str) -> String {
    let mut text = match first.code {
        _ if first.result == "unknown" => "not decided within the limits".to_string(),
        0 => format!("not {wish}"),
        2 => format!("{wish} by ko, taking first and ignoring a threat"),
        3 => format!("{wish} by ko, after a threat"),
        _ => wish.to_string(),
    };
    match first.mv.as_deref() {
        Some("pass") => text.push_str(", no move is needed"),
        Some(mv) => _ = write!(text, " with {mv}"),
        None => {}
    }
    match first.ahead {
        Some(0) => text.push_str(", with no move to spare"),
        Some(1) => text.push_str(", the winner one move ahead"),
        Some(ahead) => _ = write!(text, ", the winner {ahead} moves ahead"),
        None => {}
    }
    if first.result != "unknown" {
        let _ = write!(text, " ({})", first.warrant);
    }
    text
}

/// Where the moves of a line stand, the first on each point, and a remark for
/// each pass and each later move on a point.
fn numbered(line: &[Step]) -> (BTreeMap<Point, usize>, Vec<String>) {
    let mut numbers: BTreeMap<Point, usize> = BTreeMap::new();
    let mut remarks = Vec::new();
    for (i, step) in line.iter().enumerate() {
        let number = i + 1;
        match step.mv.parse::<Point>() {
            Err(_) => remarks.push(format!("{}: {} passes", mark(number), step.color)),
            Ok(point) => match numbers.get(&point) {
                Some(&earlier) => {
                    remarks.push(format!("{} at {} ({point})", mark(number), mark(earlier)));
                }
                None => _ = numbers.insert(point, number),
            },
        }
    }
    (numbers, remarks)
}

fn mark(number: usize) -> char {
    const MARKS: &[u8] = b"123456789abcdefghijklmnpqrstuvwyz";
    MARKS.get(number - 1).map_or('+', |&mark| mark as char)
}
