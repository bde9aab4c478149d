//! From characters to tokens.

use super::TextError;

/// A token and the column, counted from 1, at which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) column: usize,
    /// Whether white space stands before it.
    pub(super) spaced: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Decimal digits.
    Digits(String),
    /// A fraction sign such as ½: numerator and exponent of the denominator.
    Fraction(i64, u32),
    /// Ups, or downs if negative.
    Ups(i32),
    /// `*`; a number may follow.
    Star,
    /// `±`.
    PlusMinus,
    /// `+_` or ⧾.
    Tiny,
    /// `-_` or ⧿.
    Miny,
    /// A raised number, as in `0²|-2`.
    Raised(u32),
    /// `^<2>`, `v<2>` or `↑²`: a power of up, and whether it is a down.
    Power(bool, u32),
    /// `^[2]` or `v[2]`: a sum of powers of up.
    Powers(bool, u32),
    Word(String),
    /// Bars and how many.
    Bars(usize),
    /// `‖`: two bars inside braces, else the sign of confusion.
    DoubleBar,
    Open(char),
    Close(char),
    Comma,
    Plus,
    Minus,
    Slash,
    Dot,
    Assign,
    Compare(Comparison),
    End,
}

/// The sign of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<>`
    Confused,
}

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, TextError> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut spaced = false;
    while at < chars.len() {
        if chars[at].is_whitespace() {
            spaced = true;
            at += 1;
            continue;
        }
        let column = at + 1;
        let (kind, length) = token(&chars[at..], column)?;
        tokens.push(Token { kind, column, spaced });
        at += length;
        spaced = false;
    }
    tokens.push(Token { kind: Kind::End, column: chars.len() + 1, spaced });
    Ok(tokens)
}

/// The token at the beginning of `chars` and its length.
fn token(chars: &[char], column: usize) -> Result<(Kind, usize), TextError> {
    let next = chars.get(1).copied().unwrap_or(' ');
    let run = |test: &dyn Fn(char) -> bool| chars.iter().take_while(|&&c| test(c)).count();
    Ok(match chars[0] {
        c if c.is_ascii_digit() => {
            let length = run(&|c| c.is_ascii_digit());
            (Kind::Digits(chars[..length].iter().collect()), length)
        }
        '+' if next == '_' => (Kind::Tiny, 2),
        '-' | '−' if next == '_' => (Kind::Miny, 2),
        '+' if script_digit(next, LOWERED).is_some() => (Kind::Tiny, 1),
        '-' | '−' if script_digit(next, LOWERED).is_some() => (Kind::Miny, 1),
        '±' => (Kind::PlusMinus, 1),
        '⧾' => (Kind::Tiny, 1 + usize::from(next == '_')),
        '⧿' => (Kind::Miny, 1 + usize::from(next == '_')),
        '^' | 'v' | '↑' | '↓' if is_power(chars) => power(chars, column)?,
        c @ ('^' | 'v' | '↑' | '↓') if script_digit(next, RAISED).is_some() => {
            let (n, length) = script(&chars[1..], RAISED, column)?;
            (Kind::Power(is_down(c), n), 1 + length)
        }
        '^' => ups(chars, '^', 1, column)?,
        '↑' => ups(chars, '↑', 1, column)?,
        '↓' => ups(chars, '↓', -1, column)?,
        '⇑' => (Kind::Ups(2), 1),
        '⇓' => (Kind::Ups(-2), 1),
        '⤊' => (Kind::Ups(3), 1),
        '⤋' => (Kind::Ups(-3), 1),
        '*' | '∗' | '⋆' | '★' => (Kind::Star, 1),
        '½' => (Kind::Fraction(1, 1), 1),
        '¼' => (Kind::Fraction(1, 2), 1),
        '¾' => (Kind::Fraction(3, 2), 1),
        '⅛' => (Kind::Fraction(1, 3), 1),
        '⅜' => (Kind::Fraction(3, 3), 1),
        '⅝' => (Kind::Fraction(5, 3), 1),
        '⅞' => (Kind::Fraction(7, 3), 1),
        c if script_digit(c, RAISED).is_some() => {
            let (n, length) = script(chars, RAISED, column)?;
            (Kind::Raised(n), length)
        }
        c if script_digit(c, LOWERED).is_some() => {
            let digits: Vec<usize> =
                chars.iter().map_while(|&c| script_digit(c, LOWERED)).collect();
            (Kind::Digits(digits.iter().map(ToString::to_string).collect()), digits.len())
        }
        c if strength(c) > 0 => {
            let length = run(&|c| strength(c) > 0);
            match chars[..length].iter().map(|&c| strength(c)).sum() {
                2 if length == 1 => (Kind::DoubleBar, 1),
                bars => (Kind::Bars(bars), length),
            }
        }
        c @ ('{' | '(') => (Kind::Open(c), 1),
        c @ ('}' | ')') => (Kind::Close(c), 1),
        ',' => (Kind::Comma, 1),
        '+' => (Kind::Plus, 1),
        '-' | '−' | '–' => (Kind::Minus, 1),
        '/' | '⁄' => (Kind::Slash, 1),
        '.' | '·' | '⋅' => (Kind::Dot, 1),
        '<' if next == '=' => (Kind::Compare(Comparison::AtMost), 2),
        '<' if next == '>' => (Kind::Compare(Comparison::Confused), 2),
        '>' if next == '=' => (Kind::Compare(Comparison::AtLeast), 2),
        '=' if next == '=' => (Kind::Compare(Comparison::Equal), 2),
        '!' if next == '=' => (Kind::Compare(Comparison::Unequal), 2),
        '<' => (Kind::Compare(Comparison::Less), 1),
        '>' => (Kind::Compare(Comparison::Greater), 1),
        '≤' => (Kind::Compare(Comparison::AtMost), 1),
        '≥' => (Kind::Compare(Comparison::AtLeast), 1),
        '≠' => (Kind::Compare(Comparison::Unequal), 1),
        '=' => (Kind::Assign, 1),
        c if c.is_alphabetic() => {
            let length = run(&|c| c.is_alphanumeric() || c == '_');
            word(&chars[..length], column)?
        }
        c => {
            return Err(TextError::new(column, format!("the character {c:?} has no meaning here")));
        }
    })
}

/// Whether `^<2>` or `^[2]` stands here, and not the comparison `^<2`.
fn is_power(chars: &[char]) -> bool {
    let digits = chars.iter().skip(2).take_while(|c| c.is_ascii_digit()).count();
    let ends = (chars.get(1), chars.get(2 + digits));
    digits > 0 && matches!(ends, (Some('<'), Some('>')) | (Some('['), Some(']')))
}

fn power(chars: &[char], column: usize) -> Result<(Kind, usize), TextError> {
    let digits: String = chars.iter().skip(2).take_while(|c| c.is_ascii_digit()).collect();
    let n = digits
        .parse()
        .map_err(|_| TextError::new(column, "such a power of up is out of range".to_string()))?;
    let down = is_down(chars[0]);
    let kind = if chars[1] == '<' { Kind::Power(down, n) } else { Kind::Powers(down, n) };
    Ok((kind, digits.len() + 3))
}

fn is_down(c: char) -> bool {
    matches!(c, 'v' | '↓')
}

/// How many bars a character stands for; texts from books have several kinds.
fn strength(c: char) -> usize {
    match c {
        '|' | '∣' | '│' | '｜' => 1,
        '‖' | '∥' => 2,
        _ => 0,
    }
}

/// `^^^` or `^3`.
fn ups(chars: &[char], sign: char, unit: i32, column: usize) -> Result<(Kind, usize), TextError> {
    let count = chars.iter().take_while(|&&c| c == sign).count();
    let digits: String =
        chars[count..].iter().take_while(|c| c.is_ascii_digit() && count == 1).collect();
    let number = if digits.is_empty() { count.to_string() } else { digits.clone() };
    let number: i32 = number
        .parse()
        .map_err(|_| TextError::new(column, "so many ups are out of range".to_string()))?;
    Ok((Kind::Ups(unit * number), count + digits.len()))
}

/// A word; but `v`, `vv` and `v3` are downs.
fn word(chars: &[char], column: usize) -> Result<(Kind, usize), TextError> {
    let downs = chars.iter().take_while(|&&c| c == 'v').count();
    let rest = &chars[downs..];
    if downs > 0 && (rest.is_empty() || downs == 1 && rest.iter().all(char::is_ascii_digit)) {
        return ups(chars, 'v', -1, column);
    }
    Ok((Kind::Word(chars.iter().collect()), chars.len()))
}

const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const LOWERED: &str = "₀₁₂₃₄₅₆₇₈₉";

fn script_digit(c: char, digits: &str) -> Option<usize> {
    digits.chars().position(|d| d == c)
}

/// A number in raised or lowered digits, and its length.
fn script(chars: &[char], digits: &str, column: usize) -> Result<(u32, usize), TextError> {
    let values: Vec<usize> = chars.iter().map_while(|&c| script_digit(c, digits)).collect();
    let number: String = values.iter().map(ToString::to_string).collect();
    match number.parse() {
        Ok(n) => Ok((n, values.len())),
        Err(_) => Err(TextError::new(column, "the number is out of range".to_string())),
    }
}
