//! What a local position is worth (Müller 1995, sections 4.5 and 4.6).
//!
//! Three evaluators work together: tactics says which blocks are caught and which hang on
//! who moves first, the health of groups how much their stones are worth, and influence
//! whose the open points will be. A block that hangs is a switch: whoever moves has it.

use board::{CELLS, Color, Point, PointSet, Position};
use cgt::{Overflow, Thermograph};

use super::super::points;
use crate::knowledge::{Knowledge, Status};

/// How much each point is Black's, from −1 to 1; stones that hang are nobody's.
pub(super) struct Owners {
    of: Vec<f32>,
}

impl Owners {
    pub(super) fn new(position: &Position, known: &Knowledge) -> Owners {
        let mut of = vec![0.0; CELLS];
        for point in position.size().points() {
            of[point.index()] = known.owner(position, point) as f32;
        }
        for block in &known.blocks {
            let part = match block.status {
                Status::Critical { .. } => 0.0,
                Status::Ko { .. } => 0.3,
                _ => continue,
            };
            for stone in block.stones.iter() {
                of[stone.index()] *= part;
            }
        }
        Owners { of }
    }

    fn of(&self, point: Point) -> f64 {
        f64::from(self.of[point.index()])
    }

    /// What Black has gained in an area since `before`, in points.
    pub(super) fn gain(&self, before: &Owners, area: &PointSet) -> f64 {
        area.iter().map(|point| self.of(point) - before.of(point)).sum()
    }

    /// The points of an area that have changed hands since `before`, or nearly so.
    pub(super) fn changed(&self, before: &Owners, area: &PointSet) -> PointSet {
        area.iter().filter(|&point| (self.of(point) - before.of(point)).abs() >= 0.5).collect()
    }
}

/// What each side can gain by moving first at the blocks of an area that hang, in points,
/// the greatest first.
pub(super) fn switches(known: &Knowledge, area: &PointSet) -> Vec<f64> {
    let hanging = known.blocks.iter().filter(|block| {
        matches!(block.status, Status::Critical { .. }) && block.stones.intersects(area)
    });
    // The stones go one way or the other, and with them about a point of ground.
    let mut gains: Vec<f64> = hanging.map(|block| block.stones.len() as f64 + 0.5).collect();
    gains.sort_by(|a, b| b.total_cmp(a));
    gains
}

/// The thermograph of a position that is not searched: what it is worth by itself, and a
/// switch for each of the two greatest of `gains`.
pub(super) fn quiet(value: f64, gains: &[f64]) -> Result<Thermograph, Overflow> {
    let Some((&first, rest)) = gains.split_first() else {
        return Ok(Thermograph::mast(points(value)?));
    };
    let rest = &rest[..rest.len().min(1)];
    let after = |sign: f64| quiet(value + sign * first, rest);
    Thermograph::of_options(&[after(1.0)?], &[after(-1.0)?])
}

/// The sign of a color's gains.
pub(super) fn sign(color: Color) -> f64 {
    f64::from(color.sign())
}

#[cfg(test)]
mod tests {
    use super::super::tests::root;
    use super::*;
    use cgt::Rational;

    #[test]
    fn a_double_threat_is_two_switches() {
        let one = quiet(0.0, &[3.0]).unwrap();
        assert_eq!((one.mean(), one.temperature()), (Rational::ZERO, Rational::integer(3)));
        let two = quiet(1.0, &[3.0, 2.0]).unwrap();
        assert_eq!((two.mean(), two.temperature()), (Rational::integer(1), Rational::integer(3)));
        let (left, right) = two.stops().unwrap();
        assert_eq!((left, right), (Rational::integer(2), Rational::ZERO));
    }

    #[test]
    fn stones_that_hang_are_nobodys_and_make_a_switch() {
        let root = root(
            "
            . . . . . . .
            . X X X . . .
            X O O O . . .
            . X X X . O .
            . . . . . O .
            . . . O O . .
            . . . . . . .",
        );
        let board = PointSet::board(root.position.size());
        assert_eq!(switches(&root.known, &board), [3.5]);
        assert_eq!(root.owners.of("C5".parse().unwrap()), 0.0);
    }
}
