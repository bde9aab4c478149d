//! Text to nodes and properties: one pass, no recursion, no failure.
//!
//! Whatever the text is, something is read. Each departure from the format earns a
//! remark; one that loses or guesses something is an error, the rest are warnings.

use std::ops::Range;

use crate::arena::{
    Arena, Key, NONE, NodeRecord, PropertyRecord, is_space, name_end, skip_space, value_at,
};
use crate::diagnostic::{Remarks, Severity};
use crate::limits::{LimitError, Limits};

/// A game found in the text. Kept small: a game may be as short as `(;)`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GameSpan {
    pub(crate) root: u32,
    /// From `(` to just after `)`, or to the end of the text.
    text: (u32, u32),
    /// The same in the bytes as given; set once they are known.
    source: (u32, u32),
    /// Whether the closing `)` was there.
    pub(crate) closed: bool,
}

impl GameSpan {
    pub(crate) fn text(&self) -> Range<usize> {
        self.text.0 as usize..self.text.1 as usize
    }

    pub(crate) fn source(&self) -> Range<usize> {
        self.source.0 as usize..self.source.1 as usize
    }

    pub(crate) fn set_source(&mut self, start: usize, end: usize) {
        self.source = (start as u32, end as u32);
    }
}

/// Reads `arena.text` into the arena's nodes and properties.
pub(crate) fn read(
    arena: &mut Arena,
    limits: &Limits,
    remarks: &mut Remarks,
) -> Result<Vec<GameSpan>, LimitError> {
    let text = std::mem::take(&mut arena.text);
    let mut reader = Reader {
        text: text.as_bytes(),
        at: 0,
        nodes: Vec::with_capacity(likely_nodes(text.as_bytes(), limits)),
        properties: Vec::with_capacity(likely_nodes(text.as_bytes(), limits)),
        inside: Open::under(NOWHERE),
        outside: Vec::new(),
        games: Vec::new(),
        remarks,
        most_nodes: limits.nodes,
    };
    let outcome = reader.read_collection();
    let games = reader.games;
    (arena.nodes, arena.properties) = (reader.nodes, reader.properties);
    arena.text = text;
    outcome.map(|()| games)
}

/// A good first capacity: the semicolons in the first part of the text, scaled up.
/// Growing the arrays of a large file by doubling would hold three times their size.
fn likely_nodes(text: &[u8], limits: &Limits) -> usize {
    let sample = &text[..text.len().min(1 << 16)];
    let marks = sample.iter().filter(|&&byte| byte == b';').count();
    let scale = text.len().div_ceil(sample.len().max(1));
    (marks * scale).min(text.len()).min(limits.nodes as usize)
}

struct Reader<'t, 'r> {
    text: &'t [u8],
    at: usize,
    nodes: Vec<NodeRecord>,
    properties: Vec<PropertyRecord>,
    /// The innermost open parenthesis, and those around it.
    inside: Open,
    outside: Vec<Open>,
    games: Vec<GameSpan>,
    remarks: &'r mut Remarks,
    most_nodes: u32,
}

/// An open parenthesis: the node that the next node follows, and whether the
/// parenthesis has a node of its own yet (bit 31). One word, since hostile files nest
/// millions deep.
#[derive(Clone, Copy)]
struct Open(u32);

const OWN: u32 = 1 << 31;

/// The node before a root.
const NOWHERE: u32 = NONE & !OWN;

impl Open {
    fn under(node: u32) -> Open {
        Open(node)
    }
    fn node(self) -> u32 {
        self.0 & !OWN
    }
    fn has_own(self) -> bool {
        self.0 & OWN != 0
    }
}

/// What the last structural thing was, to know where a property may stand.
#[derive(Clone, Copy, PartialEq)]
enum After {
    Node,
    Open,
    Close,
}

impl Reader<'_, '_> {
    fn read_collection(&mut self) -> Result<(), LimitError> {
        if self.text.starts_with("\u{feff}".as_bytes()) {
            self.at = 3;
        }
        loop {
            let rubbish = self.at;
            let Some(start) = self.find_game() else {
                self.note_rubbish(rubbish, self.text.len());
                break;
            };
            self.note_rubbish(rubbish, start);
            self.read_game(start)?;
        }
        if self.games.is_empty() {
            let blank = self.text.iter().all(|&byte| is_space(byte));
            self.error(0, || {
                if blank {
                    "the file is empty: there is no game in it".to_owned()
                } else {
                    "this is no SGF: no game, which would begin with \"(;\", was found".to_owned()
                }
            });
        }
        Ok(())
    }

    /// The next `(` that begins a game: one before `;`, or before a property where
    /// the semicolon was forgotten.
    fn find_game(&mut self) -> Option<usize> {
        let mut at = self.at;
        loop {
            at += self.text[at..].iter().position(|&byte| byte == b'(')?;
            let inside = skip_space(self.text, at + 1);
            match self.text.get(inside) {
                Some(b';') => return Some(at),
                Some(b')') => self.warn(at, || "an empty game \"()\" is left out".to_owned()),
                Some(letter) if letter.is_ascii_alphabetic() && self.is_property(inside) => {
                    return Some(at);
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Whether the name at `at` is followed by a value.
    fn is_property(&self, at: usize) -> bool {
        let end = name_end(self.text, at);
        self.text.get(skip_space(self.text, end)) == Some(&b'[')
    }

    fn note_rubbish(&mut self, from: usize, to: usize) {
        let at = skip_space(self.text, from);
        // Empty games have earned their remarks already.
        if at >= to || is_empty_games(&self.text[at..to]) {
            return;
        }
        let place = match (self.games.is_empty(), to == self.text.len()) {
            // Without any game the one error about that says enough.
            (true, true) => return,
            (true, false) => "before the first game",
            (false, false) => "between two games",
            (false, true) => "after the last game",
        };
        let shown = excerpt(&self.text[at..to]);
        self.warn(at, || format!("text {place} is passed over: {shown}"));
    }

    fn read_game(&mut self, start: usize) -> Result<(), LimitError> {
        let root = self.nodes.len() as u32;
        self.outside.clear();
        self.inside = Open::under(NOWHERE);
        self.at = start + 1;
        let mut after = After::Open;
        let closed = loop {
            self.at = skip_space(self.text, self.at);
            let Some(&byte) = self.text.get(self.at) else {
                self.check_repeats();
                self.note_unclosed();
                break false;
            };
            match byte {
                b';' => {
                    if after == After::Close {
                        self.error(self.at, || {
                            "a node after a variation is read as one more variation".to_owned()
                        });
                    }
                    self.add_node()?;
                    self.at += 1;
                    after = After::Node;
                }
                b'(' => {
                    if after == After::Open {
                        self.error(self.at, || {
                            "a variation begins with \"(\" instead of a node".to_owned()
                        });
                    }
                    self.check_repeats();
                    self.outside.push(self.inside);
                    self.inside = Open::under(self.inside.node());
                    self.at += 1;
                    after = After::Open;
                }
                b')' => {
                    self.check_repeats();
                    if after == After::Open {
                        self.error(self.at, || "an empty variation \"()\" is left out".to_owned());
                    }
                    self.at += 1;
                    after = After::Close;
                    match self.outside.pop() {
                        Some(outer) => self.inside = outer,
                        None => break true,
                    }
                }
                b'[' => self.skip_nameless_values(),
                b'A'..=b'Z' if after == After::Node && self.is_property(self.at) => {
                    self.read_property();
                }
                _ => after = self.read_property_or_rubbish(after)?,
            }
        };
        let text = (start as u32, self.at as u32);
        self.games.push(GameSpan { root, text, source: text, closed });
        Ok(())
    }

    /// A property, or text that is none; the rubbish up to the next thing of the
    /// format gets a single remark.
    fn read_property_or_rubbish(&mut self, after: After) -> Result<After, LimitError> {
        let start = self.at;
        let mut at = start;
        let (mut rubbish_end, mut words) = (start, 0);
        let found = loop {
            at = skip_space(self.text, at);
            match self.text.get(at) {
                None | Some(b';' | b'(' | b')' | b'[') => break false,
                Some(letter) if letter.is_ascii_alphabetic() => {
                    let end = name_end(self.text, at);
                    if self.text.get(skip_space(self.text, end)) == Some(&b'[') {
                        break true;
                    }
                    words += 1;
                    (at, rubbish_end) = (end, end);
                }
                Some(_) => {
                    at += 1;
                    words += 1;
                    rubbish_end = at;
                }
            }
        };
        if rubbish_end > start {
            self.note_stray(start, rubbish_end, words);
        }
        self.at = at;
        if !found {
            return Ok(after);
        }
        if after != After::Node {
            self.error(at, || {
                "a property outside a node: the missing \";\" is supplied".to_owned()
            });
            self.add_node()?;
        }
        self.read_property();
        Ok(After::Node)
    }

    /// A name that is known to be followed by a value, and its values.
    #[inline]
    fn read_property(&mut self) {
        let start = self.at;
        let end = name_end(self.text, start);
        self.properties
            .push(PropertyRecord { start: start as u32, key: Key::of(&self.text[start..end]) });
        self.at = end;
        while let Some(value) = value_at(self.text, self.at) {
            self.at = value.after;
            if value.end == self.text.len() {
                self.note_unclosed_value(value.start - 1);
            }
        }
    }

    fn skip_nameless_values(&mut self) {
        let start = self.at;
        while let Some(value) = value_at(self.text, self.at) {
            self.at = value.after;
            if value.end == self.text.len() {
                self.note_unclosed_value(value.start - 1);
            }
        }
        let shown = excerpt(&self.text[start..self.at]);
        self.error(start, || format!("a value without a property is left out: {shown}"));
    }

    #[inline]
    fn add_node(&mut self) -> Result<(), LimitError> {
        self.check_repeats();
        let id = self.nodes.len() as u32;
        if id >= self.most_nodes {
            return Err(LimitError::TooManyNodes { most: self.most_nodes });
        }
        let above = self.inside.node();
        let is_root = above == NOWHERE;
        let mut record = NodeRecord {
            parent: if is_root { NONE } else { above },
            last_child: NONE,
            next: id,
            properties: self.properties.len() as u32,
        };
        if !is_root {
            let parent = &mut self.nodes[above as usize];
            let elder = std::mem::replace(&mut parent.last_child, id);
            if elder != NONE {
                let elder = &mut self.nodes[elder as usize];
                record.next = std::mem::replace(&mut elder.next, id);
            }
        }
        self.nodes.push(record);
        self.inside = Open(id | OWN);
        Ok(())
    }

    /// Remarks on a property given twice in the node that ends here.
    #[inline]
    fn check_repeats(&mut self) {
        // Only the newest node can still have grown, and only while it is the one that
        // the innermost parenthesis stands at; else it was checked before.
        let id = self.inside.node() as usize;
        if self.inside.has_own() && id + 1 == self.nodes.len() {
            let first = self.nodes[id].properties as usize;
            if self.properties.len() - first >= 2 {
                self.check_repeats_from(first);
            }
        }
    }

    fn check_repeats_from(&mut self, first: usize) {
        let mut sorted: Vec<(Key, u32)> = Vec::new();
        let here = &self.properties[first..];
        if here.len() <= 16 {
            let repeated = |i: usize| here[..i].iter().any(|p| p.key == here[i].key);
            if !(1..here.len()).any(repeated) {
                return;
            }
        }
        sorted.extend(here.iter().map(|p| (p.key, p.start)));
        sorted.sort_unstable();
        let mut repeats: Vec<u32> =
            sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).collect();
        repeats.sort_unstable();
        for start in repeats {
            let start = start as usize;
            let name = excerpt(&self.text[start..name_end(self.text, start)]);
            self.warn(start, || {
                let name = name.trim_matches('"');
                format!("the property {name} stands more than once in this node")
            });
        }
    }

    fn note_stray(&mut self, start: usize, end: usize, words: usize) {
        let piece = &self.text[start..end];
        let shown = excerpt(piece);
        let name_like = words == 1 && piece.iter().all(u8::is_ascii_uppercase);
        self.error(start, || {
            if name_like {
                format!("the property {} has no value and is left out", shown.trim_matches('"'))
            } else {
                format!("text that belongs to no property is left out: {shown}")
            }
        });
    }

    fn note_unclosed(&mut self) {
        let missing = self.outside.len() + 1;
        let at = self.text.len();
        let game = self.games.len() + 1;
        self.error(at, || match missing {
            1 => format!("the file ends inside game {game}: its closing \")\" is supplied"),
            _ => format!("the file ends inside game {game}: {missing} closing \")\" are supplied"),
        });
    }

    fn note_unclosed_value(&mut self, bracket: usize) {
        self.error(bracket, || {
            "the file ends inside this value: its closing \"]\" is supplied".to_owned()
        });
    }

    fn warn(&mut self, at: usize, message: impl FnOnce() -> String) {
        self.remarks.note(Severity::Warning, at, message);
    }

    fn error(&mut self, at: usize, message: impl FnOnce() -> String) {
        self.remarks.note(Severity::Error, at, message);
    }
}

fn is_empty_games(piece: &[u8]) -> bool {
    let mut parentheses = piece.iter().filter(|&&byte| !is_space(byte));
    while let Some(open) = parentheses.next() {
        if *open != b'(' || parentheses.next() != Some(&b')') {
            return false;
        }
    }
    true
}

/// The beginning of a piece of text, in quotes and on one line, for a message.
fn excerpt(piece: &[u8]) -> String {
    // A character is at most four bytes, so this keeps at least 30 of them.
    let head = &piece[..piece.len().min(124)];
    let head = String::from_utf8_lossy(head);
    let shown: String =
        head.chars().take(30).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let dots = if shown.len() < piece.len() { "…" } else { "" };
    format!("\"{}{dots}\"", shown.trim())
}
