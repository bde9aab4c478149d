//! From tokens to expressions.
//!
//! ```text
//! line        name = comparison | comparison
//! comparison  form [<= form]
//! form        list (bars list)*          the longest bars split first
//! list        [sum (, sum)*]
//! sum         [-] term ((+|-) term)*     ±B, ⧾B and ⧿B need no + before them
//! term        digits . term | primary
//! primary     literal | {form} | (comparison) | name | name(argument, …)
//! literal     [number] [ups] [*n]        no space between: 1/2^*3
//! ```
//!
//! The books write ‖ both for two bars and for confusion: here it is two bars
//! inside braces, where nothing can be compared.

use crate::{Dyadic, NumberUpStar};

use super::lex::{Comparison, Kind, Token, tokens};
use super::{MAX_NESTING, TextError};

/// A line of the calculator.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The variable that the value is given to.
    pub(crate) name: Option<String>,
    pub(crate) expression: Expression,
}

/// An expression and the column where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) column: usize,
    pub(crate) kind: ExpressionKind,
}

#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    Closed(NumberUpStar),
    Variable(String),
    Call(String, Vec<Expression>),
    Form(Vec<Expression>, Vec<Expression>),
    /// Terms with `true` for those that are subtracted.
    Sum(Vec<(bool, Expression)>),
    Multiple(i64, Box<Expression>),
    /// `^<n>`, or `^[n]` for the sum; negated for downs.
    Power {
        n: u32,
        down: bool,
        sum: bool,
    },
    /// `0ⁿ|G`.
    Zeros(u32, Box<Expression>),
    Compare(Box<Expression>, Comparison, Box<Expression>),
}

pub(crate) fn parse(text: &str) -> Result<Line, TextError> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0, braces: 0 };
    if let [Token { kind: Kind::Ups(_), .. }, Token { kind: Kind::Assign, .. }, ..] =
        parser.tokens[..]
    {
        return Err(parser.error("ups and downs are games and cannot be given another value"));
    }
    let name = match &parser.tokens[..] {
        [Token { kind: Kind::Word(name), .. }, Token { kind: Kind::Assign, .. }, ..] => {
            let name = name.clone();
            parser.at = 2;
            Some(name)
        }
        _ => None,
    };
    let expression = parser.comparison(true)?;
    match parser.peek() {
        Kind::End => Ok(Line { name, expression }),
        Kind::Assign => {
            Err(parser.error("a single = gives a name a value, as in a = {1|0}; compare with =="))
        }
        Kind::Close(c) => Err(parser.error(&format!("this {c} closes nothing"))),
        _ => Err(parser.error("expected +, -, a bar, a comparison or the end")),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// How many braces are open.
    braces: usize,
}

/// One list of a form, or the bars between two.
enum Piece {
    List(Vec<Expression>),
    Bars(usize, usize),
}

impl Parser {
    fn peek(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    fn column(&self) -> usize {
        self.tokens[self.at].column
    }

    fn take(&mut self) -> Kind {
        let kind = self.tokens[self.at].kind.clone();
        // The end stays in place, so that looking ahead is always possible.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        kind
    }

    fn error(&self, message: &str) -> TextError {
        TextError::new(self.column(), message.to_string())
    }

    /// Whether the current token follows without space and belongs to the same literal.
    fn adjacent(&self) -> bool {
        !self.tokens[self.at].spaced
    }

    /// Something inside of something, which the stack must have room for.
    fn deeper(
        &mut self,
        inside: impl FnOnce(&mut Parser) -> Result<Expression, TextError>,
    ) -> Result<Expression, TextError> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(self.error(&format!("nested more than {MAX_NESTING} deep")));
        }
        let result = inside(self);
        self.depth -= 1;
        result
    }

    fn comparison(&mut self, lists: bool) -> Result<Expression, TextError> {
        self.deeper(|parser| parser.compared(lists))
    }

    fn compared(&mut self, lists: bool) -> Result<Expression, TextError> {
        let first = self.form(lists)?;
        match self.comparison_sign() {
            Some(sign) => {
                let column = self.column();
                self.take();
                let second = self.form(lists)?;
                if self.comparison_sign().is_some() {
                    return Err(self.error("compare two games at a time"));
                }
                let kind = ExpressionKind::Compare(Box::new(first), sign, Box::new(second));
                Ok(Expression { column, kind })
            }
            None => Ok(first),
        }
    }

    fn comparison_sign(&self) -> Option<Comparison> {
        match *self.peek() {
            Kind::Compare(sign) => Some(sign),
            Kind::DoubleBar if self.braces == 0 => Some(Comparison::Confused),
            _ => None,
        }
    }

    fn bars(&self) -> Option<usize> {
        match *self.peek() {
            Kind::Bars(strength) => Some(strength),
            Kind::DoubleBar if self.braces > 0 => Some(2),
            _ => None,
        }
    }

    /// A form or a plain sum; with `lists` also forms with several options
    /// separated by commas.
    fn form(&mut self, lists: bool) -> Result<Expression, TextError> {
        let column = self.column();
        let mut pieces = vec![Piece::List(self.list(lists)?)];
        while let Some(strength) = self.bars() {
            pieces.push(Piece::Bars(strength, self.column()));
            self.take();
            pieces.push(Piece::List(self.list(lists)?));
        }
        if pieces.len() == 1 {
            let Some(Piece::List(mut list)) = pieces.pop() else {
                return Err(self.error("expected a game"));
            };
            return match (list.len(), list.pop()) {
                (1, Some(only)) => Ok(only),
                (0, _) if *self.peek() == Kind::End => {
                    Err(self.error("the expression ends where a game is expected"))
                }
                (0, _) => Err(self.error("expected a game")),
                _ => Err(TextError::new(
                    column,
                    "a list of options needs a bar: {a,b|c}".to_string(),
                )),
            };
        }
        let mut side = split(pieces, column)?;
        Ok(side.remove(0))
    }

    fn list(&mut self, lists: bool) -> Result<Vec<Expression>, TextError> {
        let mut list = Vec::new();
        if matches!(
            self.peek(),
            Kind::Bars(_)
                | Kind::DoubleBar
                | Kind::Close(_)
                | Kind::End
                | Kind::Compare(_)
                | Kind::Comma
        ) {
            return Ok(list);
        }
        list.push(self.sum()?);
        while lists && *self.peek() == Kind::Comma {
            self.take();
            list.push(self.sum()?);
        }
        Ok(list)
    }

    fn sum(&mut self) -> Result<Expression, TextError> {
        let column = self.column();
        let mut terms = Vec::new();
        let mut negative = false;
        loop {
            // Signs before a term.
            loop {
                match self.peek() {
                    Kind::Minus => negative = !negative,
                    Kind::Plus => {}
                    _ => break,
                }
                self.take();
            }
            terms.push((negative, self.term()?));
            match self.peek() {
                Kind::Plus => negative = false,
                Kind::Minus => negative = true,
                // 5±2 and 1⧾₂ are sums as they stand.
                Kind::PlusMinus | Kind::Tiny | Kind::Miny => {
                    negative = false;
                    continue;
                }
                _ => break,
            }
            self.take();
        }
        if let [(false, _)] = terms[..] {
            return Ok(terms.remove(0).1);
        }
        Ok(Expression { column, kind: ExpressionKind::Sum(terms) })
    }

    fn term(&mut self) -> Result<Expression, TextError> {
        let column = self.column();
        let copies = match (self.peek(), self.tokens.get(self.at + 1)) {
            (Kind::Digits(digits), Some(Token { kind: Kind::Dot, .. })) => digits.clone(),
            _ => return self.primary(),
        };
        let n: i64 = copies.parse().map_err(|_| self.error("so many copies are out of range"))?;
        self.take();
        self.take();
        let negative = *self.peek() == Kind::Minus;
        if negative {
            self.take();
        }
        let term = self.deeper(Parser::term)?;
        let n = if negative { -n } else { n };
        Ok(Expression { column, kind: ExpressionKind::Multiple(n, Box::new(term)) })
    }

    fn primary(&mut self) -> Result<Expression, TextError> {
        let column = self.column();
        let kind = match self.peek().clone() {
            Kind::Digits(digits)
                if digits == "0" && matches!(self.tokens[self.at + 1].kind, Kind::Raised(_)) =>
            {
                return self.zeros(column);
            }
            Kind::Digits(_) | Kind::Fraction(..) | Kind::Ups(_) | Kind::Star => {
                ExpressionKind::Closed(self.literal()?)
            }
            Kind::Tiny | Kind::Miny => {
                let name = if self.take() == Kind::Tiny { "tiny" } else { "miny" };
                ExpressionKind::Call(name.to_string(), vec![self.subscript()?])
            }
            Kind::PlusMinus => {
                self.take();
                ExpressionKind::Call("switch".to_string(), vec![self.subscript()?])
            }
            Kind::Power(down, n) => self.power(ExpressionKind::Power { n, down, sum: false })?,
            Kind::Powers(down, n) => self.power(ExpressionKind::Power { n, down, sum: true })?,
            Kind::Open(open) => {
                self.take();
                return self.enclosed(open, column);
            }
            Kind::Word(name) => {
                self.take();
                if *self.peek() == Kind::Open('(') {
                    ExpressionKind::Call(name, self.arguments()?)
                } else {
                    ExpressionKind::Variable(name)
                }
            }
            Kind::End => return Err(self.error("the expression ends where a game is expected")),
            _ => return Err(self.error("expected a game")),
        };
        Ok(Expression { column, kind })
    }

    /// A power of up, and the nimber written after it, as in `↑²∗`.
    fn power(&mut self, power: ExpressionKind) -> Result<ExpressionKind, TextError> {
        let column = self.column();
        self.take();
        if *self.peek() != Kind::Star || !self.adjacent() {
            return Ok(power);
        }
        let star =
            Expression { column: self.column(), kind: ExpressionKind::Closed(self.literal()?) };
        Ok(ExpressionKind::Sum(vec![(false, Expression { column, kind: power }), (false, star)]))
    }

    fn enclosed(&mut self, open: char, column: usize) -> Result<Expression, TextError> {
        let close = if open == '{' { '}' } else { ')' };
        self.braces += usize::from(open == '{');
        let inside = self.comparison(open == '{')?;
        self.braces -= usize::from(open == '{');
        if *self.peek() != Kind::Close(close) {
            let message = match self.peek() {
                Kind::End => format!("this {open} is never closed"),
                _ => return Err(self.error(&format!("expected {close}"))),
            };
            return Err(TextError::new(column, message));
        }
        self.take();
        Ok(inside)
    }

    fn arguments(&mut self) -> Result<Vec<Expression>, TextError> {
        let open = self.column();
        self.take();
        let mut arguments = Vec::new();
        if *self.peek() == Kind::Close(')') {
            self.take();
            return Ok(arguments);
        }
        loop {
            arguments.push(self.comparison(false)?);
            match self.peek() {
                Kind::Comma => self.take(),
                Kind::Close(')') => {
                    self.take();
                    return Ok(arguments);
                }
                Kind::End => {
                    return Err(TextError::new(open, "this ( is never closed".to_string()));
                }
                _ => return Err(self.error("expected a comma or )")),
            };
        }
    }

    /// A literal: a number, ups and a nimber, written together.
    fn literal(&mut self) -> Result<NumberUpStar, TextError> {
        let mut value = NumberUpStar { number: Dyadic::ZERO, ups: 0, nimber: 0 };
        let numeric = matches!(self.peek(), Kind::Digits(_) | Kind::Fraction(..));
        if numeric {
            value.number = self.number()?;
        }
        if let Kind::Ups(ups) = *self.peek()
            && (!numeric || self.adjacent())
        {
            self.take();
            value.ups = ups;
        } else if *self.peek() != Kind::Star || numeric && !self.adjacent() {
            return Ok(value);
        }
        if *self.peek() == Kind::Star && (value.ups == 0 || self.adjacent()) {
            self.take();
            value.nimber = 1;
            if let Kind::Digits(digits) = self.peek().clone()
                && self.adjacent()
            {
                value.nimber = digits.parse().map_err(|_| self.error("nimbers go up to *65535"))?;
                self.take();
            }
        }
        Ok(value)
    }

    /// `5`, `3/4`, `½` or `2½`.
    fn number(&mut self) -> Result<Dyadic, TextError> {
        let column = self.column();
        let mut number = Dyadic::ZERO;
        if let Kind::Digits(digits) = self.peek().clone() {
            self.take();
            let mut text = digits;
            if *self.peek() == Kind::Slash {
                self.take();
                let Kind::Digits(bottom) = self.take() else {
                    return Err(TextError::new(
                        column,
                        "a fraction needs a denominator: 3/4".to_string(),
                    ));
                };
                text = format!("{text}/{bottom}");
            }
            number = text.parse().map_err(|e| TextError::caused(column, e))?;
            if !number.is_integer() || !self.adjacent() {
                return Ok(number);
            }
        }
        if let Kind::Fraction(top, exponent) = *self.peek() {
            self.take();
            let fraction = Dyadic::new(top, exponent).map_err(|e| TextError::caused(column, e))?;
            number = number.add(fraction).map_err(|e| TextError::caused(column, e))?;
        }
        Ok(number)
    }

    /// What is tiny or switched: a number, a name, or something in brackets.
    fn subscript(&mut self) -> Result<Expression, TextError> {
        let column = self.column();
        match self.peek() {
            Kind::Digits(_) | Kind::Fraction(..) => {
                let number = self.number()?;
                let value = NumberUpStar { number, ups: 0, nimber: 0 };
                Ok(Expression { column, kind: ExpressionKind::Closed(value) })
            }
            Kind::Open(_) | Kind::Word(_) => self.primary(),
            _ => Err(self.error("expected a number, a name or something in brackets here")),
        }
    }

    /// `0ⁿ|G`, with all that follows the bars as `G`.
    fn zeros(&mut self, column: usize) -> Result<Expression, TextError> {
        self.take();
        let Kind::Raised(n) = self.take() else {
            return Err(self.error("expected a raised number"));
        };
        if self.bars().is_none() {
            return Err(self.error("expected a bar, as in 0²|-2"));
        }
        self.take();
        let game = self.deeper(Parser::sum)?;
        Ok(Expression { column, kind: ExpressionKind::Zeros(n, Box::new(game)) })
    }
}

/// Splits lists and bars at the longest bars into options or one game.
fn split(mut pieces: Vec<Piece>, column: usize) -> Result<Vec<Expression>, TextError> {
    let bars = |piece: &Piece| match piece {
        Piece::Bars(strength, column) => Some((*strength, *column)),
        Piece::List(_) => None,
    };
    let Some(longest) = pieces.iter().filter_map(bars).map(|(s, _)| s).max() else {
        return Ok(match pieces.pop() {
            Some(Piece::List(list)) => list,
            _ => Vec::new(),
        });
    };
    if longest > MAX_NESTING {
        return Err(TextError::new(column, format!("nested more than {MAX_NESTING} deep")));
    }
    let mut places = pieces
        .iter()
        .enumerate()
        .filter_map(|(i, p)| bars(p).filter(|&(s, _)| s == longest).map(|(_, column)| (i, column)));
    let (middle, _) = places.next().unwrap_or((0, column));
    if let Some((_, column)) = places.next() {
        let message = format!("a second bar of strength {longest}: use longer bars or braces");
        return Err(TextError::new(column, message));
    }
    drop(places);
    let right = pieces.split_off(middle + 1);
    pieces.pop();
    let left = split(pieces, column)?;
    let right = split(right, column)?;
    Ok(vec![Expression { column, kind: ExpressionKind::Form(left, right) }])
}
