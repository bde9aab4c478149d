//! What was wrong with the input, and where: values, never panics.

use std::fmt;

/// One remark about the input, with its place and a sentence a player understands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is.
    pub location: Location,
    /// What is wrong and what was done about it, as a lower-case sentence.
    pub message: String,
}

/// How bad a [`Diagnostic`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something unusual that was understood; nothing is lost.
    Warning,
    /// The text breaks the format; a best reading was taken or something was left out.
    Error,
}

/// A place in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Line, from 1; lines end at LF, CR or CR LF.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Offset in the bytes as they were given, from 0.
    pub byte: u64,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.location, self.severity, self.message)
    }
}

/// The most remarks kept for one input; a hostile file could earn one a byte.
pub(crate) const MOST_KEPT: usize = 1000;

/// A remark whose place is still an offset in the decoded text.
#[derive(Debug, Clone)]
pub(crate) struct Remark {
    pub(crate) severity: Severity,
    pub(crate) offset: usize,
    pub(crate) message: String,
}

/// Remarks gathered while reading; those past [`MOST_KEPT`] are only counted.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    pub(crate) kept: Vec<Remark>,
    warnings_left_out: usize,
    errors_left_out: usize,
    last_offset: usize,
}

impl Remarks {
    /// Notes a remark; the message is only built when it will be kept.
    pub(crate) fn note(
        &mut self,
        severity: Severity,
        offset: usize,
        message: impl FnOnce() -> String,
    ) {
        if self.kept.len() < MOST_KEPT {
            let message = message();
            self.kept.push(Remark { severity, offset, message });
        } else {
            self.last_offset = offset;
            match severity {
                Severity::Warning => self.warnings_left_out += 1,
                Severity::Error => self.errors_left_out += 1,
            }
        }
    }

    /// The remarks in text order; what was left out becomes one last remark.
    pub(crate) fn into_sorted(mut self) -> Vec<Remark> {
        let left_out = self.warnings_left_out + self.errors_left_out;
        if left_out > 0 {
            let severity =
                if self.errors_left_out > 0 { Severity::Error } else { Severity::Warning };
            self.kept.push(Remark {
                severity,
                offset: self.last_offset,
                message: format!("{left_out} further remarks are not listed"),
            });
        }
        self.kept.sort_by_key(|remark| remark.offset);
        self.kept
    }
}

/// Lines and columns of sorted offsets in `text`, found in one walk.
pub(crate) fn lines_and_columns(text: &str, sorted: &[usize]) -> Vec<(u32, u32)> {
    let bytes = text.as_bytes();
    let mut found = Vec::with_capacity(sorted.len());
    let (mut line, mut line_start, mut at) = (1u32, 0usize, 0usize);
    // Columns are counted from the last answer on the same line, so that many
    // remarks on one very long line stay cheap.
    let (mut column_at, mut column) = (0usize, 1u32);
    for &offset in sorted {
        let offset = offset.min(bytes.len());
        while at < offset {
            let byte = bytes[at];
            at += 1;
            let ends_line = byte == b'\n' || (byte == b'\r' && bytes.get(at) != Some(&b'\n'));
            if ends_line {
                line += 1;
                line_start = at;
            }
        }
        if column_at < line_start {
            (column_at, column) = (line_start, 1);
        }
        column += characters(&bytes[column_at..offset]);
        column_at = offset;
        found.push((line, column));
    }
    found
}

/// Where the lines of a text begin; the first at 0.
pub(crate) fn line_starts(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let mut starts = vec![0];
    for (at, &byte) in bytes.iter().enumerate() {
        if byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
            starts.push(at as u32 + 1);
        }
    }
    starts
}

/// Characters that begin in this piece of UTF-8; a byte order mark takes no column.
pub(crate) fn characters(bytes: &[u8]) -> u32 {
    let count = bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    let mark = usize::from(bytes.starts_with("\u{feff}".as_bytes()));
    u32::try_from(count - mark).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_starts_agree_with_the_walk() {
        let text = "a\nb\r\nc\rdé\n\n";
        let starts = line_starts(text);
        for (offset, _) in text.char_indices() {
            let (line, _) = lines_and_columns(text, &[offset])[0];
            let found = starts.partition_point(|&start| start as usize <= offset);
            assert_eq!(found as u32, line, "offset {offset}");
        }
    }

    #[test]
    fn lines_end_at_any_line_break_and_columns_count_characters() {
        let text = "ab\ncé囲d\r\nx\ry";
        let offsets: Vec<usize> = ["ab", "é", "d\r", "x", "y"]
            .iter()
            .map(|part| text.find(part).expect("part of the text"))
            .collect();
        let places = lines_and_columns(text, &offsets);
        assert_eq!(places, [(1, 1), (2, 2), (2, 4), (3, 1), (4, 1)]);
    }

    #[test]
    fn a_flood_of_remarks_is_counted_not_kept() {
        let mut remarks = Remarks::default();
        for offset in 0..MOST_KEPT + 5 {
            remarks.note(Severity::Warning, offset, || "odd".to_owned());
        }
        let kept = remarks.into_sorted();
        assert_eq!(kept.len(), MOST_KEPT + 1);
        assert_eq!(kept[MOST_KEPT].message, "5 further remarks are not listed");
    }
}
