//! Stops: the numbers that alternating play arrives at, and who then moves.

use std::cmp::Ordering;

use crate::{Dyadic, Side};

/// Where alternating play in a game arrives when both play well and stop at
/// the first number.
///
/// The parity matters: whoever has to move in `x - x` loses, so of two ways to
/// the same number a player takes the one after which the opponent is to move.
/// With it a stop decides every comparison with a number: `G ≥ x` exactly if
/// the right stop is greater than `x`, or equal with Right to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stop {
    /// The number.
    pub value: Dyadic,
    /// The player to move when it is reached.
    pub next: Side,
}

impl Stop {
    /// The stop seen by the players after they exchange their roles.
    pub(crate) fn mirror(self) -> Stop {
        Stop { value: -self.value, next: self.next.other() }
    }

    /// Whether a game with this right stop is at least `x`.
    #[inline]
    pub(crate) fn is_at_least(self, x: Dyadic) -> bool {
        match self.value.cmp(&x) {
            Ordering::Greater => true,
            Ordering::Equal => self.next == Side::Right,
            Ordering::Less => false,
        }
    }

    /// Whether a game with this left stop is at most `x`.
    #[inline]
    pub(crate) fn is_at_most(self, x: Dyadic) -> bool {
        match self.value.cmp(&x) {
            Ordering::Less => true,
            Ordering::Equal => self.next == Side::Left,
            Ordering::Greater => false,
        }
    }
}

impl Ord for Stop {
    /// By what Left likes: the greater number, then Right to move.
    #[inline]
    fn cmp(&self, other: &Stop) -> Ordering {
        self.value.cmp(&other.value).then((self.next as u8).cmp(&(other.next as u8)))
    }
}

impl PartialOrd for Stop {
    #[inline]
    fn partial_cmp(&self, other: &Stop) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
