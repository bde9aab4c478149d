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

/// The wall of a space.
pub(super) struct Wall<'a> {
    pub(super) position: &'a Position,
    pub(super) owner: Color,
    pub(super) space: &'a PointSet,
    /// Whether the opponent may get out of the space somewhere.
    pub(super) leaks: bool,
    /// Whether the owner wins kos, and so has the corners that the opponent could only get
    /// by one.
    pub(super) owner_wins: bool,
}

impl Wall<'_> {
    /// The corners of `point`, an eye point of the space.
    pub(super) fn corners(&self, point: Point, budget: &mut Budget) -> Result<Corners, Exhausted> {
        let (position, owner) = (self.position, self.owner);
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
            match self.value(corner, budget)? {
                Corner::Owners => {}
                Corner::Open(1, ..) if self.owner_wins => {}
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

    fn value(&self, corner: Point, budget: &mut Budget) -> Result<Corner, Exhausted> {
        let (position, owner) = (self.position, self.owner);
        let effort = Effort { nodes: 200, ..Effort::default() };
        let opponent = owner.opponent();
        if self.space.contains(corner) {
            // A stone there may get out if the space is open.
            let cuts = self.leaks && position.stone(corner) == Some(opponent);
            return Ok(if cuts { Corner::Open(2, corner, corner) } else { Corner::Owners });
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
                // What becomes of a stone that a color puts there.
                let stands = |color: Color, budget: &mut Budget| -> Result<Success, Exhausted> {
                    let mut after = position.clone();
                    if after.play(color, Move::Play(corner)).is_err() {
                        return Ok(Success::No);
                    }
                    Ok(match attack(&after, corner, &effort, budget)?.success {
                        Success::Yes => Success::No,
                        Success::No => Success::Yes,
                        _ => Success::Ko,
                    })
                };
                match stands(opponent, budget)? {
                    Success::No => Corner::Owners,
                    Success::Yes => match stands(owner, budget)? {
                        Success::Yes => Corner::Open(2, corner, corner),
                        Success::No => Corner::Opponents,
                        _ => Corner::Open(3, corner, corner),
                    },
                    _ => Corner::Open(1, corner, corner),
                }
            }
        })
    }
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
