//! What a block of a light board knows of its pseudo-liberties.

/// The pseudo-liberties of a block: pairs of a stone and an empty point beside
/// it. Blocks are joined, and points gained and lost, by plain additions.
pub trait Liberties: Copy + Default {
    /// How many there are.
    fn count(self) -> u16;
    /// The empty point `v` was gained.
    fn gain(&mut self, v: usize);
    /// The point `v` was lost.
    fn lose(&mut self, v: usize);
    /// All of another block's are added.
    fn join(&mut self, other: Self);

    /// A new stone's empty neighbours are gained: those of `neighbors` which are
    /// `vacant`, `count` of them.
    #[inline(always)]
    fn gain_all(&mut self, neighbors: [usize; 4], vacant: [bool; 4], count: u16) {
        let _ = count;
        for (n, vacant) in neighbors.into_iter().zip(vacant) {
            if vacant {
                self.gain(n);
            }
        }
    }
}

/// Only their number: enough to know when a block is taken.
#[derive(Clone, Copy, Default)]
pub struct Count(u16);

impl Liberties for Count {
    #[inline(always)]
    fn count(self) -> u16 {
        self.0
    }

    #[inline(always)]
    fn gain(&mut self, _: usize) {
        self.0 = self.0.wrapping_add(1);
    }

    #[inline(always)]
    fn lose(&mut self, _: usize) {
        self.0 = self.0.wrapping_sub(1);
    }

    #[inline(always)]
    fn join(&mut self, other: Count) {
        self.0 = self.0.wrapping_add(other.0);
    }

    #[inline(always)]
    fn gain_all(&mut self, _: [usize; 4], _: [bool; 4], count: u16) {
        self.0 = self.0.wrapping_add(count);
    }
}

/// Their number, the sum of the points and the sum of their squares, in one
/// word. A block is in atari exactly when all its pseudo-liberties are the same
/// point, that is when the variance is zero: number × squares = sum².
///
/// A block of a 25×25 board has at most 1,250 pseudo-liberties on cells below
/// 1,024: 11, 21 and 31 bits are enough. Cells that hold no stone keep counts
/// that mean nothing and may wrap.
#[derive(Clone, Copy, Default)]
pub struct Atari(u64);

const SUM: u32 = 11;
const SQUARES: u32 = 32;

impl Atari {
    #[inline(always)]
    const fn of(v: usize) -> u64 {
        let v = v as u64;
        1 | v << SUM | (v * v) << SQUARES
    }

    /// The only liberty, if there is just one. Asked of a block, not of an empty point.
    #[inline(always)]
    pub(crate) fn only(self) -> Option<usize> {
        let count = self.0 & ((1 << SUM) - 1);
        let sum = self.0 >> SUM & ((1 << (SQUARES - SUM)) - 1);
        let squares = self.0 >> SQUARES;
        (count.wrapping_mul(squares) == sum.wrapping_mul(sum) && count > 0)
            .then(|| (sum / count) as usize)
    }
}

impl Liberties for Atari {
    #[inline(always)]
    fn count(self) -> u16 {
        (self.0 & ((1 << SUM) - 1)) as u16
    }

    #[inline(always)]
    fn gain(&mut self, v: usize) {
        self.0 = self.0.wrapping_add(Atari::of(v));
    }

    #[inline(always)]
    fn lose(&mut self, v: usize) {
        self.0 = self.0.wrapping_sub(Atari::of(v));
    }

    #[inline(always)]
    fn join(&mut self, other: Atari) {
        self.0 = self.0.wrapping_add(other.0);
    }
}
