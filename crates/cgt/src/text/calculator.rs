//! The calculator: evaluates lines of text, remembers variables.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::text::functions::FUNCTIONS;
use crate::text::syntax::{Expression, ExpressionKind, parse};
use crate::text::{Comparison, Style, TextError};
use crate::{Dyadic, Error, Game, Games, Thermograph};

/// An arena with variables that understands lines of text.
///
/// ```
/// use cgt::text::{Calculator, Value};
///
/// let mut calculator = Calculator::new();
/// calculator.line("a = {1|0}")?;
/// let value = calculator.line("a + a")?;
/// assert_eq!(calculator.show(&value)?, "1");
/// let value = calculator.line("^ > 0")?;
/// assert_eq!(value, Value::Truth(true));
///
/// let error = calculator.line("{1|0").unwrap_err();
/// assert_eq!((error.column, error.message.as_str()), (1, "this { is never closed"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Calculator {
    /// The arena of all values.
    pub games: Games,
    variables: BTreeMap<String, Value>,
}

/// What a line can be worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A game; numbers are games.
    Game(Game),
    /// Some games: options or incentives.
    List(Vec<Game>),
    /// The answer to a comparison.
    Truth(bool),
    /// An answer in words.
    Words(String),
    /// The numbers from the first to the second.
    Interval(Dyadic, Dyadic),
    /// A thermograph.
    Thermograph(Box<Thermograph>),
}

impl Calculator {
    /// A calculator with an empty arena.
    pub fn new() -> Calculator {
        Calculator::default()
    }

    /// A calculator on this arena.
    pub fn with_games(games: Games) -> Calculator {
        Calculator { games, ..Calculator::default() }
    }

    /// Evaluates a line: an expression, a comparison, or `name = expression`.
    /// The value is also remembered under its name, and as `ans`.
    pub fn line(&mut self, text: &str) -> Result<Value, TextError> {
        let line = parse(text)?;
        if let Some(name) = &line.name
            && FUNCTIONS.iter().any(|f| f.name == name)
        {
            return Err(TextError::new(1, format!("{name} is the name of a function")));
        }
        let value = self.value(&line.expression)?;
        if let Some(name) = line.name {
            self.variables.insert(name, value.clone());
        }
        self.variables.insert("ans".to_string(), value.clone());
        Ok(value)
    }

    /// Evaluates an expression that must be a game.
    pub fn game(&mut self, text: &str) -> Result<Game, TextError> {
        match self.line(text)? {
            Value::Game(game) => Ok(game),
            _ => Err(TextError::new(1, "expected a game".to_string())),
        }
    }

    /// The variables and their values, by name.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.variables.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The value as text that reads back in where it is a game.
    pub fn show(&self, value: &Value) -> Result<String, Error> {
        self.show_in(value, Style::Ascii)
    }

    /// The value as text in the given style.
    pub fn show_in(&self, value: &Value, style: Style) -> Result<String, Error> {
        let vertices = |wall: &crate::Wall| {
            let points = wall.vertices().iter().map(|v| format!("{}@{}", v.value, v.temperature));
            points.collect::<Vec<_>>().join(" ")
        };
        Ok(match value {
            Value::Game(g) => self.games.text_in(*g, style)?,
            Value::List(list) => {
                let mut texts = Vec::new();
                for &g in list {
                    let text = self.games.text_in(g, style)?;
                    texts.push(if text.contains('|') { format!("{{{text}}}") } else { text });
                }
                texts.sort_by_key(|text| (text.len(), text.clone()));
                texts.join(", ")
            }
            Value::Truth(truth) => truth.to_string(),
            Value::Words(words) => words.clone(),
            Value::Interval(low, high) => format!("{low} to {high}"),
            Value::Thermograph(t) => format!(
                "left wall {}, right wall {}",
                vertices(t.left_wall()),
                vertices(t.right_wall())
            ),
        })
    }

    fn value(&mut self, expression: &Expression) -> Result<Value, TextError> {
        let column = expression.column;
        let at = |error| TextError::caused(column, error);
        let game = match &expression.kind {
            ExpressionKind::Closed(value) => Game::number_up_star(*value),
            ExpressionKind::Variable(name) => return self.variable(name, column),
            ExpressionKind::Call(name, arguments) => return self.call(name, arguments, column),
            ExpressionKind::Form(left, right) => {
                let left = self.all(left)?;
                let right = self.all(right)?;
                self.games.game(&left, &right).map_err(at)?
            }
            ExpressionKind::Sum(terms) => self.sum(terms)?,
            ExpressionKind::Multiple(n, term) => {
                let term = self.operand(term)?;
                self.games.multiple(*n, term).map_err(at)?
            }
            ExpressionKind::Power { n, down, sum } => {
                let power = if *sum { self.games.up_powers(*n) } else { self.games.up_power(*n) };
                let power = power.map_err(at)?;
                if *down { self.games.neg(power).map_err(at)? } else { power }
            }
            ExpressionKind::Zeros(n, game) => {
                let game = self.operand(game)?;
                self.games.zeros(*n, game).map_err(at)?
            }
            ExpressionKind::Compare(a, sign, b) => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                return self.compare(a, *sign, b).map(Value::Truth).map_err(at);
            }
        };
        Ok(Value::Game(game))
    }

    /// The value of an expression that must be a game.
    fn operand(&mut self, expression: &Expression) -> Result<Game, TextError> {
        match self.value(expression)? {
            Value::Game(game) => Ok(game),
            _ => Err(TextError::new(expression.column, "expected a game here".to_string())),
        }
    }

    fn all(&mut self, list: &[Expression]) -> Result<Vec<Game>, TextError> {
        list.iter().map(|expression| self.operand(expression)).collect()
    }

    fn sum(&mut self, terms: &[(bool, Expression)]) -> Result<Game, TextError> {
        let mut sum = Game::ZERO;
        for (negative, term) in terms {
            let at = |error| TextError::caused(term.column, error);
            let mut game = self.operand(term)?;
            if *negative {
                game = self.games.neg(game).map_err(at)?;
            }
            sum = self.games.add(sum, game).map_err(at)?;
        }
        Ok(sum)
    }

    fn variable(&self, name: &str, column: usize) -> Result<Value, TextError> {
        if let Some(value) = self.variables.get(name) {
            return Ok(value.clone());
        }
        let message = match FUNCTIONS.iter().find(|f| f.name == name) {
            Some(f) => format!("{name} is a function: {}", f.usage()),
            None => format!("{name} has no value yet"),
        };
        Err(TextError::new(column, message))
    }

    fn call(
        &mut self,
        name: &str,
        arguments: &[Expression],
        column: usize,
    ) -> Result<Value, TextError> {
        let Some(function) = FUNCTIONS.iter().find(|f| f.name == name) else {
            return Err(TextError::new(column, format!("there is no function {name}")));
        };
        if arguments.len() != function.parameters.len() {
            let message = format!("the arguments do not fit: {}", function.usage());
            return Err(TextError::new(column, message));
        }
        let arguments = self.all(arguments)?;
        (function.run)(self, &arguments).map_err(|error| TextError::caused(column, error))
    }

    fn compare(&mut self, a: Game, sign: Comparison, b: Game) -> Result<bool, Error> {
        let order = self.games.compare(a, b)?;
        Ok(match sign {
            Comparison::AtMost => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Comparison::AtLeast => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            Comparison::Less => order == Some(Ordering::Less),
            Comparison::Greater => order == Some(Ordering::Greater),
            Comparison::Equal => order == Some(Ordering::Equal),
            Comparison::Unequal => order != Some(Ordering::Equal),
            Comparison::Confused => order.is_none(),
        })
    }
}
