//! Captures, connections and races as a report, with each side first.

use ::tactics::capture::{Effort, Reading, Success, attack, defend};
use ::tactics::semeai::{self, Verdict};
use ::tactics::{connect, eyes, safety};
use board::{Color, Move, Point, Position};
use budget::{Budget, Exhausted};
use serde::Serialize;

use crate::solve::{Stats, Step, names};

/// The JSON of `capture`, `connect` and `semeai`.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// `tedomari.tactics/1`.
    pub schema: &'static str,
    /// `capture`, `connect` or `semeai`.
    pub goal: &'static str,
    /// The stones it is about.
    pub target: Vec<String>,
    /// `safe`, `critical`, `dead`, `ko`, `seki` or `unknown`.
    pub status: &'static str,
    /// When the attacker moves first.
    pub attacker_first: First,
    /// When the defender moves first.
    pub defender_first: First,
    /// `proved`, `estimate` or `unknown`.
    pub warrant: &'static str,
    /// Work done.
    pub stats: Stats,
}

/// What reading found with one player first.
#[derive(Clone, Debug, Serialize)]
pub struct First {
    /// `success`, `failure`, `ko` or `unknown`, for the player who moves first.
    pub result: &'static str,
    /// GNU Go's code: 0 no, 1 yes, 2 by a ko the first player takes first, 3 by
    /// a ko the other takes first.
    pub code: u8,
    /// The first move; `pass` if none is needed, null if none helps.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The line that shows it.
    pub line: Vec<Step>,
    /// Its length.
    pub depth: usize,
    /// Positions read.
    pub nodes: u64,
    /// How many moves the winner of a race is ahead, where that can be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<u32>,
    /// `proved`, `estimate` or `unknown`.
    pub warrant: &'static str,
}

/// Time or positions did not last.
const UNDECIDED: First = First {
    result: "unknown",
    code: 0,
    mv: None,
    line: Vec::new(),
    depth: 0,
    nodes: 0,
    ahead: None,
    warrant: "unknown",
};

/// Nodes spent on proving safe what no capture was found of.
const SAFETY: u64 = 100_000;

/// Can the block on `prey` be captured, and can it be saved? That nothing was found against a
/// block proves little; that it is safe may be proved by its eyes.
pub fn capture(position: &Position, prey: Point, effort: &Effort, budget: &mut Budget) -> Report {
    let mut attacker = first(attack(position, prey, effort, budget), true);
    let mut defender = first(defend(position, prey, effort, budget), false);
    if matches!(attacker.result, "failure" | "unknown") && is_safe(position, prey, budget) {
        (attacker, defender) = safe(attacker, defender);
    }
    report("capture", names(&position.block(prey)), attacker, defender)
}

/// What is said of a block that is proved to be safe.
fn safe(attacker: First, defender: First) -> (First, First) {
    let (result, mv) = ("success", Some("pass".to_string()));
    (
        First { result: "failure", warrant: "proved", ..attacker },
        First { result, code: Success::Yes.code(), mv, warrant: "proved", ..defender },
    )
}

fn is_safe(position: &Position, stone: Point, budget: &mut Budget) -> bool {
    if eyes::two_eyes(position, stone).is_some() {
        return true;
    }
    let mut part = budget.part(SAFETY);
    let found = safety::analyze(position, safety::Effort::default(), &mut part);
    // What was proved stands, though it used up the budget.
    let _ = budget.charge(part.spent());
    found.safe.iter().any(|safe| safe.contains(stone))
}

/// Can the blocks on `from` and `to` be cut, and can they be joined?
pub fn connection(
    position: &Position,
    from: Point,
    to: Point,
    nodes: u64,
    budget: &mut Budget,
) -> Report {
    // What is proved here is the joining, so the cutter is the attacker.
    let attacker = first(connect::disconnect(position, from, to, nodes, budget), false);
    let defender = first(connect::connect(position, from, to, nodes, budget), true);
    let target = names(&(position.block(from) | position.block(to)));
    report("connect", target, attacker, defender)
}

/// What becomes of the block on `own` in its race with the one on `other`?
/// Nothing if the two do not race or the fight is too wide.
pub fn race(
    position: &Position,
    own: Point,
    other: Point,
    nodes: u64,
    budget: &mut Budget,
) -> Option<Report> {
    // Out of budget is an answer, too: the one of a race that was not decided.
    let attacked = semeai::race(position, other, own, nodes, budget).transpose()?.ok();
    let defended = semeai::race(position, own, other, nodes, budget).transpose()?.ok();
    let shared = attacked.as_ref().is_some_and(|race| race.verdict() == Verdict::Seki);
    let mut attacker = attacked.map_or(UNDECIDED, |race| racing(&race, race.attack));
    let mut defender = defended.map_or(UNDECIDED, |race| racing(&race, race.defence));
    let lives = attacker.result != "success" && is_safe(position, own, budget);
    if lives {
        (attacker, defender) = safe(attacker, defender);
    }
    let mut report = report("semeai", names(&position.block(own)), attacker, defender);
    // Beside stones that live by themselves nothing is seki.
    if report.status == "safe" && shared && !lives && !is_safe(position, other, budget) {
        report.status = "seki";
    }
    Some(report)
}

/// `success`: of what the player who moves first wants with the block asked about.
fn racing(race: &semeai::Race, success: Success) -> First {
    let result = match success {
        _ if race.exhausted && success != Success::Yes => "unknown",
        Success::No => "failure",
        Success::Yes => "success",
        Success::Ko | Success::KoAfterThreat => "ko",
    };
    let mv = match (success, race.first) {
        (Success::No, _) => None,
        (_, Some(point)) => Some(point.to_string()),
        (_, None) => Some("pass".to_string()),
    };
    // The stones around are taken as alive.
    let warrant = if result == "unknown" { "unknown" } else { "estimate" };
    First {
        result,
        code: success.code(),
        mv,
        depth: race.line.len(),
        line: steps(&race.line),
        nodes: race.nodes,
        ahead: race.ahead,
        warrant,
    }
}

fn report(goal: &'static str, target: Vec<String>, attacker: First, defender: First) -> Report {
    let status = match (attacker.result, defender.result) {
        ("failure", _) => "safe",
        (_, "failure") => "dead",
        ("unknown", _) | (_, "unknown") => "unknown",
        ("success", "success") => "critical",
        _ => "ko",
    };
    // Which of the two answers the status rests on.
    let warrants = match status {
        "safe" => vec![attacker.warrant],
        "dead" => vec![defender.warrant],
        _ => vec![attacker.warrant, defender.warrant],
    };
    let warrant = if status == "unknown" {
        "unknown"
    } else if warrants.iter().all(|&warrant| warrant == "proved") {
        "proved"
    } else {
        "estimate"
    };
    let nodes = attacker.nodes + defender.nodes;
    Report {
        schema: "tedomari.tactics/1",
        goal,
        target,
        status,
        attacker_first: attacker,
        defender_first: defender,
        warrant,
        stats: Stats { nodes, seconds: 0.0 },
    }
}

/// `achieving`: the player who moves first is the one whose success can be proved.
fn first(reading: Result<Reading, Exhausted>, achieving: bool) -> First {
    let Ok(reading) = reading else { return UNDECIDED };
    // Out of nodes means: the achiever did not get there.
    let open = reading.exhausted && (reading.success == Success::Yes) != achieving;
    let result = match reading.success {
        _ if open => "unknown",
        Success::No => "failure",
        Success::Yes => "success",
        Success::Ko | Success::KoAfterThreat => "ko",
    };
    let warrant = match result {
        "unknown" => "unknown",
        _ if reading.proved => "proved",
        _ => "estimate",
    };
    let mv = match (reading.success, reading.first) {
        (Success::No, _) => None,
        (_, Some(point)) => Some(point.to_string()),
        (_, None) => Some("pass".to_string()),
    };
    First {
        result,
        code: reading.success.code(),
        mv,
        depth: reading.line.len(),
        line: steps(&reading.line),
        nodes: reading.nodes,
        ahead: None,
        warrant,
    }
}

fn steps(line: &[(Color, Move)]) -> Vec<Step> {
    line.iter().map(|(color, mv)| Step { color: color.to_string(), mv: mv.to_string() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    #[test]
    fn a_block_with_two_eyes_is_safe_for_sure() {
        let setup: Setup = "
            . X . X O . .
            X X X X O . .
            O O O O O . .
            . . . . . . .
            . . X . . . .
            . . . . . . ."
            .parse()
            .expect("a board");
        let position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        let asked = |stone: &str| {
            let stone = stone.parse().expect("a point");
            let budget = &mut Budget::nodes(10_000);
            let found = capture(&position, stone, &Effort::quick(), budget);
            (found.status, found.warrant, found.defender_first.mv)
        };
        assert_eq!(asked("B6"), ("safe", "proved", Some("pass".to_string())));
        // Nothing is found against this one either, but that proves nothing.
        assert_eq!(asked("C2"), ("safe", "estimate", Some("pass".to_string())));
    }
}
