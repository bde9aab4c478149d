//! How many moves without an answer join one thing to another (Chen 2002,
//! section 3.1): own stones are free, an empty point costs a move, and a block
//! of the opponent's with few liberties costs as many moves as it has.

use board::{CELLS, Color, Point, PointSet, Position};

const UNREACHED: u8 = u8::MAX;

/// Moves from somewhere to every point.
pub(super) struct Distances {
    moves: [u8; CELLS],
}

impl Distances {
    /// From a set of points, up to `most` moves, or until a point of `goal` is
    /// reached; and the moves to that point.
    pub(super) fn from(
        position: &Position,
        owner: Color,
        start: &PointSet,
        goal: &PointSet,
        most: usize,
    ) -> (Distances, Option<usize>) {
        let mut distances = Distances { moves: [UNREACHED; CELLS] };
        let mut now: Vec<Point> = Vec::with_capacity(64);
        let mut later: Vec<(Point, u8)> = Vec::with_capacity(64);
        for point in start.iter() {
            // An empty point of an area costs the move on it.
            let cost = u8::from(position.is_empty(point));
            distances.moves[point.index()] = cost;
            if cost == 0 { now.push(point) } else { later.push((point, cost)) }
        }
        let mut ring = 0;
        loop {
            let mut i = 0;
            while i < now.len() {
                let point = now[i];
                i += 1;
                if goal.contains(point) {
                    return (distances, Some(ring as usize));
                }
                if distances.moves[point.index()] == ring {
                    distances.spread(position, owner, point, ring, &mut now, &mut later);
                }
            }
            ring += 1;
            if ring as usize > most || later.is_empty() {
                return (distances, None);
            }
            now.clear();
            later.retain(|&(point, cost)| {
                if cost == ring {
                    now.push(point);
                }
                cost > ring
            });
        }
    }

    fn spread(
        &mut self,
        position: &Position,
        owner: Color,
        point: Point,
        ring: u8,
        now: &mut Vec<Point>,
        later: &mut Vec<(Point, u8)>,
    ) {
        let here = position.stone(point);
        for n in position.size().neighbors(point) {
            let cost = match position.stone(n) {
                None => ring + 1,
                Some(color) if color == owner => ring,
                Some(color) if here == Some(color) => ring,
                // Taking it; its points are then empty.
                Some(_) => match position.liberties(n) {
                    left @ (1..=3) => ring + left as u8 - u8::from(here.is_none()),
                    _ => continue,
                },
            };
            if cost < self.moves[n.index()] {
                self.moves[n.index()] = cost;
                if cost == ring { now.push(n) } else { later.push((n, cost)) }
            }
        }
    }

    /// The moves to a point, if it is near.
    pub(super) fn at(&self, point: Point) -> Option<usize> {
        Some(self.moves[point.index()]).filter(|&m| m != UNREACHED).map(usize::from)
    }
}
