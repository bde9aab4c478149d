//! `tedomari explain`: a position in a teacher's words.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use board::{Move, Point, PointSet, draw};
use player::explain::{Lesson, Topic, explain};
use player::knowledge::{Health, Stage, Status, Warrant};
use player::motive::Kind;
use player::tree::Settings;
use predict::Model;
use serde_json::{Value, json};
use workbench::load::Loaded;

use super::show::rules_name;
use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::LimitArgs;

/// Seconds of search where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

/// Options of `tedomari explain`.
#[derive(clap::Args, Debug)]
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
    /// How many threads may search at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Where random choices begin
    #[arg(long, value_name = "N", default_value_t = 1)]
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
            threads: self.threads.clamp(1, 256),
            guide: Some(Arc::new(Model::standard()?)),
            ..Settings::default()
        };
        let time = match self.limits.nodes {
            // So many playouts, however long they take.
            Some(_) => self.limits.time.unwrap_or(Duration::from_secs(3600)),
            None => DEFAULT_TIME,
        };
        let mut budget = self.limits.budget(caller, time);
        let position = &loaded.position;
        let lesson = explain(position, position.to_play(), &settings, &mut budget, self.seed);
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
fn letter(lesson: &Lesson, point: Point) -> char {
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

fn warrant(warrant: Warrant) -> &'static str {
    match warrant {
        Warrant::Proved => "proved",
        Warrant::Estimate => "estimate",
    }
}

fn names(points: &PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

fn report(loaded: &Loaded, lesson: &Lesson, nodes: u64, seconds: f64) -> Value {
    let known = &lesson.known;
    let stage = match known.stage {
        Stage::Opening => "opening",
        Stage::Middle => "middle",
        Stage::Endgame => "endgame",
        Stage::Final => "final",
    };
    let blocks = known.blocks.iter().map(|block| {
        let (status, attack, defence) = match block.status {
            Status::Stands => ("stands", None, None),
            Status::Critical { attack, defence } => ("critical", Some(attack), Some(defence)),
            Status::Ko { attack } => ("ko", Some(attack), None),
            Status::Caught { attack } => ("caught", attack, None),
        };
        json!({
            "color": block.color.to_string(), "stones": names(&block.stones),
            "liberties": block.liberties, "status": status,
            "attack": attack.map(|point| point.to_string()),
            "defence": defence.map(|point| point.to_string()),
            "warrant": warrant(block.warrant),
        })
    });
    let chains = known.chains.iter().map(|chain| {
        json!({
            "color": chain.color.to_string(), "stones": names(&chain.stones),
            "blocks": chain.blocks.iter().map(Point::to_string).collect::<Vec<_>>(),
            "joints": chain.joints.iter().map(|joint| json!({
                "from": joint.from.to_string(), "to": joint.to.to_string(),
                "warrant": warrant(joint.warrant),
            })).collect::<Vec<_>>(),
        })
    });
    let groups = known.groups.iter().map(|group| {
        let health = match group.health() {
            Health::Weak => "weak",
            Health::Unsettled => "unsettled",
            Health::Healthy => "healthy",
            Health::Safe => "safe",
        };
        json!({
            "color": group.color.to_string(), "stones": names(&group.stones),
            "prisoners": names(&group.prisoners), "spaces": names(&group.spaces),
            "eyes": f64::from(group.half_eyes) / 2.0, "ways_out": names(&group.ways_out),
            "friends": group.friends, "weaker_enemies": group.weaker_enemies,
            "safety": group.safety, "health": health, "warrant": warrant(group.warrant),
        })
    });
    let notes = lesson.notes.iter().map(|note| {
        let topic = match note.topic {
            Topic::Situation => "situation",
            Topic::Groups => "groups",
            Topic::Threats => "threats",
            Topic::Territory => "territory",
            Topic::Moves => "moves",
        };
        json!({ "topic": topic, "text": note.text, "warrant": warrant(note.warrant) })
    });
    json!({
        "schema": "tedomari.explain/1",
        "rules": rules_name(loaded),
        "to_play": lesson.color.to_string(),
        "stage": stage,
        "best": { "move": lesson.best.to_string(), "warrant": warrant(lesson.warrant) },
        "blocks": blocks.collect::<Vec<_>>(),
        "chains": chains.collect::<Vec<_>>(),
        "groups": groups.collect::<Vec<_>>(),
        "territory": {
            "black": names(&known.territory[0]), "white": names(&known.territory[1]),
        },
        "moves": moves(lesson),
        "notes": notes.collect::<Vec<_>>(),
        "stats": { "nodes": nodes, "seconds": seconds },
    })
}

/// Moves that were tried, with their motives.
fn moves(lesson: &Lesson) -> Vec<Value> {
    let tried = lesson.candidates.iter().filter(|candidate| candidate.visits > 0);
    tried
        .take(20)
        .map(|candidate| {
            let found =
                lesson.proposals.iter().find(|proposal| candidate.mv == Move::Play(proposal.point));
            let motives = found.map_or(&[][..], |proposal| &proposal.motives);
            let motives = motives.iter().map(|motive| {
                json!({
                    "kind": kind(motive.kind),
                    "object": motive.object.map(|point| point.to_string()),
                    "value": motive.value, "warrant": warrant(motive.warrant),
                })
            });
            json!({
                "move": candidate.mv.to_string(), "visits": candidate.visits,
                "win_rate": candidate.win_rate, "score": candidate.score,
                "prior": candidate.prior,
                "line": candidate.line.iter().map(Move::to_string).collect::<Vec<_>>(),
                "motives": motives.collect::<Vec<_>>(),
            })
        })
        .collect()
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Capture => "capture",
        Kind::Save => "save",
        Kind::Connect => "connect",
        Kind::Cut => "cut",
        Kind::Settle => "settle",
        Kind::Press => "press",
        Kind::Expand => "expand",
        Kind::Shape => "shape",
    }
}
