//! Shapes of patterns around a move: nested squares and nested diamonds.

use board::Symmetry;

/// A family of nested shapes. Each level contains the levels before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Squares of side 3, 5, 7 and 9 (Harrison 2010, section 2.3.11).
    Squares,
    /// All points up to a distance of 3 to 14, where the distance of two points
    /// is |dx| + |dy| + max(|dx|, |dy|) (Stern, Herbrich and Graepel 2006;
    /// Coulom 2007): rounded diamonds of 8 to 140 points.
    Diamonds,
}

/// The largest number of levels of a family.
pub const MOST_LEVELS: usize = 10;

/// The largest |dx| or |dy| in a shape.
pub const REACH: i8 = 7;

impl Family {
    /// All families.
    pub const ALL: [Family; 2] = [Family::Squares, Family::Diamonds];

    /// The sides or distances that name the levels, the smallest first.
    pub fn levels(self) -> &'static [u8] {
        match self {
            Family::Squares => &[3, 5, 7, 9],
            Family::Diamonds => &[3, 4, 5, 6, 7, 8, 9, 10, 12, 14],
        }
    }

    /// The first level that contains the point at this offset from the centre,
    /// if one does. The centre itself is in none: it is always empty.
    ///
    /// ```
    /// use pattern::Family;
    /// assert_eq!(Family::Squares.level_of(2, -1), Some(1));
    /// assert_eq!(Family::Diamonds.level_of(2, -1), Some(2));
    /// assert_eq!(Family::Diamonds.level_of(9, 0), None);
    /// ```
    pub fn level_of(self, dx: i8, dy: i8) -> Option<usize> {
        let (a, b) = (dx.unsigned_abs(), dy.unsigned_abs());
        let (least, measure) = match self {
            Family::Squares => (1, 2 * a.max(b) + 1),
            Family::Diamonds => (2, distance(dx, dy)),
        };
        if a.max(b) == 0 || measure < least {
            return None;
        }
        self.levels().iter().position(|&level| measure <= level)
    }

    /// The offsets of the largest shape, each with the first level that contains it.
    pub fn offsets(self) -> Vec<(i8, i8, usize)> {
        let mut offsets = Vec::new();
        for dy in -REACH..=REACH {
            for dx in -REACH..=REACH {
                if let Some(level) = self.level_of(dx, dy) {
                    offsets.push((dx, dy, level));
                }
            }
        }
        offsets
    }

    /// The name used in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Family::Squares => "squares",
            Family::Diamonds => "diamonds",
        }
    }
}

/// The distance |dx| + |dy| + max(|dx|, |dy|), which tells a knight's move from a jump.
pub fn distance(dx: i8, dy: i8) -> u8 {
    let (a, b) = (dx.unsigned_abs(), dy.unsigned_abs());
    a.saturating_add(b).saturating_add(a.max(b))
}

/// Where one of the eight symmetries takes an offset.
pub(crate) fn turn(symmetry: usize, dx: i8, dy: i8) -> (i8, i8) {
    debug_assert!(symmetry < Symmetry::ALL.len());
    let x = if symmetry & 1 != 0 { -dx } else { dx };
    let y = if symmetry & 2 != 0 { -dy } else { dy };
    if symmetry & 4 != 0 { (y, x) } else { (x, y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_the_known_numbers_of_points() {
        let points = |family: Family| -> Vec<usize> {
            let offsets = family.offsets();
            (0..family.levels().len())
                .map(|level| offsets.iter().filter(|&&(.., first)| first <= level).count())
                .collect()
        };
        assert_eq!(points(Family::Squares), [8, 24, 48, 80]);
        assert_eq!(points(Family::Diamonds), [8, 12, 20, 28, 36, 48, 60, 72, 104, 140]);
    }

    #[test]
    fn turns_keep_the_level() {
        for family in Family::ALL {
            for (dx, dy, level) in family.offsets() {
                for symmetry in 0..8 {
                    let (x, y) = turn(symmetry, dx, dy);
                    assert_eq!(family.level_of(x, y), Some(level));
                }
            }
        }
    }
}
