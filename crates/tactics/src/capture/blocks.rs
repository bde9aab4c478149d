//! The status of every block of a board.

use board::{Color, Point, Position};
use budget::{Budget, Exhausted};

use super::{Effort, Success, attack, defend};

/// What becomes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No capture was found.
    Safe,
    /// It depends on who moves first.
    Critical,
    /// It cannot be saved.
    Dead,
}

/// A block and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockStatus {
    /// The stone that names the block.
    pub block: Point,
    /// Its color.
    pub color: Color,
    /// What becomes of it.
    pub status: Status,
    /// How the attack comes out, and its move.
    pub attack: (Success, Option<Point>),
    /// How the defence comes out, and its move.
    pub defence: (Success, Option<Point>),
    /// Whether a capture that the status rests on is proved.
    pub proved: bool,
}

/// Reads every block of the board: Black's, then White's, from A1 along the rows
/// upward. Blocks with more liberties than the effort allows are safe at once.
///
/// ```
/// use board::{Position, Rules, Setup};
/// use budget::Budget;
/// use tactics::capture::{Effort, Status, blocks};
///
/// let setup: Setup = "
///     . . . . .
///     . X X . .
///     X O O . .
///     . X X . .
///     . . . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let found = blocks(&position, &Effort::quick(), &mut Budget::unlimited())?;
/// let white = found.iter().find(|b| b.block == "B3".parse().unwrap());
/// assert_ne!(white.map(|b| b.status), Some(Status::Safe));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn blocks(
    position: &Position,
    effort: &Effort,
    budget: &mut Budget,
) -> Result<Vec<BlockStatus>, Exhausted> {
    let mut found = Vec::new();
    for color in Color::BOTH {
        for block in position.blocks(color) {
            let mut status = BlockStatus {
                block,
                color,
                status: Status::Safe,
                attack: (Success::No, None),
                defence: (Success::Yes, None),
                proved: false,
            };
            if position.liberties(block) <= effort.hunter_liberties {
                let attacked = attack(position, block, effort, budget)?;
                status.attack = (attacked.success, attacked.first);
                if attacked.success != Success::No {
                    let defended = defend(position, block, effort, budget)?;
                    status.defence = (defended.success, defended.first);
                    let dead = defended.success == Success::No;
                    status.status = if dead { Status::Dead } else { Status::Critical };
                    status.proved = if dead { defended.proved } else { attacked.proved };
                }
            }
            found.push(status);
        }
    }
    Ok(found)
}
