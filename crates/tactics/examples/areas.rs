use board::{Color, Position, Rules, Setup, draw};
use budget::Budget;
use tactics::life::{Arena, Outside, area, read};
use tactics::problem;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (stride, off, nodes): (usize, usize, u64) =
        (a[2].parse().unwrap(), a[3].parse().unwrap(), a[4].parse().unwrap());
    let filter = a.get(5).cloned().unwrap_or_default();
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
        let c = problem::candidates(&position);
        let Some((task, target)) = c.first() else {
            println!("{} none", f[0]);
            continue;
        };
        print!("{} {} correct {} {task:?} ", f[0], f[1], f[2]);
        for w in 0..3 {
            let free = area(&position, target, w);
            let arena = Arena::new(&position, target, &free, Outside::Closed).unwrap();
            let t = std::time::Instant::now();
            let r = read(&arena, position.to_play(), false, &mut Budget::nodes(nodes));
            print!(
                "| {w}: {} empties {:?} {:.1}s ",
                free.len(),
                r.map(|r| (r.fate, r.line.first().map(|m| m.1.to_string()), r.nodes)),
                t.elapsed().as_secs_f64()
            );
            if w == 0 && a.len() > 6 {
                println!(
                    "{}",
                    draw(setup.size, |p| match position.stone(p) {
                        Some(Color::Black) =>
                            if target.contains(p) {
                                'X'
                            } else {
                                'x'
                            },
                        Some(_) =>
                            if target.contains(p) {
                                'O'
                            } else {
                                'o'
                            },
                        None =>
                            if free.contains(p) {
                                '*'
                            } else {
                                '.'
                            },
                    })
                    .lines()
                    .map(|l| l.chars().skip(16).collect::<String>())
                    .filter(|l| l.contains(['X', 'O', 'x', 'o', '*']))
                    .collect::<Vec<_>>()
                    .join("\n")
                );
            }
        }
        println!();
    }
}
