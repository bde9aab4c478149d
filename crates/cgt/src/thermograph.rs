//! Thermographs: the stops of a game under every tax on moving.
//!
//! Walls follow the recursion of *Winning Ways*, chapter 6, widened for kos
//! (Berlekamp, *The economist's view of combinatorial games*): scaffolds of
//! kos have slopes beyond ±1 and may cross more than once, so that a
//! thermograph can have caves between hills.

use crate::rational::{Overflow, Rational};
use crate::wall::{COLDEST, Piece, Vertex, Wall, pieces};

/// The left and right wall of a game, from temperature −1 upward.
///
/// ```
/// use cgt::{Rational, Thermograph};
///
/// let mast = |n| Thermograph::mast(Rational::integer(n));
/// // 3||2|1: Black's gote of mean 9/4 and temperature 3/4.
/// let threat = Thermograph::of_options(&[mast(2)], &[mast(1)])?;
/// let game = Thermograph::of_options(&[mast(3)], &[threat])?;
/// assert_eq!(game.mean().to_string(), "9/4");
/// assert_eq!(game.temperature().to_string(), "3/4");
/// # Ok::<(), cgt::Overflow>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
}

impl Thermograph {
    /// The thermograph of a game in which nobody moves at any temperature
    /// from −1 upward: an integer, or a score taken as settled.
    pub fn mast(value: Rational) -> Thermograph {
        Thermograph { left: Wall::mast(value), right: Wall::mast(value) }
    }

    /// The thermograph of the game whose options have these thermographs.
    pub fn of_options(
        left: &[Thermograph],
        right: &[Thermograph],
    ) -> Result<Thermograph, Overflow> {
        let left_scaffold = highest(left.iter().map(|option| option.right.taxed(-1)))?;
        let right_scaffold = lowest(right.iter().map(|option| option.left.taxed(1)))?;
        Thermograph::of_scaffolds(left_scaffold.as_ref(), right_scaffold.as_ref())
    }

    /// The walls between two scaffolds; no scaffold where a side has no move.
    ///
    /// On a *hill* the walls are the scaffolds. In a *cave* (left scaffold
    /// below the right one) nobody moves: both walls are one line that moves
    /// as little as the scaffolds allow.
    pub(crate) fn of_scaffolds(
        left: Option<&Wall>,
        right: Option<&Wall>,
    ) -> Result<Thermograph, Overflow> {
        match (left, right) {
            (Some(left), Some(right)) => intersect(left, right),
            // With one scaffold the whole plane beyond it is a cave.
            (Some(left), None) => settle(left, |x, edge| x.max(edge)),
            (None, Some(right)) => settle(right, |x, edge| x.min(edge)),
            (None, None) => Ok(Thermograph::mast(Rational::ZERO)),
        }
    }

    /// The walls between two scaffolds where passing is free and the position counts
    /// `score` as it stands. A cave at temperature zero begins as near to that score
    /// as the scaffolds allow; below zero nothing changes.
    pub(crate) fn of_standing(
        left: Option<&Wall>,
        right: Option<&Wall>,
        score: Rational,
    ) -> Result<Thermograph, Overflow> {
        let at_zero = |wall: Option<&Wall>| wall.map(|w| w.at(Rational::ZERO)).transpose();
        let (low, high) = (at_zero(left)?, at_zero(right)?);
        let start = low.map_or(score, |low| score.max(low));
        let start = high.map_or(start, |high| start.min(high));
        // Both scaffolds run to their places at zero, in a cave from where it begins.
        let is_hill = matches!((low, high), (Some(low), Some(high)) if low > high);
        let above_zero = |wall: Option<&Wall>, sign: i64| match wall {
            Some(wall) if is_hill => wall.above_zero(wall.at(Rational::ZERO)?),
            Some(wall) => wall.above_zero(start),
            None => Ok(Wall::mast(start.add(Rational::integer(sign * NEVER))?)),
        };
        intersect(&above_zero(left, -1)?, &above_zero(right, 1)?)
    }

    /// The left wall: the result with Left to move, taxed.
    pub fn left_wall(&self) -> &Wall {
        &self.left
    }

    /// The right wall: the result with Right to move, taxed.
    pub fn right_wall(&self) -> &Wall {
        &self.right
    }

    /// The value of the mast: what the game is worth on average.
    pub fn mean(&self) -> Rational {
        // Both walls are vertical above their last break points and meet there.
        self.left.vertices().last().map_or(Rational::ZERO, |v| v.value)
    }

    /// The temperature from which on the walls are one vertical mast: −1 for
    /// integers, −1/2ᵏ for other numbers, 0 for infinitesimals.
    pub fn temperature(&self) -> Rational {
        // A wall may turn vertical before the other one reaches it.
        let foot = |wall: &Wall| wall.vertices().last().map_or(COLDEST, |v| v.temperature);
        foot(&self.left).max(foot(&self.right))
    }

    /// The left and right stop: the walls at temperature zero.
    pub fn stops(&self) -> Result<(Rational, Rational), Overflow> {
        Ok((self.left.at(Rational::ZERO)?, self.right.at(Rational::ZERO)?))
    }

    /// The numbers between which the game is confused with numbers at
    /// temperature `t`: right wall and left wall.
    pub fn confusion_interval(&self, t: Rational) -> Result<(Rational, Rational), Overflow> {
        Ok((self.right.at(t)?, self.left.at(t)?))
    }

    /// The thermograph of the negative game.
    pub fn mirrored(&self) -> Thermograph {
        Thermograph { left: self.right.mirrored(), right: self.left.mirrored() }
    }

    /// The thermograph of the game plus an integer, or of a ko plus a score.
    pub fn shifted(&self, shift: Rational) -> Result<Thermograph, Overflow> {
        Ok(Thermograph { left: self.left.shifted(shift)?, right: self.right.shifted(shift)? })
    }
}

/// More points than any board has: the scaffold of a side without moves.
const NEVER: i64 = 1 << 20;

/// The highest of some scaffolds at every temperature; nothing for none.
pub(crate) fn highest(
    walls: impl IntoIterator<Item = Result<Wall, Overflow>>,
) -> Result<Option<Wall>, Overflow> {
    walls.into_iter().try_fold(None, |best: Option<Wall>, wall| match best {
        None => wall.map(Some),
        Some(best) => best.max(&wall?).map(Some),
    })
}

/// The lowest of some scaffolds at every temperature; nothing for none.
pub(crate) fn lowest(
    walls: impl IntoIterator<Item = Result<Wall, Overflow>>,
) -> Result<Option<Wall>, Overflow> {
    walls.into_iter().try_fold(None, |best: Option<Wall>, wall| match best {
        None => wall.map(Some),
        Some(best) => best.min(&wall?).map(Some),
    })
}

/// Sweeps both scaffolds upward, piece by piece.
fn intersect(left: &Wall, right: &Wall) -> Result<Thermograph, Overflow> {
    let mut walls = (Vec::new(), Vec::new());
    let mut slopes = (0, 0);
    // The line inside a cave; it begins where a hill closes.
    let mut line: Option<Rational> = None;
    for piece in pieces(left, right)? {
        let t = piece.first.temperature;
        if is_hill(&piece, left, right) {
            walls.0.push(piece.first);
            walls.1.push(piece.second);
            line = piece.until.map(|(end, _)| end.value);
            if piece.until.is_none() {
                slopes = (left.final_slope(), right.final_slope());
            }
            continue;
        }
        let (low, high) = (piece.first.value, piece.second.value);
        let mut x = match line {
            None => simplest_between(low, high)?,
            Some(x) => x.max(low).min(high),
        };
        let mut vertices = vec![Vertex { value: x, temperature: t }];
        let mut slope = 0;
        // Only one scaffold can reach the line before the cave ends.
        for (scaffold, pushes) in [(left, 1), (right, -1)] {
            let rate = scaffold.slope_above(t)?;
            if rate.numerator().signum() != pushes {
                continue;
            }
            let reached = t.add(x.sub(scaffold.at(t)?)?.div(rate)?)?;
            if piece.until.is_none_or(|(end, _)| reached < end.temperature) {
                vertices.push(Vertex { value: x, temperature: reached });
                if let Some((end, _)) = piece.until {
                    x = scaffold.at(end.temperature)?;
                } else {
                    slope = scaffold.final_slope();
                }
            }
        }
        line = Some(x);
        walls.0.extend_from_slice(&vertices);
        walls.1.extend_from_slice(&vertices);
        slopes = (slope, slope);
    }
    Ok(Thermograph {
        left: Wall::through(walls.0, slopes.0)?,
        right: Wall::through(walls.1, slopes.1)?,
    })
}

/// Whether the left scaffold is at or above the right one inside the piece.
fn is_hill(piece: &Piece, left: &Wall, right: &Wall) -> bool {
    if piece.first.value != piece.second.value {
        return piece.first.value > piece.second.value;
    }
    match piece.until {
        Some((left, right)) => left.value >= right.value,
        None => left.final_slope() >= right.final_slope(),
    }
}

/// The one line of a game where only one side has a scaffold.
fn settle(
    scaffold: &Wall,
    push: impl Fn(Rational, Rational) -> Rational,
) -> Result<Thermograph, Overflow> {
    let edge = scaffold.at(COLDEST)?;
    // {n|} is the simplest number above n, which at −1 is the scaffold itself
    // or zero, rounded to a whole number on the far side.
    let start = if push(Rational::ZERO, edge) == Rational::ZERO {
        Rational::ZERO
    } else if push(edge.ceil(), edge) == edge.ceil() {
        edge.ceil()
    } else {
        edge.floor()
    };
    // The scaffold of the side that can move never overtakes the line for
    // ever: it pushes the line only where it rises (Left) or falls (Right).
    let mut vertices = vec![Vertex { value: start, temperature: COLDEST }];
    let mut x = start;
    let line = Wall::mast(start);
    for piece in pieces(scaffold, &line)? {
        let pushed = push(x, piece.first.value);
        vertices.push(Vertex { value: pushed, temperature: piece.first.temperature });
        x = pushed;
    }
    let wall = Wall::through(vertices, 0)?;
    Ok(Thermograph { left: wall.clone(), right: wall })
}

/// The simplest number of the closed interval: the integer nearest to zero,
/// else the dyadic with the least denominator.
fn simplest_between(low: Rational, high: Rational) -> Result<Rational, Overflow> {
    let mut unit = Rational::ONE;
    loop {
        let (first, last) = (low.div(unit)?.ceil(), high.div(unit)?.floor());
        if first <= last {
            return Rational::ZERO.max(first).min(last).mul(unit);
        }
        if low == high {
            return Ok(low);
        }
        unit = unit.div(Rational::integer(2))?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn r(n: i128, d: i128) -> Rational {
        Rational::new(n, d).unwrap()
    }

    fn mast(n: i64) -> Thermograph {
        Thermograph::mast(Rational::integer(n))
    }

    fn game(left: &[Thermograph], right: &[Thermograph]) -> Thermograph {
        Thermograph::of_options(left, right).unwrap()
    }

    fn shown(wall: &Wall) -> String {
        let points = wall.vertices().iter().map(|v| format!("{}@{}", v.value, v.temperature));
        points.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_freeze_below_zero() {
        let half = game(&[mast(0)], &[mast(1)]);
        let quarter = game(&[mast(0)], std::slice::from_ref(&half));
        let one_and_an_eighth =
            game(&[mast(1)], &[game(&[mast(1)], &[game(&[mast(1)], &[mast(2)])])]);
        for (number, mean, temperature) in [
            (game(&[], &[]), r(0, 1), r(-1, 1)),
            (game(&[mast(4)], &[]), r(5, 1), r(-1, 1)),
            (game(&[], &[mast(-4)]), r(-5, 1), r(-1, 1)),
            (game(&[mast(-9)], &[]), r(0, 1), r(-1, 1)),
            (game(&[mast(-5)], &[mast(5)]), r(0, 1), r(-1, 1)),
            (half, r(1, 2), r(-1, 2)),
            (quarter, r(1, 4), r(-1, 4)),
            (one_and_an_eighth, r(9, 8), r(-1, 8)),
        ] {
            assert_eq!(number.mean(), mean);
            assert_eq!(number.temperature(), temperature);
        }
    }

    #[test]
    fn walls_of_nine_eighths_star() {
        let number = game(&[mast(1)], &[game(&[mast(1)], &[game(&[mast(1)], &[mast(2)])])]);
        let starred = game(std::slice::from_ref(&number), std::slice::from_ref(&number));
        assert_eq!(shown(starred.left_wall()), "2@-1 5/4@-1/4 5/4@-1/8 9/8@0");
        assert_eq!(shown(starred.right_wall()), "1@-1 1@-1/8 9/8@0");
    }

    #[test]
    fn a_cave_between_two_hills_keeps_one_line() {
        // Left scaffold 6 − 3t, then rising; right scaffold flat at 0, then 3.
        let at = |value, temperature| Vertex { value, temperature };
        let left = Wall::through(
            vec![at(r(9, 1), COLDEST), at(r(-3, 1), r(3, 1)), at(r(7, 1), r(5, 1))],
            -1,
        )
        .unwrap();
        let right = Wall::mast(r(0, 1));
        let t = Thermograph::of_scaffolds(Some(&left), Some(&right)).unwrap();
        assert_eq!(shown(t.left_wall()), "9@-1 0@2 0@18/5 7@5 0@12");
        assert_eq!(shown(t.right_wall()), "0@-1");
        assert_eq!(t.temperature(), r(12, 1));
    }
}
