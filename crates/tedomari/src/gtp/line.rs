//! Lines of input, as the Go Text Protocol cleans them before reading.
//!
//! Control characters vanish, HT counts as a space, `#` begins a comment and
//! blank lines ask nothing (GTP 2 draft 2, section 3.1). Memory stays bounded
//! whatever arrives: of an overlong line only the beginning is kept.

use std::io::{self, BufRead, ErrorKind};

/// The longest command in bytes. GUIs send whole games in one
/// `gogui-play_sequence`; this is room for a hundred thousand moves.
pub const LONGEST: usize = 1 << 20;

/// How much of a comment is kept, enough to recognise `# interrupt`.
const COMMENT: usize = 32;

/// What one line of input says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A command that wants an answer.
    Command(Request),
    /// The comment `# interrupt`: the running command shall come to an end.
    Interrupt,
    /// Nothing, or a comment.
    Blank,
}

/// A command as it was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The digits to repeat in the answer.
    pub id: Option<String>,
    /// The command; empty if the line has nothing but an id.
    pub name: String,
    /// What follows the command, without surrounding spaces.
    pub arguments: String,
    /// Whether the end of the line was cut off.
    pub too_long: bool,
}

impl Request {
    /// Reads `[id] name [arguments]` from a clean line.
    pub fn parse(line: &str) -> Request {
        let line = line.trim_matches(' ');
        let (first, rest) = split_word(line);
        if !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit()) {
            let (name, arguments) = split_word(rest);
            Request {
                id: Some(first.to_string()),
                name: name.to_string(),
                arguments: arguments.to_string(),
                too_long: false,
            }
        } else {
            Request {
                id: None,
                name: first.to_string(),
                arguments: rest.to_string(),
                too_long: false,
            }
        }
    }
}

/// The first word and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(' ') {
        Some((word, rest)) => (word, rest.trim_start_matches(' ')),
        None => (text, ""),
    }
}

/// Reads one line; `None` at the end of input. Bytes that are no UTF-8 become
/// the replacement character.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut cleaner = Cleaner::default();
    let mut anything = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(anything.then(|| cleaner.line()));
        }
        anything = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let used = end.unwrap_or(chunk.len());
        chunk[..used].iter().for_each(|&byte| cleaner.take(byte));
        input.consume(end.map_or(used, |end| end + 1));
        if end.is_some() {
            return Ok(Some(cleaner.line()));
        }
    }
}

/// Gathers the bytes of one line that mean something.
#[derive(Default)]
struct Cleaner {
    text: Vec<u8>,
    comment: Option<Vec<u8>>,
    too_long: bool,
}

impl Cleaner {
    fn take(&mut self, byte: u8) {
        let byte = match byte {
            b'\t' => b' ',
            0..=31 | 127 => return,
            byte => byte,
        };
        match &mut self.comment {
            Some(comment) => {
                if comment.len() < COMMENT {
                    comment.push(byte);
                }
            }
            None if byte == b'#' => self.comment = Some(Vec::new()),
            None if byte == b' ' && self.text.is_empty() => {}
            None if self.text.len() < LONGEST => self.text.push(byte),
            // Spaces at the end of a full line cut nothing off.
            None => self.too_long |= byte != b' ',
        }
    }

    fn line(self) -> Line {
        let text = String::from_utf8_lossy(&self.text);
        if !text.trim_matches(' ').is_empty() {
            return Line::Command(Request { too_long: self.too_long, ..Request::parse(&text) });
        }
        match self.comment {
            Some(comment) if comment.trim_ascii() == b"interrupt" => Line::Interrupt,
            _ => Line::Blank,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<Line> {
        std::iter::from_fn(|| read_line(&mut bytes).unwrap()).collect()
    }

    fn command(id: Option<&str>, name: &str, arguments: &str) -> Line {
        Line::Command(Request {
            id: id.map(String::from),
            name: name.to_string(),
            arguments: arguments.to_string(),
            too_long: false,
        })
    }

    #[test]
    fn lines_are_cleaned() {
        assert_eq!(lines(b"name\n"), [command(None, "name", "")]);
        assert_eq!(lines(b"name"), [command(None, "name", "")]);
        assert_eq!(lines(b"  12\tplay  b\tQ16 # good\r\n"), [command(Some("12"), "play", "b Q16")]);
        assert_eq!(lines(b"pl\x07a\x00y b\x7f D4\r\n"), [command(None, "play", "b D4")]);
        assert_eq!(lines(b"7\n"), [command(Some("7"), "", "")]);
        assert_eq!(lines(b"\r\n \t\n# note\n"), [Line::Blank, Line::Blank, Line::Blank]);
        assert_eq!(lines(b"#interrupt\n#  interrupt \r\n"), [Line::Interrupt, Line::Interrupt]);
        assert_eq!(lines(b"name # interrupt\n"), [command(None, "name", "")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"\xff\xfe x\n"), [command(None, "\u{fffd}\u{fffd}", "x")]);
    }

    #[test]
    fn long_lines_are_cut_and_long_comments_are_not_long_lines() {
        let mut long = b"3 play ".to_vec();
        long.resize(3 * LONGEST, b'x');
        long.extend(b"\nname\n");
        let read = lines(&long);
        assert!(matches!(&read[0], Line::Command(request)
            if request.too_long && request.id.as_deref() == Some("3")));
        assert_eq!(read[1], command(None, "name", ""));

        let mut comment = b"name #".to_vec();
        comment.resize(3 * LONGEST, b'x');
        assert_eq!(lines(&comment), [command(None, "name", "")]);
    }
}
