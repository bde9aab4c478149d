//! Bytes to text: which encoding, and why.
//!
//! A byte order mark decides; else the `CA` property, where the bytes do not
//! contradict it; else UTF-8 where the bytes are valid; else a guess among the
//! encodings Go records are found in, with Latin-1 last. The decision comes before
//! lexing, because in Shift-JIS, GBK and Big5 a `\` or `]` byte may be half of a
//! character. Games of one file that declare different encodings are decoded apart.

use std::ops::Range;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::diagnostic::Severity;
use crate::guess::{guess, guess_together, is_mostly_utf8};
use crate::labels::{declared_parts, encoding_for_label, first_game};

/// The encoding a text was read in, and how it was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charset {
    /// The usual name, such as `UTF-8`, `Shift_JIS`, `gb18030` or `windows-1252`.
    pub encoding: &'static str,
    /// How it was chosen.
    pub chosen: Chosen,
}

/// How a [`Charset`] was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chosen {
    /// The file begins with a byte order mark.
    ByteOrderMark,
    /// `CA` declares it, and the bytes agree.
    Declared,
    /// There is nothing but ASCII, so every choice reads the same.
    AsciiOnly,
    /// Nothing is declared, but the bytes are valid UTF-8 (or plainly UTF-16).
    FromBytes,
    /// Nothing is declared; the likeliest encoding was taken.
    Guessed,
    /// `CA` declares something else (given here), which the bytes contradict.
    Repaired(String),
}

/// A part of the input in one encoding.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    pub(crate) source: Range<usize>,
    pub(crate) text: Range<usize>,
    pub(crate) encoding: &'static Encoding,
    pub(crate) charset: Charset,
    /// What a player should know about the choice.
    pub(crate) remark: Option<(Severity, String)>,
}

/// The decoded input.
pub(crate) struct Decoded {
    pub(crate) text: String,
    /// The bytes, where they are not the text itself.
    pub(crate) source: Option<Vec<u8>>,
    pub(crate) segments: Vec<Segment>,
}

/// Decodes a whole input.
pub(crate) fn decode(bytes: Vec<u8>) -> Decoded {
    if let Some(encoding) = utf16(&bytes) {
        let chosen = if matches!(bytes[..2], [0xFF, 0xFE] | [0xFE, 0xFF]) {
            Chosen::ByteOrderMark
        } else {
            Chosen::FromBytes
        };
        return decode_parts(bytes, |whole| {
            vec![(0..whole.len(), Choice::plain(encoding, chosen))]
        });
    }
    match String::from_utf8(bytes) {
        Ok(text) if reads_as_utf8(&text) => {
            let chosen = if text.starts_with('\u{feff}') {
                Chosen::ByteOrderMark
            } else if text.is_ascii() {
                Chosen::AsciiOnly
            } else {
                Chosen::FromBytes
            };
            let whole = 0..text.len();
            let segment = Choice::plain(UTF_8, chosen).segment(whole.clone(), whole);
            Decoded { text, source: None, segments: vec![segment] }
        }
        Ok(text) => decode_parts(text.into_bytes(), choose_parts),
        Err(error) => decode_parts(error.into_bytes(), choose_parts),
    }
}

/// An encoding with the reason for it, before the text exists.
struct Choice {
    encoding: &'static Encoding,
    chosen: Chosen,
    remark: Option<(Severity, String)>,
}

impl Choice {
    fn plain(encoding: &'static Encoding, chosen: Chosen) -> Choice {
        Choice { encoding, chosen, remark: None }
    }

    fn segment(self, source: Range<usize>, text: Range<usize>) -> Segment {
        Segment {
            source,
            text,
            encoding: self.encoding,
            charset: Charset { encoding: self.encoding.name(), chosen: self.chosen },
            remark: self.remark,
        }
    }
}

/// Whether valid UTF-8 is to be taken as such without looking for `CA`: a byte order
/// mark or enough characters leave no doubt.
fn reads_as_utf8(text: &str) -> bool {
    if text.is_ascii() {
        // ISO-2022-JP hides its characters behind escape sequences of ASCII bytes.
        return !text.as_bytes().contains(&0x1B);
    }
    text.starts_with('\u{feff}') || utf8_weight(text) >= ENOUGH_WEIGHT
}

/// Multi-byte text in a legacy encoding is now and then valid UTF-8 by accident, one
/// pair in eight; so a declared encoding is overruled only above this weight.
const ENOUGH_WEIGHT: usize = 4;

/// How strongly valid UTF-8 speaks for itself, counted up to a little over
/// [`ENOUGH_WEIGHT`]: two-byte characters once, longer ones twice.
fn utf8_weight(text: &str) -> usize {
    let mut weight = 0;
    for c in text.chars().filter(|c| !c.is_ascii()) {
        weight += if c.len_utf8() == 2 { 1 } else { 2 };
        if weight >= ENOUGH_WEIGHT {
            break;
        }
    }
    weight
}

fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    match *bytes {
        [0xFF, 0xFE, ..] => Some(UTF_16LE),
        [0xFE, 0xFF, ..] => Some(UTF_16BE),
        [b'(' | b' ' | b'\r' | b'\n', 0, second, 0, ..] if second != 0 => Some(UTF_16LE),
        [0, b'(' | b' ' | b'\r' | b'\n', 0, second, ..] if second != 0 => Some(UTF_16BE),
        _ => None,
    }
}

fn choose_parts(bytes: &[u8]) -> Vec<(Range<usize>, Choice)> {
    let parts = declared_parts(bytes);
    // Parts that must be guessed are guessed together, since one game may hold no more
    // than two names.
    let is_utf8 = |label: &str| encoding_for_label(label).is_none_or(|known| known == UTF_8);
    let pieces = parts
        .iter()
        .filter(|part| part.label.as_deref().is_none_or(is_utf8))
        .map(|part| &bytes[part.range.clone()])
        .filter(|piece| std::str::from_utf8(piece).is_err() && !is_mostly_utf8(piece));
    let together = if parts.len() > 1 { guess_together(pieces) } else { None };
    parts
        .into_iter()
        .map(|part| {
            let choice = choose(&bytes[part.range.clone()], part.label.as_deref(), together);
            (part.range, choice)
        })
        .collect()
}

/// The encoding of one part, given the label its `CA` declares.
fn choose(bytes: &[u8], label: Option<&str>, together: Option<&'static Encoding>) -> Choice {
    let declared = label.and_then(encoding_for_label);
    match std::str::from_utf8(bytes) {
        Ok(text) => choose_for_valid(text, label, declared),
        Err(_) => choose_for_invalid(bytes, label, declared, together),
    }
}

fn choose_for_valid(
    text: &str,
    label: Option<&str>,
    declared: Option<&'static Encoding>,
) -> Choice {
    let (Some(label), Some(declared)) = (label, declared) else {
        let chosen = if text.is_ascii() { Chosen::AsciiOnly } else { Chosen::FromBytes };
        let mut choice = Choice::plain(UTF_8, chosen);
        if let Some(label) = label {
            choice.remark = Some((Severity::Warning, unknown(label, UTF_8)));
        }
        return choice;
    };
    if declared == ISO_2022_JP && text.contains('\u{1b}') {
        return Choice::plain(declared, Chosen::Declared);
    }
    if text.is_ascii() {
        return Choice::plain(UTF_8, Chosen::AsciiOnly);
    }
    if declared == UTF_8 {
        return Choice::plain(UTF_8, Chosen::Declared);
    }
    // In a one-byte encoding every byte is a character, so that text which happens to
    // be valid UTF-8 would be nonsense such as "Ã©".
    let contradicted = declared.is_single_byte()
        || utf8_weight(text) >= ENOUGH_WEIGHT
        || declared.decode_without_bom_handling_and_without_replacement(text.as_bytes()).is_none();
    if contradicted { repaired(label, UTF_8) } else { Choice::plain(declared, Chosen::Declared) }
}

fn choose_for_invalid(
    bytes: &[u8],
    label: Option<&str>,
    declared: Option<&'static Encoding>,
    together: Option<&'static Encoding>,
) -> Choice {
    let clean = |encoding: &'static Encoding| {
        encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
    };
    let damaged = |encoding: &'static Encoding, chosen| Choice {
        encoding,
        chosen,
        remark: Some((
            Severity::Error,
            format!("some bytes are no {} characters; each is shown as \u{fffd}", encoding.name()),
        )),
    };
    let guessed = || match together {
        _ if is_mostly_utf8(bytes) => UTF_8,
        Some(together) if clean(together) => together,
        _ => guess(bytes),
    };
    match (label, declared) {
        (Some(_), Some(declared)) if declared != UTF_8 && clean(declared) => {
            Choice::plain(declared, Chosen::Declared)
        }
        // What stands before the game says nothing about it.
        (Some(_), Some(declared))
            if declared == UTF_8 && std::str::from_utf8(&bytes[first_game(bytes)..]).is_ok() =>
        {
            damaged(UTF_8, Chosen::Declared)
        }
        (Some(label), Some(declared)) => {
            let guessed = guessed();
            if guessed == declared || (guessed == WINDOWS_1252 && declared != UTF_8) {
                damaged(declared, Chosen::Declared)
            } else if guessed == UTF_8 {
                damaged(UTF_8, Chosen::Repaired(label.to_owned()))
            } else {
                repaired(label, guessed)
            }
        }
        (label, _) => {
            let guessed = guessed();
            let mut choice = if clean(guessed) {
                Choice::plain(guessed, Chosen::Guessed)
            } else {
                damaged(guessed, Chosen::Guessed)
            };
            let note = match label {
                Some(label) => unknown(label, guessed),
                None => format!(
                    "the file does not declare its encoding (CA); it was read as {}",
                    guessed.name()
                ),
            };
            choice.remark = Some(match choice.remark {
                Some((severity, damage)) => (severity, format!("{note}; {damage}")),
                None => (Severity::Warning, note),
            });
            choice
        }
    }
}

fn repaired(label: &str, encoding: &'static Encoding) -> Choice {
    let message = format!(
        "the file declares the encoding \"{label}\", but its bytes are {}; it was read as that",
        encoding.name()
    );
    Choice {
        encoding,
        chosen: Chosen::Repaired(label.to_owned()),
        remark: Some((Severity::Warning, message)),
    }
}

fn unknown(label: &str, encoding: &'static Encoding) -> String {
    format!(
        "the declared encoding \"{label}\" is unknown; the file was read as {}",
        encoding.name()
    )
}

fn decode_parts(
    bytes: Vec<u8>,
    choose: impl FnOnce(&[u8]) -> Vec<(Range<usize>, Choice)>,
) -> Decoded {
    let parts = choose(&bytes);
    let all_utf8 = parts.iter().all(|(_, choice)| choice.encoding == UTF_8);
    let bytes = if all_utf8 {
        match String::from_utf8(bytes) {
            Ok(text) => {
                let segments = parts
                    .into_iter()
                    .map(|(range, choice)| choice.segment(range.clone(), range))
                    .collect();
                return Decoded { text, source: None, segments };
            }
            Err(error) => error.into_bytes(),
        }
    } else {
        bytes
    };
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    let mut segments = Vec::with_capacity(parts.len());
    for (range, choice) in parts {
        let start = text.len();
        let (piece, _) = choice.encoding.decode_without_bom_handling(&bytes[range.clone()]);
        text.push_str(&piece);
        segments.push(choice.segment(range, start..text.len()));
    }
    Decoded { text, source: Some(bytes), segments }
}

impl Segment {
    /// Appends the byte offsets of sorted text offsets in this segment, by decoding it
    /// again in small steps and watching how far the text has come.
    pub(crate) fn source_offsets(
        &self,
        text: &str,
        source: &[u8],
        sorted: &[usize],
        found: &mut Vec<usize>,
    ) {
        let step = if self.encoding == UTF_16LE || self.encoding == UTF_16BE { 2 } else { 1 };
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let mut scratch = [0u8; 32];
        let (mut consumed, mut reached) = (self.source.start, self.text.start);
        for &offset in sorted {
            // An ASCII character is one step, found just after it was decoded; of
            // others only the end is known, so they are taken where the last one ended.
            let is_ascii = text.as_bytes().get(offset).is_some_and(u8::is_ascii);
            let wanted = offset + usize::from(is_ascii);
            while reached < wanted && consumed < self.source.end {
                let next = (consumed + step).min(self.source.end);
                let last = next == self.source.end;
                let (_, _, written, _) =
                    decoder.decode_to_utf8(&source[consumed..next], &mut scratch, last);
                reached += written;
                consumed = next;
            }
            let before = consumed.saturating_sub(step).max(self.source.start);
            let exact = is_ascii && reached >= wanted;
            found.push(if exact { before } else { consumed });
        }
    }
}
