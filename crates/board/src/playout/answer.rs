//! Playouts that look at the last move before they play anywhere.
//!
//! A player first takes what stands in atari beside the last move, saves own
//! stones that it put in atari, then plays a shape of [`super::shapes`] beside
//! it, and else moves at random, hardly ever into atari. Stronger than uniform
//! play and still many thousands of games a second.

use crate::color::Color;
use crate::playout::liberties::{Atari, Liberties};
use crate::playout::light::{EMPTY, Light, VACANT};
use crate::playout::random::Random;
use crate::playout::{Limits, Outcome, shapes};
use crate::point::Point;

/// Plays `board` to the end, answering moves. `played` hears of every stone:
/// its color and cell.
#[inline]
pub fn play_out_answering<const N: usize>(
    board: &mut Light<N, Atari>,
    random: &mut Random,
    limits: Limits,
    mut played: impl FnMut(Color, usize),
) -> Outcome {
    let mut moves = 0;
    let mercy = limits.mercy.unwrap_or(u32::MAX);
    while moves < limits.moves && !board.is_over() {
        let color = board.to_play();
        match board.answer(random) {
            0 => {}
            cell => played(color, cell),
        }
        moves += 1;
        if board.stones(Color::Black).abs_diff(board.stones(Color::White)) as u32 > mercy {
            break;
        }
    }
    Outcome { score: board.area_score(), moves }
}

/// A few cells to choose from.
struct Few {
    cells: [u16; 16],
    len: usize,
}

impl Few {
    fn new() -> Few {
        Few { cells: [0; 16], len: 0 }
    }

    #[inline]
    fn push(&mut self, cell: usize) {
        if self.len < 16 {
            self.cells[self.len & 15] = cell as u16;
            self.len += 1;
        }
    }

    #[inline]
    fn draw(&self, random: &mut Random) -> Option<usize> {
        (self.len > 0).then(|| self.cells[random.below(self.len) & 15] as usize)
    }
}

/// Of sixteen moves into atari that come up at random, how many are played.
const SELF_ATARI: usize = 1;

/// How many stones of a block are looked at for neighbours in atari.
const STONES: usize = 24;

impl<const N: usize> Light<N, Atari> {
    /// Plays one move and returns its cell, 0 for a pass.
    #[inline]
    pub fn answer(&mut self, random: &mut Random) -> usize {
        let last = self.last_cell();
        if last != 0 {
            let word = random.word();
            if word & 15 != 0 {
                let few = self.ataris(last);
                if let Some(v) = few.draw(random)
                    && self.try_put(v)
                {
                    return v;
                }
            }
            if word >> 4 & 15 != 0 {
                let few = self.shapes_beside(last);
                if let Some(v) = few.draw(random)
                    && self.try_put(v)
                {
                    return v;
                }
            }
        }
        self.careful_move(random)
    }

    /// Moves that answer an atari given by the last move, or take the stone that
    /// gave it.
    #[inline]
    fn ataris(&self, last: usize) -> Few {
        let mut few = Few::new();
        let c = self.to_play().index();
        if let Some(v) = self.only_liberty(last) {
            few.push(v);
        }
        let mut seen = [usize::MAX; 4];
        for (i, n) in Self::neighbors(last).into_iter().enumerate() {
            if self.content(n) != c as u16 {
                continue;
            }
            let anchor = self.anchor(n);
            if seen.contains(&anchor) {
                continue;
            }
            seen[i] = anchor;
            let Some(v) = self.only_liberty(n) else { continue };
            self.push_captures_beside(n, c, &mut few);
            if self.after(c, v).only().is_none() && self.after(c, v).count() > 0 {
                few.push(v);
            }
        }
        few
    }

    /// Liberties of enemy blocks in atari that touch the block on `stone`.
    #[inline]
    fn push_captures_beside(&self, stone: usize, c: usize, few: &mut Few) {
        let enemy = c as u16 ^ 1;
        let mut s = stone;
        for _ in 0..STONES {
            for n in Self::neighbors(s) {
                if self.content(n) == enemy
                    && let Some(v) = self.only_liberty(n)
                {
                    few.push(v);
                }
            }
            s = self.next_stone(s);
            if s == stone {
                break;
            }
        }
    }

    /// Empty points around the last move that complete a shape, and put no stone in atari.
    #[inline]
    fn shapes_beside(&self, last: usize) -> Few {
        let mut few = Few::new();
        let c = self.to_play().index();
        for v in Self::neighbors(last).into_iter().chain(Self::diagonals(last)) {
            if self.content(v) == EMPTY
                && shapes::stands(self.contents_around(v))
                && !self.is_self_atari(c, v)
            {
                few.push(v);
            }
        }
        few
    }

    /// What the neighbours of a cell hold.
    #[inline]
    fn contents_around(&self, v: usize) -> shapes::Around {
        let mut around = 0;
        for (i, n) in Self::neighbors(v).into_iter().chain(Self::diagonals(v)).enumerate() {
            around |= self.content(n) << (2 * i);
        }
        around
    }

    /// Whether a shape of the playouts stands around an empty cell.
    pub fn is_shapely(&self, v: usize) -> bool {
        shapes::stands(self.contents_around(v & (N - 1)))
    }

    /// The only liberty of the block that stands on `v`, if it is in atari.
    #[inline]
    pub fn only_liberty(&self, v: usize) -> Option<usize> {
        self.liberties_of(v).only()
    }

    /// What the block of a stone of `c` put on the empty cell `v` would have for
    /// liberties if nothing were taken.
    #[inline]
    fn after(&self, c: usize, v: usize) -> Atari {
        let mut liberties = Atari::default();
        let mut seen = [usize::MAX; 4];
        for (i, n) in Self::neighbors(v).into_iter().enumerate() {
            let content = self.content(n);
            if content == EMPTY {
                liberties.gain(n);
            } else if content == c as u16 {
                let anchor = self.anchor(n);
                if !seen.contains(&anchor) {
                    seen[i] = anchor;
                    liberties.join(self.liberties_of(n));
                }
                liberties.lose(v);
            }
        }
        liberties
    }

    /// Whether a stone of `c` on the empty cell `v` would stand in atari, or
    /// without a liberty, and takes nothing.
    #[inline]
    pub fn is_self_atari(&self, c: usize, v: usize) -> bool {
        if self.around_cell(v) >= 2 * VACANT {
            return false;
        }
        let after = self.after(c, v);
        (after.count() == 0 || after.only().is_some()) && !self.takes(c, v)
    }

    /// Whether a stone of `c` on the empty cell `v` takes something.
    #[inline]
    pub fn takes(&self, c: usize, v: usize) -> bool {
        let enemy = c as u16 ^ 1;
        Self::neighbors(v)
            .into_iter()
            .any(|n| self.content(n) == enemy && self.only_liberty(n).is_some())
    }

    /// Whether a stone of `c` on the empty cell `v` saves a block of its own from
    /// atari, for the moment.
    pub fn saves(&self, c: usize, v: usize) -> bool {
        let own = c as u16;
        let in_atari = |n: usize| self.content(n) == own && self.only_liberty(n).is_some();
        Self::neighbors(v).into_iter().any(in_atari) && !self.is_self_atari(c, v)
    }

    /// Whether no stone stands within two points of the cell in any direction.
    pub fn is_lonely(&self, v: usize) -> bool {
        let Some(point) = Self::point_of(v) else { return false };
        let (x, y) = (point.column() as i32, point.row() as i32);
        let (width, height) = (self.size().width() as i32, self.size().height() as i32);
        for ny in (y - 2).max(0)..=(y + 2).min(height - 1) {
            for nx in (x - 2).max(0)..=(x + 2).min(width - 1) {
                if self.stone(Point::new(nx as usize, ny as usize)).is_some() {
                    return false;
                }
            }
        }
        true
    }

    /// A random move, hardly ever one into atari that loses more than a stone.
    #[inline]
    fn careful_move(&mut self, random: &mut Random) -> usize {
        let c = self.to_play().index();
        self.random_move_but(random, |board, random, v| {
            board.is_self_atari(c, v)
                && random.word() & 15 >= SELF_ATARI as u64
                && !board.is_sacrifice(c, v)
        })
    }

    /// Whether a move into atari gives up so little, in such a shape, that it may
    /// kill: a throw-in, or a block that fills an eye.
    #[inline]
    fn is_sacrifice(&self, c: usize, v: usize) -> bool {
        let mut stones = 1;
        let mut seen = [usize::MAX; 4];
        for (i, n) in Self::neighbors(v).into_iter().enumerate() {
            if self.content(n) == c as u16 {
                let anchor = self.anchor(n);
                if !seen.contains(&anchor) {
                    seen[i] = anchor;
                    stones += self.block_len(n, 6);
                }
            }
        }
        // Five stones in a compact shape leave one eye.
        stones <= 2 || stones <= 5 && seen.iter().filter(|&&a| a != usize::MAX).count() == 1
    }
}
