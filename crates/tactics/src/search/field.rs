//! A small part of a board, kept in a few machine words.
//!
//! The field is a rectangle of cells around the points where anything may
//! happen, row after row with one empty column between rows, so that the
//! neighbours of a whole set are four shifts. Everything outside is fixed. What
//! matters of it is only who cannot be captured beside it: a stone on a player's
//! *shore* is connected to something of his that lives, or breathes outside.

use std::fmt;

use board::{Color, Point, PointSet};

use super::word::Word;

/// A cell of a field, or [`PASS`].
pub type Cell = u8;

/// No stone.
pub const PASS: Cell = 255;

/// No ko.
const NONE: Cell = 255;

/// How often each player, `[black, white]`, may retake a ko at once because he
/// has a threat elsewhere that must be answered. 255 is for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ko {
    /// Threats of Black and of White.
    pub threats: [u8; 2],
}

impl Ko {
    /// As often as one likes.
    pub const ALWAYS: u8 = 255;

    /// Nobody has a threat: what happens locally is all.
    pub const LOCAL: Ko = Ko { threats: [0, 0] };

    /// `color` wins every ko.
    pub fn master(color: Color) -> Ko {
        Ko::LOCAL.with(color, Ko::ALWAYS)
    }

    /// The same with this many threats for `color`.
    pub fn with(mut self, color: Color, threats: u8) -> Ko {
        self.threats[color.index()] = threats;
        self
    }
}

/// Why some points cannot be a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldError {
    /// There is nothing in it.
    Empty,
    /// The rectangle around the points has too many cells.
    TooLarge,
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FieldError::Empty => "the area has no points",
            FieldError::TooLarge => "the area is too wide to be searched",
        })
    }
}

impl std::error::Error for FieldError {}

/// The cells of a field and what surrounds it.
#[derive(Clone, Debug)]
pub struct Field<W> {
    /// Where stones may stand and be played.
    pub area: W,
    /// Cells on which a stone of Black, or White, cannot be captured.
    pub shore: [W; 2],
    /// Whether the field is one line: eyes work differently there.
    pub(super) narrow: bool,
    stride: u32,
    column: usize,
    row: usize,
    turned: bool,
    points: Vec<Option<Point>>,
}

/// What stands on a field, who moves, and what may not be retaken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stance<W> {
    /// Stones of Black and White.
    pub stones: [W; 2],
    /// Marked stones that were never captured.
    pub marked: W,
    /// The cell that the player to move may not play on, or [`PASS`].
    pub ko: Cell,
    /// Who moves: 0 is Black, 1 is White.
    pub to_play: u8,
    /// Threats left.
    pub threats: [u8; 2],
    /// A key of the stones and marks.
    pub hash: u64,
}

impl<W: Word> Field<W> {
    /// The field of the points `area`. Stones of `color` are immortal on the
    /// points of `shore[color]`.
    pub fn new(area: &PointSet, shore: [&PointSet; 2]) -> Result<Field<W>, FieldError> {
        let span = |of: fn(&Point) -> usize| {
            let low = area.iter().map(|point| of(&point)).min()?;
            let high = area.iter().map(|point| of(&point)).max()?;
            Some((low, high - low + 1))
        };
        let column = |point: &Point| point.column();
        let row = |point: &Point| point.row();
        let (Some((column, width)), Some((row, height))) = (span(column), span(row)) else {
            return Err(FieldError::Empty);
        };
        // The separating column is cheaper along the shorter side of the rectangle.
        let turned = (height + 1) * width < (width + 1) * height;
        let (across, down) = if turned { (height, width) } else { (width, height) };
        if (across + 1) * down > W::CELLS as usize {
            return Err(FieldError::TooLarge);
        }
        let mut field = Field {
            area: W::EMPTY,
            shore: [W::EMPTY; 2],
            narrow: across == 1 || down == 1,
            stride: across as u32 + 1,
            column,
            row,
            turned,
            points: vec![None; W::CELLS as usize],
        };
        for point in area {
            let cell = field.index(point);
            field.points[cell as usize] = Some(point);
            field.area |= W::cell(cell);
        }
        field.shore = shore.map(|shore| field.set(shore));
        Ok(field)
    }

    fn index(&self, point: Point) -> u32 {
        let (x, y) = (point.column() - self.column, point.row() - self.row);
        let (x, y) = if self.turned { (y, x) } else { (x, y) };
        y as u32 * self.stride + x as u32
    }

    /// The cell of a point of the area.
    pub fn cell(&self, point: Point) -> Option<Cell> {
        let there = point.column() >= self.column && point.row() >= self.row;
        let cell = there.then(|| self.index(point)).filter(|&cell| cell < W::CELLS)?;
        (self.points[cell as usize] == Some(point)).then_some(cell as Cell)
    }

    /// The point of a cell; none for a pass.
    pub fn point(&self, cell: Cell) -> Option<Point> {
        self.points.get(cell as usize).copied().flatten()
    }

    /// The points of a set that lie in the area.
    pub fn set(&self, points: &PointSet) -> W {
        let cells = points.iter().filter_map(|point| self.cell(point));
        cells.fold(W::EMPTY, |set, cell| set | W::cell(cell as u32))
    }

    /// The points of a set of cells.
    pub fn points(&self, set: W) -> PointSet {
        set.cells().filter_map(|cell| self.point(cell as Cell)).collect()
    }

    /// A stance with these stones; marked are those stones of `marked` that are there.
    pub fn stance(
        &self,
        stones: [&PointSet; 2],
        marked: &PointSet,
        to_play: Color,
        ko: Ko,
    ) -> Stance<W> {
        let stones = stones.map(|stones| self.set(stones));
        let marked = self.set(marked) & (stones[0] | stones[1]);
        let mut hash = 0;
        for (color, set) in stones.into_iter().enumerate() {
            hash = set.cells().fold(hash, |hash, cell| hash ^ key(color, cell));
        }
        let to_play = to_play.index() as u8;
        Stance { stones, marked, ko: NONE, to_play, threats: ko.threats, hash }
    }

    /// The cells beside a set, and some of its own; not cut down to the area.
    #[inline]
    pub fn beside(&self, set: W) -> W {
        (set << 1) | (set >> 1) | (set << self.stride) | (set >> self.stride)
    }

    /// The cells beside at least two cells of a set; not cut down to the area.
    #[inline]
    pub(super) fn between(&self, set: W) -> W {
        let (left, right) = (set << 1, set >> 1);
        let (up, down) = (set << self.stride, set >> self.stride);
        (left & right) | (up & down) | ((left | right) & (up | down))
    }

    /// Everything in `within` that is connected with `seed`, which lies in it.
    #[inline]
    pub fn flood(&self, within: W, seed: W) -> W {
        let mut set = seed;
        loop {
            let next = (set | self.beside(set)) & within;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// The block of `stones` at `seed`, if it has no liberty.
    #[inline]
    fn choked(&self, stones: W, seed: W, empty: W, shore: W) -> Option<W> {
        let mut set = seed;
        loop {
            let around = self.beside(set);
            if around.meets(empty) || set.meets(shore) {
                return None;
            }
            let next = (set | around) & stones;
            if next == set {
                return Some(set);
            }
            set = next;
        }
    }

    /// Empty cells.
    #[inline]
    pub fn empty(&self, stance: &Stance<W>) -> W {
        self.area & !(stance.stones[0] | stance.stones[1])
    }

    /// The key of a stance, turn and kos included.
    #[inline]
    pub fn key(&self, stance: &Stance<W>) -> u64 {
        let [black, white] = stance.threats;
        core(stance) ^ upper(1 << 16 | (black as u64) << 8 | white as u64)
    }

    /// A key of all stances that differ in threats only, and how many more of them `player`
    /// has. Where both have some that is no order, and the key tells them apart.
    ///
    /// It has its lower half in common with [`Field::key`], so that a table keeps both in
    /// one place.
    #[inline]
    pub fn rank(&self, stance: &Stance<W>, player: usize) -> (u64, i16) {
        match [stance.threats[player], stance.threats[1 - player]] {
            [mine, 0] => (core(stance), mine as i16),
            [0, theirs] => (core(stance), -(theirs as i16)),
            [mine, theirs] => (core(stance) ^ upper((mine as u64) << 8 | theirs as u64), 0),
        }
    }

    /// After a pass.
    #[inline]
    pub fn pass(&self, stance: &Stance<W>) -> Stance<W> {
        Stance { ko: NONE, to_play: 1 - stance.to_play, ..*stance }
    }

    /// Whether the player to move may not retake on a cell, and has no threat left.
    #[inline]
    pub fn is_banned(&self, stance: &Stance<W>) -> bool {
        stance.ko != NONE && stance.threats[stance.to_play as usize] == 0
    }

    /// The stance after a stone on an empty cell, or nothing if that is illegal.
    /// Suicide is.
    #[inline]
    pub fn play(&self, stance: &Stance<W>, cell: u32) -> Option<Stance<W>> {
        let me = stance.to_play as usize;
        let mut threats = stance.threats;
        if stance.ko as u32 == cell {
            match threats[me] {
                0 => return None,
                Ko::ALWAYS => {}
                n => threats[me] = n - 1,
            }
        }
        let stone = W::cell(cell);
        let around = self.beside(stone);
        let own = stance.stones[me] | stone;
        let mut other = stance.stones[1 - me];
        let empty = self.area & !(own | other);
        let mut taken = W::EMPTY;
        let mut enemies = around & other;
        while !enemies.is_empty() {
            let seed = enemies.lowest();
            if let Some(block) = self.choked(other, seed, empty, self.shore[1 - me]) {
                taken |= block;
                enemies &= !block;
            } else {
                enemies = enemies.rest();
            }
        }
        let mut ko = NONE;
        let mut hash = stance.hash ^ key(me, cell);
        let mut marked = stance.marked;
        if taken.is_empty() {
            if self.choked(own, stone, empty, self.shore[me]).is_some() {
                return None;
            }
        } else {
            other &= !taken;
            for cell in taken.cells() {
                hash ^= key(1 - me, cell);
            }
            for cell in (taken & marked).cells() {
                hash ^= key(2, cell);
            }
            marked &= !taken;
            let alone = !around.meets(stance.stones[me] | empty | (stone & self.shore[me]));
            if alone && !stone.meets(self.shore[me]) && taken.rest().is_empty() {
                ko = taken.first() as Cell;
            }
        }
        let mut stones = [own; 2];
        stones[1 - me] = other;
        Some(Stance { stones, marked, ko, to_play: 1 - stance.to_play, threats, hash })
    }

    /// The number of liberties of the block at `seed`; immortal ones have many.
    pub fn liberties(&self, stance: &Stance<W>, color: usize, seed: W) -> u32 {
        let block = self.flood(stance.stones[color], seed);
        if block.meets(self.shore[color]) {
            return W::CELLS;
        }
        (self.beside(block) & self.empty(stance)).len()
    }
}

/// A key of everything but threats.
#[inline]
fn core<W: Word>(stance: &Stance<W>) -> u64 {
    let extra = stance.ko as u64 | (stance.to_play as u64) << 8;
    stance.hash ^ scramble(extra ^ 0x5eed_0000_0000)
}

/// The upper half of a key of a small number.
#[inline]
fn upper(number: u64) -> u64 {
    scramble(number) & !0xffff_ffff
}

/// One key for each kind of stone (black, white, lost mark) and cell.
#[inline]
fn key(kind: usize, cell: u32) -> u64 {
    KEYS[kind][cell as usize]
}

static KEYS: [[u64; 256]; 3] = keys();

const fn keys() -> [[u64; 256]; 3] {
    let mut keys = [[0; 256]; 3];
    let mut kind = 0;
    while kind < 3 {
        let mut cell = 0;
        while cell < 256 {
            keys[kind][cell] = scramble((kind * 256 + cell + 1) as u64);
            cell += 1;
        }
        kind += 1;
    }
    keys
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
const fn scramble(x: u64) -> u64 {
    let x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
