//! Questions about what can never be captured, in the manner of GNU Go and Fuego.

use board::{Color, PointSet, benson};
use tactics::life::unanswered;

use super::protocol::{Call, Command, Reply, SYNTAX_ERROR};
use super::session::{Session, list};

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "unconditional_status",
        arguments: "V",
        about: "alive, dead, black_territory, white_territory or undecided, without any answer",
        run: unconditional_status,
    },
    Command {
        name: "go_safe",
        arguments: "benson [C]",
        about: "how many points are unconditionally safe, and which",
        run: go_safe,
    },
];

fn unconditional_status(session: &mut Session, call: &Call<'_>) -> Reply {
    let position = session.position();
    let point = session.point(call.word(0)?)?;
    let held = Color::BOTH.map(|color| (color, unanswered(position, color)));
    let status = held.iter().find_map(|(color, held)| {
        if held.alive.contains(point) {
            Some("alive".to_string())
        } else if held.dead.contains(point) {
            Some("dead".to_string())
        } else if position.stone(point).is_none() {
            held.territory.contains(point).then(|| format!("{color}_territory"))
        } else {
            None
        }
    });
    Ok(status.unwrap_or_else(|| "undecided".to_string()))
}

fn go_safe(session: &mut Session, call: &Call<'_>) -> Reply {
    if call.word(0)? != "benson" {
        return Err(SYNTAX_ERROR.to_string());
    }
    let only = match call.words().get(1) {
        Some(_) => Some(call.parse::<Color>(1)?),
        None => None,
    };
    let colors = Color::BOTH.into_iter().filter(|&color| only.is_none_or(|only| only == color));
    let safe = colors.fold(PointSet::EMPTY, |safe, color| {
        safe | benson::unconditional(session.position(), color).benson()
    });
    Ok(format!("{} {}", safe.len(), list(safe)).trim_end().to_string())
}
