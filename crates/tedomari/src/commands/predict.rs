//! `tedomari predict`: the likeliest next moves.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use board::{Color, Point, Position};
use predict::deep::Deep;
use predict::{Adviser, Likely, Model};
use serde::Serialize;
use workbench::diagram::Diagram;

use super::train::read_model;
use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::{PositionArgs, display_name, read_bytes};
use crate::limits::whole;
use crate::output;

/// Options of `tedomari predict`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari predict game.sgf --move 40           the ten likeliest moves after move 40
  tedomari predict game.sgf --json              all legal moves, for programs
  tedomari predict game.sgf --heat              the board in the terminal
  tedomari predict game.sgf --fast              by what is around each move alone
  tedomari predict game.sgf --svg heat.svg      a picture, redder where likelier

A prediction is an estimate of what a strong player would play here. It proves nothing.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// A model of features, asked alone [default: the one that ships with the program, and the
    /// deep network on top of it]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    #[command(flatten)]
    depth: Depth,
    /// List so many moves
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole(0..=usize::MAX))]
    top: usize,
    /// Show the board with the probabilities in percent
    #[arg(long)]
    heat: bool,
    /// Write a picture of the board, redder where likelier
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// How deeply to look.
#[derive(clap::Args, Debug)]
pub(crate) struct Depth {
    /// Ask a deep network on top of the model [without FILE, and without `--model`: the one
    /// that ships with the program]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    deep: Option<Option<PathBuf>>,
    /// Ask the model of features alone: a few times as fast, and less often right
    #[arg(long, conflicts_with = "deep")]
    fast: bool,
}

impl Depth {
    /// The deep network, if it is wanted: a model that somebody brings along is asked alone.
    pub(crate) fn deep(&self, model: Option<&Path>) -> anyhow::Result<Option<Arc<Deep>>> {
        let deep = match &self.deep {
            None if self.fast || model.is_some() => return Ok(None),
            None | Some(None) => {
                Deep::standard().context("the network that ships with the program")?
            }
            Some(Some(path)) => {
                let name = display_name(path);
                let bytes = read_bytes(path).with_context(|| name.clone())?;
                Deep::from_bytes(&bytes)
                    .with_context(|| format!("{name}: no deep network can be read"))?
            }
        };
        Ok(Some(Arc::new(deep)))
    }
}

/// The JSON of `predict`.
#[derive(Serialize)]
struct Predicted {
    schema: &'static str,
    to_play: String,
    model: String,
    warrant: &'static str,
    moves: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    #[serde(rename = "move")]
    point: String,
    p: f64,
}

/// The model in a file, or the one that ships with the program.
pub(crate) fn model(path: Option<&Path>) -> anyhow::Result<Model> {
    match path {
        Some(path) => read_model(path),
        None => Model::standard().context("the model that ships with the program"),
    }
}

impl Args {
    /// Predicts.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let model = model(self.model.as_deref())?;
        let loaded = self.position.load(caller)?;
        let position = loaded.position;
        let deep = self.depth.deep(self.model.as_deref())?;
        let deep = deep.filter(|_| Deep::fits(position.size()));
        let title = deep.as_ref().map_or(&model.title, |deep| &deep.title).clone();
        let color = position.to_play();
        let moves = Adviser::new(Arc::new(model), deep).ranked(&position, color);
        if let Some(path) = &self.svg {
            output::replace_file(path, picture(&position, &moves).as_bytes())?;
        }
        let listed = moves.iter().map(|m| Listed { point: m.point.to_string(), p: m.p });
        let report = Predicted {
            schema: "tedomari.predict/1",
            to_play: color.to_string(),
            model: title,
            warrant: "estimate",
            moves: listed.collect(),
        };
        Answer::new(self.json, &report, || self.text(&position, loaded.moves, &moves))
    }

    /// The likeliest moves for people.
    fn text(&self, position: &Position, played: usize, moves: &[Likely]) -> String {
        let color = position.to_play();
        let mut text = format!("{color} to move after move {played} (an estimate)\n");
        if self.heat {
            text += &heat(position, moves);
        }
        for likely in moves.iter().take(self.top) {
            let _ = writeln!(text, "{:>4} {:6.2} %", likely.point.to_string(), 100.0 * likely.p);
        }
        if moves.is_empty() {
            text += "there is no legal move but a pass\n";
        }
        text
    }
}

/// The board as text: stones, and the probability of each move in percent.
fn heat(position: &Position, moves: &[Likely]) -> String {
    let size = position.size();
    let mut text = String::new();
    let letters = |text: &mut String| {
        text.push_str("  ");
        for column in 0..size.width() {
            let _ = write!(text, "{:>3}", &Point::new(column, 0).to_string()[..1]);
        }
        text.push('\n');
    };
    letters(&mut text);
    for row in (0..size.height()).rev() {
        let _ = write!(text, "{:2}", row + 1);
        for column in 0..size.width() {
            let point = Point::new(column, row);
            let cell = match position.stone(point) {
                Some(Color::Black) => "X".to_string(),
                Some(Color::White) => "O".to_string(),
                None => {
                    let p = moves.iter().find(|m| m.point == point).map_or(0.0, |m| m.p);
                    if p >= 0.005 { format!("{:.0}", 100.0 * p) } else { ".".to_string() }
                }
            };
            let _ = write!(text, "{cell:>3}");
        }
        let _ = writeln!(text, " {}", row + 1);
    }
    letters(&mut text);
    text
}

/// The board as a picture: each likely move with its percentage on a field whose
/// red grows with the probability, the likeliest in magenta (Harrison 2010, figure 2.6).
fn picture(position: &Position, moves: &[Likely]) -> String {
    let mut diagram = Diagram::new(position.setup());
    diagram.last_move = position.moves().next_back().and_then(|(_, mv)| mv.point());
    diagram.caption = format!("The likeliest moves of {} in percent", position.to_play());
    let size = position.size();
    let mut fields = String::new();
    for (i, likely) in moves.iter().enumerate().filter(|(_, m)| m.p >= 0.001) {
        let color = if i == 0 { "#d0d".to_string() } else { shade(likely.p) };
        // The places of points in a whole-board picture: see `workbench::diagram`.
        let x = 24 + 20 * likely.point.column() - 10;
        let y = 24 + 20 * (size.height() - 1 - likely.point.row()) - 10;
        let _ = writeln!(
            fields,
            r#"<rect x="{x}" y="{y}" width="20" height="20" fill="{color}" fill-opacity="0.55"/>"#
        );
        if likely.p >= 0.005 {
            diagram.labels.insert(likely.point, format!("{:.0}", 100.0 * likely.p));
        }
    }
    let svg = diagram.svg();
    // Above the board's ground, below its lines and labels.
    match svg.find("<path") {
        Some(lines) => format!("{}{fields}{}", &svg[..lines], &svg[lines..]),
        None => svg,
    }
}

/// From green, unlikely, to red, likely; by the logarithm, from a thousandth to one.
pub(crate) fn shade(p: f64) -> String {
    let warmth = (1.0 + p.max(0.001).log10() / 3.0).clamp(0.0, 1.0);
    let (red, green) = ((255.0 * warmth) as u8, (255.0 * (1.0 - warmth)) as u8);
    format!("#{red:02x}{green:02x}00")
}
