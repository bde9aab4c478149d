//! Figures as books print them: the board before a move, and the next moves as numbered
//! stones. What is played where a stone stands is told below: "12 at 3", "15 (ko at 9)".

use std::fmt::Write;

use board::{Color, Move, Point, Position};

use crate::diagram::Diagram;

/// A figure of the last moves of a position, those from number `from` on.
/// `offset` is how many moves of the game were played before the position's own history
/// begins; moves before that are not numbered.
///
/// ```
/// use board::{Color, Move, Position, Rules, Size};
/// use workbench::figure::figure;
///
/// let mut position = Position::new(Size::square(9).expect("a size"), Rules::japanese());
/// for (color, name) in [(Color::Black, "E5"), (Color::White, "C3"), (Color::Black, "G6")] {
///     position.play(color, Move::Play(name.parse()?))?;
/// }
/// let figure = figure(&position, 0, 2);
/// assert_eq!(figure.caption, "");
/// assert_eq!(figure.labels[&"G6".parse()?], "3");
/// assert!(!figure.labels.contains_key(&"E5".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn figure(position: &Position, offset: usize, from: usize) -> Diagram {
    let mut board = position.clone();
    let mut moves = Vec::new();
    while offset + board.moves().len() >= from.max(1) {
        let Some(played) = board.undo() else { break };
        moves.push(played);
    }
    let first = offset + board.moves().len() + 1;
    let mut diagram = Diagram::new(board.setup());
    let mut notes = Notes::default();
    for (index, (color, mv)) in moves.into_iter().rev().enumerate() {
        let number = first + index;
        // It was played before; a recorded move against the rules is in no history.
        if board.play(color, mv).is_err() {
            break;
        }
        let Move::Play(point) = mv else {
            notes.add(number, "", Manner::Passes);
            continue;
        };
        if diagram.setup.stone(point).is_none() {
            diagram.setup.set(point, Some(color));
            diagram.labels.insert(point, number.to_string());
            continue;
        }
        // A stone that was there before the first move has no number: it gets a letter.
        let letters = &mut notes.letters;
        let label = diagram.labels.entry(point).or_insert_with(|| {
            *letters += 1;
            letter(*letters - 1)
        });
        let manner = if board.ko_point().is_some() { Manner::Ko } else { Manner::At };
        notes.add(number, label, manner);
    }
    diagram.caption = notes.text();
    diagram
}

/// A figure as text: stones with the numbers of their moves, in columns that are as wide as
/// the longest of them needs.
pub fn text(diagram: &Diagram) -> String {
    let size = diagram.setup.size;
    let cell = |point: Point| {
        let label = diagram.labels.get(&point).map_or("", String::as_str);
        match diagram.setup.stone(point) {
            Some(Color::Black) => format!("X{label}"),
            Some(Color::White) => format!("O{label}"),
            None if label.is_empty() => ".".to_string(),
            None => label.to_string(),
        }
    };
    let wide = size.points().map(|point| cell(point).chars().count()).max().unwrap_or(1) + 1;
    let mut letters = "  ".to_string();
    for column in 0..size.width() {
        let _ = write!(letters, "{:>wide$}", &Point::new(column, 0).to_string()[..1]);
    }
    let mut out = format!("{letters}\n");
    for row in (0..size.height()).rev() {
        let _ = write!(out, "{:>2}", row + 1);
        for column in 0..size.width() {
            let _ = write!(out, "{:>wide$}", cell(Point::new(column, row)));
        }
        let _ = writeln!(out, " {}", row + 1);
    }
    let _ = writeln!(out, "{letters}");
    if !diagram.caption.is_empty() {
        let _ = writeln!(out, "{}", diagram.caption);
    }
    out
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    At,
    Ko,
    Passes,
}

/// What could not be drawn.
#[derive(Default)]
struct Notes {
    /// Numbers of moves, by where and how; in the order of the first of each.
    groups: Vec<(String, Manner, Vec<usize>)>,
    letters: usize,
}

impl Notes {
    fn add(&mut self, number: usize, label: &str, manner: Manner) {
        match self.groups.iter_mut().find(|(at, how, _)| at == label && *how == manner) {
            Some((.., numbers)) => numbers.push(number),
            None => self.groups.push((label.to_string(), manner, vec![number])),
        }
    }

    fn text(&self) -> String {
        let notes: Vec<String> = self
            .groups
            .iter()
            .map(|(label, manner, numbers)| {
                let several = numbers.len() > 1;
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                let numbers = numbers.join(", ");
                match manner {
                    Manner::At => format!("{numbers} at {label}"),
                    Manner::Ko => format!("{numbers} (ko at {label})"),
                    Manner::Passes if several => format!("{numbers} pass"),
                    Manner::Passes => format!("{numbers} passes"),
                }
            })
            .collect();
        notes.join("; ")
    }
}

/// a, b, … z, then two letters.
fn letter(index: usize) -> String {
    let one = |i: usize| (b'a' + (i % 26) as u8) as char;
    match index {
        0..26 => one(index).to_string(),
        _ => format!("{}{}", one(index / 26 - 1), one(index)),
    }
}

/// The numbers of the first and the last move of each figure, if moves are split.
pub fn split(from: usize, to: usize, every: usize) -> Vec<(usize, usize)> {
    let every = every.max(1);
    (from..=to).step_by(every).map(|first| (first, to.min(first + every - 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    fn played(board: &str, moves: &[(Color, &str)]) -> Position {
        let setup: Setup = board.parse().unwrap();
        let mut position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        for &(color, name) in moves {
            let mv = match name {
                "pass" => Move::Pass,
                _ => Move::Play(name.parse().unwrap()),
            };
            position.play(color, mv).unwrap();
        }
        position
    }

    use Color::{Black as B, White as W};

    /// Black takes the ko at C3 (1), White elsewhere, Black elsewhere, White takes back on a
    /// stone that stood there before, Black passes, White passes, …
    #[test]
    fn a_ko_is_told_in_words() {
        let board = "
            . . . . . .
            . . X O . .
            . X O . O .
            . . X O . .
            . . . . . .
            . . . . . .";
        let position = played(
            board,
            &[(B, "D4"), (W, "A1"), (B, "A6"), (W, "C4"), (B, "pass"), (W, "F1"), (B, "D4")],
        );
        let figure = figure(&position, 0, 1);
        assert_eq!(figure.caption, "4 (ko at a); 5 passes; 7 (ko at 1)");
        assert_eq!(figure.labels[&"C4".parse().unwrap()], "a");
        assert_eq!(figure.labels[&"D4".parse().unwrap()], "1");
        // Captured stones stay in a figure.
        assert_eq!(figure.setup.stone("C4".parse().unwrap()), Some(W));
        assert!(text(&figure).contains(" Oa"), "{}", text(&figure));
    }

    #[test]
    fn a_move_on_a_captured_stone_is_at_its_number() {
        let board = "
            . . . .
            X . . .
            . X . .
            . . . .";
        // White 2 in the corner is taken by 3 and 5 is played there: 5 at 2.
        let position = played(board, &[(B, "D1"), (W, "A2"), (B, "A1"), (W, "D4"), (B, "A2")]);
        assert_eq!(figure(&position, 10, 11).caption, "15 at 12");
    }

    #[test]
    fn figures_split_evenly() {
        assert_eq!(split(1, 120, 50), [(1, 50), (51, 100), (101, 120)]);
        assert_eq!(split(5, 4, 50), []);
        assert_eq!(split(3, 4, 0), [(3, 3), (4, 4)]);
    }
}
