//! Where a group may live: the points that matter for a question of life and death.

use board::{Color, Point, PointSet, Position, benson};

/// Blocks of the attacker with at most this many liberties may be captured by the
/// group, so that their liberties matter as well.
const WEAK: usize = 3;

/// From this width on weak friends close by are part of the group: what they can
/// do for it would else be left out.
const FRIENDS: usize = 2;

/// The empty points around the group that are searched, wider for a higher
/// `width` (from 0).
///
/// The points beside the group come first, then those a step further that are
/// not nearer to its attackers, and so on; what they cut off from the open board
/// belongs to them. Weak attackers can be captured, so that their liberties
/// matter as well.
pub fn area(position: &Position, target: &PointSet, width: usize) -> PointSet {
    let Some(defender) = target.first().and_then(|point| position.stone(point)) else {
        return PointSet::EMPTY;
    };
    let size = position.size();
    let empty = position.empty_points();
    let mut group = group(position, target);
    if width >= FRIENDS {
        let immortal = benson::unconditional(position, defender).blocks;
        group = super::estimate::loose(position, &group, &immortal);
    }
    let near = distances(&group, &(empty | group));
    let strangers = *position.stones(defender.opponent()) - inside(position, &group, defender);
    let far = distances(&strangers, &(empty | strangers));
    let mut free = zone(position, width, &near, &far);
    free |= short_walls(position, &free, defender);
    let mut more = PointSet::EMPTY;
    for anchor in position.blocks(defender.opponent()) {
        let liberties = position.liberty_points(anchor);
        let beside = position.block(anchor).border(size).intersects(&group);
        if beside && liberties.len() <= WEAK {
            more |= liberties;
        }
    }
    free | more
}

/// The last liberty outside of attackers with few liberties, all others among the
/// `free` points: such stones stand in the wall, but the wall may fall there. Stones in
/// atari elsewhere on the board have nothing to do with it.
pub(super) fn short_walls(position: &Position, free: &PointSet, defender: Color) -> PointSet {
    let mut last = PointSet::EMPTY;
    for anchor in position.blocks(defender.opponent()) {
        let liberties = position.liberty_points(anchor);
        let outer = liberties - *free;
        if liberties.len() <= WEAK && outer.len() == 1 && liberties.intersects(free) {
            last |= outer;
        }
    }
    last
}

/// The empty points near the group and not much nearer to its attackers, by steps
/// from the one and from the other, and what they cut off from the open board.
pub(super) fn zone(
    position: &Position,
    width: usize,
    near: &impl Fn(Point) -> usize,
    far: &impl Fn(Point) -> usize,
) -> PointSet {
    let empty = position.empty_points();
    let zone: PointSet = empty
        .iter()
        .filter(|&point| {
            let (own, other) = (near(point), far(point));
            own <= 1 || (own <= 1 + width && own < other + width)
        })
        .collect();
    let mut free = zone;
    let mut pockets: Vec<PointSet> = (empty - zone).components().collect();
    pockets.sort_by_key(PointSet::len);
    // The largest piece is the open board, and so is everything large.
    let open = pockets.pop();
    for pocket in pockets.into_iter().chain(open.filter(|open| open.len() <= POCKET)) {
        if pocket.len() <= POCKET && pocket.border(position.size()).intersects(&zone) {
            free |= pocket;
        }
    }
    free
}

/// A piece of the board of at most so many points belongs to what cuts it off.
const POCKET: usize = 10;

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

/// The target and everything of the defender's that hangs together with it, be it
/// loosely: blocks that share a liberty or touch diagonally.
pub fn cluster(position: &Position, target: &PointSet) -> PointSet {
    let Some(defender) = target.first().and_then(|point| position.stone(point)) else {
        return PointSet::EMPTY;
    };
    let all = PointSet::board(position.size());
    let stones = position.stones(defender);
    let mut cluster = stones.flood(*target);
    loop {
        let reach = cluster.grown(&(position.empty_points() | cluster)).grown(&all);
        let diagonal = diagonals(position, &cluster, defender);
        let grown = stones.flood(cluster | ((reach | diagonal) & *stones));
        if grown == cluster {
            return cluster;
        }
        cluster = grown;
    }
}

/// The points that touch a set of the `owner`'s stones diagonally and are not cut from it
/// by stones on both sides.
pub(super) fn diagonals(position: &Position, stones: &PointSet, owner: Color) -> PointSet {
    let size = position.size();
    let open = PointSet::board(size) - *position.stones(owner.opponent());
    stones
        .iter()
        .flat_map(|point| {
            let sides = size.neighbors(point).filter(|side| open.contains(*side));
            sides
                .flat_map(|side| size.neighbors(side))
                .filter(move |next| next.column() != point.column() && next.row() != point.row())
        })
        .collect()
}

/// The attacker's stones inside the group: blocks that touch nothing but the
/// group and its surroundings, with few liberties, all of them the group's.
pub(super) fn inside(position: &Position, group: &PointSet, defender: Color) -> PointSet {
    let liberties = group.grown(&PointSet::board(position.size()));
    let mut inside = PointSet::EMPTY;
    for anchor in position.blocks(defender.opponent()) {
        if position.liberty_points(anchor).is_subset(&liberties) && position.liberties(anchor) <= 3
        {
            inside |= position.block(anchor);
        }
    }
    inside
}

/// Steps from a set over `way` points; many where there is no way.
pub(super) fn distances(from: &PointSet, way: &PointSet) -> impl Fn(Point) -> usize + use<> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    #[test]
    fn a_wall_with_one_liberty_outside_may_fall_there() {
        let setup: Setup = "
            . . . . . .
            X X X . . .
            . . . . O ."
            .parse()
            .expect("a board");
        let position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        let inside = |names: &[&str]| -> PointSet {
            names.iter().map(|name| name.parse::<Point>().expect("a point")).collect()
        };
        let last = |free: &[&str]| short_walls(&position, &inside(free), Color::Black).to_string();
        assert_eq!(last(&["D1", "E2"]), "F1");
        assert_eq!(last(&["D1"]), "");
        assert_eq!(last(&["D1", "E2", "F1"]), "");
        // With one liberty, and that far from the points: no wall of theirs.
        let setup: Setup = "
            . . . . . O
            X X X . O X
            . . . . O ."
            .parse()
            .expect("a board");
        let position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        assert_eq!(short_walls(&position, &inside(&["A1"]), Color::White).to_string(), "");
    }

    #[test]
    fn stones_that_touch_diagonally_between_two_foes_are_apart() {
        let together = |board: &str| {
            let setup: Setup = board.parse().expect("a board");
            let position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
            let stone: Point = "B4".parse().expect("a point");
            cluster(&position, &stone.into()).len() == 2
        };
        let cut = "
            . . . . .
            . X O . .
            . O X . .
            . . . . .
            . . . . .";
        assert!(!together(cut));
        assert!(together(&cut.replace(". X O", ". X .")));
        assert!(together(&cut.replace(". O X", ". . X")));
    }
}
