//! `tedomari explain`: a position in a teacher's words.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use board::{Point, draw};
use budget::Budget;
use player::explain::{Lesson, Topic, explain};
use player::knowledge::Warrant;
use player::search::Settings;
use predict::Model;
use predict::deep::Deep;
use workbench::load::Loaded;

use super::explain_report::report;
use super::show::rules_name;
use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::{self, LimitArgs, Parts, whole};

/// Seconds of search where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// Options of `tedomari explain`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default(arg, format!("{}, with --nodes 3600", DEFAULT_TIME.as_secs()))))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, "no limit")))]
#[command(after_help = "Examples:
  tedomari explain game.sgf --move 60           the position after move 60
  tedomari explain game.sgf --time 10 --json    for programs, with a longer search
  tedomari explain game.sgf --nodes 5000        the same answer on every machine

Groups have letters on the board: capitals are Black's, small ones White's. Every sentence
says whether it is proved or an estimate.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Where random choices begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Looks and searches.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let loaded = self.position.load(caller)?;
        let start = Instant::now();
        let settings = Settings {
            threads: self.limits.threads,
            guide: Some(Arc::new(Model::standard()?)),
            deep: Some(Arc::new(Deep::standard()?)),
        };
        let time = match self.limits.nodes {
            // So many playouts, however long they take.
            Some(_) => self.limits.time.unwrap_or(Duration::from_secs(3600)),
            None => self.limits.time.unwrap_or(DEFAULT_TIME),
        };
        // The search has its time; all the rest ends only when somebody has enough.
        let stop = caller.stop();
        let parts = Parts::new(stop.clone());
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        let mut budget = Budget::nodes(nodes).with_stop(parts.next(time));
        let position = &loaded.position;
        let lesson =
            explain(position, position.to_play(), &settings, &mut budget, &stop, self.seed);
        let report = report(&loaded, &lesson, budget.spent(), start.elapsed().as_secs_f64());
        Answer::new(self.json, &report, || text(&loaded, &lesson))
    }
}

const TOPICS: [(Topic, &str); 5] = [
    (Topic::Situation, "The situation"),
    (Topic::Groups, "Groups"),
    (Topic::Threats, "Threats and connections"),
    (Topic::Territory, "Territory"),
    (Topic::Moves, "Moves"),
];

/// The board with its groups, and the notes under their headings.
fn text(loaded: &Loaded, lesson: &Lesson) -> String {
    let position = &loaded.position;
    let mut text = draw(position.size(), |point| letter(lesson, point));
    let rules = rules_name(loaded);
    let komi = loaded.header.rules.komi;
    let _ = writeln!(text, "Move {}, {rules} rules, komi {komi}", loaded.moves);
    for (topic, heading) in TOPICS {
        let mut notes = lesson.notes.iter().filter(|note| note.topic == topic).peekable();
        if notes.peek().is_none() {
            continue;
        }
        let _ = writeln!(text, "\n{heading}");
        for note in notes {
            let _ = writeln!(text, "- {} [{}]", note.text, warrant(note.warrant));
        }
    }
    text
}

/// A group's letter, `+` for stones beyond the alphabet, `x` or `o` for caught stones.
pub(super) fn letter(lesson: &Lesson, point: Point) -> char {
    let groups = &lesson.known.groups;
    if let Some(group) = groups.iter().find(|group| group.stones.contains(point)) {
        let before = groups.iter().take_while(|other| !std::ptr::eq(*other, group));
        let number = before.filter(|other| other.color == group.color).count();
        let first = if group.color == board::Color::Black { b'A' } else { b'a' };
        return if number < 26 { (first + number as u8) as char } else { '+' };
    }
    match lesson.known.block(point) {
        Some(block) if block.color == board::Color::Black => 'X',
        Some(_) => 'o',
        None => '.',
    }
}

pub(super) fn warrant(warrant: Warrant) -> &'static str {
    match warrant {
        Warrant::Proved => "proved",
        Warrant::Estimate => "estimate",
    }
}
