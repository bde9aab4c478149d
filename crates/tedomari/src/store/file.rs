//! A store in a file, open only for the moment of reading or writing, so that several
//! programs can use it in turn.
//!
//! Entries are written in one transaction: after a kill at any moment either all of them
//! are there or none. The oldest go when there are too many.

use std::cell::Cell;
use std::fs;
use std::io::{ErrorKind, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use endgame::Store;
use endgame::store::VERSION;
use redb::{
    Database, DatabaseError, ReadOnlyDatabase, ReadOnlyTable, ReadableDatabase, ReadableTable,
    ReadableTableMetadata, TableDefinition, TableError, WriteTransaction,
};

/// The most bytes of entries kept by default: 256 MiB.
pub const MOST_BYTES: u64 = 256 << 20;

/// How long to wait for another program.
const PATIENCE: Duration = Duration::from_secs(2);

/// Entries by key, each after the number it was written with.
const ENTRIES: TableDefinition<&[u8], &[u8]> = TableDefinition::new("entries");
/// Keys by the number they were written with.
const ORDER: TableDefinition<u64, &[u8]> = TableDefinition::new("order");
/// `version`, `bytes` of all entries, and the `next` number.
const FACTS: TableDefinition<&str, u64> = TableDefinition::new("facts");

/// What every file of the library begins with.
const MAGIC: &[u8] = b"redb\x1A\x0A\xA9\x0D\x0A";

/// The store in a file.
#[derive(Clone, Debug)]
pub struct FileStore {
    path: PathBuf,
    most_bytes: u64,
    /// Whether something went wrong, which is told once.
    given_up: bool,
}

/// A key and its entry.
pub type Stored = (Vec<u8>, Vec<u8>);

impl FileStore {
    /// The store in this file, which need not exist yet.
    pub fn new(path: PathBuf) -> FileStore {
        FileStore { path, most_bytes: MOST_BYTES, given_up: false }
    }

    /// The same with room for so many bytes of entries.
    pub fn with_room(self, most_bytes: u64) -> FileStore {
        FileStore { most_bytes, ..self }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All entries, damaged ones too.
    pub fn entries(&self) -> anyhow::Result<Vec<Stored>> {
        self.guarded(|| {
            self.read(|table| {
                let mut all = Vec::new();
                for row in table.iter()? {
                    let (key, value) = row?;
                    all.push((key.value().to_vec(), body(value.value()).to_vec()));
                }
                Ok(all)
            })
        })
        .map(Option::unwrap_or_default)
    }

    /// Forgets everything. A file that is no store is left alone.
    pub fn clear(&self) -> anyhow::Result<()> {
        match self.start() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error).with_context(|| self.name()),
            Ok(start) if start == MAGIC || is_unfinished(&start) => {}
            Ok(_) => bail!("{}: this is no store of solved areas; it was left alone", self.name()),
        }
        // Whoever uses it is waited for; a store that is damaged cannot be locked and goes.
        let lock = self.patiently(|| Database::open(&self.path));
        if let Err(DatabaseError::DatabaseAlreadyOpen) = lock {
            bail!("{}: another program uses the store", self.name());
        }
        fs::remove_file(&self.path).with_context(|| self.name())
    }

    /// The first bytes of the file, as many as a store begins with.
    fn start(&self) -> std::io::Result<Vec<u8>> {
        let mut start = Vec::with_capacity(MAGIC.len());
        fs::File::open(&self.path)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
        Ok(start)
    }

    /// Whether there is nothing yet: no file, or one whose making was broken off.
    fn is_new(&self) -> bool {
        match self.start() {
            Ok(start) => is_unfinished(&start),
            Err(error) => error.kind() == ErrorKind::NotFound,
        }
    }

    /// Makes an empty store, whole at every moment that others can see it.
    fn make(&self) -> anyhow::Result<()> {
        let mut name = self.path.file_name().context("the store has no file name")?.to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        let part = self.path.with_file_name(name);
        let made = Database::create(&part).map_err(in_words).and_then(|database| {
            drop(database);
            // What is there by now is nothing, or the store of somebody who was faster.
            if self.is_new() { Ok(fs::rename(&part, &self.path)?) } else { Ok(()) }
        });
        // It is gone if all went well.
        let _ = fs::remove_file(&part);
        made
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Says once what is wrong; the work goes on without the store.
    fn give_up(&mut self, why: &anyhow::Error) {
        if !self.given_up {
            eprintln!("tedomari: going on without the store of solved areas: {why:#}");
        }
        self.given_up = true;
    }

    /// Opens the file, waiting for others to close it.
    fn patiently<D>(
        &self,
        open: impl Fn() -> Result<D, DatabaseError>,
    ) -> Result<D, DatabaseError> {
        let begin = Instant::now();
        loop {
            match open() {
                Err(DatabaseError::DatabaseAlreadyOpen) if begin.elapsed() < PATIENCE => {
                    sleep(Duration::from_millis(5));
                }
                result => return result,
            }
        }
    }

    /// Does something with the library, which may panic on a damaged file.
    fn guarded<T>(&self, work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
        quietly(|| catch_unwind(AssertUnwindSafe(work)))
            .unwrap_or_else(|_| bail!("the file is damaged"))
            .with_context(|| self.name())
    }

    /// Reads the table of entries; `None` if there is no file or it is empty.
    fn read<T>(
        &self,
        ask: impl Fn(&ReadOnlyTable<&'static [u8], &'static [u8]>) -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<T>> {
        if self.is_new() {
            return Ok(None);
        }
        let database = match self.patiently(|| ReadOnlyDatabase::open(&self.path)) {
            // After a kill the file is put in order first.
            Err(DatabaseError::RepairAborted) => {
                drop(self.patiently(|| Database::open(&self.path)).map_err(in_words)?);
                self.patiently(|| ReadOnlyDatabase::open(&self.path))
            }
            result => result,
        };
        let transaction = database.map_err(in_words)?.begin_read()?;
        let facts = match transaction.open_table(FACTS) {
            Ok(facts) => facts,
            Err(TableError::TableDoesNotExist(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        match facts.get("version")?.map(|version| version.value()) {
            Some(version) if version == u64::from(VERSION) => {}
            Some(version) if version > u64::from(VERSION) => bail!(newer(version)),
            // The next writing replaces older entries.
            _ => return Ok(None),
        }
        let table = transaction.open_table(ENTRIES)?;
        ask(&table).map(Some)
    }

    fn write(&self, entries: Vec<Stored>) -> anyhow::Result<()> {
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        if self.is_new() {
            self.make()?;
        }
        let database = self.patiently(|| Database::open(&self.path)).map_err(in_words)?;
        let mut transaction = database.begin_write()?;
        // After a kill the next program need not look through the whole file.
        transaction.set_quick_repair(true);
        if self.is_old(&transaction)? {
            transaction.delete_table(ENTRIES)?;
            transaction.delete_table(ORDER)?;
            transaction.delete_table(FACTS)?;
            eprintln!("tedomari: {}: begun anew, as it was of an older version", self.name());
        }
        {
            let mut table = transaction.open_table(ENTRIES)?;
            let mut order = transaction.open_table(ORDER)?;
            let mut facts = transaction.open_table(FACTS)?;
            let fact = |value: Option<redb::AccessGuard<'_, u64>>| value.map_or(0, |v| v.value());
            let mut next = fact(facts.get("next")?);
            let mut bytes = fact(facts.get("bytes")?);
            for (key, entry) in entries {
                let value = [&next.to_be_bytes()[..], &entry].concat();
                let old = table.insert(&key[..], &value[..])?;
                bytes -= old.map_or(0, |old| (key.len() + old.value().len()) as u64).min(bytes);
                bytes += (key.len() + value.len()) as u64;
                order.insert(next, &key[..])?;
                next += 1;
            }
            while bytes > self.most_bytes {
                let Some((number, key)) = order.pop_first()? else { break };
                let (number, key) = (number.value(), key.value().to_vec());
                // The key may have been written again since.
                let size = table.get(&key[..])?.and_then(|value| {
                    value.value().starts_with(&number.to_be_bytes()).then_some(value.value().len())
                });
                if let Some(size) = size {
                    table.remove(&key[..])?;
                    bytes -= ((key.len() + size) as u64).min(bytes);
                }
            }
            facts.insert("version", u64::from(VERSION))?;
            facts.insert("next", next)?;
            facts.insert("bytes", bytes)?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Whether the file was written by an older program.
    fn is_old(&self, transaction: &WriteTransaction) -> anyhow::Result<bool> {
        let facts = transaction.open_table(FACTS)?;
        let is_empty = facts.is_empty()?;
        let version = facts.get("version")?.map(|version| version.value());
        match version {
            Some(version) if version == u64::from(VERSION) => Ok(false),
            Some(version) if version > u64::from(VERSION) => bail!(newer(version)),
            _ => Ok(!is_empty),
        }
    }
}

impl Store for FileStore {
    fn recall(&mut self, keys: &[Vec<u8>]) -> Vec<Option<Vec<u8>>> {
        let nothing = vec![None; keys.len()];
        if self.given_up {
            return nothing;
        }
        let found = self.guarded(|| {
            self.read(|table| {
                let find = |key: &Vec<u8>| -> anyhow::Result<Option<Vec<u8>>> {
                    Ok(table.get(&key[..])?.map(|value| body(value.value()).to_vec()))
                };
                keys.iter().map(find).collect::<anyhow::Result<Vec<_>>>()
            })
        });
        match found {
            Ok(found) => found.unwrap_or(nothing),
            Err(why) => {
                self.give_up(&why);
                nothing
            }
        }
    }

    fn keep(&mut self, entries: Vec<Stored>) {
        if self.given_up {
            return;
        }
        if let Err(why) = self.guarded(|| self.write(entries)) {
            self.give_up(&why);
        }
    }
}

/// Whether a file with these first bytes is a store that was not made to its end: what tells
/// that it is one is written last.
fn is_unfinished(start: &[u8]) -> bool {
    start.iter().all(|&byte| byte == 0)
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Does something whose panics are caught and told in a sentence, not by the usual report.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                usual(panic);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = work();
    QUIET.set(before);
    result
}

/// The entry after its number.
fn body(value: &[u8]) -> &[u8] {
    value.get(8..).unwrap_or_default()
}

fn newer(version: u64) -> String {
    format!("the store has version {version}, and this program knows {VERSION} at most")
}

fn in_words(error: DatabaseError) -> anyhow::Error {
    match error {
        DatabaseError::DatabaseAlreadyOpen => anyhow::anyhow!("another program uses it"),
        DatabaseError::Storage(redb::StorageError::Io(error))
            if error.kind() == ErrorKind::InvalidData =>
        {
            anyhow::anyhow!("this is no store of solved areas")
        }
        error => error.into(),
    }
}
