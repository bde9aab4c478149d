//! Questions about two blocks: are they joined, can they be cut, who wins their race?

use board::{Move, Point, PointSet};
use tactics::semeai::{self, Verdict as Outcome};

use super::call::{Call, around};
use super::questions::Question;
use super::scene::{Answer, Scene, Sure, Verdict, listed};
use crate::tactics::connection;

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        name: "AreConnected",
        usage: "AreConnected(STONE, STONE)",
        about: "the blocks cannot be cut although the opponent moves first",
        ask: are_connected,
    },
    Question {
        name: "CanConnect",
        usage: "CanConnect(STONE, STONE[, [only] MOVES])[ = yes|no|ko]",
        about: "the owner, moving first, joins the blocks, by these moves",
        ask: |scene, call| can(scene, call, true),
    },
    Question {
        name: "CanCut",
        usage: "CanCut(STONE, STONE[, [only] MOVES])[ = yes|no|ko]",
        about: "the opponent, moving first, keeps the blocks apart, by these moves",
        ask: |scene, call| can(scene, call, false),
    },
    Question {
        name: "Race",
        usage: "Race(STONE, STONE[, [only] MOVES]) = win|loss|seki|ko",
        about: "how the race comes out for the owner of the first block, who moves first",
        ask: race,
    },
];

fn pair(scene: &Scene, call: &Call<'_>) -> Result<(Point, Point), String> {
    let (from, to) = (scene.stone(call.argument(0)?)?, scene.stone(call.argument(1)?)?);
    if scene.position.stone(from) != scene.position.stone(to) {
        return Err(format!("{from} and {to} are stones of different colors"));
    }
    Ok((from, to))
}

fn are_connected(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.plain()?;
    call.at_most(2)?;
    let (from, to) = pair(scene, call)?;
    let (cut, sure) = result(scene, &scene.position.clone(), from, to, false);
    let found = match cut {
        "no" => "yes",
        "yes" => "can be cut",
        other => other,
    };
    Ok(Verdict::new(found == "yes", found, sure))
}

/// Whether every block named is sure of a connection to another, so that all hang together.
pub(super) fn one_chain(scene: &mut Scene, names: &[String]) -> Answer {
    let stones: Vec<Point> =
        names.iter().map(|name| scene.stone(name)).collect::<Result<_, _>>()?;
    let mut joined = vec![stones[0]];
    let mut rest: Vec<Point> = stones[1..].to_vec();
    let mut sure = Sure::Proved;
    while let Some(&next) = rest.iter().find(|&&stone| {
        joined.iter().any(|&from| {
            scene.position.stone(from) == scene.position.stone(stone)
                && result_of(scene, from, stone) == ("no", Sure::Proved)
        })
    }) {
        joined.push(next);
        rest.retain(|&stone| stone != next);
    }
    if !rest.is_empty() {
        sure = Sure::Estimate;
    }
    let found = if rest.is_empty() { "the same" } else { "not the same" };
    Ok(Verdict::new(rest.is_empty(), found, sure))
}

/// As [`result`] with the cutter first, without spending the scene's own budget.
fn result_of(scene: &Scene, from: Point, to: Point) -> (&'static str, Sure) {
    let mut budget = scene.budget.part(u64::MAX);
    let report = connection(&scene.position, from, to, scene.nodes, &mut budget);
    (word(report.attacker_first.result), Sure::of(report.attacker_first.warrant))
}

/// How the side that moves first comes out: the owner, or the cutter.
fn result(
    scene: &mut Scene,
    position: &board::Position,
    from: Point,
    to: Point,
    joining: bool,
) -> (&'static str, Sure) {
    let report = connection(position, from, to, scene.nodes, &mut scene.budget);
    let first = if joining { &report.defender_first } else { &report.attacker_first };
    (word(first.result), Sure::of(first.warrant))
}

fn word(result: &str) -> &'static str {
    match result {
        "success" => "yes",
        "failure" => "no",
        "ko" => "ko",
        _ => "unknown",
    }
}

fn can(scene: &mut Scene, call: &Call<'_>, joining: bool) -> Answer {
    let (from, to) = pair(scene, call)?;
    let moves = call.moves(scene, 2)?;
    let wanted = call.wanted(&["yes", "no", "ko"])?;
    let position = scene.position.clone();
    let (found, mut sure) = result(scene, &position, from, to, joining);
    let Some(moves) = moves else { return call.word(found, &["yes", "no", "ko"], sure) };
    if wanted == "no" {
        return Err("moves are named, but nothing is claimed of them".to_string());
    }
    if sure == Sure::Unknown || found != wanted {
        return Ok(Verdict::new(false, found, sure));
    }
    let owner = position.stone(from).ok_or("there is no stone")?;
    let mover = if joining { owner } else { owner.opponent() };
    let tried = match moves.only {
        true => around(scene, &(position.block(from) | position.block(to)), 3),
        false => moves.points.iter().collect(),
    };
    let mut working = PointSet::EMPTY;
    for point in tried {
        let mut after = position.clone();
        if after.play(mover, Move::Play(point)).is_err() {
            continue;
        }
        let (outcome, warrant) = match [from, to].iter().all(|&p| after.stone(p) == Some(owner)) {
            true => {
                let (answer, sure) = result(scene, &after, from, to, !joining);
                (turned(answer), sure)
            }
            // A block that is taken is cut off.
            false => ("yes", Sure::Proved),
        };
        if outcome == wanted {
            working.insert(point);
        }
        if moves.points.contains(point) || moves.only {
            sure = sure.min(warrant);
        }
    }
    let found = format!("{found} by {}", listed(&working));
    Ok(Verdict::new(moves.agrees(&working), found, sure))
}

/// An answer for the other side.
fn turned(answer: &'static str) -> &'static str {
    match answer {
        "yes" => "no",
        "no" => "yes",
        other => other,
    }
}

fn race(scene: &mut Scene, call: &Call<'_>) -> Answer {
    let (own, other) = (scene.stone(call.argument(0)?)?, scene.stone(call.argument(1)?)?);
    if scene.position.stone(own) == scene.position.stone(other) {
        return Err(format!("{own} and {other} are stones of one color"));
    }
    let moves = call.moves(scene, 2)?;
    let known = ["win", "loss", "seki", "ko"];
    let wanted = call.wanted(&known)?;
    let position = scene.position.clone();
    let found = raced(scene, &position, own, other);
    let sure = if found == "unknown" { Sure::Unknown } else { Sure::Estimate };
    let Some(moves) = moves else { return call.word(found, &known, sure) };
    if sure == Sure::Unknown || found != wanted {
        return Ok(Verdict::new(false, found, sure));
    }
    let owner = position.stone(own).ok_or("there is no stone")?;
    let tried = match moves.only {
        true => around(scene, &(position.block(own) | position.block(other)), 1),
        false => moves.points.iter().collect(),
    };
    let mut working = PointSet::EMPTY;
    for point in tried {
        let mut after = position.clone();
        if after.play(owner, Move::Play(point)).is_err() {
            continue;
        }
        let taken = after.stone(other).is_none();
        let outcome = match raced(scene, &after, other, own) {
            _ if taken => "win",
            "win" => "loss",
            "loss" => "win",
            other => other,
        };
        if outcome == wanted {
            working.insert(point);
        }
    }
    let found = format!("{found} by {}", listed(&working));
    Ok(Verdict::new(moves.agrees(&working), found, sure))
}

/// How a race comes out for the owner of `own`, who moves first.
fn raced(scene: &mut Scene, position: &board::Position, own: Point, other: Point) -> &'static str {
    match semeai::race(position, own, other, scene.nodes, &mut scene.budget) {
        Ok(Some(race)) if !race.exhausted => match race.verdict() {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
            Outcome::Seki => "seki",
            Outcome::Ko => "ko",
        },
        _ => "unknown",
    }
}
