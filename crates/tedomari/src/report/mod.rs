//! The report of a game for people: a page, an annotated record, a short text.
//!
//! `workbench::report` finds what is to be said; here it is put into words and pictures.

mod areas;
mod mistakes;
mod page;
mod plots;
mod record;
mod words;

pub(crate) use page::page;
pub(crate) use record::record;
pub(crate) use words::summary;

use board::Position;
use workbench::load::Loaded;

/// The position after so many moves of the game.
fn position_at(loaded: &Loaded, moves: usize) -> Position {
    let mut position = loaded.position.clone();
    let offset = loaded.moves - position.moves().len();
    while offset + position.moves().len() > moves {
        let Some((color, _)) = position.undo() else { break };
        position.set_to_play(color);
    }
    position
}

/// A, B, … for areas, as `solve` names them.
fn letter(id: usize) -> String {
    match id {
        1..=26 => char::from(b'A' + id as u8 - 1).to_string(),
        _ => format!("A{}", id - 26),
    }
}
