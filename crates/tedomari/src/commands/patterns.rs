//! `tedomari patterns`: which patterns of a library lie on the board.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Context;
use board::{Color, Position};
use pattern::{Link, Map, Match, Matcher, Pattern, Tuning, starter};
use serde::Serialize;

use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::{PositionArgs, in_words};
use crate::library;

/// Options of `tedomari patterns`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari patterns game.sgf --move 40              moves that patterns advise, and connections
  tedomari patterns game.sgf --library mine.txt     those of a library of your own
  tedomari patterns game.sgf --json

A library is a text file; docs/patterns.md says how one is written. What is called exact is
proved by the pattern alone before it is used; everything else is a rule of thumb.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The library, a text file [default: the one that comes with the program]
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Look also for patterns of your own library, which the workbench keeps
    #[arg(long, conflicts_with = "library")]
    own: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `patterns`.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    to_play: String,
    patterns: usize,
    matches: Vec<Placed>,
}

/// A pattern on the board, and where its map lies the first time that it is found.
#[derive(Serialize)]
struct Placed {
    #[serde(flatten)]
    found: Found,
    points: Vec<String>,
}

/// A pattern on the board. Found twice if that looks the same, it is told once.
#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    pattern: String,
    warrant: &'static str,
    moves: Vec<Advised>,
    connects: Vec<[String; 2]>,
    divides: Vec<[String; 2]>,
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Advised {
    color: String,
    #[serde(rename = "move")]
    point: String,
    motives: Vec<String>,
}

impl Args {
    /// Matches.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let library = self.read_library()?;
        let position = self.position.load(caller)?.position;
        let report = Report {
            schema: "tedomari.patterns/1",
            to_play: position.to_play().to_string(),
            patterns: library.len(),
            matches: found(&library, &position),
        };
        Answer::new(self.json, &report, || text(&report))
    }

    fn read_library(&self) -> anyhow::Result<Vec<Pattern>> {
        let mut patterns = Vec::new();
        if self.own || self.library.is_none() {
            patterns.extend_from_slice(starter());
        }
        let (mut more, remarks) = match &self.library {
            Some(path) => {
                let name = path.display().to_string();
                let text = std::fs::read_to_string(path)
                    .map_err(in_words)
                    .with_context(|| name.clone())?;
                library::read(&name, &text)?
            }
            None if self.own => library::read("your library", &library::text()?)?,
            None => Default::default(),
        };
        for remark in remarks {
            eprintln!("{remark}");
        }
        patterns.append(&mut more);
        Ok(patterns)
    }
}

/// What lies on the board and fits its surroundings, what advises the player to
/// move or tells of links.
fn found(library: &[Pattern], position: &Position) -> Vec<Placed> {
    let maps: Vec<Map> = library.iter().map(|pattern| pattern.map.clone()).collect();
    let mut matcher = Matcher::new(&maps, position.size(), Tuning::default());
    matcher.update(position);
    let mut all = BTreeMap::new();
    for hit in matcher.matches() {
        let pattern = &library[hit.pattern as usize];
        if pattern.context_holds(position, &hit)
            && let Some(found) = told(pattern, position, &hit)
        {
            all.entry(found).or_insert_with(|| covered(pattern, position, &hit));
        }
    }
    all.into_iter().map(|(found, points)| Placed { found, points }).collect()
}

/// The points that the map speaks of.
fn covered(pattern: &Pattern, position: &Position, hit: &Match) -> Vec<String> {
    let cells = pattern.map.cells().iter();
    let points = cells.filter_map(|&(x, y, _)| hit.point(position.size(), x, y));
    points.map(|point| point.to_string()).collect()
}

fn told(pattern: &Pattern, position: &Position, hit: &Match) -> Option<Found> {
    let point = |label| {
        let (x, y) = pattern.place(label)?;
        hit.point(position.size(), x, y)
    };
    let side = |color: Color| if hit.exchanged { color.opponent() } else { color };
    let mut moves = Vec::new();
    for advice in &pattern.moves {
        let (color, at) = (side(advice.color), point(advice.label)?);
        if color == position.to_play() && position.check(color, at.into()).is_ok() {
            moves.push(Advised {
                color: color.to_string(),
                point: at.to_string(),
                motives: advice.motives.clone(),
            });
        }
    }
    let pairs = |wanted: Link| {
        let links = pattern.links.iter().filter(move |link| link.0 == wanted);
        let pairs = links.filter_map(|link| Some([point(link.1)?, point(link.2)?]));
        let pairs = pairs.map(|mut pair| {
            pair.sort_unstable();
            pair.map(|point| point.to_string())
        });
        pairs.collect::<Vec<_>>()
    };
    // A connection that needs a move is no connection yet, and another's move no advice.
    let (connects, divides) = match pattern.moves.is_empty() {
        true => (pairs(Link::Connects), pairs(Link::Divides)),
        false => (Vec::new(), Vec::new()),
    };
    let warrant = if pattern.exact { "proved" } else { "heuristic" };
    let tells = !moves.is_empty() || !connects.is_empty() || !divides.is_empty();
    tells.then(|| Found { pattern: pattern.name.clone(), warrant, moves, connects, divides })
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for Placed { found, .. } in &report.matches {
        let _ = write!(text, "{}", found.pattern);
        for advised in &found.moves {
            let _ = write!(text, ": {} {}", advised.color, advised.point);
            let _ = write!(text, " ({})", advised.motives.join(", "));
        }
        for [a, b] in &found.connects {
            let _ = write!(text, ": {a} and {b} are connected");
        }
        for [a, b] in &found.divides {
            let _ = write!(text, ": a wall from {a} to {b}");
        }
        let _ = writeln!(text, ", {}", found.warrant);
    }
    let count = report.matches.len();
    let _ = writeln!(
        text,
        "{count} matches of {} patterns, {} to play",
        report.patterns, report.to_play
    );
    text
}
