//! Life and death of a group.

mod arena;
mod game;
mod sample;

pub use arena::{Arena, ArenaError, Outside};
pub use game::{Goal, LifeGame};
pub use sample::{Enclosed, enclosed};
