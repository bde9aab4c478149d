//! The library that comes with the program: shapes that players know, and
//! connections that are proved.

use std::sync::LazyLock;

use crate::library::{Pattern, parse_library};

/// Rules of thumb: hane, cuts, ways to capture, extensions, eyes, openings of corners.
const SHAPES: &str = include_str!("shapes.txt");

/// Connections found and proved by `tools/connections.rs`.
const CONNECTIONS: &str = include_str!("connections.txt");

/// The patterns of the starter library.
///
/// ```
/// let library = pattern::starter();
/// assert!(library.iter().any(|pattern| pattern.name == "monkey jump"));
/// assert!(library.iter().filter(|pattern| pattern.exact).all(|pattern| pattern.is_proved()));
/// ```
pub fn starter() -> &'static [Pattern] {
    static LIBRARY: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
        [SHAPES, CONNECTIONS]
            .into_iter()
            .flat_map(|text| parse_library(text).expect("the library is tested"))
            .collect()
    });
    &LIBRARY
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use board::{Point, Position, Rules, Setup, Size};

    use super::*;
    use crate::map::{Kind, Map, State};
    use crate::matcher::naive_matches;

    #[test]
    fn every_pattern_can_be_read_and_has_a_name_of_its_own() {
        for text in [SHAPES, CONNECTIONS] {
            if let Err(error) = parse_library(text) {
                panic!("{error}");
            }
        }
        let mut names = BTreeMap::new();
        for pattern in starter() {
            let earlier = names.insert(&pattern.name, pattern);
            assert!(earlier.is_none(), "{} is there twice", pattern.name);
            assert!(!pattern.moves.is_empty() || !pattern.links.is_empty(), "{pattern}");
        }
        assert!(names.len() >= 200, "{}", names.len());
    }

    #[test]
    fn moves_are_to_empty_points() {
        for pattern in starter() {
            for advice in &pattern.moves {
                let (x, y) = pattern.place(advice.label).unwrap();
                let there = |cell: &&(u8, u8, State)| (cell.0, cell.1) == (x, y);
                let cell = pattern.map.cells().iter().find(there).unwrap();
                assert_eq!(cell.2, State::Empty, "{pattern}");
                assert!(!advice.motives.is_empty(), "{pattern}");
            }
        }
    }

    #[test]
    fn what_is_called_exact_is_proved_and_nothing_else_speaks_of_connections() {
        for pattern in starter() {
            assert_eq!(pattern.exact, pattern.is_proved(), "{pattern}");
        }
    }

    #[test]
    fn every_pattern_is_found_on_a_board_that_shows_it() {
        let maps: Vec<Map> = starter().iter().map(|pattern| pattern.map.clone()).collect();
        for (pattern, map) in starter().iter().zip(&maps) {
            let position = board_of(pattern);
            let found = naive_matches(std::slice::from_ref(map), &position);
            assert!(!found.is_empty(), "{pattern}");
        }
    }

    /// The pattern on an empty board.
    fn board_of(pattern: &Pattern) -> Position {
        let size = Size::square(19).unwrap();
        let mut setup = Setup::empty(size);
        let (right, up) = match pattern.map.kind() {
            Kind::Center => (6, 6),
            Kind::Edge => (6, 0),
            Kind::Corner => (0, 0),
        };
        for &(x, y, state) in pattern.map.cells() {
            let point = Point::new(usize::from(x) + right, usize::from(y) + up);
            match state {
                State::Black => setup.black.insert(point),
                State::White => setup.white.insert(point),
                State::Empty => false,
            };
        }
        Position::from_setup(&setup, Rules::japanese()).unwrap()
    }
}
