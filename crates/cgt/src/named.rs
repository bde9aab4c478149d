//! Values with names: ups, nimbers, switches, tinies and minies, `0ⁿ|G`.

use crate::{Dyadic, Error, Game, Games, NumberUpStar, Side};

impl Games {
    /// The nimber `*m`: both players may move to any smaller nimber.
    pub fn nimber(&self, m: u16) -> Game {
        Game::nimber(m)
    }

    /// `k` ups, or `-k` downs.
    pub fn ups(&self, k: i32) -> Game {
        Game::number_up_star(NumberUpStar { number: Dyadic::ZERO, ups: k, nimber: 0 })
    }

    /// The switch `{a|b}` of two numbers. It is hot if `a > b`, a number if
    /// `a < b`.
    pub fn switch(&mut self, a: Dyadic, b: Dyadic) -> Result<Game, Error> {
        self.game(&[Game::number(a)], &[Game::number(b)])
    }

    /// Tiny G, `{0||0|-G}`. The name is used for games greater than some
    /// positive number; the form has a value for all.
    pub fn tiny(&mut self, g: Game) -> Result<Game, Error> {
        let threat = self.neg(g)?;
        self.zeros(2, threat)
    }

    /// Miny G, `{G|0||0}`: the negative of tiny G.
    pub fn miny(&mut self, g: Game) -> Result<Game, Error> {
        let tiny = self.tiny(g)?;
        self.neg(tiny)
    }

    /// `0ⁿ|G`: `G` itself for `n = 0`, else `{0||0ⁿ⁻¹|G}` (McMillen, section 2.5).
    /// The values of corridors have this form: `0ⁿ|1 = 1/2ⁿ`, `0ⁿ|0` is n-1 ups,
    /// with a star if n is odd, and `0²|-G` is tiny G.
    pub fn zeros(&mut self, n: u32, g: Game) -> Result<Game, Error> {
        let mut game = g;
        for _ in 0..n {
            game = self.game(&[Game::ZERO], &[game])?;
        }
        Ok(game)
    }

    /// `G|0ⁿ = -(0ⁿ|-G)`.
    pub fn zeros_right(&mut self, g: Game, n: u32) -> Result<Game, Error> {
        let negative = self.neg(g)?;
        let mirror = self.zeros(n, negative)?;
        self.neg(mirror)
    }

    /// The power `↑ⁿ = {0|↓ - ↑² - … - ↑ⁿ⁻¹ + *}`: each is infinitesimal with
    /// respect to the one before. Zero for `n = 0`.
    pub fn up_power(&mut self, n: u32) -> Result<Game, Error> {
        match n {
            0 => Ok(Game::ZERO),
            1 => Ok(self.ups(1)),
            _ => {
                let before = self.up_powers(n - 1)?;
                let before = self.neg(before)?;
                let answer = self.add(before, Game::nimber(1))?;
                self.game(&[Game::ZERO], &[answer])
            }
        }
    }

    /// The sum `↑ + ↑² + … + ↑ⁿ = {↑ + … + ↑ⁿ⁻¹|*}`.
    pub fn up_powers(&mut self, n: u32) -> Result<Game, Error> {
        let mut sum = Game::ZERO;
        for _ in 0..n {
            sum = self.game(&[sum], &[Game::nimber(1)])?;
        }
        Ok(sum)
    }

    /// The `G` of which `g` is tiny G, if it is written so: `{0||0|-G}` with
    /// `G` greater than some positive number.
    ///
    /// ```
    /// use cgt::{Dyadic, Games};
    ///
    /// let mut games = Games::new();
    /// let two = games.number(Dyadic::from(2));
    /// let tiny = games.tiny(two)?;
    /// assert_eq!(games.as_tiny(tiny)?, Some(two));
    /// let miny = games.neg(tiny)?;
    /// assert_eq!((games.as_tiny(miny)?, games.as_miny(miny)), (None, Some(two)));
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn as_tiny(&mut self, g: Game) -> Result<Option<Game>, Error> {
        Ok(match self.threat(g, Side::Right) {
            Some(threat) => Some(self.neg(threat)?),
            None => None,
        })
    }

    /// The `G` of which `g` is miny G, if it is written so.
    pub fn as_miny(&self, g: Game) -> Option<Game> {
        self.threat(g, Side::Left)
    }

    /// The game threatened by `side` in `{0||0|threat}` or its mirror image.
    pub(crate) fn threat(&self, g: Game, side: Side) -> Option<Game> {
        g.place()?;
        let only = |g: Game, side: Side| match self.option_count(g, side) {
            1 => Some(self.option(g, side, 0)),
            _ => None,
        };
        let other = side.other();
        let attack = only(g, side)?;
        let threat = only(attack, side)?;
        if only(g, other)? != Game::ZERO || only(attack, other)? != Game::ZERO {
            return None;
        }
        let serious = match side {
            Side::Left => self.right_stop(threat).value.signum() > 0,
            Side::Right => self.left_stop(threat).value.signum() < 0,
        };
        serious.then_some(threat)
    }
}
