//! What a local game relies on outside its area (Müller 1995, section 4.2).

use board::{Color, Point, PointSet, Position};

use crate::knowledge::{Knowledge, Status};

/// The blocks that a local game shares with the rest of the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Context {
    pub(super) constraints: Vec<Constraint>,
}

/// A block beside a local game must not be captured: the score of the game counts on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Constraint {
    /// A stone of the block.
    pub(super) block: Point,
    pub(super) color: Color,
    /// Its liberties outside the area, which play elsewhere can take.
    pub(super) outside: usize,
    /// Whether one move more or less decides about it, so that games that share it hang
    /// together.
    pub(super) weak: bool,
}

/// Blocks with more liberties are not in danger soon.
const FEW: usize = 3;

impl Context {
    /// The context of an area: blocks with liberties in it that are not proved safe.
    pub(super) fn new(position: &Position, known: &Knowledge, area: &PointSet) -> Context {
        let beside = known.blocks.iter().filter_map(|block| {
            if known.safe[block.color.index()].contains(block.anchor) {
                return None;
            }
            let liberties = position.liberty_points(block.anchor);
            if !liberties.intersects(area) && !block.stones.intersects(area) {
                return None;
            }
            let decided = matches!(block.status, Status::Caught { .. });
            let weak = !decided && (block.status != Status::Stands || liberties.len() <= FEW);
            let outside = (liberties - *area).len();
            Some(Constraint { block: block.anchor, color: block.color, outside, weak })
        });
        Context { constraints: beside.collect() }
    }

    /// The blocks of `color` that the next move of the opponent takes.
    pub(super) fn endangered(&self, position: &Position, color: Color) -> PointSet {
        let own = self.constraints.iter().filter(|constraint| constraint.color == color);
        let danger = own.filter(|constraint| {
            position.stone(constraint.block) == Some(color)
                && position.liberties(constraint.block) == 1
        });
        danger.fold(PointSet::EMPTY, |blocks, constraint| blocks | position.block(constraint.block))
    }

    /// Whether a block that the game counted on is gone.
    pub(super) fn is_violated(&self, position: &Position) -> bool {
        self.constraints.iter().any(|c| position.stone(c.block) != Some(c.color))
    }

    /// The block that two games share and that is weak.
    pub(super) fn shared(&self, other: &Context) -> Option<Point> {
        let weak = self.constraints.iter().filter(|c| c.weak && c.outside > 0);
        let mut common = weak.filter(|c| other.constraints.iter().any(|o| o.block == c.block));
        common.next().map(|constraint| constraint.block)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::root;
    use super::*;

    #[test]
    fn a_block_between_two_areas_is_shared_and_endangered_in_atari() {
        let root = root(
            "
            . O X O . .
            . O X O . .
            . O X O . .
            . O . O . .
            . . . . . .",
        );
        let (position, known) = (&root.position, &root.known);
        let below: PointSet = ["C1", "C2"].iter().map(|p| p.parse::<Point>().unwrap()).collect();
        let context = Context::new(position, known, &below);
        let black = context.constraints.iter().find(|c| c.color == Color::Black).unwrap();
        assert_eq!(black.outside, 0);
        let stone = position.block("C5".parse().unwrap());
        assert_eq!(context.endangered(position, Color::Black), stone);
        assert!(!context.is_violated(position));
        let mut after = position.clone();
        after.play(Color::White, "C2".parse().unwrap()).unwrap();
        assert!(context.is_violated(&after));
    }
}
