//! The value of a game as a small copyable name.

use crate::{Dyadic, Error};

/// One of the two players. Left is Black and likes great numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player who moves to left options; the maximiser.
    Left,
    /// The player who moves to right options; the minimiser.
    Right,
}

impl Side {
    /// The opponent.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// A short game in canonical form: a number plus either a closed-form
/// infinitesimal (`k` ups and a nimber) or a game kept in an arena
/// [`Games`](crate::Games).
///
/// Within one arena equal games are equal values (`==`), whatever they were
/// made from. A game that is a number plus a kept game shares the kept part
/// with all its translates, because `{GL|GR} + x = {GL + x|GR + x}` for a game
/// that is not a number (the Number Translation Theorem). The kept part is the
/// translate whose left stop is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Game {
    numerator: i64,
    /// The place of a kept game, or the number of ups as the bits of an `i32`.
    body: u32,
    nimber: u16,
    exponent: u8,
    kept: bool,
}

/// A value `number + ups·↑ + *nimber`; sums and comparisons of these need no
/// game tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumberUpStar {
    /// The number.
    pub number: Dyadic,
    /// How many ups; downs if negative.
    pub ups: i32,
    /// The nimber.
    pub nimber: u16,
}

impl Game {
    /// The game 0, in which nobody can move.
    pub const ZERO: Game = Game { numerator: 0, body: 0, nimber: 0, exponent: 0, kept: false };

    /// The number `x` as a game.
    #[inline]
    pub fn number(x: Dyadic) -> Game {
        Game { numerator: x.numerator(), exponent: x.exponent() as u8, ..Game::ZERO }
    }

    /// The nimber `*m`.
    pub fn nimber(m: u16) -> Game {
        Game { nimber: m, ..Game::ZERO }
    }

    /// The value `number + ups·↑ + *nimber`.
    pub fn number_up_star(value: NumberUpStar) -> Game {
        let NumberUpStar { number, ups, nimber } = value;
        Game { body: ups as u32, nimber, ..Game::number(number) }
    }

    /// The number this game is, if it is one.
    #[inline]
    pub fn as_number(self) -> Option<Dyadic> {
        self.is_number().then(|| self.offset())
    }

    /// Whether this game is a number.
    #[inline]
    pub fn is_number(self) -> bool {
        !self.kept && self.body == 0 && self.nimber == 0
    }

    /// The parts of a game of the form `x + k·↑ + *m`.
    #[inline]
    pub fn as_number_up_star(self) -> Option<NumberUpStar> {
        (!self.kept).then(|| NumberUpStar {
            number: self.offset(),
            ups: self.body as i32,
            nimber: self.nimber,
        })
    }

    /// The number of a nimber; 0 is `*0`.
    pub fn as_nimber(self) -> Option<u16> {
        (!self.kept && self.body == 0 && self.numerator == 0).then_some(self.nimber)
    }

    /// The number part: the game is this number plus its [`core`](Game::core).
    /// It equals the left stop.
    #[inline]
    pub fn offset(self) -> Dyadic {
        Dyadic::from_parts(self.numerator, self.exponent)
    }

    /// The game without its number part: the translate with left stop zero.
    #[inline]
    pub fn core(self) -> Game {
        Game { numerator: 0, exponent: 0, ..self }
    }

    #[inline]
    pub(crate) fn kept(place: u32) -> Game {
        Game { body: place, kept: true, ..Game::ZERO }
    }

    /// Where the arena keeps the core, if it has to.
    #[inline]
    pub(crate) fn place(self) -> Option<usize> {
        self.kept.then_some(self.body as usize)
    }

    /// The same core with another number part; the caller knows that it fits.
    #[inline]
    pub(crate) fn with_offset(self, x: Dyadic) -> Game {
        Game { numerator: x.numerator(), exponent: x.exponent() as u8, ..self }
    }

    /// All of the core in one word.
    #[inline]
    pub(crate) fn core_bits(self) -> u64 {
        u64::from(self.body) | u64::from(self.nimber) << 32 | u64::from(self.kept) << 48
    }

    /// A total order for sorted option lists. It follows the history of the
    /// arena, so it must not be shown.
    #[inline]
    pub(crate) fn rank(self) -> (u64, i64, u8) {
        (self.core_bits(), self.numerator, self.exponent)
    }
}

impl NumberUpStar {
    /// The negative.
    pub fn negative(self) -> Result<NumberUpStar, Error> {
        Ok(NumberUpStar {
            number: -self.number,
            ups: self.ups.checked_neg().ok_or(Error::Overflow)?,
            nimber: self.nimber,
        })
    }

    /// The sum: numbers and ups add, nimbers add without carry.
    pub fn sum(self, other: NumberUpStar) -> Result<NumberUpStar, Error> {
        Ok(NumberUpStar {
            number: self.number.add(other.number)?,
            ups: self.ups.checked_add(other.ups).ok_or(Error::Overflow)?,
            nimber: self.nimber ^ other.nimber,
        })
    }

    /// Whether the value is at least zero. With equal numbers the ups decide,
    /// except that `*` is confused with 0 and with ↑, and every other nimber
    /// with 0 only (McMillen, section 2.5: `n·↑ > *` for n ≥ 2).
    #[inline]
    pub fn is_nonnegative(self) -> bool {
        if self.number.is_zero() {
            Infinitesimal { ups: i64::from(self.ups), nimber: self.nimber }.is_nonnegative()
        } else {
            self.number.signum() > 0
        }
    }
}

/// `ups·↑ + *nimber` with room for differences.
#[derive(Clone, Copy)]
pub(crate) struct Infinitesimal {
    pub(crate) ups: i64,
    pub(crate) nimber: u16,
}

impl Infinitesimal {
    #[inline]
    pub(crate) fn is_nonnegative(self) -> bool {
        match self.ups {
            2.. => true,
            1 => self.nimber != 1,
            0 => self.nimber == 0,
            _ => false,
        }
    }

    #[inline]
    pub(crate) fn neg(self) -> Infinitesimal {
        Infinitesimal { ups: -self.ups, ..self }
    }
}
