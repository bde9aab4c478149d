//! Incentives: how much a move is worth (McMillen, section 2.8; Müller 1995,
//! section 3.1). They are games, not numbers.

use crate::{Error, Game, Games, Side};

impl Games {
    /// The undominated left incentives `GL - G`.
    ///
    /// ```
    /// use cgt::{Dyadic, Games};
    ///
    /// let mut games = Games::new();
    /// let up = games.ups(1);
    /// assert_eq!(games.left_incentives(up)?, [games.ups(-1)]);
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn left_incentives(&mut self, g: Game) -> Result<Vec<Game>, Error> {
        let all = self.all_incentives(g, Side::Left)?;
        self.undominated(all)
    }

    /// The undominated right incentives `G - GR`.
    pub fn right_incentives(&mut self, g: Game) -> Result<Vec<Game>, Error> {
        let all = self.all_incentives(g, Side::Right)?;
        self.undominated(all)
    }

    /// The undominated incentives of both sides together.
    pub fn incentives(&mut self, g: Game) -> Result<Vec<Game>, Error> {
        let mut all = self.left_incentives(g)?;
        all.extend(self.right_incentives(g)?);
        self.undominated(all)
    }

    /// The incentive of the move of `side` from `g` to `option`.
    pub fn incentive(&mut self, g: Game, option: Game, side: Side) -> Result<Game, Error> {
        match side {
            Side::Left => self.sub(option, g),
            Side::Right => self.sub(g, option),
        }
    }

    /// Those games of the list that no other one dominates, each once, in the
    /// order of the list.
    pub fn undominated(&mut self, list: Vec<Game>) -> Result<Vec<Game>, Error> {
        let mut best: Vec<Game> = Vec::new();
        'candidate: for candidate in list {
            for &other in &best {
                if self.le(candidate, other)? {
                    continue 'candidate;
                }
            }
            let mut kept = Vec::new();
            for other in best {
                if !self.le(other, candidate)? {
                    kept.push(other);
                }
            }
            kept.push(candidate);
            best = kept;
        }
        Ok(best)
    }

    fn all_incentives(&mut self, g: Game, side: Side) -> Result<Vec<Game>, Error> {
        let options: Vec<Game> = self.options(g, side).collect();
        options.into_iter().map(|option| self.incentive(g, option, side)).collect()
    }
}
