//! Life and death in GNU Go's manner.

use std::time::Duration;

use board::{Color, PointSet};
use budget::Budget;
use tactics::life::{Fate, Status, Terms, status};

use super::protocol::{Call, Command, Reply};
use super::session::Session;
use super::think::within;

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "owl_attack",
        arguments: "V",
        about: "can the group be killed: 0, or 1, 2 (ko), 3 (ko, a threat is needed) and a move",
        run: owl_attack,
    },
    Command {
        name: "owl_defend",
        arguments: "V",
        about: "can the group be saved: 0, or 1, 2 (ko), 3 (ko, a threat is needed) and a move",
        run: owl_defend,
    },
    Command {
        name: "dragon_status",
        arguments: "V",
        about: "alive, dead, critical with the points to attack and defend, or unknown",
        run: dragon_status,
    },
];

/// The time of one question when nobody set any.
const UNHURRIED: Duration = Duration::from_secs(5);

/// Positions looked at for one question.
const NODES: u64 = 6_000_000;

fn owl_attack(session: &mut Session, call: &Call<'_>) -> Reply {
    Ok(code(&ask(session, call, true)?, true))
}

fn owl_defend(session: &mut Session, call: &Call<'_>) -> Reply {
    Ok(code(&ask(session, call, false)?, false))
}

fn dragon_status(session: &mut Session, call: &Call<'_>) -> Reply {
    let attack = ask(session, call, true)?;
    let lives = matches!(attack.reading.fate, Some(Fate::Alive | Fate::Seki));
    if lives {
        return Ok("alive".to_string());
    }
    let defence = ask(session, call, false)?;
    Ok(match (attack.reading.fate, defence.reading.fate) {
        (_, Some(Fate::Dead)) => "dead".to_string(),
        (None, _) | (_, None) => "unknown".to_string(),
        _ => format!("critical {} {}", vertex(&attack), vertex(&defence)),
    })
}

/// What is known of the group, attacker or defender first.
fn ask(session: &Session, call: &Call<'_>, attacking: bool) -> Result<Status, String> {
    let point = session.point(call.word(0)?)?;
    let position = session.position();
    let owner = position.stone(point).ok_or("vertex must not be empty")?;
    let first: Color = if attacking { owner.opponent() } else { owner };
    let time = session.options.time.unwrap_or(UNHURRIED);
    let target = PointSet::from(point);
    within(time, call, |stop| {
        let mut budget = Budget::nodes(NODES).with_stop(stop);
        let terms = Terms { estimate: true, ..Terms::default() };
        status(position, &target, first, terms, &mut budget).map_err(|error| error.to_string())
    })
}

/// GNU Go's result code and a move. What is not decided is taken as no.
fn code(status: &Status, attacking: bool) -> String {
    let code = match (status.reading.fate, attacking) {
        (Some(Fate::Dead), true) | (Some(Fate::Alive | Fate::Seki), false) => 1,
        (Some(Fate::KoForAttacker), true) | (Some(Fate::KoForDefender), false) => 2,
        (Some(Fate::KoForDefender), true) | (Some(Fate::KoForAttacker), false) => 3,
        _ => return "0".to_string(),
    };
    format!("{code} {}", vertex(status))
}

fn vertex(status: &Status) -> String {
    if status.reading.tenuki {
        return "PASS".to_string();
    }
    let first = status.reading.line.first();
    first.map_or("PASS".to_string(), |(_, mv)| mv.to_string().replace("pass", "PASS"))
}
