//! Patterns as text: what stands where, what else must hold, and what is known then
//! (Müller 1995, section 2.5).
//!
//! ```text
//! # Everything after a number sign is a remark.
//! pattern one-point jump
//!   ? . ?
//!   a . b
//!   ? . ?
//! a = X, liberties >= 3
//! b = X, liberties >= 3
//! connects a b
//! ```
//!
//! In a map, `X` and `O` are stones of the first and second color, `.` is empty,
//! `?` may be anything, and a small letter is a point that the lines below speak
//! of. A row of dashes under the map is the edge of the board; a bar before every
//! row is the left edge, and both make a corner.
//!
//! | line | says |
//! |---|---|
//! | `a = X` | what stands on `a`: `X`, `O` or `.` |
//! | `a = X, liberties >= 3` | and how many liberties its block must have; also `<=` |
//! | `move a X: cut, atari` | a move worth playing, whose, and its motives |
//! | `connects a b`, `divides a b` | two points that belong together, or a wall between |
//! | `exact` | what is said here is proved, not a rule of thumb |

use std::fmt::{self, Write};

use board::{Color, Position};

use crate::map::{Kind, Map, State};
use crate::matcher::Match;

/// A pattern: map, context and information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What people call it.
    pub name: String,
    /// What must stand where.
    pub map: Map,
    /// The named points, by letter, in places of the map.
    pub labels: Vec<(char, u8, u8)>,
    /// How many liberties blocks must have: letter, least, most.
    pub liberties: Vec<(char, u8, u8)>,
    /// Moves worth playing.
    pub moves: Vec<Advice>,
    /// Points that are connected, or divide.
    pub links: Vec<(Link, char, char)>,
    /// Whether the information is proved.
    pub exact: bool,
}

/// A move worth playing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Where.
    pub label: char,
    /// Whose: Black is the pattern's first color.
    pub color: Color,
    /// Why.
    pub motives: Vec<String>,
}

/// What two points have to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// Their stones are connected.
    Connects,
    /// They are ends of a wall.
    Divides,
}

/// What is wrong with a library, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct LibraryError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Pattern {
    /// Where a named point is in the map.
    pub fn place(&self, label: char) -> Option<(u8, u8)> {
        self.labels.iter().find(|entry| entry.0 == label).map(|&(_, x, y)| (x, y))
    }

    /// Whether what the map cannot say holds for a match.
    pub fn context_holds(&self, position: &Position, found: &Match) -> bool {
        self.liberties.iter().all(|&(label, least, most)| {
            self.place(label)
                .and_then(|(x, y)| found.point(position.size(), x, y))
                .map(|point| position.liberties(point))
                .is_some_and(|count| (usize::from(least)..=usize::from(most)).contains(&count))
        })
    }
}

/// Reads a library.
///
/// ```
/// let library = pattern::parse_library("
/// pattern bamboo joint
///   a . X
///   X . b
/// a = X
/// b = X
/// connects a b
/// exact
/// ")?;
/// assert_eq!(library[0].name, "bamboo joint");
/// assert_eq!(library[0].place('b'), Some((2, 0)));
/// # Ok::<(), pattern::LibraryError>(())
/// ```
pub fn parse_library(text: &str) -> Result<Vec<Pattern>, LibraryError> {
    let mut library = Vec::new();
    let mut draft: Option<Draft> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or("").trim();
        let error = |message: String| LibraryError { line: number, message };
        if line.is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix("pattern ") {
            if let Some(done) = draft.take() {
                library.push(done.finish()?);
            }
            draft = Some(Draft::new(name.trim().to_string(), number));
            continue;
        }
        let Some(draft) = &mut draft else {
            return Err(error("the first line of a pattern is 'pattern NAME'".to_string()));
        };
        draft.line(line).map_err(error)?;
    }
    library.extend(draft.map(Draft::finish).transpose()?);
    Ok(library)
}

/// A pattern that is being read.
struct Draft {
    name: String,
    line: usize,
    rows: Vec<Vec<char>>,
    bars: usize,
    edge: bool,
    states: Vec<(char, State)>,
    liberties: Vec<(char, u8, u8)>,
    moves: Vec<Advice>,
    links: Vec<(Link, char, char)>,
    exact: bool,
}

impl Draft {
    fn new(name: String, line: usize) -> Draft {
        Draft {
            name,
            line,
            rows: Vec::new(),
            bars: 0,
            edge: false,
            states: Vec::new(),
            liberties: Vec::new(),
            moves: Vec::new(),
            links: Vec::new(),
            exact: false,
        }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if line == "exact" {
            self.exact = true;
        } else if let ["connects" | "divides", a, b] = words[..] {
            let link = if words[0] == "connects" { Link::Connects } else { Link::Divides };
            self.links.push((link, label(a)?, label(b)?));
        } else if let Some(rest) = line.strip_prefix("move ") {
            self.advice(rest)?;
        } else if let Some((name, rest)) = line.split_once('=').filter(|(n, _)| n.trim().len() == 1)
        {
            self.definition(label(name.trim())?, rest)?;
        } else if line.chars().all(|c| c == '-' || c == '+' || c == ' ') {
            if self.edge || self.rows.is_empty() {
                return Err("the edge is drawn once, under the map".to_string());
            }
            self.edge = true;
        } else {
            self.row(line)?;
        }
        Ok(())
    }

    fn row(&mut self, line: &str) -> Result<(), String> {
        if self.edge || !self.states.is_empty() || !self.links.is_empty() {
            return Err(format!("'{line}' is no line of a pattern"));
        }
        let cells = match line.strip_prefix('|') {
            Some(rest) => {
                self.bars += 1;
                rest
            }
            None => line,
        };
        let cells: Vec<char> = cells.chars().filter(|c| !c.is_whitespace()).collect();
        let known = |&c: &char| "XO.?".contains(c) || c.is_ascii_lowercase();
        match cells.iter().find(|&c| !known(c)) {
            Some(odd) => Err(format!("'{odd}' means nothing in a map")),
            None => {
                self.rows.push(cells);
                Ok(())
            }
        }
    }

    fn definition(&mut self, name: char, rest: &str) -> Result<(), String> {
        let mut parts = rest.split(',').map(str::trim);
        let state = match parts.next() {
            Some("X") => State::Black,
            Some("O") => State::White,
            Some(".") => State::Empty,
            _ => return Err(format!("'{name}' is X, O or . and nothing else")),
        };
        if self.states.iter().any(|entry| entry.0 == name) {
            return Err(format!("'{name}' is said twice"));
        }
        self.states.push((name, state));
        for part in parts {
            let words: Vec<&str> = part.split_whitespace().collect();
            let count = |text: &str| {
                text.parse::<u8>().map_err(|_| format!("'{text}' is no number of liberties"))
            };
            match words[..] {
                ["liberties", ">=", n] => self.liberties.push((name, count(n)?, u8::MAX)),
                ["liberties", "<=", n] => self.liberties.push((name, 0, count(n)?)),
                _ => return Err(format!("'{part}' is no condition: write liberties >= 3")),
            }
        }
        Ok(())
    }

    fn advice(&mut self, rest: &str) -> Result<(), String> {
        let (what, why) = rest.split_once(':').unwrap_or((rest, ""));
        let words: Vec<&str> = what.split_whitespace().collect();
        let (at, color) = match words[..] {
            [at, "X"] => (at, Color::Black),
            [at, "O"] => (at, Color::White),
            _ => return Err("a move is written 'move a X: motive'".to_string()),
        };
        let motives = why.split(',').map(|motive| motive.trim().to_string());
        let motives = motives.filter(|motive| !motive.is_empty()).collect();
        self.moves.push(Advice { label: label(at)?, color, motives });
        Ok(())
    }

    fn finish(self) -> Result<Pattern, LibraryError> {
        let line = self.line;
        let error = |message: String| LibraryError { line, message };
        let kind = match (self.edge, self.bars) {
            (false, 0) => Kind::Center,
            (true, 0) => Kind::Edge,
            (true, bars) if bars == self.rows.len() => Kind::Corner,
            _ => return Err(error("a corner has a bar before every row and an edge below".into())),
        };
        let mut cells = Vec::new();
        let mut labels = Vec::new();
        for (y, row) in self.rows.iter().rev().enumerate() {
            for (x, &cell) in row.iter().enumerate() {
                let (x, y) = (x.min(255) as u8, y.min(255) as u8);
                let state = match cell {
                    '?' => continue,
                    'X' => State::Black,
                    'O' => State::White,
                    '.' => State::Empty,
                    name => {
                        if labels.iter().any(|entry: &(char, u8, u8)| entry.0 == name) {
                            return Err(error(format!("'{name}' is in the map twice")));
                        }
                        labels.push((name, x, y));
                        let state = self.states.iter().find(|entry| entry.0 == name);
                        state.ok_or_else(|| error(format!("what is on '{name}'?")))?.1
                    }
                };
                cells.push((x, y, state));
            }
        }
        let used = self.states.iter().map(|entry| entry.0);
        let used = used.chain(self.moves.iter().map(|advice| advice.label));
        let used = used.chain(self.links.iter().flat_map(|link| [link.1, link.2]));
        for name in used {
            if !labels.iter().any(|entry| entry.0 == name) {
                return Err(error(format!("'{name}' is not in the map")));
            }
        }
        // As the map moves to the lower left, so do the named points.
        let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let low = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        for entry in &mut labels {
            entry.1 -= if kind == Kind::Corner { 0 } else { left };
            entry.2 -= if kind == Kind::Center { low } else { 0 };
        }
        labels.sort_unstable();
        let map = Map::new(kind, cells).map_err(|reason| error(reason.to_string()))?;
        Ok(Pattern {
            name: self.name,
            map,
            labels,
            liberties: self.liberties,
            moves: self.moves,
            links: self.links,
            exact: self.exact,
        })
    }
}

fn label(text: &str) -> Result<char, String> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_lowercase() => Ok(letter),
        _ => Err(format!("'{text}' is no name of a point: write a small letter")),
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.map.extent();
        writeln!(f, "pattern {}", self.name)?;
        let sign = |state| match state {
            State::Empty => '.',
            State::Black => 'X',
            State::White => 'O',
        };
        let state = |x: usize, y: usize| {
            let cell = self.map.cells().iter().find(|c| (c.0.into(), c.1.into()) == (x, y));
            cell.map(|cell| cell.2)
        };
        for y in (0..height).rev() {
            let mut row = String::from(if self.map.kind() == Kind::Corner { "|" } else { " " });
            for x in 0..width {
                let name = self.labels.iter().find(|l| (l.1.into(), l.2.into()) == (x, y));
                let plain = state(x, y).map_or('?', sign);
                write!(row, " {}", name.map_or(plain, |entry| entry.0))?;
            }
            writeln!(f, "{row}")?;
        }
        if self.map.kind() != Kind::Center {
            writeln!(f, "  {}", "-".repeat(2 * width - 1))?;
        }
        for &(name, x, y) in &self.labels {
            let stands = state(x.into(), y.into()).map_or('?', sign);
            write!(f, "{name} = {stands}")?;
            for &(_, least, most) in self.liberties.iter().filter(|entry| entry.0 == name) {
                match most {
                    u8::MAX => write!(f, ", liberties >= {least}")?,
                    most => write!(f, ", liberties <= {most}")?,
                }
            }
            writeln!(f)?;
        }
        for advice in &self.moves {
            let color = if advice.color == Color::Black { 'X' } else { 'O' };
            writeln!(f, "move {} {color}: {}", advice.label, advice.motives.join(", "))?;
        }
        for (link, a, b) in &self.links {
            let word = if *link == Link::Connects { "connects" } else { "divides" };
            writeln!(f, "{word} {a} {b}")?;
        }
        if self.exact { writeln!(f, "exact") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::{Matcher, Tuning};
    use board::{Rules, Setup};

    const LIBRARY: &str = "
# Two kinds of connection and a first-line descent.
pattern one-point jump
  ? . ?
  a . b
  ? . ?
a = X, liberties >= 3
b = X, liberties >= 3
connects a b

pattern descent
  O X ?
  ? a .
  -----
a = .
move a X: block, safe territory

pattern corner hane
| . X O
| . a .
+------
a = .
move a X: reduce
move a O: destroy eye
exact
";

    #[test]
    fn what_is_printed_reads_back() {
        let library = parse_library(LIBRARY).unwrap();
        let kinds: Vec<Kind> = library.iter().map(|pattern| pattern.map.kind()).collect();
        assert_eq!(kinds, [Kind::Center, Kind::Edge, Kind::Corner]);
        let text: String = library.iter().map(Pattern::to_string).collect();
        assert_eq!(parse_library(&text).unwrap(), library);
    }

    #[test]
    fn the_context_must_hold_too() {
        let library = parse_library(LIBRARY).unwrap();
        let maps: Vec<Map> = library.iter().map(|pattern| pattern.map.clone()).collect();
        let setup: Setup = "
            . . . . . . .
            . . X . X . .
            . . O . . . .
            . . . . . . .
            . . . . . . ."
            .parse()
            .unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let mut matcher = Matcher::new(&maps, setup.size, Tuning::default());
        matcher.update(&position);
        let jumps = |black: &dyn Fn(&Match) -> bool| {
            matcher.matches().filter(|m| m.pattern == 0).filter(|m| black(m)).count()
        };
        // C4 and E4: the white stone on C3 leaves C4 three liberties.
        assert!(jumps(&|_| true) > 0);
        assert_eq!(jumps(&|m| library[0].context_holds(&position, m)), jumps(&|_| true));
        let mut after = position.clone();
        after.play(Color::White, "B4".parse().unwrap()).unwrap();
        assert_eq!(jumps(&|m| library[0].context_holds(&after, m)), 0);
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, message) in [
            ("X . X", "line 1: the first line of a pattern is 'pattern NAME'"),
            ("pattern p\n X Z", "line 2: 'Z' means nothing in a map"),
            ("pattern p\n a .", "line 1: what is on 'a'?"),
            ("pattern p\n X ? X", "line 1: the points of the pattern do not hang together"),
            ("pattern p\n X .\nconnects a b", "line 1: 'a' is not in the map"),
            (
                "pattern p\n a .\na = X, liberties > 3",
                "line 3: 'liberties > 3' is no condition: write liberties >= 3",
            ),
            (
                "pattern p\n| X .\n X .\n---",
                "line 1: a corner has a bar before every row and an edge below",
            ),
            ("pattern p\n ? ?", "line 1: the pattern has no points"),
        ] {
            assert_eq!(parse_library(text).unwrap_err().to_string(), message);
        }
    }
}
