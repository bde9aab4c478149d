//! Birthdays: the height of the game tree of the canonical form.

use rustc_hash::FxHashMap;

use crate::{Error, Game, Games};

impl Games {
    /// The day on which `g` is born: one more than the latest birthday of its
    /// options (McMillen, section 2.6).
    ///
    /// ```
    /// use cgt::{Dyadic, Games};
    ///
    /// let games = Games::new();
    /// assert_eq!(games.birthday(games.number("3/4".parse()?))?, 3);
    /// assert_eq!(games.birthday(games.ups(1))?, 2);
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn birthday(&self, g: Game) -> Result<u64, Error> {
        if self.height(g) > Games::MAX_HEIGHT as u64 {
            return Err(Error::Depth { limit: Games::MAX_HEIGHT });
        }
        Ok(self.born(g, &mut FxHashMap::default()))
    }

    fn born(&self, g: Game, done: &mut FxHashMap<Game, u64>) -> u64 {
        if let Some(x) = g.as_number() {
            return x.birthday();
        }
        if let Some(&day) = done.get(&g) {
            return day;
        }
        let options = self.left(g).chain(self.right(g));
        let day = 1 + options.map(|option| self.born(option, done)).max().unwrap_or(0);
        done.insert(g, day);
        day
    }
}
