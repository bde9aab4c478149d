//! Regression suites in the form that GNU Go's are written in (`.tst`).
//!
//! A line with a number in front is a test: a GTP command, whose reply must be as the
//! pattern after `#?` in a following line says. Other lines set the board up. A star behind
//! the pattern says that the test is known to fail, an ampersand that it is not to be
//! counted.
//!
//! ```
//! use workbench::check::suite::{Line, agrees, parse};
//!
//! let lines = parse("loadsgf games/one.sgf 12\n10 attack C3\n#? [1 (D4|E5)]*\n")?;
//! assert_eq!(lines[0].1, Line::Setup("loadsgf games/one.sgf 12".into()));
//! let Line::Test(test) = &lines[1].1 else { panic!() };
//! assert_eq!((test.id.as_str(), test.command.as_str()), ("10", "attack C3"));
//! assert!(test.known_failure && agrees(&test.pattern, "1 E5"));
//! # Ok::<(), String>(())
//! ```

/// A line of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A command that sets the board up.
    Setup(String),
    /// A test.
    Test(Test),
}

/// A test of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its number.
    pub id: String,
    /// What is asked.
    pub command: String,
    /// What the whole reply must match, without its brackets; a leading `!` negates.
    pub pattern: String,
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
            balanced(pattern).map_err(|error| format!("line {number}: {error}"))?;
            lines.push((
                at,
                Line::Test(Test {
                    id,
                    command,
                    pattern: pattern.to_string(),
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

fn balanced(pattern: &str) -> Result<(), String> {
    let mut depth = 0;
    for letter in pattern.chars() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        if depth < 0 {
            break;
        }
    }
    // Texts that a pattern stands for are written out below, so that their number is bounded.
    match depth {
        0 if pattern.len() <= LONGEST && count(pattern.as_bytes()) <= MOST => Ok(()),
        0 => Err("the answer stands for too many texts".to_string()),
        _ => Err(format!("the parentheses of [{pattern}] do not match")),
    }
}

/// The longest pattern, and the most texts that it may stand for.
const LONGEST: usize = 4000;
const MOST: usize = 10_000;

/// How many texts a pattern with matching parentheses stands for.
fn count(pattern: &[u8]) -> usize {
    let alternatives = alternatives(pattern);
    let of = |part: &[u8]| match group(part) {
        None => 1,
        Some((open, close)) => {
            count(&part[open + 1..close]).saturating_mul(count(&part[close + 1..]))
        }
    };
    alternatives.into_iter().map(of).fold(0, usize::saturating_add)
}

/// Whether a reply is one that the pattern stands for.
pub fn agrees(pattern: &str, reply: &str) -> bool {
    let (pattern, negated) = match pattern.strip_prefix('!') {
        Some(rest) => (rest, true),
        None => (pattern, false),
    };
    texts(pattern.as_bytes()).iter().any(|text| fits(text, reply)) != negated
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

/// The texts that a pattern of words, `|` and parentheses stands for.
fn texts(pattern: &[u8]) -> Vec<String> {
    alternatives(pattern).into_iter().flat_map(texts_of_one).collect()
}

fn texts_of_one(pattern: &[u8]) -> Vec<String> {
    let Some((open, close)) = group(pattern) else {
        return vec![String::from_utf8_lossy(pattern).into_owned()];
    };
    let head = String::from_utf8_lossy(&pattern[..open]).into_owned();
    let tails = texts_of_one(&pattern[close + 1..]);
    let mut found = Vec::new();
    for middle in texts(&pattern[open + 1..close]) {
        found.extend(tails.iter().map(|tail| format!("{head}{middle}{tail}")));
    }
    found
}

/// The first pair of parentheses.
fn group(pattern: &[u8]) -> Option<(usize, usize)> {
    let open = pattern.iter().position(|&b| b == b'(')?;
    let mut depth = 0;
    let close = pattern.iter().enumerate().skip(open).position(|(_, &b)| {
        depth += i32::from(b == b'(') - i32::from(b == b')');
        depth == 0
    })?;
    Some((open, open + close))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stand_for_whole_replies() {
        assert!(agrees("1 (S4|T5)", "1 T5"));
        assert!(!agrees("1 (S4|T5)", "1 T"));
        assert!(agrees("G7|G5", "G5"));
        assert!(agrees("!1", "0"));
        assert!(!agrees("!0|1", "1"));
        assert!(agrees("(1 (A1|B2))|(2 C3)", "2 C3"));
        assert!(agrees("1 0 (.*)", "1 0 PASS"));
        assert!(!agrees("1 0 (.*)", "1 1 PASS"));
        assert!(agrees("(A|B) (C|D) E", "B C E"));
    }

    #[test]
    fn lines_are_told_apart() {
        let text =
            "# words\nboardsize 9\n1 attack A1\n2 attack B1\n#? [0]\n#? [1]\n3 x\n#? [!1]& \n";
        let lines = parse(text).unwrap();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0], (2, Line::Setup("boardsize 9".into())));
        let Line::Test(test) = &lines[2].1 else { panic!("a test") };
        assert!(test.ignored && !test.known_failure);
        assert_eq!((test.id.as_str(), test.pattern.as_str()), ("3", "!1"));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (text, why) in [
            ("1\n", "line 1: the test 1 asks nothing"),
            ("1 a\n#? 1\n", "line 2: the answer 1 stands not in [ ]"),
            ("1 a\n#? [(1]\n", "line 2: the parentheses of [(1] do not match"),
            ("1 a\n#? [)1(]\n", "line 2: the parentheses of [)1(] do not match"),
        ] {
            assert_eq!(parse(text).unwrap_err(), why);
        }
        let many = format!("1 a\n#? [{}]\n", "(a|b)".repeat(20));
        assert!(parse(&many).unwrap_err().contains("too many"));
    }
}
