//! Who owns each point at the end of playouts.

use crate::color::Color;
use crate::playout::swift::{Dice, Swift};
use crate::playout::{Light, Limits, Random, Task, on_light_board, play_out};
use crate::point::{CELLS, Point, Size};
use crate::position::Position;

/// How often each point was Black's or White's at the end of a number of
/// playouts. A point belongs to a player by a stone on it, or by being a single
/// empty point among that player's stones; other points belong to nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ownership {
    size: Size,
    playouts: u32,
    score: i64,
    black: Vec<u32>,
    white: Vec<u32>,
    survived: Vec<u32>,
}

/// Plays `playouts` games from a position, `to_play` moving first, and counts
/// who owns each point at the end.
///
/// ```
/// use board::playout::ownership;
/// use board::{Color, Position, Rules, Setup};
///
/// // White's stone is dead; Black's wall lives.
/// let setup: Setup = "
///     . X . .
///     X . X .
///     . X . X
///     O . X .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let owned = ownership(&position, Color::Black, 200, 1);
/// assert!(owned.black("A1".parse()?) > 190);
/// assert!(owned.survived("A1".parse()?) < 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ownership(position: &Position, to_play: Color, playouts: u32, seed: u64) -> Ownership {
    on_light_board(position, to_play, Tally { playouts, seed })
}

/// How often each point is Black's and White's at the end, as [`ownership`] counts
/// it, in four fifths of the time: other games for the same seed, each as likely as
/// there. The fate of stones is not looked at.
///
/// ```
/// use board::playout::owners;
/// use board::{Color, Position, Rules, Setup};
///
/// let setup: Setup = "
///     . X . .
///     X . X .
///     . X . X
///     O . X .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let owned = owners(&position, Color::Black, 200, 1);
/// assert!(owned.of(Color::Black, "A1".parse()?) > 190);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn owners(position: &Position, to_play: Color, playouts: u32, seed: u64) -> Owners {
    let size = position.size();
    match size.width().max(size.height()) {
        0..=9 => swift_owners::<128>(position, to_play, playouts, seed),
        10..=13 => swift_owners::<256>(position, to_play, playouts, seed),
        14..=19 => swift_owners::<512>(position, to_play, playouts, seed),
        _ => swift_owners::<1024>(position, to_play, playouts, seed),
    }
}

/// How often each point was Black's or White's at the end of a number of playouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owners {
    playouts: u32,
    counts: Vec<[u32; 2]>,
}

impl Owners {
    /// The number of playouts counted.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// In how many playouts the point was `color`'s.
    pub fn of(&self, color: Color, point: Point) -> u32 {
        self.counts[point.index()][color.index()]
    }
}

fn swift_owners<const N: usize>(
    position: &Position,
    to_play: Color,
    playouts: u32,
    seed: u64,
) -> Owners {
    let board = Swift::<N>::new(position, to_play).expect("the capacity was chosen by the size");
    let mut dice = Dice::new(seed);
    let mut owned = [[0; N]; 2];
    let most_moves = Limits::most_moves(board.size());
    for _ in 0..playouts {
        let mut game = board;
        game.play_out(to_play, &mut dice, most_moves);
        game.add_owners(&mut owned);
    }
    let mut counts = vec![[0; 2]; CELLS];
    for point in board.size().points() {
        let cell = Light::<N>::cell_of(point);
        counts[point.index()] = [owned[0][cell], owned[1][cell]];
    }
    Owners { playouts, counts }
}

impl Ownership {
    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of playouts counted.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// In how many playouts the point was Black's.
    pub fn black(&self, point: Point) -> u32 {
        self.black[point.index()]
    }

    /// In how many playouts the point was White's.
    pub fn white(&self, point: Point) -> u32 {
        self.white[point.index()]
    }

    /// In how many playouts the point was `color`'s.
    pub fn of(&self, color: Color, point: Point) -> u32 {
        match color {
            Color::Black => self.black(point),
            Color::White => self.white(point),
        }
    }

    /// In how many playouts no stone was ever taken off the point. For a stone
    /// of the position: how often it lived to the end, which is the same for all
    /// stones of its block.
    pub fn survived(&self, point: Point) -> u32 {
        self.survived[point.index()]
    }

    /// The sum of the area scores, Black minus White; divided by the number of
    /// playouts it is the mean.
    pub fn score_sum(&self) -> i64 {
        self.score
    }
}

struct Tally {
    playouts: u32,
    seed: u64,
}

impl Task for Tally {
    type Output = Ownership;

    fn run<const N: usize>(self, board: Light<N>) -> Ownership {
        let size = board.size();
        let limits = Limits::of(&board);
        let mut random = Random::new(self.seed);
        let mut sums = Ownership {
            size,
            playouts: self.playouts,
            score: 0,
            black: vec![0; CELLS],
            white: vec![0; CELLS],
            survived: vec![0; CELLS],
        };
        let (mut owned, mut taken) = ([[0; N]; 2], [0; N]);
        for _ in 0..self.playouts {
            let mut game = board;
            sums.score += i64::from(play_out(&mut game, &mut random, limits).score);
            game.add_owners(&mut owned, &mut taken);
        }
        for point in size.points() {
            let (i, cell) = (point.index(), Light::<N>::cell_of(point));
            sums.black[i] = owned[0][cell];
            sums.white[i] = owned[1][cell];
            sums.survived[i] = self.playouts - taken[cell];
        }
        sums
    }
}
