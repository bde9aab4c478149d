//! What a command answers: a text, and what kind of text it is.

use serde::Serialize;

use crate::{Outcome, output};

/// The answer to a question, ready to be printed or sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How the text is to be read.
    pub kind: Kind,
    /// The text.
    pub body: String,
    /// Whether the answer is negative, where the question is a check.
    pub outcome: Outcome,
}

/// How a text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One JSON object.
    Json,
    /// For people.
    Text,
    /// A game record.
    Sgf,
    /// A picture.
    Svg,
    /// A page.
    Html,
    /// A picture of pixels; the text is its bytes in base 64.
    Png,
    /// Pages for printing; the text is their bytes in base 64.
    Pdf,
}

impl Kind {
    /// The name of the kind in HTTP.
    pub fn media_type(self) -> &'static str {
        match self {
            Kind::Json => "application/json",
            Kind::Text => "text/plain; charset=utf-8",
            Kind::Sgf => "application/x-go-sgf; charset=utf-8",
            Kind::Svg => "image/svg+xml",
            Kind::Html => "text/html; charset=utf-8",
            Kind::Png => "image/png",
            Kind::Pdf => "application/pdf",
        }
    }
}

impl Answer {
    /// The report as JSON if that is wanted, else in words.
    pub fn new(
        json: bool,
        report: &impl Serialize,
        words: impl FnOnce() -> String,
    ) -> anyhow::Result<Answer> {
        match json {
            true => Ok(Answer::text(Kind::Json, serde_json::to_string_pretty(report)? + "\n")),
            false => Ok(Answer::text(Kind::Text, words())),
        }
    }

    /// A text of some kind.
    pub fn text(kind: Kind, body: String) -> Answer {
        Answer { kind, body, outcome: Outcome::Done }
    }

    /// The same answer, negative unless `holds`.
    pub fn holds(self, holds: bool) -> Answer {
        let outcome = if holds { Outcome::Done } else { Outcome::Negative };
        Answer { outcome, ..self }
    }

    /// Prints it.
    pub fn print(self) -> anyhow::Result<Outcome> {
        output::print(&self.body)?;
        Ok(self.outcome)
    }
}
