//! Handicap stones: where they go, and the commands that put them there.

use board::{Color, Point, PointSet, Setup, Size};

use super::protocol::{Call, Command, Reply};
use super::session::{Session, list};

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "fixed_handicap",
        arguments: "N",
        about: "puts N handicap stones on the star points",
        run: fixed_handicap,
    },
    Command {
        name: "place_free_handicap",
        arguments: "N",
        about: "puts N handicap stones where the program likes",
        run: place_free_handicap,
    },
    Command {
        name: "set_free_handicap",
        arguments: "V V…",
        about: "puts handicap stones on these points",
        run: set_free_handicap,
    },
    Command {
        name: "get_handicap",
        arguments: "",
        about: "the number of handicap stones",
        run: get_handicap,
    },
];

fn fixed_handicap(session: &mut Session, call: &Call<'_>) -> Reply {
    let stones = call.parse::<usize>(0)?;
    let points = fixed(session.size(), stones);
    place(session, points.ok_or("invalid number of stones")?)
}

fn place_free_handicap(session: &mut Session, call: &Call<'_>) -> Reply {
    let stones = call.parse::<usize>(0)?;
    if stones < 2 {
        return Err("invalid number of stones".to_string());
    }
    // The protocol lets an engine place fewer stones than asked for.
    let stones = stones.min(session.size().area() - 1);
    place(session, free(session.size(), stones))
}

fn set_free_handicap(session: &mut Session, call: &Call<'_>) -> Reply {
    let bad = || "bad vertex list".to_string();
    let mut points = Vec::new();
    for word in call.words() {
        let point = session.point(word).map_err(|_| bad())?;
        if points.contains(&point) {
            return Err(bad());
        }
        points.push(point);
    }
    if points.len() < 2 || points.len() >= session.size().area() {
        return Err(bad());
    }
    place(session, points).map(|_| String::new())
}

fn get_handicap(session: &mut Session, _: &Call<'_>) -> Reply {
    Ok(session.handicap().to_string())
}

/// Puts the stones on an empty board; White moves next.
fn place(session: &mut Session, points: Vec<Point>) -> Reply {
    let position = session.position();
    if position.empty_points().len() != position.size().area() {
        return Err("board not empty".to_string());
    }
    let setup = Setup {
        black: points.iter().copied().collect(),
        to_play: Color::White,
        ..Setup::empty(session.size())
    };
    session.set_up(&setup, points.len()).map_err(|error| error.to_string())?;
    Ok(list(points))
}

/// The stones of a fixed handicap in the order of GTP 2 draft 2, section 4.1.1:
/// lower left, upper right, upper left, lower right; then the sides, and the
/// centre for odd numbers from five on. `None` if there is no such handicap.
fn fixed(size: Size, stones: usize) -> Option<Vec<Point>> {
    let (left, center, right) = lines(size.width())?;
    let (bottom, middle, top) = lines(size.height())?;
    let corners = [(left, bottom), (right, top), (left, top), (right, bottom)];
    let places: Vec<(usize, usize)> = match stones {
        2..=4 => corners[..stones].to_vec(),
        5..=9 => {
            let (center, middle) = (center?, middle?);
            let sides = [(left, middle), (right, middle), (center, bottom), (center, top)];
            let odd = (stones % 2 == 1).then_some((center, middle));
            let on_sides = if stones < 6 { 0 } else { (stones - 4) / 2 * 2 };
            corners.into_iter().chain(sides[..on_sides].iter().copied()).chain(odd).collect()
        }
        _ => return None,
    };
    places.into_iter().map(|(column, row)| size.point(column, row)).collect()
}

/// The three lines of star points along one side: the third or fourth line
/// from each edge, and the middle where there is one far enough from them.
fn lines(side: usize) -> Option<(usize, Option<usize>, usize)> {
    let edge = if side >= 13 { 3 } else { 2 };
    let center = (side % 2 == 1 && side >= 9).then_some(side / 2);
    (side >= 7).then(|| (edge, center, side - 1 - edge))
}

/// Stones where they keep furthest apart, beginning with a fixed handicap.
fn free(size: Size, stones: usize) -> Vec<Point> {
    let begin = (2..=stones).rev().find_map(|number| fixed(size, number));
    let mut points = begin.unwrap_or_default();
    let mut rest: PointSet = PointSet::board(size);
    points.iter().for_each(|&point| {
        rest.remove(point);
    });
    while points.len() < stones {
        let room = |point: Point| {
            let edge = edge_distance(size, point).min(3);
            let near = points.iter().map(|&other| distance(point, other)).min().unwrap_or(0);
            (near.min(4) + edge, near)
        };
        let Some(best) = rest.iter().max_by_key(|&point| room(point)) else { break };
        rest.remove(best);
        points.push(best);
    }
    points
}

fn distance(a: Point, b: Point) -> usize {
    a.column().abs_diff(b.column()) + a.row().abs_diff(b.row())
}

/// How many lines lie between a point and the edge.
fn edge_distance(size: Size, point: Point) -> usize {
    let (column, row) = (point.column(), point.row());
    column.min(row).min(size.width() - 1 - column).min(size.height() - 1 - row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(side: usize, stones: usize) -> Option<String> {
        fixed(Size::square(side).unwrap(), stones).map(list)
    }

    #[test]
    fn fixed_handicaps_are_those_of_the_draft() {
        let full = |side, stones| names(side, stones).unwrap();
        assert_eq!(full(19, 2), "D4 Q16");
        assert_eq!(full(19, 3), "D4 Q16 D16");
        assert_eq!(full(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(full(19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(full(19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(full(19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(full(19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(full(9, 2), "C3 G7");
        assert_eq!(full(13, 4), "D4 K10 D10 K4");
        assert_eq!(full(7, 4), "C3 E5 C5 E3");
        for (side, stones) in [(19, 0), (19, 1), (19, 10), (7, 5), (8, 5), (18, 5), (6, 2)] {
            assert_eq!(names(side, stones), None, "{stones} stones on {side}×{side}");
        }
    }

    #[test]
    fn free_handicaps_have_as_many_stones_as_asked_for() {
        for (width, height) in [(1, 3), (2, 2), (5, 5), (9, 9), (19, 19), (7, 13)] {
            let size = Size::new(width, height).unwrap();
            for stones in 2..size.area().min(40) {
                let points: PointSet = free(size, stones).into_iter().collect();
                assert_eq!(points.len(), stones, "{stones} on {size}");
            }
        }
    }
}
