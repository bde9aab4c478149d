//! Life and death in GNU Go's manner.

use std::time::Duration;

use board::{Color, Point, PointSet, Position};
use budget::Budget;
use player::fate;
use tactics::life::{Fate, Status, Terms, status};

use super::predict;
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
        name: "owl_does_attack",
        arguments: "V V",
        about: "does the move on the first vertex kill the group on the second: 0, 1, 2 or 3",
        run: owl_does_attack,
    },
    Command {
        name: "owl_does_defend",
        arguments: "V V",
        about: "does the move on the first vertex save the group on the second: 0, 1, 2 or 3",
        run: owl_does_defend,
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
const NODES: u64 = 8_000_000;

fn owl_attack(session: &mut Session, call: &Call<'_>) -> Reply {
    Ok(code(&ask(session, call, true)?, true))
}

fn owl_defend(session: &mut Session, call: &Call<'_>) -> Reply {
    Ok(code(&ask(session, call, false)?, false))
}

fn owl_does_attack(session: &mut Session, call: &Call<'_>) -> Reply {
    does(session, call, true)
}

fn owl_does_defend(session: &mut Session, call: &Call<'_>) -> Reply {
    does(session, call, false)
}

/// What a move does for a group when the other side answers it.
fn does(session: &mut Session, call: &Call<'_>, attacking: bool) -> Reply {
    let (mv, target) = (session.vertex(call.word(0)?)?, session.point(call.word(1)?)?);
    let mut position = session.position().clone();
    let owner = position.stone(target).ok_or("vertex must not be empty")?;
    let mover = if attacking { owner.opponent() } else { owner };
    position.play(mover, mv).map_err(|_| "illegal move")?;
    if position.stone(target) != Some(owner) {
        return Ok(u8::from(attacking).to_string());
    }
    let status = read(session, &position, target, mover.opponent(), call)?;
    Ok(success(&status, attacking).to_string())
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
    read(session, position, point, first, call)
}

fn read(
    session: &Session,
    position: &Position,
    point: Point,
    first: Color,
    call: &Call<'_>,
) -> Result<Status, String> {
    let time = session.options.time.unwrap_or(UNHURRIED);
    let target = PointSet::from(point);
    within(time, call, |stop| {
        let mut budget = Budget::nodes(NODES).with_stop(stop);
        let terms = Terms { estimate: true, ..Terms::default() };
        match (predict::deep(), predict::model()) {
            (Ok(deep), Ok(model)) => {
                Ok(fate::estimate(position, &target, first, &deep, &model, &mut budget))
            }
            // Without the networks random play answers where proofs do not reach.
            _ => status(position, &target, first, terms, &mut budget)
                .map_err(|error| error.to_string()),
        }
    })
}

/// GNU Go's result code and a move. What is not decided is taken as no.
fn code(status: &Status, attacking: bool) -> String {
    match success(status, attacking) {
        0 => "0".to_string(),
        code => format!("{code} {}", vertex(status)),
    }
}

fn success(status: &Status, attacking: bool) -> u8 {
    match (status.reading.fate, attacking) {
        (Some(Fate::Dead), true) | (Some(Fate::Alive | Fate::Seki), false) => 1,
        (Some(Fate::KoForAttacker), true) | (Some(Fate::KoForDefender), false) => 2,
        (Some(Fate::KoForDefender), true) | (Some(Fate::KoForAttacker), false) => 3,
        _ => 0,
    }
}

fn vertex(status: &Status) -> String {
    if status.reading.tenuki {
        return "PASS".to_string();
    }
    let first = status.reading.line.first();
    first.map_or("PASS".to_string(), |(_, mv)| mv.to_string().replace("pass", "PASS"))
}
