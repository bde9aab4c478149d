//! The blocks of a position, numbered, with what features ask of them again and again.

use board::{CELLS, Color, Point, PointSet, Position};

use crate::reading::caught;

/// What is known of a block.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub(crate) color: Color,
    pub(crate) stones: usize,
    pub(crate) liberties: PointSet,
    pub(crate) count: usize,
    /// Caught in a ladder although its owner moves first (one liberty), or when
    /// the opponent moves first (two liberties).
    pub(crate) caught: bool,
}

/// All blocks of a position.
pub(crate) struct Blocks {
    of: [u16; CELLS],
    pub(crate) all: Vec<Block>,
}

impl Blocks {
    pub(crate) fn new() -> Blocks {
        Blocks { of: [u16::MAX; CELLS], all: Vec::new() }
    }

    /// Looks at the blocks of another position.
    pub(crate) fn number(&mut self, position: &Position) {
        self.all.clear();
        for owner in Color::BOTH {
            for anchor in position.blocks(owner) {
                let number = self.all.len() as u16;
                for stone in position.block_stones(anchor) {
                    self.of[stone.index()] = number;
                }
                let count = position.liberties(anchor);
                let first = if count == 1 { owner } else { owner.opponent() };
                self.all.push(Block {
                    color: owner,
                    stones: position.block_size(anchor),
                    liberties: position.liberty_points(anchor),
                    count,
                    caught: count <= 2 && caught(position, anchor, first),
                });
            }
        }
    }

    /// The number of the block of the stone on a cell; there must be one.
    #[inline]
    pub(crate) fn at(&self, cell: usize) -> usize {
        usize::from(self.of[cell])
    }

    /// The block of the stone on a point; there must be one.
    #[inline]
    pub(crate) fn on(&self, point: Point) -> &Block {
        &self.all[self.at(point.index())]
    }
}
