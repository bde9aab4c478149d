//! Boards as text, in and out.
//!
//! ```text
//!    A B C D E
//!  5 . . . . . 5
//!  4 . X O . . 4
//!  3 X O . O . 3
//!  2 . X O . . 2
//!  1 . . . . . 1
//!    A B C D E
//! ```
//!
//! `X` or `#` is Black, `O` is White, `.` is empty, `+` and `,` are star points.
//! Row numbers, column letters and spaces may be left out when reading.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;
use crate::point::{MAX_SIZE, Point, Size};
use crate::setup::Setup;

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagramError {
    /// No row of points was found.
    Empty,
    /// A character that means nothing on a board.
    Character {
        /// The line in the text, from 1.
        line: usize,
        /// The character.
        character: char,
    },
    /// A row of another length than the first.
    Ragged {
        /// The line in the text, from 1.
        line: usize,
        /// How many points it has.
        found: usize,
        /// How many the first row has.
        expected: usize,
    },
    /// More than 25 rows or columns.
    TooLarge,
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiagramError::Empty => f.write_str("the diagram has no points"),
            DiagramError::Character { line, character } => {
                write!(f, "line {line}: '{character}' is neither X, O nor an empty point")
            }
            DiagramError::Ragged { line, found, expected } => {
                write!(f, "line {line}: {found} points, but the first row has {expected}")
            }
            DiagramError::TooLarge => f.write_str("the diagram is larger than 25×25"),
        }
    }
}

impl std::error::Error for DiagramError {}

impl FromStr for Setup {
    type Err = DiagramError;

    /// Reads a diagram, Black to move.
    fn from_str(text: &str) -> Result<Setup, DiagramError> {
        let mut rows: Vec<Vec<Option<Color>>> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let Some(row) = read_row(number + 1, line)? else { continue };
            if let Some(first) = rows.first()
                && first.len() != row.len()
            {
                let (found, expected) = (row.len(), first.len());
                return Err(DiagramError::Ragged { line: number + 1, found, expected });
            }
            rows.push(row);
            if rows.len() > MAX_SIZE {
                return Err(DiagramError::TooLarge);
            }
        }
        let width = rows.first().ok_or(DiagramError::Empty)?.len();
        let size = Size::new(width, rows.len()).map_err(|_| DiagramError::TooLarge)?;
        let mut setup = Setup::empty(size);
        for (row, stones) in rows.iter().rev().enumerate() {
            for (column, &stone) in stones.iter().enumerate() {
                setup.set(Point::new(column, row), stone);
            }
        }
        Ok(setup)
    }
}

/// The points of one line; `None` for a blank line or one of column letters.
fn read_row(number: usize, line: &str) -> Result<Option<Vec<Option<Color>>>, DiagramError> {
    let line = line.trim();
    if is_letters(line) {
        return Ok(None);
    }
    let inner = line.trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    if inner.is_empty() {
        return Ok(None);
    }
    let mut row = Vec::new();
    for character in inner.chars() {
        row.push(match character {
            ' ' | '\t' => continue,
            'X' | 'x' | '#' | '●' => Some(Color::Black),
            'O' | 'o' | '○' => Some(Color::White),
            '.' | '+' | ',' | '·' => None,
            _ => return Err(DiagramError::Character { line: number, character }),
        });
        if row.len() > MAX_SIZE {
            return Err(DiagramError::TooLarge);
        }
    }
    Ok(Some(row))
}

/// Whether a line is the column letters `A B C …`.
fn is_letters(line: &str) -> bool {
    line.split_whitespace()
        .zip("ABCDEFGHJKLMNOPQRSTUVWXYZ".chars())
        .all(|(word, letter)| word.len() == 1 && word.starts_with(letter))
}

impl fmt::Display for Setup {
    /// The board with coordinates, one line a row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw(self.size, |point| match self.stone(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        }))
    }
}

/// A board with coordinates on which each point is drawn as `mark` says.
pub fn draw(size: Size, mark: impl Fn(Point) -> char) -> String {
    let mut letters = String::from("  ");
    for column in 0..size.width() {
        letters.push(' ');
        letters.push_str(&Point::new(column, 0).to_string()[..1]);
    }
    let mut text = format!("{letters}\n");
    for row in (0..size.height()).rev() {
        text.push_str(&format!("{:2}", row + 1));
        for column in 0..size.width() {
            text.push(' ');
            text.push(mark(Point::new(column, row)));
        }
        text.push_str(&format!(" {}\n", row + 1));
    }
    text + &letters + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_read_back() {
        let setup: Setup = ". X O .\n X O . O\n . . X .".parse().unwrap();
        assert_eq!(setup.size, Size::new(4, 3).unwrap());
        assert_eq!(setup.stone("B3".parse().unwrap()), Some(Color::Black));
        assert_eq!(setup.stone("D2".parse().unwrap()), Some(Color::White));
        assert_eq!(setup.to_string().parse(), Ok(setup));
        let large = Setup::empty(Size::square(25).unwrap());
        assert_eq!(large.to_string().parse(), Ok(large));
        let one = Setup::empty(Size::square(1).unwrap());
        assert_eq!(one.to_string().parse(), Ok(one));
    }

    #[test]
    fn bad_diagrams_say_where() {
        assert_eq!("".parse::<Setup>(), Err(DiagramError::Empty));
        assert_eq!(
            "..\n.?".parse::<Setup>(),
            Err(DiagramError::Character { line: 2, character: '?' })
        );
        assert_eq!(
            "...\n..".parse::<Setup>(),
            Err(DiagramError::Ragged { line: 2, found: 2, expected: 3 })
        );
        assert_eq!(".\n".repeat(26).parse::<Setup>(), Err(DiagramError::TooLarge));
        assert_eq!(".".repeat(26).parse::<Setup>(), Err(DiagramError::TooLarge));
    }
}
