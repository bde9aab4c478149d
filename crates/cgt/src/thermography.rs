//! The thermograph, mean and temperature of a kept game.

use crate::{Dyadic, Error, Game, Games, Rational, Thermograph, Thermographs};

impl Games {
    /// The thermograph of `g`.
    ///
    /// ```
    /// use cgt::{Dyadic, Games, Rational};
    ///
    /// let mut games = Games::new();
    /// let switch = games.switch(Dyadic::from(7), Dyadic::from(-2))?;
    /// assert_eq!(games.thermograph(switch)?.mean(), Rational::new(5, 2)?);
    /// assert_eq!(games.temperature(switch)?.to_string(), "9/2");
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn thermograph(&self, g: Game) -> Result<Thermograph, Error> {
        Thermographs::new().of(self, g)
    }

    /// The mean of a game without loops, which is a dyadic number.
    pub fn mean(&self, g: Game) -> Result<Dyadic, Error> {
        dyadic(self.thermograph(g)?.mean())
    }

    /// The temperature of a game without loops: -1 for integers, `-1/2ᵏ` for
    /// other numbers.
    pub fn temperature(&self, g: Game) -> Result<Dyadic, Error> {
        dyadic(freezing_point(&self.thermograph(g)?))
    }
}

/// The temperature from which on both walls are one mast.
pub(crate) fn freezing_point(thermograph: &Thermograph) -> Rational {
    thermograph.temperature()
}

/// A rational that is known to be dyadic: walls of games without loops have
/// slopes 0 and ±1 and so break at dyadic points.
pub(crate) fn dyadic(x: Rational) -> Result<Dyadic, Error> {
    let numerator = i64::try_from(x.numerator()).map_err(|_| Error::Overflow)?;
    let denominator = u128::try_from(x.denominator()).map_err(|_| Error::Overflow)?;
    if !denominator.is_power_of_two() {
        return Err(Error::Overflow);
    }
    Dyadic::new(numerator, denominator.trailing_zeros())
}
