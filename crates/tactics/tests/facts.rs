//! Figures of the literature on boards that are not part of the project.

use std::path::PathBuf;
use std::time::Instant;

use board::{Color, Position, Rules, Setup, Size, benson};
use budget::Budget;
use tactics::safety::{self, Effort};

/// The setup stones of an SGF file; the boards of the set have no moves.
fn read(path: &std::path::Path) -> Setup {
    let text = std::fs::read_to_string(path).expect("the file is in the folder");
    let mut setup = Setup::empty(Size::square(19).unwrap());
    for (property, color) in [("AB[", Color::Black), ("AW[", Color::White)] {
        let start = text.find(property).expect("both colors have stones") + property.len() - 1;
        let mut rest = &text.as_bytes()[start..];
        while let [b'[', x, y, b']', tail @ ..] = rest {
            let column = usize::from(x - b'a');
            let point = setup.size.point(column, 18 - usize::from(y - b'a')).unwrap();
            setup.set(point, Some(color));
            rest = tail;
            while rest.first().is_some_and(u8::is_ascii_whitespace) {
                rest = &rest[1..];
            }
        }
    }
    setup
}

/// The default effort, or `TEDOMARI_EFFORT=nodes,points`.
fn effort() -> Effort {
    let numbers: Vec<u64> = std::env::var("TEDOMARI_EFFORT")
        .map(|text| text.split(',').filter_map(|n| n.parse().ok()).collect())
        .unwrap_or_default();
    match numbers[..] {
        [region_nodes, points] => Effort { region_nodes, region_points: points as usize },
        _ => Effort::default(),
    }
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_safety_of_31_boards() {
    let folder =
        PathBuf::from(std::env::var("TEDOMARI_PROBLEMS").expect("TEDOMARI_PROBLEMS is set"))
            .join("fuego-safety");
    let table =
        std::fs::read_to_string(folder.join("set1.csv")).expect("set1.csv is in the folder");
    let mut sums = [0; 3];
    for line in table
        .lines()
        .skip(1)
        .filter(|l| std::env::var("TEDOMARI_ONLY").map_or(true, |o| l.contains(&o)))
    {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |i: usize| fields[i].parse::<usize>().unwrap();
        let setup = read(&folder.join(fields[0]));
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let benson = Color::BOTH.map(|c| benson::unconditional(&position, c).benson().len());
        assert_eq!(benson, [number(1), number(2)], "{line}");
        let start = Instant::now();
        let found = safety::static_safety(&position);
        let time = start.elapsed();
        let points = Color::BOTH.map(|c| found.area(c).len());
        let start = Instant::now();
        let mut budget = Budget::unlimited();
        let searched = safety::analyze(&position, effort(), &mut budget);
        let search_time = start.elapsed();
        let more = Color::BOTH.map(|c| searched.area(c).len());
        println!(
            "{}: benson {benson:?}, static {points:?} in {time:.1?}, search {more:?} in \
             {search_time:.1?}, {} nodes",
            fields[0],
            budget.spent()
        );
        sums[0] += benson[0] + benson[1];
        sums[1] += points[0] + points[1];
        sums[2] += more[0] + more[1];
    }
    println!("{sums:?}");
    assert_eq!(sums[0], 1886);
}
