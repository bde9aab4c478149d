//! Commands that read and write game records.

use std::fs;
use std::path::Path;

use board::{Color, Move, Rules};
use sgf::Tree;
use workbench::load::{LoadError, Loaded, Wanted, load};
use workbench::notation::{colour, move_to_sgf, to_sgf};

use super::protocol::{Call, Command, Reply, SYNTAX_ERROR};
use super::rules::words;
use super::session::Session;
use crate::input::read_collection;
use crate::output::replace_file;

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "loadsgf",
        arguments: "FILE [N | V]",
        about: "the position before move N, or before the first move on V; or at the end",
        run: loadsgf,
    },
    Command {
        name: "printsgf",
        arguments: "[FILE]",
        about: "the game as SGF, or writes it to a file",
        run: printsgf,
    },
    Command {
        name: "savesgf",
        arguments: "FILE",
        about: "writes the game to a file",
        run: savesgf,
    },
];

/// The reply to a file that is missing, unreadable or no game of Go.
const CANNOT_LOAD: &str = "cannot load file";

/// The reply when the game cannot be written.
const CANNOT_SAVE: &str = "cannot save file";

fn loadsgf(session: &mut Session, call: &Call<'_>) -> Reply {
    call.word(0)?;
    if !session.options.files {
        return Err(CANNOT_LOAD.to_string());
    }
    // File names may have spaces in them, although the protocol has no way to say so.
    let whole = Path::new(call.text);
    let (path, until) = match call.text.rsplit_once(' ') {
        Some((path, until)) if !whole.is_file() => (Path::new(path.trim_end()), Some(until)),
        _ => (whole, None),
    };
    let loaded = read(path, until)?;
    let mut rules = *session.rules();
    if loaded.header.rules_given {
        rules = Rules { komi: rules.komi, ..loaded.header.rules };
    }
    if loaded.header.komi_given {
        rules.komi = loaded.header.rules.komi;
    }
    session.begin(loaded.position, loaded.header.handicap);
    session.set_rules(rules);
    Ok(String::new())
}

/// Reads the first game of a file up to a move number or vertex.
fn read(path: &Path, until: Option<&str>) -> Result<Loaded, String> {
    let cannot = || CANNOT_LOAD.to_string();
    // Pipes and devices might never end; "-" would be our own input.
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Err(cannot());
    }
    let collection = read_collection(path).map_err(|_| cannot())?;
    let game = collection.game(0).ok_or_else(cannot)?;
    let up_to = |moves| load(game, &Wanted { moves, ..Wanted::default() });
    let whole = || up_to(None).map_err(|_| cannot());
    let Some(until) = until else { return whole() };
    let moves = match until.parse::<usize>() {
        Ok(number) => number.saturating_sub(1),
        Err(_) => {
            let whole = whole()?;
            let position = &whole.position;
            let point = position.size().parse_point(until).map_err(|_| SYNTAX_ERROR)?;
            let at = position.moves().position(|(_, mv)| mv == Move::Play(point));
            let before = whole.moves - position.moves().len();
            at.ok_or_else(cannot)? + before
        }
    };
    match up_to(Some(moves)) {
        // As other engines do: the end, if the game is shorter.
        Err(LoadError::TooFewMoves { .. }) => whole(),
        loaded => loaded.map_err(|_| cannot()),
    }
}

fn printsgf(session: &mut Session, call: &Call<'_>) -> Reply {
    if call.words().is_empty() || call.text == "-" {
        Ok(record(session).to_string())
    } else {
        savesgf(session, call)
    }
}

fn savesgf(session: &mut Session, call: &Call<'_>) -> Reply {
    call.word(0)?;
    let path = Path::new(call.text);
    if !session.options.files || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(CANNOT_SAVE.to_string());
    }
    let text = record(session).to_string();
    replace_file(path, text.as_bytes()).map_err(|_| CANNOT_SAVE)?;
    Ok(String::new())
}

/// The game from its setup on.
fn record(session: &Session) -> Tree {
    let size = session.size();
    let start = session.start();
    let mut tree = Tree::new_game(size.width() as u8, size.height() as u8);
    let points = |stones: &board::PointSet| {
        let points: Vec<_> = stones.iter().map(|point| to_sgf(point, size)).collect();
        points
    };
    let version = env!("CARGO_PKG_VERSION");
    let mut root = tree.at(tree.root());
    root = root.raw("AP", [format!("Tedomari:{version}")]);
    root = root.text("KM", &session.rules().komi.to_string());
    root = root.text("RU", &rules_text(session.rules()));
    if session.handicap() >= 2 {
        root = root.number("HA", session.handicap() as i64);
    }
    root = root.points("AB", points(&start.black)).points("AW", points(&start.white));
    let expected = if session.handicap() >= 2 { Color::White } else { Color::Black };
    if start.to_play != expected {
        root = root.colour("PL", colour(start.to_play));
    }
    let mut node = root.id();
    for (color, mv) in session.position().moves() {
        node = tree.add(node).play(colour(color), move_to_sgf(mv, size)).id();
    }
    tree
}

/// The rules as SGF names them, or their switches as KataGo writes them there.
fn rules_text(rules: &Rules) -> String {
    match rules.name() {
        Some("japanese") => "Japanese".to_string(),
        Some("chinese") => "Chinese".to_string(),
        Some("aga") => "AGA".to_string(),
        Some("new-zealand") => "NZ".to_string(),
        Some("ing") => "GOE".to_string(),
        Some(name) => name.to_string(),
        None => switches(rules),
    }
}

fn switches(rules: &Rules) -> String {
    let [ko, scoring, tax, bonus] = words(rules);
    let suicide = u8::from(rules.suicide);
    let button = if rules.button { "button1" } else { "" };
    let agreement = if rules.agreement { "fpok1" } else { "" };
    format!("ko{ko}score{scoring}tax{tax}sui{suicide}{button}whb{bonus}{agreement}")
}
