//! What is believed of a move before it is tried.

use board::Color;
use board::playout::{Atari, Light};

use super::node::Prior;

/// All moves of the player to move that fill no eye, with what is believed of
/// each, and at the end the pass.
pub(super) fn moves<const N: usize>(board: &Light<N, Atari>) -> Vec<(usize, Prior)> {
    let beliefs = Beliefs::new(board);
    let mut moves: Vec<(usize, Prior)> = board
        .empty_cells()
        .filter(|&cell| board.is_sensible(cell))
        .map(|cell| (cell, beliefs.of(cell)))
        .collect();
    // The list of empty points has an order of its own; that of the board reads better.
    moves.sort_by_key(|&(cell, _)| cell);
    let mut pass = Prior::default();
    pass.add(12.0, 0.1);
    moves.push((0, pass));
    moves
}

struct Beliefs<'a, const N: usize> {
    board: &'a Light<N, Atari>,
    color: Color,
    last: Option<(i32, i32)>,
    width: i32,
    height: i32,
}

impl<'a, const N: usize> Beliefs<'a, N> {
    fn new(board: &'a Light<N, Atari>) -> Self {
        let size = board.size();
        let place = |cell| Light::<N, Atari>::point_of(cell).map(|p| (p.column(), p.row()));
        Beliefs {
            board,
            color: board.to_play(),
            last: place(board.last_cell()).map(|(x, y)| (x as i32, y as i32)),
            width: size.width() as i32,
            height: size.height() as i32,
        }
    }

    fn of(&self, cell: usize) -> Prior {
        let (board, c) = (self.board, self.color.index());
        let mut prior = Prior { games: 8.0, wins: 4.0 };
        let Some(point) = Light::<N, Atari>::point_of(cell) else { return prior };
        let (x, y) = (point.column() as i32, point.row() as i32);
        if board.takes(c, cell) {
            prior.add(15.0, 0.9);
        } else if board.is_self_atari(c, cell) {
            prior.add(20.0, 0.1);
        } else if board.saves(c, cell) {
            prior.add(15.0, 0.9);
        }
        if board.is_shapely(cell) {
            prior.add(8.0, 0.8);
        }
        if let Some((lx, ly)) = self.last {
            let (dx, dy) = ((x - lx).abs(), (y - ly).abs());
            match dx + dy + dx.max(dy) {
                0..=3 => prior.add(8.0, 0.8),
                4 => prior.add(6.0, 0.7),
                5..=6 => prior.add(4.0, 0.65),
                _ => {}
            }
        }
        let line = x.min(y).min(self.width - 1 - x).min(self.height - 1 - y);
        if self.width.min(self.height) >= 7 && board.is_lonely(cell) {
            match line {
                0 => prior.add(20.0, 0.05),
                1 => prior.add(10.0, 0.2),
                2 | 3 => prior.add(5.0, 0.7),
                _ => {}
            }
        }
        prior
    }
}
