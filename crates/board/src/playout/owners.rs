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
pub struct Owners {
    playouts: u32,
    counts: Vec<[u32; 2]>,
}

impl Owners {
    fn new<const N: usize>(size: Size, playouts: u32, owned: &[[u32; N]; 2]) -> Owners {
        let mut counts = vec![[0; 2]; CELLS];
        for point in size.points() {
            let cell = Light::<N>::cell_of(point);
            counts[point.index()] = [owned[0][cell], owned[1][cell]];
        }
        Owners { playouts, counts }
    }

    /// The number of playouts counted.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// In how many playouts the point was `color`'s.
    pub fn of(&self, color: Color, point: Point) -> u32 {
        self.counts[point.index()][color.index()]
    }
}

/// Plays `playouts` games from a position, `to_play` moving first, and counts
/// who owns each point at the end.
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
    Owners::new(board.size(), playouts, &owned)
}

/// The owners of points, and how much hangs on each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Critical {
    /// Who owned each point.
    pub owners: Owners,
    /// In how many playouts each point was the winner's.
    winners: Vec<u32>,
    /// How often Black and White won.
    wins: [u32; 2],
}

impl Critical {
    /// The criticality of a point (Coulom 2009): how much more often the winner owns it than
    /// if owning and winning were independent; times the square of the playouts.
    pub fn of(&self, point: Point) -> i64 {
        let expected = Color::BOTH.map(|color| {
            i64::from(self.owners.of(color, point)) * i64::from(self.wins[color.index()])
        });
        let found = i64::from(self.winners[point.index()]) * i64::from(self.owners.playouts);
        found - expected[0] - expected[1]
    }
}

/// Counts the [`owners`] and how much hangs on each point: the same games for the same seed.
/// A game is won by who has more than in the mean of all, so that it does not matter
/// how large komi is or whether one player is far ahead.
///
/// ```
/// use board::playout::{critical, owners};
/// use board::{Color, Position, Rules, Setup};
///
/// // Black's stones may live or die; A5 is White's in any case.
/// let setup: Setup = "
///     . O . O .
///     O O O O O
///     X X X X X
///     . . . . .
///     O O . O O".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let found = critical(&position, Color::Black, 200, 1);
/// assert_eq!(found.of("A5".parse()?), 0);
/// assert!(found.of("C3".parse()?) > 0);
/// assert_eq!(found.owners, owners(&position, Color::Black, 200, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn critical(position: &Position, to_play: Color, playouts: u32, seed: u64) -> Critical {
    let size = position.size();
    match size.width().max(size.height()) {
        0..=9 => swift_critical::<128>(position, to_play, playouts, seed),
        10..=13 => swift_critical::<256>(position, to_play, playouts, seed),
        14..=19 => swift_critical::<512>(position, to_play, playouts, seed),
        _ => swift_critical::<1024>(position, to_play, playouts, seed),
    }
}

fn swift_critical<const N: usize>(
    position: &Position,
    to_play: Color,
    playouts: u32,
    seed: u64,
) -> Critical {
    let board = Swift::<N>::new(position, to_play).expect("the capacity was chosen by the size");
    let mut dice = Dice::new(seed);
    let size = board.size();
    let cells: Vec<usize> = size.points().map(Light::<N>::cell_of).collect();
    let most_moves = Limits::most_moves(size);
    // Owners of each game, one bit a player, and the score.
    let mut games: Vec<u8> = Vec::with_capacity(playouts as usize * cells.len());
    let mut scores: Vec<i64> = Vec::with_capacity(playouts as usize);
    let mut owned = [[0; N]; 2];
    for _ in 0..playouts {
        let mut game = board;
        game.play_out(to_play, &mut dice, most_moves);
        let mut ends = [[0; N]; 2];
        game.add_owners(&mut ends);
        let mut score = 0;
        for &cell in &cells {
            let [black, white] = [ends[0][cell], ends[1][cell]];
            owned[0][cell] += black;
            owned[1][cell] += white;
            score += i64::from(black) - i64::from(white);
            games.push((black | white << 1) as u8);
        }
        scores.push(score);
    }
    let sum: i64 = scores.iter().sum();
    let mut winners = vec![0; CELLS];
    let mut wins = [0; 2];
    for (score, game) in scores.iter().zip(games.chunks_exact(cells.len().max(1))) {
        let winner = match (score * i64::from(playouts)).cmp(&sum) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            // As in the mean: nobody's.
            std::cmp::Ordering::Equal => continue,
        };
        wins[winner] += 1;
        for (point, owner) in size.points().zip(game) {
            winners[point.index()] += u32::from(owner >> winner & 1);
        }
    }
    Critical { owners: Owners::new(size, playouts, &owned), winners, wins }
}

/// The owners of points, and the stones that lived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fates {
    /// Who owned each point.
    pub owners: Owners,
    survived: Vec<u32>,
}

impl Fates {
    /// In how many playouts no stone was ever taken off the point. For a stone
    /// of the position: how often it lived to the end, which is the same for all
    /// stones of its block.
    pub fn survived(&self, point: Point) -> u32 {
        self.survived[point.index()]
    }
}

/// Counts the [`owners`] and also which stones live to the end, in five fourths of the
/// time: other games for the same seed, each as likely as there.
///
/// ```
/// use board::playout::fates;
/// use board::{Color, Position, Rules, Setup};
///
/// // White's stone is dead; Black's wall lives.
/// let setup: Setup = "
///     . X . .
///     X . X .
///     . X . X
///     O . X .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let fates = fates(&position, Color::Black, 200, 1);
/// assert!(fates.owners.of(Color::Black, "A1".parse()?) > 190);
/// assert!(fates.survived("A1".parse()?) < 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fates(position: &Position, to_play: Color, playouts: u32, seed: u64) -> Fates {
    on_light_board(position, to_play, Tally { playouts, seed })
}

struct Tally {
    playouts: u32,
    seed: u64,
}

impl Task for Tally {
    type Output = Fates;

    fn run<const N: usize>(self, board: Light<N>) -> Fates {
        let limits = Limits::of(&board);
        let mut random = Random::new(self.seed);
        let (mut owned, mut taken) = ([[0; N]; 2], [0; N]);
        for _ in 0..self.playouts {
            let mut game = board;
            play_out(&mut game, &mut random, limits);
            game.add_owners(&mut owned, &mut taken);
        }
        let mut survived = vec![0; CELLS];
        for point in board.size().points() {
            survived[point.index()] = self.playouts - taken[Light::<N>::cell_of(point)];
        }
        Fates { owners: Owners::new(board.size(), self.playouts, &owned), survived }
    }
}
