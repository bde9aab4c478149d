//! The corners of an eye: may its wall be cut there?

use board::{Color, Move, Point, PointSet, Position};
use budget::{Budget, Exhausted};

use crate::capture::{Effort, Success, attack, defend};

/// What an eye point's corners say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corners {
    /// The wall holds.
    Sound,
    /// It depends: the opponent's move and the owner's.
    Half(Point, Point),
    /// The wall is cut.
    False,
}

/// How much of a corner the opponent has, in quarters, and where both would play.
enum Corner {
    /// None of it.
    Owners,
    /// Whoever plays first has it: two quarters. One that takes a ko for the opponent to
    /// have is one, one that takes a ko for the owner to keep is three.
    Open(u32, Point, Point),
    /// All.
    Opponents,
}

/// The corners of `point`, an eye point of `owner` in `space`.
pub(super) fn corners(
    position: &Position,
    owner: Color,
    space: &PointSet,
    point: Point,
    budget: &mut Budget,
) -> Result<Corners, Exhausted> {
    let size = position.size();
    let sides = size.neighbors(point).count();
    let mut quarters = 0;
    let mut open = None;
    for corner in diagonals(position, point) {
        // What is one block with the wall falls with it alone.
        let walls = position.stone(corner) == Some(owner)
            && position.blocks_beside(point, owner).any(|b| position.anchor(corner) == Some(b));
        if walls {
            continue;
        }
        match value(position, owner, space, corner, budget)? {
            Corner::Owners => {}
            Corner::Open(share, theirs, ours) => {
                quarters += share;
                open = open.or(Some((theirs, ours)));
            }
            Corner::Opponents => quarters += 4,
        }
    }
    // At the edge one lost corner cuts, elsewhere two do.
    let spare = if sides == 4 { 4 } else { 0 };
    Ok(match open {
        _ if quarters >= spare + 4 => Corners::False,
        Some((theirs, ours)) if quarters > spare => Corners::Half(theirs, ours),
        _ => Corners::Sound,
    })
}

/// The points diagonal to a point.
pub(super) fn diagonals(position: &Position, point: Point) -> Vec<Point> {
    let size = position.size();
    let mut found = Vec::new();
    for side in size.neighbors(point) {
        for n in size.neighbors(side) {
            let apart = n.column() != point.column() && n.row() != point.row();
            if apart && !found.contains(&n) {
                found.push(n);
            }
        }
    }
    found
}

fn value(
    position: &Position,
    owner: Color,
    space: &PointSet,
    corner: Point,
    budget: &mut Budget,
) -> Result<Corner, Exhausted> {
    let effort = Effort { nodes: 200, ..Effort::default() };
    let opponent = owner.opponent();
    if space.contains(corner) {
        return Ok(Corner::Owners);
    }
    Ok(match position.stone(corner) {
        Some(color) => {
            let attacked = attack(position, corner, &effort, budget)?;
            let defended = defend(position, corner, &effort, budget)?;
            let first = attacked.first.unwrap_or(corner);
            // Who need not defend would play where he is attacked.
            let second = defended.first.or(attacked.first).unwrap_or(corner);
            use Success::{No, Yes};
            match (color == owner, attacked.success, defended.success) {
                (true, No, _) | (false, Yes, No) => Corner::Owners,
                (true, Yes, No) | (false, No, _) => Corner::Opponents,
                (true, Yes, Yes) => Corner::Open(2, first, second),
                (false, Yes, Yes) => Corner::Open(2, second, first),
                (true, Yes, _) => Corner::Open(3, first, second),
                (true, _, _) => Corner::Open(1, first, second),
                (false, Yes, _) => Corner::Open(1, second, first),
                (false, _, _) => Corner::Open(3, second, first),
            }
        }
        None => {
            let safe = |color: Color, budget: &mut Budget| -> Result<bool, Exhausted> {
                let mut after = position.clone();
                if after.play(color, Move::Play(corner)).is_err() {
                    return Ok(false);
                }
                Ok(attack(&after, corner, &effort, budget)?.success != Success::Yes)
            };
            if !safe(opponent, budget)? {
                Corner::Owners
            } else if safe(owner, budget)? {
                Corner::Open(2, corner, corner)
            } else {
                Corner::Opponents
            }
        }
    })
}
