//! Who wins a race by counting (Chen 2002, section 3.1; Müller 1999).
//!
//! A race can be counted when each block has no liberties but *outside* ones,
//! beside living stones of the other color, *common* ones, beside both blocks,
//! and those of at most one eye that will not become two. An eye of up to three
//! points has as many liberties, a larger one more, because what is played into
//! it is captured again and again: 5, 8, 12 or 17 for four, five, six or seven points.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::search::{Field, Stance, Word};

/// The liberties of one block in a race that can be counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Liberties beside living stones of the other color.
    pub outside: u32,
    /// Liberties beside both blocks.
    pub common: u32,
    /// The size of the eye; 0 if there is none.
    pub eye: u32,
    /// Stones of the other color in the eye.
    pub inside: u32,
}

/// The liberties of an eye of so many points.
const EYE: [u32; 8] = [0, 1, 2, 3, 5, 8, 12, 17];

impl Tally {
    /// Moves it takes to fill everything but the common liberties.
    pub fn own(&self) -> u32 {
        self.outside + EYE[self.eye.min(7) as usize].saturating_sub(self.inside)
    }

    /// All eyes of up to three points are alike; the larger of two larger ones counts.
    fn rank(&self) -> u32 {
        match self.eye {
            0 => 0,
            1..=3 => 1,
            n => n,
        }
    }
}

/// By how many moves the owner of the block `fast` is ahead in capturing the
/// block `slow`, moving first or second; below zero, he does not capture it.
///
/// With the larger eye the common liberties are his, since the other must fill
/// them. With equal eyes, or the smaller one, he must fill all of them himself.
/// Without eyes the last one captures.
///
/// ```
/// use tactics::semeai::{Tally, margin};
///
/// let eyeless = Tally { outside: 3, common: 2, ..Tally::default() };
/// let eyed = Tally { outside: 0, common: 2, eye: 1, inside: 0 };
/// // Three moves to fill outside, against one eye and two common liberties.
/// assert_eq!(margin(&eyed, &eyeless, true), 0);
/// assert_eq!(margin(&eyeless, &eyed, true), 0);
/// assert_eq!(margin(&eyeless, &eyed, false), -1);
/// ```
pub fn margin(fast: &Tally, slow: &Tally, first: bool) -> i64 {
    let (breath, moves) = (i64::from(fast.own()), i64::from(slow.own()));
    let common = i64::from(fast.common);
    let late = i64::from(!first);
    match fast.rank().cmp(&slow.rank()) {
        std::cmp::Ordering::Greater => breath + common - moves - late,
        std::cmp::Ordering::Equal if fast.eye == 0 => breath + 1 - moves - common.max(1) - late,
        _ => breath - moves - common - late,
    }
}

/// The liberties of the block `blocks[color]`, if they can be counted.
pub(super) fn tally<W: Word>(
    field: &Field<W>,
    stance: &Stance<W>,
    color: usize,
    blocks: [W; 2],
    eyes: &Eyes,
) -> Option<Tally> {
    let (own, other) = (blocks[color], blocks[1 - color]);
    if own.meets(field.shore[color]) {
        return None;
    }
    let empty = field.empty(stance);
    let foes = field.moored(stance, 1 - color);
    let around = field.beside(own) & field.area & !own;
    let liberties = around & empty;
    let outside = liberties & (field.shore[1 - color] | field.beside(foes));
    let common = liberties & field.beside(other) & !outside;
    let rest = liberties & !outside & !common;
    let mut tally = Tally { outside: outside.len(), common: common.len(), ..Tally::default() };
    // Outside and common liberties lead nowhere.
    let open = outside | common;
    let near = field.beside(open) & field.area & !open;
    if !near.within(own | other | foes) || open.meets(field.shore[color]) {
        return None;
    }
    // Stones of the other color that may be captured are in the eye.
    let guests = around & stance.stones[1 - color] & !foes & !other;
    let seed = rest | guests;
    if seed.is_empty() {
        return Some(tally);
    }
    let within = field.area & !own;
    let region = field.flood(within, seed.lowest());
    if !seed.within(region) || region.len() > 7 || region.meets(open | other | foes) {
        return None;
    }
    let stones = stance.stones[1 - color] & region;
    let free = region & empty;
    if region.meets(field.shore[0] | field.shore[1])
        || !(stones | free == region)
        || !free.within(around)
        || stones.len() + 2 > region.len().max(3)
        || !eyes.settled(field, region, stones)
    {
        return None;
    }
    (tally.eye, tally.inside) = (region.len(), stones.len());
    Some(tally)
}

/// What is known about eyes of the field, by where their stones lie to each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Eyes {
    known: RefCell<FxHashMap<u64, bool>>,
}

impl Eyes {
    /// Whether an eye with stones of the opponent's in it stays one eye whoever
    /// plays there first: he can go on filling it with a shape that is dead when
    /// it is captured, and has an answer to each stone of the owner's.
    fn settled<W: Word>(&self, field: &Field<W>, region: W, stones: W) -> bool {
        let (size, inside) = (region.len(), stones.len());
        if field.flood(region, region.lowest()) != region || inside >= size {
            return false;
        }
        if size <= 2 {
            return true;
        }
        let key = code(region, stones);
        if let Some(&known) = self.known.borrow().get(&key) {
            return known;
        }
        let free = region & !stones;
        let found = if inside + 1 == size {
            // The owner takes all; then a stone on the vital point.
            self.dies(field, stones)
        } else {
            self.answered(field, region, stones)
                && free.cells().all(|cell| {
                    let less = region & !W::cell(cell);
                    let left = spared(field, stones, free & less);
                    self.settled(field, less, left) || self.answered(field, less, left)
                })
        };
        self.known.borrow_mut().insert(key, found);
        found
    }

    /// Whether one more stone inside settles it.
    fn answered<W: Word>(&self, field: &Field<W>, region: W, stones: W) -> bool {
        (region & !stones).cells().any(|cell| self.settled(field, region, stones | W::cell(cell)))
    }

    /// Whether an empty eye of this shape is one eye after a stone in it.
    fn dies<W: Word>(&self, field: &Field<W>, shape: W) -> bool {
        shape.len() <= 2 && field.flood(shape, shape.lowest()) == shape
            || self.answered(field, shape, W::EMPTY)
    }
}

/// The stones that still have a liberty among `free`.
fn spared<W: Word>(field: &Field<W>, stones: W, free: W) -> W {
    let near = stones & field.beside(free);
    let mut left = W::EMPTY;
    let mut rest = near;
    while !rest.is_empty() {
        let block = field.flood(stones, rest.lowest());
        left |= block;
        rest &= !block;
    }
    left
}

/// The shape of a region of at most seven cells and its stones, wherever it lies.
fn code<W: Word>(region: W, stones: W) -> u64 {
    let low = region.first();
    region.cells().fold(1, |code, cell| {
        code << 9 | u64::from(cell - low) << 1 | u64::from(stones.meets(W::cell(cell)))
    })
}
