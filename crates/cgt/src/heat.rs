//! Cooling, freezing, chilling and their inverses: heating, overheating and
//! warming (McMillen, sections 2.10 and 2.11).

use rustc_hash::FxHashMap;

use crate::thermography::{dyadic, freezing_point};
use crate::{Dyadic, Error, Game, Games, NumberUpStar, Side, Thermographs};

impl Games {
    /// `g` cooled by `t ≥ 0`: every move costs its player `t`,
    /// `{GL_t - t|GR_t + t}`, until the game freezes; from its temperature on
    /// the cooled game is the mean.
    ///
    /// ```
    /// use cgt::{Dyadic, Games};
    ///
    /// let mut games = Games::new();
    /// let switch = games.switch(Dyadic::from(2), Dyadic::from(-1))?;
    /// let cooled = games.cool(switch, Dyadic::ONE)?;
    /// assert_eq!(games.text(cooled)?, "1|0");
    /// let frozen = games.freeze(switch)?;
    /// assert_eq!(games.text(frozen)?, "1/2+*");
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn cool(&mut self, g: Game, t: Dyadic) -> Result<Game, Error> {
        if t.signum() < 0 {
            return Err(Error::Undefined("a game cannot be cooled by a negative amount"));
        }
        Cooling { t, walls: Thermographs::new(), done: FxHashMap::default() }.of(self, g)
    }

    /// `g` cooled by its own temperature; numbers and infinitesimals stay as
    /// they are.
    pub fn freeze(&mut self, g: Game) -> Result<Game, Error> {
        let t = self.temperature(g)?;
        if t.signum() <= 0 { Ok(g) } else { self.cool(g, t) }
    }

    /// `g` cooled by one point. On Go positions without kos and sekis this
    /// loses nothing but the parity: [`Games::warm`] undoes it.
    pub fn chill(&mut self, g: Game) -> Result<Game, Error> {
        self.cool(g, Dyadic::ONE)
    }

    /// `g` heated by `t`: numbers stay, and elsewhere every move earns its
    /// player `t`: `{t + GL|-t + GR}` with heated options.
    pub fn heat(&mut self, g: Game, t: Game) -> Result<Game, Error> {
        let keep = |_: &mut Games, x: Dyadic| Ok(Some(Game::number(x)));
        self.bonus(g, t, &keep)
    }

    /// `g` overheated from `s` to `t`: an integer n becomes n copies of `s`,
    /// and elsewhere every move earns its player `t`.
    pub fn overheat(&mut self, g: Game, s: Game, t: Game) -> Result<Game, Error> {
        let copies = move |games: &mut Games, x: Dyadic| match x.as_integer() {
            Some(n) => games.multiple(n, s).map(Some),
            None => Ok(None),
        };
        self.bonus(g, t, &copies)
    }

    /// `g` warmed: overheated from `1*` to 1. Even integers stay, odd ones get
    /// a star, and elsewhere every move earns one point.
    ///
    /// ```
    /// use cgt::{Dyadic, Games};
    ///
    /// let mut games = Games::new();
    /// let half = games.number("1/2".parse()?);
    /// let warm = games.warm(half)?;
    /// assert_eq!(games.text(warm)?, "1|*");
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn warm(&mut self, g: Game) -> Result<Game, Error> {
        let one = Game::number(Dyadic::ONE);
        let one_star = NumberUpStar { number: Dyadic::ONE, ups: 0, nimber: 1 };
        self.overheat(g, Game::number_up_star(one_star), one)
    }

    /// Adds the bonus `t` to every move, down to the numbers that `settled`
    /// turns into something else.
    fn bonus(&mut self, g: Game, t: Game, settled: &Settled<'_>) -> Result<Game, Error> {
        if self.height(g) > Games::MAX_HEIGHT as u64 {
            return Err(Error::Depth { limit: Games::MAX_HEIGHT });
        }
        let tax = self.neg(t)?;
        Bonus { left: t, right: tax, settled, done: FxHashMap::default() }.of(self, g)
    }
}

/// The whole number of copies, or the number itself; `None` for what has to be
/// played on.
type Settled<'a> = dyn Fn(&mut Games, Dyadic) -> Result<Option<Game>, Error> + 'a;

struct Cooling {
    t: Dyadic,
    walls: Thermographs,
    done: FxHashMap<Game, Game>,
}

impl Cooling {
    fn of(&mut self, games: &mut Games, g: Game) -> Result<Game, Error> {
        if let Some(value) = g.as_number_up_star() {
            return Ok(if self.t.is_zero() { g } else { Game::number(value.number) });
        }
        // Cooling is linear and leaves numbers alone, so translates are alike.
        let core = g.core();
        if let Some(&cooled) = self.done.get(&core) {
            return games.translate(cooled, g.offset());
        }
        let thermograph = self.walls.of(games, core)?;
        let cooled = if self.t > dyadic(freezing_point(&thermograph))? {
            Game::number(dyadic(thermograph.mean())?)
        } else {
            let left = self.options(games, core, Side::Left)?;
            let right = self.options(games, core, Side::Right)?;
            games.game(&left, &right)?
        };
        self.done.insert(core, cooled);
        games.translate(cooled, g.offset())
    }

    fn options(&mut self, games: &mut Games, g: Game, side: Side) -> Result<Vec<Game>, Error> {
        let tax = if side == Side::Left { -self.t } else { self.t };
        let options: Vec<Game> = games.options(g, side).collect();
        let mut cooled = Vec::with_capacity(options.len());
        for option in options {
            let option = self.of(games, option)?;
            cooled.push(games.translate(option, tax)?);
        }
        Ok(cooled)
    }
}

struct Bonus<'a> {
    left: Game,
    right: Game,
    settled: &'a Settled<'a>,
    done: FxHashMap<Game, Game>,
}

impl Bonus<'_> {
    fn of(&mut self, games: &mut Games, g: Game) -> Result<Game, Error> {
        if let Some(x) = g.as_number()
            && let Some(settled) = (self.settled)(games, x)?
        {
            return Ok(settled);
        }
        if let Some(&heated) = self.done.get(&g) {
            return Ok(heated);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, bonus) in [(Side::Left, self.left), (Side::Right, self.right)] {
            let options: Vec<Game> = games.options(g, side).collect();
            for option in options {
                let option = self.of(games, option)?;
                sides[side as usize].push(games.add(option, bonus)?);
            }
        }
        let heated = games.game(&sides[0], &sides[1])?;
        self.done.insert(g, heated);
        Ok(heated)
    }
}
