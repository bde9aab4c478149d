//! The board as seen by the player to move, flat, for loops over many points.

use board::{CELLS, Color, Point, Position};

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Cell {
    Empty,
    Own,
    Other,
    Border,
}

/// All cells of a padded board.
#[derive(Clone)]
pub(crate) struct Cells([Cell; CELLS]);

impl Cells {
    /// The stones of a position as `color` sees them.
    pub(crate) fn of(position: &Position, color: Color) -> Cells {
        let mut cells = [Cell::Border; CELLS];
        let size = position.size();
        for row in 0..size.height() {
            let start = Point::new(0, row).index();
            cells[start..start + size.width()].fill(Cell::Empty);
        }
        for stone in position.stones(color) {
            cells[stone.index()] = Cell::Own;
        }
        for stone in position.stones(color.opponent()) {
            cells[stone.index()] = Cell::Other;
        }
        Cells(cells)
    }

    #[inline]
    pub(crate) fn at(&self, index: usize) -> Cell {
        self.0[index]
    }
}
