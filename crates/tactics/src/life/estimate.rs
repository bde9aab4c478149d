//! What becomes of a group most likely, where it cannot be proved.
//!
//! The world outside the area is guessed: open points that the group reaches
//! before its attackers save it, strong friends save it, and everything else is
//! the attacker's.

use board::{Color, Point, PointSet, Position, benson};

use super::area::{diagonals, distances, inside, short_walls, zone};
use super::arena::Arena;

/// Friends with so many liberties outside the area are taken as safe.
const FREE: usize = 3;

/// Loose stones with at most so many liberties belong to the group.
const LOOSE: usize = 4;

/// Attackers with at most so many liberties may be captured.
const WEAK: usize = 3;

/// The arena of `group` with a guessed world around it, wider for a higher `width`.
pub(super) fn guess(position: &Position, group: &PointSet, width: usize) -> Option<Arena> {
    let defender = position.stone(group.first()?)?;
    let attacker = defender.opponent();
    let size = position.size();
    let empty = position.empty_points();
    let immortal = Color::BOTH.map(|color| benson::unconditional(position, color).blocks);
    let group = position.stones(defender).flood(*group);
    let base = loose(position, &group, &immortal[defender.index()]);
    let strangers = *position.stones(attacker) - inside(position, &base, defender);
    let near = distances(&base, &(empty | base));
    let far = distances(&strangers, &(empty | strangers));
    let free = free(position, &base, defender, width, &near, &far);
    let mut area = free | group;
    let mut friends = PointSet::EMPTY;
    for color in Color::BOTH {
        for anchor in position.blocks(color) {
            let block = position.block(anchor);
            if block.intersects(&group) {
                continue;
            }
            if block.intersects(&immortal[color.index()]) {
                if color == defender {
                    friends |= block;
                }
                continue;
            }
            let liberties = position.liberty_points(anchor);
            if color == defender {
                if (liberties - free).len() >= FREE {
                    friends |= block;
                } else if liberties.intersects(&free) {
                    area |= block;
                }
            } else if liberties.is_subset(&free) {
                area |= block;
            }
        }
    }
    let beyond = PointSet::board(size) - area;
    let open: PointSet =
        (beyond & empty).iter().filter(|&point| near(point) < far(point)).collect();
    let friends = (friends | open) & beyond;
    let foes = beyond - friends;
    let mut shore = [PointSet::EMPTY; 2];
    shore[attacker.index()] = foes.grown(&(area | beyond)) & area;
    shore[defender.index()] = friends.grown(&(area | beyond)) & area;
    let stones = Color::BOTH.map(|color| *position.stones(color) & area);
    let walls =
        position.stones(attacker).flood(area.border(size) & *position.stones(attacker)) - area;
    Some(Arena { size, area, shore, stones, target: group, defender, walls })
}

/// Whether the group looks as if it had no way out and no friend to reach.
pub fn is_enclosed(position: &Position, group: &PointSet) -> bool {
    let defender = group.first().and_then(|point| position.stone(point));
    let arena = guess(position, group, 1);
    arena.zip(defender).is_some_and(|(arena, owner)| arena.shore[owner.index()].is_empty())
}

/// The group and weak stones of its color close by.
pub(super) fn loose(position: &Position, group: &PointSet, immortal: &PointSet) -> PointSet {
    let Some(defender) = group.first().and_then(|point| position.stone(point)) else {
        return PointSet::EMPTY;
    };
    let all = PointSet::board(position.size());
    let empty = position.empty_points();
    let mut base = *group;
    loop {
        let mut grown = base;
        let reach = (base.grown(&(empty | base)) & empty).grown(&all);
        let diagonal = diagonals(position, &base, defender);
        for anchor in position.blocks(defender) {
            let block = position.block(anchor);
            let close = block.intersects(&reach) || block.intersects(&diagonal);
            let weak = position.liberties(anchor) <= LOOSE && !block.intersects(immortal);
            if close && weak {
                grown |= block;
            }
        }
        if grown == base {
            return base;
        }
        base = grown;
    }
}

/// The empty points that are searched.
fn free(
    position: &Position,
    base: &PointSet,
    defender: Color,
    width: usize,
    near: &impl Fn(Point) -> usize,
    far: &impl Fn(Point) -> usize,
) -> PointSet {
    let size = position.size();
    let empty = position.empty_points();
    let mut free = zone(position, width, near, far);
    if width > 0 {
        free |= short_walls(position, &free, defender);
    }
    let mut more = PointSet::EMPTY;
    for anchor in position.blocks(defender.opponent()) {
        let liberties = position.liberty_points(anchor);
        let beside = position.block(anchor).border(size).intersects(base);
        if beside && liberties.len() <= WEAK {
            more |= liberties;
            if liberties.len() <= width {
                more |= liberties.border(size) & empty;
            }
        }
    }
    free | more
}
