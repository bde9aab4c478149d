//! Questions about what is settled: safe stones, territory, dame.

use board::{Color, PointSet, benson};

use super::call::Call;
use super::questions::Question;
use super::scene::{Answer, Scene, Sure, Verdict, listed};

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        name: "IsSafe",
        usage: "IsSafe(STONES)",
        about: "these blocks stay on the board although the opponent moves first and wins every ko",
        ask: is_safe,
    },
    Question {
        name: "IsUnconditional",
        usage: "IsUnconditional(STONES)",
        about: "these blocks live although their owner never answers (Benson)",
        ask: is_unconditional,
    },
    Question {
        name: "IsTerritory",
        usage: "IsTerritory(COLOR, POINTS)",
        about: "these points are proved territory of COLOR",
        ask: is_territory,
    },
    Question {
        name: "IsDame",
        usage: "IsDame(POINTS)",
        about: "these points are neutral",
        ask: is_dame,
    },
    Question {
        name: "Safe",
        usage: "Safe(COLOR) = N",
        about: "COLOR's safe stones and territory are N points",
        ask: safe,
    },
    Question {
        name: "Benson",
        usage: "Benson(COLOR) = N",
        about: "COLOR's unconditionally alive stones and the regions they live by are N points",
        ask: by_benson,
    },
    Question {
        name: "Territory",
        usage: "Territory(COLOR) = N",
        about: "COLOR's proved territory, dead stones in it included, is N points",
        ask: territory,
    },
    Question { name: "Dame", usage: "Dame = N", about: "there are N neutral points", ask: dame },
];

/// What is not proved may still be true: only the positive answer is a proof.
fn proved(missing: PointSet) -> Verdict {
    match missing.is_empty() {
        true => Verdict::new(true, "yes", Sure::Proved),
        false => Verdict::new(false, format!("not proved: {}", listed(&missing)), Sure::Estimate),
    }
}

fn is_safe(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.plain()?;
    call.at_most(1)?;
    let (owner, group) = scene.group(call.argument(0)?)?;
    Ok(proved(group - scene.safety().safe[owner.index()]))
}

fn is_unconditional(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.plain()?;
    call.at_most(1)?;
    let (owner, group) = scene.group(call.argument(0)?)?;
    let missing = group - benson::unconditional(&scene.position, owner).blocks;
    let found = if missing.is_empty() { "yes".to_string() } else { format!("not {missing}") };
    Ok(Verdict::new(missing.is_empty(), found, Sure::Proved))
}

fn is_territory(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.plain()?;
    call.at_most(2)?;
    let color = call.color(0)?;
    let points = scene.points(call.argument(1)?)?;
    Ok(proved(points - scene.safety().territory[color.index()]))
}

fn is_dame(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.plain()?;
    call.at_most(1)?;
    let points = scene.points(call.argument(0)?)?;
    Ok(proved(points - scene.safety().dame))
}

fn safe(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let color = call.color(0)?;
    call.count(scene.safety().area(color).len(), Sure::Proved)
}

fn by_benson(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let color: Color = call.color(0)?;
    call.count(benson::unconditional(&scene.position, color).benson().len(), Sure::Proved)
}

fn territory(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let color = call.color(0)?;
    call.count(scene.safety().territory[color.index()].len(), Sure::Proved)
}

fn dame(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(0)?;
    call.count(scene.safety().dame.len(), Sure::Proved)
}
