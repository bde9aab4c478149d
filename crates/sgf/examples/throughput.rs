//! How fast files are read: `cargo run --release -p tedomari-sgf --example throughput FILE…`

use std::time::Instant;

fn main() {
    for path in std::env::args().skip(1) {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{path}: {error}");
                std::process::exit(2);
            }
        };
        let megabytes = bytes.len() as f64 / 1e6;
        let (mut best_parse, mut best_walk) = (f64::MAX, f64::MAX);
        let (mut games, mut moves, mut remarks) = (0, 0, 0);
        // The best of five, since other work only ever slows a run down.
        for _ in 0..5 {
            let copy = bytes.clone();
            let start = Instant::now();
            let collection = sgf::parse(copy);
            best_parse = best_parse.min(start.elapsed().as_secs_f64());
            games = collection.len();
            remarks = collection.diagnostics().len();
            let start = Instant::now();
            moves = collection
                .games()
                .flat_map(sgf::Game::main_line)
                .filter(|node| node.play().is_some_and(|(_, play)| play.is_ok()))
                .count();
            best_walk = best_walk.min(start.elapsed().as_secs_f64());
        }
        println!(
            "{path}: {megabytes:.1} MB, {games} games, {moves} moves, {remarks} remarks: \
             read {:.0} MB/s, moves walked {:.1} million/s",
            megabytes / best_parse,
            moves as f64 / best_walk / 1e6
        );
    }
}
