//! What the players of a game agreed on by leaving it alone.
//!
//! At the end of a counted game the players agree on whose every point is. A part of the
//! board on which nobody played again was worth no move to either of them; where it is too
//! hard to solve, their agreement stands in for a solution. That is an assumption like
//! every other here: it is listed, and nothing that rests on it is called proved.

use board::score::{PLAYOUTS, score};
use board::{Color, PointSet, Position};
use tactics::verdict::judge;

/// Whose the points were at the end of a game, and where something happened since.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agreed {
    /// Black's and White's living stones, territory and the dead stones in it.
    owned: [PointSet; 2],
    /// Points on which a stone was played or taken since.
    touched: PointSet,
    /// Parts that were too hard at a later position.
    hard: Vec<PointSet>,
}

impl Agreed {
    /// The agreement at the end of a game, if counting the board by it gives the result on
    /// record, in half points. Seki is left to those who can solve it.
    pub(crate) fn new(end: &Position, recorded: i32) -> Agreed {
        let status = judge(end, PLAYOUTS, 1).status;
        let counted = score(end, &status, 0);
        if counted.halves != recorded {
            return Agreed::default();
        }
        let doubtful = status.seki | status.seki.border(end.size()) | status.protect;
        let owned = counted.sides.map(|side| (side.stones | side.territory) - doubtful);
        Agreed { owned, ..Agreed::default() }
    }

    /// Steps back over a move, from the board after it to the one before it.
    pub(crate) fn step_back(&mut self, before: &Position, after: &Position) {
        for color in Color::BOTH {
            let (old, new) = (*before.stones(color), *after.stones(color));
            self.touched |= (old - new) | (new - old);
        }
        let size = before.size();
        let touched = self.touched;
        self.hard.retain(|part| !is_touched(&touched, part, size));
    }

    /// Black's and White's points in the parts that are known to be too hard.
    pub(super) fn known(&self) -> [PointSet; 2] {
        let mut hard = PointSet::EMPTY;
        for part in &self.hard {
            hard |= *part;
        }
        self.owned.map(|owned| owned & hard)
    }

    /// Learns which parts are too hard, and gives Black's and White's points in those on
    /// which, and beside which, nobody played again.
    pub(super) fn settle(&mut self, failed: &PointSet, position: &Position) -> [PointSet; 2] {
        for part in failed.components() {
            if self.covers(&part, position) {
                self.hard.push(part);
            }
        }
        self.known()
    }

    /// Whether whose the points of a part are was agreed on, and nobody played there again.
    pub(super) fn covers(&self, part: &PointSet, position: &Position) -> bool {
        let nobodys = *part - self.owned[0] - self.owned[1];
        nobodys.len() < part.len()
            && nobodys.is_subset(&position.empty_points())
            && !is_touched(&self.touched, part, position.size())
    }
}

fn is_touched(touched: &PointSet, part: &PointSet, size: board::Size) -> bool {
    touched.intersects(&(*part | part.border(size)))
}

#[cfg(test)]
mod tests {
    use board::{Komi, Rules, Setup};

    use super::*;

    const END: &str = "
        . . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .";

    fn position(board: &str) -> Position {
        let setup: Setup = board.parse().expect("a drawing");
        let rules = Rules { komi: Komi::halves(0), ..Rules::japanese() };
        Position::from_setup(&setup, rules).expect("a position")
    }

    #[test]
    fn what_nobody_touched_again_falls_to_whom_it_was_counted() {
        let end = position(END);
        let [left, right] = [0..2, 4..7].map(|columns| {
            let inside = |point: &board::Point| columns.contains(&point.column());
            end.size().points().filter(inside).collect::<PointSet>()
        });
        let mut agreed = Agreed::new(&end, -14);
        assert_eq!(agreed.settle(&(left | right), &end), [left, right]);
        // Black's last move closed his side: before it, that side was not left alone.
        let open = position(&END.replacen('X', ".", 1));
        agreed.step_back(&open, &end);
        assert_eq!(agreed.known(), [PointSet::EMPTY, right]);
        assert_eq!(agreed.settle(&left, &open), [PointSet::EMPTY, right]);
        // Where the count differs from the record nothing was agreed on.
        let mut other = Agreed::new(&end, -12);
        assert_eq!(other.settle(&(left | right), &end), [PointSet::EMPTY; 2]);
    }
}
