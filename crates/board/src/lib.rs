//! The rules of Go: points, sets, positions, scoring and fast playouts.
//!
//! This room knows no files, protocols or clocks, and no floating point.
//!
//! | question | where |
//! |---|---|
//! | what is a point, a board size, a move? | [`Point`], [`Size`], [`Move`], [`Color`] |
//! | what is around, inside, connected? | [`PointSet`] |
//! | what did somebody put on the board? | [`Setup`], read from and written to text |
//! | what is legal, what is captured, how many liberties? | [`Position`] |
//! | under which rules? | [`Rules`] |
//! | what is the same but for a turn of the board? | [`Symmetry`] |
//! | who would own each point if both played at random? | [`playout`] |
//! | what can never be captured? | [`benson`] |
//! | what is the score, and why? | [`score`] |
//! | and by the obvious slow way? | [`naive`] |
//!
//! A board is text one can read:
//!
//! ```
//! use board::{Color, Illegal, Move, Position, Rules, Setup};
//!
//! let setup: Setup = "
//!     . X O .
//!     X . X O
//!     . X O .
//!     . . . .".parse()?;
//! let mut position = Position::from_setup(&setup, Rules::japanese())?;
//! position.play(Color::White, "B3".parse()?)?;
//! assert_eq!(position.last_removed(), 1);
//!
//! // Black may not retake the ko at once.
//! let ko = "C3".parse()?;
//! assert_eq!(position.check(Color::Black, Move::Play(ko)), Err(Illegal::Ko(ko)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Sets speak the language of the endgame: the liberties of a block are the
//! empty points of its border.
//!
//! ```
//! use board::{PointSet, Position, Rules, Setup};
//!
//! let setup: Setup = "
//!     . . O .
//!     . X X O
//!     . . . .".parse()?;
//! let position = Position::from_setup(&setup, Rules::japanese())?;
//! let block = position.block("B2".parse()?);
//! let liberties = block.border(setup.size) & position.empty_points();
//! assert_eq!(liberties.to_string(), "B1 C1 A2 B3");
//! assert_eq!(liberties.len(), position.liberties("C2".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod benson;
mod blocks;
mod color;
mod diagram;
pub mod naive;
pub mod playout;
mod point;
mod position;
mod rules;
pub mod score;
mod set;
mod setup;
mod symmetry;
pub mod zobrist;

pub use color::{Color, ParseColorError};
pub use diagram::{DiagramError, draw};
pub use point::{CELLS, MAX_SIZE, Move, Point, PointError, STRIDE, Size, SizeError};
pub use position::{Illegal, Position, SetupError};
pub use rules::{HandicapBonus, KoRule, Komi, ParseKomiError, Rules, Scoring, Tax};
pub use set::{PointSet, Points};
pub use setup::Setup;
pub use symmetry::Symmetry;
