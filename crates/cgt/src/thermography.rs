//! The thermograph, mean and temperature of a kept game.

use rustc_hash::FxHashMap;

use crate::{COLDEST, Dyadic, Error, Game, Games, NumberUpStar, Rational, Thermograph, Wall};

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
        Walls::default().of(self, g)
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

/// Thermographs of games of one arena, each found once.
#[derive(Default)]
pub(crate) struct Walls {
    /// By game without its whole part: integers only shift a thermograph.
    known: FxHashMap<Game, Thermograph>,
}

impl Walls {
    pub(crate) fn of(&mut self, games: &Games, g: Game) -> Result<Thermograph, Error> {
        if let Some(n) = g.as_number().and_then(Dyadic::as_integer) {
            return Ok(Thermograph::mast(Rational::integer(n)));
        }
        let whole = g.offset().floor();
        let shift = Rational::integer(whole);
        let part = games.translate(g, -Dyadic::new(whole, 0)?)?;
        if let Some(known) = self.known.get(&part) {
            return Ok(known.shifted(shift)?);
        }
        let (left, right) = options(games, part);
        let left: Vec<Thermograph> =
            left.into_iter().map(|option| self.of(games, option)).collect::<Result<_, _>>()?;
        let right: Vec<Thermograph> =
            right.into_iter().map(|option| self.of(games, option)).collect::<Result<_, _>>()?;
        let thermograph = Thermograph::of_options(&left, &right)?;
        let shifted = thermograph.shifted(shift)?;
        self.known.insert(part, thermograph);
        Ok(shifted)
    }
}

/// The temperature from which on both walls are one mast.
pub(crate) fn freezing_point(thermograph: &Thermograph) -> Rational {
    let foot = |wall: &Wall| wall.vertices().last().map_or(COLDEST, |v| v.temperature);
    foot(thermograph.left_wall()).max(foot(thermograph.right_wall()))
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

/// The options that shape the thermograph. Above zero all values
/// `x + k·↑ + *m` look like `x`, and below it like one of `x*`, `{x|x*}` and
/// `{x*|x}`, by induction over `k·↑ = {0|(k-1)·↑*}`: a million ups need no
/// million steps.
fn options(games: &Games, g: Game) -> (Vec<Game>, Vec<Game>) {
    let all = (games.left(g).collect(), games.right(g).collect());
    let Some(NumberUpStar { number, ups, nimber }) = g.as_number_up_star() else { return all };
    let x = Game::number(number);
    let star = Game::number_up_star(NumberUpStar { number, ups: 0, nimber: 1 });
    match (ups, nimber) {
        (0, 0) => all,
        (0, _) | (1 | -1, 1) => (vec![x], vec![x]),
        (1.., _) => (vec![x], vec![star]),
        _ => (vec![star], vec![x]),
    }
}
