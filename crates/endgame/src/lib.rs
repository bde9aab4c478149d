//! Exact endgames: partition into independent areas, their values, and their sum.
//!
//! | question | where |
//! |---|---|
//! | what is a local game? | [`Area`] |
//! | what is it worth, and which moves are good? | [`Solver`], [`LocalGame`] |

mod area;
mod graph;
mod local;
mod loops;
mod shape;
mod solver;
mod values;

pub use area::{Area, AreaError};
pub use shape::MOST_POINTS;
pub use solver::{LocalGame, LocalMove, Solver};
pub use values::Failure;
