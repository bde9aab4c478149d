//! Nodes and seconds of random enclosed groups: `cargo run --release --example life_speed -- FROM TO COUNT`.

use std::time::Instant;

use board::Color;
use budget::Budget;
use tactics::life::{Arena, Goal, LifeGame, Outside, enclosed};
use tactics::search::{Ko, Search};

fn main() {
    let args: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let [from, to, count, ..] = args[..] else { return };
    let mut all = Vec::new();
    let mut failed = 0;
    let start = Instant::now();
    for number in 0..count as u64 {
        let problem = enclosed(number, from..=to);
        let arena = Arena::new(&problem.position, &problem.target, &problem.free, Outside::Closed)
            .expect("a sample is a question");
        let Ok(field) = arena.field::<u64>() else { continue };
        if args.len() > 3 {
            println!("{:?}", problem.position);
        }
        let mut nodes = 0;
        let begin = Instant::now();
        for ko in [Ko::master(Color::Black), Ko::master(Color::White)] {
            for first in Color::BOTH {
                let game = LifeGame::new(field.clone(), arena.defender, Goal::Kill);
                let mut search = Search::new(game, 1 << 25);
                let root = arena.stance(&field, first, ko);
                let solved = search.solve(&root, &mut Budget::nodes(3_000_000));
                if solved.is_err() {
                    failed += 1;
                    if args.len() > 3 {
                        println!("{number}: {:?} {solved:?}", problem.position);
                    }
                }
                nodes += search.nodes();
                if args.len() > 3 {
                    println!(
                        "{number} ko {:?} {first} first: {solved:?} {}",
                        ko.threats,
                        search.nodes()
                    );
                }
            }
        }
        all.push((nodes, begin.elapsed().as_secs_f64()));
    }
    let total: u64 = all.iter().map(|a| a.0).sum();
    let seconds: f64 = all.iter().map(|a| a.1).sum();
    all.sort_by_key(|a| a.0);
    println!(
        "{} groups, {failed} failed, {total} nodes, {seconds:.2} s ({:.2} wall), {:.0} nodes/s, median {:?} p95 {:?} max {:?}",
        all.len(),
        start.elapsed().as_secs_f64(),
        total as f64 / seconds,
        all[all.len() / 2],
        all[all.len() * 95 / 100],
        all[all.len() - 1]
    );
}
