//! Last good replies: what won last time is tried again (Baier and Drake 2010).
//!
//! For every move of the opponent, and every two moves, the answer that was part of the
//! latest won game is remembered; an answer that loses is forgotten. Playouts become
//! different from one part of the tree to another.

use board::Color;

/// The answers one thread has seen.
pub(super) struct Replies<const N: usize> {
    /// By color and the opponent's move.
    one: Box<[[u16; N]; 2]>,
    /// By color and a hash of the own and the opponent's move before.
    two: Box<[[u16; PAIRS]; 2]>,
    /// The moves of the present game: cells, 0 for a pass.
    game: Vec<u16>,
    first: Color,
}

const PAIRS: usize = 4096;

impl<const N: usize> Replies<N> {
    pub(super) fn new() -> Replies<N> {
        Replies {
            one: Box::new([[0; N]; 2]),
            two: Box::new([[0; PAIRS]; 2]),
            game: Vec::new(),
            first: Color::Black,
        }
    }

    /// A new game begins with a move of `color`.
    pub(super) fn begin(&mut self, color: Color) {
        self.game.clear();
        self.first = color;
    }

    /// A move was made; 0 is a pass.
    #[inline]
    pub(super) fn played(&mut self, cell: usize) {
        self.game.push(cell as u16);
    }

    /// The answer of `color` to the latest moves, the more special first; 0 for none.
    #[inline]
    pub(super) fn answers(&self, color: Color) -> [usize; 2] {
        let [.., before, last] = self.game[..] else { return [0; 2] };
        let c = color.index();
        let one = self.one[c][usize::from(last) & (N - 1)];
        [self.two[c][pair(before, last)].into(), one.into()]
    }

    /// The game is over: the winner's answers are remembered, the loser's forgotten.
    pub(super) fn learn(&mut self, winner: Color) {
        let mut color = self.first;
        let mut before = 0;
        let mut last = 0;
        for &cell in &self.game {
            if cell != 0 && last != 0 {
                let c = color.index();
                let one = &mut self.one[c][usize::from(last) & (N - 1)];
                let two = &mut self.two[c][pair(before, last)];
                for reply in [one, two] {
                    if color == winner {
                        *reply = cell;
                    } else if *reply == cell {
                        *reply = 0;
                    }
                }
            }
            (before, last) = (last, cell);
            color = color.opponent();
        }
    }
}

#[inline]
fn pair(before: u16, last: u16) -> usize {
    let mixed = (u32::from(before) << 16 | u32::from(last)).wrapping_mul(0x9e37_79b1);
    (mixed >> 20) as usize & (PAIRS - 1)
}
