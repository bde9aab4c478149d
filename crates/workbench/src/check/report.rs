//! What a run of assertions gives: plain data.

use serde::{Deserialize, Serialize};

use crate::solve::Stats;

/// The JSON of `check`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// `tedomari.check/1`.
    pub schema: &'static str,
    /// Over everything.
    pub totals: Totals,
    /// Over each theme, in the order in which they came.
    pub themes: Vec<Theme>,
    /// Every assertion and how it went.
    pub items: Vec<Item>,
    /// Whether the run was stopped before its end; what came after is not counted.
    pub stopped: bool,
    /// What changed since an earlier run, if that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<super::Changes>,
    /// Work done.
    pub stats: Stats,
}

/// How many assertions went how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// All of them.
    pub assertions: usize,
    /// Those that hold.
    pub passed: usize,
    /// Those that do not.
    pub failed: usize,
    /// Those that could not be decided within their nodes.
    pub unknown: usize,
    /// Those that could not be understood.
    pub errors: usize,
    /// Of the failed and unknown, those that are marked as known to fail.
    pub known_failures: usize,
    /// Of the passed, those that are marked as known to fail.
    pub unexpected_passes: usize,
    /// Those that are marked as not to be counted; they are in no other number.
    pub ignored: usize,
}

impl Totals {
    /// Counts an item.
    pub(crate) fn add(&mut self, item: &Item) {
        if item.ignored {
            self.ignored += 1;
            return;
        }
        self.assertions += 1;
        match item.outcome {
            Outcome::Passed => {
                self.passed += 1;
                self.unexpected_passes += usize::from(item.known_failure);
            }
            Outcome::Failed => self.failed += 1,
            Outcome::Unknown => self.unknown += 1,
            Outcome::Error => self.errors += 1,
        }
        let missed = matches!(item.outcome, Outcome::Failed | Outcome::Unknown);
        self.known_failures += usize::from(missed && item.known_failure);
    }

    /// Whether something failed that was not known to.
    pub fn is_bad(&self) -> bool {
        self.failed + self.unknown > self.known_failures
    }
}

/// The totals of a theme.
#[derive(Clone, Debug, Serialize)]
pub struct Theme {
    /// Its name.
    pub theme: String,
    /// Its numbers.
    #[serde(flatten)]
    pub totals: Totals,
}

/// How an assertion went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It holds.
    Passed,
    /// It does not hold.
    Failed,
    /// It was not decided within its nodes.
    Unknown,
    /// It could not be understood, or its position not be read.
    Error,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Outcome::Passed => "passed",
            Outcome::Failed => "failed",
            Outcome::Unknown => "unknown",
            Outcome::Error => "error",
        })
    }
}

/// One assertion and how it went.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// The file it stands in.
    pub file: String,
    /// The game of the collection, from 1; the number of the test in a suite.
    pub game: String,
    /// The game's name, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its theme.
    pub theme: String,
    /// Where it stands: `line 3, column 5`.
    pub place: String,
    /// After how many moves.
    pub moves: usize,
    /// What is asserted.
    pub assertion: String,
    /// The answer that was expected.
    pub expected: String,
    /// The answer that was found, or what is wrong with the assertion.
    pub found: String,
    /// How it went.
    pub outcome: Outcome,
    /// How sure that is: `proved`, `assuming`, `estimate` or `unknown`.
    pub warrant: &'static str,
    /// Whether it is marked as known to fail.
    #[serde(skip_serializing_if = "is_false")]
    pub known_failure: bool,
    /// Whether it is marked as not to be counted.
    #[serde(skip_serializing_if = "is_false")]
    pub ignored: bool,
    /// The board, if the assertion did not pass.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub board: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Report {
    /// An empty report.
    pub fn new() -> Report {
        Report { schema: "tedomari.check/1", ..Report::default() }
    }

    /// Adds an item and counts it.
    pub fn add(&mut self, item: Item) {
        self.totals.add(&item);
        let known = self.themes.iter().position(|theme| theme.theme == item.theme);
        let index = known.unwrap_or_else(|| {
            self.themes.push(Theme { theme: item.theme.clone(), totals: Totals::default() });
            self.themes.len() - 1
        });
        self.themes[index].totals.add(&item);
        self.stats.nodes += item.nodes;
        self.items.push(item);
    }
}
