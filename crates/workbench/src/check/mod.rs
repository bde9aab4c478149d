//! Assertions about positions, stored in game records, and whether they hold.
//!
//! After the Analyze tool of the Smart Game Board (Kierulf 1990) as Müller 1995, section 7.5,
//! extends it: assertions are compared with what the program finds, commands set what they
//! are asked under, and totals tell how well it does by theme. They stand in the property
//! `XCHECK`, one in a value, or in lines of a comment that begin with `check:`.
//!
//! ```
//! use workbench::check::{Options, check};
//!
//! let record = sgf::parse(
//!     "(;SZ[5]AB[ab][bb][cb][db][eb]AW[ac][bc][cc][dc][ec][ae][ce][ee][ad][bd][cd][dd][ed]
//!        XTHEME[eyes]XCHECK[IsUnconditional(A3)][IsAlive(A4)][IsLegal(B1, black)]
//!        C[A joke.\ncheck: Liberties(A4) = 5; Stones(A3) = 13])",
//! );
//! let report = check(&record, &Options::default());
//! assert_eq!((report.totals.passed, report.totals.failed), (4, 1));
//! assert_eq!(report.items[2].found, "suicide");
//! ```
//!
//! | question | where |
//! |---|---|
//! | what does an assertion look like? | [`sentence`] |
//! | where do assertions stand, and which commands hold there? | [`spots`], [`Spot`] |
//! | which assertions are there? | [`known`] |
//! | do they hold? | [`check`], [`check_spot`], [`Report`] |
//! | what changed between two runs? | [`compare`] |
//! | suites of other programs | [`suite`] |

mod areas;
mod call;
mod captures;
mod compare;
mod links;
mod lives;
mod questions;
mod report;
mod rules;
mod scene;
mod sentence;
mod settled;
mod spot;
pub mod suite;
mod whole;

use board::PointSet;
use budget::{Budget, StopFlag};
use sgf::Collection;

pub use compare::{Change, Changes, Earlier, EarlierItem, compare};
pub use questions::known;
pub use report::{Item, Outcome, Report, Theme, Totals};
pub use sentence::{Sentence, sentence};
pub use spot::{LINE, PROPERTY, Spot, THEME, spots};

use crate::load::load_node;
use questions::ask;
use scene::{Answer, Scene, Sure, Verdict};
use spot::Asserted;

/// How assertions are asked.
#[derive(Clone, Debug)]
pub struct Options {
    /// Positions that each assertion may look at, unless a command says otherwise.
    pub nodes: u64,
    /// Only this theme.
    pub theme: Option<String>,
    /// The theme of games that name none.
    pub default_theme: String,
    /// The name of the file, for the report.
    pub file: String,
}

impl Default for Options {
    fn default() -> Options {
        Options { nodes: NODES, theme: None, default_theme: "other".into(), file: String::new() }
    }
}

/// Positions for one assertion: a few seconds at most.
pub const NODES: u64 = 200_000;

impl Options {
    /// Whether a theme is asked for.
    pub fn wants(&self, theme: &str) -> bool {
        self.theme.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(theme))
    }
}

/// Checks every assertion of a collection.
pub fn check(collection: &Collection, options: &Options) -> Report {
    let mut report = Report::new();
    let stop = StopFlag::new();
    for spot in spots(collection, &options.file, &options.default_theme) {
        if options.wants(spot.theme()) {
            check_spot(&spot, options, &stop, &mut report);
        }
    }
    report
}

/// Checks the assertions of one node and adds them to the report. If the flag is raised on
/// the way, the report says that it was stopped, and what was not decided is left out.
pub fn check_spot(spot: &Spot<'_>, options: &Options, stop: &StopFlag, report: &mut Report) {
    let nodes = spot.settings.nodes.unwrap_or(options.nodes);
    let mut scene = scene(spot, nodes, stop);
    for asserted in &spot.asserted {
        if stop.is_raised() {
            report.stopped = true;
            return;
        }
        let budget = Budget::nodes(nodes).with_stop(stop.clone());
        let (answer, spent) = match (&asserted.sentence, &mut scene) {
            (Err(error), _) => (Err(error.clone()), 0),
            (Ok(_), Err(error)) => (Err(error.clone()), 0),
            (Ok(sentence), Ok((scene, _))) => {
                scene.budget = budget;
                let answer = ask(scene, sentence);
                (answer, scene.budget.spent())
            }
        };
        if stop.is_raised() {
            report.stopped = true;
            return;
        }
        let (board, moves) = match &scene {
            Ok((scene, moves)) => (scene.position.setup().to_string(), *moves),
            Err(_) => (String::new(), 0),
        };
        report.add(item(spot, asserted, answer, &board, moves, spent));
    }
}

/// The position of a spot, and after how many moves it stands.
fn scene(spot: &Spot<'_>, nodes: u64, stop: &StopFlag) -> Result<(Scene, usize), String> {
    let loaded = load_node(spot.node, &spot.settings.wanted).map_err(|error| error.to_string())?;
    let budget = Budget::nodes(nodes).with_stop(stop.clone());
    let mut scene = Scene::new(loaded.position, loaded.header.handicap, nodes, budget);
    let mut assumed = PointSet::EMPTY;
    for stones in &spot.settings.alive {
        let (_, group) = scene.group(stones).map_err(|error| format!("Alive: {error}"))?;
        assumed |= group;
    }
    scene.assumed = assumed;
    Ok((scene, loaded.moves))
}

fn item(
    spot: &Spot<'_>,
    asserted: &Asserted,
    answer: Answer,
    board: &str,
    moves: usize,
    nodes: u64,
) -> Item {
    let (expected, negated) = match &asserted.sentence {
        Ok(sentence) => {
            let answer = sentence.answer.clone().unwrap_or_else(|| "yes".to_string());
            (if sentence.negated { format!("not {answer}") } else { answer }, sentence.negated)
        }
        Err(_) => (String::new(), false),
    };
    let (outcome, found, sure) = match answer {
        Err(error) => (Outcome::Error, error, Sure::Unknown),
        Ok(verdict) => judged(verdict, &expected, negated, spot.settings.least),
    };
    let shown = matches!(outcome, Outcome::Failed | Outcome::Unknown);
    Item {
        file: spot.file.clone(),
        game: spot.game.to_string(),
        name: spot.name.clone(),
        theme: spot.theme.clone(),
        place: asserted.place.clone(),
        moves,
        assertion: asserted.text.clone(),
        expected,
        found,
        outcome,
        warrant: sure.word(),
        known_failure: false,
        ignored: false,
        board: if shown { board.lines().map(str::to_string).collect() } else { Vec::new() },
        nodes,
    }
}

/// How an assertion went. One that expects `unknown` holds if nothing was decided.
fn judged(verdict: Verdict, expected: &str, negated: bool, least: Sure) -> (Outcome, String, Sure) {
    let Verdict { holds, mut found, sure } = verdict;
    let holds = match holds {
        Some(_) if sure < least => {
            found = format!("{found} ({})", sure.word());
            None
        }
        holds => holds,
    };
    let outcome = match (holds, expected) {
        (None, "unknown") => Outcome::Passed,
        (Some(_), "not unknown") => Outcome::Passed,
        (Some(_), "unknown") => Outcome::Failed,
        (None, _) => Outcome::Unknown,
        (Some(holds), _) if holds != negated => Outcome::Passed,
        _ => Outcome::Failed,
    };
    (outcome, found, sure)
}

#[cfg(test)]
mod tests;
