//! Counting very many things in fixed memory: the count-min sketch.

use crate::nested::mix;

/// A count-min sketch (Cormode and Muthukrishnan 2005): rows of counters, one
/// counter in each row for every key, shared by whatever falls on it.
///
/// A count is never too small. After N additions it is too large by more than
/// e·N / width with a probability of at most e^−rows. Sketches of the same shape
/// can be added: the sum is what one sketch of all would have counted.
///
/// ```
/// use pattern::Sketch;
///
/// let mut sketch = Sketch::new(4, 10);
/// for key in [1, 2, 1, 1] {
///     sketch.add(key);
/// }
/// assert!(sketch.count(1) >= 3);
/// assert_eq!(sketch.total(), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    rows: usize,
    bits: u32,
    total: u64,
    counters: Vec<u32>,
}

impl Sketch {
    /// A sketch of `rows` rows with 2^`bits` counters each.
    ///
    /// # Panics
    /// If there are no rows, or more than 16, or more than 2^28 counters a row.
    pub fn new(rows: usize, bits: u32) -> Sketch {
        assert!(
            (1..=16).contains(&rows) && bits <= 28,
            "a sketch has 1 to 16 rows of at most 2^28"
        );
        Sketch { rows, bits, total: 0, counters: vec![0; rows << bits] }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The binary logarithm of the number of counters in a row.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// How often anything was counted.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Counts a key once and returns its count.
    #[inline]
    pub fn add(&mut self, key: u64) -> u32 {
        self.total += 1;
        let mut least = u32::MAX;
        for row in 0..self.rows {
            let counter = &mut self.counters[place(row, self.bits, key)];
            *counter = counter.saturating_add(1);
            least = least.min(*counter);
        }
        least
    }

    /// The count of a key, never too small.
    #[inline]
    pub fn count(&self, key: u64) -> u32 {
        (0..self.rows).map(|row| self.counters[place(row, self.bits, key)]).min().unwrap_or(0)
    }

    /// By how much a count may be too large: the e·N / width of the theorem, rounded up.
    pub fn error_bound(&self) -> u64 {
        (self.total as f64 * std::f64::consts::E / (1u64 << self.bits) as f64).ceil() as u64
    }

    /// Adds the counts of a sketch of the same shape; false if the shapes differ.
    pub fn merge(&mut self, other: &Sketch) -> bool {
        if (self.rows, self.bits) != (other.rows, other.bits) {
            return false;
        }
        self.total += other.total;
        for (counter, &more) in self.counters.iter_mut().zip(&other.counters) {
            *counter = counter.saturating_add(more);
        }
        true
    }

    /// The counters, row by row, for whoever stores them.
    pub(crate) fn counters(&self) -> &[u32] {
        &self.counters
    }

    /// A sketch read back; `None` if the parts do not fit together.
    pub(crate) fn from_parts(
        rows: usize,
        bits: u32,
        total: u64,
        counters: Vec<u32>,
    ) -> Option<Sketch> {
        let fits = (1..=16).contains(&rows) && bits <= 28 && counters.len() == rows << bits;
        fits.then_some(Sketch { rows, bits, total, counters })
    }
}

#[inline]
fn place(row: usize, bits: u32, key: u64) -> usize {
    let hash = mix(key ^ (row as u64 + 1).wrapping_mul(0xd1b5_4a32_d192_ed03));
    (row << bits) + (hash >> (64 - bits.max(1))) as usize % (1 << bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::playout::Random;
    use std::collections::HashMap;

    #[test]
    fn counts_are_never_too_small_and_seldom_far_too_large() {
        let mut random = Random::new(1);
        let mut sketch = Sketch::new(4, 12);
        let mut exact: HashMap<u64, u32> = HashMap::new();
        for _ in 0..50_000 {
            // Few keys are frequent and many are rare, as patterns are.
            let rank = 1 << random.below(14);
            let key = random.below(rank) as u64;
            sketch.add(key);
            *exact.entry(key).or_default() += 1;
        }
        let bound = sketch.error_bound();
        let mut beyond = 0;
        for (&key, &count) in &exact {
            assert!(sketch.count(key) >= count);
            beyond += usize::from(u64::from(sketch.count(key) - count) > bound);
        }
        // The theorem allows e^-4 of the keys, less than one in fifty.
        assert!(beyond * 50 <= exact.len(), "{beyond} of {}", exact.len());
    }

    #[test]
    fn the_sum_of_parts_is_the_whole() {
        let mut random = Random::new(2);
        let mut whole = Sketch::new(3, 8);
        let mut parts = [Sketch::new(3, 8), Sketch::new(3, 8), Sketch::new(3, 8)];
        for _ in 0..5_000 {
            let key = random.below(2_000) as u64;
            whole.add(key);
            parts[random.below(3)].add(key);
        }
        let [mut sum, second, third] = parts;
        assert!(sum.merge(&second) && sum.merge(&third));
        assert_eq!(sum, whole);
        assert!(!sum.merge(&Sketch::new(3, 9)));
    }
}
