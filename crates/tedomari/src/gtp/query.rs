//! Commands that ask what is on the board.

use std::fmt::Write;

use board::{Color, Illegal, Move, Point};
use workbench::diagram::star_points;

use super::protocol::{Call, Command, Reply};
use super::session::{Session, list};

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command { name: "showboard", arguments: "", about: "the board as text", run: showboard },
    Command {
        name: "query_boardsize",
        arguments: "",
        about: "the board size, or width and height",
        run: query_boardsize,
    },
    Command {
        name: "is_legal",
        arguments: "C V",
        about: "1 if the color may play there now, else 0",
        run: is_legal,
    },
    Command {
        name: "all_legal",
        arguments: "C",
        about: "all points where the color may play now",
        run: all_legal,
    },
    Command {
        name: "tedomari-why_illegal",
        arguments: "C V",
        about: "why the color may not play there, or legal",
        run: why_illegal,
    },
    Command { name: "list_stones", arguments: "C", about: "all stones", run: list_stones },
    Command { name: "color", arguments: "V", about: "black, white or empty", run: color },
    Command {
        name: "countlib",
        arguments: "V",
        about: "the number of liberties of the block",
        run: countlib,
    },
    Command { name: "findlib", arguments: "V", about: "the liberties of the block", run: findlib },
    Command {
        name: "captures",
        arguments: "C",
        about: "how many stones the color has captured",
        run: captures,
    },
    Command {
        name: "last_move",
        arguments: "",
        about: "the color and vertex of the latest move",
        run: last_move,
    },
    Command {
        name: "move_history",
        arguments: "",
        about: "all moves, the latest first, one a line",
        run: move_history,
    },
];

fn showboard(session: &mut Session, _: &Call<'_>) -> Reply {
    let position = session.position();
    let size = position.size();
    let stars = star_points(size);
    let last = position.moves().next_back().and_then(|(_, mv)| mv.point());
    let letters: String =
        (0..size.width()).map(|c| format!(" {}", &Point::new(c, 0).to_string()[..1])).collect();
    let mut text = format!("\n  {letters}\n");
    for row in (0..size.height()).rev() {
        let mut line = format!("{:2}", row + 1);
        let mut after_last = false;
        for column in 0..size.width() {
            let point = Point::new(column, row);
            let is_last = last == Some(point);
            line.push(match (is_last, after_last) {
                (true, _) => '(',
                (false, true) => ')',
                (false, false) => ' ',
            });
            line.push(match position.stone(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if stars.contains(point) => '+',
                None => '.',
            });
            after_last = is_last;
        }
        line.push(if after_last { ')' } else { ' ' });
        let _ = writeln!(text, "{line}{}", row + 1);
    }
    let rules = position.rules();
    let _ = writeln!(text, "  {letters}");
    let _ = writeln!(
        text,
        "{} to move, {} moves played, {} rules, komi {}, handicap {}",
        position.to_play(),
        position.moves().len(),
        rules.name().unwrap_or("special"),
        rules.komi,
        session.handicap(),
    );
    let _ = write!(
        text,
        "captured by black {}, by white {}",
        position.lost(Color::White),
        position.lost(Color::Black)
    );
    Ok(text)
}

fn query_boardsize(session: &mut Session, _: &Call<'_>) -> Reply {
    let size = session.size();
    if size.is_square() {
        Ok(size.width().to_string())
    } else {
        Ok(format!("{} {}", size.width(), size.height()))
    }
}

fn legality(session: &Session, call: &Call<'_>) -> Result<Result<(), Illegal>, String> {
    let color = call.parse::<Color>(0)?;
    let mv = match call.word(1)?.parse::<Move>() {
        Ok(mv) => mv,
        Err(_) => session.vertex(call.word(1)?)?,
    };
    Ok(session.position().check(color, mv))
}

fn is_legal(session: &mut Session, call: &Call<'_>) -> Reply {
    Ok(u8::from(legality(session, call)?.is_ok()).to_string())
}

fn why_illegal(session: &mut Session, call: &Call<'_>) -> Reply {
    Ok(match legality(session, call)? {
        Ok(()) => "legal".to_string(),
        Err(reason) => reason.to_string(),
    })
}

fn all_legal(session: &mut Session, call: &Call<'_>) -> Reply {
    Ok(list(session.position().legal_points(call.parse(0)?)))
}

fn list_stones(session: &mut Session, call: &Call<'_>) -> Reply {
    Ok(list(session.position().stones(call.parse(0)?)))
}

fn color(session: &mut Session, call: &Call<'_>) -> Reply {
    let point = session.point(call.word(0)?)?;
    let stone = session.position().stone(point);
    Ok(stone.map_or_else(|| "empty".to_string(), |color| color.to_string()))
}

/// The point of a stone.
fn stone(session: &Session, call: &Call<'_>) -> Result<Point, String> {
    let point = session.point(call.word(0)?)?;
    match session.position().stone(point) {
        Some(_) => Ok(point),
        None => Err("vertex must not be empty".to_string()),
    }
}

fn countlib(session: &mut Session, call: &Call<'_>) -> Reply {
    let point = stone(session, call)?;
    Ok(session.position().liberties(point).to_string())
}

fn findlib(session: &mut Session, call: &Call<'_>) -> Reply {
    let point = stone(session, call)?;
    Ok(list(session.position().liberty_points(point)))
}

fn captures(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = call.parse::<Color>(0)?;
    Ok(session.position().lost(color.opponent()).to_string())
}

fn last_move(session: &mut Session, _: &Call<'_>) -> Reply {
    let last = session.position().moves().next_back();
    let (color, mv) = last.ok_or("no previous move known")?;
    Ok(format!("{color} {mv}"))
}

fn move_history(session: &mut Session, _: &Call<'_>) -> Reply {
    let moves = session.position().moves().rev();
    let lines: Vec<String> = moves.map(|(color, mv)| format!("{color} {mv}")).collect();
    Ok(lines.join("\n"))
}
