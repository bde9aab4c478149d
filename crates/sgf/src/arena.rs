//! The flat store behind a parsed collection: one text buffer, one array of nodes,
//! one of properties. Values are not stored at all but found again in the text, which
//! keeps a move `;B[pd]` at 24 bytes beside its six bytes of text.

use std::sync::OnceLock;

use encoding_rs::ISO_2022_JP;

use crate::charset::Segment;
use crate::diagnostic::{Location, characters, line_starts, lines_and_columns};

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// Everything read from one input.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    /// The whole input as UTF-8.
    pub(crate) text: String,
    /// The bytes as given, kept only where they are not `text` itself.
    pub(crate) source: Option<Vec<u8>>,
    /// Which part of the text came from which bytes in which encoding.
    pub(crate) segments: Vec<Segment>,
    /// Nodes in file order, which is preorder.
    pub(crate) nodes: Vec<NodeRecord>,
    /// Properties in file order; a node's are contiguous.
    pub(crate) properties: Vec<PropertyRecord>,
    /// Where each line begins, found when a place is first asked for: a reader that
    /// remarks on every game of a large collection must not walk the text each time.
    pub(crate) line_starts: OnceLock<Vec<u32>>,
    /// Places from which others are found, for the same reason.
    pub(crate) marks: OnceLock<Vec<Mark>>,
}

/// A place that is known in the text and in the bytes: that of an ASCII character.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    text: usize,
    source: usize,
    /// Characters from the first mark to this one.
    characters: u32,
}

/// Marks are about so far apart.
const STRIDE: usize = 4096;

/// A node. Siblings form a ring: the last child's `next` is the first child.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodeRecord {
    pub(crate) parent: u32,
    pub(crate) last_child: u32,
    pub(crate) next: u32,
    /// The first property; the last is before the next node's first.
    pub(crate) properties: u32,
}

/// A property: where its name begins, and the name packed for comparing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PropertyRecord {
    pub(crate) start: u32,
    pub(crate) key: Key,
}

/// A property name without its lower-case letters, packed into a word: names of up to
/// four characters are the word itself, longer ones a hash with the high bit set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(u32);

impl Key {
    #[inline]
    pub(crate) fn of(name: &[u8]) -> Key {
        if let [only] = name
            && only.is_ascii_uppercase()
        {
            return Key(u32::from(*only));
        }
        Key::of_longer(name)
    }

    /// Whether two names with this key may still differ.
    #[inline]
    pub(crate) fn is_hash(self) -> bool {
        self.0 & HASHED != 0
    }

    fn of_longer(name: &[u8]) -> Key {
        let (mut packed, mut hash, mut count) = (0u32, 0x811C_9DC5u32, 0u32);
        for byte in significant(name) {
            packed = packed << 8 | u32::from(byte);
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
            count += 1;
        }
        Key(if count <= 4 { packed } else { hash | HASHED })
    }
}

const HASHED: u32 = 1 << 31;

/// The characters of a name that count: in `CoPyright` (FF[3] and before) only the
/// capitals and digits; in a name without any capital all of them, as capitals.
pub(crate) fn significant(name: &[u8]) -> impl Iterator<Item = u8> + '_ {
    let has_capital = name.iter().any(u8::is_ascii_uppercase);
    name.iter()
        .filter(move |b| !(has_capital && b.is_ascii_lowercase()))
        .map(u8::to_ascii_uppercase)
}

/// Where one value stands: the text between the brackets, and what follows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ValueSpan {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Just after the closing bracket, or the end of the text.
    pub(crate) after: usize,
}

/// The value at `at` or after white space there. Reader and accessors both go through
/// this one function, so they cannot disagree on where values end.
#[inline]
pub(crate) fn value_at(text: &[u8], at: usize) -> Option<ValueSpan> {
    let open = skip_space(text, at);
    if text.get(open) != Some(&b'[') {
        return None;
    }
    let start = open + 1;
    let mut at = start;
    while let Some(&byte) = text.get(at) {
        match byte {
            b']' => {
                return Some(ValueSpan { start, end: at, after: at + 1 });
            }
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    // Never closed. The text may end in a backslash, which stepped past the end.
    let end = text.len();
    Some(ValueSpan { start, end, after: end })
}

/// The end of the name that begins at `at`: letters, then letters and digits.
#[inline]
pub(crate) fn name_end(text: &[u8], at: usize) -> usize {
    let mut end = at;
    while text.get(end).is_some_and(u8::is_ascii_alphanumeric) {
        end += 1;
    }
    end
}

#[inline]
pub(crate) fn skip_space(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|&byte| is_space(byte)) {
        at += 1;
    }
    at
}

/// White space between the parts of a tree. NUL stands in some damaged files.
#[inline]
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ' | 0)
}

impl Arena {
    /// The bytes as given.
    pub(crate) fn source(&self) -> &[u8] {
        self.source.as_deref().unwrap_or(self.text.as_bytes())
    }

    /// The properties of a node, as a range of `self.properties`.
    #[inline]
    pub(crate) fn properties_of(&self, node: u32) -> &[PropertyRecord] {
        let first = self.nodes[node as usize].properties as usize;
        match self.nodes.get(node as usize + 1) {
            Some(next) => &self.properties[first..next.properties as usize],
            None => &self.properties[first..],
        }
    }

    /// The name of a property as it stands in the file.
    pub(crate) fn name(&self, property: PropertyRecord) -> &str {
        let start = property.start as usize;
        &self.text[start..name_end(self.text.as_bytes(), start)]
    }

    #[inline]
    pub(crate) fn first_child(&self, node: u32) -> Option<u32> {
        match self.nodes[node as usize].last_child {
            NONE => None,
            last => Some(self.nodes[last as usize].next),
        }
    }

    #[inline]
    pub(crate) fn next_sibling(&self, node: u32) -> Option<u32> {
        let record = self.nodes[node as usize];
        if record.parent == NONE || self.nodes[record.parent as usize].last_child == node {
            None
        } else {
            Some(record.next)
        }
    }

    /// The place of a text offset in the input.
    pub(crate) fn location(&self, offset: usize) -> Location {
        let starts = self.line_starts.get_or_init(|| line_starts(&self.text));
        let line = starts.partition_point(|&start| start as usize <= offset);
        let column = self.column(starts[line - 1] as usize, offset.min(self.text.len()));
        Location { line: line as u32, column, byte: self.source_offset(offset) as u64 }
    }

    /// The column of an offset on the line that begins at `start`.
    fn column(&self, start: usize, offset: usize) -> u32 {
        let text = self.text.as_bytes();
        if offset - start <= STRIDE {
            return 1 + characters(&text[start..offset]);
        }
        let marks = self.marks();
        let first = marks.partition_point(|mark| mark.text < start);
        let after = marks.partition_point(|mark| mark.text <= offset);
        let [first, .., last] = &marks[first.min(after)..after] else {
            return 1 + characters(&text[start..offset]);
        };
        let between = last.characters - first.characters;
        1 + characters(&text[start..first.text]) + between + characters(&text[last.text..offset])
    }

    fn marks(&self) -> &[Mark] {
        self.marks.get_or_init(|| {
            let text = self.text.as_bytes();
            let ascii = |from: usize| (from..text.len()).find(|&at| text[at].is_ascii());
            let mut offsets: Vec<usize> =
                (0..text.len()).step_by(STRIDE).filter_map(ascii).collect();
            offsets.dedup();
            let sources = self.source_offsets(&offsets);
            let (mut before, mut count) = (offsets.first().copied().unwrap_or(0), 0);
            let mut mark = |(&at, source): (&usize, usize)| {
                count += characters(&text[before..at]);
                before = at;
                Mark { text: at, source, characters: count }
            };
            offsets.iter().zip(sources).map(&mut mark).collect()
        })
    }

    /// The offset in the given bytes of a text offset, found from the mark before it.
    fn source_offset(&self, offset: usize) -> usize {
        let Some(source) = &self.source else { return offset };
        let segment = self.segments.partition_point(|segment| segment.text.end <= offset);
        let Some(segment) = self.segments.get(segment).or(self.segments.last()) else {
            return offset;
        };
        let marks = self.marks();
        let before = marks[..marks.partition_point(|mark| mark.text <= offset)].last();
        // What the bytes of this one encoding mean depends on all that went before.
        let before = before
            .filter(|mark| segment.text.contains(&mark.text) && segment.encoding != ISO_2022_JP);
        let mut rest = segment.clone();
        if let Some(mark) = before {
            (rest.text.start, rest.source.start) = (mark.text, mark.source);
        }
        let mut found = Vec::with_capacity(1);
        rest.source_offsets(&self.text, source, &[offset], &mut found);
        found[0]
    }

    /// The places of sorted text offsets.
    pub(crate) fn locations(&self, sorted: &[usize]) -> Vec<Location> {
        let bytes = self.source_offsets(sorted);
        lines_and_columns(&self.text, sorted)
            .into_iter()
            .zip(bytes)
            .map(|((line, column), byte)| Location { line, column, byte: byte as u64 })
            .collect()
    }

    /// Offsets in the given bytes of sorted text offsets, each at a character.
    pub(crate) fn source_offsets(&self, sorted: &[usize]) -> Vec<usize> {
        let Some(source) = &self.source else {
            return sorted.to_vec();
        };
        let mut found = Vec::with_capacity(sorted.len());
        let mut rest = sorted;
        for (index, segment) in self.segments.iter().enumerate() {
            let is_last = index + 1 == self.segments.len();
            let here = if is_last {
                rest.len()
            } else {
                rest.partition_point(|&offset| offset < segment.text.end)
            };
            segment.source_offsets(&self.text, source, &rest[..here], &mut found);
            rest = &rest[here..];
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_names_apart_and_forget_small_letters() {
        assert_eq!(Key::of(b"CoPyright"), Key::of(b"CP"));
        assert_eq!(Key::of(b"b"), Key::of(b"B"));
        assert_eq!(Key::of(b"ab"), Key::of(b"AB"));
        assert_ne!(Key::of(b"AB"), Key::of(b"BA"));
        assert_ne!(Key::of(b"A"), Key::of(b"AA"));
        assert!(!Key::of(b"SBKV").is_hash());
        assert!(Key::of(b"KTSID").is_hash());
        assert_ne!(Key::of(b"KTSID"), Key::of(b"KTSIE"));
    }

    #[test]
    fn places_are_the_same_from_marks_and_from_the_beginning() {
        use encoding_rs::{GB18030, SHIFT_JIS, UTF_8, UTF_16LE};
        let line = "C[黒番の手は難しいです];B[aa]".repeat(300);
        let text = format!("(;CA[LABEL]{line}\n\r\n;{line}{line}\n)");
        for encoding in [SHIFT_JIS, GB18030, ISO_2022_JP, UTF_8, UTF_16LE] {
            let text = text.replace("LABEL", encoding.name());
            let bytes = if encoding == UTF_16LE {
                let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
                units.flat_map(u16::to_le_bytes).collect()
            } else {
                encoding.encode(&text).0.into_owned()
            };
            let decoded = crate::charset::decode(bytes);
            let arena = Arena {
                text: decoded.text,
                source: decoded.source,
                segments: decoded.segments,
                ..Arena::default()
            };
            assert!(arena.marks().len() > 3, "{}", encoding.name());
            let offsets: Vec<usize> =
                arena.text.char_indices().map(|(at, _)| at).step_by(97).collect();
            for (offset, place) in offsets.iter().zip(arena.locations(&offsets)) {
                assert_eq!(arena.location(*offset), place, "{} {offset}", encoding.name());
            }
        }
    }

    #[test]
    fn values_are_found_with_their_escapes() {
        let text = br" [a\]b] [c\";
        let first = value_at(text, 0).expect("a value");
        assert_eq!(&text[first.start..first.end], br"a\]b");
        let second = value_at(text, first.after).expect("a value");
        assert_eq!(&text[second.start..second.end], br"c\");
        assert_eq!(second.after, text.len());
        assert!(value_at(text, second.after).is_none());
    }
}
