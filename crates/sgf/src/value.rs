//! One value of a property, raw and read as each of the format's types.

use std::borrow::Cow;

use crate::arena::Arena;
use crate::diagnostic::Location;
use crate::point::{Colour, Emphasis, Move, Point, Rectangle};
use crate::text::{simple_text, split_composed, text};

/// One value: the text between `[` and `]`, escapes still in it.
///
/// The readings are strict about what they mean and lenient about white space around
/// it; what they cannot read they give back as [`Unreadable`].
#[derive(Debug, Clone, Copy)]
pub struct Value<'a> {
    raw: &'a str,
    place: Option<(&'a Arena, u32)>,
}

/// A value that cannot be read as the type asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{found}\" is not {wanted}")]
pub struct Unreadable {
    /// What was asked for, as a noun with its article.
    pub wanted: &'static str,
    /// The beginning of the raw value.
    pub found: String,
}

/// An exact decimal number: `digits` divided by ten to the power of `places`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// All digits as one whole number, with the sign.
    pub digits: i64,
    /// How many of them stand after the point.
    pub places: u32,
}

impl Decimal {
    /// The number in halves, where it is a whole number of halves (komi usually is).
    ///
    /// ```
    /// let komi = sgf::Value::from_raw("6.50").decimal().expect("a number");
    /// assert_eq!(komi.halves(), Some(13));
    /// ```
    pub fn halves(self) -> Option<i64> {
        let doubled = i128::from(self.digits) * 2;
        let unit = 10i128.checked_pow(self.places)?;
        (doubled % unit == 0).then(|| i64::try_from(doubled / unit).ok()).flatten()
    }
}

impl<'a> Value<'a> {
    /// A value from raw text, escapes included.
    pub fn from_raw(raw: &'a str) -> Value<'a> {
        Value { raw, place: None }
    }

    pub(crate) fn read_at(raw: &'a str, arena: &'a Arena, offset: u32) -> Value<'a> {
        Value { raw, place: Some((arena, offset)) }
    }

    /// The value as it stands in the file (decoded, but not unescaped).
    pub fn raw(self) -> &'a str {
        self.raw
    }

    /// Where the value begins in the input; `None` for values that were never read.
    /// Takes time in proportion to the input, so it is meant for messages.
    pub fn location(self) -> Option<Location> {
        self.place.map(|(arena, offset)| arena.location(offset as usize))
    }

    pub(crate) fn text_offset(self) -> Option<usize> {
        self.place.map(|(_, offset)| offset as usize)
    }

    /// Read as *Text*.
    pub fn text(self) -> Cow<'a, str> {
        text(self.raw)
    }

    /// Read as *SimpleText*.
    pub fn simple_text(self) -> Cow<'a, str> {
        simple_text(self.raw)
    }

    /// Read as a *Number*: digits with an optional sign.
    pub fn number(self) -> Result<i64, Unreadable> {
        let trimmed = self.raw.trim();
        let digits = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.unreadable("a whole number"));
        }
        trimmed.parse().map_err(|_| self.unreadable("a whole number of reasonable size"))
    }

    /// Read as a *Real*, exactly: a number with an optional decimal point.
    pub fn decimal(self) -> Result<Decimal, Unreadable> {
        self.exact_decimal().ok_or_else(|| self.unreadable("a number"))
    }

    /// Read as a *Real*, as a floating-point number.
    pub fn real(self) -> Result<f64, Unreadable> {
        let trimmed = self.raw.trim();
        let usual = trimmed.bytes().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'+' | b'-'));
        match trimmed.parse::<f64>() {
            Ok(real) if usual && real.is_finite() => Ok(real),
            _ => Err(self.unreadable("a number")),
        }
    }

    /// Read as a *Double*: `1` or `2`. An empty value counts as `1`, as old programs
    /// wrote it.
    pub fn double(self) -> Result<Emphasis, Unreadable> {
        match self.raw.trim() {
            "" | "1" => Ok(Emphasis::Normal),
            "2" => Ok(Emphasis::Strong),
            _ => Err(self.unreadable("1 or 2")),
        }
    }

    /// Read as a *Color*: `B` or `W`, also spelled `black`, `white`, `1` or `2`.
    pub fn colour(self) -> Result<Colour, Unreadable> {
        let word = self.raw.trim();
        if ["b", "black", "1"].iter().any(|w| word.eq_ignore_ascii_case(w)) {
            Ok(Colour::Black)
        } else if ["w", "white", "2"].iter().any(|w| word.eq_ignore_ascii_case(w)) {
            Ok(Colour::White)
        } else {
            Err(self.unreadable("a colour (B or W)"))
        }
    }

    /// Read as a *Point* (or *Stone*).
    pub fn point(self) -> Result<Point, Unreadable> {
        Point::from_letters(self.raw)
            .or_else(|| Point::from_letters(self.raw.trim()))
            .ok_or_else(|| self.unreadable("a point"))
    }

    /// Read as a *Move*: a point, `tt`, or nothing for a pass.
    pub fn play(self) -> Result<Move, Unreadable> {
        match self.raw.trim() {
            "" => Ok(Move::Pass),
            "tt" => Ok(Move::Tt),
            letters => {
                Point::from_letters(letters).map(Move::At).ok_or_else(|| self.unreadable("a move"))
            }
        }
    }

    /// Read as a part of a point list: one point, or the points of a rectangle
    /// `[aa:cc]`.
    pub fn points(self) -> Result<Rectangle, Unreadable> {
        let (first, second) = split_composed(self.raw);
        let corner = |letters: &str| Point::from_letters(letters.trim());
        let rectangle = match second {
            None => corner(first).map(|point| Rectangle::new(point, point)),
            Some(second) => {
                corner(first).zip(corner(second)).map(|(one, other)| Rectangle::new(one, other))
            }
        };
        rectangle.ok_or_else(|| self.unreadable("a point or a rectangle of points"))
    }

    /// The two halves of a composed value; the second is `None` without a colon.
    pub fn halves(self) -> (Value<'a>, Option<Value<'a>>) {
        let (first, second) = split_composed(self.raw);
        let offset_of_second = first.len() as u32 + 1;
        let half = |raw, shift| Value {
            raw,
            place: self.place.map(|(arena, offset)| (arena, offset + shift)),
        };
        (half(first, 0), second.map(|raw| half(raw, offset_of_second)))
    }

    /// Read as the text of a point, as in `LB[pd:A]`.
    pub fn label(self) -> Result<(Point, Cow<'a, str>), Unreadable> {
        match self.halves() {
            (point, Some(text)) => Ok((point.point()?, text.simple_text())),
            _ => Err(self.unreadable("a point with its text")),
        }
    }

    /// Read as two points, as in `AR[pd:pp]`.
    pub fn line(self) -> Result<(Point, Point), Unreadable> {
        match self.halves() {
            (from, Some(to)) => Ok((from.point()?, to.point()?)),
            _ => Err(self.unreadable("two points")),
        }
    }

    /// Read as a board size: `19`, or columns and rows as in `13:9`.
    pub fn size(self) -> Result<(i64, i64), Unreadable> {
        let wrong = || self.unreadable("a board size");
        match self.halves() {
            (side, None) => side.number().map(|side| (side, side)).map_err(|_| wrong()),
            (columns, Some(rows)) => match (columns.number(), rows.number()) {
                (Ok(columns), Ok(rows)) => Ok((columns, rows)),
                _ => Err(wrong()),
            },
        }
    }

    pub(crate) fn unreadable(self, wanted: &'static str) -> Unreadable {
        let mut found: String = self.raw.chars().take(30).collect();
        if found.len() < self.raw.len() {
            found.push('…');
        }
        Unreadable { wanted, found }
    }

    fn exact_decimal(self) -> Option<Decimal> {
        let trimmed = self.raw.trim();
        let unsigned = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let fraction = fraction.trim_end_matches('0');
        if unsigned.bytes().filter(u8::is_ascii_digit).count() == 0 {
            return None;
        }
        let mut digits: i64 = 0;
        for byte in whole.bytes().chain(fraction.bytes()) {
            let digit = byte.is_ascii_digit().then(|| i64::from(byte - b'0'))?;
            digits = digits.checked_mul(10)?.checked_add(digit)?;
        }
        if trimmed.starts_with('-') {
            digits = -digits;
        }
        Some(Decimal { digits, places: u32::try_from(fraction.len()).ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(raw: &str) -> Value<'_> {
        Value::from_raw(raw)
    }

    #[test]
    fn numbers() {
        assert_eq!(value(" -12 ").number(), Ok(-12));
        assert_eq!(value("+7").number(), Ok(7));
        for bad in ["", "-", "1.5", "99999999999999999999", "+-3", "½", "12a"] {
            assert!(value(bad).number().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn decimals_are_exact() {
        let decimal = |raw| value(raw).decimal().map(|d| (d.digits, d.places));
        assert_eq!(decimal("6.5"), Ok((65, 1)));
        assert_eq!(decimal("-0.50"), Ok((-5, 1)));
        assert_eq!(decimal("7."), Ok((7, 0)));
        assert_eq!(decimal(".5"), Ok((5, 1)));
        assert_eq!(value("3.75").decimal().map(Decimal::halves), Ok(None));
        assert_eq!(value("-5.5").decimal().map(Decimal::halves), Ok(Some(-11)));
        for bad in ["", ".", "-.", "1,5", "1e3", "1.2.3", "inf", "6½"] {
            assert!(value(bad).decimal().is_err(), "{bad:?}");
            assert!(value(bad).real().is_err(), "{bad:?}");
        }
        assert_eq!(value("105.6").real(), Ok(105.6));
    }

    #[test]
    fn moves_and_points() {
        assert_eq!(value("").play(), Ok(Move::Pass));
        assert_eq!(value("tt").play(), Ok(Move::Tt));
        assert_eq!(value(" bc").play().map(|m| m.on(9, 9)), Ok(Point::new(1, 2)));
        assert!(value("b").play().is_err());
        assert_eq!(value("aa:cb").points().map(Iterator::count), Ok(6));
        assert!(value("aa:").points().is_err());
        assert!(value("aa:bb:cc").points().is_err());
        assert!(value("aa:bb:cc").line().is_err());
    }

    #[test]
    fn composed_values() {
        let (point, text) = value(r"pd:a\:b").label().expect("a label");
        assert_eq!((point.to_string().as_str(), text.as_ref()), ("pd", "a:b"));
        assert_eq!(value("13:9").size(), Ok((13, 9)));
        assert_eq!(value("19").size(), Ok((19, 19)));
        assert!(value("19x19").size().is_err());
        let message = value("x9").point().expect_err("no point").to_string();
        assert_eq!(message, "\"x9\" is not a point");
    }

    #[test]
    fn colours_and_doubles() {
        assert_eq!(value("B").colour(), Ok(Colour::Black));
        assert_eq!(value("white").colour(), Ok(Colour::White));
        assert!(value("X").colour().is_err());
        assert_eq!(value("2").double(), Ok(Emphasis::Strong));
        assert!(value("3").double().is_err());
    }
}
