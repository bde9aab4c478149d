//! A file's worth of games, as read and as edited.

use std::ops::Range;

use encoding_rs::UTF_8;

use crate::arena::Arena;
use crate::charset::{Charset, Chosen, decode};
use crate::diagnostic::{Diagnostic, Remarks, Severity};
use crate::labels::encoding_for_label;
use crate::limits::{LimitError, Limits};
use crate::node::{Game, Store};
use crate::reader::{GameSpan, read};
use crate::tree::Tree;

/// Reads any bytes. It never fails: what could be read is there, and what was wrong is
/// told by [`Collection::diagnostics`]. An input past the default [`Limits`] gives an
/// empty collection whose one diagnostic says so.
///
/// ```
/// let collection = sgf::parse("(;SZ[9];B[ee];W[])");
/// assert_eq!(collection.len(), 1);
/// assert!(collection.diagnostics().is_empty());
/// ```
pub fn parse(bytes: impl Into<Vec<u8>>) -> Collection {
    parse_within(bytes, &Limits::default()).unwrap_or_else(|error| {
        let mut remarks = Remarks::default();
        remarks.note(Severity::Error, 0, || error.to_string());
        Collection::new(Arena::default(), Vec::new(), remarks)
    })
}

/// Reads any bytes within the given limits.
pub fn parse_within(bytes: impl Into<Vec<u8>>, limits: &Limits) -> Result<Collection, LimitError> {
    let limits = Limits {
        bytes: limits.bytes.min(Limits::MOST_BYTES),
        nodes: limits.nodes.min(Limits::MOST_NODES),
    };
    let bytes: Vec<u8> = bytes.into();
    if bytes.len() > limits.bytes {
        return Err(LimitError::TooManyBytes { bytes: bytes.len(), most: limits.bytes });
    }
    let decoded = decode(bytes);
    let mut arena = Arena {
        text: decoded.text,
        source: decoded.source,
        segments: decoded.segments,
        ..Arena::default()
    };
    let mut remarks = Remarks::default();
    let games = read(&mut arena, &limits, &mut remarks)?;
    note_charsets(&mut arena, &games, &mut remarks);
    Ok(Collection::new(arena, games, remarks))
}

/// The games of a file in their order, with everything needed to write it back.
#[derive(Debug)]
pub struct Collection {
    pub(crate) arena: Arena,
    pub(crate) games: Vec<Entry>,
    diagnostics: Vec<Diagnostic>,
    /// Where removed games stood in the input, in order.
    pub(crate) removed: Vec<Range<usize>>,
}

/// A game of the collection.
#[derive(Debug)]
pub(crate) enum Entry {
    /// As read: written back byte for byte.
    Read(GameSpan),
    /// Replaced or added: written from its tree.
    Built(Box<Built>),
}

/// A game written from its tree. A replaced game remembers where the one that it
/// stands for was in the input.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) tree: Tree,
    source: Option<Range<usize>>,
}

impl Entry {
    pub(crate) fn built(tree: Tree, source: Option<Range<usize>>) -> Entry {
        Entry::Built(Box::new(Built { tree, source }))
    }

    /// Where the game, or the one it stands for, is in the input.
    pub(crate) fn source(&self) -> Option<Range<usize>> {
        match self {
            Entry::Read(span) => Some(span.source()),
            Entry::Built(built) => built.source.clone(),
        }
    }
}

impl Collection {
    fn new(arena: Arena, mut games: Vec<GameSpan>, remarks: Remarks) -> Collection {
        if arena.source.is_some() {
            let edges: Vec<usize> =
                games.iter().map(GameSpan::text).flat_map(|text| [text.start, text.end]).collect();
            let edges = arena.source_offsets(&edges);
            for (game, edge) in games.iter_mut().zip(edges.chunks_exact(2)) {
                game.set_source(edge[0], edge[1]);
            }
        }
        let games = games.into_iter().map(Entry::Read).collect();
        let mut collection =
            Collection { arena, games, diagnostics: Vec::new(), removed: Vec::new() };
        collection.diagnostics = collection.locate(remarks);
        collection
    }

    /// Turns text offsets into lines and columns.
    pub(crate) fn locate(&self, remarks: Remarks) -> Vec<Diagnostic> {
        let remarks = remarks.into_sorted();
        let offsets: Vec<usize> = remarks.iter().map(|remark| remark.offset).collect();
        remarks
            .into_iter()
            .zip(self.arena.locations(&offsets))
            .map(|(remark, location)| Diagnostic {
                severity: remark.severity,
                location,
                message: remark.message,
            })
            .collect()
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games in file order.
    pub fn games(&self) -> impl ExactSizeIterator<Item = Game<'_>> + DoubleEndedIterator {
        self.games.iter().map(|entry| self.view(entry))
    }

    /// The game at this index, from 0.
    pub fn game(&self, index: usize) -> Option<Game<'_>> {
        self.games.get(index).map(|entry| self.view(entry))
    }

    /// What was wrong with the input, in its order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether any diagnostic is an error: the input broke the format, and something
    /// was supplied, guessed or left out.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The encodings found, in the order of the input; nearly always just one.
    pub fn charsets(&self) -> impl Iterator<Item = &Charset> {
        let segments = &self.arena.segments;
        let is_new =
            |&index: &usize| index == 0 || segments[index].charset != segments[index - 1].charset;
        (0..segments.len()).filter(is_new).map(|index| &segments[index].charset)
    }

    pub(crate) fn view<'a>(&'a self, entry: &'a Entry) -> Game<'a> {
        match entry {
            Entry::Read(span) => Game::new(Store::Read(&self.arena), span.root, Some(span)),
            Entry::Built(built) => Game::of_tree(&built.tree),
        }
    }
}

/// Joins the declarations of the games with the encoding the bytes were read in, and
/// remarks where they differ.
fn note_charsets(arena: &mut Arena, games: &[GameSpan], remarks: &mut Remarks) {
    let mut segments = std::mem::take(&mut arena.segments);
    for segment in &mut segments {
        let first = games.partition_point(|game| game.text().start < segment.text.start);
        let declared = |game: &GameSpan| {
            let root = Game::new(Store::Read(arena), game.root, None).root();
            let property = root.property("CA")?;
            let offset = property.text_offset()?;
            Some((offset, property.first()?.raw().trim()))
        };
        if let Some((severity, message)) = segment.remark.take() {
            let place = games.get(first).and_then(declared);
            let offset = place.map_or(segment.text.start, |(offset, _)| offset);
            remarks.note(severity, offset, || message);
            continue;
        }
        if segment.charset.chosen != Chosen::FromBytes || segment.encoding != UTF_8 {
            continue;
        }
        // Taken as UTF-8 without looking at any CA; see what they say.
        let inside = |game: &&GameSpan| game.text().start < segment.text.end;
        for (index, game) in games[first..].iter().take_while(inside).enumerate() {
            let Some((offset, label)) = declared(game) else {
                continue;
            };
            let agrees = encoding_for_label(label) == Some(UTF_8);
            if index == 0 {
                segment.charset.chosen = match agrees {
                    true => Chosen::Declared,
                    false => Chosen::Repaired(label.to_owned()),
                };
            }
            let text = &arena.text[game.text()];
            if !agrees && !text.is_ascii() {
                remarks.note(Severity::Warning, offset, || {
                    format!(
                        "the game declares the encoding \"{label}\", but its bytes are UTF-8; \
                         it was read as that"
                    )
                });
            }
        }
    }
    arena.segments = segments;
}
