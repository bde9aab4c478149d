//! `tedomari life`: does a group live?

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use board::{Color, PointSet, Position};
use workbench::life::{First, Report, life, proof_tree};
use workbench::solve::Step;

use crate::answer::{Answer, Kind};
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::{self, LimitArgs};
use crate::output::{self, check_folder};

/// Seconds of search where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Options of `tedomari life`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default_time(arg, DEFAULT_TIME)))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, "no limit")))]
#[command(after_help = "Examples:
  tedomari life problem.sgf S18                     the group at S18, each side first
  tedomari life problem.sgf S18,Q17 --json          a group of two blocks, for programs
  tedomari life problem.sgf S18 --area T17,T18,T19  both may play there alone
  tedomari life problem.sgf S18 --sgf proof.sgf     with all variations

The answer holds whatever happens outside the area if it says `proved`, taking the
attacker's stones around the area as alive; `assuming` means: if the group cannot
get out. A ko is named with the threats it takes.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// A stone of the group, or several, separated by commas
    #[arg(value_name = "POINT", value_delimiter = ',', required = true)]
    stones: Vec<String>,
    /// Where both may play [default: found by itself]
    #[arg(long, value_name = "P,P,…", value_delimiter = ',')]
    area: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Write the proof, with all variations, to this file; - writes it instead of the report
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
        let target = group(position, &self.stones)?;
        let area = boundary(position, &target, &self.area)?;
        let start = Instant::now();
        let mut budget = self.limits.budget(caller, DEFAULT_TIME);
        let mut report = life(position, &target, area, &mut budget)?;
        report.stats.seconds = start.elapsed().as_secs_f64();
        if let Some(path) = &self.sgf {
            let first = self.position.to_play.unwrap_or(position.to_play());
            let tree =
                proof_tree(position, &target, area, first, &mut budget)?.context(NO_PROOF)?;
            if let Some(answer) = written(path, tree)? {
                return Ok(answer);
            }
        }
        Answer::new(self.json, &report, || text(position, &target, &report))
    }
}

/// What is said where there are no variations to write.
pub(super) const NO_PROOF: &str = "there is no proof to write: the answer is unknown or too long";

/// Writes variations to a file; for `-`, they are the answer.
pub(super) fn written(path: &Path, tree: String) -> anyhow::Result<Option<Answer>> {
    if path.as_os_str() == "-" {
        return Ok(Some(Answer::text(Kind::Sgf, tree + "\n")));
    }
    output::replace_file(path, tree.as_bytes())?;
    Ok(None)
}

/// The blocks of the stones named, all of one color.
fn group(position: &Position, stones: &[String]) -> anyhow::Result<PointSet> {
    let mut group = PointSet::EMPTY;
    let mut owner: Option<Color> = None;
    for name in stones {
        let point = position.size().parse_point(name.trim())?;
        let Some(color) = position.stone(point) else { bail!("there is no stone on {point}") };
        if owner.is_some_and(|owner| owner != color) {
            bail!("{} are not one group: there are stones of both colors", stones.join(", "));
        }
        owner = Some(color);
        group |= position.block(point);
    }
    Ok(group)
}

/// The empty points of the area given.
fn boundary(
    position: &Position,
    group: &PointSet,
    points: &[String],
) -> anyhow::Result<Option<PointSet>> {
    if points.is_empty() {
        return Ok(None);
    }
    let mut area = PointSet::EMPTY;
    for name in points {
        area.insert(position.size().parse_point(name.trim()).context("--area")?);
    }
    if !area.intersects(&position.empty_points()) {
        bail!("--area: none of these points is empty");
    }
    if !area.intersects(&group.border(position.size())) {
        bail!("--area: none of these points is beside the group");
    }
    Ok(Some(area))
}

fn text(position: &Position, target: &PointSet, report: &Report) -> String {
    let has = |list: &[String], name: &str| list.iter().any(|point| point == name);
    let mut text = board::draw(position.size(), |point| match position.stone(point) {
        Some(Color::Black) if target.contains(point) => 'X',
        Some(Color::White) if target.contains(point) => 'O',
        Some(Color::Black) => 'x',
        Some(Color::White) => 'o',
        None if has(&report.area, &point.to_string()) => '*',
        None => '.',
    });
    let _ = writeln!(text, "X O the group, x o other stones, * the area\n");
    let warrant = match report.warrant {
        "proved" if report.checked => "proved, and the proof was checked",
        "proved" => "proved",
        "assuming" if report.checked => {
            "proved and checked, if the stones around it live and let nothing out"
        }
        "assuming" => "proved, if the stones around it live and let nothing out",
        _ => "not decided within the limits",
    };
    let _ = writeln!(text, "The group is {} ({warrant})", report.status);
    for (who, first) in [("Attacker", &report.attacker_first), ("Defender", &report.defender_first)]
    {
        let _ = writeln!(text, "{who} first: {}", answer(first));
        if !first.line.is_empty() {
            let _ = writeln!(text, "  {}", line(&first.line));
        }
    }
    let _ = writeln!(
        text,
        "{} in {:.2} s",
        output::count(report.stats.nodes, "position"),
        report.stats.seconds
    );
    text
}

fn answer(first: &First) -> String {
    let mut text = first.fate.to_string();
    if let Some([needed, ignored]) = first.threats {
        match (needed, ignored) {
            (0, 0) => text.push_str(", taking first and without threats"),
            (0, n) => {
                let threats = output::count(u64::from(n), "threat");
                _ = write!(text, ", won unless the other side has more than {threats}");
            }
            (255, _) => text.push_str(", needing more threats than were counted"),
            (n, _) => {
                _ = write!(text, ", needing {}", output::count(u64::from(n), "threat"));
            }
        }
    }
    match &first.mv {
        Some(mv) if mv == "pass" => text.push_str(", no move is needed"),
        Some(_) if !first.moves.is_empty() => _ = write!(text, ", by {}", first.moves.join(" ")),
        _ => {}
    }
    text
}

/// A line of moves for people.
pub(super) fn line(line: &[Step]) -> String {
    let step =
        |step: &Step| format!("{}{}", if step.color == "black" { "B:" } else { "W:" }, step.mv);
    line.iter().map(step).collect::<Vec<_>>().join(" ")
}
