//! Nodes and seconds of random enclosed groups, each side first and each side
//! winning kos: `cargo run --release -p tedomari-tactics --example life_speed -- 12 16 1000`
//! reads a thousand groups of 12 to 16 empty points. A fourth number bounds the
//! nodes of a question.

use std::time::Instant;

use board::Color;
use budget::Budget;
use tactics::life::{Arena, Goal, LifeGame, Outside, enclosed};
use tactics::search::{Ko, Search};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [from, to, count, ref rest @ ..] = numbers[..] else {
        eprintln!("usage: life_speed FEWEST MOST GROUPS [NODES]");
        return;
    };
    let limit = rest.first().copied().unwrap_or(20_000_000);
    let mut solved = Vec::new();
    let (mut questions, mut open, mut nodes) = (0, 0, 0);
    let begin = Instant::now();
    for number in 0..count {
        let problem = enclosed(number, from as usize..=to as usize);
        let arena = Arena::new(&problem.position, &problem.target, &problem.free, Outside::Closed)
            .expect("a sample is a question");
        let Ok(field) = arena.field::<u64>() else { continue };
        let mut search = Search::new(LifeGame::new(field, arena.defender, Goal::Kill), 1 << 27);
        for ko in Color::BOTH.map(Ko::master) {
            for first in Color::BOTH {
                let root = arena.stance(search.game().field(), first, ko);
                let (before, start) = (search.nodes(), Instant::now());
                let answer = search.solve(&root, &mut Budget::nodes(limit));
                questions += 1;
                nodes += search.nodes() - before;
                match answer {
                    Ok(_) => solved.push((search.nodes() - before, start.elapsed())),
                    Err(_) => open += 1,
                }
            }
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("{questions} questions, {open} not solved within {limit} nodes");
    println!("{nodes} nodes in {seconds:.1} s, {:.0} nodes/s", nodes as f64 / seconds);
    let by = |percent: usize, list: &[u64]| list[(list.len() - 1) * percent / 100];
    if !solved.is_empty() {
        let mut nodes: Vec<u64> = solved.iter().map(|each| each.0).collect();
        let mut micros: Vec<u64> = solved.iter().map(|each| each.1.as_micros() as u64).collect();
        nodes.sort_unstable();
        micros.sort_unstable();
        println!(
            "of those solved: median {} nodes {} µs, 95 % within {} nodes {} µs",
            by(50, &nodes),
            by(50, &micros),
            by(95, &nodes),
            by(95, &micros)
        );
    }
}
