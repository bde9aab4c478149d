//! Questions of life and death.

use board::PointSet;

use super::call::Call;
use super::questions::Question;
use super::scene::{Answer, Scene, Sure, Verdict, listed};

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        name: "IsAlive",
        usage: "IsAlive(STONES)",
        about: "the group lives although the opponent moves first",
        ask: |scene, call| is(scene, call, "alive"),
    },
    Question {
        name: "IsDead",
        usage: "IsDead(STONES)",
        about: "the group dies although its owner moves first",
        ask: |scene, call| is(scene, call, "dead"),
    },
    Question {
        name: "IsCritical",
        usage: "IsCritical(STONES)",
        about: "the group lives or dies, as who moves first likes it",
        ask: |scene, call| is(scene, call, "critical"),
    },
    Question {
        name: "IsSeki",
        usage: "IsSeki(STONES)",
        about: "the group lives in seki although the opponent moves first",
        ask: |scene, call| is(scene, call, "seki"),
    },
    Question {
        name: "IsKo",
        usage: "IsKo(STONES)",
        about: "a ko decides about the group",
        ask: |scene, call| is(scene, call, "ko"),
    },
    Question {
        name: "CanLive",
        usage: "CanLive(STONES[, [only] MOVES])[ = yes|alive|seki|ko|no]",
        about: "the owner, moving first, makes the group live, by these moves",
        ask: can_live,
    },
    Question {
        name: "CanKill",
        usage: "CanKill(STONES[, [only] MOVES])[ = yes|ko|no]",
        about: "the opponent, moving first, kills the group, by these moves",
        ask: can_kill,
    },
];

fn is(scene: &mut Scene, call: &Call<'_>, wanted: &str) -> Answer {
    call.plain()?;
    call.at_most(1)?;
    let (_, group) = scene.group(call.argument(0)?)?;
    let report = scene.life(&group)?;
    let found = match report.status {
        "safe" => "alive",
        status => status,
    };
    // The status may be known although the other side's first move is not.
    let sure = match (found, report.warrant) {
        ("unknown", _) => Sure::Unknown,
        (_, "unknown") => Sure::Estimate,
        (_, warrant) => Sure::of(warrant),
    };
    Ok(Verdict::new(found == wanted, found, sure))
}

fn can_live(scene: &mut Scene, call: &Call<'_>) -> Answer {
    let wanted = call.wanted(&["yes", "alive", "seki", "ko", "no"])?;
    let (_, group) = scene.group(call.argument(0)?)?;
    let report = scene.life(&group)?;
    let (fate, warrant) = (report.defender_first.fate, report.warrant);
    let moves = points(&report.defender_first.moves);
    let found = if fate == "dead" { "no" } else { fate };
    let holds = found == wanted || (wanted == "yes" && ["alive", "seki"].contains(&found));
    claimed(scene, call, holds, found, &moves, warrant)
}

fn can_kill(scene: &mut Scene, call: &Call<'_>) -> Answer {
    let wanted = call.wanted(&["yes", "ko", "no"])?;
    let (_, group) = scene.group(call.argument(0)?)?;
    let report = scene.life(&group)?;
    let (fate, warrant) = (report.attacker_first.fate, report.warrant);
    let moves = points(&report.attacker_first.moves);
    let found = match fate {
        "dead" => "yes",
        "alive" | "seki" => "no",
        fate => fate,
    };
    claimed(scene, call, found == wanted, found, &moves, warrant)
}

fn points(names: &[String]) -> PointSet {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

/// The verdict on a fate and the moves that lead there.
fn claimed(
    scene: &Scene,
    call: &Call<'_>,
    holds: bool,
    found: &str,
    moves: &PointSet,
    warrant: &str,
) -> Answer {
    let sure = match found {
        "unknown" => Sure::Unknown,
        _ => Sure::of(warrant).max(Sure::Estimate),
    };
    let Some(named) = call.moves(scene, 1)? else { return Ok(Verdict::new(holds, found, sure)) };
    if found == "no" {
        return Ok(Verdict::new(false, found, sure));
    }
    let found = format!("{found} by {}", listed(moves));
    Ok(Verdict::new(holds && named.agrees(moves), found, sure))
}
