//! `tedomari show`: the position as text.

use std::fmt::Write;

use board::{Color, Move};
use serde::Serialize;
use workbench::load::{Loaded, Turn};

use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::PositionArgs;

/// Options of `tedomari show`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari show game.sgf                 the final position
  tedomari show game.sgf --move 100      after move 100
  tedomari show problems.sgf --game 3    the third game of a collection
  tedomari show - --json < game.sgf      for programs")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `show`.
#[derive(Serialize)]
struct Shown {
    schema: &'static str,
    rules: String,
    komi: String,
    width: usize,
    height: usize,
    moves: usize,
    illegal: usize,
    to_play: String,
    last_move: Option<String>,
    ko: Option<String>,
    black: Vec<String>,
    white: Vec<String>,
    prisoners: Prisoners,
}

/// Prisoners each player has taken.
#[derive(Serialize)]
struct Prisoners {
    black: u32,
    white: u32,
}

impl Args {
    /// The position.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let loaded = self.position.load(caller)?;
        Answer::new(self.json, &shown(&loaded), || text(&loaded))
    }
}

fn shown(loaded: &Loaded) -> Shown {
    let position = &loaded.position;
    let stones = |color| position.stones(color).iter().map(|point| point.to_string()).collect();
    Shown {
        schema: "tedomari.show/1",
        rules: rules_name(loaded),
        komi: loaded.header.rules.komi.to_string(),
        width: position.size().width(),
        height: position.size().height(),
        moves: loaded.moves,
        illegal: loaded.illegal,
        to_play: position.to_play().to_string(),
        last_move: last_move(loaded).map(|(_, mv)| mv.to_string()),
        ko: position.ko_point().map(|point| point.to_string()),
        black: stones(Color::Black),
        white: stones(Color::White),
        prisoners: Prisoners {
            black: position.lost(Color::White),
            white: position.lost(Color::Black),
        },
    }
}

/// The board and a line of facts, in words a screen reader can read.
fn text(loaded: &Loaded) -> String {
    let position = &loaded.position;
    let mut text = position.setup().to_string();
    let _ = write!(text, "Move {}", loaded.moves);
    if let Some((color, mv)) = last_move(loaded) {
        let _ = write!(text, ", {color} {mv}");
    }
    let why = match loaded.turn {
        Turn::Wanted => "as asked",
        Turn::Declared => "the file says so",
        Turn::NextMove => "the next recorded move",
        Turn::AfterLastMove => "after the last move",
        Turn::Custom => "nothing else is said",
    };
    let _ = writeln!(text, "; {} to play ({why})", position.to_play());
    if let Some(point) = position.ko_point() {
        let _ = writeln!(text, "Ko: {point} may not be retaken at once");
    }
    let _ = writeln!(
        text,
        "Prisoners: Black has {}, White has {}; komi {}, {} rules",
        position.lost(Color::White),
        position.lost(Color::Black),
        loaded.header.rules.komi,
        rules_name(loaded),
    );
    text
}

pub(crate) fn rules_name(loaded: &Loaded) -> String {
    loaded.header.rules.name().unwrap_or("custom").to_string()
}

fn last_move(loaded: &Loaded) -> Option<(Color, Move)> {
    loaded.position.moves().next_back()
}
