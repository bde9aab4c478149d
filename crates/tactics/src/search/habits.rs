//! Which moves have won so far: a move that wins in one place is tried first in the next.
//!
//! The history heuristic of Schaeffer (1989), kept for each player as a whole and for each
//! move of the opponent's that is answered.

use super::field::Cell;

const CELLS: usize = 256;

/// One row for answers to each cell, and one for all together.
const ROWS: usize = CELLS + 1;

/// Added to the numbers of a move that has never won, for each of the two rows.
const DOUBT: u32 = 4;

/// Counts are halved when one gets there: what won long ago matters less.
const MANY: u16 = 500;

#[derive(Clone, Debug)]
pub(super) struct Habits {
    wins: Vec<u16>,
    /// The largest count of each row.
    most: Vec<u16>,
}

impl Habits {
    pub(super) fn new() -> Habits {
        Habits { wins: vec![0; 2 * ROWS * CELLS], most: vec![0; 2 * ROWS] }
    }

    fn rows(reaching: bool, last: Cell) -> [usize; 2] {
        let first = if reaching { ROWS } else { 0 };
        [first + last as usize, first + CELLS]
    }

    /// A move has won in answer to another, for the reacher or for the preventer.
    pub(super) fn credit(&mut self, reaching: bool, last: Cell, cell: Cell) {
        for row in Habits::rows(reaching, last) {
            let wins = &mut self.wins[row * CELLS..][..CELLS];
            wins[cell as usize] += 1;
            self.most[row] = self.most[row].max(wins[cell as usize]);
            if self.most[row] >= MANY {
                wins.iter_mut().for_each(|wins| *wins /= 2);
                self.most[row] /= 2;
            }
        }
    }

    /// How much harder a move looks for having won less often than others.
    pub(super) fn doubt(&self, reaching: bool, last: Cell, cell: Cell) -> u32 {
        let doubt = |row: usize| {
            let (wins, most) = (self.wins[row * CELLS + cell as usize], self.most[row]);
            DOUBT - DOUBT * wins as u32 / (most as u32 + 1)
        };
        Habits::rows(reaching, last).into_iter().map(doubt).sum()
    }
}
