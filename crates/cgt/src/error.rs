//! What can go wrong in a calculation, as values.

use budget::Exhausted;

/// Why an operation on games gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A number left the range of [`Dyadic`](crate::Dyadic).
    #[error("a number is out of range: numerators have 63 bits, denominators are at most 2^62")]
    Overflow,
    /// The store of games reached its memory limit.
    #[error("the games need more memory than the limit of {limit} bytes")]
    Memory {
        /// The limit in bytes.
        limit: usize,
    },
    /// A game is nested more deeply than the library follows.
    #[error("the game is nested too deeply: at most {limit} moves to a number are followed")]
    Depth {
        /// The greatest number of levels.
        limit: usize,
    },
    /// The node limit of the budget was reached, or the stop flag was raised.
    #[error("the calculation was given up: {0}")]
    Budget(#[from] Exhausted),
    /// The text of a canonical form would be too long.
    #[error("the canonical form takes more than {limit} characters to write down")]
    Length {
        /// The greatest number of characters.
        limit: usize,
    },
    /// The operation has no meaning for this game.
    #[error("{0}")]
    Undefined(&'static str),
}
