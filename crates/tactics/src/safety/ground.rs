//! The points of a problem, numbered, with their neighbours: the geometry that
//! never changes while stones come and go.

use board::{Point, PointSet, Size};

use super::bits::Bits;

/// A piece of the board whose points have numbers.
#[derive(Clone, Debug)]
pub(crate) struct Ground<B> {
    /// The points with their numbers, lowest first.
    points: Vec<(usize, Point)>,
    /// The neighbours by number.
    neighbors: Vec<B>,
    all: B,
    /// How far numbers of points one above the other differ, if they are laid out
    /// in rows with a gap between them; then neighbours are found by shifting.
    stride: Option<u32>,
}

impl<B: Bits> Ground<B> {
    /// The ground of these points, numbered in their order; `None` if they are too
    /// many for the width.
    pub(crate) fn new(size: Size, points: &PointSet) -> Option<Ground<B>> {
        if points.len() > B::LIMIT {
            return None;
        }
        Some(Ground::numbered(size, points.iter().enumerate().collect(), None))
    }

    /// The same with numbers in rows, where the width has room for that: sets of
    /// points are then flooded much faster.
    pub(crate) fn in_rows(size: Size, points: &PointSet) -> Option<Ground<B>> {
        let columns = points.iter().map(Point::column);
        let rows = points.iter().map(Point::row);
        let (left, right) = (columns.clone().min()?, columns.max()?);
        let (low, high) = (rows.clone().min()?, rows.max()?);
        let stride = right - left + 2;
        let room = B::LIMIT <= 128 && stride * (high - low + 1) <= B::LIMIT;
        if !room {
            return Ground::new(size, points);
        }
        let number = |p: Point| (p.row() - low) * stride + p.column() - left;
        let mut numbered: Vec<(usize, Point)> = points.iter().map(|p| (number(p), p)).collect();
        numbered.sort_unstable();
        Some(Ground::numbered(size, numbered, Some(stride as u32)))
    }

    fn numbered(size: Size, points: Vec<(usize, Point)>, stride: Option<u32>) -> Ground<B> {
        let mut number = [None; board::CELLS];
        for &(i, point) in &points {
            number[point.index()] = Some(i);
        }
        let mut all = B::EMPTY;
        let mut neighbors = vec![B::EMPTY; points.last().map_or(0, |&(last, _)| last + 1)];
        for &(i, point) in &points {
            all = all | B::bit(i);
            let near = size.neighbors(point).filter_map(|n| number[n.index()]);
            neighbors[i] = near.fold(B::EMPTY, |set, n| set | B::bit(n));
        }
        Ground { points, neighbors, all, stride }
    }

    /// All points.
    pub(crate) fn all(&self) -> B {
        self.all
    }

    /// The neighbours of a point.
    #[inline]
    pub(crate) fn near(&self, i: usize) -> B {
        self.neighbors[i]
    }

    /// The points beside any of these; the set's own inner points included.
    #[inline]
    pub(crate) fn beside(&self, set: B) -> B {
        if let Some(stride) = self.stride
            && let Some(spread) = set.spread(stride)
        {
            return spread & self.all;
        }
        set.iter().fold(B::EMPTY, |near, i| near | self.neighbors[i])
    }

    /// Everything reached from `seeds` without leaving `within`.
    #[inline]
    pub(crate) fn flood(&self, seeds: B, within: B) -> B {
        let mut reached = seeds & within;
        let mut front = reached;
        while !front.is_empty() {
            front = (self.beside(front) & within).without(reached);
            reached = reached | front;
        }
        reached
    }

    /// The connected components of a set, lowest point first.
    pub(crate) fn components(&self, set: B) -> impl Iterator<Item = B> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            let component = self.flood(B::bit(rest.first()?), rest);
            rest = rest.without(component);
            Some(component)
        })
    }

    /// Whether `rest`, a connected set without its point `p`, is still connected.
    pub(crate) fn is_connected_around(&self, p: usize, rest: B) -> bool {
        let around = self.near(p) & rest;
        let Some(seed) = around.first() else { return true };
        // Mostly the neighbours of the point meet at its corners.
        let mut met = B::bit(seed);
        for _ in 0..3 {
            met = met | (self.beside(self.beside(met) & rest) & around);
        }
        around.is_subset(met) || around.is_subset(self.flood(B::bit(seed), rest))
    }

    /// Whether no two points of the set lie apart: at most one eye fits in.
    pub(crate) fn holds_one_eye_at_most(&self, set: B) -> bool {
        match set.count() {
            0 | 1 => true,
            2 => set.first().is_some_and(|i| self.near(i).meets(set)),
            _ => false,
        }
    }

    /// The numbered form of a set; points outside the ground are left out.
    pub(crate) fn bits(&self, set: &PointSet) -> B {
        let inside = self.points.iter().filter(|(_, point)| set.contains(*point));
        inside.fold(B::EMPTY, |bits, &(i, _)| bits | B::bit(i))
    }

    /// The points of a numbered set.
    pub(crate) fn set(&self, bits: B) -> PointSet {
        let inside = self.points.iter().filter(|&&(i, _)| bits.contains(i));
        inside.map(|&(_, point)| point).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_lists_have_the_same_neighbours() {
        let size = Size::new(9, 7).unwrap();
        let shapes = ["A1 B1 B2 C2 J7", "A1 A2 A3 B3 C3 C2 C1 D1", "D4 J1 H2 J2 J3 A7 B7"];
        for shape in shapes {
            let points: PointSet = shape.split(' ').map(|p| p.parse::<Point>().unwrap()).collect();
            let list = Ground::<u128>::new(size, &points).unwrap();
            let rows = Ground::<u128>::in_rows(size, &points).unwrap();
            assert!(rows.stride.is_some() && list.stride.is_none());
            assert_eq!(rows.set(rows.all()), points);
            for point in points.iter() {
                let one = PointSet::from(point);
                let [near, beside] = [&list, &rows].map(|ground| {
                    let bit = ground.bits(&one);
                    let near = ground.set(ground.near(bit.first().unwrap()));
                    assert_eq!(near, ground.set(ground.beside(bit)));
                    near
                });
                assert_eq!(near, beside, "{point} in {shape}");
            }
        }
    }
}
