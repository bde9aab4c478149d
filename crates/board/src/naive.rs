//! The rules once more, slow and obvious: every question is answered by
//! flooding the board anew. Tests hold the fast board against this one, and
//! readers of game records use it where a recorded move breaks the rules.

use crate::color::Color;
use crate::point::Point;
use crate::set::PointSet;
use crate::setup::Setup;
use crate::zobrist;

/// The block on a point.
pub fn block(setup: &Setup, point: Point) -> PointSet {
    match setup.stone(point) {
        Some(color) => setup.stones(color).component(point),
        None => PointSet::EMPTY,
    }
}

/// The liberties of the block on a point.
pub fn liberties(setup: &Setup, point: Point) -> PointSet {
    block(setup, point).border(setup.size) - setup.black - setup.white
}

/// The stones of `color` without liberties.
pub fn breathless(setup: &Setup, color: Color) -> PointSet {
    let blocks = setup.stones(color).components();
    blocks
        .filter(|block| (block.border(setup.size) - setup.black - setup.white).is_empty())
        .fold(PointSet::EMPTY, |all, block| all | block)
}

/// The hash of the stones.
pub fn hash(setup: &Setup) -> u64 {
    Color::BOTH.into_iter().fold(0, |hash, color| {
        setup.stones(color).iter().fold(hash, |hash, point| hash ^ zobrist::stone(color, point))
    })
}

/// What a stone does to the board, whatever stood on the point before:
/// the opponent's stones without liberties leave, then one's own.
/// Counts prisoners, passes the turn and sets the ko point.
pub fn put(setup: &Setup, color: Color, point: Point) -> Setup {
    let mut after = setup.clone();
    after.set(point, Some(color));
    after.ko = None;
    let enemy = color.opponent();
    let taken = breathless(&after, enemy);
    for stone in taken {
        after.set(stone, None);
    }
    after.lost[enemy.index()] += taken.len() as u32;
    let own = breathless(&after, color);
    for stone in own {
        after.set(stone, None);
    }
    after.lost[color.index()] += own.len() as u32;
    let alone = block(&after, point).len() == 1 && liberties(&after, point).len() == 1;
    if taken.len() == 1 && alone {
        after.ko = taken.first();
    }
    after.to_play = enemy;
    after
}

/// Whether no block lacks a liberty.
pub fn is_position(setup: &Setup) -> bool {
    Color::BOTH.into_iter().all(|color| breathless(setup, color).is_empty())
}
