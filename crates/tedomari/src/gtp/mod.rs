//! The Go Text Protocol: an engine for GUIs, servers and scripts.
//!
//! ```
//! use tedomari::gtp::{Options, engine};
//!
//! let mut replies = Vec::new();
//! let commands = "1 boardsize 9\n2 play b E5\n3 play w E5\n";
//! engine(Options::default()).serve(commands.as_bytes(), &mut replies)?;
//! assert_eq!(String::from_utf8(replies)?, "=1\n\n=2\n\n?3 illegal move\n\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | file |
//! |---|---|
//! | what is a line, a request? | `line` |
//! | how are commands answered? (no Go here) | `protocol` |
//! | what is the state of the game? | `session` |
//! | boards, moves, undo | `game` |
//! | what is on the board? | `query` |
//! | handicap | `handicap` |
//! | time | `time`, `clock` |
//! | rules | `rules` |
//! | which move? | `genmove`, `search`, `think` |
//! | which of some moves, and how good does it look? | `asked` |
//! | what does the search think? | `analysis` |
//! | what would a strong player do? | `predict` |
//! | files | `record` |
//! | who has won? | `score` |
//! | what can never be captured? | `safety` |
//! | what can be captured? | `tactics` |
//! | does a group live? | `owl` |
//! | what is the endgame worth? | `areas` |
//! | what can the engine do? | `gogui` |

mod analysis;
mod areas;
mod asked;
mod clock;
mod decided;
mod game;
mod genmove;
mod gogui;
mod handicap;
pub mod line;
mod owl;
mod predict;
pub mod protocol;
mod query;
mod record;
mod rules;
mod safety;
mod score;
mod search;
mod session;
mod tactics;
mod think;
mod time;

pub(crate) use genmove::{Chosen, Ground, advise};
pub use session::{Options, Session, Strategy};

use protocol::{Command, Engine};

/// An engine at the beginning of a game.
pub fn engine(options: Options) -> Engine<Session> {
    let (version, name) = (env!("CARGO_PKG_VERSION"), options.name.clone());
    Engine::new(&name, version, Session::new(options), commands()).with_idle(search::ponder)
}

/// All commands that know Go.
pub fn commands() -> Vec<Command<Session>> {
    [
        game::COMMANDS,
        query::COMMANDS,
        handicap::COMMANDS,
        time::COMMANDS,
        rules::COMMANDS,
        genmove::COMMANDS,
        asked::COMMANDS,
        analysis::COMMANDS,
        predict::COMMANDS,
        record::COMMANDS,
        score::COMMANDS,
        safety::COMMANDS,
        tactics::COMMANDS,
        owl::COMMANDS,
        areas::COMMANDS,
        gogui::COMMANDS,
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_has_one_name_and_says_what_it_does() {
        let mut names = BTreeSet::new();
        for command in commands() {
            assert!(names.insert(command.name), "{} is there twice", command.name);
            assert!(!command.about.is_empty(), "{} says nothing", command.name);
            assert!(protocol::BUILT_IN.iter().all(|built_in| built_in.0 != command.name));
        }
    }

    #[test]
    fn the_analysis_menu_holds_only_commands_that_exist() {
        let mut engine = engine(Options::default());
        let menu = engine.answer(&line::Request::parse("gogui-analyze_commands")).text;
        for entry in menu.trim_start_matches("= ").trim().lines() {
            let command = entry.split('/').nth(2).expect("type/label/command");
            let name = command.split(' ').next().expect("a command has a name");
            assert!(engine.knows(name), "{entry}");
        }
    }
}
