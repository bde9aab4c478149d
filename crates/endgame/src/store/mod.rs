//! The database of solved areas: what is kept of an area, under which key, and how it is
//! read back. Only bytes come and go here; whoever has a file implements [`Store`].
//!
//! Values without ko are canonical forms, which do not depend on how they were found.
//! Where a ko matters the bounds are kept; loops are evaluated in an order that their
//! pictures alone decide, so these too are what a fresh run finds.
//!
//! | kind | holds (Müller 1995, section 6.1) |
//! |---|---|
//! | `full` | the value, what each move leads to, and the value of every position met |
//! | `optimal` | the value and what each move leads to; good moves follow from them |
//!
//! The kind is `full` if there are at most [`MOST_FULL`] positions, else `optimal`. A
//! large area whose own value depends on a ko is not kept: what is to be said about the
//! ko needs all its positions.

mod bytes;
mod check;
mod entry;
mod games;
mod key;
mod recall;

use std::collections::BTreeMap;
use std::fmt;

pub use check::{Summary, Verdict, check, summary};
pub(crate) use recall::Shelf;

/// The version of keys, entries and solver: raised whenever one of them changes so
/// that old entries must not be believed.
pub const VERSION: u16 = 2;

/// The most positions of a `full` entry.
pub const MOST_FULL: usize = 2000;

/// The fewest nodes of work that are worth an entry.
pub const LEAST_NODES: u64 = 16;

/// Where solved areas are kept between runs.
///
/// A store never fails as far as the solver is concerned: what cannot be read is
/// solved again, and what cannot be written is lost. Damage to an entry is
/// noticed by whoever reads it; an entry that is whole is believed.
pub trait Store: Send {
    /// The entries under these keys, one for each key, as far as there are any.
    fn recall(&mut self, keys: &[Vec<u8>]) -> Vec<Option<Vec<u8>>>;

    /// Keeps entries, each under its key, in place of those that were there: all of
    /// them or none.
    fn keep(&mut self, entries: Vec<(Vec<u8>, Vec<u8>)>);
}

/// What an entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EntryKind {
    /// Every position of the area.
    Full,
    /// The area itself and its moves.
    Optimal,
}

impl fmt::Display for EntryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EntryKind::Full => "full",
            EntryKind::Optimal => "optimal",
        })
    }
}

/// A store in memory, for tests and for solvers that share what they find.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use endgame::{MemoryStore, Solver};
///
/// let shared = Arc::new(Mutex::new(MemoryStore::default()));
/// let mut solver = Solver::new();
/// solver.set_store(Box::new(Arc::clone(&shared)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    /// The entries by key.
    pub entries: BTreeMap<Vec<u8>, Vec<u8>>,
}

impl Store for MemoryStore {
    fn recall(&mut self, keys: &[Vec<u8>]) -> Vec<Option<Vec<u8>>> {
        keys.iter().map(|key| self.entries.get(key).cloned()).collect()
    }

    fn keep(&mut self, entries: Vec<(Vec<u8>, Vec<u8>)>) {
        self.entries.extend(entries);
    }
}

impl<S: Store> Store for std::sync::Arc<std::sync::Mutex<S>> {
    fn recall(&mut self, keys: &[Vec<u8>]) -> Vec<Option<Vec<u8>>> {
        match self.lock() {
            Ok(mut store) => store.recall(keys),
            Err(_) => vec![None; keys.len()],
        }
    }

    fn keep(&mut self, entries: Vec<(Vec<u8>, Vec<u8>)>) {
        if let Ok(mut store) = self.lock() {
            store.keep(entries);
        }
    }
}
