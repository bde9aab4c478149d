//! How many eyes a closed region makes, at sight (Chen 2002, section 2.4 and table 1).

use board::{Color, Point, PointSet, Position, Size};

/// The number of eyes in halves that a region closed by one side gives it. `region` has
/// no stones of that side; enemy stones in it are taken as caught.
pub fn half_eyes(position: &Position, color: Color, region: &PointSet) -> u32 {
    let size = position.size();
    if region.len() == 1 {
        let point = region.first().expect("it has one point");
        return match diagonal_halves(position, color, point) {
            // On the first line all four diagonals count, above it three are enough.
            halves if is_edge(size, point) => match halves {
                8.. => 2,
                7 => 1,
                _ => 0,
            },
            6.. => 2,
            5 => 1,
            _ => 0,
        };
    }
    match boundary(size, region) {
        ..=6 => 2,
        7 => 3,
        8 if is_square(region) => 2,
        8 if is_curved_four(region) => 4,
        8 => 3,
        9 if has_square(region) => 3,
        _ => 4,
    }
}

/// The number of points around a region, those beyond the edge counted as well.
fn boundary(size: Size, region: &PointSet) -> usize {
    let inside = |x: i32, y: i32| {
        let on_board =
            (0..size.width() as i32).contains(&x) && (0..size.height() as i32).contains(&y);
        on_board && region.contains(Point::new(x as usize, y as usize))
    };
    let mut around = std::collections::BTreeSet::new();
    for point in region {
        let (x, y) = (point.column() as i32, point.row() as i32);
        for (nx, ny) in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            if !inside(nx, ny) {
                around.insert((nx, ny));
            }
        }
    }
    around.len()
}

fn is_square(region: &PointSet) -> bool {
    region.len() == 4 && has_square(region)
}

/// Whether four of the points make a square.
fn has_square(region: &PointSet) -> bool {
    let right = region.shifted(-1, 0);
    let up = region.shifted(0, -1);
    let both = region.shifted(-1, -1);
    !(*region & right & up & both).is_empty()
}

/// Four points in a zigzag: no point touches three others, and it is no row.
fn is_curved_four(region: &PointSet) -> bool {
    let touching = |point: Point| {
        let (x, y) = (point.column() as i32, point.row() as i32);
        region
            .iter()
            .filter(|other| (other.column() as i32 - x).abs() + (other.row() as i32 - y).abs() == 1)
            .count()
    };
    region.len() == 4 && region.iter().all(|point| touching(point) < 3) && !has_square(region)
}

fn is_edge(size: Size, point: Point) -> bool {
    size.neighbors(point).count() < 4
}

/// The diagonal index in halves: a diagonal point counts two if `color` or the edge holds
/// it, one if it is empty, none if the opponent stands there.
fn diagonal_halves(position: &Position, color: Color, point: Point) -> u32 {
    let size = position.size();
    let (x, y) = (point.column() as i32, point.row() as i32);
    let mut halves = 0;
    for (dx, dy) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
        let (nx, ny) = (x + dx, y + dy);
        let on_board =
            (0..size.width() as i32).contains(&nx) && (0..size.height() as i32).contains(&ny);
        halves += match on_board {
            false => 2,
            true => match position.stone(Point::new(nx as usize, ny as usize)) {
                Some(stone) if stone == color => 2,
                None => 1,
                Some(_) => 0,
            },
        };
    }
    halves
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    fn halves(text: &str, seed: &str) -> u32 {
        let setup: Setup = text.parse().unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let region = position.empty_points().component(seed.parse().unwrap());
        half_eyes(&position, Color::Black, &region)
    }

    #[test]
    fn the_table_of_eyes() {
        // A row of three, a square, a zigzag and a row of four.
        assert_eq!(halves(". . . X\nX X X X", "A2"), 3);
        assert_eq!(halves(". . X\n. . X\nX X X", "A3"), 2);
        assert_eq!(halves(". . X X\nX . . X\nX X X X", "A3"), 4);
        assert_eq!(halves(". . . . X\nX X X X X", "A2"), 4);
        // A pyramid of four; two points.
        assert_eq!(halves(". . . X\nX . X X\nX X X X", "A3"), 3);
        assert_eq!(halves(". . X\nX X X", "A2"), 2);
    }

    #[test]
    fn eyes_on_the_edge_need_all_diagonals() {
        assert_eq!(halves(". X .\nX X O\n. O .", "A3"), 2);
        assert_eq!(halves("X . X .\nO X X .\nO . O O", "B3"), 0);
    }
}
