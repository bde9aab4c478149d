//! Playouts that look at the last move before they play anywhere.
//!
//! A player first takes the vital point of a room that the last move made, then what stands
//! in atari beside it, saves own stones that it put in atari, gives atari to or takes out of
//! danger what has two liberties there, plays a shape of [`super::shapes`] beside
//! it, and else moves at random, hardly ever into atari. Stronger than uniform
//! play and still many thousands of games a second.
//!
//! What is worth its time was chosen by how well playouts foresee the owners of points in
//! real games (`cargo run --release -p tedomari-workbench --example judge_playouts`).

use crate::color::Color;
use crate::playout::liberties::{Atari, Liberties};
use crate::playout::light::{EMPTY, Light, VACANT};
use crate::playout::random::Random;
use crate::playout::vital::vital_point;
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

/// So many liberties are out of danger for the moment.
const ENOUGH: usize = 3;

/// Different liberties, fewer than enough.
#[derive(Default)]
struct Breath {
    cells: [usize; ENOUGH - 1],
    len: usize,
    /// A cell that is none.
    not: usize,
}

impl Breath {
    /// Adds a liberty, if there is room, and says whether there was none.
    #[inline]
    fn is_full_with(&mut self, v: usize) -> bool {
        if v == self.not || self.cells[..self.len].contains(&v) {
            return false;
        }
        if self.len == ENOUGH - 1 {
            return true;
        }
        self.cells[self.len] = v;
        self.len += 1;
        false
    }
}

/// Of sixteen moves into atari that come up at random, how many are played.
const SELF_ATARI: usize = 1;

/// How many stones of a block are looked at for neighbours in atari.
const STONES: usize = 24;

impl<const N: usize> Light<N, Atari> {
    /// Up to 9×9 the tree itself sees most of what comes next, and more playouts are worth as
    /// much as better ones: there blocks of two liberties and the edge get no care.
    const CAREFUL: bool = N > 128;

    /// Plays one move and returns its cell, 0 for a pass.
    #[inline]
    pub fn answer(&mut self, random: &mut Random) -> usize {
        let last = self.last_cell();
        if last != 0 {
            if (3..=6).contains(&self.lost())
                && let Some(vital) = vital_point(self)
            {
                let v = Self::cell_of(vital);
                if self.try_put(v) {
                    return v;
                }
            }
            let word = random.word();
            if word & 15 != 0 {
                let few = self.ataris(last);
                if let Some(v) = few.draw(random)
                    && self.try_put(v)
                {
                    return v;
                }
            }
            if Self::CAREFUL && word >> 8 & 15 != 0 {
                let few = self.short_of_liberties(last);
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
        for n in self.blocks_beside(last, c) {
            let Some(v) = self.only_liberty(n) else { continue };
            self.push_captures_beside(n, c, &mut few);
            if self.after(c, v).only().is_none() && self.after(c, v).count() > 0 {
                few.push(v);
            }
        }
        few
    }

    /// A stone beside `v` of each block of `c` there.
    #[inline]
    fn blocks_beside(&self, v: usize, c: usize) -> impl Iterator<Item = usize> {
        let mut seen = [usize::MAX; 4];
        let is_new = move |&(i, n): &(usize, usize)| {
            let anchor = self.anchor(n);
            if self.content(n) != c as u16 || seen.contains(&anchor) {
                return false;
            }
            seen[i] = anchor;
            true
        };
        Self::neighbors(v).into_iter().enumerate().filter(is_new).map(|(_, n)| n)
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

    /// Moves where a block beside the last move, or that of the move itself, has two liberties:
    /// an own block gets a third one, the opponent's loses the better of its two.
    #[inline]
    fn short_of_liberties(&self, last: usize) -> Few {
        let mut few = Few::new();
        let c = self.to_play().index();
        if let Some(two) = self.two_liberties(last) {
            let escapes = two.map(|v| self.breath(c ^ 1, v));
            for i in [0, 1] {
                if escapes[i] >= escapes[1 - i] && !self.is_self_atari(c, two[i]) {
                    few.push(two[i]);
                }
            }
        }
        for n in self.blocks_beside(last, c) {
            for v in self.two_liberties(n).into_iter().flatten() {
                if self.breath(c, v) == ENOUGH {
                    few.push(v);
                }
            }
        }
        few
    }

    /// The liberties of the block on `v` if they are two.
    #[inline]
    pub fn two_liberties(&self, v: usize) -> Option<[usize; 2]> {
        let liberties = self.liberties_of(v);
        // A liberty counts at most once for each of its four sides.
        if !(2..=8).contains(&liberties.count()) || liberties.only().is_some() {
            return None;
        }
        let mut found = Breath::default();
        (!self.breathe(v, &mut found) && found.len == 2).then(|| [found.cells[0], found.cells[1]])
    }

    /// How many liberties the block of a stone of `c` on the empty cell `v` would have, counted
    /// up to three, if nothing were taken.
    #[inline]
    fn breath(&self, c: usize, v: usize) -> usize {
        let mut found = Breath { not: v, ..Breath::default() };
        let neighbors = Self::neighbors(v);
        let full = neighbors.iter().any(|&n| self.content(n) == EMPTY && found.is_full_with(n))
            || neighbors
                .iter()
                .any(|&n| self.content(n) == c as u16 && self.breathe(n, &mut found));
        if full { ENOUGH } else { found.len }
    }

    /// Adds the liberties of the block on `v`, and says whether they are enough.
    #[inline]
    fn breathe(&self, v: usize, found: &mut Breath) -> bool {
        let mut s = v;
        loop {
            if self.around_cell(s) >= VACANT {
                for n in Self::neighbors(s) {
                    if self.content(n) == EMPTY && found.is_full_with(n) {
                        return true;
                    }
                }
            }
            s = self.next_stone(s);
            if s == v {
                return false;
            }
        }
    }

    /// Empty points around the last move that complete a shape, and put no stone in atari.
    #[inline]
    fn shapes_beside(&self, last: usize) -> Few {
        let mut few = Few::new();
        let c = self.to_play().index();
        for v in Self::eight_around(last) {
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
        let [a, b, c, d, e, f, g, h] = Self::eight_around(v);
        self.content(a)
            | self.content(b) << 2
            | self.content(c) << 4
            | self.content(d) << 6
            | self.content(e) << 8
            | self.content(f) << 10
            | self.content(g) << 12
            | self.content(h) << 14
    }

    /// The neighbours of a cell and then the diagonal ones, in one array: a chain of two is
    /// slower.
    #[inline(always)]
    fn eight_around(v: usize) -> [usize; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (Self::neighbors(v), Self::diagonals(v));
        [a, b, c, d, e, f, g, h]
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

    /// A random move, hardly ever one into atari that loses more than a stone, and none on an
    /// empty edge.
    #[inline]
    fn careful_move(&mut self, random: &mut Random) -> usize {
        let c = self.to_play().index();
        self.random_move_but(random, |board, random, v| {
            Self::CAREFUL && board.is_idle(v)
                || board.is_self_atari(c, v)
                    && random.word() & 15 >= SELF_ATARI as u64
                    && !board.is_sacrifice(c, v)
        })
    }

    /// Whether a point of the edge has empty points on all its other sides.
    #[inline]
    fn is_idle(&self, v: usize) -> bool {
        // Off the board counts as a stone of each color.
        self.around_cell(v) == 3 * VACANT + 0x11
    }

    /// Whether a move into atari gives up so little, in such a shape, that it may
    /// kill: a throw-in, or a block that fills an eye.
    #[inline]
    fn is_sacrifice(&self, c: usize, v: usize) -> bool {
        let (mut blocks, mut stones) = (0, 1);
        for n in self.blocks_beside(v, c) {
            blocks += 1;
            stones += self.block_len(n, 6);
        }
        // Five stones in a compact shape leave one eye.
        stones <= 2 || stones <= 5 && blocks == 1
    }
}
