//! Questions about capture in the manner of GNU Go, with its codes: 0 no, 1 yes,
//! 2 by a ko the mover takes first, 3 by a ko the opponent takes first.

use ::tactics::capture::{self, Effort, Reading};
use board::Point;
use budget::Budget;

use super::protocol::{Call, Command, Reply};
use super::session::Session;

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

fn attack(session: &mut Session, call: &Call<'_>) -> Reply {
    let prey = stone(session, call, 0)?;
    let mut budget = Budget::unlimited();
    let read = capture::attack(session.position(), prey, &Effort::default(), &mut budget);
    session.nodes_read += budget.spent();
    read.map(|found| answer(&found)).map_err(|e| e.to_string())
}

fn defend(session: &mut Session, call: &Call<'_>) -> Reply {
    let prey = stone(session, call, 0)?;
    let mut budget = Budget::unlimited();
    let read = capture::defend(session.position(), prey, &Effort::default(), &mut budget);
    session.nodes_read += budget.spent();
    read.map(|found| answer(&found)).map_err(|e| e.to_string())
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
