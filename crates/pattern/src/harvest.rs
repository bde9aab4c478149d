//! Collecting the patterns that are played often, from any number of games in
//! fixed memory and in any number of parts.
//!
//! Every pattern of every played move is counted in a [`Sketch`] (Harrison 2010,
//! section 3.3.3). A pattern whose count reaches the threshold is kept. When the
//! games are counted in n parts, a part keeps whatever reaches an n-th of the
//! threshold: a pattern that reaches the whole of it reaches that in at least one part, so
//! that merging the parts finds it. Counts of merged parts are those of one run.

use board::{Color, Move, Position};
use rustc_hash::FxHashMap;

use crate::bytes::{Damaged, Reader, Writer};
use crate::context::Recipe;
use crate::nested::Nested;
use crate::sketch::Sketch;

/// Patterns under way.
#[derive(Clone, Debug)]
pub struct Harvest {
    recipe: Recipe,
    threshold: u32,
    parts: u32,
    sketch: Sketch,
    /// Names with the level they were seen at.
    kept: FxHashMap<u64, u8>,
    games: u64,
    moves: u64,
}

/// A pattern that is played often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Frequent {
    /// The level of its shape; see [`Recipe::names`].
    pub level: u8,
    /// How often it was played, never too small.
    pub count: u32,
    /// Its name.
    pub name: u64,
}

/// Why two parts cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the parts were harvested with different shapes, thresholds or memory")]
pub struct Mismatch;

const MAGIC: &[u8; 4] = b"TdmH";
const VERSION: u16 = 1;

impl Harvest {
    /// Nothing yet. Patterns that are played `threshold` times or more in all
    /// `parts` together are wanted; the sketch has `rows` rows of 2^`bits` counters.
    pub fn new(recipe: Recipe, threshold: u32, parts: u32, rows: usize, bits: u32) -> Harvest {
        Harvest {
            recipe,
            threshold: threshold.max(1),
            parts: parts.max(1),
            sketch: Sketch::new(rows, bits),
            kept: FxHashMap::default(),
            games: 0,
            moves: 0,
        }
    }

    /// What is counted.
    pub fn recipe(&self) -> Recipe {
        self.recipe
    }

    /// How often patterns must be played to be wanted.
    pub fn threshold(&self) -> u32 {
        self.threshold
    }

    /// The number of games and of moves counted.
    pub fn counted(&self) -> (u64, u64) {
        (self.games, self.moves)
    }

    /// The sketch, for its size and error bound.
    pub fn sketch(&self) -> &Sketch {
        &self.sketch
    }

    /// Counts the moves of a game that begins at `start`, up to the first illegal one.
    pub fn game(&mut self, start: &Position, moves: &[(Color, Move)]) {
        let mut nested = Nested::new(start.size(), self.recipe.family());
        self.game_with(&mut nested, start, moves);
    }

    /// As [`Harvest::game`], with hashes of the same board size that are used again.
    pub fn game_with(&mut self, nested: &mut Nested, start: &Position, moves: &[(Color, Move)]) {
        let mut position = start.clone();
        let enough = self.threshold.div_ceil(self.parts);
        self.games += 1;
        for &(color, mv) in moves {
            if let Move::Play(point) = mv {
                if !position.is_legal(color, point) {
                    return;
                }
                nested.update(&position);
                self.moves += 1;
                let (sketch, kept) = (&mut self.sketch, &mut self.kept);
                self.recipe.names(nested, &position, color, point, |level, name| {
                    if sketch.add(name) == enough {
                        kept.insert(name, level as u8);
                    }
                });
            }
            if position.play(color, mv).is_err() {
                return;
            }
        }
    }

    /// Adds another part.
    pub fn merge(&mut self, other: &Harvest) -> Result<(), Mismatch> {
        let same = (self.recipe, self.threshold) == (other.recipe, other.threshold);
        if !same || !self.sketch.merge(&other.sketch) {
            return Err(Mismatch);
        }
        self.kept.extend(&other.kept);
        self.games += other.games;
        self.moves += other.moves;
        Ok(())
    }

    /// The patterns that reach the threshold, in order of level, then of falling count.
    pub fn frequent(&self) -> Vec<Frequent> {
        let mut frequent: Vec<Frequent> = self
            .kept
            .iter()
            .map(|(&name, &level)| Frequent { level, count: self.sketch.count(name), name })
            .filter(|pattern| pattern.count >= self.threshold)
            .collect();
        frequent.sort_by_key(|p| (p.level, std::cmp::Reverse(p.count), p.name));
        frequent
    }

    /// The part as bytes, with a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(MAGIC, VERSION);
        let recipe = Recipe::ALL.iter().position(|&r| r == self.recipe).unwrap_or(0);
        writer.u32(recipe as u32);
        writer.u32(self.threshold);
        writer.u32(self.parts);
        writer.u32(self.sketch.rows() as u32);
        writer.u32(self.sketch.bits());
        writer.u64(self.sketch.total());
        writer.u64(self.games);
        writer.u64(self.moves);
        for &counter in self.sketch.counters() {
            writer.u32(counter);
        }
        let mut kept: Vec<(u64, u8)> =
            self.kept.iter().map(|(&name, &level)| (name, level)).collect();
        kept.sort_unstable();
        writer.u64(kept.len() as u64);
        for (name, level) in kept {
            writer.u64(name);
            writer.u32(u32::from(level));
        }
        writer.finish()
    }

    /// Reads a part back.
    pub fn from_bytes(bytes: &[u8]) -> Result<Harvest, Damaged> {
        let mut reader = Reader::new(bytes, MAGIC, VERSION)?;
        let recipe = *Recipe::ALL.get(reader.u32()? as usize).ok_or(Damaged::Content)?;
        let (threshold, parts) = (reader.u32()?, reader.u32()?);
        let (rows, bits) = (reader.u32()? as usize, reader.u32()?);
        let total = reader.u64()?;
        let (games, moves) = (reader.u64()?, reader.u64()?);
        if parts == 0 || rows > 16 || bits > 28 {
            return Err(Damaged::Content);
        }
        let counters = (0..rows << bits).map(|_| reader.u32()).collect::<Result<Vec<_>, _>>()?;
        let sketch = Sketch::from_parts(rows, bits, total, counters).ok_or(Damaged::Content)?;
        let mut kept = FxHashMap::default();
        for _ in 0..reader.u64()? {
            let name = reader.u64()?;
            kept.insert(name, reader.u32()?.min(255) as u8);
        }
        Ok(Harvest { recipe, threshold, parts, sketch, kept, games, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::playout::Random;
    use board::{Point, Rules, Size};
    use std::collections::HashMap;

    fn games(number: usize) -> Vec<Vec<(Color, Move)>> {
        let mut random = Random::new(11);
        (0..number)
            .map(|_| {
                let mut position = Position::new(Size::square(7).unwrap(), Rules::chinese());
                for _ in 0..30 {
                    let color = position.to_play();
                    let legal: Vec<Point> = position.legal_points(color).iter().collect();
                    let Some(&point) = legal.get(random.below(legal.len().max(1))) else { break };
                    position.play(color, Move::Play(point)).unwrap();
                }
                position.moves().collect()
            })
            .collect()
    }

    fn start() -> Position {
        Position::new(Size::square(7).unwrap(), Rules::chinese())
    }

    fn harvest(games: &[Vec<(Color, Move)>], recipe: Recipe, parts: u32) -> Harvest {
        let mut harvest = Harvest::new(recipe, 12, parts, 4, 18);
        for game in games {
            harvest.game(&start(), game);
        }
        harvest
    }

    #[test]
    fn the_harvest_agrees_with_exact_counting() {
        let games = games(60);
        for recipe in Recipe::ALL {
            let mut exact: HashMap<u64, u32> = HashMap::new();
            for game in &games {
                let mut position = start();
                for &(color, mv) in game {
                    let mut nested = Nested::new(position.size(), recipe.family());
                    nested.update(&position);
                    let point = mv.point().unwrap();
                    recipe.names(&nested, &position, color, point, |_, name| {
                        *exact.entry(name).or_default() += 1;
                    });
                    position.play(color, mv).unwrap();
                }
            }
            let harvest = harvest(&games, recipe, 1);
            let bound = harvest.sketch().error_bound();
            let found: HashMap<u64, u32> =
                harvest.frequent().iter().map(|p| (p.name, p.count)).collect();
            for (name, &count) in &exact {
                if count >= 12 {
                    let estimate = found[name];
                    assert!(estimate >= count && u64::from(estimate - count) <= bound);
                }
            }
            for (name, _) in found {
                assert!(u64::from(exact[&name]) + bound >= 12);
            }
        }
    }

    #[test]
    fn merged_parts_equal_one_run() {
        let games = games(60);
        let whole = harvest(&games, Recipe::Contexts, 1);
        let mut merged = harvest(&games[..20], Recipe::Contexts, 3);
        for part in [&games[20..40], &games[40..]] {
            let bytes = harvest(part, Recipe::Contexts, 3).to_bytes();
            merged.merge(&Harvest::from_bytes(&bytes).unwrap()).unwrap();
        }
        assert!(!whole.frequent().is_empty());
        assert_eq!(merged.frequent(), whole.frequent());
        assert_eq!(merged.counted(), whole.counted());
        assert_eq!(merged.sketch(), whole.sketch());
        let other = harvest(&games[..1], Recipe::Squares, 1);
        assert_eq!(merged.merge(&other), Err(Mismatch));
    }

    #[test]
    fn damaged_parts_are_refused() {
        let bytes = harvest(&games(2), Recipe::Squares, 1).to_bytes();
        assert!(Harvest::from_bytes(&bytes).is_ok());
        assert_eq!(Harvest::from_bytes(&bytes[..bytes.len() - 9]).unwrap_err(), Damaged::Checksum);
        assert_eq!(Harvest::from_bytes(b"(;SZ[9])").unwrap_err(), Damaged::Kind);
        let mut newer = bytes.clone();
        newer[4] = 9;
        assert_eq!(
            Harvest::from_bytes(&newer).unwrap_err(),
            Damaged::Version { found: 9, known: 1 }
        );
    }
}
