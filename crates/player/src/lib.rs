//! Move decision: strategies that choose a move.
//!
//! | question | where |
//! |---|---|
//! | which move keeps the proved score? | [`exact`] |
//! | which move wins by searching a tree of games? | [`tree`] |
//! | which move wins, lives or owns most as the deep network sees it? | [`deep`] |
//! | which of these fits the board? | [`search`] |
//! | which move wins most random games? | [`flat`] |
//! | does a group live, where nobody can prove it? | [`fate`] |
//! | who wins a race that cannot be read to the end? | [`race`] |
//! | what would a strong player try in a problem? | [`problem`] |
//! | what is there on the board: blocks, chains, groups, influence? | [`knowledge`] |
//! | what is a move good for? | [`motive`] |
//! | what would a teacher say of a position? | [`explain`] |
//! | which move is best without playouts? | [`strategy`] |
//! | is there anything left to play for? | [`ending`] |
//! | does exact play hold against anybody? | [`spar`] |
//!
//! Strategies share one form: a position, the player, a budget of work and a
//! seed go in, and a [`Choice`] comes out. On one thread the same input gives the
//! same move. They judge by the komi in the position's rules; whoever gives White
//! points for handicap stones adds them to the komi.
//!
//! ```
//! use board::{Color, Position, Rules, Setup};
//! use budget::Budget;
//!
//! // Three white stones can be taken, or saved.
//! let setup: Setup = "
//!     . . . . . . .
//!     . X X X . . .
//!     X O O O . . .
//!     . X X X . O .
//!     . . . . . O .
//!     . . . O O . .
//!     . . . . . . .".parse()?;
//! let position = Position::from_setup(&setup, Rules::chinese())?;
//! let choice = player::flat::choose(&position, Color::Black, &mut Budget::nodes(3000), 1);
//! assert_eq!(choice.mv, "E5".parse()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod decide;
pub mod deep;
pub mod ending;
pub mod exact;
pub mod explain;
pub mod fate;
pub mod flat;
pub mod knowledge;
pub mod motive;
pub mod problem;
pub mod race;
pub mod search;
pub mod spar;
pub mod strategy;
pub mod tree;
mod way;

use board::Move;

/// A move and what the strategy thinks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// How much of the random games after it the player wins, from 0 to 1; draws are half.
    pub win_rate: f64,
    /// The mean score of these games for Black with komi, in points: an estimate.
    pub score: f64,
    /// The number of playouts that were made for the whole choice.
    pub playouts: u64,
}
