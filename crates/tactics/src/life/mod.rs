//! Life and death of a group.

mod area;
mod arena;
mod game;
mod read;
mod sample;
mod status;

pub use area::{area, group};
pub use arena::{Arena, ArenaError, Outside};
pub use game::{Goal, LifeGame};
pub use read::{Fate, Reading, read};
pub use sample::{Enclosed, enclosed};
pub use status::{Status, Terms, Warrant, status};
