//! Points, moves and colors as a record writes them and as the board knows them.

use board::{Color, Move, Point, Size};

/// A point of a record on the board. SGF counts rows from the top, the board from the bottom.
pub fn on_board(point: sgf::Point, size: Size) -> Option<Point> {
    let row = size.height().checked_sub(1 + usize::from(point.row()))?;
    size.point(usize::from(point.column()), row)
}

/// A point of the board in a record.
pub fn to_sgf(point: Point, size: Size) -> sgf::Point {
    sgf::Point::new(point.column() as u8, (size.height() - 1 - point.row()) as u8)
        .expect("boards are smaller than what letters can name")
}

/// A move in a record.
pub fn move_to_sgf(mv: Move, size: Size) -> sgf::Move {
    mv.point().map_or(sgf::Move::Pass, |point| to_sgf(point, size).into())
}

/// SGF's color as ours.
pub fn color(colour: sgf::Colour) -> Color {
    match colour {
        sgf::Colour::Black => Color::Black,
        sgf::Colour::White => Color::White,
    }
}

/// Our color as SGF's.
pub fn colour(color: Color) -> sgf::Colour {
    match color {
        Color::Black => sgf::Colour::Black,
        Color::White => sgf::Colour::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_go_to_the_record_and_back() {
        for size in [Size::new(7, 9).unwrap(), Size::square(25).unwrap()] {
            for point in size.points() {
                assert_eq!(on_board(to_sgf(point, size), size), Some(point));
            }
        }
    }
}
