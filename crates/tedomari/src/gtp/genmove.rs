//! Commands that choose a move.

use std::time::{Duration, Instant};

use board::{Color, Move, Position};

use super::protocol::{Call, Command, Reply};
use super::session::{Options, Session};

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "genmove",
        arguments: "C",
        about: "chooses a move and plays it; pass and resign are moves",
        run: genmove,
    },
    Command {
        name: "kgs-genmove_cleanup",
        arguments: "C",
        about: "as genmove, but does not pass while dead enemy stones stand",
        run: genmove_cleanup,
    },
    Command {
        name: "reg_genmove",
        arguments: "C",
        about: "chooses a move without playing it, always with the same seed",
        run: reg_genmove,
    },
    Command {
        name: "reg_genmove_toplay",
        arguments: "",
        about: "reg_genmove for the player to move",
        run: reg_genmove_toplay,
    },
    Command {
        name: "set_random_seed",
        arguments: "N",
        about: "where random choices begin; 0 is the default",
        run: set_random_seed,
    },
    Command {
        name: "level",
        arguments: "N",
        about: "how much work a move may take: 0 (least) to 10 (no limit)",
        run: level,
    },
];

/// What the engine does on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Move(Move),
    #[expect(dead_code, reason = "the present chooser never gives up")]
    Resign,
}

impl Choice {
    fn text(self) -> String {
        match self {
            Choice::Move(mv) => mv.to_string(),
            Choice::Resign => "resign".to_string(),
        }
    }
}

fn genmove(session: &mut Session, call: &Call<'_>) -> Reply {
    choose_and_play(session, call, false)
}

fn genmove_cleanup(session: &mut Session, call: &Call<'_>) -> Reply {
    choose_and_play(session, call, true)
}

fn choose_and_play(session: &mut Session, call: &Call<'_>, cleanup: bool) -> Reply {
    let color = call.parse::<Color>(0)?;
    let begin = Instant::now();
    let time = thinking_time(session, color);
    let choice = choose(session, color, time, cleanup, call);
    if let Choice::Move(mv) = choice {
        session.play(color, mv)?;
    }
    session.clock(color).spend(begin.elapsed());
    Ok(choice.text())
}

fn reg_genmove(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = call.parse::<Color>(0)?;
    let time = session.options.time.unwrap_or(Options::UNHURRIED);
    Ok(choose(session, color, time, false, call).text())
}

fn reg_genmove_toplay(session: &mut Session, call: &Call<'_>) -> Reply {
    let time = session.options.time.unwrap_or(Options::UNHURRIED);
    Ok(choose(session, session.position().to_play(), time, false, call).text())
}

/// What the clock allots, and never more than the option allows.
fn thinking_time(session: &mut Session, color: Color) -> Duration {
    // About two of five empty points are still to be played by one player.
    let empty = session.position().empty_points().len() as u32;
    let moves = (empty * 2 / 5).max(15);
    let most = session.options.time;
    match (session.clock(color).allotment(moves), most) {
        (Some(allotted), Some(most)) => allotted.min(most),
        (Some(allotted), None) => allotted,
        (None, most) => most.unwrap_or(Options::UNHURRIED),
    }
}

fn choose(
    session: &Session,
    color: Color,
    _time: Duration,
    _cleanup: bool,
    _call: &Call<'_>,
) -> Choice {
    Choice::Move(first_legal(session.position(), color))
}

/// The first legal move that fills no eye of one's own.
fn first_legal(position: &Position, color: Color) -> Move {
    let own = position.stones(color);
    let size = position.size();
    let mut points = position.legal_points(color).into_iter();
    points
        .find(|&point| !size.neighbors(point).all(|neighbor| own.contains(neighbor)))
        .map_or(Move::Pass, Move::Play)
}

fn set_random_seed(session: &mut Session, call: &Call<'_>) -> Reply {
    session.options.seed = call.parse(0)?;
    Ok(String::new())
}

fn level(session: &mut Session, call: &Call<'_>) -> Reply {
    let level = call.parse::<u32>(0)?;
    session.level = (level < 10).then_some(level);
    Ok(String::new())
}
