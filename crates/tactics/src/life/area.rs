//! Where a group may live: the points that matter for a question of life and death.

use board::{Color, Point, PointSet, Position};

/// Blocks of the attacker with at most this many liberties may be captured by the
/// group, so that their liberties matter as well.
const WEAK: usize = 3;

/// The empty points around the group that are searched, wider for a higher
/// `width` (from 0).
///
/// A group that is sealed off is searched as a whole if its space is small.
/// Otherwise the points are those that are nearer to the group than to its
/// attackers, and those next to it.
pub fn area(position: &Position, target: &PointSet, width: usize) -> PointSet {
    let Some(defender) = target.first().and_then(|point| position.stone(point)) else {
        return PointSet::EMPTY;
    };
    let size = position.size();
    let empty = position.empty_points();
    let group = group(position, target);
    let mut free = sealed(position, &group, defender);
    if free.len() > SEALED {
        let near = distances(&group, &(empty | group));
        let strangers = *position.stones(defender.opponent()) - inside(position, &group, defender);
        let far = distances(&strangers, &(empty | strangers));
        free = empty
            .iter()
            .filter(|&point| {
                let (own, other) = (near(point), far(point));
                own <= 1 || (own <= other + width && own <= 3 + width)
            })
            .collect();
    }
    // Weak attackers can be captured, and want to escape.
    let mut more = PointSet::EMPTY;
    for anchor in position.blocks(defender.opponent()) {
        let liberties = position.liberty_points(anchor);
        let beside = position.block(anchor).border(size).intersects(&group);
        if beside && liberties.intersects(&free) && liberties.len() <= WEAK {
            more |= liberties;
        }
    }
    free | more
}

/// A sealed space of at most so many points is taken whole.
const SEALED: usize = 16;

/// The target and the defender's blocks that are hardly to be cut from it: those
/// with two liberties in common, or one where the attacker would be captured at once.
pub fn group(position: &Position, target: &PointSet) -> PointSet {
    let Some(defender) = target.first().and_then(|point| position.stone(point)) else {
        return PointSet::EMPTY;
    };
    let mut group = position.stones(defender).flood(*target);
    loop {
        let mut grown = group;
        let liberties = group.border(position.size()) & position.empty_points();
        for anchor in position.blocks(defender) {
            let block = position.block(anchor);
            if block.intersects(&group) {
                continue;
            }
            let common = position.liberty_points(anchor) & liberties;
            let sure = common.iter().any(|point| {
                let mut trial = position.clone();
                let attacker = defender.opponent();
                trial.play(attacker, point.into()).is_err() || trial.liberties(point) <= 1
            });
            if common.len() >= 2 || sure {
                grown |= block;
            }
        }
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// The empty points that can be reached from the group without passing the
/// attacker's stones.
fn sealed(position: &Position, group: &PointSet, defender: Color) -> PointSet {
    let attackers = *position.stones(defender.opponent()) - inside(position, group, defender);
    let room = PointSet::board(position.size()) - attackers;
    room.flood(*group) & position.empty_points()
}

/// The attacker's stones inside the group: blocks that touch nothing but the
/// group and its surroundings, with few liberties, all of them the group's.
fn inside(position: &Position, group: &PointSet, defender: Color) -> PointSet {
    let liberties = group.grown(&PointSet::board(position.size()));
    let mut inside = PointSet::EMPTY;
    for anchor in position.blocks(defender.opponent()) {
        if position.liberty_points(anchor).is_subset(&liberties) && position.liberties(anchor) <= 3 {
            inside |= position.block(anchor);
        }
    }
    inside
}

/// Steps from a set over `way` points; many where there is no way.
fn distances(from: &PointSet, way: &PointSet) -> impl Fn(Point) -> usize + use<> {
    const MANY: usize = 99;
    let mut steps = vec![*from];
    let mut reached = *from;
    for _ in 0..8 {
        let next = reached.grown(way);
        if next == reached {
            break;
        }
        steps.push(next - reached);
        reached = next;
    }
    move |point| steps.iter().position(|step| step.contains(point)).unwrap_or(MANY)
}
