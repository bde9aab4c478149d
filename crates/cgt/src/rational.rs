//! Exact rational numbers that never overflow in silence.
//!
//! Thermographs of kos break at thirds, sevenths and so on, so dyadic numbers
//! are not enough there. Every operation that can leave the range of 128-bit
//! fractions answers with [`Overflow`] instead of a wrong number.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms with a positive denominator.
///
/// ```
/// use cgt::Rational;
///
/// let third = Rational::new(1, 3)?;
/// let half = Rational::new(-2, -4)?;
/// assert_eq!(third.add(half)?.to_string(), "5/6");
/// assert!(third < half);
/// # Ok::<(), cgt::Overflow>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: i128,
    denominator: i128,
}

/// A number left the range that exact arithmetic keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Overflow;

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number grew beyond the range of exact arithmetic")
    }
}

impl std::error::Error for Overflow {}

impl From<Overflow> for crate::Error {
    fn from(_: Overflow) -> crate::Error {
        crate::Error::Overflow
    }
}

impl From<crate::Dyadic> for Rational {
    fn from(x: crate::Dyadic) -> Rational {
        Rational { numerator: i128::from(x.numerator()), denominator: i128::from(x.denominator()) }
    }
}

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational::integer(0);
    /// One.
    pub const ONE: Rational = Rational::integer(1);

    /// The integer `n`.
    pub const fn integer(n: i64) -> Rational {
        Rational { numerator: n as i128, denominator: 1 }
    }

    /// The fraction `numerator / denominator`; a denominator of zero is an
    /// [`Overflow`] too.
    pub fn new(numerator: i128, denominator: i128) -> Result<Rational, Overflow> {
        if denominator == 0 || numerator == i128::MIN || denominator == i128::MIN {
            return Err(Overflow);
        }
        let common = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128;
        let sign = denominator.signum();
        Ok(Rational {
            numerator: numerator / common * sign,
            denominator: denominator / common * sign,
        })
    }

    /// The numerator in lowest terms, with the sign.
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator in lowest terms, positive.
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// Whether the number is whole.
    pub fn is_integer(self) -> bool {
        self.denominator == 1
    }

    /// The sum.
    // Not `std::ops::Add`: the operator could not say that it failed.
    #[allow(clippy::should_implement_trait, reason = "it can fail, which the operator cannot")]
    pub fn add(self, other: Rational) -> Result<Rational, Overflow> {
        if self.denominator == other.denominator {
            let sum = self.numerator.checked_add(other.numerator).ok_or(Overflow)?;
            return if self.denominator == 1 && sum != i128::MIN {
                Ok(Rational { numerator: sum, denominator: 1 })
            } else {
                Rational::new(sum, self.denominator)
            };
        }
        let common = gcd(self.denominator.unsigned_abs(), other.denominator.unsigned_abs()) as i128;
        let (a, b) = (self.denominator / common, other.denominator / common);
        let left = self.numerator.checked_mul(b).ok_or(Overflow)?;
        let right = other.numerator.checked_mul(a).ok_or(Overflow)?;
        let denominator = self.denominator.checked_mul(b).ok_or(Overflow)?;
        Rational::new(left.checked_add(right).ok_or(Overflow)?, denominator)
    }

    /// The difference.
    #[allow(clippy::should_implement_trait, reason = "it can fail, which the operator cannot")]
    pub fn sub(self, other: Rational) -> Result<Rational, Overflow> {
        self.add(other.neg())
    }

    /// The product.
    #[allow(clippy::should_implement_trait, reason = "it can fail, which the operator cannot")]
    pub fn mul(self, other: Rational) -> Result<Rational, Overflow> {
        let a = gcd(self.numerator.unsigned_abs(), other.denominator.unsigned_abs()).max(1) as i128;
        let b = gcd(other.numerator.unsigned_abs(), self.denominator.unsigned_abs()).max(1) as i128;
        let numerator = (self.numerator / a).checked_mul(other.numerator / b).ok_or(Overflow)?;
        let denominator =
            (self.denominator / b).checked_mul(other.denominator / a).ok_or(Overflow)?;
        Rational::new(numerator, denominator)
    }

    /// The product with an integer.
    pub fn times(self, n: i64) -> Result<Rational, Overflow> {
        self.mul(Rational::integer(n))
    }

    /// The quotient; division by zero is an [`Overflow`].
    #[allow(clippy::should_implement_trait, reason = "it can fail, which the operator cannot")]
    pub fn div(self, other: Rational) -> Result<Rational, Overflow> {
        if other.numerator == 0 {
            return Err(Overflow);
        }
        self.mul(Rational::new(other.denominator, other.numerator)?)
    }

    /// The negative.
    #[allow(clippy::should_implement_trait, reason = "called like its kin, which can fail")]
    pub fn neg(self) -> Rational {
        // The numerator is never `i128::MIN`: `new` refuses it.
        Rational { numerator: -self.numerator, denominator: self.denominator }
    }

    /// The greatest integer not above the number.
    pub fn floor(self) -> Rational {
        Rational { numerator: self.numerator.div_euclid(self.denominator), denominator: 1 }
    }

    /// The least integer not below the number.
    pub fn ceil(self) -> Rational {
        self.neg().floor().neg()
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let left = self.numerator.checked_mul(other.denominator);
        let right = other.numerator.checked_mul(self.denominator);
        match (left, right) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => compare_by_continued_fraction(*self, *other),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Rational {
    fn from(n: i64) -> Rational {
        Rational::integer(n)
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

/// Compares where the cross products do not fit: whole parts first, then the
/// reciprocals of the rests the other way round.
fn compare_by_continued_fraction(mut a: Rational, mut b: Rational) -> Ordering {
    let mut reversed = false;
    loop {
        let (whole_a, whole_b) = (a.floor(), b.floor());
        let order = whole_a.numerator.cmp(&whole_b.numerator);
        let rest_a = a.numerator.rem_euclid(a.denominator);
        let rest_b = b.numerator.rem_euclid(b.denominator);
        let order = match order {
            Ordering::Equal if rest_a == 0 || rest_b == 0 => rest_a.signum().cmp(&rest_b.signum()),
            Ordering::Equal => {
                (a, b) = (
                    Rational { numerator: a.denominator, denominator: rest_a },
                    Rational { numerator: b.denominator, denominator: rest_b },
                );
                reversed = !reversed;
                continue;
            }
            decided => decided,
        };
        return if reversed { order.reverse() } else { order };
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // 128-bit division is slow; almost all numbers met are short.
        if let (Ok(mut x), Ok(mut y)) = (u64::try_from(a), u64::try_from(b)) {
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return u128::from(x);
        }
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn r(n: i128, d: i128) -> Rational {
        Rational::new(n, d).unwrap()
    }

    #[test]
    fn fractions_are_kept_in_lowest_terms() {
        assert_eq!(r(6, -4), r(-3, 2));
        assert_eq!(r(0, -7), Rational::ZERO);
        assert_eq!(r(7, 2).floor(), Rational::integer(3));
        assert_eq!(r(-7, 2).floor(), Rational::integer(-4));
        assert_eq!(r(-7, 2).ceil(), Rational::integer(-3));
        assert_eq!(r(2, 3).mul(r(9, 4)), Ok(r(3, 2)));
        assert_eq!(r(2, 3).div(r(-4, 9)), Ok(r(-3, 2)));
    }

    #[test]
    fn overflow_is_told_and_comparison_needs_no_room() {
        let huge = r(i128::MAX, 1);
        assert_eq!(huge.add(Rational::ONE), Err(Overflow));
        assert_eq!(Rational::new(1, 0), Err(Overflow));
        assert_eq!(Rational::ONE.div(Rational::ZERO), Err(Overflow));
        let a = r(i128::MAX, i128::MAX - 1);
        let b = r(i128::MAX - 1, i128::MAX - 2);
        assert!(a < b);
        assert!(a > Rational::ONE);
        assert_eq!(a.cmp(&a), Ordering::Equal);
        assert!(a.neg() > b.neg());
    }
}
