//! The group of games: negatives, sums, differences and multiples.

use crate::memo::SumKey;
use crate::{Dyadic, Error, Game, Games, NumberUpStar, Side};

impl Games {
    /// The sum of two games.
    pub fn add(&mut self, g: Game, h: Game) -> Result<Game, Error> {
        self.begin();
        self.sum(g, h)
    }

    /// [`Games::add`] inside an operation.
    fn sum(&mut self, g: Game, h: Game) -> Result<Game, Error> {
        if let (Some(a), Some(b)) = (g.as_number_up_star(), h.as_number_up_star()) {
            return a.sum(b).map(Game::number_up_star);
        }
        if let Some(x) = h.as_number() {
            return self.translate(g, x);
        }
        if let Some(x) = g.as_number() {
            return self.translate(h, x);
        }
        let offset = g.offset().add(h.offset())?;
        let sum = self.add_cores(g.core(), h.core())?;
        self.translate(sum, offset)
    }

    fn add_cores(&mut self, g: Game, h: Game) -> Result<Game, Error> {
        let (g, h) = if g.core_bits() <= h.core_bits() { (g, h) } else { (h, g) };
        let key = SumKey(g.core_bits(), h.core_bits());
        if let Some(sum) = self.sums.find(&key) {
            return Ok(sum);
        }
        self.spend()?;
        // Many ups are one game without options that are kept, and would be gone through one
        // inside the other.
        if self.height(g) + self.height(h) > 2 * Games::MAX_HEIGHT as u64 {
            return Err(Error::Depth { limit: Games::MAX_HEIGHT });
        }
        let mut left = self.take_list();
        let mut right = self.take_list();
        let left_known = self.add_options(g, h, Side::Left, &mut left)?;
        let right_known = self.add_options(g, h, Side::Right, &mut right)?;
        let sum = self.canonical(&mut left, &mut right, left_known, right_known)?;
        self.give_list(left);
        self.give_list(right);
        self.remember_sum(key, sum)?;
        Ok(sum)
    }

    /// The options of `side` in `g + h`: first the moves in `g`, then those in
    /// `h`. Says how many are of the first kind. Moves in one component of a
    /// canonical game are confused with each other, and stay so in the sum.
    fn add_options(
        &mut self,
        g: Game,
        h: Game,
        side: Side,
        options: &mut Vec<Game>,
    ) -> Result<usize, Error> {
        for i in 0..self.option_count(g, side) {
            let option = self.option(g, side, i);
            options.push(self.sum(option, h)?);
        }
        let known = options.len();
        for i in 0..self.option_count(h, side) {
            let option = self.option(h, side, i);
            options.push(self.sum(g, option)?);
        }
        Ok(known)
    }

    /// The negative: the players exchange their roles.
    pub fn neg(&mut self, g: Game) -> Result<Game, Error> {
        let Some(place) = g.place() else {
            let value = g.as_number_up_star().expect("a game not kept is closed");
            return value.negative().map(Game::number_up_star);
        };
        if let Some(negative) = self.known_negative(place) {
            return self.translate(negative, -g.offset());
        }
        let core = g.core();
        let mut left = self.take_list();
        let mut right = self.take_list();
        for i in 0..self.option_count(core, Side::Right) {
            let option = self.option(core, Side::Right, i);
            left.push(self.neg(option)?);
        }
        for i in 0..self.option_count(core, Side::Left) {
            let option = self.option(core, Side::Left, i);
            right.push(self.neg(option)?);
        }
        // The mirror image of a canonical form is canonical.
        let (left_stop, right_stop) =
            (self.right_stop(core).mirror(), self.left_stop(core).mirror());
        let negative = self.keep(&mut left, &mut right, left_stop, right_stop)?;
        self.give_list(left);
        self.give_list(right);
        self.set_negatives(place, negative);
        self.translate(negative, -g.offset())
    }

    /// The difference `g - h`.
    pub fn sub(&mut self, g: Game, h: Game) -> Result<Game, Error> {
        if g == h {
            return Ok(Game::ZERO);
        }
        let negative = self.neg(h)?;
        self.add(g, negative)
    }

    /// The sum of `n` copies of `g`; of `-g` if `n` is negative.
    ///
    /// ```
    /// use cgt::{Dyadic, Games};
    ///
    /// let mut games = Games::new();
    /// let up = games.ups(1);
    /// assert_eq!(games.multiple(1000, up)?, games.ups(1000));
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn multiple(&mut self, n: i64, g: Game) -> Result<Game, Error> {
        if n < 0 {
            let negative = self.neg(g)?;
            return self.multiple(n.checked_neg().ok_or(Error::Overflow)?, negative);
        }
        if let Some(value) = g.as_number_up_star() {
            let ups = i64::from(value.ups).checked_mul(n).and_then(|k| i32::try_from(k).ok());
            return Ok(Game::number_up_star(NumberUpStar {
                number: value.number.mul(Dyadic::new(n, 0)?)?,
                ups: ups.ok_or(Error::Overflow)?,
                nimber: if n % 2 == 1 { value.nimber } else { 0 },
            }));
        }
        // Doubling: many copies of a hot game often have a small canonical form.
        let (mut sum, mut power, mut left) = (Game::ZERO, g, n);
        loop {
            if left % 2 == 1 {
                sum = self.add(sum, power)?;
            }
            left /= 2;
            if left == 0 {
                return Ok(sum);
            }
            power = self.add(power, power)?;
        }
    }

    /// The sum of all `terms`, from the first to the last.
    pub fn total(&mut self, terms: &[Game]) -> Result<Game, Error> {
        let mut sum = Game::ZERO;
        for &term in terms {
            sum = self.add(sum, term)?;
        }
        Ok(sum)
    }
}
