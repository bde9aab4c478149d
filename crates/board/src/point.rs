//! Points, board sizes and moves.
//!
//! A [`Point`] is an index into a padded one-dimensional board whose rows are
//! always 32 cells apart, so that a point has the same index, name and
//! neighbours on every board size and needs no board to be printed. Rows count
//! from the bottom, as players name them: `A1` is the lower left corner.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

/// The largest board width and height.
pub const MAX_SIZE: usize = 25;

/// Distance between vertically adjacent points in a padded array.
pub const STRIDE: usize = 32;

/// Length of a padded array: 25 rows between two border rows.
pub const CELLS: usize = (MAX_SIZE + 2) * STRIDE;

/// Column letters in order; the letter I is skipped by convention.
const LETTERS: &[u8; MAX_SIZE] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A point of a board of at most 25×25.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU16);

impl Point {
    /// The point in the given column from the left and row from the bottom, both from 0.
    ///
    /// # Panics
    /// If `column` or `row` is 25 or more; see [`Size::point`] for the checked way.
    #[inline]
    pub const fn new(column: usize, row: usize) -> Point {
        assert!(column < MAX_SIZE && row < MAX_SIZE, "a point lies on a board of at most 25×25");
        match NonZeroU16::new(((row + 1) * STRIDE + column + 1) as u16) {
            Some(index) => Point(index),
            None => unreachable!(),
        }
    }

    /// The point with this padded index. Border cells are not points.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Point> {
        let (row, column) = (index / STRIDE, index % STRIDE);
        if row >= 1 && row <= MAX_SIZE && column >= 1 && column <= MAX_SIZE {
            Some(Point::new(column - 1, row - 1))
        } else {
            None
        }
    }

    /// The index into arrays of length [`CELLS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The column from the left, from 0.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % STRIDE - 1
    }

    /// The row from the bottom, from 0.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / STRIDE - 1
    }

    /// The padded indices of the four neighbours; some may be border cells.
    #[inline]
    pub const fn neighbor_indices(self) -> [usize; 4] {
        let i = self.index();
        [i + STRIDE, i - 1, i + 1, i - STRIDE]
    }

    /// The padded indices of the four diagonal neighbours; some may be border cells.
    #[inline]
    pub const fn diagonal_indices(self) -> [usize; 4] {
        let i = self.index();
        [i + STRIDE - 1, i + STRIDE + 1, i - STRIDE - 1, i - STRIDE + 1]
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", LETTERS[self.column()] as char, self.row() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text names no point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PointError {
    /// The text is not a letter and a number.
    Syntax(String),
    /// The column letter I, which Go boards skip.
    LetterI(String),
    /// A point, but not on this board.
    OffBoard(String, Size),
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PointError::Syntax(text) => {
                write!(f, "'{text}' is no point: write a letter and a number such as Q16")
            }
            PointError::LetterI(text) => {
                write!(f, "'{text}' is no point: columns skip the letter I (after H comes J)")
            }
            PointError::OffBoard(text, size) => {
                write!(f, "'{text}' is not on the {size} board")
            }
        }
    }
}

impl std::error::Error for PointError {}

impl FromStr for Point {
    type Err = PointError;

    /// Reads `Q16` or `q16` on the largest board; [`Size::parse_point`] also
    /// checks that the point is on a given one.
    fn from_str(text: &str) -> Result<Point, PointError> {
        let syntax = || PointError::Syntax(text.to_string());
        let letter = text.bytes().next().ok_or_else(syntax)?.to_ascii_uppercase();
        let digits = text.get(1..).ok_or_else(syntax)?;
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(syntax());
        }
        if letter == b'I' {
            return Err(PointError::LetterI(text.to_string()));
        }
        let column = LETTERS.iter().position(|&l| l == letter).ok_or_else(syntax)?;
        let largest = Size::square(MAX_SIZE).expect("25 is a legal size");
        match digits.parse::<usize>() {
            Ok(row) if (1..=MAX_SIZE).contains(&row) => Ok(Point::new(column, row - 1)),
            _ => Err(PointError::OffBoard(text.to_string(), largest)),
        }
    }
}

/// The width and height of a board, each from 1 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A width or height outside 1 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// The width asked for.
    pub width: usize,
    /// The height asked for.
    pub height: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board size {}×{} is out of range: 1 to 25", self.width, self.height)
    }
}

impl std::error::Error for SizeError {}

impl Size {
    /// A rectangular board.
    pub const fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        if width == 0 || width > MAX_SIZE || height == 0 || height > MAX_SIZE {
            return Err(SizeError { width, height });
        }
        Ok(Size { width: width as u8, height: height as u8 })
    }

    /// A square board.
    pub const fn square(side: usize) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// Number of columns.
    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of points.
    #[inline]
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Whether width and height agree.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Whether `point` lies on the board.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.column() < self.width() && point.row() < self.height()
    }

    /// The point in this column and row (from 0, rows from the bottom), if on the board.
    #[inline]
    pub const fn point(self, column: usize, row: usize) -> Option<Point> {
        if column < self.width() && row < self.height() {
            Some(Point::new(column, row))
        } else {
            None
        }
    }

    /// All points, from A1 along the rows upward.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        let width = self.width();
        (0..self.area()).map(move |i| Point::new(i % width, i / width))
    }

    /// The neighbours of a point that are on the board.
    pub fn neighbors(self, point: Point) -> impl Iterator<Item = Point> {
        point
            .neighbor_indices()
            .into_iter()
            .filter_map(Point::from_index)
            .filter(move |&n| self.contains(n))
    }

    /// Reads a point of this board, such as `Q16`.
    pub fn parse_point(self, text: &str) -> Result<Point, PointError> {
        match text.parse() {
            Ok(point) if self.contains(point) => Ok(point),
            Ok(_) | Err(PointError::OffBoard(..)) => {
                Err(PointError::OffBoard(text.to_string(), self))
            }
            Err(error) => Err(error),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

/// What a player does on a turn, as far as the board is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone on a point.
    Play(Point),
    /// No stone.
    Pass,
}

impl Move {
    /// The point played, unless it is a pass.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Play(point)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(point) => fmt::Display::fmt(point, f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = PointError;

    /// Reads a point or `pass`, in any case.
    fn from_str(text: &str) -> Result<Move, PointError> {
        if text.eq_ignore_ascii_case("pass") {
            Ok(Move::Pass)
        } else {
            text.parse().map(Move::Play)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for point in Size::square(25).unwrap().points() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_lowercase().parse(), Ok(point));
            assert_eq!(Point::from_index(point.index()), Some(point));
        }
        assert_eq!("J9".parse::<Point>().unwrap().column(), 8);
    }

    #[test]
    fn bad_names_say_why() {
        let nine = Size::square(9).unwrap();
        assert!(matches!(nine.parse_point("I5"), Err(PointError::LetterI(_))));
        assert!(matches!(nine.parse_point("K5"), Err(PointError::OffBoard(..))));
        assert!(matches!(nine.parse_point("A26"), Err(PointError::OffBoard(..))));
        assert!(matches!(nine.parse_point("A99999999999999999999"), Err(PointError::OffBoard(..))));
        for text in ["", "5", "A", "AA1", "A-1", "A+1", "é1", "A1 "] {
            assert!(matches!(nine.parse_point(text), Err(PointError::Syntax(_))), "{text}");
        }
    }

    #[test]
    fn sizes_have_limits() {
        assert!(Size::new(0, 5).is_err());
        assert!(Size::new(5, 26).is_err());
        assert_eq!(Size::new(3, 2).unwrap().points().count(), 6);
    }

    #[test]
    fn options_of_points_and_moves_are_small() {
        assert_eq!(size_of::<Option<Point>>(), 2);
        assert_eq!(size_of::<Move>(), 2);
    }
}
