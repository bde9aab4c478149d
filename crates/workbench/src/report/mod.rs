//! The endgame of a whole game, move by move: what each position is worth, how hot it is, and
//! which moves gave points away.
//!
//! The walk goes back from the end of the record as far as positions can be solved. Every
//! position is solved as `solve --assume-alive` does it. A move is judged by solving the board
//! after it *under the assumptions made before it* (see `judge`), so that a loss is the
//! difference of two answers that rest on the same ground. Nothing is called a mistake unless
//! that difference is certain.

mod judge;
mod walk;

use serde::Serialize;

use crate::solve::{self, Number};

pub use walk::{Walk, walk};

/// The JSON of `report`.
#[derive(Clone, Debug, Serialize)]
pub struct GameReport {
    /// `tedomari.report/1`.
    pub schema: &'static str,
    /// Who played whom, when, and how it ended by the record.
    pub game: Game,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The rules by name.
    pub rules: String,
    /// Points for White.
    pub komi: String,
    /// Moves of the main line.
    pub moves: usize,
    /// How many moves were played at the first position looked at.
    pub from: usize,
    /// Why the walk back ended there.
    pub ended: String,
    /// Points given away for certain, by each side.
    pub lost: Lost,
    /// The positions, in the order of the game.
    pub positions: Vec<Moment>,
    /// The moves from the first of them on.
    pub judged: Vec<Judged>,
    /// The score after the last move and the recorded result.
    pub end: End,
    /// Work done.
    pub stats: solve::Stats,
}

/// What the record says about the game.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Game {
    /// Black's name.
    pub black: Option<String>,
    /// Black's rank.
    pub black_rank: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// White's rank.
    pub white_rank: Option<String>,
    /// When it was played.
    pub date: Option<String>,
    /// Where, or in which tournament.
    pub event: Option<String>,
    /// The result.
    pub result: Option<String>,
}

/// Points given away for certain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// By Black.
    pub black: i64,
    /// By White.
    pub white: i64,
}

/// The end of the game.
#[derive(Clone, Debug, Default, Serialize)]
pub struct End {
    /// The score of the last position with komi, such as `B+3.5`, if it is known.
    pub score: Option<String>,
    /// Whether it is the counted result of the record; null if either is not known.
    pub agrees: Option<bool>,
}

/// A position of the game.
#[derive(Clone, Debug, Serialize)]
pub struct Moment {
    /// How many moves were played.
    pub moves: usize,
    /// The score with best play of both, the recorded player first, without komi.
    pub score: Option<Number>,
    /// Between which it lies.
    pub bounds: Option<[Number; 2]>,
    /// The temperature of the game: what the largest move is worth.
    pub temperature: Option<String>,
    /// Whether there may be larger ones, because something is not solved or is a ko.
    pub hotter: bool,
    /// Everything that was found about it.
    pub answer: solve::Report,
}

/// A move and what is to be said about it.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// Its number.
    pub number: usize,
    /// Who played it.
    pub color: String,
    /// Where.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is to be said about it.
    pub verdict: Verdict,
    /// At least and at most what it costs, in points.
    pub cost: Option<[Number; 2]>,
    /// What it costs if nobody makes ko threats beside the moves that are worth points;
    /// only where kos leave the cost open.
    pub cost_without_threats: Option<Number>,
    /// The score before it and after it, under the assumptions made before it.
    pub scores: Option<[Number; 2]>,
    /// What the verdict rests on.
    pub warrant: Warrant,
    /// Where it was played: `area`, `dame`, `own territory`, `opponent's territory`,
    /// `assumed ground`, `unsolved part` or `pass`.
    pub place: &'static str,
    /// The area it was played in, by its number in the position before it.
    pub area: Option<usize>,
    /// The moves that would have lost nothing.
    pub better: Vec<String>,
    /// How play would have gone on with best play.
    pub line: Vec<solve::Step>,
    /// Why nothing, or not more, is said.
    pub why: Option<String>,
}

/// What is to be said about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It loses nothing.
    Good,
    /// It loses points for certain.
    Mistake,
    /// It may lose points; a ko decides.
    Open,
    /// What can be assumed before and after it does not fit together.
    Doubtful,
    /// Nothing is known.
    Unknown,
}

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Warrant {
    /// Proved; nothing was assumed.
    Proved,
    /// Exact if what was assumed in the position before the move holds.
    Assuming,
    /// Bounds that hold under those assumptions, whoever wins the kos.
    Bounds,
    /// Nothing.
    None,
}

impl GameReport {
    /// The moves that lose points for certain.
    pub fn mistakes(&self) -> impl Iterator<Item = &Judged> {
        self.judged.iter().filter(|judged| judged.verdict == Verdict::Mistake)
    }

    /// The position after so many moves, if it was looked at.
    pub fn moment(&self, moves: usize) -> Option<&Moment> {
        self.positions.iter().find(|moment| moment.moves == moves)
    }
}
