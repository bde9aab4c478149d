//! How well playouts judge real positions: they are played from positions of real games, and
//! the share that Black wins is compared with who won the game.
//!
//! ```text
//! cargo run --release -p tedomari-workbench --example judge_playouts -- GAMES.sgf [GAMES] [PLAYOUTS]
//! ```
//!
//! For each move number: the loss of information (in bits a game, lower is better; 1 is a
//! coin) of the share, sharpened or softened by the one exponent that fits best, how often the
//! side that is ahead won, and how far the mean score is from the counted one.

use std::time::Instant;

use board::Color;
use board::playout::{Atari, Light, Limits, Random, Task, on_light_board, play_out_answering};
use workbench::load::{Wanted, load};
use workbench::result::{Recorded, recorded};

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else {
        eprintln!("give a file of games");
        std::process::exit(2);
    };
    let mut number = |default| args.next().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (games, playouts) = (number(300), number(100));
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{path}: {error}");
            std::process::exit(2);
        }
    };
    let collection = sgf::parse(bytes);
    let begun = Instant::now();
    let mut seen = vec![Vec::new(); AFTER.len()];
    let mut used = 0;
    for game in collection.games() {
        if used == games {
            break;
        }
        let Some((winner, counted)) = outcome(game) else { continue };
        let Ok(loaded) = load(game, &Wanted::default()) else { continue };
        if loaded.position.size().area() != 361 || loaded.moves < AFTER[0] {
            continue;
        }
        used += 1;
        let mut position = loaded.position.clone();
        let task = Sample { playouts: 200, komi: 0.0, seed: used as u64 };
        let (_, _, last) = on_light_board(&position, position.to_play(), task);
        let komi = f64::from(position.rules().komi.in_halves()) / 2.0;
        for (slot, &after) in AFTER.iter().enumerate().rev() {
            while position.moves().len() > after
                && let Some((color, _)) = position.undo()
            {
                position.set_to_play(color);
            }
            if position.moves().len() < after {
                continue;
            }
            let task = Sample { playouts, komi, seed: used as u64 };
            let (share, score, owners) = on_light_board(&position, position.to_play(), task);
            let points = counted.map(|_| surprise(&owners, &last));
            seen[slot].push(Seen { share, score, points, winner, counted });
        }
    }
    let positions: usize = seen.iter().map(Vec::len).sum();
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{used} games, {positions} positions, {:.0} playouts a second",
        (positions * playouts) as f64 / seconds
    );
    for (slot, &after) in AFTER.iter().enumerate() {
        print(&format!("after {after:3}"), &seen[slot]);
    }
    let all: Vec<Seen> = seen.concat();
    print("all      ", &all);
}

/// The positions looked at.
const AFTER: [usize; 5] = [60, 100, 140, 180, 220];

#[derive(Clone, Copy)]
struct Seen {
    /// The share of playouts that Black won, and the mean score with komi.
    share: f64,
    score: f64,
    /// The surprise of the owner of a point at the end of the game, in bits.
    points: Option<f64>,
    winner: Color,
    /// The counted score.
    counted: Option<f64>,
}

fn outcome(game: sgf::Game<'_>) -> Option<(Color, Option<f64>)> {
    match recorded(game)? {
        Recorded::Counted(0) => None,
        Recorded::Counted(halves) => {
            let winner = if halves > 0 { Color::Black } else { Color::White };
            Some((winner, Some(f64::from(halves) / 2.0)))
        }
        Recorded::Won(color) => Some((color, None)),
    }
}

/// How far the owners of points at the end of the game were not foreseen.
fn surprise(owners: &[f64], last: &[f64]) -> f64 {
    let settled = || owners.iter().zip(last).filter(|(_, last)| !(0.1..0.9).contains(*last));
    let bits =
        settled().map(|(&black, &last)| -if last > 0.5 { black } else { 1.0 - black }.log2());
    bits.sum::<f64>() / settled().count().max(1) as f64
}

fn print(name: &str, seen: &[Seen]) {
    let loss = |exponent: f64| {
        let bits = seen.iter().map(|seen| {
            let odds = (exponent * (seen.share / (1.0 - seen.share)).ln()).exp();
            let black = odds / (1.0 + odds);
            -if seen.winner == Color::Black { black } else { 1.0 - black }.log2()
        });
        bits.sum::<f64>() / seen.len() as f64
    };
    let exponents = (1..=300).map(|n| f64::from(n) / 100.0);
    let best = exponents.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(1.0);
    let right = seen.iter().filter(|seen| (seen.share > 0.5) == (seen.winner == Color::Black));
    let counted: Vec<(f64, f64)> =
        seen.iter().filter_map(|seen| Some((seen.score, seen.counted?))).collect();
    let apart: f64 = counted.iter().map(|(a, b)| (a - b).abs()).sum();
    let points: Vec<f64> = seen.iter().filter_map(|seen| seen.points).collect();
    println!(
        "{name}: {:5} positions, {:.4} bits (exponent {best:.2}), {:.1} % right, score {:.2} apart, \
         points {:.4} bits",
        seen.len(),
        loss(best),
        100.0 * right.count() as f64 / seen.len() as f64,
        apart / counted.len() as f64,
        points.iter().sum::<f64>() / points.len() as f64,
    );
}

/// Playouts of one position.
struct Sample {
    playouts: usize,
    komi: f64,
    seed: u64,
}

impl Task<Atari> for Sample {
    type Output = (f64, f64, Vec<f64>);

    fn run<const N: usize>(self, board: Light<N, Atari>) -> (f64, f64, Vec<f64>) {
        let mut random = Random::new(self.seed);
        let (mut wins, mut sum) = (1.0, 0.0);
        let mut black = vec![1.0; board.size().area()];
        for _ in 0..self.playouts {
            let mut game = board;
            let limits = Limits::of(&board);
            let score = play_out_answering(&mut game, &mut random, limits, |_, _| {}).score;
            let score = f64::from(score) - self.komi;
            wins += f64::from(u8::from(score > 0.0));
            sum += score;
            for (point, black) in board.size().points().zip(&mut black) {
                let eye = game.is_eye(Color::Black, point);
                *black += f64::from(u8::from(eye || game.stone(point) == Some(Color::Black)));
            }
        }
        let playouts = self.playouts as f64;
        black.iter_mut().for_each(|black| *black /= playouts + 2.0);
        (wins / (playouts + 2.0), sum / playouts, black)
    }
}
