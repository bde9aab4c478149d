//! Composed boards solved one after another: areas, moves, nodes and time.
//!
//! `cargo run --release -p tedomari-endgame --example composed -- 19 100`

use std::time::Instant;

use board::{Color, Move, Position, Rules};
use budget::Budget;
use endgame::{Partition, Solver, Status, compose};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let width = numbers.first().copied().unwrap_or(19);
    let boards = numbers.get(1).copied().unwrap_or(20) as u64;
    let mut maker = Solver::new();
    let mut times = Vec::new();
    let (mut exact, mut agreed) = (0, 0);
    let (mut areas, mut moves) = (Vec::new(), Vec::new());
    for seed in 0..boards {
        let setup = compose(width, seed, &mut maker, &mut Budget::unlimited())?.ok_or("no size")?;
        let rules = if seed % 2 == 0 { Rules::japanese() } else { Rules::chinese() };
        let position = Position::from_setup(&setup, rules)?;
        let first = Color::BOTH[seed as usize / 2 % 2];
        let mut solver = Solver::new();
        let start = Instant::now();
        let solution = solve(&mut solver, &position, first);
        times.push(start.elapsed());
        exact += usize::from(solution.status == Status::Exact);
        areas.push(solution.areas.len());
        let played = solution.line.iter().filter(|(_, mv)| *mv != Move::Pass).count();
        moves.push(played);
        // Play the line and look at the board again.
        let mut end = position.clone();
        let legal = solution.line.iter().all(|&(color, mv)| end.play(color, mv).is_ok());
        let last = solve(&mut solver, &end, first);
        let same = last.score[first.index()] == solution.score[first.index()];
        agreed += usize::from(legal && same);
        if std::env::var("SHOW").is_ok() || !(legal && same) {
            println!(
                "seed {seed}: {:?}, {} areas, {played} moves, {} nodes, {:.3} s, {:?} then {:?}, {:?}",
                solution.status,
                solution.areas.len(),
                solution.nodes,
                times.last().map_or(0.0, |t| t.as_secs_f64()),
                solution.score,
                last.score,
                solution.unsolved,
            );
        }
    }
    times.sort_unstable();
    areas.sort_unstable();
    moves.sort_unstable();
    println!(
        "{boards} boards of {width}: {exact} exact, {agreed} reach the predicted score; \
         median {:.3} s, worst {:.3} s; areas {} to {}, moves {} to {}",
        times[times.len() / 2].as_secs_f64(),
        times[times.len() - 1].as_secs_f64(),
        areas[0],
        areas[areas.len() - 1],
        moves[0],
        moves[moves.len() - 1],
    );
    Ok(())
}

fn solve(solver: &mut Solver, position: &Position, first: Color) -> endgame::Solution {
    let safety = tactics::safety::static_safety(position);
    let partition = Partition::new(position, &safety);
    solver.solve_board(position, &partition, first, &mut Budget::nodes(20_000_000))
}
