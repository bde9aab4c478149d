//! The points of a problem, numbered, with their neighbours: the geometry that
//! never changes while stones come and go.

use board::{Point, PointSet, Size};

use super::bits::Bits;

/// A piece of the board whose points have numbers.
#[derive(Clone, Debug)]
pub(crate) struct Ground<B> {
    points: Vec<Point>,
    neighbors: Vec<B>,
    all: B,
}

impl<B: Bits> Ground<B> {
    /// The ground of these points; `None` if they are too many for the width.
    pub(crate) fn new(size: Size, points: &PointSet) -> Option<Ground<B>> {
        let points: Vec<Point> = points.iter().collect();
        if points.len() > B::LIMIT {
            return None;
        }
        let mut number = [None; board::CELLS];
        for (i, point) in points.iter().enumerate() {
            number[point.index()] = Some(i);
        }
        let mut all = B::EMPTY;
        let mut neighbors = Vec::with_capacity(points.len());
        for (i, &point) in points.iter().enumerate() {
            all = all | B::bit(i);
            let near = size.neighbors(point).filter_map(|n| number[n.index()]);
            neighbors.push(near.fold(B::EMPTY, |set, n| set | B::bit(n)));
        }
        Some(Ground { points, neighbors, all })
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
        let numbered = self.points.iter().enumerate();
        numbered
            .filter(|&(_, &point)| set.contains(point))
            .fold(B::EMPTY, |bits, (i, _)| bits | B::bit(i))
    }

    /// The points of a numbered set.
    pub(crate) fn set(&self, bits: B) -> PointSet {
        bits.iter().map(|i| self.points[i]).collect()
    }
}
