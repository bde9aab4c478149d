//! Comparison of games: the outcome of the difference, without adding it up.

use std::cmp::Ordering;

use crate::game::Infinitesimal;
use crate::memo::OrderKey;
use crate::{Error, Game, Games, Side};

/// Who wins a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left wins whoever starts: the game is positive.
    Left,
    /// Right wins whoever starts: the game is negative.
    Right,
    /// The first player wins: the game is confused with zero.
    First,
    /// The second player wins: the game is zero.
    Second,
}

impl Games {
    /// How `g` compares with `h`; `None` if they are confused.
    ///
    /// ```
    /// use cgt::{Dyadic, Game, Games};
    ///
    /// let mut games = Games::new();
    /// let one = games.number(Dyadic::ONE);
    /// assert_eq!(games.compare(one, Game::nimber(1))?, Some(std::cmp::Ordering::Greater));
    /// assert_eq!(games.compare(Game::ZERO, Game::nimber(1))?, None);
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn compare(&mut self, g: Game, h: Game) -> Result<Option<Ordering>, Error> {
        if g == h {
            return Ok(Some(Ordering::Equal));
        }
        // Equal games are equal values, so at most one of these holds.
        if self.le(g, h)? {
            return Ok(Some(Ordering::Less));
        }
        Ok(self.le(h, g)?.then_some(Ordering::Greater))
    }

    /// Whether `g ≥ h`.
    pub fn ge(&mut self, g: Game, h: Game) -> Result<bool, Error> {
        self.le(h, g)
    }

    /// Whether `g = h`. In one arena this is `g == h`.
    pub fn eq(&self, g: Game, h: Game) -> bool {
        g == h
    }

    /// Whether neither `g ≤ h` nor `g ≥ h`.
    pub fn confused(&mut self, g: Game, h: Game) -> Result<bool, Error> {
        Ok(self.compare(g, h)?.is_none())
    }

    /// Who wins `g`.
    pub fn outcome(&self, g: Game) -> Outcome {
        let zero = crate::Dyadic::ZERO;
        let at_least = self.right_stop(g).is_at_least(zero);
        let at_most = self.left_stop(g).is_at_most(zero);
        match (at_least, at_most) {
            (true, true) => Outcome::Second,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::First,
        }
    }

    /// Whether `g ≤ h`: no left option of `g` is at least `h`, and no right
    /// option of `h` is at most `g`.
    pub fn le(&mut self, g: Game, h: Game) -> Result<bool, Error> {
        self.begin();
        self.at_most(g, h)
    }

    /// [`Games::le`] inside an operation.
    pub(crate) fn at_most(&mut self, g: Game, h: Game) -> Result<bool, Error> {
        if let Some(answer) = self.le_at_once(g, h) {
            return Ok(answer);
        }
        let difference = h.offset().sub(g.offset())?;
        let key = OrderKey(
            g.core_bits() | u64::from(difference.exponent()) << 56,
            h.core_bits(),
            difference.numerator(),
        );
        if let Some(answer) = self.orders.find(&key) {
            return Ok(answer);
        }
        self.spend()?;
        let answer = self.le_by_options(g, h)?;
        self.remember_order(key, answer)?;
        Ok(answer)
    }

    fn le_by_options(&mut self, g: Game, h: Game) -> Result<bool, Error> {
        for i in 0..self.option_count(g, Side::Left) {
            let option = self.option(g, Side::Left, i);
            if self.at_most(h, option)? {
                return Ok(false);
            }
        }
        for i in 0..self.option_count(h, Side::Right) {
            let option = self.option(h, Side::Right, i);
            if self.at_most(option, g)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The answer to `g ≤ h` where closed forms or stops give it.
    #[inline]
    fn le_at_once(&self, g: Game, h: Game) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        if let (Some(a), Some(b)) = (g.as_number_up_star(), h.as_number_up_star()) {
            return Some(match a.number.cmp(&b.number) {
                Ordering::Less => true,
                Ordering::Greater => false,
                Ordering::Equal => {
                    let ups = i64::from(b.ups) - i64::from(a.ups);
                    Infinitesimal { ups, nimber: a.nimber ^ b.nimber }.is_nonnegative()
                }
            });
        }
        let (g_left, h_right) = (self.left_stop(g), self.right_stop(h));
        if g_left.value < h_right.value {
            return Some(true);
        }
        if let Some(x) = g.as_number() {
            return Some(h_right.is_at_least(x));
        }
        if let Some(x) = h.as_number() {
            return Some(g_left.is_at_most(x));
        }
        // g ≤ h implies that both stops are ordered, parity included.
        if g_left > self.left_stop(h) || self.right_stop(g) > h_right {
            return Some(false);
        }
        let number_between = g_left.is_at_most(g_left.value) && h_right.is_at_least(g_left.value);
        number_between.then_some(true)
    }
}
