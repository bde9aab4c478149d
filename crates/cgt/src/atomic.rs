//! Atomic weights: how many ups an infinitesimal is worth.
//!
//! *Winning Ways*, chapter 8: `g` is the atomic weight of `G` if
//! `↓ + ☆ ≤ G - g·↑ ≤ ↑ + ☆`, where ☆ is a star remoter than any in `G`.

use rustc_hash::FxHashMap;

use crate::{Dyadic, Error, Game, Games, NumberUpStar, Side};

/// What stands for the atomic weight of a number other than zero: more than
/// any play in ups can outweigh.
const BEYOND: i64 = 1 << 40;

const UNDEFINED: Error = Error::Undefined("the game has no atomic weight");

impl Games {
    /// The atomic weight, where it is defined: for all-small games and for
    /// those infinitesimals that lie close enough to a multiple of ↑. Otherwise
    /// [`Error::Undefined`].
    ///
    /// ```
    /// use cgt::{Dyadic, Games};
    ///
    /// let mut games = Games::new();
    /// let double_up = games.ups(2);
    /// let down = games.ups(-1);
    /// let g = games.game(&[double_up], &[down])?;
    /// assert_eq!(games.atomic_weight(g)?, games.number(Dyadic::new(1, 1)?));
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn atomic_weight(&mut self, g: Game) -> Result<Game, Error> {
        let zero = Dyadic::ZERO;
        if self.left_stop(g).value != zero || self.right_stop(g).value != zero {
            return Err(Error::Undefined("only infinitesimals have atomic weights"));
        }
        let remote = self.remote_star(g)?;
        let weight = self.weigh(g, remote, &mut FxHashMap::default())?;
        // The calculation treats big threats as worth any number of ups. Its
        // answer counts if it does not depend on that and passes the test.
        if self.reach(weight) >= BEYOND / 2 {
            return Err(UNDEFINED);
        }
        let ups = self.norton_up(weight)?;
        let rest = self.sub(g, ups)?;
        let bound = |ups| Game::number_up_star(NumberUpStar { number: zero, ups, nimber: remote });
        if self.le(bound(-1), rest)? && self.le(rest, bound(1))? {
            Ok(weight)
        } else {
            Err(UNDEFINED)
        }
    }

    /// The Norton product `g·↑`: as many ups as `g` says, even if `g` is no
    /// integer: `{gL·↑ + ⇑*|gR·↑ + ⇓*}`.
    pub fn norton_up(&mut self, g: Game) -> Result<Game, Error> {
        if let Some(n) = g.as_number().and_then(Dyadic::as_integer) {
            let ups = i32::try_from(n).map_err(|_| Error::Overflow)?;
            return Ok(self.ups(ups));
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, ups) in [(Side::Left, 2), (Side::Right, -2)] {
            let bonus = NumberUpStar { number: Dyadic::ZERO, ups, nimber: 1 };
            let options: Vec<Game> = self.options(g, side).collect();
            for option in options {
                let product = self.norton_up(option)?;
                let moved = self.add(product, Game::number_up_star(bonus))?;
                sides[side as usize].push(moved);
            }
        }
        self.game(&sides[0], &sides[1])
    }

    fn weigh(
        &mut self,
        g: Game,
        remote: u16,
        done: &mut FxHashMap<Game, Game>,
    ) -> Result<Game, Error> {
        if let Some(value) = g.as_number_up_star() {
            let beyond = Dyadic::new(BEYOND * value.number.signum(), 0)?;
            let ups = Dyadic::from(value.ups);
            return Ok(Game::number(if value.number.is_zero() { ups } else { beyond }));
        }
        if let Some(&weight) = done.get(&g) {
            return Ok(weight);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, tax) in [(Side::Left, -2), (Side::Right, 2)] {
            let options: Vec<Game> = self.options(g, side).collect();
            for option in options {
                let weight = self.weigh(option, remote, done)?;
                sides[side as usize].push(self.translate(weight, Dyadic::from(tax))?);
            }
        }
        let mut weight = self.game(&sides[0], &sides[1])?;
        if weight.as_number().is_some_and(Dyadic::is_integer) {
            // Among several integers that fit, the remote star decides.
            let star = Game::nimber(remote);
            let n = match self.compare(g, star)? {
                Some(std::cmp::Ordering::Greater) => {
                    let bound = sides[1].iter().map(|&r| greatest_below(self, r)).min();
                    bound.unwrap_or(BEYOND)
                }
                Some(std::cmp::Ordering::Less) => {
                    let bound = sides[0].iter().map(|&l| least_above(self, l)).max();
                    bound.unwrap_or(-BEYOND)
                }
                _ => 0,
            };
            weight = Game::number(Dyadic::new(n, 0)?);
        }
        done.insert(g, weight);
        Ok(weight)
    }

    /// A nimber greater than all in `g`, and a power of two.
    fn remote_star(&self, g: Game) -> Result<u16, Error> {
        let mut greatest = 0;
        let mut seen: FxHashMap<Game, ()> = FxHashMap::default();
        let mut waiting = vec![g];
        while let Some(g) = waiting.pop() {
            match g.as_number_up_star() {
                Some(value) => greatest = greatest.max(value.nimber).max(1),
                None => {
                    if seen.insert(g.core(), ()).is_none() {
                        waiting.extend(self.left(g.core()).chain(self.right(g.core())));
                    }
                }
            }
        }
        u16::try_from((u32::from(greatest) + 1).next_power_of_two()).map_err(|_| Error::Overflow)
    }
}

/// The greatest integer `n` with `n ⧏ g`, that is, not `g ≤ n`.
fn greatest_below(games: &Games, g: Game) -> i64 {
    let stop = games.left_stop(g);
    let n = stop.value.ceil();
    let fits = !stop.is_at_most(Dyadic::new(n, 0).expect("stops lie well inside the range"));
    if fits { n } else { n - 1 }
}

/// The least integer `n` with `g ⧏ n`.
fn least_above(games: &Games, g: Game) -> i64 {
    let stop = games.right_stop(g);
    let n = stop.value.floor();
    let fits = !stop.is_at_least(Dyadic::new(n, 0).expect("stops lie well inside the range"));
    if fits { n } else { n + 1 }
}
