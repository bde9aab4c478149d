//! Which moves hunter and prey think of.

use board::{Color, Point, PointSet, Position};

use crate::goal::Moves;

/// How many liberties the prey has at most after it plays on one of them,
/// counted from below: a liberty of a block that it joins may be missed.
pub(super) fn reach(position: &Position, prey: Point) -> usize {
    let liberties = position.liberty_points(prey);
    let now = position.liberties(prey);
    let owner = position.stone(prey).expect("the prey is on the board");
    let mut most = 0;
    for liberty in liberties {
        let mut gained = 0;
        for n in position.size().neighbors(liberty) {
            if position.is_empty(n) && !liberties.contains(n) {
                gained += 1;
            }
        }
        let mut friends = 0;
        for friend in position.blocks_beside(liberty, owner) {
            if !position.block(prey).contains(friend) {
                let far = position.liberty_points(friend) - liberties;
                friends = friends.max(far.len());
            }
        }
        most = most.max(now - 1 + gained.max(friends));
    }
    most
}

/// The hunter's moves.
pub(super) fn hunter(position: &Position, prey: Point, moves: &mut Moves) {
    let owner = position.stone(prey).expect("the prey is on the board");
    let hunter = owner.opponent();
    let size = position.size();
    let block = position.block(prey);
    let around = block.border(size);
    let empty = position.empty_points();
    let liberties = around & empty;
    let count = liberties.len();
    for point in liberties {
        moves.add(point, 0);
    }
    // Hunters in trouble: save them, best by taking what attacks them.
    for stone in blocks(position, around & *position.stones(hunter)) {
        let left = position.liberties(stone);
        if left <= 3.min(count) {
            for attacker in attackers(position, stone) {
                let few = position.liberties(attacker);
                if few <= 3 && !block.contains(attacker) {
                    for liberty in position.liberty_points(attacker) {
                        moves.add(liberty, [0, 0, 2, 4][few]);
                    }
                }
            }
            for liberty in position.liberty_points(stone) {
                moves.add(liberty, [0, 0, 2, 5][left]);
            }
        }
    }
    // Take or threaten the blocks the prey could join.
    for friend in friends_ahead(position, &block, liberties, owner) {
        let left = position.liberties(friend);
        if left <= 4 {
            for liberty in position.liberty_points(friend) {
                moves.add(liberty, [0, 0, 2, 4, 6][left]);
            }
        }
    }
    // Nets: points next to the liberties, better if next to two.
    if count <= 4 {
        let second = liberties.grown(&empty) - liberties;
        for point in second {
            let beside = size.neighbors(point).filter(|&n| liberties.contains(n)).count();
            if beside > 1 || count <= 3 {
                moves.add(point, if beside > 1 { 1 } else { 3 });
            }
        }
    }
}

/// The prey's moves. True if no others can matter: the prey is in atari.
pub(super) fn prey(position: &Position, prey: Point, moves: &mut Moves) -> bool {
    let owner = position.stone(prey).expect("the prey is on the board");
    let hunter = owner.opponent();
    let size = position.size();
    let block = position.block(prey);
    let around = block.border(size);
    let empty = position.empty_points();
    let liberties = around & empty;
    let count = liberties.len();
    let hunters = blocks(position, around & *position.stones(hunter));
    for &stone in &hunters {
        if position.liberties(stone) == 1 {
            moves.add(one(position.liberty_points(stone)), 0);
        }
    }
    for point in liberties {
        moves.add(point, 0);
    }
    if count == 1 {
        return true;
    }
    for &stone in &hunters {
        if position.liberties(stone) <= count {
            for liberty in position.liberty_points(stone) {
                moves.add(liberty, 0);
            }
        }
    }
    for friend in friends_ahead(position, &block, liberties, owner) {
        if position.liberties(friend) == 1 {
            moves.add(one(position.liberty_points(friend)), 0);
        }
        for attacker in attackers(position, friend) {
            if position.liberties(attacker) == 1 {
                moves.add(one(position.liberty_points(attacker)), 0);
            }
        }
    }
    let second = liberties.grown(&empty) - liberties;
    for point in second {
        moves.add(point, 0);
    }
    false
}

/// One stone of each block in a set of stones.
fn blocks(position: &Position, stones: PointSet) -> Vec<Point> {
    let mut anchors = Vec::new();
    for stone in stones {
        let anchor = position.anchor(stone).expect("there is a stone");
        if !anchors.contains(&anchor) {
            anchors.push(anchor);
        }
    }
    anchors
}

/// The blocks of the other color beside a block.
fn attackers(position: &Position, stone: Point) -> Vec<Point> {
    let Some(color) = position.stone(stone) else { return Vec::new() };
    let around = position.block(stone).border(position.size());
    blocks(position, around & *position.stones(color.opponent()))
}

/// Other blocks of the prey's color beside its liberties.
fn friends_ahead(
    position: &Position,
    block: &PointSet,
    liberties: PointSet,
    owner: Color,
) -> Vec<Point> {
    let own = *position.stones(owner) - *block;
    blocks(position, liberties.border(position.size()) & own)
}

fn one(points: PointSet) -> Point {
    points.first().expect("a block has a liberty")
}
