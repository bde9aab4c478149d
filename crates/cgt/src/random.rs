//! A small repeatable source of random numbers and games, for tests and benches.

use crate::{Dyadic, Error, Game, Games};

/// Steele, Lea and Flood's SplitMix64: the same seed, the same numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence that begins with `seed`.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number from `low` to `high`, both included; `low` if they are in the
    /// wrong order.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        if high <= low {
            return low;
        }
        let span = high.abs_diff(low).saturating_add(1);
        low.saturating_add_unsigned(self.next_u64() % span)
    }

    /// A random hot game: a full binary tree of the given depth with whole
    /// numbers from `−reach` to `reach` at its leaves, drawn again until its
    /// canonical form is hot and as deep as the tree.
    pub fn hot_game(&mut self, games: &mut Games, depth: u32, reach: i64) -> Result<Game, Error> {
        loop {
            let g = self.tree(games, depth, reach)?;
            let hot = games.left_stop(g).value > games.right_stop(g).value;
            if depth == 0 || reach < 1 || (hot && games.height(g) == u64::from(depth)) {
                return Ok(g);
            }
        }
    }

    fn tree(&mut self, games: &mut Games, depth: u32, reach: i64) -> Result<Game, Error> {
        if depth == 0 {
            return Ok(games.number(Dyadic::new(self.between(-reach, reach), 0)?));
        }
        let left = self.tree(games, depth - 1, reach)?;
        let right = self.tree(games, depth - 1, reach)?;
        games.game(&[left], &[right])
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: i64) -> bool {
        self.between(1, n) == 1
    }
}

/// A scrambled copy of a number, for order-independent keys.
pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
