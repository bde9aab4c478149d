//! A board as somebody set it up: not necessarily legal.

use crate::color::Color;
use crate::point::{Point, Size};
use crate::set::PointSet;

/// Stones, the player to move and what else a position needs, before any rule
/// has been applied. [`crate::Position::from_setup`] is the one place where a
/// setup is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub size: Size,
    /// Black's stones.
    pub black: PointSet,
    /// White's stones.
    pub white: PointSet,
    /// Who moves next.
    pub to_play: Color,
    /// The point where `to_play` may not retake a ko at once.
    pub ko: Option<Point>,
    /// Stones each player has lost so far: `[black stones, white stones]`.
    pub lost: [u32; 2],
}

impl Setup {
    /// An empty board, Black to move.
    pub fn empty(size: Size) -> Setup {
        Setup {
            size,
            black: PointSet::EMPTY,
            white: PointSet::EMPTY,
            to_play: Color::Black,
            ko: None,
            lost: [0, 0],
        }
    }

    /// The stones of one color.
    pub fn stones(&self, color: Color) -> &PointSet {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Puts a stone on a point, or takes it away, whatever was there.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        self.black.remove(point);
        self.white.remove(point);
        match stone {
            Some(Color::Black) => self.black.insert(point),
            Some(Color::White) => self.white.insert(point),
            None => false,
        };
    }

    /// The stone on a point.
    pub fn stone(&self, point: Point) -> Option<Color> {
        if self.black.contains(point) {
            Some(Color::Black)
        } else if self.white.contains(point) {
            Some(Color::White)
        } else {
            None
        }
    }

    /// The same position with the colors exchanged.
    pub fn swap_colors(&self) -> Setup {
        Setup {
            size: self.size,
            black: self.white,
            white: self.black,
            to_play: self.to_play.opponent(),
            ko: self.ko,
            lost: [self.lost[1], self.lost[0]],
        }
    }
}
