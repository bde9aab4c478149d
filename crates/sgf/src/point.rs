//! Points, moves, colours: what the letters say, without a board.

use std::fmt;

/// A point as its two letters say it: column from the left, row from the top, both
/// from 0 to 51 (`a`–`z`, then `A`–`Z`). Whether it lies on a board is not known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    column: u8,
    row: u8,
}

impl Point {
    /// The most columns or rows letters can name.
    pub const MOST: u8 = 52;

    /// The point in this column from the left and row from the top, both from 0;
    /// `None` past 51.
    pub fn new(column: u8, row: u8) -> Option<Point> {
        (column < Self::MOST && row < Self::MOST).then_some(Point { column, row })
    }

    /// Reads two letters.
    ///
    /// ```
    /// let point = sgf::Point::from_letters("pd").expect("two letters");
    /// assert_eq!((point.column(), point.row()), (15, 3));
    /// ```
    pub fn from_letters(letters: &str) -> Option<Point> {
        match letters.as_bytes() {
            &[column, row] => Some(Point { column: index(column)?, row: index(row)? }),
            _ => None,
        }
    }

    /// Column from the left, from 0.
    pub fn column(self) -> u8 {
        self.column
    }

    /// Row from the top, from 0.
    pub fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for Point {
    /// The two letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.column), letter(self.row))
    }
}

/// What a `B` or `W` value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// `[]`: a pass.
    Pass,
    /// `[tt]`: a pass on boards up to 19×19, a point on larger ones; see [`Move::on`].
    Tt,
    /// A stone on this point.
    At(Point),
}

impl Move {
    /// The point meant on a board of this size, or `None` for a pass.
    ///
    /// ```
    /// use sgf::{Move, Point};
    /// assert_eq!(Move::Tt.on(19, 19), None);
    /// assert_eq!(Move::Tt.on(21, 21), Point::new(19, 19));
    /// ```
    pub fn on(self, columns: u8, rows: u8) -> Option<Point> {
        match self {
            Move::Pass => None,
            Move::Tt if columns <= 19 && rows <= 19 => None,
            Move::Tt => Point::new(19, 19),
            Move::At(point) => Some(point),
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::At(point)
    }
}

/// The points of a compressed list value: one point, or a rectangle `[aa:cc]`.
/// Iterates row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rectangle {
    left: u8,
    right: u8,
    bottom: u8,
    next: Option<Point>,
}

impl Rectangle {
    /// The rectangle with these opposite corners, in any order.
    pub fn new(one: Point, other: Point) -> Rectangle {
        let left = one.column.min(other.column);
        let top = one.row.min(other.row);
        Rectangle {
            left,
            right: one.column.max(other.column),
            bottom: one.row.max(other.row),
            next: Some(Point { column: left, row: top }),
        }
    }
}

impl Iterator for Rectangle {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let point = self.next?;
        self.next = if point.column < self.right {
            Some(Point { column: point.column + 1, ..point })
        } else if point.row < self.bottom {
            Some(Point { column: self.left, row: point.row + 1 })
        } else {
            None
        };
        Some(point)
    }
}

/// Black or White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Black, `B`.
    Black,
    /// White, `W`.
    White,
}

impl Colour {
    /// `B` or `W`: both the value of `PL` and the name of the move property.
    pub fn letter(self) -> &'static str {
        match self {
            Colour::Black => "B",
            Colour::White => "W",
        }
    }
}

/// A *double* value: `1` or `2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Emphasis {
    /// `1`: good, bad, hot, …
    Normal,
    /// `2`: very good, very bad, very hot, …
    Strong,
}

impl Emphasis {
    /// The digit written.
    pub fn digit(self) -> &'static str {
        match self {
            Emphasis::Normal => "1",
            Emphasis::Strong => "2",
        }
    }
}

fn index(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

fn letter(index: u8) -> char {
    char::from(if index < 26 { b'a' + index } else { b'A' + (index - 26) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_points_agree_on_all_fifty_two() {
        for column in 0..52 {
            for row in 0..52 {
                let point = Point::new(column, row).expect("within 52");
                assert_eq!(Point::from_letters(&point.to_string()), Some(point));
            }
        }
        assert_eq!(Point::new(52, 0), None);
        for bad in ["", "a", "abc", "a1", "é", " a"] {
            assert_eq!(Point::from_letters(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn rectangles_count_their_points_from_any_corners() {
        let corner = |letters| Point::from_letters(letters).expect("letters");
        for (one, other) in [("bc", "de"), ("de", "bc"), ("be", "dc"), ("dc", "be")] {
            let points: Vec<String> =
                Rectangle::new(corner(one), corner(other)).map(|p| p.to_string()).collect();
            assert_eq!(points.join(" "), "bc cc dc bd cd dd be ce de");
        }
        assert_eq!(Rectangle::new(corner("aa"), corner("aa")).count(), 1);
        assert_eq!(Rectangle::new(corner("aa"), corner("ZZ")).count(), 2704);
    }
}
