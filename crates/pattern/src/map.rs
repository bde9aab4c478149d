//! Pattern maps: which stones must stand where (Müller 1995, section 2.5).

use std::fmt;

use board::{Color, Point, PointSet, Size};

/// What a point of a map must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// No stone.
    Empty,
    /// A stone of the pattern's first color.
    Black,
    /// A stone of its second color.
    White,
}

impl State {
    /// What stands on a point of a board.
    pub fn of(stone: Option<Color>) -> State {
        match stone {
            None => State::Empty,
            Some(Color::Black) => State::Black,
            Some(Color::White) => State::White,
        }
    }

    /// The state with the colors exchanged.
    pub fn exchanged(self) -> State {
        match self {
            State::Empty => State::Empty,
            State::Black => State::White,
            State::White => State::Black,
        }
    }

    pub(crate) fn code(self) -> u8 {
        self as u8
    }
}

/// Where on the board a pattern may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Anywhere.
    Center,
    /// With its lowest row on an edge of the board.
    Edge,
    /// With its lower left in a corner of the board.
    Corner,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Center, Kind::Edge, Kind::Corner];
}

/// A connected set of points with their states. Coordinates count from the lower
/// left, columns first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map {
    kind: Kind,
    cells: Vec<(u8, u8, State)>,
}

/// Why points make no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapError {
    /// There is no point.
    Empty,
    /// A point stands there twice.
    Twice(u8, u8),
    /// A coordinate is beyond the largest board.
    TooLarge,
    /// The points do not hang together.
    Disconnected,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MapError::Empty => f.write_str("the pattern has no points"),
            MapError::Twice(x, y) => write!(f, "column {x}, row {y} is there twice"),
            MapError::TooLarge => f.write_str("the pattern is larger than the largest board"),
            MapError::Disconnected => f.write_str("the points of the pattern do not hang together"),
        }
    }
}

impl std::error::Error for MapError {}

impl Map {
    /// A map of these points. Center patterns are moved to the lower left, edge
    /// patterns to the left; corner patterns stay where they are.
    pub fn new(kind: Kind, mut cells: Vec<(u8, u8, State)>) -> Result<Map, MapError> {
        let left = cells.iter().map(|cell| cell.0).min().ok_or(MapError::Empty)?;
        let low = cells.iter().map(|cell| cell.1).min().ok_or(MapError::Empty)?;
        for cell in &mut cells {
            cell.0 -= if kind == Kind::Corner { 0 } else { left };
            cell.1 -= if kind == Kind::Center { low } else { 0 };
        }
        cells.sort_unstable();
        if let Some(pair) = cells.windows(2).find(|p| (p[0].0, p[0].1) == (p[1].0, p[1].1)) {
            return Err(MapError::Twice(pair[0].0, pair[0].1));
        }
        if cells.iter().any(|cell| cell.0.max(cell.1) as usize >= board::MAX_SIZE) {
            return Err(MapError::TooLarge);
        }
        let points: PointSet =
            cells.iter().map(|&(x, y, _)| Point::new(x.into(), y.into())).collect();
        if !points.is_connected() {
            return Err(MapError::Disconnected);
        }
        Ok(Map { kind, cells })
    }

    /// Where it may lie.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Its points with their states, column by column from the lower left.
    pub fn cells(&self) -> &[(u8, u8, State)] {
        &self.cells
    }

    /// The width and height of the smallest board it fits on.
    pub fn extent(&self) -> (usize, usize) {
        let most = |part: fn(&(u8, u8, State)) -> u8| {
            self.cells.iter().map(part).max().map_or(0, |most| most as usize + 1)
        };
        (most(|cell| cell.0), most(|cell| cell.1))
    }

    /// Whether its lower left may lie on this point of a board of `size`, which is
    /// turned as the pattern is.
    pub(crate) fn may_lie(kind: Kind, size: Size, x: usize, y: usize) -> bool {
        let on_board = x < size.width() && y < size.height();
        on_board
            && match kind {
                Kind::Center => true,
                Kind::Edge => y == 0,
                Kind::Corner => x == 0 && y == 0,
            }
    }
}
