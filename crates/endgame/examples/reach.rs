//! How large an area is solved in a given time: random areas of growing size,
//! as many as asked, the share that is solved and the nodes it takes.
//!
//! `cargo run --release -p tedomari-endgame --example reach -- 10 20 12 14`
//! takes seconds per area, areas per size, and the sizes to try.

use std::time::Duration;

use board::Scoring;
use budget::{Budget, StopFlag};
use cgt::Random;
use endgame::{Area, Solver};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let seconds = numbers.first().copied().unwrap_or(1);
    let areas = numbers.get(1).copied().unwrap_or(20);
    let (first, last) =
        (numbers.get(2).copied().unwrap_or(8), numbers.get(3).copied().unwrap_or(16));
    let show = std::env::var("SHOW").is_ok();
    for empties in first..=last {
        let mut random = Random::new(empties);
        let (mut solved, mut kos, mut nodes, mut times) = (0, 0, Vec::new(), Vec::new());
        for _ in 0..areas {
            let text = random_area(&mut random, empties as usize);
            let area: Area = text.parse().expect("a made area reads");
            let stop = StopFlag::new();
            let watch = stop.clone();
            let (done, wait) = std::sync::mpsc::channel::<()>();
            let timer = std::thread::spawn(move || {
                let begun = cpu_time();
                while wait.recv_timeout(Duration::from_millis(20)).is_err() {
                    if cpu_time() - begun > Duration::from_secs(seconds) {
                        watch.stop();
                    }
                }
            });
            let start = cpu_time();
            let mut solver = Solver::new();
            let mut budget = Budget::unlimited().with_stop(stop);
            let result = solver.solve(&area, Scoring::Territory, &mut budget);
            let time = cpu_time() - start;
            let _ = done.send(());
            timer.join().expect("the timer ends");
            if show {
                println!(
                    "{text}{time:?} nodes {} positions {} {:?}",
                    budget.spent(),
                    solver.positions(),
                    result.as_ref().err()
                );
            }
            if let Ok(local) = result {
                solved += 1;
                kos += usize::from(local.value().is_none());
                if show && local.value().is_none() {
                    let g = solver.games();
                    println!(
                        "ko: left {}..{} right {}..{}",
                        g.left_stop(local.lower).value,
                        g.left_stop(local.upper).value,
                        g.right_stop(local.lower).value,
                        g.right_stop(local.upper).value
                    );
                }
            }
            nodes.push(budget.spent());
            times.push(time);
        }
        nodes.sort_unstable();
        times.sort_unstable();
        println!(
            "{empties} empty points: {solved}/{areas} solved in {seconds} s ({kos} with kos), \
             median {} nodes, {:.3} s",
            nodes[nodes.len() / 2],
            times[times.len() / 2].as_secs_f64()
        );
    }
}

/// Time of the main thread on the processor where the system tells it, so that
/// other work on the machine does not count; else time by the clock.
fn cpu_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    match text.split_whitespace().next().and_then(|n| n.parse().ok()) {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => START.get_or_init(std::time::Instant::now).elapsed(),
    }
}

/// A connected area with so many empty points, some stones, and walls whose
/// colours change along a line.
fn random_area(random: &mut Random, empties: usize) -> String {
    loop {
        let side = 10i64;
        let size = empties + empties * random.between(0, 30) as usize / 100;
        let mut cells = vec![b'#'; (side * side) as usize];
        let mut points = vec![side * side / 2 + side / 2];
        cells[points[0] as usize] = b'.';
        for _ in 0..10_000 {
            let p = points[random.between(0, points.len() as i64 - 1) as usize];
            let q = p + [1, -1, side, -side][random.between(0, 3) as usize];
            let (x, y) = (q % side, q / side);
            let inside = x > 0 && y > 0 && x + 1 < side && y + 1 < side;
            if inside && cells[q as usize] == b'#' && points.len() < size {
                // Compact areas are the hard ones: prefer points with neighbours.
                let near =
                    [1, -1, side, -side].iter().filter(|&d| points.contains(&(q + d))).count();
                if near >= 2 || random.one_in(2) {
                    cells[q as usize] = b'.';
                    points.push(q);
                }
            }
        }
        let (a, b) = (random.between(-3, 3), random.between(-3, 3));
        let c = random.between(-8, 8);
        for p in 0..side * side {
            let (x, y) = (p % side, p / side);
            let beside = [1, -1, side, -side].iter().any(|d| points.contains(&(p + d)));
            if cells[p as usize] == b'#' && beside {
                let black = a * (x - side / 2) + b * (y - side / 2) > c;
                cells[p as usize] = if black { b'X' } else { b'O' };
            }
        }
        let mut stones = points.len() - empties;
        for _ in 0..1000 {
            let p = points[random.between(0, points.len() as i64 - 1) as usize] as usize;
            if stones > 0 && cells[p] == b'.' {
                cells[p] = if random.one_in(2) { b'x' } else { b'o' };
                stones -= 1;
            }
        }
        let text: String = cells
            .chunks(side as usize)
            .map(|row| row.iter().map(|&c| c as char).collect::<String>() + "\n")
            .collect();
        if stones == 0 && text.parse::<Area>().is_ok_and(|area| area.empty_count() == empties) {
            return text;
        }
    }
}
