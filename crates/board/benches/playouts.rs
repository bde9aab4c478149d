//! Playouts a second on one thread, from the empty board: on the light board, and
//! those that only count owners.
//! `cargo bench -p tedomari-board --bench playouts`

use std::hint::black_box;
use std::time::{Duration, Instant};

use board::playout::{Light, Limits, Random, Task, on_light_board, owners, play_out};
use board::{Color, Position, Rules, Size};

struct Batch {
    playouts: u32,
    seed: u64,
}

impl Task for Batch {
    type Output = u64;

    fn run<const N: usize>(self, board: Light<N>) -> u64 {
        let limits = Limits::of(&board);
        let mut random = Random::new(self.seed);
        let mut moves = 0;
        for _ in 0..self.playouts {
            let mut game = board;
            let outcome = play_out(&mut game, &mut random, limits);
            moves += u64::from(outcome.moves);
            black_box(outcome.score);
        }
        moves
    }
}

fn main() {
    let only = std::env::args().nth(1).and_then(|side| side.parse::<usize>().ok());
    for (side, playouts) in [(9, 2_000), (13, 800), (19, 400), (25, 200)] {
        if only.is_some_and(|only| only != side) {
            continue;
        }
        let size = Size::square(side).expect("sizes up to 25 exist");
        let position = Position::new(size, Rules::chinese());
        // The best of many short batches: other work on the machine only slows down.
        let mut best = Duration::MAX;
        let mut best_owners = Duration::MAX;
        let mut moves = 0;
        for _ in 0..100 {
            let start = Instant::now();
            moves = on_light_board(&position, Color::Black, Batch { playouts, seed: 1 });
            best = best.min(start.elapsed());
            let start = Instant::now();
            black_box(owners(&position, Color::Black, playouts, 1));
            best_owners = best_owners.min(start.elapsed());
        }
        let rate = f64::from(playouts) / best.as_secs_f64();
        let a_move = best.as_nanos() as f64 / moves as f64;
        let length = moves as f64 / f64::from(playouts);
        println!(
            "playouts_{side}x{side} {rate:.0} playouts/s ({length:.1} moves, {a_move:.1} ns each)"
        );
        let rate = f64::from(playouts) / best_owners.as_secs_f64();
        println!("owners_{side}x{side} {rate:.0} playouts/s");
    }
}
