//! Reading by proof numbers: can one player force something, whatever the other does?
//!
//! Every question here is a *race to a goal*: the *reacher* wants to bring about
//! something (a capture, two eyes, a connection), the other player, the
//! *preventer*, wants to prevent it for ever. A line that comes back to an
//! earlier position has reached nothing, so repetition is the preventer's
//! success. That makes the answer a property of the position alone, whatever way
//! led to it.
//!
//! | question | where |
//! |---|---|
//! | what is a game to be searched? | [`Game`], [`Child`] |
//! | who wins it? | [`Search`], [`Answer`] |
//! | how is a small part of a board kept in a word or two? | [`Field`], [`Stance`], [`Word`], [`Wide`] |
//! | who may retake a ko? | [`Ko`] |

mod dfpn;
mod eyes;
mod field;
mod habits;
mod table;
mod wide;
mod word;

pub use dfpn::{Answer, Search};
pub use field::{Cell, Field, FieldError, Ko, PASS, Stance};
pub use wide::Wide;
pub use word::Word;

/// A race to a goal between a reacher and a preventer.
pub trait Game {
    /// A position; small, copied freely.
    type State: Copy;

    /// A key of everything that matters in a state: stones, turn, kos.
    fn key(&self, state: &Self::State) -> u64;

    /// A key of what matters but for threats, and a rank by these: what the reacher
    /// reaches at one rank he reaches at all higher ranks under the same key.
    fn rank(&self, state: &Self::State) -> (u64, i16);

    /// Whether the reacher moves next.
    fn reaching(&self, state: &Self::State) -> bool;

    /// Appends what every move leads to. A player without a move has lost.
    fn children(&self, state: &Self::State, children: &mut Vec<Child<Self::State>>);

    /// What one move leads to, if it is among the children.
    fn child(&self, state: &Self::State, cell: Cell) -> Option<Child<Self::State>>;
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub struct Child<S> {
    /// The move, as the game names it.
    pub cell: Cell,
    /// The position after it.
    pub state: S,
    /// Whether the goal is reached for sure, or prevented for sure.
    pub verdict: Option<bool>,
    /// How hard it looks to prove and to disprove that the goal is reached; from 1.
    pub estimate: [u32; 2],
}
