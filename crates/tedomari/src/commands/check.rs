//! `tedomari check`: do the assertions of problem files and suites hold?

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use sgf::Collection;
use workbench::check::suite::{self, Line};
use workbench::check::{
    Change, Changes, Earlier, Item, NODES, Options, Report, Totals, check_spot, compare, known,
    spots,
};

use super::check_suite::{Asked, ask_suite};
use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::read_bytes;
use crate::limits::{parse_seconds, whole};
use crate::{Outcome, output};

/// Options of `tedomari check`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari check problems                        every file of a folder, totals by theme
  tedomari check problems/ladders.sgf            one file
  tedomari check problems --theme ko             one theme
  tedomari check problems --json > today.json    for programs
  tedomari check problems --compare today.json   what changed since then
  tedomari check suite.tst                       a suite in GNU Go's form, asked of this program
  tedomari check suite.tst --engine 'gnugo --mode gtp'   and of another
  tedomari check --list                          every assertion and command

Assertions stand in game records: in the property XCHECK, one in a value, or in lines of a
comment that begin with `check:`. For example XCHECK[CanCapture(C3, D4)][Score(black) = 3].
Exit status 1 if one does not hold or is not decided, 2 if one cannot be understood.")]
pub struct Args {
    /// SGF files, .tst suites, or folders of them; - reads an SGF file from standard input
    #[arg(value_name = "FILES", required_unless_present = "list")]
    files: Vec<PathBuf>,
    /// Only this theme
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// Positions that each assertion may look at
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = whole(0..=u64::MAX))]
    nodes: u64,
    /// Hold the run against an earlier one that was written with --json
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// Ask the questions of suites of this GTP engine instead of ourselves
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// The longest a move of ours, or a reply of another engine, may take in a suite
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Name every assertion, not only those that do not hold
    #[arg(long, short)]
    verbose: bool,
    /// Print every assertion and command there is
    #[arg(long)]
    list: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// A file that was read.
struct Source {
    path: PathBuf,
    /// The theme of what names none.
    theme: String,
    content: Content,
}

enum Content {
    Record(Box<Collection>),
    Suite(Vec<(usize, Line)>),
}

impl Args {
    /// Checks and prints.
    pub fn run(self) -> anyhow::Result<Outcome> {
        if self.list {
            output::print(&list())?;
            return Ok(Outcome::Done);
        }
        let earlier = self.compare.as_deref().map(read_earlier).transpose()?;
        let mut report = self.report(&Caller::Terminal)?;
        report.changes = earlier.map(|earlier| compare(&report, &earlier));
        Answer::new(self.json, &report, || text(&report, self.verbose))?.print()?;
        let Totals { assertions, errors, ignored, .. } = report.totals;
        if assertions + ignored == 0 && !report.stopped {
            bail!("there is nothing to check{}", self.in_theme());
        }
        if errors > 0 {
            bail!("{errors} of {assertions} assertions could not be understood");
        }
        Ok(if report.totals.is_bad() { Outcome::Negative } else { Outcome::Done })
    }

    /// Checks the record of a request. What cannot be understood is told in the report.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let report = self.report(caller)?;
        let answer = Answer::new(self.json, &report, || text(&report, self.verbose))?;
        Ok(answer.holds(!report.totals.is_bad()))
    }

    fn in_theme(&self) -> String {
        self.theme.as_ref().map_or(String::new(), |theme| format!(" in the theme {theme}"))
    }

    /// Reads all files, then checks them one after the other.
    fn report(&self, caller: &Caller<'_>) -> anyhow::Result<Report> {
        let start = Instant::now();
        let stop = &caller.stop();
        let mut sources = Vec::new();
        for (path, theme) in expand(&self.files)? {
            sources.push(read(caller, path, theme)?);
        }
        let count = |source: &Source| match &source.content {
            Content::Record(collection) => {
                let spots = spots(collection, "", &source.theme);
                let wanted = spots.iter().filter(|spot| self.options("", "").wants(spot.theme()));
                wanted.map(|spot| spot.len()).sum()
            }
            Content::Suite(lines) => {
                lines.iter().filter(|(_, line)| matches!(line, Line::Test(_))).count()
            }
        };
        let bar = caller.bar(sources.iter().map(count).sum::<usize>() as u64, "assertions");
        let mut report = Report::new();
        for source in &sources {
            let name = caller.name(&source.path);
            let options = self.options(&name, &source.theme);
            match &source.content {
                Content::Record(collection) => {
                    for spot in spots(collection, &name, &source.theme) {
                        if options.wants(spot.theme()) && !report.stopped {
                            check_spot(&spot, &options, stop, &mut report);
                            bar.inc(spot.len() as u64);
                        }
                    }
                }
                Content::Suite(lines) if options.wants(&source.theme) && !report.stopped => {
                    let mut asked = Asked::start(self.engine.as_deref(), self.time, stop)?;
                    ask_suite(&mut asked, &source.path, lines, &options, stop, &mut report, &bar)?;
                }
                Content::Suite(_) => {}
            }
        }
        bar.finish_and_clear();
        report.stats.seconds = start.elapsed().as_secs_f64();
        Ok(report)
    }

    fn options(&self, file: &str, theme: &str) -> Options {
        Options {
            nodes: self.nodes,
            theme: self.theme.clone(),
            default_theme: theme.to_string(),
            file: file.to_string(),
        }
    }
}

/// The files meant, folders opened, each with the theme of what names none: the file's name,
/// or that of its folder where that lies in one that was given.
fn expand(paths: &[PathBuf]) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let name = |path: &Path| -> String {
        let stem = path.file_stem().filter(|stem| *stem != "-");
        stem.map_or("other".into(), |stem| stem.to_string_lossy().into())
    };
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push((path.clone(), name(path)));
            continue;
        }
        let before = files.len();
        let mut folders = vec![(path.clone(), None::<String>)];
        while let Some((folder, theme)) = folders.pop() {
            let entries = std::fs::read_dir(&folder)
                .and_then(|entries| entries.collect::<Result<Vec<_>, _>>())
                .with_context(|| folder.display().to_string())?;
            for entry in entries {
                let path = entry.path();
                let kind = path.extension().and_then(|ending| ending.to_str());
                // Links are not followed, so that there is an end.
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    let theme = theme.clone().unwrap_or_else(|| name(&path));
                    folders.push((path, Some(theme)));
                } else if matches!(kind, Some("sgf" | "tst")) {
                    let theme = theme.clone().unwrap_or_else(|| name(&path));
                    files.push((path, theme));
                }
            }
        }
        if files.len() == before {
            bail!("{}: there are no .sgf or .tst files in this folder", path.display());
        }
        files[before..].sort();
    }
    Ok(files)
}

fn read(caller: &Caller<'_>, path: PathBuf, theme: String) -> anyhow::Result<Source> {
    let content = if path.extension().is_some_and(|ending| ending == "tst") {
        let bytes = read_bytes(&path).with_context(|| path.display().to_string())?;
        let lines = suite::parse(&String::from_utf8_lossy(&bytes))
            .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
        Content::Suite(lines)
    } else {
        Content::Record(Box::new(caller.collection(&path)?))
    };
    Ok(Source { path, theme, content })
}

fn read_earlier(path: &Path) -> anyhow::Result<Earlier> {
    let name = path.display();
    let bytes = read_bytes(path).with_context(|| name.to_string())?;
    let earlier: Earlier = serde_json::from_slice(&bytes)
        .with_context(|| format!("{name}: this is no report of tedomari check --json"))?;
    if earlier.schema != "tedomari.check/1" {
        bail!("{name}: its schema is {}, not tedomari.check/1", earlier.schema);
    }
    Ok(earlier)
}

/// Every assertion and command.
fn list() -> String {
    known().iter().map(|(usage, about)| format!("{usage}\n    {about}\n")).collect()
}

/// What does not hold, then the totals.
fn text(report: &Report, verbose: bool) -> String {
    let mut text = String::new();
    for item in &report.items {
        let shown = verbose
            || item.outcome != workbench::check::Outcome::Passed
            || item.known_failure && !item.ignored;
        if shown && (verbose || !item.ignored) {
            item_text(&mut text, item);
        }
    }
    if let Some(changes) = &report.changes {
        changes_text(&mut text, changes);
    }
    let wide = report.themes.iter().map(|theme| theme.theme.chars().count()).max().unwrap_or(0);
    let wide = wide.max("theme".len());
    let marked = report.totals.known_failures + report.totals.unexpected_passes > 0;
    let mut row = |name: &str, cells: [String; 5], marks: [String; 2]| {
        let [passed, failed, unknown, errors, all] = cells;
        let _ =
            write!(text, "{name:wide$} {passed:>7} {failed:>7} {unknown:>8} {errors:>7} {all:>6}");
        if marked {
            let _ = write!(text, " {:>13} {:>17}", marks[0], marks[1]);
        }
        text.push('\n');
    };
    row(
        "theme",
        ["passed", "failed", "unknown", "errors", "of"].map(String::from),
        ["known failures", "unexpected passes"].map(String::from),
    );
    let numbers = |totals: &Totals| {
        [totals.passed, totals.failed, totals.unknown, totals.errors, totals.assertions]
            .map(|number| number.to_string())
    };
    let marks = |totals: &Totals| {
        [totals.known_failures, totals.unexpected_passes].map(|number| number.to_string())
    };
    for theme in &report.themes {
        row(&theme.theme, numbers(&theme.totals), marks(&theme.totals));
    }
    row("all", numbers(&report.totals), marks(&report.totals));
    if report.totals.ignored > 0 {
        let _ = writeln!(text, "{} are marked as not to be counted", report.totals.ignored);
    }
    if report.stopped {
        text.push_str("Stopped before the end: what follows was not checked\n");
    }
    let _ = writeln!(
        text,
        "{}, {:.1} s",
        output::count(report.stats.nodes, "position"),
        report.stats.seconds
    );
    text
}

fn item_text(text: &mut String, item: &Item) {
    let mark = match (item.known_failure, item.outcome) {
        (true, workbench::check::Outcome::Passed) => " although it is known to fail",
        (true, _) => " as it is known to",
        _ => "",
    };
    let _ = write!(text, "{}{mark}: {} {}", item.outcome, item.file, item.game);
    if let Some(name) = &item.name {
        let _ = write!(text, " ({name})");
    }
    if !item.place.is_empty() {
        let _ = write!(text, ", {}", item.place);
    }
    if item.moves > 0 {
        let _ = write!(text, ", after move {}", item.moves);
    }
    text.push('\n');
    for row in &item.board {
        let _ = writeln!(text, "  {row}");
    }
    match item.outcome {
        workbench::check::Outcome::Error => {
            let _ = writeln!(text, "  {}: {}\n", item.assertion, item.found);
        }
        _ => {
            let Item { assertion, expected, found, warrant, .. } = item;
            let sure = if *warrant == "unknown" { "" } else { *warrant };
            let sure = if sure.is_empty() { String::new() } else { format!(" ({sure})") };
            let _ = writeln!(text, "  {assertion}: expected {expected}, found {found}{sure}\n");
        }
    }
}

fn changes_text(text: &mut String, changes: &Changes) {
    for (what, list) in
        [("broken", &changes.broken), ("mended", &changes.mended), ("other answer", &changes.other)]
    {
        for Change { file, game, assertion, before, now } in list {
            let _ = writeln!(text, "{what}: {file} {game}, {assertion}: {before} → {now}");
        }
    }
    let Changes { mended, broken, other, added, gone, same, nodes } = changes;
    let _ = writeln!(
        text,
        "Since the earlier run: {} mended, {} broken, {} with another wrong answer, {same} as before, \
         {added} new, {gone} gone; positions {} → {}\n",
        mended.len(),
        broken.len(),
        other.len(),
        nodes[0],
        nodes[1],
    );
}
