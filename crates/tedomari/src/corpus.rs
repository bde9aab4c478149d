//! Games to learn from: files or folders, one file at a time.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use budget::StopFlag;
use predict::Record;
use workbench::load::{Wanted, load};

use crate::input::{display_name, read_collection};
use crate::output::count;

/// How the reading went.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Read {
    /// Games read.
    pub games: usize,
    /// Games with errors or illegal moves, which are left out.
    pub skipped: usize,
    /// Games on boards of another size than wanted.
    pub other_sizes: usize,
}

/// Which games are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Choice {
    /// Only boards of this width and height.
    pub side: Option<usize>,
    /// Only every `of`-th game, beginning with the `part`-th: (part, of), from 1.
    pub shard: Option<(usize, usize)>,
    /// At most so many games.
    pub most: Option<usize>,
}

/// The files themselves and the SGF files inside folders, in order of their names.
pub(crate) fn files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.as_os_str() != "-" && path.is_dir() {
            let name = display_name(path);
            let mut inside = Vec::new();
            for entry in std::fs::read_dir(path).with_context(|| name.clone())? {
                let file = entry.with_context(|| name.clone())?.path();
                if file.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("sgf")) {
                    inside.push(file);
                }
            }
            if inside.is_empty() {
                bail!("{name}: there are no .sgf files in this folder");
            }
            inside.sort();
            files.extend(inside);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Reads the wanted games of one file. Games that cannot be used are told of on
/// standard error and counted. The rest is not read once `stop` is raised.
pub(crate) fn games(
    file: &Path,
    choice: &Choice,
    read: &mut Read,
    stop: &StopFlag,
) -> anyhow::Result<Vec<Record>> {
    let name = display_name(file);
    let collection = read_collection(file)?;
    let mut games = Vec::new();
    for (index, game) in collection.games().enumerate() {
        if choice.most.is_some_and(|most| read.games >= most) || stop.is_raised() {
            break;
        }
        if choice.shard.is_some_and(|(part, of)| index % of != part - 1) {
            continue;
        }
        match load(game, &Wanted::default()) {
            Ok(loaded) if loaded.illegal > 0 => {
                read.skipped += 1;
                eprintln!("{name}: game {} is left out: it has illegal moves", index + 1);
            }
            Ok(loaded) => {
                let size = loaded.position.size();
                if choice.side.is_some_and(|side| (size.width(), size.height()) != (side, side)) {
                    read.other_sizes += 1;
                } else {
                    read.games += 1;
                    games.push(Record::of(&loaded.position));
                }
            }
            Err(error) => {
                read.skipped += 1;
                eprintln!("{name}: game {} is left out: {error}", index + 1);
            }
        }
    }
    Ok(games)
}

/// Reads all wanted games of all files; an error if there is none. The rest is not read
/// once `stop` is raised.
pub(crate) fn all_games(
    paths: &[PathBuf],
    choice: &Choice,
    stop: &StopFlag,
) -> anyhow::Result<Vec<Record>> {
    let mut read = Read::default();
    let mut all = Vec::new();
    for file in files(paths)? {
        if !stop.is_raised() {
            all.append(&mut games(&file, choice, &mut read, stop)?);
        }
    }
    if !stop.is_raised() {
        read.check(choice)?;
    }
    Ok(all)
}

impl Read {
    /// An error if there was nothing to work with, and a line about what was left out.
    pub(crate) fn check(&self, choice: &Choice) -> anyhow::Result<()> {
        if self.games == 0 {
            match (choice.side, self.other_sizes) {
                (Some(side), 1..) => bail!("no game on a {side}×{side} board was found"),
                _ => bail!("no game could be read"),
            }
        }
        if self.skipped + self.other_sizes > 0 {
            eprintln!(
                "{}; left out: {} with errors, {} on other boards",
                count(self.games, "game"),
                self.skipped,
                self.other_sizes
            );
        }
        Ok(())
    }
}

/// Does `work` on every game with so many threads, each with its own `start`, and
/// returns what each of them made.
pub(crate) fn in_parallel<T: Send>(
    games: &[Record],
    threads: usize,
    start: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, &Record) + Sync,
) -> Vec<T> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let (start, work, next) = (&start, &work, &next);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| {
                scope.spawn(move || {
                    let mut made = start();
                    loop {
                        let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        let Some(game) = games.get(i) else { return made };
                        work(&mut made, game);
                    }
                })
            })
            .collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, T>| match worker.join() {
            Ok(made) => made,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        workers.into_iter().map(join).collect()
    })
}

/// The number of threads when nobody says how many.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
