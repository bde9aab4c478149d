//! The random numbers of playouts.

/// SplitMix64 (Steele, Lea and Flood 2014): small, fast, and fixed for ever, so
/// that a seed names the same game in every version of the program.
///
/// The state only counts, so the next number does not wait for the last one.
///
/// ```
/// use board::playout::Random;
///
/// let mut random = Random::new(1);
/// assert_eq!([random.below(100), random.below(100), random.below(100)], [56, 74, 97]);
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    /// The next number, made before it is asked for: whoever needs it does not wait.
    next: u64,
}

impl Random {
    /// The sequence of numbers that belongs to a seed.
    #[inline]
    pub const fn new(seed: u64) -> Random {
        let state = seed.wrapping_add(STEP);
        Random { state, next: mix(state) }
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn word(&mut self) -> u64 {
        let word = self.next;
        self.state = self.state.wrapping_add(STEP);
        self.next = mix(self.state);
        word
    }

    /// A number from 0 to `n` − 1, by multiplication (Lemire 2019) without the
    /// rejection step: a number is at most n / 2^64 likelier than another.
    /// For `n` = 0 the answer is 0.
    #[inline]
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.word() as u128 * n as u128) >> 64) as usize
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline(always)]
const fn mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
