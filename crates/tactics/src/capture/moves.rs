//! Which moves hunter and prey think of.

use board::{Color, Point, PointSet, Position};

use crate::goal::Moves;

/// How many liberties the prey has at most after it plays on one of them,
/// counted from below: a liberty of a block that it joins may be missed.
pub(super) fn reach(position: &Position, prey: Point) -> usize {
    let liberties = liberties(position, prey);
    let now = liberties.len();
    let owner = position.stone(prey).expect("the prey is on the board");
    let block = position.anchor(prey);
    let mut most = 0;
    for &liberty in &liberties {
        let around = position.size().neighbors(liberty).filter(|&n| position.is_empty(n));
        let mut gained = around.filter(|n| !liberties.contains(n)).count();
        for friend in position.blocks_beside(liberty, owner) {
            if Some(friend) != block {
                let far = match position.liberties(friend) {
                    many if many > MANY => many - now.min(many),
                    _ => {
                        let far = self::liberties(position, friend);
                        far.iter().filter(|&l| !liberties.contains(l)).count()
                    }
                };
                gained = gained.max(far);
            }
        }
        most = most.max(now - 1 + gained);
    }
    most
}

/// A block with more liberties than this has more than enough.
const MANY: usize = 10;

/// The liberties of a block in no particular but fixed order; cheaper than a set
/// where they are few.
fn liberties(position: &Position, stone: Point) -> Vec<Point> {
    let count = position.liberties(stone);
    let mut found = Vec::with_capacity(count);
    for stone in position.block_stones(stone) {
        for n in position.size().neighbors(stone) {
            if position.is_empty(n) && !found.contains(&n) {
                found.push(n);
            }
        }
        if found.len() == count {
            break;
        }
    }
    found
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
        support(position, hunter, point, 2, moves);
    }
    // Hunters in trouble: save them, best by taking what attacks them.
    for stone in blocks(position, around & *position.stones(hunter)) {
        let left = position.liberties(stone);
        if left <= 3.min(count) {
            for attacker in attackers(position, stone) {
                let few = position.liberties(attacker);
                if few <= 3 && !block.contains(attacker) {
                    for liberty in self::liberties(position, attacker) {
                        moves.add(liberty, [0, 0, 2, 4][few]);
                    }
                }
            }
            for liberty in self::liberties(position, stone) {
                moves.add(liberty, [0, 0, 1, 3][left]);
            }
        }
    }
    // Take or threaten the blocks the prey could join.
    for friend in friends_ahead(position, &block, liberties, owner) {
        let left = position.liberties(friend);
        if left <= 4 {
            for liberty in self::liberties(position, friend) {
                moves.add(liberty, [0, 0, 1, 2, 4][left]);
                approach(position, hunter, liberty, [0, 0, 2, 3, 5][left], moves);
                support(position, hunter, liberty, [1, 1, 3, 4, 6][left], moves);
            }
        }
    }
    // Nets: points next to the liberties, better if next to two.
    if count <= 4 {
        let second = liberties.grown(&empty) - liberties;
        for point in second {
            let beside = size.neighbors(point).filter(|&n| liberties.contains(n)).count();
            let far = if count <= 3 { 2 } else { 3 };
            moves.add(point, if beside > 1 { 1 } else { far });
        }
    }
}

/// Where to prepare a move on a point that would be in atari there.
fn approach(position: &Position, hunter: Color, point: Point, doubt: u32, moves: &mut Moves) {
    let around = position.size().neighbors(point).filter(|&n| position.is_empty(n));
    let around: Vec<Point> = around.collect();
    let backed = position.blocks_beside(point, hunter).any(|h| position.liberties(h) > 2);
    if let [only] = around[..]
        && !backed
    {
        moves.add(only, doubt);
    }
}

/// What makes a move on a point possible that would be in atari there: room for the
/// blocks that it joins, whether they touch the prey or not.
fn support(position: &Position, hunter: Color, point: Point, doubt: u32, moves: &mut Moves) {
    let friends: Vec<Point> = position.blocks_beside(point, hunter).collect();
    if friends.is_empty() || friends.iter().any(|&f| position.liberties(f) > 2) {
        return;
    }
    let near = position.size().neighbors(point).filter(|&n| position.is_empty(n));
    let far = friends.iter().flat_map(|&f| liberties(position, f));
    let mut room: Vec<Point> = near.chain(far).filter(|&l| l != point).collect();
    room.sort_unstable();
    room.dedup();
    if room.len() > 1 {
        return;
    }
    for liberty in room {
        moves.add(liberty, doubt);
    }
    for friend in friends {
        for attacker in attackers(position, friend) {
            if position.liberties(attacker) == 1 {
                moves.add(one(position, attacker), doubt);
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
            moves.add(one(position, stone), 0);
        }
    }
    for point in liberties {
        moves.add(point, 0);
    }
    // A lone stone may be taken in a ko, which can be fought from elsewhere.
    if count == 1 && block.len() > 1 {
        return true;
    }
    for &stone in &hunters {
        if position.liberties(stone) <= count + 1 {
            for liberty in self::liberties(position, stone) {
                moves.add(liberty, 0);
            }
        }
    }
    for friend in friends_ahead(position, &block, liberties, owner) {
        if position.liberties(friend) <= 2 {
            for liberty in self::liberties(position, friend) {
                moves.add(liberty, 0);
            }
        }
        for attacker in attackers(position, friend) {
            if position.liberties(attacker) == 1 {
                moves.add(one(position, attacker), 0);
            }
        }
    }
    let second = liberties.grown(&empty) - liberties;
    for point in second {
        moves.add(point, 0);
    }
    count == 1
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

fn one(position: &Position, stone: Point) -> Point {
    liberties(position, stone).first().copied().expect("a block has a liberty")
}

#[cfg(test)]
mod tests {
    use board::{Rules, Setup};

    use super::*;

    fn points(moves: &Moves) -> PointSet {
        moves.as_slice().iter().map(|&(point, _)| point).collect()
    }

    fn board(text: &str) -> Position {
        let setup: Setup = text.parse().expect("a board");
        Position::from_setup(&setup, Rules::japanese()).expect("legal")
    }

    #[test]
    fn the_hunter_prepares_a_move_that_would_be_in_atari() {
        // White's two stones might join C1; to take its liberty B1, Black begins with A1.
        let position = board(
            "
            . . . . . .
            . X X X X .
            . O . O O X
            . . O . . X",
        );
        let mut moves = Moves::default();
        hunter(&position, "D2".parse().expect("a point"), &mut moves);
        assert!(points(&moves).contains("A1".parse().expect("a point")), "{moves:?}");
    }

    #[test]
    fn the_hunter_helps_stones_that_he_will_need() {
        // White wants to play on C1, where her stones would have one liberty. So she
        // begins with E1, although D1 does not touch the prey.
        let position = board(
            "
            . O . O O .
            . O X X O .
            . X . O . .",
        );
        let mut moves = Moves::default();
        hunter(&position, "B1".parse().expect("a point"), &mut moves);
        assert!(points(&moves).contains("E1".parse().expect("a point")), "{moves:?}");
    }

    #[test]
    fn a_lone_stone_in_atari_may_be_helped_from_elsewhere() {
        // Taken on A1, Black's stone on A2 could be retaken; so B4 may matter as well.
        let position = board(
            "
            . . . .
            O . O .
            X O O .
            . X X O",
        );
        let mut moves = Moves::default();
        let enough = prey(&position, "A2".parse().expect("a point"), &mut moves);
        assert!(enough);
        assert!(points(&moves).contains("A1".parse().expect("a point")));
        assert!(points(&moves).len() > 1, "{moves:?}");
    }
}
