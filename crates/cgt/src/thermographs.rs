//! Thermographs of the games of an arena, each computed once.

use rustc_hash::FxHashMap;

use crate::rational::Rational;
use crate::{Dyadic, Error, Game, Games, NumberUpStar, Thermograph};

/// A store of thermographs for the games of one arena.
///
/// ```
/// use cgt::{Dyadic, Games, Rational, Thermographs};
///
/// let mut games = Games::new();
/// let switch = games.switch(Dyadic::from(7), Dyadic::from(-2))?;
/// let mut thermographs = Thermographs::new();
/// let walls = thermographs.of(&games, switch)?;
/// assert_eq!(walls.mean(), Rational::new(5, 2)?);
/// assert_eq!(walls.temperature(), Rational::new(9, 2)?);
/// # Ok::<(), cgt::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Thermographs {
    /// By game without its whole part: integers only shift a thermograph.
    known: FxHashMap<Game, Thermograph>,
}

impl Thermographs {
    /// An empty store.
    pub fn new() -> Thermographs {
        Thermographs::default()
    }

    /// The thermograph of `g`, a game of the arena `games`.
    pub fn of(&mut self, games: &Games, g: Game) -> Result<Thermograph, Error> {
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
        let mut walls = (Vec::new(), Vec::new());
        for option in left {
            walls.0.push(self.of(games, option)?);
        }
        for option in right {
            walls.1.push(self.of(games, option)?);
        }
        let thermograph = Thermograph::of_options(&walls.0, &walls.1)?;
        let shifted = thermograph.shifted(shift)?;
        self.known.insert(part, thermograph);
        Ok(shifted)
    }

    /// The mean of `g`.
    pub fn mean(&mut self, games: &Games, g: Game) -> Result<Rational, Error> {
        Ok(self.of(games, g)?.mean())
    }

    /// The temperature of `g`: −1 for integers, −1/2ᵏ for other numbers.
    pub fn temperature(&mut self, games: &Games, g: Game) -> Result<Rational, Error> {
        Ok(self.of(games, g)?.temperature())
    }
}

/// The options that shape the thermograph. All values `x + k·↑ + *m` look like
/// one of `x*`, `x↑`, `x↓`: for a positive number of ups (but for `↑*`) the
/// walls are those of `{x|x*}` whatever the number, by induction over
/// `k·↑ = {0|(k−1)·↑*}`. So a million ups need no million steps.
fn options(games: &Games, g: Game) -> (Vec<Game>, Vec<Game>) {
    let Some(NumberUpStar { number, ups, nimber }) = g.as_number_up_star() else {
        return (games.left(g).collect(), games.right(g).collect());
    };
    if ups == 0 && nimber == 0 {
        return (games.left(g).collect(), games.right(g).collect());
    }
    let x = Game::number(number);
    let star = Game::number_up_star(NumberUpStar { number, ups: 0, nimber: 1 });
    match (ups, nimber) {
        (0, _) | (1 | -1, 1) => (vec![x], vec![x]),
        (1.., _) => (vec![x], vec![star]),
        _ => (vec![star], vec![x]),
    }
}
