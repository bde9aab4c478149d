//! The move predictor: as an analysis command, and as a player.

use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use board::{Color, Move, Point, Position};
use predict::deep::Deep;
use predict::{Adviser, Likely, Model};

use super::protocol::{Call, Command, Reply};
use super::session::Session;
use crate::commands::predict::shade;

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "tedomari-predict",
        arguments: "[C]",
        about: "how likely a strong player makes each move: colors and percentages for GoGui",
        run: heat,
    },
    Command {
        name: "tedomari-predict_moves",
        arguments: "[C]",
        about: "all legal moves with their probabilities, the likeliest first, one a line",
        run: moves,
    },
];

/// The model that ships with the program, read once.
pub(super) fn model() -> Result<Arc<Model>, String> {
    static MODEL: OnceLock<Result<Arc<Model>, String>> = OnceLock::new();
    let read = || Model::standard().map(Arc::new).map_err(|error| error.to_string());
    MODEL.get_or_init(read).clone()
}

/// The deep network that ships with the program, read once.
pub(super) fn deep() -> Result<Arc<Deep>, String> {
    static DEEP: OnceLock<Result<Arc<Deep>, String>> = OnceLock::new();
    let read = || Deep::standard().map(Arc::new).map_err(|error| error.to_string());
    DEEP.get_or_init(read).clone()
}

/// All legal moves, the likeliest first.
fn ranked(position: &Position, color: Color, deeply: bool) -> Result<Vec<Likely>, String> {
    let deep = if deeply { Some(deep()?) } else { None };
    Ok(Adviser::new(model()?, deep).ranked(position, color))
}

fn asked_color(session: &Session, call: &Call<'_>) -> Result<Color, String> {
    if call.words().is_empty() { Ok(session.position().to_play()) } else { call.parse(0) }
}

/// GoGui's graphics: red where a move is likely, green where it is not, magenta
/// on the likeliest (Harrison 2010, figure 2.6).
fn heat(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = asked_color(session, call)?;
    let mut text = String::new();
    for (i, likely) in ranked(session.position(), color, true)?.iter().enumerate() {
        let shade = if i == 0 { "#ff00ff".to_string() } else { shade(likely.p) };
        let _ = writeln!(text, "COLOR {shade} {}", likely.point);
        if likely.p >= 0.005 {
            let _ = writeln!(text, "LABEL {} {:.0}", likely.point, 100.0 * likely.p);
        }
    }
    let _ = write!(text, "TEXT an estimate of what a strong player would play");
    Ok(text)
}

fn moves(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = asked_color(session, call)?;
    let lines: Vec<String> = ranked(session.position(), color, true)?
        .iter()
        .map(|likely| format!("{} {:.6}", likely.point, likely.p))
        .collect();
    Ok(lines.join("\n"))
}

/// The move of the pure predictor. It has learned no passes: it passes after a
/// pass of the opponent's, and when all it could do is fill its own eyes.
pub(super) fn choose(position: &Position, color: Color, deeply: bool) -> Result<Move, String> {
    if let Some((other, Move::Pass)) = position.moves().next_back()
        && other != color
    {
        return Ok(Move::Pass);
    }
    let moves = ranked(position, color, deeply)?;
    let best = moves.iter().find(|likely| !fills_eye(position, color, likely.point));
    Ok(best.map_or(Move::Pass, |likely| Move::Play(likely.point)))
}

/// Whether all neighbours are own stones with another liberty.
fn fills_eye(position: &Position, color: Color, point: Point) -> bool {
    position
        .size()
        .neighbors(point)
        .all(|neighbor| position.stone(neighbor) == Some(color) && position.liberties(neighbor) > 1)
}
