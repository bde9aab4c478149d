//! Regression suites in GNU Go's `.tst` form, run on an engine in this process.
//!
//! Lines without a number set the board up, numbered lines are tests, and the
//! pattern after `#?` must match the whole reply.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tedomari::gtp::line::Request;
use tedomari::gtp::{Options, engine};

/// One test and how it went.
pub(crate) struct Outcome {
    pub(crate) id: String,
    pub(crate) command: String,
    pub(crate) wanted: String,
    pub(crate) reply: String,
    pub(crate) passed: bool,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

/// Runs a suite; only the tests whose command begins with one of `commands`, or
/// all if there are none.
pub(crate) fn run(path: &Path, commands: &[&str]) -> Vec<Outcome> {
    let folder = path.parent().expect("a file has a folder");
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut engine = engine(Options::default());
    let mut ask = |line: &str| -> String {
        let text = engine.answer(&Request::parse(line)).text;
        text.trim_start_matches(['=', '?']).trim().to_string()
    };
    let mut outcomes = Vec::new();
    let mut pending: Option<Outcome> = None;
    for line in text.lines().map(str::trim) {
        if let Some(pattern) = line.strip_prefix("#?") {
            let Some(mut outcome) = pending.take() else { continue };
            outcome.wanted = pattern.trim().to_string();
            outcome.passed = agrees(&outcome.wanted, &outcome.reply);
            outcomes.push(outcome);
        } else if line.is_empty() || line.starts_with('#') {
            continue;
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            let (id, command) = line.split_once(' ').expect("a test has a command");
            if !commands.is_empty() && !commands.iter().any(|&name| command.starts_with(name)) {
                continue;
            }
            ask("reset_reading_node_counter");
            let started = Instant::now();
            let reply = ask(command);
            let time = started.elapsed();
            let nodes = ask("get_reading_node_counter").parse().unwrap_or(0);
            pending = Some(Outcome {
                id: id.to_string(),
                command: command.to_string(),
                wanted: String::new(),
                reply,
                passed: false,
                nodes,
                time,
            });
        } else if let Some(file) = line.strip_prefix("loadsgf ") {
            ask(&format!("loadsgf {}/{file}", folder.display()));
        } else {
            ask(line);
        }
    }
    outcomes
}

/// Whether a reply agrees with `[pattern]`, `[!pattern]`, perhaps with a mark behind.
pub(crate) fn agrees(wanted: &str, reply: &str) -> bool {
    let inner = wanted.trim_end_matches(['*', '&']).trim_start_matches('[').trim_end_matches(']');
    let (inner, negated) = match inner.strip_prefix('!') {
        Some(rest) => (rest, true),
        None => (inner, false),
    };
    let matched = alternatives(inner.as_bytes())
        .iter()
        .any(|pattern| matches(pattern).iter().any(|text| fits(text, reply)));
    matched != negated
}

/// Whether a text is the reply, where `.*` stands for anything.
fn fits(text: &str, reply: &str) -> bool {
    match text.split_once(".*") {
        None => text == reply,
        Some((head, tail)) => reply.strip_prefix(head).is_some_and(|rest| {
            (0..=rest.len()).any(|i| rest.is_char_boundary(i) && fits(tail, &rest[i..]))
        }),
    }
}

/// The texts a pattern of words, `|` and parentheses stands for.
fn matches(pattern: &[u8]) -> Vec<String> {
    let Some(open) = pattern.iter().position(|&b| b == b'(') else {
        return vec![String::from_utf8_lossy(pattern).into_owned()];
    };
    let mut depth = 0;
    let close = pattern.iter().enumerate().position(|(i, &b)| {
        depth += i32::from(b == b'(') - i32::from(b == b')');
        i > open && depth == 0
    });
    let close = close.expect("parentheses are balanced");
    let head = String::from_utf8_lossy(&pattern[..open]).into_owned();
    let mut texts = Vec::new();
    for choice in alternatives(&pattern[open + 1..close]) {
        for middle in matches(choice) {
            for tail in matches(&pattern[close + 1..]) {
                texts.push(format!("{head}{middle}{tail}"));
            }
        }
    }
    texts
}

/// Splits at the `|` outside parentheses.
fn alternatives(pattern: &[u8]) -> Vec<&[u8]> {
    let mut depth = 0;
    pattern
        .split(|&b| {
            depth += i32::from(b == b'(') - i32::from(b == b')');
            b == b'|' && depth == 0
        })
        .collect()
}
