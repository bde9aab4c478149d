//! Machine words as sets of cells.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of at most 64, 128 or 255 cells.
pub trait Word:
    Copy
    + Eq
    + Default
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// The empty set.
    const EMPTY: Self;
    /// How many cells fit.
    const CELLS: u32;

    /// The set of one cell.
    fn cell(cell: u32) -> Self;
    /// How many cells are in the set.
    fn len(self) -> u32;
    /// The lowest cell; the number of cells that fit if there is none.
    fn first(self) -> u32;
    /// The set without its lowest cell.
    fn rest(self) -> Self;
    /// The set of the lowest cell alone.
    fn lowest(self) -> Self;

    /// Whether the set has no cells.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the sets share a cell.
    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != Self::EMPTY
    }

    /// Whether every cell of this set is in `other`.
    #[inline]
    fn within(self, other: Self) -> bool {
        self & !other == Self::EMPTY
    }

    /// The cells in ascending order.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Cells<W>(W);

impl<W: Word> Iterator for Cells<W> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0.rest();
        Some(cell)
    }
}

macro_rules! words {
    ($($word:ty)*) => {$(
        impl Word for $word {
            const EMPTY: $word = 0;
            const CELLS: u32 = <$word>::BITS;

            #[inline]
            fn cell(cell: u32) -> $word {
                1 << cell
            }

            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn rest(self) -> $word {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn lowest(self) -> $word {
                self & self.wrapping_neg()
            }
        }
    )*};
}

words! { u64 u128 }
