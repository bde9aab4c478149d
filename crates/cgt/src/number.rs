//! Exact dyadic rationals: the numbers that short games can be.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use crate::Error;

/// The number `numerator / 2^exponent` in lowest terms.
///
/// Arithmetic is checked: a result that does not fit is [`Error::Overflow`],
/// never a wrong number. Numerators have 63 bits and a sign, exponents go to 62.
///
/// ```
/// use cgt::Dyadic;
///
/// let x: Dyadic = "3/4".parse()?;
/// assert_eq!(x.add(Dyadic::from(2))?.to_string(), "11/4");
/// assert!(x < Dyadic::from(1));
/// # Ok::<(), cgt::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

/// The greatest exponent of a denominator.
const MAX_EXPONENT: u32 = 62;

impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic { numerator: 0, exponent: 0 };
    /// The number 1.
    pub const ONE: Dyadic = Dyadic { numerator: 1, exponent: 0 };

    /// The number `numerator / 2^exponent`, reduced.
    pub fn new(numerator: i64, exponent: u32) -> Result<Dyadic, Error> {
        Dyadic::reduced(i128::from(numerator), exponent)
    }

    /// The numerator in lowest terms.
    #[inline]
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The exponent k of the denominator 2^k in lowest terms.
    #[inline]
    pub fn exponent(self) -> u32 {
        u32::from(self.exponent)
    }

    /// The denominator, a power of two.
    pub fn denominator(self) -> i64 {
        1 << self.exponent
    }

    /// Whether this is a whole number.
    #[inline]
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The whole number this is, if it is one.
    pub fn as_integer(self) -> Option<i64> {
        self.is_integer().then_some(self.numerator)
    }

    /// Whether this is 0.
    #[inline]
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// -1, 0 or 1.
    pub fn signum(self) -> i64 {
        self.numerator.signum()
    }

    /// The sum.
    // Not `std::ops::Add`: the sum may not fit, and the error must be seen.
    #[allow(clippy::should_implement_trait, reason = "it can fail, which the operator cannot")]
    #[inline]
    pub fn add(self, other: Dyadic) -> Result<Dyadic, Error> {
        if self.exponent == 0 && other.exponent == 0 {
            return match self.numerator.checked_add(other.numerator) {
                Some(n) if n != i64::MIN => Ok(Dyadic { numerator: n, exponent: 0 }),
                _ => Err(Error::Overflow),
            };
        }
        let exponent = self.exponent.max(other.exponent);
        Dyadic::reduced(self.over(exponent) + other.over(exponent), u32::from(exponent))
    }

    /// The difference.
    #[allow(clippy::should_implement_trait, reason = "it can fail, which the operator cannot")]
    #[inline]
    pub fn sub(self, other: Dyadic) -> Result<Dyadic, Error> {
        self.add(-other)
    }

    /// The product.
    #[allow(clippy::should_implement_trait, reason = "it can fail, which the operator cannot")]
    pub fn mul(self, other: Dyadic) -> Result<Dyadic, Error> {
        let product = i128::from(self.numerator) * i128::from(other.numerator);
        Dyadic::reduced(product, self.exponent() + other.exponent())
    }

    /// Half of it.
    pub fn half(self) -> Result<Dyadic, Error> {
        Dyadic::reduced(i128::from(self.numerator), self.exponent() + 1)
    }

    /// The absolute value.
    pub fn abs(self) -> Dyadic {
        Dyadic { numerator: self.numerator.abs(), ..self }
    }

    /// The greatest whole number that is not greater.
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The least whole number that is not less.
    pub fn ceil(self) -> i64 {
        -((-self.numerator) >> self.exponent)
    }

    /// The day on which the number is born:
    /// 0 on day 0, n on day |n|, 3/4 on day 3.
    pub fn birthday(self) -> u64 {
        // floor|x| + 1 days lead to the next integer, one more for each binary
        // place; an integer needs only itself.
        let whole = self.numerator.unsigned_abs() >> self.exponent;
        if self.exponent == 0 { whole } else { whole + 1 + u64::from(self.exponent) }
    }

    /// The simplest number above `lower` and below `upper`: the integer of least
    /// absolute value if there is one, else the number of least denominator.
    /// `None` if no number lies there.
    ///
    /// ```
    /// use cgt::{Bound, Dyadic};
    ///
    /// let quarter: Dyadic = "1/4".parse()?;
    /// let x = Dyadic::simplest(Bound::Open(quarter), Bound::Open(Dyadic::ONE))?;
    /// assert_eq!(x.unwrap().to_string(), "1/2");
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn simplest(lower: Bound, upper: Bound) -> Result<Option<Dyadic>, Error> {
        let zero = Dyadic::ZERO;
        if lower.admits_above(zero) && upper.admits_below(zero) {
            return Ok(Some(zero));
        }
        // Reflect so that the interval lies above zero.
        if !lower.admits_above(zero) {
            return Dyadic::simplest_positive(lower, upper);
        }
        let found = Dyadic::simplest_positive(upper.negated(), lower.negated())?;
        Ok(found.map(|x| -x))
    }

    fn simplest_positive(lower: Bound, upper: Bound) -> Result<Option<Dyadic>, Error> {
        let (low, inclusive) = match lower {
            Bound::Infinite => (Dyadic::ZERO, true),
            Bound::Open(x) => (x, false),
            Bound::Closed(x) => (x, true),
        };
        if let Bound::Open(high) | Bound::Closed(high) = upper {
            let empty = match upper {
                Bound::Closed(_) if inclusive => low > high,
                _ => low >= high,
            };
            if empty {
                return Ok(None);
            }
        }
        for exponent in 0..=MAX_EXPONENT {
            // The least multiple of 2^-exponent that the lower bound admits.
            let scaled = i128::from(low.numerator) << exponent;
            let floor = scaled >> low.exponent;
            let exact = floor << low.exponent == scaled;
            let candidate = if exact && inclusive { floor } else { floor + 1 };
            if let Ok(x) = Dyadic::reduced(candidate, exponent)
                && upper.admits_below(x)
            {
                return Ok(Some(x));
            }
        }
        Err(Error::Overflow)
    }

    /// The numerator over the denominator 2^exponent, for an exponent not less than its own.
    fn over(self, exponent: u8) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent)
    }

    fn reduced(mut numerator: i128, mut exponent: u32) -> Result<Dyadic, Error> {
        if numerator == 0 {
            return Ok(Dyadic::ZERO);
        }
        let shift = numerator.trailing_zeros().min(exponent);
        numerator >>= shift;
        exponent -= shift;
        match i64::try_from(numerator) {
            Ok(n) if n != i64::MIN && exponent <= MAX_EXPONENT => {
                Ok(Dyadic { numerator: n, exponent: exponent as u8 })
            }
            _ => Err(Error::Overflow),
        }
    }

    /// For parts already in lowest terms and in range.
    #[inline]
    pub(crate) fn from_parts(numerator: i64, exponent: u8) -> Dyadic {
        Dyadic { numerator, exponent }
    }
}

/// One end of an interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// No bound.
    Infinite,
    /// The end itself does not belong to the interval.
    Open(Dyadic),
    /// The end itself belongs to the interval.
    Closed(Dyadic),
}

impl Bound {
    fn admits_above(self, x: Dyadic) -> bool {
        match self {
            Bound::Infinite => true,
            Bound::Open(end) => x > end,
            Bound::Closed(end) => x >= end,
        }
    }

    fn admits_below(self, x: Dyadic) -> bool {
        self.negated().admits_above(-x)
    }

    fn negated(self) -> Bound {
        match self {
            Bound::Infinite => Bound::Infinite,
            Bound::Open(x) => Bound::Open(-x),
            Bound::Closed(x) => Bound::Closed(-x),
        }
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    // The range is symmetric, so this cannot overflow.
    #[inline]
    fn neg(self) -> Dyadic {
        Dyadic { numerator: -self.numerator, ..self }
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let exponent = self.exponent.max(other.exponent);
        self.over(exponent).cmp(&other.over(exponent))
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i32> for Dyadic {
    fn from(n: i32) -> Dyadic {
        Dyadic { numerator: i64::from(n), exponent: 0 }
    }
}

impl TryFrom<i64> for Dyadic {
    type Error = Error;

    fn try_from(n: i64) -> Result<Dyadic, Error> {
        Dyadic::new(n, 0)
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator())
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Dyadic {
    type Err = Error;

    fn from_str(text: &str) -> Result<Dyadic, Error> {
        let not_a_number = Error::Undefined("not a number: write 5, -3 or 3/4");
        let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
        let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit()) && !s.is_empty();
        if !plain(top.strip_prefix('-').unwrap_or(top)) || !plain(bottom) {
            return Err(not_a_number);
        }
        let top: i64 = top.parse().map_err(|_| Error::Overflow)?;
        let bottom: u64 = bottom.parse().map_err(|_| Error::Overflow)?;
        if !bottom.is_power_of_two() {
            return Err(Error::Undefined("the denominator of a number must be a power of two"));
        }
        Dyadic::new(top, bottom.trailing_zeros())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(text: &str) -> Dyadic {
        text.parse().unwrap()
    }

    #[test]
    fn prints_and_reads_in_lowest_terms() {
        for (text, expected) in [("6/8", "3/4"), ("-5", "-5"), ("0/4", "0"), ("12/4", "3")] {
            assert_eq!(n(text).to_string(), expected);
        }
        for bad in ["", "-", "1/3", "1/0", "a", "1/-2", "+1", "--1", "1.5"] {
            assert!(bad.parse::<Dyadic>().is_err(), "{bad}");
        }
    }

    #[test]
    fn overflow_is_an_error() {
        let big = Dyadic::new(i64::MAX, 0).unwrap();
        assert_eq!(big.add(Dyadic::ONE), Err(Error::Overflow));
        assert_eq!(big.mul(big), Err(Error::Overflow));
        assert_eq!(big.add(n("1/2")), Err(Error::Overflow));
        assert_eq!(Dyadic::new(1, 63), Err(Error::Overflow));
        assert_eq!(Dyadic::new(i64::MIN, 0), Err(Error::Overflow));
        assert_eq!(Dyadic::new(i64::MIN, 1).unwrap(), Dyadic::new(i64::MIN / 2, 0).unwrap());
        assert_eq!(Dyadic::new(1, 62).unwrap().half(), Err(Error::Overflow));
    }

    #[test]
    fn rounding() {
        for (x, floor, ceil) in [("7/4", 1, 2), ("-7/4", -2, -1), ("3", 3, 3), ("-1/2", -1, 0)] {
            assert_eq!((n(x).floor(), n(x).ceil()), (floor, ceil), "{x}");
        }
    }

    #[test]
    fn order_agrees_with_differences() {
        let xs = ["-2", "-7/4", "-1/2", "0", "1/64", "1/2", "3/4", "1", "5/4", "17"];
        for (i, a) in xs.iter().enumerate() {
            for (j, b) in xs.iter().enumerate() {
                assert_eq!(n(a).cmp(&n(b)), i.cmp(&j));
                assert_eq!(n(a).sub(n(b)).unwrap().signum(), (i.cmp(&j)) as i64);
            }
        }
    }

    #[test]
    fn simplest_numbers() {
        use Bound::{Closed, Infinite, Open};
        let simplest = |a, b| Dyadic::simplest(a, b).unwrap().map(|x| x.to_string());
        let is = |s: &str| Some(s.to_string());
        assert_eq!(simplest(Infinite, Infinite), is("0"));
        assert_eq!(simplest(Open(n("2")), Infinite), is("3"));
        assert_eq!(simplest(Closed(n("2")), Infinite), is("2"));
        assert_eq!(simplest(Infinite, Open(n("-5/2"))), is("-3"));
        assert_eq!(simplest(Open(n("3/4")), Open(n("7/8"))), is("13/16"));
        assert_eq!(simplest(Open(n("-1")), Open(n("-1/4"))), is("-1/2"));
        assert_eq!(simplest(Open(n("1/2")), Open(n("2"))), is("1"));
        assert_eq!(simplest(Open(n("1")), Open(n("1"))), None);
        assert_eq!(simplest(Closed(n("1")), Open(n("1"))), None);
        assert_eq!(simplest(Closed(n("1/2")), Closed(n("1/2"))), is("1/2"));
        assert_eq!(simplest(Closed(n("-3")), Closed(n("-2"))), is("-2"));
        assert_eq!(simplest(Open(n("2")), Open(n("-2"))), None);
    }

    #[test]
    fn birthdays() {
        for (x, day) in [("0", 0), ("-4", 4), ("1/2", 2), ("3/4", 3), ("1/4", 3), ("5/2", 4)] {
            assert_eq!(n(x).birthday(), day, "{x}");
        }
    }
}
