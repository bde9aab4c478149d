//! Figures of the literature on boards that are not part of the project.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use board::{Color, Position, Rules, Setup, Size, benson};
use budget::Budget;
use tactics::safety::{self, Effort, Safety};

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

/// The effort of the figures, or `TEDOMARI_EFFORT=nodes,points`.
fn effort() -> Effort {
    let numbers: Vec<u64> = std::env::var("TEDOMARI_EFFORT")
        .map(|text| text.split(',').filter_map(|n| n.parse().ok()).collect())
        .unwrap_or_default();
    match numbers[..] {
        [region_nodes, points] => Effort { region_nodes, region_points: points as usize },
        _ => Effort::THOROUGH,
    }
}

/// The boards of the set: name, Benson's points of both colors, position.
fn boards() -> Vec<(String, [usize; 2], Position)> {
    let folder = std::env::var("TEDOMARI_PROBLEMS").expect("TEDOMARI_PROBLEMS is set");
    let folder = PathBuf::from(folder).join("fuego-safety");
    let table = std::fs::read_to_string(folder.join("set1.csv")).expect("the folder has set1.csv");
    let read_line = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let benson = [1, 2].map(|i| fields[i].parse().unwrap());
        let setup = read(&folder.join(fields[0]));
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        (fields[0].to_string(), benson, position)
    };
    // `TEDOMARI_BOARDS=q7,q12` looks at these boards alone; sums are then not asserted.
    let wanted = std::env::var("TEDOMARI_BOARDS").unwrap_or_default();
    let is_wanted = |name: &str| {
        wanted.is_empty() || wanted.split(',').any(|one| name.ends_with(&format!("/{one}.sgf")))
    };
    let boards = table.lines().skip(1).map(read_line);
    boards.filter(|(name, ..)| is_wanted(name)).collect()
}

fn points(safety: &Safety) -> [usize; 2] {
    Color::BOTH.map(|color| safety.area(color).len())
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_static_safety_of_31_boards() {
    let mut sums = [0; 2];
    for (name, expected, position) in boards() {
        let benson = Color::BOTH.map(|c| benson::unconditional(&position, c).benson().len());
        assert_eq!(benson, expected, "{name}");
        let start = Instant::now();
        let found = points(&safety::static_safety(&position));
        println!("{name}: benson {benson:?}, static {found:?} in {:.1?}", start.elapsed());
        sums[0] += benson[0] + benson[1];
        sums[1] += found[0] + found[1];
    }
    println!("benson {}, static {}", sums[0], sums[1]);
    assert_eq!(sums[0], 1886);
    // Fuego's static rules find 2,892.
    assert!(sums[1] >= 3008, "{}", sums[1]);
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_searched_safety_of_31_boards() {
    let mut sum = 0;
    let mut times = Vec::new();
    for (name, _, position) in boards() {
        let start = Instant::now();
        let mut budget = Budget::unlimited();
        let found = safety::analyze(&position, effort(), &mut budget);
        let time = start.elapsed();
        let both = found.area(Color::Black) & found.area(Color::White);
        assert!(both.is_empty(), "{name}: both colors have {both}");
        let found = points(&found);
        println!("{name}: search {found:?} in {time:.1?}, {} nodes", budget.spent());
        sum += found[0] + found[1];
        times.push(time);
    }
    times.sort_unstable();
    let total: Duration = times.iter().sum();
    println!(
        "search {sum} on {} boards in {total:.1?}: {:.1?} a board, median {:.1?}, worst {:.1?}",
        times.len(),
        total / times.len().max(1) as u32,
        times.get(times.len() / 2).copied().unwrap_or_default(),
        times.last().copied().unwrap_or_default(),
    );
    assert!(std::env::var("TEDOMARI_BOARDS").is_ok() || sum >= 5700, "{sum}");
}
