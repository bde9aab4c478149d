//! Entries: what is kept of an area, in its normal form.

use cgt::{Game, Games};

use super::bytes::{Reader, Writer, checksum};
use super::games::{Table, read_game, read_table};
use super::key::{read_local, write_local};
use super::{EntryKind, VERSION};
use crate::local::Local;
use crate::shape::Cell;
use crate::values::Bounds;

/// An area solved.
pub(super) struct Entry {
    pub(super) kind: EntryKind,
    /// The value.
    pub(super) value: Bounds,
    /// What each move of each colour leads to, by points; `None` if it is illegal.
    pub(super) moves: [Vec<Option<Bounds>>; 2],
    /// The positions of the area's graph, in a full entry.
    pub(super) positions: Vec<Kept>,
}

/// A position of the graph and its value.
pub(super) struct Kept {
    pub(super) cells: Vec<Cell>,
    pub(super) local: Local,
    pub(super) value: Bounds,
}

/// Version, kind and checksum.
const HEADER: usize = 2 + 1 + 8;

impl Entry {
    pub(super) fn write(&self, key: &[u8], games: &Games) -> Vec<u8> {
        let mut table = Table::new(games);
        let mut rest = Writer::default();
        put(&mut table, self.value, &mut rest);
        for moves in &self.moves {
            rest.number(moves.len() as u64);
            for to in moves {
                rest.bytes.push(u8::from(to.is_some()));
                if let Some(to) = to {
                    put(&mut table, *to, &mut rest);
                }
            }
        }
        rest.number(self.positions.len() as u64);
        for kept in &self.positions {
            write_local(&kept.cells, &kept.local, &mut rest);
            put(&mut table, kept.value, &mut rest);
        }
        let body = [table.finish(), rest.bytes].concat();
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(VERSION.to_be_bytes());
        bytes.push(kind_byte(self.kind));
        bytes.extend(checksum(&[key, &bytes, &body]).to_be_bytes());
        bytes.extend(body);
        bytes
    }

    /// The entry under a key; `None` if it is not one that [`Entry::write`] wrote.
    pub(super) fn read(key: &[u8], bytes: &[u8], games: &mut Games) -> Option<Entry> {
        let kind = kind(key, bytes)?;
        let mut reader = Reader { bytes: &bytes[HEADER..] };
        let table = read_table(&mut reader, games)?;
        let value = read_bounds(&mut reader, games, &table)?;
        let mut moves = [Vec::new(), Vec::new()];
        for list in &mut moves {
            for _ in 0..reader.count()? {
                list.push(match reader.byte()? {
                    0 => None,
                    _ => Some(read_bounds(&mut reader, games, &table)?),
                });
            }
        }
        let mut positions = Vec::new();
        for _ in 0..reader.count()? {
            let (cells, local) = read_local(&mut reader)?;
            let value = read_bounds(&mut reader, games, &table)?;
            positions.push(Kept { cells, local, value });
        }
        reader.bytes.is_empty().then_some(Entry { kind, value, moves, positions })
    }
}

/// A value: one game, or two if a ko matters.
fn put(table: &mut Table<'_>, bounds: Bounds, to: &mut Writer) {
    to.bytes.push(u8::from(!bounds.is_exact()));
    table.put(bounds.lower, to);
    if !bounds.is_exact() {
        table.put(bounds.upper, to);
    }
}

fn read_bounds(reader: &mut Reader<'_>, games: &Games, table: &[Game]) -> Option<Bounds> {
    let is_exact = reader.byte()? == 0;
    let lower = read_game(reader, games, table)?;
    let upper = if is_exact { lower } else { read_game(reader, games, table)? };
    Some(Bounds { lower, upper })
}

/// The kind of an entry whose version and checksum are right.
pub(super) fn kind(key: &[u8], bytes: &[u8]) -> Option<EntryKind> {
    let (head, body) = bytes.split_at_checked(HEADER)?;
    let (front, sum) = head.split_at(HEADER - 8);
    let right = checksum(&[key, front, body]).to_be_bytes() == *sum;
    match (right && front[..2] == VERSION.to_be_bytes(), front[2]) {
        (true, 0) => Some(EntryKind::Full),
        (true, 1) => Some(EntryKind::Optimal),
        _ => None,
    }
}

fn kind_byte(kind: EntryKind) -> u8 {
    match kind {
        EntryKind::Full => 0,
        EntryKind::Optimal => 1,
    }
}
