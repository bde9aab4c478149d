//! The patterns a model knows, each with its number.

use pattern::Frequent;
use rustc_hash::FxHashMap;

/// Names of patterns are kept to so many bits; two patterns in a hundred million
/// are mistaken for each other by that.
pub const NAME_BITS: u32 = 40;

/// Patterns by name.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    numbers: FxHashMap<u64, u32>,
    names: Vec<u64>,
}

impl Dictionary {
    /// The patterns of a harvest, at most `most`: those played most often, in a
    /// fixed order.
    pub fn of(frequent: &[Frequent], most: usize) -> Dictionary {
        let mut frequent = frequent.to_vec();
        frequent.sort_by_key(|p| (std::cmp::Reverse(p.count), p.level, p.name));
        frequent.truncate(most);
        let mut names: Vec<u64> = frequent.iter().map(|p| shorten(p.name)).collect();
        names.sort_unstable();
        names.dedup();
        Dictionary::from_names(names)
    }

    /// The patterns with these shortened names, numbered from 0.
    pub fn from_names(names: Vec<u64>) -> Dictionary {
        let numbers = names.iter().zip(0..).map(|(&name, number)| (name, number)).collect();
        Dictionary { numbers, names }
    }

    /// The shortened names, by number.
    pub fn names(&self) -> &[u64] {
        &self.names
    }

    /// How many patterns there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number of a pattern.
    #[inline]
    pub fn number(&self, name: u64) -> Option<u32> {
        self.numbers.get(&shorten(name)).copied()
    }
}

/// The high bits: they are the well mixed ones.
#[inline]
fn shorten(name: u64) -> u64 {
    name >> (64 - NAME_BITS)
}
