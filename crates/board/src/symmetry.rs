//! The eight symmetries of the board.

use crate::point::{Point, Size};
use crate::set::PointSet;
use crate::setup::Setup;

/// A rotation or reflection. On a rectangular board the four that exchange
/// rows and columns also exchange width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

const FLIP_COLUMNS: u8 = 1;
const FLIP_ROWS: u8 = 2;
const TRANSPOSE: u8 = 4;

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        // A quarter turn is undone by the other quarter turn; the rest undo themselves.
        match self.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            _ => self,
        }
    }

    /// The size of the transformed board.
    pub fn size(self, size: Size) -> Size {
        if self.0 & TRANSPOSE != 0 {
            Size::new(size.height(), size.width()).expect("a size turned is a size")
        } else {
            size
        }
    }

    /// Where a point of a board of `size` goes: flips first, then the exchange
    /// of columns and rows.
    pub fn point(self, size: Size, point: Point) -> Point {
        let (mut column, mut row) = (point.column(), point.row());
        if self.0 & FLIP_COLUMNS != 0 {
            column = size.width() - 1 - column;
        }
        if self.0 & FLIP_ROWS != 0 {
            row = size.height() - 1 - row;
        }
        if self.0 & TRANSPOSE != 0 {
            (column, row) = (row, column);
        }
        Point::new(column, row)
    }

    /// Where a set of points goes.
    pub fn set(self, size: Size, set: &PointSet) -> PointSet {
        set.iter().map(|point| self.point(size, point)).collect()
    }

    /// The transformed setup.
    pub fn setup(self, setup: &Setup) -> Setup {
        Setup {
            size: self.size(setup.size),
            black: self.set(setup.size, &setup.black),
            white: self.set(setup.size, &setup.white),
            ko: setup.ko.map(|point| self.point(setup.size, point)),
            ..setup.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_undo_on_any_board() {
        for size in [Size::new(3, 5).unwrap(), Size::square(4).unwrap()] {
            for symmetry in Symmetry::ALL {
                let turned = symmetry.size(size);
                for point in size.points() {
                    let there = symmetry.point(size, point);
                    assert!(turned.contains(there));
                    assert_eq!(symmetry.inverse().point(turned, there), point);
                }
            }
        }
    }

    #[test]
    fn neighbours_stay_neighbours() {
        let size = Size::new(4, 3).unwrap();
        let set: PointSet = size.points().filter(|p| (p.column() + 2 * p.row()) % 3 == 0).collect();
        for symmetry in Symmetry::ALL {
            assert_eq!(
                symmetry.set(size, &set).border(symmetry.size(size)),
                symmetry.set(size, &set.border(size))
            );
        }
    }
}
