//! Games as text: a parser, a printer and a calculator.
//!
//! The notation is that of the books, in ASCII or with its signs:
//!
//! | written | means |
//! |---|---|
//! | `5`, `-3/4`, `½` | numbers |
//! | `*`, `*3`, `∗` | nimbers |
//! | `^`, `^^`, `^3`, `v`, `↑`, `⇓` | ups and downs |
//! | `1/2^*3` | their sum, written together |
//! | `{a,b\|c}`, `3\|\|2\|1`, `{3‖2\|1}` | a game by its options; longer bars split first |
//! | `+_2`, `-_{2\|1}`, `⧾₂` | tiny and miny |
//! | `±1`, `5±2` | switches |
//! | `0²\|-2` | `{0\|\|0\|-2}` |
//! | `^<2>` or `↑²`, `^[2]` or `↑[2]` | powers of up, and their sums |
//! | `A+B`, `-A`, `3.A` | sums and multiples |
//! | `A<=B`, `A>=B`, `A<B`, `A>B`, `A==B`, `A!=B`, `A<>B` | comparison; `<>` is confused |

mod calculator;
mod functions;
mod lex;
mod print;
pub(crate) mod syntax;

use std::fmt;

use crate::Error;

pub use calculator::{Calculator, Value};
pub use functions::{FUNCTIONS, Function, help};
pub use lex::Comparison;
pub use print::{MAX_LENGTH, Style};

/// How deeply braces, brackets and bars may be nested in a text.
pub const MAX_NESTING: usize = 500;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong, as a sentence.
    pub message: String,
    /// The error of the calculation, if the text itself is right.
    pub cause: Option<Error>,
}

impl TextError {
    pub(crate) fn new(column: usize, message: String) -> TextError {
        TextError { column, message, cause: None }
    }

    pub(crate) fn caused(column: usize, cause: Error) -> TextError {
        TextError { column, message: cause.to_string(), cause: Some(cause) }
    }
}

/// What a reader of `text` should know though it is not wrong: `1.5` is one
/// copy of 5, not three halves.
pub fn remark(text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let point =
        chars.windows(3).any(|w| w[0].is_ascii_digit() && w[1] == '.' && w[2].is_ascii_digit());
    point.then(|| "a point stands for copies: 2.5 is 5+5, and two and a half is 5/2".to_string())
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for TextError {}
