//! Hash keys of positions: the exclusive or of one random word for each stone.

use crate::color::Color;
use crate::point::{CELLS, Point};

/// The key of a stone of `color` on `point`.
#[inline]
pub fn stone(color: Color, point: Point) -> u64 {
    KEYS[color.index()][point.index()]
}

static KEYS: [[u64; CELLS]; 2] = keys();

/// Fixed keys, so that hashes are the same in every run.
const fn keys() -> [[u64; CELLS]; 2] {
    let mut keys = [[0; CELLS]; 2];
    let mut i = 0;
    while i < CELLS {
        keys[0][i] = mix(2 * i as u64 + 1);
        keys[1][i] = mix(2 * i as u64 + 2);
        i += 1;
    }
    keys
}

/// The output function of SplitMix64 (Steele, Lea and Flood 2014).
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
