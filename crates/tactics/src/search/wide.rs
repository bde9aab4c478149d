//! A set of at most 255 cells, for fights that spread over much of a board.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use super::word::Word;

/// A set of at most 255 cells in two words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wide {
    low: u128,
    high: u128,
}

impl Word for Wide {
    const EMPTY: Wide = Wide { low: 0, high: 0 };
    // The last number stands for a pass.
    const CELLS: u32 = 255;

    #[inline]
    fn cell(cell: u32) -> Wide {
        if cell < 128 {
            Wide { low: 1 << cell, high: 0 }
        } else {
            Wide { low: 0, high: 1 << (cell - 128) }
        }
    }

    #[inline]
    fn len(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    #[inline]
    fn first(self) -> u32 {
        match (self.low, self.high) {
            (0, 0) => Wide::CELLS,
            (0, high) => 128 + high.trailing_zeros(),
            (low, _) => low.trailing_zeros(),
        }
    }

    #[inline]
    fn rest(self) -> Wide {
        if self.low == 0 {
            Wide { low: 0, high: self.high & self.high.wrapping_sub(1) }
        } else {
            Wide { low: self.low & (self.low - 1), high: self.high }
        }
    }

    #[inline]
    fn lowest(self) -> Wide {
        if self.low == 0 {
            Wide { low: 0, high: self.high & self.high.wrapping_neg() }
        } else {
            Wide { low: self.low & self.low.wrapping_neg(), high: 0 }
        }
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        Wide { low: self.low & other.low, high: self.high & other.high }
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        Wide { low: self.low | other.low, high: self.high | other.high }
    }
}

impl BitXor for Wide {
    type Output = Wide;
    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        Wide { low: self.low ^ other.low, high: self.high ^ other.high }
    }
}

impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide { low: !self.low, high: !self.high }
    }
}

/// By less than 128, which is all a field needs.
impl Shl<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shl(self, by: u32) -> Wide {
        let carried = if by == 0 { 0 } else { self.low >> (128 - by) };
        Wide { low: self.low << by, high: self.high << by | carried }
    }
}

/// By less than 128, which is all a field needs.
impl Shr<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shr(self, by: u32) -> Wide {
        let carried = if by == 0 { 0 } else { self.high << (128 - by) };
        Wide { low: self.low >> by | carried, high: self.high >> by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_moved_over_the_seam() {
        for cell in 0..255 {
            let one = Wide::cell(cell);
            assert_eq!((one.len(), one.first(), one.lowest()), (1, cell, one));
            assert!(one.rest().is_empty());
            for by in [0, 1, 7, 20, 127] {
                if cell + by < 255 {
                    assert_eq!(one << by, Wide::cell(cell + by));
                }
                let moved = if cell >= by { Wide::cell(cell - by) } else { Wide::EMPTY };
                assert_eq!(one >> by, moved);
            }
        }
        let set = (0..255).step_by(3).fold(Wide::EMPTY, |set, cell| set | Wide::cell(cell));
        assert_eq!(set.cells().collect::<Vec<_>>(), (0..255).step_by(3).collect::<Vec<_>>());
    }
}
