//! Regression suites in the form that GNU Go's are written in (`.tst`).
//!
//! A line with a number in front is a test: a GTP command, whose reply must be as the
//! pattern after `#?` in a following line says. Other lines set the board up. A star behind
//! the pattern says that the test is known to fail, an ampersand that it is not to be
//! counted.
//!
//! ```
//! use workbench::check::suite::{Line, parse};
//!
//! let lines = parse("loadsgf games/one.sgf 12\n10 attack C3\n#? [1 (D4|E5)]*\n")?;
//! let [(1, Line::Setup(setup)), (2, Line::Test(test))] = lines.as_slice() else { panic!() };
//! assert_eq!(setup, "loadsgf games/one.sgf 12");
//! assert_eq!((test.id.as_str(), test.command.as_str()), ("10", "attack C3"));
//! assert!(test.known_failure && test.agrees("1 E5"));
//! # Ok::<(), String>(())
//! ```

use regex::bytes::{Regex, RegexBuilder};

/// A line of a suite.
#[derive(Clone, Debug)]
pub enum Line {
    /// A command that sets the board up.
    Setup(String),
    /// A test.
    Test(Test),
}

/// A test of a suite.
#[derive(Clone, Debug)]
pub struct Test {
    /// Its number.
    pub id: String,
    /// What is asked.
    pub command: String,
    /// What the whole reply must match, without its brackets; a leading `!` negates.
    pub pattern: String,
    matching: Regex,
    /// Whether it is known to fail.
    pub known_failure: bool,
    /// Whether it is not to be counted.
    pub ignored: bool,
}

/// The lines of a suite with their numbers from 1. Tests without a pattern are passed over.
pub fn parse(text: &str) -> Result<Vec<(usize, Line)>, String> {
    let mut lines = Vec::new();
    let mut pending: Option<(usize, String, String)> = None;
    for (number, line) in text.lines().enumerate() {
        let (number, line) = (number + 1, line.trim());
        if let Some(wanted) = line.strip_prefix("#?") {
            let Some((at, id, command)) = pending.take() else { continue };
            let wanted = wanted.trim();
            let bare = wanted.trim_end_matches(['*', '&', ' ']);
            let flags = &wanted[bare.len()..];
            let inner = bare.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            let pattern = inner
                .ok_or_else(|| format!("line {number}: the answer {wanted} stands not in [ ]"))?;
            let matching = regex(pattern).map_err(|error| format!("line {number}: {error}"))?;
            lines.push((
                at,
                Line::Test(Test {
                    id,
                    command,
                    pattern: pattern.to_string(),
                    matching,
                    known_failure: flags.contains('*'),
                    ignored: flags.contains('&'),
                }),
            ));
        } else if line.is_empty() || line.starts_with('#') {
            continue;
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            let (id, command) = line
                .split_once(char::is_whitespace)
                .ok_or_else(|| format!("line {number}: the test {line} asks nothing"))?;
            pending = Some((number, id.to_string(), command.trim().to_string()));
        } else {
            lines.push((number, Line::Setup(line.to_string())));
        }
    }
    Ok(lines)
}

/// The pattern as an expression for the whole reply. Capitals do not matter: some engines
/// say `pass`, others `PASS`.
fn regex(pattern: &str) -> Result<Regex, String> {
    let bare = pattern.strip_prefix('!').unwrap_or(pattern);
    let whole = loosely_bound(bare).unwrap_or_else(|| format!("(?:{bare})"));
    RegexBuilder::new(&format!("^{whole}$"))
        .unicode(false)
        .case_insensitive(true)
        .size_limit(1 << 20)
        .build()
        .map_err(|_| format!("the answer [{pattern}] is no pattern"))
}

/// GNU Go's suites have answers like `1 A1|B2`, which is to mean `1 (A1|B2)`, and `A1|B2` where
/// the reply is `1 B2`; both count as right there.
fn loosely_bound(pattern: &str) -> Option<String> {
    let alternatives: Vec<&str> = pattern.split('|').collect();
    let code = |text: &str| matches!(text.as_bytes(), [b'1'..=b'3', b' ', _, ..]);
    let (first, others) = alternatives.split_first()?;
    let point = if code(first) { &first[2..] } else { first };
    let all_points = others.iter().chain([&point]).all(|text| is_vertex(text));
    if others.is_empty() || !all_points {
        return None;
    }
    let head = if code(first) { &first[..2] } else { "(?:[1-3] )?" };
    Some(format!("{head}(?:{point}|{})", others.join("|")))
}

fn is_vertex(text: &str) -> bool {
    let (letter, number) = text.split_at_checked(1).unwrap_or_default();
    letter.bytes().all(|byte| byte.is_ascii_alphabetic())
        && matches!(number.len(), 1 | 2)
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

impl Test {
    /// Whether a reply is one that the pattern stands for.
    pub fn agrees(&self, reply: &str) -> bool {
        self.matching.is_match(reply.as_bytes()) != self.pattern.starts_with('!')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees(pattern: &str, reply: &str) -> bool {
        let lines = parse(&format!("1 ask\n#? [{pattern}]\n")).unwrap();
        let [(_, Line::Test(test))] = lines.as_slice() else { panic!("one test") };
        test.agrees(reply)
    }

    #[test]
    fn patterns_stand_for_whole_replies() {
        assert!(agrees("1 (S4|T5)", "1 T5"));
        assert!(!agrees("1 (S4|T5)", "1 T"));
        assert!(agrees("G7|G5", "G5"));
        assert!(agrees("G7|G5", "1 G5"));
        assert!(!agrees("G1|G5", "G10"));
        assert!(agrees("3 N1|R3", "3 R3"));
        assert!(!agrees("3 N1|R3", "1 R3"));
        assert!(!agrees("3 N1|R3", "R3"));
        assert!(!agrees("N1", "1 N1"));
        assert!(agrees("!1", "0"));
        assert!(!agrees("!0|1", "1"));
        assert!(agrees("(1 (A1|B2))|(2 C3)", "2 C3"));
        assert!(agrees("1 0 (.*)", "1 0 PASS"));
        assert!(!agrees("1 0 (.*)", "1 1 PASS"));
        assert!(agrees("W\\+3.5", "W+3.5"));
        assert!(agrees("PASS", "pass"));
    }

    #[test]
    fn lines_are_told_apart() {
        let text =
            "# words\nboardsize 9\n1 attack A1\n2 attack B1\n#? [0]\n#? [1]\n3 x\n#? [!1]& \n";
        let lines = parse(text).unwrap();
        assert_eq!(lines.len(), 3);
        assert!(matches!(&lines[0], (2, Line::Setup(text)) if text == "boardsize 9"));
        let Line::Test(test) = &lines[2].1 else { panic!("a test") };
        assert!(test.ignored && !test.known_failure);
        assert_eq!((test.id.as_str(), test.pattern.as_str()), ("3", "!1"));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (text, why) in [
            ("1\n", "line 1: the test 1 asks nothing"),
            ("1 a\n#? 1\n", "line 2: the answer 1 stands not in [ ]"),
            ("1 a\n#? [(1]\n", "line 2: the answer [(1] is no pattern"),
        ] {
            assert_eq!(parse(text).unwrap_err(), why);
        }
    }
}
