//! What a success depends on.
//!
//! A zone belongs to a position and a success in it. The promise: take any board
//! that has the same stones on the zone, where the opposer may have played
//! anything outside; the achiever succeeds there by the same moves. All moves of
//! the achiever lie in the zone, and so does the reason why each is legal and
//! takes off what it takes off. That is checked point by point below: each
//! function adds what a fact about the position rests on.

use board::{Color, Point, PointSet, Position};

/// Adds a block and `count` of its liberties other than `except` (all if there
/// are fewer), those first that are in the zone already.
pub(super) fn keep_alive(
    position: &Position,
    zone: &mut PointSet,
    stone: Point,
    except: Option<Point>,
    count: usize,
) {
    let block = position.block(stone);
    let mut liberties = block.border(position.size()) & position.empty_points();
    if let Some(except) = except {
        liberties.remove(except);
    }
    *zone |= block;
    let have = (liberties & *zone).len();
    if have < count {
        let fresh = liberties - *zone;
        zone.extend(fresh.iter().take(count - have));
    }
}

/// Adds what it takes for the achiever's stones in the zone to stay there while
/// the opposer plays outside it: each block keeps two liberties in the zone, or
/// its only one. Two, because the opposer may fill one of them inside. A block
/// with more than `plenty` liberties needs none: there is no time to fill them
/// if the opposer has no more than `plenty` moves in the whole proof.
pub(super) fn ground(position: &Position, zone: &mut PointSet, achiever: Color, plenty: usize) {
    let mut rest = *zone & *position.stones(achiever);
    while let Some(stone) = rest.first() {
        if position.liberties(stone) > plenty {
            let block = position.block(stone);
            *zone |= block;
            rest -= block;
        } else {
            keep_alive(position, zone, stone, None, 2);
            rest -= position.block(stone);
        }
    }
}

/// Adds what a legal move rests on: why it is legal, what it captures, and that
/// it captures nothing else in the zone. For both players.
pub(super) fn support(position: &Position, zone: &mut PointSet, color: Color, point: Point) {
    let size = position.size();
    zone.insert(point);
    let mut captures = false;
    let mut ko = 0;
    let mut spared = [None; 4];
    for (i, enemy) in position.blocks_beside(point, color.opponent()).enumerate() {
        if position.liberties(enemy) == 1 {
            captures = true;
            ko += position.block_size(enemy);
            let block = position.block(enemy);
            *zone |= block | block.border(size);
        } else {
            spared[i] = Some(enemy);
        }
    }
    for enemy in spared.into_iter().flatten() {
        // A capture in passing would lift a ko ban.
        if ko == 1 || position.block(enemy).intersects(zone) {
            keep_alive(position, zone, enemy, Some(point), 1);
        }
    }
    if captures {
        return;
    }
    let mut empty = size.neighbors(point).filter(|&n| position.is_empty(n));
    if let Some(first) = empty.next() {
        if !zone.contains(first) && !empty.any(|n| zone.contains(n)) {
            zone.insert(first);
        }
        return;
    }
    let friend = position.blocks_beside(point, color).find(|&f| position.liberties(f) > 1);
    if let Some(friend) = friend {
        keep_alive(position, zone, friend, Some(point), 1);
    }
}

/// Adds why a point is forbidden to `color` as suicide.
pub(super) fn suicide(position: &Position, zone: &mut PointSet, color: Color, point: Point) {
    zone.insert(point);
    zone.extend(position.size().neighbors(point));
    for friend in position.blocks_beside(point, color) {
        let block = position.block(friend);
        *zone |= block | block.border(position.size());
    }
    for enemy in position.blocks_beside(point, color.opponent()) {
        keep_alive(position, zone, enemy, Some(point), 1);
    }
}
