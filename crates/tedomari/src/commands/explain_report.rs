//! The JSON of `tedomari explain`: every object of the position as points with a label and
//! a sentence, so that a page can show it without knowing Go.

use board::{Color, Move, Point, PointSet, Position};
use player::explain::{Lesson, Topic};
use player::knowledge::{Block, Chain, Divider, Group, Health, Outlook, Stage, Status, Zone};
use player::motive::Kind;
use serde_json::{Map, Value, json};
use workbench::load::Loaded;

use super::explain::{letter, warrant};
use super::show::rules_name;

/// The whole report.
pub(super) fn report(loaded: &Loaded, lesson: &Lesson, nodes: u64, seconds: f64) -> Value {
    let (known, position) = (&lesson.known, &loaded.position);
    let stage = match known.stage {
        Stage::Opening => "opening",
        Stage::Middle => "middle",
        Stage::Endgame => "endgame",
        Stage::Final => "final",
    };
    let (dividers, zones) = known.walls(position);
    let listed = |wanted: &dyn Fn(&Block) -> bool| -> Vec<Value> {
        known.blocks.iter().filter(|block| wanted(block)).map(block).collect()
    };
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
        "blocks": listed(&|_| true),
        "dead": listed(&|block| known.caught.contains(block.anchor)),
        "critical":
            listed(&|block| matches!(block.status, Status::Critical { .. } | Status::Ko { .. })),
        "chains": numbered(&known.chains, chain),
        "groups": known.groups.iter().map(|it| group(lesson, it)).collect::<Vec<_>>(),
        "dividers": dividers.iter().map(divider).collect::<Vec<_>>(),
        "zones": numbered(&zones, zone),
        "influence": field(position, |point| known.influence.balance(point)),
        "ownership": field(position, owners(lesson, position)),
        "safe": { "black": names(&known.safe[0]), "white": names(&known.safe[1]) },
        "territory": {
            "black": names(&known.territory[0]), "white": names(&known.territory[1]),
        },
        "moves": moves(lesson),
        "notes": notes.collect::<Vec<_>>(),
        "stats": { "nodes": nodes, "seconds": seconds },
    })
}

fn names(points: &PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

/// `Black's` or `White's`.
fn whose(color: Color) -> &'static str {
    match color {
        Color::Black => "Black's",
        Color::White => "White's",
    }
}

fn who(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// `1 stone`, `4 stones`.
fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// Objects with their numbers, from 1.
fn numbered<T>(objects: &[T], tell: impl Fn(usize, &T) -> Value) -> Vec<Value> {
    objects.iter().enumerate().map(|(index, object)| tell(index + 1, object)).collect()
}

fn block(block: &Block) -> Value {
    let (status, attack, defence) = match block.status {
        Status::Stands => ("stands", None, None),
        Status::Critical { attack, defence } => ("critical", Some(attack), Some(defence)),
        Status::Ko { attack } => ("ko", Some(attack), None),
        Status::Caught { attack } => ("caught", attack, None),
    };
    let (own, enemy) = (who(block.color), who(block.color.opponent()));
    let what = format!(
        "{} block of {} at {} has {}",
        whose(block.color),
        count(block.stones.len(), "stone"),
        block.anchor,
        liberties(block.liberties),
    );
    let text = match block.status {
        Status::Stands => format!("{what}."),
        Status::Critical { attack, defence } => {
            format!("{what}: {enemy} captures it with {attack}, {own} saves it with {defence}.")
        }
        Status::Ko { attack } => {
            format!("{what}: it hangs on a ko that {enemy} begins at {attack}.")
        }
        Status::Caught { attack: Some(attack) } => {
            format!("{what}: it is caught; {enemy} takes it with {attack}.")
        }
        Status::Caught { attack: None } => format!("{what}: it is caught."),
    };
    json!({
        "color": block.color.to_string(), "stones": names(&block.stones),
        "liberties": block.liberties, "status": status,
        "attack": attack.map(|point| point.to_string()),
        "defence": defence.map(|point| point.to_string()),
        "label": block.liberties.to_string(), "text": text,
        "warrant": warrant(block.warrant),
    })
}

fn liberties(number: usize) -> String {
    if number == 1 { "1 liberty".to_string() } else { format!("{number} liberties") }
}

fn chain(number: usize, chain: &Chain) -> Value {
    let at: Vec<String> = chain.blocks.iter().map(Point::to_string).collect();
    let own = whose(chain.color);
    let text = match chain.blocks.len() {
        1 => format!("{own} block at {} stands by itself.", at.join(", ")),
        _ => format!("{own} blocks at {} cannot be separated.", at.join(", ")),
    };
    json!({
        "color": chain.color.to_string(), "stones": names(&chain.stones), "blocks": at,
        "joints": chain.joints.iter().map(|joint| json!({
            "from": joint.from.to_string(), "to": joint.to.to_string(),
            "warrant": warrant(joint.warrant),
        })).collect::<Vec<_>>(),
        "label": number.to_string(), "text": text,
    })
}

fn group(lesson: &Lesson, group: &Group) -> Value {
    let health = match group.health() {
        Health::Weak => "weak",
        Health::Unsettled => "unsettled",
        Health::Healthy => "healthy",
        Health::Safe => "safe",
    };
    let eyes = f64::from(group.half_eyes) / 2.0;
    let label = letter(lesson, group.anchor).to_string();
    let text = format!(
        "Group {label}, {} {}: {health}, eyes at sight {eyes}, {} of influence, {} outwards.",
        whose(group.color),
        count(group.stones.len(), "stone"),
        count(group.spaces.len(), "point"),
        count(group.ways_out.len(), "way"),
    );
    json!({
        "color": group.color.to_string(), "stones": names(&group.stones),
        "prisoners": names(&group.prisoners), "spaces": names(&group.spaces),
        "eyes": eyes, "ways_out": names(&group.ways_out),
        "friends": group.friends, "weaker_enemies": group.weaker_enemies,
        "safety": group.safety, "health": health,
        "label": label, "text": text, "warrant": warrant(group.warrant),
    })
}

fn divider(divider: &Divider) -> Value {
    let to = divider.to.map_or("the edge".to_string(), |to| to.to_string());
    let (own, enemy) = (whose(divider.color), who(divider.color.opponent()));
    let (kind, does) = match divider.potential {
        false => ("divider", format!("keeps {enemy} from connecting through")),
        true => ("potential", format!("takes one more move to keep {enemy} out")),
    };
    json!({
        "color": divider.color.to_string(), "kind": kind, "from": divider.from.to_string(),
        "to": divider.to.map(|to| to.to_string()), "points": names(&divider.gap),
        "label": if divider.potential { "?" } else { "|" },
        "text": format!("{own} gap between {} and {to} {does}.", divider.from),
        "warrant": "estimate",
    })
}

fn zone(number: usize, zone: &Zone) -> Value {
    let (outlook, says) = match zone.outlook {
        Outlook::Safe => ("safe", "proved territory"),
        Outlook::Closed => ("closed", "closed by stones and dividers"),
        Outlook::Open => ("open", "closed but for gaps that take one more move"),
        Outlook::Contested => ("contested", "with enemy stones in it that are not caught"),
    };
    let sure = if zone.outlook == Outlook::Safe { "proved" } else { "estimate" };
    json!({
        "color": zone.color.to_string(), "points": names(&zone.points), "outlook": outlook,
        "label": number.to_string(),
        "text": format!(
            "{} zone of {}: {says}.", whose(zone.color), count(zone.points.len(), "point")
        ),
        "warrant": sure,
    })
}

/// A number for each point where it is not next to nothing: from −1, White's, to 1, Black's.
fn field(position: &Position, value: impl Fn(Point) -> f64) -> Value {
    let mut field = Map::new();
    for point in position.size().points() {
        let value = (100.0 * value(point)).round() / 100.0;
        if value != 0.0 {
            field.insert(point.to_string(), json!(value));
        }
    }
    Value::Object(field)
}

/// Who owns a point at the end of the search's games.
fn owners<'a>(lesson: &'a Lesson, position: &'a Position) -> impl Fn(Point) -> f64 + 'a {
    move |point| {
        let index = position.size().points().position(|other| other == point);
        index.and_then(|index| lesson.owners.get(index)).copied().unwrap_or(0.0)
    }
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
