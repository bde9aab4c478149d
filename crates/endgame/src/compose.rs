//! Full-board endgames made of local areas between living walls, by seed.

use board::{Color, Move, Point, Position, Rules, Scoring, Setup, Size};
use budget::Budget;
use cgt::Random;
use tactics::safety::static_safety;

use crate::area::Area;
use crate::partition::Partition;
use crate::solve::Status;
use crate::solver::Solver;
use crate::values::Failure;

/// The widths and heights that a board can be composed for.
pub const COMPOSED_SIZES: [usize; 4] = [7, 11, 15, 19];

/// Makes a board of `width` (one of [`COMPOSED_SIZES`]) full of areas that are
/// solved exactly. Walls of both colours alternate from left to right, each
/// with an eye at either end; between them lie areas three points wide. A board of
/// width 19 has at least [`FULL_AREAS`] areas, and best play from it takes at least
/// [`FULL_MOVES`] moves, whoever begins, under territory and area scoring.
///
/// ```
/// use budget::Budget;
/// use endgame::{Solver, compose};
///
/// let mut solver = Solver::new();
/// let setup = compose(11, 1, &mut solver, &mut Budget::unlimited())?.expect("a size that fits");
/// let again = compose(11, 1, &mut solver, &mut Budget::unlimited())?.expect("a size that fits");
/// assert_eq!(setup, again);
/// # Ok::<(), endgame::Failure>(())
/// ```
pub fn compose(
    width: usize,
    seed: u64,
    solver: &mut Solver,
    budget: &mut Budget,
) -> Result<Option<Setup>, Failure> {
    let Some(size) = COMPOSED_SIZES.contains(&width).then(|| Size::new(width, width)) else {
        return Ok(None);
    };
    let Ok(size) = size else { return Ok(None) };
    let mut random = Random::new(seed);
    loop {
        let setup = attempt(size, &mut random, solver, budget)?;
        if width < 19 || is_long(&setup, solver, budget)? {
            return Ok(Some(setup));
        }
    }
}

/// The fewest areas of a full board.
pub const FULL_AREAS: usize = 20;
/// The fewest moves from a full board to the end.
pub const FULL_MOVES: usize = 60;

/// Whether a board has enough areas and moves, whoever begins and however it is counted.
fn is_long(setup: &Setup, solver: &mut Solver, budget: &mut Budget) -> Result<bool, Failure> {
    for rules in [Rules::japanese(), Rules::chinese()] {
        let Ok(position) = Position::from_setup(setup, rules) else { return Ok(false) };
        let partition = Partition::new(&position, &static_safety(&position));
        for first in Color::BOTH {
            let solution = solver.solve_board(&position, &partition, first, budget);
            budget.spend(1)?;
            let moves = solution.line.iter().filter(|(_, mv)| *mv != Move::Pass).count();
            if solution.status != Status::Exact
                || solution.areas.len() < FULL_AREAS
                || moves < FULL_MOVES
            {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// A board, which may turn out too short.
fn attempt(
    size: Size,
    random: &mut Random,
    solver: &mut Solver,
    budget: &mut Budget,
) -> Result<Setup, Failure> {
    let width = size.width();
    let mut setup = Setup::empty(size);
    let mut put = |x: usize, y: usize, color: Option<Color>| setup.set(Point::new(x, y), color);
    let color = |column: usize| Color::BOTH[(column - 1) / 4 % 2];
    for column in (1..width).step_by(4) {
        let own = Some(color(column));
        for y in 0..width {
            put(column, y, own);
        }
        for (edge, inner) in [(0, 1), (width - 1, width - 2)] {
            for x in column - 1..=column + 1 {
                put(x, edge, own);
                put(x, inner, own);
            }
            put(column, edge, None);
        }
    }
    for left in (1..width - 4).step_by(4) {
        let colors = [color(left), color(left + 4)];
        let mut below = colors[random.between(0, 1) as usize];
        for x in left + 1..left + 4 {
            put(x, 2, Some(below));
        }
        let mut row = 3;
        for height in heights(random, width - 6) {
            // One row between walls of both colours would be neutral.
            let above = match height {
                1 => below,
                _ => colors[random.between(0, 1) as usize],
            };
            let strip = Strip { colors, below, above, height };
            let rows = strip.fill(random, solver, budget)?;
            for (dy, cells) in rows.iter().enumerate() {
                for (dx, &stone) in cells.iter().enumerate() {
                    put(left + 1 + dx, row + dy, stone);
                }
            }
            row += height;
            for x in left + 1..left + 4 {
                put(x, row, Some(above));
            }
            below = above;
            row += 1;
        }
    }
    Ok(setup)
}

/// The heights of areas that fill so many rows with one row of wall between
/// two of them: about two rows each, in random order.
fn heights(random: &mut Random, rows: usize) -> Vec<usize> {
    let count = ((rows + 1) * 5 / 14).max(1);
    let mut heights = vec![1; count];
    for _ in 0..rows + 1 - 2 * count {
        // At most three rows, as long as there is room elsewhere.
        let least = heights.iter().copied().min().unwrap_or(1);
        let open: Vec<usize> = (0..count).filter(|&i| heights[i] < 3.max(least + 1)).collect();
        heights[open[random.between(0, open.len() as i64 - 1) as usize]] += 1;
    }
    heights
}

/// An area three points wide between walls on all sides.
struct Strip {
    colors: [Color; 2],
    below: Color,
    above: Color,
    height: usize,
}

impl Strip {
    /// Stones for the area, row by row from below, so that it is worth playing
    /// in and no ko matters.
    fn fill(
        &self,
        random: &mut Random,
        solver: &mut Solver,
        budget: &mut Budget,
    ) -> Result<Vec<[Option<Color>; 3]>, Failure> {
        for attempt in 0..200 {
            let stones = if attempt < 100 { 4 } else { 12 };
            let rows: Vec<[Option<Color>; 3]> = (0..self.height)
                .map(|_| {
                    [(); 3].map(|()| {
                        random.one_in(stones).then(|| Color::BOTH[random.between(0, 1) as usize])
                    })
                })
                .collect();
            let Ok(area) = self.text(&rows).parse::<Area>() else { continue };
            let local = solver.solve(&area, Scoring::Territory, budget)?;
            let chinese = solver.solve(&area, Scoring::Area, budget)?;
            let games = solver.games();
            let is_hot = |v| games.left_stop(v).value != games.right_stop(v).value;
            if chinese.value().is_some() && local.value().is_some_and(is_hot) {
                return Ok(rows);
            }
        }
        Ok(vec![[None; 3]; self.height])
    }

    fn text(&self, rows: &[[Option<Color>; 3]]) -> String {
        let wall = |color: Color| ["X", "O"][color.index()];
        let mut text = format!("#{}#\n", wall(self.above).repeat(3));
        for row in rows.iter().rev() {
            let cells: String = row
                .iter()
                .map(|stone| stone.map_or('.', |color| ['x', 'o'][color.index()]))
                .collect();
            text += &format!("{}{cells}{}\n", wall(self.colors[0]), wall(self.colors[1]));
        }
        text + &format!("#{}#\n", wall(self.below).repeat(3))
    }
}
