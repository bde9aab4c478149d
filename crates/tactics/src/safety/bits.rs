//! Small sets of numbered points: one machine word for local problems, a few
//! words for a whole board, behind one trait so that each rule is written once.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr};

/// A set of small numbers.
pub(crate) trait Bits:
    Copy + Eq + Hash + Debug + BitAnd<Output = Self> + BitOr<Output = Self>
{
    /// The empty set.
    const EMPTY: Self;
    /// How many different numbers fit.
    const LIMIT: usize;

    fn bit(i: usize) -> Self;
    fn contains(self, i: usize) -> bool;
    fn count(self) -> usize;
    fn first(self) -> Option<usize>;
    fn without(self, other: Self) -> Self;

    /// Every number one more and one less, `stride` more and `stride` less; what
    /// leaves the range is lost. `None` where the width knows no cheap way.
    fn spread(self, stride: u32) -> Option<Self>;

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    #[inline]
    fn is_subset(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    #[inline]
    fn iter(self) -> Ones<Self> {
        Ones(self)
    }
}

/// The numbers of a set in ascending order.
#[derive(Clone)]
pub(crate) struct Ones<B>(B);

impl<B: Bits> Iterator for Ones<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let i = self.0.first()?;
        self.0 = self.0.without(B::bit(i));
        Some(i)
    }
}

macro_rules! one_word {
    ($($word:ty)*) => {$(
        impl Bits for $word {
            const EMPTY: $word = 0;
            const LIMIT: usize = <$word>::BITS as usize;

            #[inline]
            fn bit(i: usize) -> $word {
                1 << i
            }

            #[inline]
            fn contains(self, i: usize) -> bool {
                self >> i & 1 != 0
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }

            #[inline]
            fn without(self, other: $word) -> $word {
                self & !other
            }

            #[inline]
            fn spread(self, stride: u32) -> Option<$word> {
                Some(self << 1 | self >> 1 | self << stride | self >> stride)
            }
        }
    )*};
}

one_word! { u64 u128 }

/// Room for every point of the largest board.
const WORDS: usize = 10;

/// A set wide enough for any board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Wide([u64; WORDS]);

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(mut self, other: Wide) -> Wide {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
        self
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(mut self, other: Wide) -> Wide {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }
}

impl Bits for Wide {
    const EMPTY: Wide = Wide([0; WORDS]);
    const LIMIT: usize = WORDS * 64;

    #[inline]
    fn bit(i: usize) -> Wide {
        let mut words = [0; WORDS];
        words[i / 64] = 1 << (i % 64);
        Wide(words)
    }

    #[inline]
    fn contains(self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 != 0
    }

    #[inline]
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    #[inline]
    fn without(mut self, other: Wide) -> Wide {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }

    #[inline]
    fn spread(self, _: u32) -> Option<Wide> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laws<B: Bits>() {
        let set = [0, 5, B::LIMIT - 1].into_iter().fold(B::EMPTY, |set, i| set | B::bit(i));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 5, B::LIMIT - 1]);
        assert_eq!(set.count(), 3);
        assert!(set.contains(5) && !set.contains(6));
        assert!(set.without(B::bit(5)).is_subset(set) && !set.is_subset(B::bit(5)));
        assert!(set.meets(B::bit(5)) && !set.meets(B::bit(4)));
        assert!(B::EMPTY.is_empty() && B::EMPTY.first().is_none());
    }

    #[test]
    fn all_widths_obey_the_laws_of_sets() {
        laws::<u64>();
        laws::<u128>();
        laws::<Wide>();
    }
}
