//! Trees to text, and collections to bytes.

use std::fmt;

use encoding_rs::{UTF_16BE, UTF_16LE};

use crate::collection::{Collection, Entry};
use crate::node::{Game, Node};
use crate::tree::Tree;

impl fmt::Display for Tree {
    /// The tree as canonical SGF with `CA[UTF-8]`, ended by a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&canonical(self.game()))?;
        f.write_str("\n")
    }
}

impl Collection {
    /// The game at this index as a tree to change; see [`Collection::replace`].
    pub fn tree(&self, index: usize) -> Option<Tree> {
        self.game(index).map(Tree::from)
    }

    /// Puts a tree in the place of a game, and gives it back if there is no such game.
    /// Only this game will be written anew.
    pub fn replace(&mut self, index: usize, tree: Tree) -> Result<(), Tree> {
        match self.games.get_mut(index) {
            None => Err(tree),
            Some(entry) => {
                let source = entry.source();
                *entry = Entry::built(tree, source);
                Ok(())
            }
        }
    }

    /// Adds a game at the end.
    pub fn push(&mut self, tree: Tree) {
        self.games.push(Entry::built(tree, None));
    }

    /// Removes a game; whether there was one.
    pub fn remove(&mut self, index: usize) -> bool {
        if index >= self.games.len() {
            return false;
        }
        if let Some(range) = self.games.remove(index).source() {
            let place = self.removed.partition_point(|r| r.start < range.start);
            self.removed.insert(place, range);
        }
        true
    }

    /// Whether anything was replaced, added or removed since reading.
    pub fn is_touched(&self) -> bool {
        let is_built = |entry: &Entry| matches!(entry, Entry::Built(_));
        !self.removed.is_empty() || self.games.iter().any(is_built)
    }

    /// The file to write. Games that were not touched, and all between them, are given
    /// byte for byte as they were read, whatever their encoding; the others as
    /// canonical UTF-8 with `CA[UTF-8]`. Only UTF-16 cannot be mixed with that: if
    /// anything was touched, such a file is written anew as a whole.
    ///
    /// ```
    /// let file = "(;FF[4] X[a] ;B[ee])\r\n(;FF[4] X[b])";
    /// let mut collection = sgf::parse(file);
    /// assert_eq!(collection.to_bytes(), file.as_bytes());
    ///
    /// let mut tree = collection.tree(1).expect("two games");
    /// let root = tree.root();
    /// tree.at(root).comment("added");
    /// collection.replace(1, tree).expect("two games");
    /// assert_eq!(
    ///     String::from_utf8_lossy(&collection.to_bytes()),
    ///     "(;FF[4] X[a] ;B[ee])\r\n(;FF[4]CA[UTF-8]X[b]C[added])"
    /// );
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let source = self.arena.source();
        if !self.is_touched() {
            return source.to_vec();
        }
        let is_utf16 = |encoding| encoding == UTF_16LE || encoding == UTF_16BE;
        if self.arena.segments.iter().any(|s| is_utf16(s.encoding)) {
            let written: Vec<String> = self.games().map(canonical).collect();
            return (written.join("\n") + "\n").into_bytes();
        }
        let mut bytes = Vec::with_capacity(source.len());
        let mut at = 0;
        for (index, entry) in self.games.iter().enumerate() {
            match entry.source() {
                Some(range) => {
                    self.copy_gap(at, range.start, &mut bytes);
                    at = range.end;
                }
                None if bytes.last().is_some_and(|&byte| byte != b'\n') => bytes.push(b'\n'),
                None => {}
            }
            let is_last = index + 1 == self.games.len();
            match entry {
                // An unclosed game would swallow what follows it.
                Entry::Read(span) if span.closed || is_last => {
                    bytes.extend_from_slice(&source[span.source()]);
                }
                _ => bytes.extend_from_slice(canonical(self.view(entry)).as_bytes()),
            }
            if entry.source().is_none() {
                bytes.push(b'\n');
            }
        }
        self.copy_gap(at, source.len(), &mut bytes);
        bytes
    }

    /// Copies the source between two games, without the games removed there.
    fn copy_gap(&self, from: usize, to: usize, bytes: &mut Vec<u8>) {
        let source = self.arena.source();
        let mut at = from;
        for range in &self.removed {
            if range.start >= at && range.end <= to {
                bytes.extend_from_slice(&source[at..range.start]);
                at = range.end;
            }
        }
        bytes.extend_from_slice(&source[at..to.max(at)]);
    }
}

/// A line is broken before the node that would pass this column.
const LINE: usize = 72;

/// A game as canonical SGF: every value as it is, small letters of names left out,
/// `CA[UTF-8]` in the root, variations on lines of their own.
pub(crate) fn canonical(game: Game<'_>) -> String {
    let root = game.root();
    let mut text = String::from("(");
    let mut line_start = 0;
    // What is still to write, the next thing last; the stack stands for recursion.
    let mut waiting = Vec::new();
    write_sequence(root, true, &mut text, &mut line_start, &mut waiting);
    while let Some(step) = waiting.pop() {
        match step {
            Step::Close => text.push(')'),
            Step::Variation(node) => {
                text.push_str("\n(");
                line_start = text.len() - 1;
                waiting.push(Step::Close);
                write_sequence(node, false, &mut text, &mut line_start, &mut waiting);
            }
        }
    }
    text.push(')');
    text
}

enum Step<'a> {
    Variation(Node<'a>),
    Close,
}

/// Writes a node and what follows it up to a fork, whose branches are left waiting.
fn write_sequence<'a>(
    first: Node<'a>,
    is_root: bool,
    text: &mut String,
    line_start: &mut usize,
    waiting: &mut Vec<Step<'a>>,
) {
    let mut node = first;
    loop {
        let node_start = text.len();
        write_node(node, is_root && node == first, text);
        if text.len() - *line_start > LINE && node_start > *line_start + 1 {
            text.insert(node_start, '\n');
            *line_start = node_start + 1;
        }
        let mut children = node.children();
        match (children.next(), children.next()) {
            (Some(only), None) => node = only,
            (None, _) => return,
            (Some(_), Some(_)) => {
                let fork = waiting.len();
                waiting.extend(node.children().map(Step::Variation));
                waiting[fork..].reverse();
                return;
            }
        }
    }
}

fn write_node(node: Node<'_>, is_root: bool, text: &mut String) {
    text.push(';');
    let mut needs_charset = is_root;
    let has_charset = is_root && node.has("CA");
    for property in node.properties() {
        let is_preface = property.is("FF") || property.is("GM");
        if needs_charset && !has_charset && !is_preface {
            text.push_str("CA[UTF-8]");
            needs_charset = false;
        }
        if is_root && property.is("CA") {
            if needs_charset {
                text.push_str("CA[UTF-8]");
            }
            needs_charset = false;
            continue;
        }
        text.push_str(&property.name());
        for value in property.values() {
            text.push('[');
            text.push_str(&crate::text::enclosable(value.raw()));
            text.push(']');
        }
    }
    if needs_charset {
        text.push_str("CA[UTF-8]");
    }
}
