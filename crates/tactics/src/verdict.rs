//! The verdict on a position where both players passed: what is dead?
//!
//! Each stone is judged by the strongest means that says anything about it:
//!
//! 1. *Proved*: unconditional life and territory ([`board::benson`]).
//! 2. *Read*: blocks that are safe while the opponent moves first and wins every ko,
//!    and stones inside safe territory ([`safety`]).
//! 3. *Played out*, and searched where playouts are in doubt ([`Trial`]).
//!
//! ```
//! use board::{Position, Rules, Setup, score::Warrant};
//! use tactics::verdict::judge;
//!
//! // Black answers in the middle of the five points or beside it, so he needs no
//! // playouts; nor does White, who has two eyes.
//! let setup: Setup = "
//!     . . . . . X O
//!     X X X X X X O
//!     O O O O O O O
//!     . O . O . O .".parse()?;
//! let position = Position::from_setup(&setup, Rules::japanese())?;
//! let judgement = judge(&position, 100, 1);
//! assert_eq!(judgement.warrant, Warrant::Read);
//! assert!(judgement.status.dead.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use board::score::{Judgement, Known, Trial};
use board::{Color, Position};
use budget::Budget;

use crate::safety::{self, Effort};

/// Judges which stones are dead, what is in seki and which points their owners must
/// still fill, with `playouts` random games fixed by `seed` where nothing is proved.
pub fn judge(position: &Position, playouts: u32, seed: u64) -> Judgement {
    let known = known(position);
    let mut trial = Trial::new(position, playouts, seed);
    trial.search(&known);
    trial.judge(&known)
}

/// The same without searches: for players who want to know whether all is clear.
pub fn glance(position: &Position, playouts: u32, seed: u64) -> Judgement {
    Trial::new(position, playouts, seed).judge(&known(position))
}

/// What reading says about the stones of a position.
pub fn known(position: &Position) -> Known {
    let found = safety::analyze(position, EFFORT, &mut Budget::nodes(NODES));
    let mut known = Known::default();
    for color in Color::BOTH {
        known.alive |= found.safe[color.index()];
        known.dead |= found.territory[color.index()] & *position.stones(color.opponent());
    }
    known
}

/// Short searches: what they miss is played out.
const EFFORT: Effort = Effort { region_nodes: 200, region_points: 16 };

/// Positions for all searches together, some hundredths of a second.
const NODES: u64 = 10_000;
