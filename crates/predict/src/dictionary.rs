//! The patterns a model knows, each with its number.

use pattern::Frequent;

/// Names of patterns are kept to so many bits; two patterns in a hundred million
/// are mistaken for each other by that.
pub const NAME_BITS: u32 = 40;

/// Patterns by name.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    names: Vec<u64>,
    /// A table with open addressing (Knuth 1973, section 6.4): the names again, each at
    /// the first free slot from its own on. Most questions are for unknown patterns and
    /// cost one look into memory here; a number is looked for only where the name stands.
    slots: Vec<u64>,
    numbers: Vec<u32>,
}

/// No name.
const FREE: u64 = u64::MAX;

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
        // Half empty, so that free slots are never far.
        let size = (2 * names.len()).next_power_of_two();
        let mut dictionary =
            Dictionary { names: Vec::new(), slots: vec![FREE; size], numbers: vec![0; size] };
        for (&name, number) in names.iter().zip(0..) {
            let slot = dictionary.slot(name);
            dictionary.slots[slot] = name;
            dictionary.numbers[slot] = number;
        }
        dictionary.names = names;
        dictionary
    }

    /// Where a shortened name stands or would stand.
    #[inline]
    fn slot(&self, name: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = (name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & last;
        while self.slots[slot] != name && self.slots[slot] != FREE {
            slot = (slot + 1) & last;
        }
        slot
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
        if self.names.is_empty() {
            return None;
        }
        let name = shorten(name);
        let slot = self.slot(name);
        (self.slots[slot] == name).then(|| self.numbers[slot])
    }
}

/// The high bits: they are the well mixed ones.
#[inline]
fn shorten(name: u64) -> u64 {
    name >> (64 - NAME_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_its_number_and_no_other_has_one() {
        let mut random = board::playout::Random::new(4);
        for count in [0, 1, 2, 3, 100, 4_000] {
            // Some of them side by side, as names are not.
            let mut names: Vec<u64> = (0..count)
                .map(|i| if i % 3 == 0 { i << 5 } else { random.word() >> (64 - NAME_BITS) })
                .collect();
            names.sort_unstable();
            names.dedup();
            let dictionary = Dictionary::from_names(names.clone());
            assert_eq!(dictionary.len(), names.len());
            for (&name, number) in names.iter().zip(0..) {
                assert_eq!(dictionary.number(name << (64 - NAME_BITS)), Some(number));
            }
            for _ in 0..1_000 {
                let name = random.word();
                let known = names.binary_search(&(name >> (64 - NAME_BITS)));
                assert_eq!(dictionary.number(name), known.ok().map(|i| i as u32));
            }
        }
        assert_eq!(Dictionary::default().number(1), None);
    }
}
