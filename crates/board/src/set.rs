//! Sets of points, in the language of Müller's thesis (1995, section 1.7):
//! union, intersection, border, interior, connected components.
//!
//! A set is one 32-bit word a row. Neighbours above and below are the words
//! above and below, neighbours left and right are shifts, so that whole-board
//! operations are a few straight loops over 25 words.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

use crate::point::{MAX_SIZE, Point, Size};

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointSet {
    rows: [u32; MAX_SIZE],
}

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet { rows: [0; MAX_SIZE] };

    /// All points of a board.
    pub fn board(size: Size) -> PointSet {
        let mut rows = [0; MAX_SIZE];
        rows[..size.height()].fill((1 << size.width()) - 1);
        PointSet { rows }
    }

    /// Whether the set has no points.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// Number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether `point` is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.rows[point.row()] & bit(point) != 0
    }

    /// Adds a point; true if it is new.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let row = &mut self.rows[point.row()];
        let new = *row & bit(point) == 0;
        *row |= bit(point);
        new
    }

    /// Takes a point out; true if it was there.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let row = &mut self.rows[point.row()];
        let there = *row & bit(point) != 0;
        *row &= !bit(point);
        there
    }

    /// The lowest point, from A1 along the rows upward.
    pub fn first(&self) -> Option<Point> {
        let row = self.rows.iter().position(|&row| row != 0)?;
        Some(Point::new(self.rows[row].trailing_zeros() as usize, row))
    }

    /// The points in order, from A1 along the rows upward.
    pub fn iter(&self) -> Points {
        Points { rows: self.rows, row: 0 }
    }

    /// Whether every point of this set is in `other`.
    pub fn is_subset(&self, other: &PointSet) -> bool {
        (*self - *other).is_empty()
    }

    /// Whether the sets share a point.
    pub fn intersects(&self, other: &PointSet) -> bool {
        self.rows.iter().zip(&other.rows).any(|(a, b)| a & b != 0)
    }

    /// The columns of one row that are in the set, a bit each.
    #[inline]
    pub fn row(&self, row: usize) -> u32 {
        self.rows[row]
    }

    /// The set moved by so many columns and rows. Points moved past the left or lower
    /// edge, or beyond the largest board, are lost; take the rest off a smaller board
    /// by intersecting with [`PointSet::board`].
    pub fn shifted(&self, columns: i8, rows: i8) -> PointSet {
        const ALL: u32 = (1 << MAX_SIZE) - 1;
        let mut shifted = [0; MAX_SIZE];
        let by = usize::from(rows.unsigned_abs()).min(MAX_SIZE);
        let (to, from) = if rows >= 0 {
            (&mut shifted[by..], &self.rows[..MAX_SIZE - by])
        } else {
            (&mut shifted[..MAX_SIZE - by], &self.rows[by..])
        };
        let by = u32::from(columns.unsigned_abs()).min(31);
        for (to, from) in to.iter_mut().zip(from) {
            *to = if columns >= 0 { from << by & ALL } else { from >> by };
        }
        PointSet { rows: shifted }
    }

    /// The set and all its neighbours, as far as they lie in `within`.
    pub fn grown(&self, within: &PointSet) -> PointSet {
        let r = &self.rows;
        let mut rows = [0; MAX_SIZE];
        for (i, out) in rows.iter_mut().enumerate() {
            let below = if i > 0 { r[i - 1] } else { 0 };
            let above = if i + 1 < MAX_SIZE { r[i + 1] } else { 0 };
            *out = (r[i] | r[i] << 1 | r[i] >> 1 | below | above) & within.rows[i];
        }
        PointSet { rows }
    }

    /// The border: points of the board outside the set that touch it.
    /// The liberties of a block are the empty part of its border.
    pub fn border(&self, size: Size) -> PointSet {
        self.grown(&PointSet::board(size)) - *self
    }

    /// The interior: points of the set all of whose neighbours on the board are in the set.
    pub fn interior(&self, size: Size) -> PointSet {
        let outside = PointSet::board(size) - *self;
        *self - outside.grown(self)
    }

    /// The connected component of `seed` within this set; empty if `seed` is outside.
    pub fn component(&self, seed: Point) -> PointSet {
        let mut component = PointSet::EMPTY;
        if self.contains(seed) {
            component.insert(seed);
        }
        self.flood(component)
    }

    /// Everything in this set that can be reached from `seeds` without leaving it.
    pub fn flood(&self, seeds: PointSet) -> PointSet {
        let mut reached = seeds & *self;
        loop {
            let next = reached.grown(self);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The connected components, ordered by their lowest points.
    pub fn components(&self) -> impl Iterator<Item = PointSet> + use<> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let component = rest.component(rest.first()?);
            rest -= component;
            Some(component)
        })
    }

    /// Whether the set is empty or one connected component.
    pub fn is_connected(&self) -> bool {
        self.first().is_none_or(|seed| self.component(seed) == *self)
    }
}

#[inline]
fn bit(point: Point) -> u32 {
    1 << point.column()
}

/// Iterator over the points of a set.
#[derive(Clone, Debug)]
pub struct Points {
    rows: [u32; MAX_SIZE],
    row: usize,
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.row < MAX_SIZE {
            let word = &mut self.rows[self.row];
            if *word != 0 {
                let column = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Point::new(column, self.row));
            }
            self.row += 1;
        }
        None
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;
    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Points;
    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl Default for PointSet {
    fn default() -> PointSet {
        PointSet::EMPTY
    }
}

impl From<Point> for PointSet {
    fn from(point: Point) -> PointSet {
        PointSet::from_iter([point])
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for PointSet {
    /// The points, separated by spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, point) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{point}")?;
        }
        Ok(())
    }
}

/// Row by row, with plain word operations.
macro_rules! word_by_word {
    ($($op:ident $method:ident $a:ident $b:ident $word:expr;)*) => {$(
        impl $op for PointSet {
            type Output = PointSet;
            #[inline]
            fn $method(mut self, other: PointSet) -> PointSet {
                for ($a, $b) in self.rows.iter_mut().zip(other.rows) {
                    *$a = $word;
                }
                self
            }
        }
    )*};
}

word_by_word! {
    BitOr bitor a b *a | b;
    BitAnd bitand a b *a & b;
    BitXor bitxor a b *a ^ b;
    Sub sub a b *a & !b;
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        *self = *self | other;
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: PointSet) {
        *self = *self & other;
    }
}

impl SubAssign for PointSet {
    #[inline]
    fn sub_assign(&mut self, other: PointSet) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shifted_set_loses_what_falls_off() {
        let set: PointSet =
            [(0, 0), (3, 24), (24, 7)].map(|(x, y)| Point::new(x, y)).into_iter().collect();
        for columns in -30..=30 {
            for rows in -30..=30 {
                let moved: PointSet = set
                    .iter()
                    .filter_map(|p| {
                        let x = p.column().checked_add_signed(columns.into())?;
                        let y = p.row().checked_add_signed(rows.into())?;
                        (x < MAX_SIZE && y < MAX_SIZE).then(|| Point::new(x, y))
                    })
                    .collect();
                assert_eq!(set.shifted(columns, rows), moved, "{columns} {rows}");
            }
        }
    }

    fn set(names: &str) -> PointSet {
        names.split_whitespace().map(|name| name.parse::<Point>().unwrap()).collect()
    }

    #[test]
    fn border_and_interior_stop_at_the_edge() {
        let size = Size::square(5).unwrap();
        assert_eq!(set("A1").border(size), set("B1 A2"));
        assert_eq!(set("A1 B1 A2").interior(size), set("A1"));
        assert_eq!(PointSet::board(size).interior(size), PointSet::board(size));
        assert_eq!(PointSet::board(size).border(size), PointSet::EMPTY);
        assert_eq!(set("E5").border(size), set("D5 E4"));
    }

    #[test]
    fn components_are_solid_and_ordered() {
        let parts: Vec<PointSet> = set("A1 A2 C1 D2 C2 E5").components().collect();
        assert_eq!(parts, [set("A1 A2"), set("C1 C2 D2"), set("E5")]);
        assert!(!set("A1 B2").is_connected());
        assert!(set("").is_connected());
    }

    #[test]
    fn the_largest_board_fits() {
        let size = Size::square(25).unwrap();
        let all = PointSet::board(size);
        assert_eq!(all.len(), 625);
        assert_eq!(all.iter().collect::<PointSet>(), all);
        assert_eq!(set("Z25").border(size), set("Y25 Z24"));
        assert_eq!(all.to_string().split(' ').count(), 625);
    }
}
