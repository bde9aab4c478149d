//! `tedomari harvest`: collects the patterns that are played often.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use board::MAX_SIZE;
use clap::ValueEnum;
use pattern::{Harvest, Nested, Recipe};

use crate::corpus::{self, Choice, Read, cores, in_parallel};
use crate::input::{display_name, read_bytes};
use crate::limits::{Interrupted, parse_threads, watch_ctrl_c, whole};
use crate::output::count;
use crate::{Outcome, output, progress};

/// Options of `tedomari harvest`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari harvest games/ -o squares.tdh --shapes squares --threshold 500
  tedomari harvest games/ -o part1.tdh --shard 1/4        on one machine, 2/4 on the next …
  tedomari harvest --merge part?.tdh -o all.tdh           then all together

A part that is there already is not made again, so that an interrupted row of
commands can be started anew; of a part that is interrupted nothing is kept.
Memory is that of the counters, 4 bytes each, for each thread: 2^22 in four rows
are 64 MB.")]
pub struct Args {
    /// SGF files or folders with such; with --merge, harvested parts
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Where to write the harvest
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// What to count around each move
    #[arg(long, value_enum, default_value_t = Shapes::Contexts)]
    shapes: Shapes,
    /// Keep patterns that are played so often
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(1..=u32::MAX))]
    threshold: u32,
    /// Only the I-th of N parts of the games
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<(usize, usize)>,
    /// Only games on boards of this size
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = whole(1..=MAX_SIZE))]
    size: usize,
    /// Merge harvested parts instead of reading games
    #[arg(long)]
    merge: bool,
    /// Make the output again even if it is there
    #[arg(long)]
    force: bool,
    /// Counters in a row of the sketch: 2^BITS
    #[arg(long, value_name = "BITS", default_value_t = 22, value_parser = whole(8..=28u32))]
    bits: u32,
    /// Rows of the sketch
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole(1..=16u32))]
    rows: u32,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
}

/// What is counted.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shapes {
    /// The stones of squares of side 3 to 9
    Squares,
    /// The stones of nested diamonds
    Diamonds,
    /// Nested diamonds with liberties, with and without the latest move
    Contexts,
}

impl Shapes {
    fn recipe(self) -> Recipe {
        match self {
            Shapes::Squares => Recipe::Squares,
            Shapes::Diamonds => Recipe::Diamonds,
            Shapes::Contexts => Recipe::Contexts,
        }
    }
}

/// Reads `2/8`.
pub(crate) fn parse_shard(text: &str) -> Result<(usize, usize), String> {
    let wrong = || "write the part and the number of parts, such as 2/8".to_string();
    let (part, of) = text.split_once('/').ok_or_else(wrong)?;
    match (part.parse(), of.parse()) {
        (Ok(part), Ok(of)) if 1 <= part && part <= of => Ok((part, of)),
        _ => Err(wrong()),
    }
}

/// Reads a harvest from a file.
pub(crate) fn read_harvest(path: &Path) -> anyhow::Result<Harvest> {
    let name = display_name(path);
    let bytes = read_bytes(path).with_context(|| name.clone())?;
    Harvest::from_bytes(&bytes).with_context(|| format!("{name}: no harvest of patterns"))
}

impl Args {
    /// Counts, or merges, and writes the harvest.
    pub fn run(self) -> anyhow::Result<Outcome> {
        if self.output.exists() && !self.force && !self.merge {
            return self.keep(&read_harvest(&self.output)?);
        }
        output::check_folder(&self.output)?;
        let begin = Instant::now();
        let harvest = if self.merge { self.merged()? } else { self.counted()? };
        output::replace_file(&self.output, &harvest.to_bytes())?;
        let (games, moves) = harvest.counted();
        let frequent = harvest.frequent();
        let mut text = format!(
            "{}, {}, {}, counts at most {} too large; {:.1} s\n",
            count(games, "game"),
            count(moves, "move"),
            count(frequent.len(), "pattern"),
            harvest.sketch().error_bound(),
            begin.elapsed().as_secs_f64()
        );
        let sizes = harvest.recipe().family().levels();
        for level in 0..2 * sizes.len() {
            let number = frequent.iter().filter(|p| usize::from(p.level) == level).count();
            if number > 0 {
                let marked = if level < sizes.len() { "" } else { ", latest move marked" };
                let size = sizes[level % sizes.len()];
                text += &format!("  size {size}{marked}: {number}\n");
            }
        }
        output::print(&text)?;
        Ok(Outcome::Done)
    }

    /// Leaves a harvest as it is that is there already, if it was made as it is wanted. Of
    /// which games it was made cannot be seen in it.
    fn keep(&self, harvest: &Harvest) -> anyhow::Result<Outcome> {
        let of = |number: u32| Some(number.to_string());
        let name_of =
            |shapes: &Shapes| shapes.to_possible_value().map(|v| v.get_name().to_string());
        let recipe = harvest.recipe();
        let there = Shapes::value_variants().iter().find(|shapes| shapes.recipe() == recipe);
        let sketch = harvest.sketch();
        let options = [
            ("shapes", there.and_then(name_of), name_of(&self.shapes)),
            ("threshold", of(harvest.threshold()), of(self.threshold)),
            ("bits", of(sketch.bits()), of(self.bits)),
            ("rows", of(sketch.rows() as u32), of(self.rows)),
        ];
        let differ = options.into_iter().filter(|(_, there, wanted)| there != wanted);
        let (there, wanted): (Vec<String>, Vec<String>) = differ
            .map(|(option, there, wanted)| {
                let word =
                    |value: Option<String>| format!("--{option} {}", value.unwrap_or_default());
                (word(there), word(wanted))
            })
            .unzip();
        let name = display_name(&self.output);
        if !there.is_empty() {
            bail!(
                "{name} is there already and was made with {}, not with {}; name another file, \
                 or make it again with --force",
                there.join(" "),
                wanted.join(" ")
            );
        }
        let (games, moves) = harvest.counted();
        eprintln!(
            "{name} is there already: {}, {}; delete it or name another to \
             count again, or use --force",
            count(games, "game"),
            count(moves, "move")
        );
        Ok(Outcome::Done)
    }

    fn merged(&self) -> anyhow::Result<Harvest> {
        let mut parts = self.files.iter();
        let first = parts.next().context("there is nothing to merge")?;
        let mut whole = read_harvest(first)?;
        for part in parts {
            whole.merge(&read_harvest(part)?).with_context(|| display_name(part))?;
        }
        Ok(whole)
    }

    fn counted(&self) -> anyhow::Result<Harvest> {
        let stop = watch_ctrl_c();
        let threads = self.threads.unwrap_or_else(cores);
        let recipe = self.shapes.recipe();
        let choice = Choice { side: Some(self.size), shard: self.shard, most: None };
        let size = board::Size::square(self.size)?;
        let files = corpus::files(&self.files)?;
        let shards = self.shard.map_or(1, |(_, of)| of);
        let parts = (shards * threads).min(u32::MAX as usize) as u32;
        let fresh = || {
            let harvest =
                Harvest::new(recipe, self.threshold, parts, self.rows as usize, self.bits);
            (harvest, Nested::new(size, recipe.family()))
        };
        let mut workers: Vec<_> = (0..threads).map(|_| fresh()).collect();
        let mut read = Read::default();
        let bar = progress::bar(files.len() as u64, "files");
        for file in &files {
            let games = corpus::games(file, &choice, &mut read, &stop)?;
            let idle = std::sync::Mutex::new(std::mem::take(&mut workers));
            let take = || idle.lock().ok().and_then(|mut idle| idle.pop()).unwrap_or_else(fresh);
            workers = in_parallel(&games, threads, take, |(harvest, nested), game| {
                if let Some(start) = game.beginning()
                    && !stop.is_raised()
                {
                    harvest.game_with(nested, &start, &game.moves);
                }
            });
            bar.inc(1);
            if stop.is_raised() {
                bar.finish_and_clear();
                let kept = "nothing was kept, the same command begins anew; parts made with \
                            --shard are kept one by one";
                bail!(Interrupted(kept.to_string()));
            }
        }
        bar.finish_and_clear();
        read.check(&choice)?;
        let mut workers = workers.into_iter();
        let (mut whole, _) = workers.next().context("there is at least one thread")?;
        for (part, _) in workers {
            whole.merge(&part)?;
        }
        Ok(whole)
    }
}
