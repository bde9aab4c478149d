//! Life and death of a group.

mod area;
mod arena;
mod check;
mod estimate;
mod game;
mod proof;
mod read;
mod sample;
mod sampled;
mod status;
mod unanswered;

pub use area::{area, cluster, group};
pub use arena::{Arena, ArenaError, Outside};
pub use check::{Flaw, check, continuations};
pub use estimate::is_enclosed;
pub use game::{Goal, LifeGame};
pub use proof::{Proof, Spot, prove};
pub use read::{Fate, Reading, Wanted, read};
pub use sample::{Enclosed, enclosed};
pub use status::{Status, Terms, View, WIDEST_GUESS, Warrant, status, view, view_area};
pub use unanswered::{Unanswered, unanswered};
