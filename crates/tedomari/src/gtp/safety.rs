//! Questions about what can never be captured, in the manner of GNU Go and Fuego.

use board::{Color, PointSet, benson};
use budget::Budget;
use tactics::ladder::{caught_moving_first, ladder};
use tactics::life::unanswered;
use tactics::safety::static_safety;

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
        arguments: "benson|static [C]",
        about: "how many points are safe without any answer, or by the static rules, and which",
        run: go_safe,
    },
    Command {
        name: "go_safe_dame_static",
        arguments: "",
        about: "the neutral points that the static rules find",
        run: go_safe_dame_static,
    },
    Command {
        name: "go_ladder",
        arguments: "V",
        about: "captured, escaped, or unsettled if it depends on who moves first",
        run: go_ladder,
    },
    Command {
        name: "go_static_ladder",
        arguments: "V",
        about: "the same as go_ladder",
        run: go_ladder,
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
    let position = session.position();
    let safe: [PointSet; 2] = match call.word(0)? {
        "benson" => Color::BOTH.map(|color| benson::unconditional(position, color).benson()),
        "static" => {
            let found = static_safety(position);
            Color::BOTH.map(|color| found.safe[color.index()] | found.territory[color.index()])
        }
        _ => return Err(SYNTAX_ERROR.to_string()),
    };
    let only = match call.words().get(1) {
        Some(_) => Some(call.parse::<Color>(1)?),
        None => None,
    };
    let colors = Color::BOTH.into_iter().filter(|&color| only.is_none_or(|only| only == color));
    let safe = colors.fold(PointSet::EMPTY, |all, color| all | safe[color.index()]);
    Ok(format!("{} {}", safe.len(), list(safe)).trim_end().to_string())
}

fn go_safe_dame_static(session: &mut Session, _call: &Call<'_>) -> Reply {
    Ok(list(static_safety(session.position()).dame))
}

/// Positions read for a ladder.
const LADDER_NODES: u64 = 100_000;

fn go_ladder(session: &mut Session, call: &Call<'_>) -> Reply {
    let position = session.position();
    let prey = session.point(call.word(0)?)?;
    let owner = position.stone(prey).ok_or("vertex must not be empty")?;
    // Many ladders are read if the prey may move anywhere.
    let settled = caught_moving_first(position, prey, &mut Budget::nodes(20 * LADDER_NODES));
    let hunted = ladder(position, prey, owner.opponent(), &mut Budget::nodes(LADDER_NODES));
    let hunted = hunted.map(|found| found.caught);
    let too_long = |_| "the ladder is too long".to_string();
    Ok(match (settled.map_err(too_long)?, hunted.map_err(too_long)?) {
        (true, _) => "captured",
        (false, true) => "unsettled",
        (false, false) => "escaped",
    }
    .to_string())
}
