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

/// A random board between living walls: Black on one side, White on the other,
/// both with eyes, and at most `most` open points where they meet, with some
/// stones on them. Walls that live unconditionally are capital letters.
pub(crate) fn walled_board(
    random: &mut Random,
    width: usize,
    height: usize,
    most: i64,
    suicide: bool,
) -> Grid {
    // Mostly both colors have a say.
    let any = random.one_in(5);
    for attempt in 0.. {
        let mut grid = two_camps(random, width, height);
        for color in [b'x', b'o'] {
            for _ in 0..random.between(2, 3) {
                carve_eye(random, &mut grid, color);
            }
        }
        for _ in 0..random.between(1, 3) {
            carve_area(random, &mut grid, most);
        }
        if !grid.is_legal() {
            continue;
        }
        grid.recognise(suicide);
        let open = super::oracle::Oracle::open_points(&grid).len() as i64;
        let walls = grid.cells.iter().filter(|c| b"XO".contains(c)).count();
        if open > 0 && open <= most && walls > 0 && (any || attempt > 300 || is_contested(&grid)) {
            let turns = [0, 2][random.between(0, 1) as usize];
            return grid.image(turns, random.one_in(2), random.one_in(2));
        }
    }
    unreachable!("there are always more attempts")
}

/// Whether some open points lie between walls of both colors.
fn is_contested(grid: &Grid) -> bool {
    super::oracle::Oracle::open_points(grid).into_iter().any(|p| {
        let region = grid.component(p, |q| b".xo".contains(&grid.cells[q]));
        let beside = |wall: u8| {
            region.iter().any(|&q| grid.neighbors(q).iter().any(|&r| grid.cells[r] == wall))
        };
        region.len() > 1 && beside(b'X') && beside(b'O')
    })
}

/// Black's stones left of a wandering border, White's right of it.
fn two_camps(random: &mut Random, width: usize, height: usize) -> Grid {
    let mut border = random.between(1, width as i64 - 1);
    let mut cells = Vec::new();
    for _ in 0..height {
        cells.extend((0..width as i64).map(|x| if x < border { b'x' } else { b'o' }));
        border = (border + random.between(-1, 1)).clamp(1, width as i64 - 1);
    }
    Grid { width, cells }
}

fn any_point(random: &mut Random, grid: &Grid) -> usize {
    random.between(0, grid.cells.len() as i64 - 1) as usize
}

/// Empties a point inside a camp, or two.
fn carve_eye(random: &mut Random, grid: &mut Grid, color: u8) {
    for _ in 0..20 {
        let p = any_point(random, grid);
        let own = |grid: &Grid, p: usize| {
            grid.cells[p] == color && grid.neighbors(p).iter().all(|&q| grid.cells[q] == color)
        };
        if own(grid, p) {
            let near = grid.neighbors(p);
            let second = near[random.between(0, near.len() as i64 - 1) as usize];
            let wide = random.one_in(4) && own(grid, second);
            grid.cells[p] = b'.';
            if wide {
                grid.cells[second] = b'.';
            }
            return;
        }
    }
}

/// Empties some connected points, preferably where the camps meet, and puts
/// stones on a few of them.
fn carve_area(random: &mut Random, grid: &mut Grid, most: i64) {
    let mut start = any_point(random, grid);
    for _ in 0..60 {
        let c = grid.cells[start];
        let meets = |q: &usize| grid.cells[*q] != c && grid.cells[*q] != b'.';
        if c != b'.' && grid.neighbors(start).iter().any(meets) {
            break;
        }
        start = any_point(random, grid);
    }
    let size = random.between(1, most) as usize;
    let mut points = vec![start];
    for _ in 0..40 {
        let p = points[random.between(0, points.len() as i64 - 1) as usize];
        let near = grid.neighbors(p);
        let q = near[random.between(0, near.len() as i64 - 1) as usize];
        if points.len() < size && !points.contains(&q) {
            points.push(q);
        }
    }
    let stones = random.between(2, 8);
    for p in points {
        grid.cells[p] = match random.one_in(stones) {
            true if random.one_in(2) => b'x',
            true => b'o',
            false => b'.',
        };
    }
}
