//! Areas: the points of a local game, the stones on them, and the immortal
//! walls beside them.

use std::fmt;
use std::str::FromStr;

use board::{Color, MAX_SIZE, Point, PointSet, Position};

use crate::local::Local;
use crate::shape::{Cell, MOST_POINTS, Shape, full};

/// A connected set of points between walls that cannot be captured, with the
/// stones that stand on it.
///
/// As text, `X` and `O` are walls, `x` and `o` stones that may be captured,
/// `.` empty points, and `#` is no part of the board:
///
/// ```
/// use endgame::Area;
///
/// // Black's corridor of length three.
/// let area: Area = "
///     X X X X O
///     X . . . O
///     X X X X O".parse()?;
/// assert_eq!(area.len(), 3);
/// # Ok::<(), endgame::AreaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    cells: Vec<Cell>,
    points: Vec<Point>,
    local: Local,
}

/// Why something is no area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AreaError {
    /// More points than a local game can have.
    TooLarge {
        /// How many there are.
        points: usize,
    },
    /// No point at all.
    Empty,
    /// A character that means nothing on a board.
    Character(char),
    /// A stone of the area without liberties.
    Breathless,
    /// A neighbour of the area is neither wall nor safely outside.
    Open(Point),
}

impl fmt::Display for AreaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AreaError::TooLarge { points } => {
                write!(f, "the area has {points} points; local games have at most {MOST_POINTS}")
            }
            AreaError::Empty => f.write_str("the area has no points"),
            AreaError::Character(c) => {
                write!(f, "'{c}' is no point of an area: write X O x o . or #")
            }
            AreaError::Breathless => f.write_str("a block of the area has no liberty"),
            AreaError::Open(point) => {
                write!(f, "{point} is beside the area but belongs to no wall")
            }
        }
    }
}

impl std::error::Error for AreaError {}

impl Area {
    /// The area of these points of a position, whose walls are the stones of
    /// `walls` (Black's, White's) beside it. `open` are neutral points that may lie
    /// beside the area without mattering to it.
    pub fn of_position(
        position: &Position,
        points: &PointSet,
        walls: [&PointSet; 2],
        open: &PointSet,
    ) -> Result<Area, AreaError> {
        let size = position.size();
        let list: Vec<Point> = size.points().filter(|&p| points.contains(p)).collect();
        check_size(list.len())?;
        let mut area = Area {
            cells: list.iter().map(|p| (p.column() as u8, p.row() as u8)).collect(),
            points: list,
            local: Local { suicide: position.rules().suicide, ..Local::default() },
        };
        for (i, &point) in area.points.iter().enumerate() {
            for neighbor in size.neighbors(point) {
                match (0..2).find(|&color| walls[color].contains(neighbor)) {
                    Some(color) => area.local.near[color] |= 1 << i,
                    None if points.contains(neighbor) || open.contains(neighbor) => {}
                    None => return Err(AreaError::Open(neighbor)),
                }
            }
            if let Some(color) = position.stone(point) {
                area.local.stones[color.index()] |= 1 << i;
            }
        }
        area.sort();
        area.check()
    }

    /// The number of points, stones included.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Never: an area has a point.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The number of empty points.
    pub fn empty_count(&self) -> usize {
        self.len() - self.local.occupied().count_ones() as usize
    }

    /// The points, in the order that indices count them.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Which point of the area this is.
    pub fn index(&self, point: Point) -> Option<usize> {
        self.points.iter().position(|&p| p == point)
    }

    /// The area with `point` empty, or with a stone of `color` on it.
    pub fn set(&mut self, index: usize, color: Option<Color>) {
        let bit = 1u64 << index;
        for stones in &mut self.local.stones {
            *stones &= !bit;
        }
        if let Some(color) = color {
            self.local.stones[color.index()] |= bit;
        }
    }

    /// The stone on a point of the area.
    pub fn stone(&self, index: usize) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.local.stones[color.index()] >> index & 1 == 1)
    }

    /// The area under rules by which several stones may kill themselves, or may
    /// not. Areas of a position follow its rules; those from text know no suicide.
    pub fn with_suicide(mut self, suicide: bool) -> Area {
        self.local.suicide = suicide;
        self
    }

    /// The area under the assumption that whoever takes `stones` stones at once, or more,
    /// keeps the place for good: nobody plays there any more, and his stones beside it
    /// live. Then a large block is worth a fight, but what comes after it need not be
    /// searched. Too small an area stays as it is.
    pub fn with_spoils(mut self, stones: u8) -> Area {
        self.local.spoils = if self.len() > usize::from(stones) { stones } else { 0 };
        self
    }

    /// How many stones, taken at once, are assumed to decide their place; see
    /// [`Area::with_spoils`].
    pub fn spoils(&self) -> Option<usize> {
        (self.local.spoils != 0).then_some(self.local.spoils.into())
    }

    pub(crate) fn has_spoils(&self) -> bool {
        self.local.spoils != 0
    }

    /// The area after a move and the number of captured stones, less than zero
    /// if the mover's own were taken off, and twice as many where the place counts, too
    /// ([`Area::with_spoils`]); `None` if the move is illegal.
    pub fn play(&self, color: Color, index: usize) -> Option<(Area, i32)> {
        if index >= self.len() || self.stone(index).is_some() {
            return None;
        }
        let shape = Shape::plain(&self.cells);
        let (local, captured) = self.local.play(&shape, color.index(), index as u32)?;
        Some((Area { local, ..self.clone() }, captured))
    }

    /// The area of these cells, in the order given; `None` if there is none.
    pub(crate) fn from_cells(cells: &[Cell], local: Local) -> Option<Area> {
        check_size(cells.len()).ok()?;
        let masks = local.stones.iter().chain(&local.near).fold(0, |all, mask| all | mask);
        let twice = (1..cells.len()).any(|i| cells[..i].contains(&cells[i]));
        let outside = cells.iter().any(|&(x, y)| usize::from(x.max(y)) >= MAX_SIZE);
        let two_stones = local.stones[0] & local.stones[1] != 0;
        if twice || outside || two_stones || masks & !full(cells.len()) != 0 {
            return None;
        }
        let top = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
        let point = |&(x, y): &Cell| Point::new(x.into(), (top - y).into());
        let points = cells.iter().map(point).collect();
        Area { cells: cells.to_vec(), points, local }.check().ok()
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(crate) fn local(&self) -> &Local {
        &self.local
    }

    /// The area, if every stone of it breathes.
    fn check(self) -> Result<Area, AreaError> {
        let shape = Shape::plain(&self.cells);
        match self.local.all_breathe(&shape) {
            true => Ok(self),
            false => Err(AreaError::Breathless),
        }
    }

    /// Row by row from the top, as cells are kept elsewhere.
    fn sort(&mut self) {
        let mut order: Vec<u8> = (0..self.cells.len() as u8).collect();
        order.sort_by_key(|&i| {
            let (x, y) = self.cells[usize::from(i)];
            (y, x)
        });
        self.local = self.local.arranged(&order);
        self.cells = order.iter().map(|&i| self.cells[usize::from(i)]).collect();
        self.points = order.iter().map(|&i| self.points[usize::from(i)]).collect();
    }
}

impl FromStr for Area {
    type Err = AreaError;

    fn from_str(text: &str) -> Result<Area, AreaError> {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let at = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied();
        let mut area = Area { cells: Vec::new(), points: Vec::new(), local: Local::default() };
        for (y, row) in rows.iter().enumerate() {
            for (x, &c) in row.iter().enumerate() {
                if !"XOxo.#".contains(c) {
                    return Err(AreaError::Character(c));
                }
                if !"xo.".contains(c) {
                    continue;
                }
                let i = area.cells.len();
                if i == MOST_POINTS || x >= MAX_SIZE || rows.len() > MAX_SIZE {
                    return Err(AreaError::TooLarge { points: rows.iter().map(Vec::len).sum() });
                }
                area.cells.push((x as u8, y as u8));
                area.points.push(Point::new(x, rows.len() - 1 - y));
                for (color, wall, stone) in [(0, 'X', 'x'), (1, 'O', 'o')] {
                    let around =
                        [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
                    if around.iter().any(|&(x, y)| at(x, y) == Some(wall)) {
                        area.local.near[color] |= 1 << i;
                    }
                    if c == stone {
                        area.local.stones[color] |= 1 << i;
                    }
                }
            }
        }
        check_size(area.len())?;
        area.check()
    }
}

impl fmt::Display for Area {
    /// The picture of the area. Walls are drawn where there is room for them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.points.iter().map(|p| p.column()).max().unwrap_or(0) + 1;
        let height = self.points.iter().map(|p| p.row()).max().unwrap_or(0) + 1;
        for row in (0..height).rev() {
            for column in 0..width {
                let c = match self.index(Point::new(column, row)) {
                    Some(i) => self.letter(i),
                    None => '#',
                };
                write!(f, "{}{c}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        for (name, near) in ["black", "white"].into_iter().zip(self.local.near) {
            write!(f, "beside {name} walls:")?;
            for (i, point) in self.points.iter().enumerate() {
                if near >> i & 1 == 1 {
                    write!(f, " {point}")?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Area {
    fn letter(&self, index: usize) -> char {
        match self.local.stones.map(|stones| stones >> index & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        }
    }
}

fn check_size(points: usize) -> Result<(), AreaError> {
    match points {
        0 => Err(AreaError::Empty),
        1..=MOST_POINTS => Ok(()),
        _ => Err(AreaError::TooLarge { points }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Solver;
    use board::Scoring;
    use budget::Budget;

    /// White saves his stones with the last point, or Black takes them and keeps the place:
    /// nobody lives there again, so that the assumption changes nothing but the work.
    #[test]
    fn a_large_block_that_is_taken_decides_its_place() {
        let area: Area = "
            X X X X X X O
            X . o o o o O
            X o o x o . O
            X X X X X X O"
            .parse()
            .unwrap();
        let mut solver = Solver::new();
        for scoring in [Scoring::Territory, Scoring::Area] {
            let mut budget = Budget::nodes(100_000);
            let assumed = area.clone().with_spoils(7);
            assert_eq!((area.spoils(), assumed.spoils()), (None, Some(7)));
            let plain = solver.solve(&area, scoring, &mut budget).unwrap();
            let short = solver.solve(&assumed, scoring, &mut budget).unwrap();
            assert_eq!((plain.lower, plain.upper), (short.lower, short.upper));
            assert!(short.nodes <= plain.nodes);
        }
    }

    #[test]
    fn spoils_count_as_prisoners_and_points() {
        let area: Area = "
            X X X X X X X X X
            X o o o o o o o X
            X X X X X X X . O"
            .parse()
            .unwrap();
        let last = area.len() - 1;
        let gain = |area: &Area| area.play(Color::Black, last).map(|(_, gain)| gain);
        assert_eq!(gain(&area), Some(7));
        assert_eq!(gain(&area.clone().with_spoils(7)), Some(14));
        assert_eq!(area.with_spoils(8).spoils(), None);
    }
}
