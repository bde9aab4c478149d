//! Commands that set up a board and put stones on it.

use board::{Color, Komi, Move, Setup, Size};

use super::protocol::{Call, Command, Reply, SYNTAX_ERROR};
use super::session::Session;

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "boardsize",
        arguments: "N | WIDTH HEIGHT",
        about: "a new, empty board",
        run: boardsize,
    },
    Command {
        name: "rectangular_boardsize",
        arguments: "WIDTH HEIGHT",
        about: "a new, empty board",
        run: boardsize,
    },
    Command { name: "clear_board", arguments: "", about: "a new game", run: clear_board },
    Command { name: "komi", arguments: "X", about: "points for White", run: komi },
    Command { name: "get_komi", arguments: "", about: "points for White", run: get_komi },
    Command { name: "play", arguments: "C V", about: "plays a move", run: play },
    Command { name: "black", arguments: "V", about: "plays a black stone", run: black },
    Command { name: "white", arguments: "V", about: "plays a white stone", run: white },
    Command { name: "undo", arguments: "", about: "takes the latest move back", run: undo },
    Command {
        name: "gg-undo",
        arguments: "[N]",
        about: "takes the latest N moves back",
        run: gg_undo,
    },
    Command {
        name: "trymove",
        arguments: "C V",
        about: "plays a move that popgo takes back",
        run: trymove,
    },
    Command { name: "popgo", arguments: "", about: "takes the latest trymove back", run: popgo },
    Command {
        name: "set_position",
        arguments: "[C V]…",
        about: "these stones and no others, no history",
        run: set_position,
    },
    Command {
        name: "gogui-setup",
        arguments: "[C V]…",
        about: "puts stones without playing, or takes them away (color empty)",
        run: gogui_setup,
    },
    Command {
        name: "gogui-setup_player",
        arguments: "C",
        about: "says who moves next",
        run: gogui_setup_player,
    },
    Command {
        name: "gogui-play_sequence",
        arguments: "[C V]…",
        about: "plays these moves, or none if one is illegal",
        run: gogui_play_sequence,
    },
];

fn boardsize(session: &mut Session, call: &Call<'_>) -> Reply {
    let width = side(call.word(0)?)?;
    let height = if call.words().len() > 1 { side(call.word(1)?)? } else { width };
    let size = Size::new(width, height).map_err(|_| "unacceptable size")?;
    session.clear(size);
    Ok(String::new())
}

/// A number of any length; the size judges it.
fn side(word: &str) -> Result<usize, String> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(word.parse().unwrap_or(usize::MAX))
    } else {
        Err(SYNTAX_ERROR.to_string())
    }
}

fn clear_board(session: &mut Session, _: &Call<'_>) -> Reply {
    session.clear(session.size());
    Ok(String::new())
}

fn komi(session: &mut Session, call: &Call<'_>) -> Reply {
    session.set_komi(call.parse::<Komi>(0)?);
    Ok(String::new())
}

fn get_komi(session: &mut Session, _: &Call<'_>) -> Reply {
    Ok(session.rules().komi.to_string())
}

fn play(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = call.parse::<Color>(0)?;
    // Some controllers tell the engine that its opponent resigned.
    if call.word(1)?.eq_ignore_ascii_case("resign") {
        return Ok(String::new());
    }
    let mv = session.move_word(call.word(1)?)?;
    session.play(color, mv)?;
    Ok(String::new())
}

fn black(session: &mut Session, call: &Call<'_>) -> Reply {
    let mv = session.move_word(call.word(0)?)?;
    session.play(Color::Black, mv)?;
    Ok(String::new())
}

fn white(session: &mut Session, call: &Call<'_>) -> Reply {
    let mv = session.move_word(call.word(0)?)?;
    session.play(Color::White, mv)?;
    Ok(String::new())
}

fn undo(session: &mut Session, _: &Call<'_>) -> Reply {
    session.undo(1)?;
    Ok(String::new())
}

fn gg_undo(session: &mut Session, call: &Call<'_>) -> Reply {
    let moves = if call.words().is_empty() { 1 } else { call.parse(0)? };
    session.undo(moves)?;
    Ok(String::new())
}

fn trymove(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = call.parse::<Color>(0)?;
    let mv = session.move_word(call.word(1)?)?;
    session.try_move(color, mv)?;
    Ok(String::new())
}

fn popgo(session: &mut Session, _: &Call<'_>) -> Reply {
    session.end_trial()?;
    Ok(String::new())
}

fn set_position(session: &mut Session, call: &Call<'_>) -> Reply {
    let mut setup = Setup::empty(session.size());
    for (color, mv) in session.moves(call.words())? {
        let point = mv.point().ok_or(SYNTAX_ERROR)?;
        if setup.stone(point).is_some() {
            return Err(format!("two stones on {point}"));
        }
        setup.set(point, Some(color));
    }
    session.set_up(&setup, 0).map_err(|error| error.to_string())?;
    Ok(String::new())
}

fn gogui_setup(session: &mut Session, call: &Call<'_>) -> Reply {
    let (pairs, rest) = call.words().as_chunks::<2>();
    if !rest.is_empty() {
        return Err(SYNTAX_ERROR.to_string());
    }
    let mut setup = Setup { ko: None, ..session.position().setup() };
    for [color, vertex] in pairs {
        let stone = match color.to_ascii_lowercase().as_str() {
            "e" | "empty" => None,
            color => Some(color.parse::<Color>().map_err(|_| SYNTAX_ERROR)?),
        };
        setup.set(session.point(vertex)?, stone);
    }
    session.set_up(&setup, 0).map_err(|error| error.to_string())?;
    Ok(String::new())
}

fn gogui_setup_player(session: &mut Session, call: &Call<'_>) -> Reply {
    session.set_to_play(call.parse(0)?);
    Ok(String::new())
}

fn gogui_play_sequence(session: &mut Session, call: &Call<'_>) -> Reply {
    let moves: Vec<(Color, Move)> = session.moves(call.words())?;
    session.play_all(&moves)?;
    Ok(String::new())
}
