//! A small repeatable source of random numbers, for tests and benches.

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
