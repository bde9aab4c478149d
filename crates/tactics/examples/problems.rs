use board::{Position, Rules, Setup};
use budget::Budget;
use std::time::Instant;
use tactics::problem;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (stride, off, nodes): (usize, usize, u64) =
        (a[2].parse().unwrap(), a[3].parse().unwrap(), a[4].parse().unwrap());
    let filter = a.get(5).cloned().unwrap_or_default();
    let (mut n, mut right, mut wrong) = (0, 0, 0);
    for line in std::fs::read_to_string(&a[1])
        .unwrap()
        .lines()
        .filter(|l| l.contains(&filter))
        .skip(off)
        .step_by(stride)
    {
        let f: Vec<&str> = line.split('\t').collect();
        let rows: Vec<String> =
            f[3].split('/').map(|r| r.chars().map(|c| format!("{c} ")).collect()).collect();
        let setup: Setup = rows.join("\n").parse().unwrap();
        let Ok(mut position) = Position::from_setup(&setup, Rules::japanese()) else { continue };
        position.set_to_play(f[1].parse().unwrap());
        let t = Instant::now();
        let found = problem::solve(&position, &mut Budget::nodes(nodes));
        let answer =
            found.as_ref().and_then(|f| f.status.reading.line.first().map(|(_, m)| m.to_string()));
        n += 1;
        let v = match &answer {
            Some(x) if f[2].split(',').any(|c| c == x) => {
                right += 1;
                "right"
            }
            Some(_) => {
                wrong += 1;
                "WRONG"
            }
            None => "unknown",
        };
        let what = found.map(|f| {
            (
                f.task,
                f.target.first().map(|p| p.to_string()),
                f.target.len(),
                f.status.warrant,
                f.status.reading.fate,
                f.status.area.len(),
                f.status.reading.nodes,
            )
        });
        println!("{v} {} {answer:?} of {} {:.1} s {what:?}", f[0], f[2], t.elapsed().as_secs_f64());
    }
    println!("{n}: {right} right {wrong} wrong");
}
