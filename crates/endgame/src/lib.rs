//! Exact endgames: partition into independent areas, their values, and their sum.
//!
//! | question | where |
//! |---|---|
//! | what is a local game? | [`Area`] |
//! | what is it worth, and which moves are good? | [`Solver`], [`LocalGame`] |
//! | whose sente is it, how large? | [`Analysis`], [`Kind`] |
//! | what if a ko matters? | [`KoReport`] |
//! | which parts of a board are independent? | [`Partition`] |
//! | what was solved before? | [`store`] |
//! | boards to try it on | [`compose`] |
//! | what is the score, and which move is best? | [`Solver::solve_board`], [`Solution`] |

mod analysis;
mod area;
mod compose;
mod fight;
mod graph;
mod kos;
mod local;
mod loops;
mod partition;
mod shape;
mod solve;
mod solver;
pub mod store;
mod sum;
mod values;

pub use analysis::{Analysis, Kind};
pub use area::{Area, AreaError};
pub use compose::{COMPOSED_SIZES, FULL_AREAS, FULL_MOVES, compose};
pub use kos::{KoName, KoReport};
pub use partition::{Granted, Partition, Unsplit, WhyUnsplit};
pub use shape::MOST_POINTS;
pub use solve::{Keeping, Solution, SolvedArea, Status};
pub use solver::{LocalGame, LocalMove, Solver};
pub use store::{MemoryStore, Store};
pub use values::Failure;
