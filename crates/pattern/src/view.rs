//! The board in one orientation, as letters and as tiles of 4×4 letters.

use board::{MAX_SIZE, Point, Size, Symmetry};

use crate::map::State;
use crate::tree::{OFF, Place};

/// Columns are this long, so that what hangs over one end of a column falls into
/// the margin of the next.
const STRIDE: usize = 2 * MAX_SIZE;
/// The margin before the first row and the first column: no map reaches farther.
const MARGIN: usize = MAX_SIZE;
const CELLS: usize = (3 * MAX_SIZE + 1) * STRIDE;

/// The board in one orientation, with a margin on all sides.
pub(crate) struct View {
    pub(crate) symmetry: Symmetry,
    pub(crate) size: Size,
    /// The letter of each point; [`OFF`] beyond the edge.
    cells: Vec<u8>,
    /// The 4×4 letters that begin at each point, two bits a letter.
    tiles: Vec<u32>,
}

impl View {
    pub(crate) fn new(symmetry: Symmetry, size: Size) -> View {
        let turned = symmetry.size(size);
        let (cells, tiles) = (vec![OFF; CELLS], vec![u32::MAX; CELLS]);
        let mut view = View { symmetry, size: turned, cells, tiles };
        for point in turned.points() {
            view.set(point, State::Empty);
        }
        view
    }

    /// The number of a point's cell.
    #[inline]
    pub(crate) fn cell(point: Point) -> usize {
        (point.column() + MARGIN) * STRIDE + point.row() + MARGIN
    }

    /// What a map anchored at `cell` finds at a place.
    #[inline]
    pub(crate) fn letter(&self, cell: usize, place: Place) -> u8 {
        self.cells[Self::at(cell, place)]
    }

    /// The tile that begins at a place.
    #[inline]
    pub(crate) fn tile(&self, cell: usize, place: Place) -> u32 {
        self.tiles[Self::at(cell, place)]
    }

    #[inline]
    fn at(cell: usize, (x, y): Place) -> usize {
        (cell as isize + isize::from(x) * STRIDE as isize + isize::from(y)) as usize
    }

    /// Changes one point, in the sixteen tiles that contain it.
    pub(crate) fn set(&mut self, point: Point, state: State) {
        let cell = Self::cell(point);
        self.cells[cell] = state.code();
        for x in 0..4 {
            for y in 0..4 {
                let shift = shift(x, y);
                let tile = &mut self.tiles[cell - usize::from(x) * STRIDE - usize::from(y)];
                *tile = *tile & !(u32::from(OFF) << shift) | u32::from(state.code()) << shift;
            }
        }
    }
}

/// Where a letter of a tile stands in its word.
pub(crate) fn shift(x: u8, y: u8) -> u32 {
    2 * (4 * u32::from(x) + u32::from(y))
}
