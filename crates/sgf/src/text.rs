//! Escapes, soft line breaks and white space of text values (FF[4], "Text" and
//! "SimpleText").

use std::borrow::Cow;

/// Reads a raw value as *Text*: a backslash keeps the next character, a backslash
/// before a line break removes both, line breaks become `\n`, other white space a space.
///
/// ```
/// assert_eq!(sgf::text(r"ab \] cd\\"), r"ab ] cd\");
/// assert_eq!(sgf::text("one\\\r\n two"), "one two");
/// ```
pub fn text(raw: &str) -> Cow<'_, str> {
    unescape(raw, "\n")
}

/// Reads a raw value as *SimpleText*: like [`text`], but line breaks become spaces.
///
/// ```
/// assert_eq!(sgf::simple_text("one\ntwo"), "one two");
/// ```
pub fn simple_text(raw: &str) -> Cow<'_, str> {
    unescape(raw, " ")
}

/// Writes text as a raw value: `\` and `]` get a backslash.
///
/// ```
/// assert_eq!(sgf::escape(r"a\b [c]"), r"a\\b [c\]");
/// ```
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_where(text, |c| matches!(c, '\\' | ']'))
}

/// Writes text as one half of a composed value: `:` gets a backslash as well.
///
/// ```
/// assert_eq!(sgf::escape_part("1:0"), r"1\:0");
/// ```
pub fn escape_part(text: &str) -> Cow<'_, str> {
    escape_where(text, |c| matches!(c, '\\' | ']' | ':'))
}

/// Splits a raw value at its first unescaped colon.
///
/// ```
/// assert_eq!(sgf::split_composed("dd:ff"), ("dd", Some("ff")));
/// assert_eq!(sgf::split_composed(r"a\:b"), (r"a\:b", None));
/// ```
pub fn split_composed(raw: &str) -> (&str, Option<&str>) {
    let bytes = raw.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b':' => return (&raw[..at], Some(&raw[at + 1..])),
            _ => at += 1,
        }
    }
    (raw, None)
}

/// Makes any string safe between `[` and `]`: an unescaped `]` gets its backslash,
/// and a backslash at the very end, which would swallow the bracket, is dropped.
pub(crate) fn enclosable(raw: &str) -> Cow<'_, str> {
    let bytes = raw.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if at + 1 == bytes.len() => return Cow::Borrowed(&raw[..at]),
            b'\\' => at += 2,
            b']' => return Cow::Owned(enclosed_slowly(raw)),
            _ => at += 1,
        }
    }
    Cow::Borrowed(raw)
}

fn enclosed_slowly(raw: &str) -> String {
    let mut safe = String::with_capacity(raw.len() + 8);
    let mut characters = raw.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => {
                if let Some(next) = characters.next() {
                    safe.push('\\');
                    safe.push(next);
                }
            }
            ']' => safe.push_str("\\]"),
            _ => safe.push(c),
        }
    }
    safe
}

fn escape_where(text: &str, special: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&special) {
        return Cow::Borrowed(text);
    }
    let mut raw = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if special(c) {
            raw.push('\\');
        }
        raw.push(c);
    }
    Cow::Owned(raw)
}

fn unescape<'a>(raw: &'a str, line_break: &str) -> Cow<'a, str> {
    let plain = |b: u8| b >= b' ' && b != b'\\' || (b == b'\n' && line_break == "\n");
    // LF CR is one line break too, but then a CR is there and the slow way is taken.
    if raw.bytes().all(plain) {
        return Cow::Borrowed(raw);
    }
    let mut read = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    while let Some(c) = characters.next() {
        let (c, escaped) = match c {
            '\\' => match characters.next() {
                Some(next) => (next, true),
                None => break,
            },
            _ => (c, false),
        };
        match c {
            '\n' | '\r' => {
                let partner = if c == '\n' { '\r' } else { '\n' };
                characters.next_if_eq(&partner);
                if !escaped {
                    read.push_str(line_break);
                }
            }
            '\t' | '\u{b}' | '\u{c}' => read.push(' '),
            _ => read.push(c),
        }
    }
    Cow::Owned(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn line_breaks_of_every_system_are_one_break() {
        assert_eq!(text("a\nb\rc\r\nd\n\re"), "a\nb\nc\nd\ne");
        assert_eq!(text("a\n\nb\r\n\r\nc"), "a\n\nb\n\nc");
        assert_eq!(simple_text("a\n\nb\r\nc"), "a  b c");
    }

    #[test]
    fn a_soft_break_vanishes_and_a_lone_backslash_too() {
        assert_eq!(text("go\\\r\nban\\\nya"), "gobanya");
        assert_eq!(text("cut\\"), "cut");
        assert_eq!(text("tab\there\\\tthere"), "tab here there");
    }

    #[test]
    fn enclosable_mends_what_would_break_the_brackets() {
        assert_eq!(enclosable(r"a\]b"), r"a\]b");
        assert_eq!(enclosable("a]b"), r"a\]b");
        assert_eq!(enclosable(r"a]b\"), r"a\]b");
        assert_eq!(enclosable(r"end\"), "end");
        assert_eq!(enclosable(r"end\\"), r"end\\");
    }

    proptest! {
        #[test]
        fn escaping_then_reading_gives_the_text_back(
            written in "[a-z\\\\\\]\\[:é囲\n ]{0,30}"
        ) {
            let (whole, part) = (escape(&written), escape_part(&written));
            prop_assert_eq!(text(&whole), written.as_str());
            prop_assert_eq!(text(&part), written.as_str());
            let raw = format!("{part}:{part}");
            let (first, second) = split_composed(&raw);
            prop_assert_eq!(text(first), written.as_str());
            prop_assert_eq!(text(second.expect("composed")), written.as_str());
        }

        #[test]
        fn enclosable_is_stable_and_reads_to_its_end(raw in ".{0,20}") {
            let once = enclosable(&raw).into_owned();
            prop_assert_eq!(enclosable(&once), once.as_str());
            let bracketed = format!("(;C[{once}])");
            let collection = crate::parse(bracketed);
            let value = collection.game(0).and_then(|g| g.root().property("C")?.first());
            prop_assert_eq!(value.map(|v| v.raw().to_owned()), Some(once));
        }
    }
}
