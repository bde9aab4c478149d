//! Random areas between walls.

use cgt::Random;

use super::grid::Grid;

/// A random area of at most `most` points on a small grid, walls around it;
/// sides of the grid may be edges of the board.
pub(crate) fn area(random: &mut Random, most: i64) -> Grid {
    loop {
        let width = random.between(1, 4) as usize + 2;
        let height = random.between(1, 4) as usize + 2;
        let mut grid = Grid { width, cells: vec![b'#'; width * height] };
        let inside = |p: usize| {
            let (x, y) = (p % width, p / width);
            x > 0 && y > 0 && x + 1 < width && y + 1 < height
        };
        let size = random.between(2, most) as usize;
        let mut points = vec![width + 1];
        grid.cells[width + 1] = b'.';
        for _ in 0..100 {
            let p = points[random.between(0, points.len() as i64 - 1) as usize];
            let near = grid.neighbors(p);
            let q = near[random.between(0, near.len() as i64 - 1) as usize];
            if inside(q) && grid.cells[q] == b'#' && points.len() < size {
                grid.cells[q] = b'.';
                points.push(q);
            }
        }
        let blackness = random.between(1, 9);
        let edges = random.between(0, 3);
        for p in 0..grid.cells.len() {
            let beside = grid.neighbors(p).iter().any(|q| points.contains(q));
            if grid.cells[p] != b'#' || !beside {
                continue;
            }
            let black = random.between(0, 9) < blackness;
            let outer = !inside(p);
            if !(outer && edges > 0 && random.one_in(edges + 1)) {
                grid.cells[p] = if black { b'X' } else { b'O' };
            }
        }
        for &p in &points {
            if random.one_in(5) {
                grid.cells[p] = if random.one_in(2) { b'x' } else { b'o' };
            }
        }
        if grid.is_legal() && grid.cells.iter().any(|c| b"XO".contains(c)) {
            return grid;
        }
    }
}
