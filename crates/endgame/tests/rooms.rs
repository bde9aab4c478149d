//! Rooms: territories of Black with one white invader at the door (McMillen,
//! section 3.6; Müller 1995, section 8.1).

use std::collections::{BTreeMap, BTreeSet};

use board::Scoring;
use budget::Budget;
use cgt::{Dyadic, Game};
use endgame::{Area, LocalGame, Solver};

type Cells = BTreeSet<(i32, i32)>;

const STEPS: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

fn around(&(x, y): &(i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    STEPS.into_iter().map(move |(dx, dy)| (x + dx, y + dy))
}

/// Every connected set of so many cells, up to turning and mirroring.
fn shapes(size: usize) -> BTreeSet<Vec<(i32, i32)>> {
    let mut shapes = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            let cells: Cells = shape.iter().copied().collect();
            for next in cells.iter().flat_map(around).filter(|cell| !cells.contains(cell)) {
                let mut more = cells.clone();
                more.insert(next);
                larger.insert(normal(&more));
            }
        }
        shapes = larger;
    }
    shapes
}

fn normal(cells: &Cells) -> Vec<(i32, i32)> {
    let forms = (0..8).map(|turn| {
        let turned: Vec<(i32, i32)> = cells
            .iter()
            .map(|&(x, y)| {
                let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
                (if turn & 2 == 0 { x } else { -x }, if turn & 4 == 0 { y } else { -y })
            })
            .collect();
        let left = turned.iter().map(|c| c.0).min().unwrap();
        let top = turned.iter().map(|c| c.1).min().unwrap();
        let mut moved: Vec<_> = turned.iter().map(|&(x, y)| (x - left, y - top)).collect();
        moved.sort_unstable();
        moved
    });
    forms.min().unwrap()
}

/// A room: its cells and the invader beside them.
struct Room {
    cells: Cells,
    invader: (i32, i32),
}

fn rooms(size: usize) -> Vec<Room> {
    let mut rooms = Vec::new();
    for shape in shapes(size) {
        let cells: Cells = shape.into_iter().collect();
        let doors: Cells = cells.iter().flat_map(around).filter(|c| !cells.contains(c)).collect();
        for invader in doors {
            // The invader is connected to the outside.
            if around(&invader).any(|c| !cells.contains(&c)) {
                rooms.push(Room { cells: cells.clone(), invader });
            }
        }
    }
    rooms
}

impl Room {
    fn text(&self) -> String {
        let reach = |f: fn(&(i32, i32)) -> i32| {
            let values = self.cells.iter().map(f);
            (values.clone().min().unwrap() - 1, values.max().unwrap() + 1)
        };
        let ((left, right), (top, bottom)) = (reach(|c| c.0), reach(|c| c.1));
        let mut text = String::new();
        for y in top..=bottom {
            for x in left..=right {
                text.push(match (x, y) {
                    cell if cell == self.invader => 'O',
                    cell if self.cells.contains(&cell) => '.',
                    cell if around(&cell).any(|c| self.cells.contains(&c)) => 'X',
                    _ => '#',
                });
            }
            text.push('\n');
        }
        text
    }

    /// The grid of numbers: in row i, the j-th number from the right counts
    /// the points at distance i from the invader with j neighbours in the room.
    fn grid(&self) -> String {
        let mut distance = BTreeMap::from([(self.invader, 0)]);
        let mut front = vec![self.invader];
        let mut rows = Vec::new();
        while !front.is_empty() {
            let mut next = Vec::new();
            for cell in front.iter().flat_map(around) {
                if self.cells.contains(&cell) && !distance.contains_key(&cell) {
                    distance.insert(cell, rows.len() + 1);
                    next.push(cell);
                }
            }
            let mut degrees = [0; 5];
            for cell in &next {
                degrees[around(cell).filter(|c| self.cells.contains(c)).count()] += 1;
            }
            let digits: String = (1..5).rev().map(|j| degrees[j].to_string()).collect();
            rows.push(digits.trim_start_matches('0').to_string());
            front = next;
        }
        rows.retain(|row| !row.is_empty());
        rows.join("/")
    }
}

fn solve(solver: &mut Solver, room: &Room) -> LocalGame {
    let area: Area = room.text().parse().unwrap();
    solver.solve(&area, Scoring::Territory, &mut Budget::nodes(1_000_000)).unwrap()
}

/// Table 3.7, up to the marked points, which are whole.
#[test]
fn rooms_of_three_to_five_points() {
    let table = [
        ("2/10", "0"),
        ("11/11", "-1/4"),
        ("2/100/1", "1/2"),
        ("101/12", "1/2|0"),
        ("20/12", "0"),
        ("12/20", "1/2"),
        ("11/110/10", "1/8|0"),
        ("11/101/1", "3/8"),
        ("11/20/1", "1/2+*"),
        ("2/1000/2", "*"),
        ("2/100/10/1", "1/4"),
    ];
    let mut solver = Solver::new();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for size in 3..=5 {
        for room in rooms(size) {
            let local = solve(&mut solver, &room);
            let value = match local.value() {
                Some(value) => {
                    let games = solver.games_mut();
                    let chilled = games.chill(value).unwrap();
                    // Nearest to zero with a mean of at most one half.
                    let mean = games.mean(chilled).unwrap();
                    let whole = mean.add(Dyadic::new(1, 1).unwrap()).unwrap().floor();
                    let marked = games.translate(chilled, -Dyadic::new(whole, 0).unwrap());
                    games.text(marked.unwrap()).unwrap()
                }
                None => "ko".to_string(),
            };
            found.entry(room.grid()).or_default().push(value);
        }
    }
    for (grid, values) in &found {
        println!("{grid}: {values:?}");
    }
    for (grid, value) in table {
        let values = found.get(grid).unwrap_or_else(|| panic!("no room {grid}"));
        assert!(
            values.iter().any(|v| same_up_to_whole(v, value)),
            "{grid}: {values:?}, not {value}"
        );
    }
}

fn same_up_to_whole(a: &str, b: &str) -> bool {
    let mut calculator = cgt::text::Calculator::new();
    let (Ok(a), Ok(b)) = (calculator.game(a), calculator.game(b)) else { return false };
    let gap = calculator.games.sub(a, b).unwrap();
    gap.as_number().is_some_and(|x| x.is_integer())
}

/// The rogue, the one room of up to seven points with the bounds that Müller
/// prints: mean 77/32 and temperature 53/32 if Black wins kos, 76/32 and 52/32
/// if White does.
#[test]
fn the_rogue() {
    let mut solver = Solver::new();
    let number = |n: i64| Dyadic::new(n, 5).unwrap();
    let mut found = Vec::new();
    for size in 3..=7 {
        let mut kos = 0;
        let rooms = rooms(size);
        println!("{} rooms of {size} points", rooms.len());
        for room in rooms {
            let local = solve(&mut solver, &room);
            if local.value().is_some() {
                continue;
            }
            kos += 1;
            let games = solver.games();
            let read = |g: Game| (games.mean(g).unwrap(), games.temperature(g).unwrap());
            let (lower, upper) = (read(local.lower), read(local.upper));
            if upper == (number(77), number(53)) && lower == (number(76), number(52)) {
                let [lower, upper] = [local.lower, local.upper].map(|g| games.text(g).unwrap());
                found.push((room.text(), lower, upper));
            }
        }
        assert_eq!(kos, [0, 0, 0, 1, 10][size - 3], "{size} points");
    }
    let [(room, lower, upper)] = &found[..] else { panic!("{found:?}") };
    let expected = "#X###\nX.OX#\nX...X\nX..X#\n#X.X#\n##X##\n";
    assert_eq!(room, expected);
    let mut calculator = cgt::text::Calculator::new();
    let printed = calculator.game("5|{4|||3||2|1*}|||2|1*||*").unwrap();
    assert_eq!(calculator.game(upper).unwrap(), printed, "{upper}");
    let printed = calculator.game("{5|||4||3|*}|||2|1*||*").unwrap();
    assert_eq!(calculator.game(lower).unwrap(), printed, "{lower}");
}
