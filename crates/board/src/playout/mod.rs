//! Random games to the end, many thousands a second.
//!
//! A playout goes on from a position with uniformly random moves: each legal
//! move that fills no simple eye of the player's own ([`Light::is_eye`]) is
//! equally likely, a player without such a move passes, and two passes end the
//! game. Suicide is not played and ko is simple, whatever the rules of the
//! position; the rare game that goes in circles ends at a move limit.
//! The result is the area score.
//!
//! Everything is fixed by the seed: the same position and seed give the same
//! game on every machine. Another version may play other games for the same seed.
//!
//! ```
//! use board::playout;
//! use board::{Color, Position, Rules, Size};
//!
//! let position = Position::new(Size::square(9)?, Rules::chinese());
//! let owners = playout::owners(&position, Color::Black, 20_000, 1);
//! let tengen = "E5".parse()?;
//! // The first player holds the middle more often than not.
//! assert!(owners.of(Color::Black, tengen) > owners.of(Color::White, tengen));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod liberties;
mod light;
mod owners;
mod random;
mod shapes;
mod swift;
mod vital;

pub use answer::play_out_answering;
pub use liberties::{Atari, Count, Liberties};
pub use light::Light;
pub use owners::{Critical, Fates, Owners, critical, fates, owners};
pub use random::Random;

use crate::color::Color;
use crate::point::Size;
use crate::position::Position;

/// Work on a light board of whatever capacity fits the position. Boards up to
/// 9×9, 13×13, 19×19 and 25×25 have their own compiled code, so that small ones
/// are small to copy; a task is the code that is compiled for each.
pub trait Task<L: Liberties = Count> {
    /// What the work gives.
    type Output;

    /// Does the work, beginning from `board`.
    fn run<const N: usize>(self, board: Light<N, L>) -> Self::Output;
}

/// Makes the light board of a position, `to_play` moving next, and does a task on it.
pub fn on_light_board<L, T>(position: &Position, to_play: Color, task: T) -> T::Output
where
    L: Liberties,
    T: Task<L>,
{
    let size = position.size();
    match size.width().max(size.height()) {
        0..=9 => task.run(fitting::<128, L>(position, to_play)),
        10..=13 => task.run(fitting::<256, L>(position, to_play)),
        14..=19 => task.run(fitting::<512, L>(position, to_play)),
        _ => task.run(fitting::<1024, L>(position, to_play)),
    }
}

fn fitting<const N: usize, L: Liberties>(position: &Position, to_play: Color) -> Light<N, L> {
    Light::new(position, to_play).expect("the capacity was chosen by the size")
}

/// When a playout ends other than by two passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of moves, passes included.
    pub moves: u32,
    /// The mercy rule: the game ends when one player has so many more stones
    /// on the board. `None` plays every game to the end.
    pub mercy: Option<u32>,
}

impl Limits {
    /// Three moves for each point and some more for the smallest boards, no mercy.
    pub fn of<const N: usize, L: Liberties>(board: &Light<N, L>) -> Limits {
        Limits { moves: Limits::most_moves(board.size()), mercy: None }
    }

    fn most_moves(size: Size) -> u32 {
        3 * size.area() as u32 + 20
    }
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The area score, Black minus White, without komi.
    pub score: i32,
    /// The number of moves, passes included.
    pub moves: u32,
}

/// Plays `board` to the end with random moves.
#[inline]
pub fn play_out<const N: usize, L: Liberties>(
    board: &mut Light<N, L>,
    random: &mut Random,
    limits: Limits,
) -> Outcome {
    let mut moves = 0;
    let mercy = limits.mercy.unwrap_or(u32::MAX);
    while moves < limits.moves && !board.is_over() {
        board.random_move(random);
        moves += 1;
        if board.stones(Color::Black).abs_diff(board.stones(Color::White)) as u32 > mercy {
            break;
        }
    }
    Outcome { score: board.area_score(), moves }
}
