//! Questions about captures: can a block be taken, can it be saved, does a ladder work?

use board::{Move, Point, PointSet, Position};
use tactics::capture::{Effort, Reading, Success, attack, defend};
use tactics::ladder::ladder;

use super::call::{Call, around};
use super::questions::Question;
use super::scene::{Answer, Scene, Sure, Verdict};
use crate::tactics::capture;

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        name: "IsBlock",
        usage: "IsBlock(STONE, safe|critical|dead|ko)",
        about: "the block cannot be captured; can, unless it moves; cannot be saved; is fought for by ko",
        ask: is_block,
    },
    Question {
        name: "CanCapture",
        usage: "CanCapture(STONE[, [only] MOVES])[ = yes|no|ko]",
        about: "the opponent, moving first, captures the block, by these moves",
        ask: can_capture,
    },
    Question {
        name: "CanEscape",
        usage: "CanEscape(STONE[, [only] MOVES])[ = yes|no|ko]",
        about: "the owner, moving first, saves the block, by these moves",
        ask: can_escape,
    },
    Question {
        name: "IsLadder",
        usage: "IsLadder(STONE[, COLOR])",
        about: "the block is caught by ataris alone if COLOR, or its opponent, moves first",
        ask: is_ladder,
    },
];

fn effort(scene: &Scene) -> Effort {
    Effort { nodes: scene.nodes, prove: true, ..Effort::default() }
}

fn is_block(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.plain()?;
    call.at_most(2)?;
    let stone = scene.stone(call.argument(0)?)?;
    let wanted = call.argument(1)?;
    if !["safe", "critical", "dead", "ko"].contains(&wanted) {
        return Err(format!("\"{wanted}\" is no status: write {}", call.usage));
    }
    let effort = effort(scene);
    let report = capture(&scene.position, stone, &effort, &mut scene.budget);
    Ok(Verdict::new(report.status == wanted, report.status, Sure::of(report.warrant)))
}

fn can_capture(scene: &mut Scene, call: &Call<'_>) -> Answer {
    can(scene, call, true)
}

fn can_escape(scene: &mut Scene, call: &Call<'_>) -> Answer {
    can(scene, call, false)
}

fn can(scene: &mut Scene, call: &Call<'_>, attacking: bool) -> Answer {
    let stone = scene.stone(call.argument(0)?)?;
    let moves = call.moves(scene, 1)?;
    let wanted = call.wanted(&["yes", "no", "ko"])?;
    let effort = effort(scene);
    let read = if attacking { attack } else { defend };
    let (found, mut sure) =
        judged(read(&scene.position, stone, &effort, &mut scene.budget), attacking);
    let Some(moves) = moves else { return call.word(found, &["yes", "no", "ko"], sure) };
    if wanted == "no" {
        return Err("moves are named, but nothing is claimed of them".to_string());
    }
    if sure == Sure::Unknown || found != wanted {
        return Ok(Verdict::new(false, found, sure));
    }
    let tried = match moves.only {
        true => {
            let block = scene.position.block(stone);
            let border = block.border(scene.position.size());
            around(scene, &(block | border), 2)
        }
        false => moves.points.iter().collect(),
    };
    let mut working = PointSet::EMPTY;
    for point in tried {
        let (after, warrant) = with_move(scene, stone, point, attacking, &effort);
        if after == wanted {
            working.insert(point);
        }
        // What fails is left out of the claim unless the claim is that nothing else works.
        if moves.points.contains(point) || moves.only {
            sure = sure.min(warrant);
        }
    }
    let found = format!("{found} by {}", super::scene::listed(&working));
    Ok(Verdict::new(moves.agrees(&working), found, sure))
}

/// What a reading says of the side that moves first, and how sure that is.
fn judged(reading: Result<Reading, budget::Exhausted>, attacking: bool) -> (&'static str, Sure) {
    let Ok(reading) = reading else { return ("unknown", Sure::Unknown) };
    // Out of nodes means that the hunter did not get there.
    if reading.exhausted && (reading.success == Success::Yes) != attacking {
        return ("unknown", Sure::Unknown);
    }
    let word = match reading.success {
        Success::No => "no",
        Success::Yes => "yes",
        Success::Ko | Success::KoAfterThreat => "ko",
    };
    (word, if reading.proved { Sure::Proved } else { Sure::Estimate })
}

/// How the side that moves first comes out if it begins with this move.
fn with_move(
    scene: &mut Scene,
    stone: Point,
    point: Point,
    attacking: bool,
    effort: &Effort,
) -> (&'static str, Sure) {
    let owner = scene.position.stone(stone);
    let Some(owner) = owner else { return ("no", Sure::Proved) };
    let mover = if attacking { owner.opponent() } else { owner };
    let mut after: Position = scene.position.clone();
    if after.play(mover, Move::Play(point)).is_err() {
        return ("no", Sure::Proved);
    }
    if after.stone(stone) != Some(owner) {
        let quiet = after.ko_point().is_none();
        return (if quiet { "yes" } else { "ko" }, Sure::Proved);
    }
    let read = if attacking { defend } else { attack };
    let (word, sure) = judged(read(&after, stone, effort, &mut scene.budget), !attacking);
    let turned = match word {
        "yes" => "no",
        "no" => "yes",
        word => word,
    };
    (turned, sure)
}

fn is_ladder(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.plain()?;
    call.at_most(2)?;
    let stone = scene.stone(call.argument(0)?)?;
    let owner = scene.position.stone(stone).ok_or("there is no stone")?;
    let first = match call.optional(1) {
        Some(_) => call.color(1)?,
        None => owner.opponent(),
    };
    Ok(match ladder(&scene.position, stone, first, &mut scene.budget) {
        Ok(read) => {
            Verdict::new(read.caught, if read.caught { "caught" } else { "escapes" }, Sure::Proved)
        }
        Err(_) => Verdict::unknown(),
    })
}
