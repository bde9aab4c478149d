//! Questions about capture and connection in the manner of GNU Go, with its codes: 0 no, 1 yes,
//! 2 by a ko the mover takes first, 3 by a ko the opponent takes first.

use std::time::Duration;

use ::tactics::capture::{self, Depth, Effort, Reading, Status};
use ::tactics::{connect, eyespace};
use board::{Color, Point, PointSet, Position};
use budget::{Budget, Exhausted};
use player::race;

use super::predict;
use super::protocol::{Call, Command, Reply};
use super::session::Session;
use super::think::within;

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "attack",
        arguments: "V",
        about: "can the block be captured? 0, or a code and the move",
        run: attack,
    },
    Command {
        name: "defend",
        arguments: "V",
        about: "can the block be saved? 0, or a code and the move",
        run: defend,
    },
    Command {
        name: "connect",
        arguments: "V V",
        about: "can the two blocks be joined? 0, or a code and the move",
        run: connect,
    },
    Command {
        name: "disconnect",
        arguments: "V V",
        about: "can the two blocks be cut? 0, or a code and the move",
        run: disconnect,
    },
    Command {
        name: "same_dragon",
        arguments: "V V",
        about: "1 if the two blocks cannot be cut, else 0",
        run: same_dragon,
    },
    Command {
        name: "break_in",
        arguments: "V V…",
        about: "can the block reach the area? 0, or a code and the move",
        run: break_in,
    },
    Command {
        name: "block_off",
        arguments: "V V…",
        about: "can the block be kept out of the area? 0, or a code and the move",
        run: block_off,
    },
    Command {
        name: "analyze_semeai",
        arguments: "V V",
        about: "the race of two blocks, the first one's owner to move: codes of defence and attack, \
                and the move",
        run: analyze_semeai,
    },
    Command {
        name: "eval_eye",
        arguments: "V",
        about: "the eyes of the space around a point: the least and the most, and the vital \
                points of attack and defence if they differ",
        run: eval_eye,
    },
    Command {
        name: "combination_attack",
        arguments: "C",
        about: "the first move of a combination that captures something safe, or PASS",
        run: combination_attack,
    },
    Command {
        name: "combination_defend",
        arguments: "C",
        about: "a move that meets the opponent's combination, or PASS if there is none",
        run: combination_defend,
    },
    Command {
        name: "tedomari-blocks",
        arguments: "",
        about: "every block that is not safe: critical with attack and defence, or dead",
        run: blocks,
    },
    Command {
        name: "increase_depths",
        arguments: "",
        about: "reads four times as much for these questions",
        run: increase_depths,
    },
    Command {
        name: "decrease_depths",
        arguments: "",
        about: "takes one increase_depths back",
        run: decrease_depths,
    },
    Command {
        name: "reset_reading_node_counter",
        arguments: "",
        about: "begins to count positions read",
        run: reset_nodes,
    },
    Command {
        name: "get_reading_node_counter",
        arguments: "",
        about: "how many positions were read since",
        run: nodes,
    },
];

/// Positions read for a question about connection.
const LINK_NODES: u64 = 200_000;

/// Positions read for a question about an area.
const AREA_NODES: u64 = 30_000;

/// Positions read for a question about capture, under each assumption. Half of the
/// questions need fewer than four hundred.
const CAPTURE_NODES: u64 = 40_000;

/// Positions read for an eye space.
const EYE_NODES: u64 = 200_000;

/// Positions read for a combination.
const COMBINATION_NODES: u64 = 200_000;

/// Positions read for one that is deeper, its forcing moves, and the positions read for
/// each of its threats.
const DEEP_NODES: u64 = 1_000_000;
const DEEP_MOVES: usize = 4;
const THREAT_NODES: u64 = 500;

/// The time for a race or a deep combination when nobody set any.
const UNHURRIED: Duration = Duration::from_secs(5);

/// How a question about capture is read.
fn thorough(session: &Session) -> Effort {
    Effort {
        nodes: CAPTURE_NODES << (2 * session.deeper),
        hunter_liberties: 5,
        ..Effort::default()
    }
}

fn attack(session: &mut Session, call: &Call<'_>) -> Reply {
    let prey = stone(session, call, 0)?;
    let effort = thorough(session);
    read(session, |position, budget| capture::attack(position, prey, &effort, budget))
}

fn defend(session: &mut Session, call: &Call<'_>) -> Reply {
    let prey = stone(session, call, 0)?;
    let effort = thorough(session);
    read(session, |position, budget| capture::defend(position, prey, &effort, budget))
}

fn connect(session: &mut Session, call: &Call<'_>) -> Reply {
    let (from, to) = pair(session, call)?;
    let nodes = LINK_NODES << (2 * session.deeper);
    read(session, |position, budget| connect::connect(position, from, to, nodes, budget))
}

fn disconnect(session: &mut Session, call: &Call<'_>) -> Reply {
    let (from, to) = pair(session, call)?;
    let nodes = LINK_NODES << (2 * session.deeper);
    read(session, |position, budget| connect::disconnect(position, from, to, nodes, budget))
}

fn same_dragon(session: &mut Session, call: &Call<'_>) -> Reply {
    let cut = disconnect(session, call)?;
    Ok(u8::from(cut == "0").to_string())
}

fn break_in(session: &mut Session, call: &Call<'_>) -> Reply {
    let (from, area) = area(session, call)?;
    read(session, |position, budget| connect::break_in(position, from, area, AREA_NODES, budget))
}

fn block_off(session: &mut Session, call: &Call<'_>) -> Reply {
    let (from, area) = area(session, call)?;
    read(session, |position, budget| connect::block_off(position, from, area, AREA_NODES, budget))
}

fn analyze_semeai(session: &mut Session, call: &Call<'_>) -> Reply {
    let (own, other) = (stone(session, call, 0)?, stone(session, call, 1)?);
    if session.position().stone(own) == session.position().stone(other) {
        return Err("vertices must be of different colors".to_string());
    }
    let position = session.position();
    let time = session.options.time.unwrap_or(UNHURRIED);
    let (race, spent) = within(time, call, |stop| {
        let mut budget = Budget::unlimited().with_stop(stop);
        let race = match (predict::deep(), predict::model()) {
            (Ok(deep), Ok(model)) => {
                race::estimate(position, own, other, &deep, &model, &mut budget)
            }
            // Without the networks there is reading alone.
            _ => race::read(position, own, other, &[], &mut budget),
        };
        (race, budget.spent())
    });
    session.nodes_read += spent;
    let race = race.ok_or("the fight is too wide, or was not read in time")?;
    let first = race.first.map_or("PASS".to_string(), |point| point.to_string());
    Ok(format!("{} {} {first}", race.defence.code(), race.attack.code()))
}

fn eval_eye(session: &mut Session, call: &Call<'_>) -> Reply {
    let point = session.point(call.word(0)?)?;
    let mut budget = Budget::nodes(EYE_NODES);
    let read = eyespace::eyes(session.position(), point, &mut budget);
    session.nodes_read += budget.spent();
    let value = read.map_err(|e| e.to_string())?.ok_or("there is no eye space")?;
    let (min, max) = (value.min, value.max);
    match (value.attack, value.defence) {
        (Some(attack), Some(defence)) if min < max => Ok(format!("{min} {max} {attack} {defence}")),
        _ => Ok(format!("{min} {max}")),
    }
}

fn combination_attack(session: &mut Session, call: &Call<'_>) -> Reply {
    combine(session, call, capture::combination)
}

fn combination_defend(session: &mut Session, call: &Call<'_>) -> Reply {
    combine(session, call, capture::meet_combination)
}

/// Who looks for a combination, or for the answer to one.
type Combining = fn(&Position, Color, &Depth, &mut Budget) -> Result<Option<Point>, Exhausted>;

/// A quick look, and if that finds nothing a deep one. What was not found in time was not
/// found.
fn combine(session: &mut Session, call: &Call<'_>, question: Combining) -> Reply {
    let color = call.parse::<Color>(0)?;
    let mut quick = Budget::nodes(COMBINATION_NODES);
    let mut found = question(session.position(), color, &Depth::default(), &mut quick);
    session.nodes_read += quick.spent();
    if !matches!(found, Ok(Some(_))) {
        let effort = Effort { nodes: THREAT_NODES, ..Effort::default() };
        let depth = Depth { moves: DEEP_MOVES, effort };
        let time = session.options.time.unwrap_or(UNHURRIED);
        let (deep, spent) = within(time, call, |stop| {
            let mut budget = Budget::nodes(DEEP_NODES).with_stop(stop);
            let found = question(session.position(), color, &depth, &mut budget);
            (found, budget.spent())
        });
        found = deep;
        session.nodes_read += spent;
    }
    Ok(found.ok().flatten().map_or("PASS".to_string(), |point| point.to_string()))
}

fn blocks(session: &mut Session, _: &Call<'_>) -> Reply {
    let mut budget = Budget::unlimited();
    let found = capture::blocks(session.position(), &Effort::quick(), &mut budget);
    session.nodes_read += budget.spent();
    let found = found.map_err(|e| e.to_string())?;
    let lines = found.iter().filter_map(|block| {
        let point = |point: Option<Point>| point.map_or("PASS".to_string(), |p| p.to_string());
        match block.status {
            Status::Safe => None,
            Status::Dead => Some(format!("{} dead {}", block.block, point(block.attack.1))),
            Status::Critical => {
                let (attack, defence) = (point(block.attack.1), point(block.defence.1));
                Some(format!("{} critical {attack} {defence}", block.block))
            }
        }
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// Reads, counts what was read and puts the answer.
fn read(
    session: &mut Session,
    question: impl FnOnce(&Position, &mut Budget) -> Result<Reading, Exhausted>,
) -> Reply {
    let mut budget = Budget::unlimited();
    let read = question(session.position(), &mut budget);
    session.nodes_read += budget.spent();
    read.map(|found| answer(&found)).map_err(|e| e.to_string())
}

/// Two stones of one color.
fn pair(session: &Session, call: &Call<'_>) -> Result<(Point, Point), String> {
    let (from, to) = (stone(session, call, 0)?, stone(session, call, 1)?);
    let position = session.position();
    if position.stone(from) != position.stone(to) {
        return Err("vertices must be of one color".to_string());
    }
    Ok((from, to))
}

/// A stone and some points.
fn area(session: &Session, call: &Call<'_>) -> Result<(Point, PointSet), String> {
    let from = stone(session, call, 0)?;
    call.word(1)?;
    let words = call.words()[1..].iter();
    let area = words.map(|word| session.point(word)).collect::<Result<PointSet, String>>()?;
    Ok((from, area))
}

/// Reading more than this does not end.
const DEEPEST: u32 = 4;

fn increase_depths(session: &mut Session, _: &Call<'_>) -> Reply {
    session.deeper = (session.deeper + 1).min(DEEPEST);
    Ok(String::new())
}

fn decrease_depths(session: &mut Session, _: &Call<'_>) -> Reply {
    session.deeper = session.deeper.saturating_sub(1);
    Ok(String::new())
}

fn reset_nodes(session: &mut Session, _: &Call<'_>) -> Reply {
    session.nodes_read = 0;
    Ok(String::new())
}

fn nodes(session: &mut Session, _: &Call<'_>) -> Reply {
    Ok(session.nodes_read.to_string())
}

fn answer(reading: &Reading) -> String {
    match (reading.success.code(), reading.first) {
        (0, _) => "0".to_string(),
        (code, Some(point)) => format!("{code} {point}"),
        (code, None) => format!("{code} PASS"),
    }
}

/// The point of a stone.
fn stone(session: &Session, call: &Call<'_>, index: usize) -> Result<Point, String> {
    let point = session.point(call.word(index)?)?;
    match session.position().stone(point) {
        Some(_) => Ok(point),
        None => Err("vertex must not be empty".to_string()),
    }
}
