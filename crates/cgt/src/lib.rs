//! Combinatorial game theory: exact values, thermographs, kos and sums. No Go inside.
//!
//! | question | where |
//! |---|---|
//! | exact numbers | [`Dyadic`] |
//! | canonical forms, sums, comparison | [`Games`], [`Game`] |
//! | who gets what when both alternate | [`Stop`], [`Outcome`] |

mod arena;
mod arithmetic;
mod canonical;
mod closed;
mod error;
mod game;
mod memo;
mod named;
mod number;
mod order;
mod stop;

pub use arena::{Games, Options};
pub use error::Error;
pub use game::{Game, NumberUpStar, Side};
pub use number::{Bound, Dyadic};
pub use order::Outcome;
pub use stop::Stop;
