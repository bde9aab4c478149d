//! The catalogue: corridors, rooms and sockets with their pictures and values, as a page.
//!
//! All is territory scoring, Black's territory, White the invader. The page is made by
//! `tedomari catalogue`, and a test holds the committed page against it.

use std::collections::BTreeSet;
use std::fmt::Write;

use board::{Color, Point, Scoring, Setup, Size};
use budget::Budget;
use cgt::Game;
use endgame::{Analysis, Area, Failure, Solver};

use crate::diagram::Diagram;

/// A file of the catalogue: its name and what is in it.
pub type Page = (String, String);

/// One position of the catalogue.
struct Entry {
    /// The name of its picture.
    name: String,
    /// What the reader calls it.
    title: String,
    /// The area, as [`Area`] reads it.
    text: String,
}

/// A section of the page.
struct Section {
    title: &'static str,
    words: &'static str,
    entries: Vec<Entry>,
}

/// The whole catalogue: `catalogue.md` first, then the pictures in `catalogue/`.
pub fn catalogue(solver: &mut Solver, budget: &mut Budget) -> Result<Vec<Page>, Failure> {
    let sections = [blocked(), unblocked(), stones(), rooms(), sockets()];
    let mut page = String::from(
        "# Catalogue of small endgames\n\nMade by `tedomari catalogue docs`. Black owns the \
         shaded territory, White comes in; all stones around it live. Territory scoring. \
         *Value* is the canonical form in the notation of `tedomari cgt`, *chilled* the same \
         cooled by one point, *count* what the territory is worth now, *move* what a move is \
         worth (the temperature).\n",
    );
    let mut pages = Vec::new();
    for section in sections {
        let _ = write!(page, "\n## {}\n\n{}\n\n", section.title, section.words);
        page.push_str("| position | | value | chilled | count | move | kind |\n|---|---|---|---|---|---|---|\n");
        for entry in section.entries {
            let area: Area = match entry.text.parse() {
                Ok(area) => area,
                // Every text is ours; a reader of the page misses nothing wrong.
                Err(_) => continue,
            };
            let file = format!("catalogue/{}.svg", entry.name);
            let row = row(&area, solver, budget)?;
            let _ = writeln!(page, "| {} | ![{}]({file}) | {row} |", entry.title, entry.title);
            pages.push((file, picture(&entry)));
        }
    }
    pages.insert(0, ("catalogue.md".to_string(), page));
    Ok(pages)
}

/// Value, chilled value, count, temperature and kind.
fn row(area: &Area, solver: &mut Solver, budget: &mut Budget) -> Result<String, Failure> {
    let local = solver.solve(area, Scoring::Territory, budget)?;
    let games = solver.games_mut();
    // A bar would end the cell of a table.
    let text = |games: &cgt::Games, game: Game| {
        games.text(game).map_or("…".to_string(), |text| format!("`{}`", text.replace('|', "\\|")))
    };
    let Some(value) = local.value() else {
        let (lower, upper) = (text(games, local.lower), text(games, local.upper));
        let ko = solver.ko(area, Scoring::Territory, budget)?;
        let name = ko.map_or("ko".to_string(), |ko| ko.name.to_string());
        return Ok(format!("between {lower} and {upper} | | | | {name}"));
    };
    let chilled = games.chill(value)?;
    let Analysis { kind, count, temperature, .. } = Analysis::of(games, value)?;
    Ok(format!(
        "{} | {} | {count} | {temperature} | {}",
        text(games, value),
        text(games, chilled),
        kind.to_string().replace('_', " "),
    ))
}

/// The position in the middle of a larger board, so that its lines run on.
fn picture(entry: &Entry) -> String {
    let rows: Vec<&str> = entry.text.lines().collect();
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let size = Size::new(width + 2, rows.len() + 2).expect("the positions are small");
    let mut diagram = Diagram::new(Setup::empty(size));
    diagram.coordinates = false;
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate() {
            let point = Point::new(x + 1, rows.len() - y);
            diagram.view.insert(point);
            let color = match c {
                'X' | 'x' => Some(Color::Black),
                'O' | 'o' => Some(Color::White),
                _ => None,
            };
            diagram.setup.set(point, color);
            if "xo.".contains(c) {
                diagram.shaded.insert(point);
            }
        }
    }
    diagram.svg()
}

/// A corridor of Black's with these letters in it and walls at its ends.
fn corridor(closed: char, inside: &str, mouth: char) -> String {
    let roof = "X".repeat(inside.len() + 2);
    format!("{roof}\n{closed}{inside}{mouth}\n{roof}")
}

fn blocked() -> Section {
    let entry = |n: usize| Entry {
        name: format!("blocked-{n}"),
        title: format!("length {n}"),
        text: corridor('X', &".".repeat(n), 'O'),
    };
    Section {
        title: "Blocked corridors",
        words: "White comes in at one end. Chilled, a corridor of length n is worth n − 2 points and 2^(1−n) (McMillen, theorem 5).",
        entries: (1..=10).map(entry).collect(),
    }
}

fn unblocked() -> Section {
    let entry = |n: usize| Entry {
        name: format!("unblocked-{n}"),
        title: format!("length {n}"),
        text: corridor('O', &".".repeat(n), 'O'),
    };
    Section {
        title: "Unblocked corridors",
        words: "White can come in at both ends. Chilled, a corridor of length n is worth n − 4 points and 2^(3−n) (McMillen, corollary 2).",
        entries: (2..=10).map(entry).collect(),
    }
}

fn stones() -> Section {
    let mut entries = Vec::new();
    for (length, most) in [(2usize, 1usize), (3, 2), (4, 3), (5, 4), (6, 4)] {
        for stones in 1..=most {
            let inside = format!("{}{}", "o".repeat(stones), ".".repeat(length - stones));
            entries.push(Entry {
                name: format!("stones-{length}-{stones}"),
                title: format!("length {length}, {stones} inside"),
                text: corridor('X', &inside, 'O'),
            });
        }
    }
    for length in 4..=6usize {
        let inside = format!(".o{}", ".".repeat(length - 2));
        entries.push(Entry {
            name: format!("stones-{length}-gap"),
            title: format!("length {length}, one inside away from the end"),
            text: corridor('X', &inside, 'O'),
        });
    }
    Section {
        title: "Corridors with stones inside",
        words: "White stones wait to be saved: stars and ups with one stone, tinies with more (McMillen, table 3.3 and section 3.4).",
        entries,
    }
}

fn sockets() -> Section {
    let kinds: [(&str, &[(bool, usize)]); 8] = [
        ("blocked 2, blocked 2", &[(true, 2), (true, 2)]),
        ("blocked 2, blocked 3", &[(true, 2), (true, 3)]),
        ("blocked 3, blocked 3", &[(true, 3), (true, 3)]),
        ("blocked 2, three times", &[(true, 2), (true, 2), (true, 2)]),
        ("unblocked 4", &[(false, 4)]),
        ("unblocked 4, blocked 2", &[(false, 4), (true, 2)]),
        ("unblocked 4, twice", &[(false, 4), (false, 4)]),
        ("unblocked 5, blocked 3", &[(false, 5), (true, 3)]),
    ];
    let entry = |(title, corridors): &(&str, &[(bool, usize)])| {
        let width = corridors.iter().map(|c| c.1).max().unwrap_or(0) + 3;
        let wall = |start: &str| format!("{start}{}\n", "X".repeat(width - start.len()));
        let mut text = wall("#");
        for (i, &(is_blocked, length)) in corridors.iter().enumerate() {
            if i > 0 {
                text += &wall("Xo");
            }
            let end = if is_blocked { 'X' } else { 'O' };
            let inside = format!("Xo{}{end}", ".".repeat(length));
            text += &format!("{inside}{}\n", "#".repeat(width - inside.len()));
        }
        text += &wall("Xo");
        text += &format!("O.O{0}\n#O#{0}", "#".repeat(width - 3));
        let name = title.replace(", ", "-").replace(' ', "-");
        Entry { name: format!("socket-{name}"), title: title.to_string(), text }
    };
    Section {
        title: "Sockets",
        words: "One white group comes into several corridors and is connected only through the socket below (McMillen, section 3.7). Black can play there only to take the whole group.",
        entries: kinds.iter().map(entry).collect(),
    }
}

type Cell = (i32, i32);

/// All rooms of three to five points with White at one door, up to turning.
fn rooms() -> Section {
    let mut entries = Vec::new();
    for size in 3..=5 {
        let mut seen = BTreeSet::new();
        let mut number = 0;
        for shape in shapes(size) {
            let doors: BTreeSet<Cell> =
                shape.iter().flat_map(around).filter(|cell| !shape.contains(cell)).collect();
            for door in doors {
                // Two rooms are one if shape and door together are.
                let whole = normal(&shape, door);
                if around(&door).iter().all(|cell| shape.contains(cell)) || !seen.insert(whole) {
                    continue;
                }
                number += 1;
                entries.push(Entry {
                    name: format!("room-{size}-{number}"),
                    title: format!("{size} points, {number}"),
                    text: room(&shape, door),
                });
            }
        }
    }
    Section {
        title: "Rooms",
        words: "Every room of three to five points with White at the door (McMillen, table 3.7 lists many of them).",
        entries,
    }
}

fn around(&(x, y): &Cell) -> [Cell; 4] {
    [(x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)]
}

/// Every connected set of so many cells, up to turning and mirroring.
fn shapes(size: usize) -> BTreeSet<Vec<Cell>> {
    let mut shapes = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            for next in shape.iter().flat_map(around) {
                if !shape.contains(&next) {
                    let more: Vec<Cell> = shape.iter().copied().chain([next]).collect();
                    larger.insert(normal(&more, more[0]).0);
                }
            }
        }
        shapes = larger;
    }
    shapes
}

/// The least of the eight turned forms of a shape, and where its mark goes.
fn normal(shape: &[Cell], mark: Cell) -> (Vec<Cell>, Cell) {
    let forms = (0..8).map(|turn| {
        let turned = |&(x, y): &Cell| {
            let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
            (if turn & 2 == 0 { x } else { -x }, if turn & 4 == 0 { y } else { -y })
        };
        let left = shape.iter().map(|cell| turned(cell).0).min().unwrap_or(0);
        let top = shape.iter().map(|cell| turned(cell).1).min().unwrap_or(0);
        let place = |cell: &Cell| (turned(cell).0 - left, turned(cell).1 - top);
        let mut moved: Vec<Cell> = shape.iter().map(place).collect();
        moved.sort_unstable();
        (moved, place(&mark))
    });
    // Marks are compared too, so that mirrored rooms are one.
    forms.min().unwrap_or_default()
}

/// The room with Black's wall around it and White at the door.
fn room(shape: &[Cell], door: Cell) -> String {
    let reach = |of: fn(&Cell) -> i32| {
        let values = shape.iter().map(of);
        (values.clone().min().unwrap_or(0) - 1, values.max().unwrap_or(0) + 1)
    };
    let ((left, right), (top, bottom)) = (reach(|c| c.0), reach(|c| c.1));
    let letter = |cell: Cell| match cell {
        cell if cell == door => 'O',
        cell if shape.contains(&cell) => '.',
        cell if around(&cell).iter().any(|c| shape.contains(c)) => 'X',
        _ => '#',
    };
    let rows: Vec<String> =
        (top..=bottom).map(|y| (left..=right).map(|x| letter((x, y))).collect()).collect();
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_an_area_and_every_picture_has_its_own_name() {
        let mut names = BTreeSet::new();
        for section in [blocked(), unblocked(), stones(), rooms(), sockets()] {
            for entry in section.entries {
                assert!(entry.text.parse::<Area>().is_ok(), "{}", entry.text);
                assert!(names.insert(entry.name.clone()), "{} is there twice", entry.name);
            }
        }
        assert!(names.len() > 100, "{}", names.len());
    }

    #[test]
    fn the_committed_page_is_the_one_that_is_made() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/");
        let mut solver = Solver::new();
        let pages = catalogue(&mut solver, &mut Budget::unlimited()).expect("there is no limit");
        for (name, text) in pages {
            let committed = std::fs::read_to_string(format!("{folder}{name}"));
            assert_eq!(committed.ok(), Some(text), "{name}: run tedomari catalogue docs");
        }
    }
}
