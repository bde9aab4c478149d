//! `tedomari store`: the database of solved areas.

use std::time::{Duration, Instant};

use anyhow::bail;
use board::Scoring;
use endgame::Solver;
use endgame::store::{EntryKind, VERSION, Verdict, check, summary};
use serde::Serialize;

use crate::caller::Caller;
use crate::limits::{self, LimitArgs, whole};
use crate::store::{FileStore, MOST_BYTES, Stored, default_path};
use crate::{Outcome, output, progress};

/// Seconds of work where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(3600);

/// Options of `tedomari store`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default_time(arg, DEFAULT_TIME)))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, "no limit")))]
#[command(after_help = "Examples:
  tedomari store stats                 where it is, how many areas, how large
  tedomari store verify                solves every area again and compares
  tedomari store verify --sample 100   a hundred of them
  tedomari store clear --store old.redb

`verify` ends with status 1 if an entry is damaged or wrong; it takes as long as solving the
areas did. Damaged entries are never believed: the next command that needs one solves its
area again and replaces it.")]
pub struct Args {
    /// What to do with it
    #[arg(value_enum)]
    action: Action,
    /// The file of solved areas [default: $TEDOMARI_STORE, else in the user's data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<std::path::PathBuf>,
    /// Verify only so many entries, spread evenly
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    sample: Option<usize>,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// What can be done with the store.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Action {
    /// Where it is, how many areas it holds, how large it is
    Stats,
    /// Check every entry by solving its area again
    Verify,
    /// Forget everything
    Clear,
}

/// The JSON of `store`.
#[derive(Serialize, Default)]
struct Report {
    schema: &'static str,
    action: &'static str,
    file: String,
    version: u16,
    /// Entries in the file.
    entries: usize,
    full: usize,
    optimal: usize,
    territory: usize,
    area: usize,
    /// Entries whose version, checksum or form are not right.
    damaged: usize,
    /// Bytes of keys and entries, and of the file.
    bytes: u64,
    file_bytes: u64,
    most_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<Verified>,
}

#[derive(Serialize, Default)]
struct Verified {
    right: usize,
    wrong: usize,
    damaged: usize,
    /// Those for which time or nodes did not last.
    unknown: usize,
    seconds: f64,
}

impl Args {
    /// Looks at the store, checks or clears it.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let Some(path) = self.store.clone().or_else(default_path) else {
            bail!("there is no folder for the store: name a file with --store");
        };
        let store = FileStore::new(path);
        if let Action::Clear = self.action {
            store.clear()?;
        }
        let entries = store.entries()?;
        let mut report = stats(&store, &entries);
        report.action = match self.action {
            Action::Stats => "stats",
            Action::Verify => "verify",
            Action::Clear => "clear",
        };
        let mut outcome = Outcome::Done;
        if let Action::Verify = self.action {
            let verified = self.verify(&entries);
            if verified.wrong + verified.damaged > 0 {
                outcome = Outcome::Negative;
            }
            report.verified = Some(verified);
        }
        if self.json {
            output::print_json(&report)?;
        } else {
            output::print(&text(&report))?;
        }
        Ok(outcome)
    }

    fn verify(&self, entries: &[Stored]) -> Verified {
        let begin = Instant::now();
        let mut budget = self.limits.budget(&Caller::Terminal, DEFAULT_TIME);
        let wanted = self.sample.unwrap_or(entries.len()).min(entries.len());
        let mut solver = Solver::new();
        let mut verified = Verified::default();
        let bar = progress::bar(wanted as u64, "areas");
        for i in 0..wanted {
            // In a full arena nothing can be read any more, and all would look damaged.
            if solver.is_large() {
                solver = Solver::new();
            }
            let (key, entry) = &entries[i * entries.len() / wanted];
            *match check(key, entry, &mut solver, &mut budget) {
                Verdict::Right => &mut verified.right,
                Verdict::Wrong => &mut verified.wrong,
                Verdict::Damaged => &mut verified.damaged,
                Verdict::Unknown => &mut verified.unknown,
            } += 1;
            bar.inc(1);
        }
        bar.finish_and_clear();
        verified.seconds = begin.elapsed().as_secs_f64();
        verified
    }
}

fn stats(store: &FileStore, entries: &[Stored]) -> Report {
    let mut report = Report {
        schema: "tedomari.store/1",
        file: store.path().display().to_string(),
        version: VERSION,
        entries: entries.len(),
        bytes: entries.iter().map(|(key, entry)| (key.len() + entry.len()) as u64).sum(),
        file_bytes: std::fs::metadata(store.path()).map_or(0, |file| file.len()),
        most_bytes: MOST_BYTES,
        ..Report::default()
    };
    for (key, entry) in entries {
        let Some(summary) = summary(key, entry) else {
            report.damaged += 1;
            continue;
        };
        *match summary.kind {
            EntryKind::Full => &mut report.full,
            EntryKind::Optimal => &mut report.optimal,
        } += 1;
        *match summary.scoring {
            Scoring::Territory => &mut report.territory,
            Scoring::Area => &mut report.area,
        } += 1;
    }
    report
}

fn text(report: &Report) -> String {
    let mut text = format!(
        "{}, version {}\n{}: {} full, {} optimal; {} by territory, {} by area; {} damaged\n\
         {} bytes of at most {}; the file has {}\n",
        report.file,
        report.version,
        output::count(report.entries, "area"),
        report.full,
        report.optimal,
        report.territory,
        report.area,
        report.damaged,
        report.bytes,
        report.most_bytes,
        report.file_bytes,
    );
    if let Some(Verified { right, wrong, damaged, unknown, seconds }) = &report.verified {
        text += &format!(
            "verified: {right} right, {wrong} wrong, {damaged} damaged, {unknown} not finished, \
             {seconds:.1} s\n"
        );
    }
    text
}
