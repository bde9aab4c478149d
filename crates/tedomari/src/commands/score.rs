//! `tedomari score`: dead stones, territory and the score under the rules.

use std::fmt::Write;

use anyhow::{Context, bail};
use board::score::{Judgement, PLAYOUTS, Score, Status, Trial, Warrant, score};
use board::{Color, PointSet, Position, draw};
use serde::Serialize;
use tactics::verdict::known;
use workbench::load::Loaded;

use super::show::rules_name;
use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::whole;

/// Options of `tedomari score`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari score game.sgf                    finds dead stones by itself
  tedomari score game.sgf --rules chinese    under other rules
  tedomari score game.sgf --dead C3,Q16      with these groups taken off
  tedomari score game.sgf --dead none        with every stone alive
  tedomari score game.sgf --json             for programs

Without --dead, stones are judged first by Benson's unconditional life, which is
proof, then by reading what is safe whoever moves first, then by random games and
small searches, which are an estimate; the answer says which it was.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Dead blocks, each named by one of its stones, or none
    #[arg(long, value_name = "P,P,…|none", value_delimiter = ',')]
    dead: Vec<String>,
    /// Random games for judging what is not proved
    #[arg(long, value_name = "N", default_value_t = PLAYOUTS, value_parser = whole(1..=u32::MAX))]
    playouts: u32,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `score`.
#[derive(Serialize)]
struct Scored {
    schema: &'static str,
    rules: String,
    komi: String,
    score: String,
    dead: Vec<String>,
    territory: Pair<Vec<String>>,
    dame: Vec<String>,
    seki: Vec<String>,
    prisoners: Pair<u32>,
    reasons: Vec<String>,
    warrant: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    least_certain: Option<LeastCertain>,
}

/// Something of each player.
#[derive(Serialize)]
struct Pair<T> {
    black: T,
    white: T,
}

/// The block whose fate was least clear in the random games.
#[derive(Serialize)]
struct LeastCertain {
    block: String,
    permille: u32,
}

impl Args {
    /// The score.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let loaded = self.position.load(caller)?;
        let (status, warrant) = self.status(caller, &loaded.position)?;
        let counted = score(&loaded.position, &status, loaded.header.handicap);
        let scored = scored(&loaded, &status, &counted, warrant);
        Answer::new(self.json, &scored, || text(&loaded, &status, &counted, &scored))
    }

    /// What is dead and in seki, and how that is known; `None` if it was given.
    fn status(
        &self,
        caller: &Caller<'_>,
        position: &Position,
    ) -> anyhow::Result<(Status, Option<Warrant>)> {
        if self.dead.is_empty() {
            if !position.rules().agreement {
                return Ok((Status::all_alive(), Some(Warrant::Proved)));
            }
            let judgement = self.judge(caller, position);
            return Ok((judgement.status, Some(judgement.warrant)));
        }
        let mut dead = PointSet::EMPTY;
        if self.dead != ["none"] {
            for name in &self.dead {
                let point = position.size().parse_point(name.trim()).context("--dead")?;
                if position.stone(point).is_none() {
                    bail!("--dead: there is no stone on {point}");
                }
                dead |= position.block(point);
            }
        }
        Ok((Status::given_dead(position, dead), None))
    }

    /// What [`tactics::verdict::judge`] says, with progress, and ended by whoever asks.
    fn judge(&self, caller: &Caller<'_>, position: &Position) -> Judgement {
        let stop = caller.stop();
        let bar = caller.bar(u64::from(self.playouts), "playouts");
        let known = known(position);
        let mut trial = Trial::new_while(position, self.playouts, 1, &mut || {
            let more = !stop.is_raised();
            bar.inc(u64::from(more));
            more
        });
        // The first was not asked for.
        let played = bar.position() + 1;
        bar.set_message(", then small searches");
        trial.search_while(&known, &mut || !stop.is_raised());
        bar.finish_and_clear();
        if stop.is_raised()
            && let Caller::Terminal = caller
        {
            eprintln!("tedomari: interrupted: judged by the {played} playouts made so far");
        }
        trial.judge(&known)
    }
}

fn scored(loaded: &Loaded, status: &Status, score: &Score, warrant: Option<Warrant>) -> Scored {
    let names = |set: &PointSet| set.iter().map(|point| point.to_string()).collect::<Vec<_>>();
    let (warrant, least_certain) = match warrant {
        Some(Warrant::Proved) => ("proved", None),
        Some(Warrant::Read) => ("read", None),
        Some(Warrant::Estimate { block, certainty }) => {
            ("estimate", Some(LeastCertain { block: block.to_string(), permille: certainty }))
        }
        None => ("assuming", None),
    };
    Scored {
        schema: "tedomari.score/1",
        rules: rules_name(loaded),
        komi: loaded.header.rules.komi.to_string(),
        score: score.to_string(),
        dead: names(&status.dead),
        territory: Pair {
            black: names(&score.side(Color::Black).territory),
            white: names(&score.side(Color::White).territory),
        },
        dame: names(&score.dame),
        seki: names(&status.seki),
        prisoners: Pair {
            black: score.side(Color::Black).prisoners,
            white: score.side(Color::White).prisoners,
        },
        reasons: score.reasons.iter().map(ToString::to_string).collect(),
        warrant,
        least_certain,
    }
}

/// The marked board and the reckoning.
fn text(loaded: &Loaded, status: &Status, score: &Score, scored: &Scored) -> String {
    let mut text = marked_board(&loaded.position, status, score);
    text.push_str("X O stones, x o dead stones, # @ Black's and White's territory");
    if !status.seki.is_empty() {
        let _ = write!(text, "\nSeki: {}", status.seki);
    }
    text.push_str("\n\n");
    for reason in &scored.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    let open = scored.dame.len();
    if open > 0 {
        let _ = writeln!(
            text,
            "  {} nobody's: the board is counted as it stands; `tedomari solve` plays on",
            if open == 1 { "1 point is".to_string() } else { format!("{open} points are") }
        );
    }
    let _ = write!(text, "{} under {} rules, ", scored.score, scored.rules);
    match &scored.least_certain {
        Some(least) => {
            let block = &least.block;
            let _ = writeln!(
                text,
                "an estimate: the least certain block, at {block}, met its fate in {} of 1000 random games",
                least.permille
            );
        }
        None if scored.warrant == "proved" => text.push_str("proved\n"),
        None if scored.warrant == "read" => {
            text.push_str("by reading: every block is safe or dead, whoever moves first\n");
        }
        None => text.push_str("with the dead stones as given\n"),
    }
    text
}

fn marked_board(position: &Position, status: &Status, score: &Score) -> String {
    draw(position.size(), |point| {
        let dead = status.dead.contains(point);
        match position.stone(point) {
            Some(Color::Black) if dead => 'x',
            Some(Color::Black) => 'X',
            Some(Color::White) if dead => 'o',
            Some(Color::White) => 'O',
            None if score.side(Color::Black).territory.contains(point) => '#',
            None if score.side(Color::White).territory.contains(point) => '@',
            None => '.',
        }
    })
}
