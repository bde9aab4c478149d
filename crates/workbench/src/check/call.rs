//! A sentence on its way to an answer: its arguments by place, its answer by kind.

use board::{Color, Point, PointSet};
use cgt::text::Calculator;

use super::scene::{Answer, Scene, Sure, Verdict, color, listed};
use super::sentence::Sentence;

/// A question with its arguments.
pub(super) struct Call<'a> {
    pub(super) sentence: &'a Sentence,
    /// How it is written, for messages.
    pub(super) usage: &'static str,
}

/// Moves that an assertion names.
pub(super) struct Named {
    pub(super) points: PointSet,
    /// Whether no others will do.
    pub(super) only: bool,
}

impl Named {
    /// Whether the moves that were found are as claimed.
    pub(super) fn agrees(&self, found: &PointSet) -> bool {
        match self.only {
            true => self.points == *found,
            false => self.points.is_subset(found),
        }
    }
}

impl Call<'_> {
    /// The argument at this place.
    pub(super) fn argument(&self, index: usize) -> Result<&str, String> {
        let word = self.sentence.arguments.get(index).map(String::as_str);
        word.ok_or_else(|| format!("too few arguments: write {}", self.usage))
    }

    /// The argument at this place, if there is one.
    pub(super) fn optional(&self, index: usize) -> Option<&str> {
        self.sentence.arguments.get(index).map(String::as_str)
    }

    /// An error if there are more arguments than this.
    pub(super) fn at_most(&self, count: usize) -> Result<(), String> {
        match self.sentence.arguments.len() <= count {
            true => Ok(()),
            false => Err(format!("too many arguments: write {}", self.usage)),
        }
    }

    /// The color at this place.
    pub(super) fn color(&self, index: usize) -> Result<Color, String> {
        color(self.argument(index)?)
    }

    /// The moves from this place on: `D4`, `D4 E5` or `only D4`.
    pub(super) fn moves(&self, scene: &Scene, index: usize) -> Result<Option<Named>, String> {
        self.at_most(index + 1)?;
        let Some(text) = self.optional(index) else { return Ok(None) };
        let (only, text) = match text.split_once(char::is_whitespace) {
            Some(("only", rest)) => (true, rest),
            _ => (false, text),
        };
        let points = scene.points(text)?;
        if let Some(taken) = points.iter().find(|&point| !scene.position.is_empty(point)) {
            return Err(format!("there is a stone on {taken} already"));
        }
        Ok(Some(Named { points, only }))
    }

    /// The answer that is expected; an error if there is none.
    fn expected(&self) -> Result<&str, String> {
        let answer = self.sentence.answer.as_deref();
        answer.ok_or_else(|| format!("an answer is missing: write {}", self.usage))
    }

    /// Holds a word against the answer, which is one of `known`; `yes` if it is not given.
    pub(super) fn word(&self, found: &str, known: &[&'static str], sure: Sure) -> Answer {
        let expected = self.wanted(known)?;
        Ok(Verdict::new(expected == found, found, sure))
    }

    /// The word that is expected, which is one of `known`; `yes` if it is not given.
    pub(super) fn wanted(&self, known: &[&'static str]) -> Result<&'static str, String> {
        let text = self.sentence.answer.as_deref().unwrap_or("yes");
        // What the runner judges by itself is no affair of the question.
        if text == "unknown" {
            return Ok("unknown");
        }
        let word = known.iter().find(|word| **word == text);
        word.copied().ok_or_else(|| match self.sentence.answer {
            None => format!("an answer is missing: write {}", self.usage),
            Some(_) => format!("\"{text}\" is no answer here: it is one of {}", known.join(", ")),
        })
    }

    /// Holds a count against the answer.
    pub(super) fn count(&self, found: usize, sure: Sure) -> Answer {
        let expected = self.expected()?;
        let wanted: usize = match expected {
            "unknown" => return Ok(Verdict::new(false, found, sure)),
            _ => expected
                .parse()
                .map_err(|_| format!("\"{expected}\" is no count: write {}", self.usage))?,
        };
        Ok(Verdict::new(wanted == found, found, sure))
    }

    /// Holds a set of points against the answer; `none` or `pass` is the empty set.
    pub(super) fn set(&self, scene: &Scene, found: &PointSet, sure: Sure) -> Answer {
        let wanted = match self.expected()? {
            "none" | "pass" | "unknown" => PointSet::EMPTY,
            text => scene.points(text)?,
        };
        Ok(Verdict::new(wanted == *found, listed(found), sure))
    }

    /// Holds a text against the answer as it stands, but for capitals.
    pub(super) fn text(&self, found: &str, sure: Sure) -> Answer {
        Ok(Verdict::new(self.expected()?.eq_ignore_ascii_case(found), found, sure))
    }

    /// Holds a number or a game against the answer by its value, not by its spelling.
    pub(super) fn value(&self, found: &str, sure: Sure) -> Answer {
        let expected = self.expected()?;
        if expected == "unknown" {
            return Ok(Verdict::new(false, found, sure));
        }
        // Means of kos need not be dyadic; those are read by nobody but compared as they stand.
        if expected == found {
            return Ok(Verdict::new(true, found, sure));
        }
        let mut calculator = Calculator::new();
        let wanted = calculator
            .game(expected)
            .map_err(|error| format!("\"{expected}\" is no value: {error}"))?;
        let holds = calculator.game(found).is_ok_and(|found| found == wanted);
        Ok(Verdict::new(holds, found, sure))
    }

    /// An error if an answer is given but none belongs here.
    pub(super) fn plain(&self) -> Result<(), String> {
        match self.sentence.answer.as_deref() {
            None | Some("unknown") => Ok(()),
            Some(_) => Err(format!("no answer is expected: write {}", self.usage)),
        }
    }
}

/// The empty points within so many steps of some points.
pub(super) fn around(scene: &Scene, points: &PointSet, steps: usize) -> Vec<Point> {
    let board = PointSet::board(scene.position.size());
    let mut near = *points;
    for _ in 0..steps {
        near = near.grown(&board);
    }
    (near & scene.position.empty_points()).iter().collect()
}
