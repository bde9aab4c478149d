//! What a pattern may know beyond its stones: liberties and the latest move.

use std::sync::LazyLock;

use board::{Color, Point, Position};

use crate::nested::{Content, Nested, Turned, keys, toggle};
use crate::shape::{Family, REACH};

/// The mark of the latest move; liberties have the marks 1 to 3.
const LATEST: u8 = 8;
/// The mark of a move that is a ko capture away from being legal.
const KO: u8 = 9;

/// The keys of the liberties of the blocks beside `point`: one, two or three;
/// more are not told apart. A neighbouring ko point counts as well.
pub fn liberties(position: &Position, point: Point) -> Turned {
    let mut hashes = [0; 8];
    for (direction, index) in point.neighbor_indices().into_iter().enumerate() {
        let Some(neighbor) = Point::from_index(index).filter(|&n| position.size().contains(n))
        else {
            continue;
        };
        let liberties = position.liberties(neighbor);
        if (1..=3).contains(&liberties) {
            toggle(&mut hashes, &TABLES.liberties[direction][liberties - 1]);
        }
        if position.ko_point() == Some(neighbor) {
            toggle(&mut hashes, &TABLES.ko[direction]);
        }
    }
    hashes
}

/// The names of the patterns around `point` in which the latest move is marked,
/// if it is near enough: those from the first level that contains it, with their level.
#[inline]
pub fn responses<'a>(
    nested: &'a Nested,
    color: Color,
    point: Point,
    latest: Point,
    liberties: &Turned,
) -> Option<impl Iterator<Item = (usize, u64)> + use<'a>> {
    let dx = latest.column() as isize - point.column() as isize;
    let dy = latest.row() as isize - point.row() as isize;
    let reach = isize::from(REACH);
    if dx.abs() > reach || dy.abs() > reach {
        return None;
    }
    let level = nested.family().level_of(dx as i8, dy as i8)?;
    let mut added = *liberties;
    toggle(&mut added, &TABLES.latest[((dy + reach) * (2 * reach + 1) + dx + reach) as usize]);
    Some(nested.names_from(level, color, point, &added))
}

struct Tables {
    liberties: [[Turned; 3]; 4],
    ko: [Turned; 4],
    latest: Vec<Turned>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    // In the order of `Point::neighbor_indices`.
    let directions: [(i8, i8); 4] = [(0, 1), (-1, 0), (1, 0), (0, -1)];
    let mut latest = Vec::new();
    for dy in -REACH..=REACH {
        for dx in -REACH..=REACH {
            latest.push(keys(dx, dy, Content::Mark(LATEST)));
        }
    }
    Tables {
        liberties: directions
            .map(|(dx, dy)| [1, 2, 3].map(|count| keys(dx, dy, Content::Mark(count)))),
        ko: directions.map(|(dx, dy)| keys(dx, dy, Content::Mark(KO))),
        latest,
    }
});

/// What is counted of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// The stones of nested squares.
    Squares,
    /// The stones of nested diamonds.
    Diamonds,
    /// Nested diamonds with the liberties beside the move, and the same with the
    /// latest move marked.
    Contexts,
}

impl Recipe {
    /// All recipes, in the order of their numbers in files.
    pub const ALL: [Recipe; 3] = [Recipe::Squares, Recipe::Diamonds, Recipe::Contexts];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Recipe::Squares => "squares",
            Recipe::Diamonds => "diamonds",
            Recipe::Contexts => "contexts",
        }
    }

    /// The shapes it looks at.
    pub fn family(self) -> Family {
        match self {
            Recipe::Squares => Family::Squares,
            Recipe::Diamonds | Recipe::Contexts => Family::Diamonds,
        }
    }

    /// Calls `see` with the level and name of each pattern of a move of `color` on
    /// `point`. For contexts, the levels of marked patterns follow those of plain ones.
    pub fn names(
        self,
        nested: &Nested,
        position: &Position,
        color: Color,
        point: Point,
        mut see: impl FnMut(usize, u64),
    ) {
        let liberties = match self {
            Recipe::Contexts => liberties(position, point),
            _ => [0; 8],
        };
        let plain = nested.names(color, point, &liberties);
        for (level, &name) in plain.as_slice().iter().enumerate() {
            see(level, name);
        }
        if self == Recipe::Contexts
            && let Some(latest) = position.moves().next_back().and_then(|(_, mv)| mv.point())
            && let Some(names) = responses(nested, color, point, latest, &liberties)
        {
            for (level, name) in names {
                see(plain.as_slice().len() + level, name);
            }
        }
    }
}
