//! Reduced canonical forms: games up to infinitesimals.
//!
//! Grossman and Siegel, *Reductions of partizan games*: two games that differ
//! by an infinitesimal have the same reduced form, and it is the simplest game
//! with that property.

use rustc_hash::FxHashMap;

use crate::{Dyadic, Error, Game, Games, Side};

impl Games {
    /// The reduced canonical form: the simplest game that differs from `g` by
    /// an infinitesimal.
    ///
    /// ```
    /// use cgt::{Dyadic, Game, Games};
    ///
    /// let mut games = Games::new();
    /// let star = games.nimber(1);
    /// let switch = games.switch(Dyadic::from(2), Dyadic::from(1))?;
    /// let with_star = games.add(switch, star)?;
    /// assert_ne!(with_star, switch);
    /// assert_eq!(games.reduced(with_star)?, switch);
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn reduced(&mut self, g: Game) -> Result<Game, Error> {
        self.reduce(g, &mut FxHashMap::default())
    }

    /// Whether `g` exceeds `h` by an infinitesimal at most: `g ≤ h + ε` for
    /// every positive number ε.
    pub fn le_up_to_infinitesimals(&mut self, g: Game, h: Game) -> Result<bool, Error> {
        // All stops of h - g are multiples of the finer grain, so half of that
        // is as good as every positive number.
        let grain = self.grain(g).max(self.grain(h));
        let epsilon = Dyadic::new(1, u32::from(grain) + 1)?;
        let above = self.translate(h, epsilon)?;
        self.le(g, above)
    }

    fn reduce(&mut self, g: Game, done: &mut FxHashMap<Game, Game>) -> Result<Game, Error> {
        let stop = self.left_stop(g).value;
        if stop == self.right_stop(g).value {
            return Ok(Game::number(stop));
        }
        let core = g.core();
        if let Some(&reduced) = done.get(&core) {
            return self.translate(reduced, g.offset());
        }
        let mut sides = Vec::new();
        for side in [Side::Left, Side::Right] {
            let options: Vec<Game> = self.options(core, side).collect();
            let mut reduced = Vec::new();
            for option in options {
                let option = self.reduce(option, done)?;
                if !reduced.contains(&option) {
                    reduced.push(option);
                }
            }
            sides.push(reduced);
        }
        let [mut left, mut right] = [std::mem::take(&mut sides[0]), std::mem::take(&mut sides[1])];
        // The game stays hot when a reversible option is bypassed, because a
        // side never loses by it; so the rule of the paper applies throughout.
        while self.bypass_one(core, &mut left, Side::Left)?
            || self.bypass_one(core, &mut right, Side::Right)?
        {}
        self.drop_dominated(&mut left, Side::Left)?;
        self.drop_dominated(&mut right, Side::Right)?;
        let reduced = self.game(&left, &right)?;
        done.insert(core, reduced);
        self.translate(reduced, g.offset())
    }

    /// Bypasses one option that is reversible up to infinitesimals.
    fn bypass_one(&mut self, g: Game, options: &mut Vec<Game>, side: Side) -> Result<bool, Error> {
        for i in 0..options.len() {
            let answers: Vec<Game> = self.options(options[i], side.other()).collect();
            for answer in answers {
                let reverses = match side {
                    Side::Left => self.le_up_to_infinitesimals(answer, g)?,
                    Side::Right => self.le_up_to_infinitesimals(g, answer)?,
                };
                if reverses {
                    options.remove(i);
                    for new in self.options(answer, side) {
                        if !options.contains(&new) {
                            options.push(new);
                        }
                    }
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Drops the options that another one dominates up to infinitesimals.
    fn drop_dominated(&mut self, options: &mut Vec<Game>, side: Side) -> Result<(), Error> {
        let mut i = 0;
        'option: while i < options.len() {
            for j in 0..options.len() {
                let (a, b) = (options[i], options[j]);
                let worse = i != j
                    && match side {
                        Side::Left => self.le_up_to_infinitesimals(a, b)?,
                        Side::Right => self.le_up_to_infinitesimals(b, a)?,
                    };
                if worse {
                    options.remove(i);
                    continue 'option;
                }
            }
            i += 1;
        }
        Ok(())
    }
}
