//! Questions about the rules: what is legal, what is taken, what hangs together.

use board::{Illegal, Move, PointSet};

use super::call::Call;
use super::questions::Question;
use super::scene::{Answer, Scene, Sure, Verdict};

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        name: "IsLegal",
        usage: "IsLegal(POINT[, COLOR])",
        about: "COLOR, or the side to play, may play there",
        ask: is_legal,
    },
    Question {
        name: "IsIllegal",
        usage: "IsIllegal(POINT[, COLOR])[ = occupied|suicide|ko|repetition]",
        about: "COLOR, or the side to play, may not play there, for this reason",
        ask: is_illegal,
    },
    Question {
        name: "Takes",
        usage: "Takes(POINT[, COLOR]) = N",
        about: "a stone there takes N stones",
        ask: takes,
    },
    Question {
        name: "Liberties",
        usage: "Liberties(STONE) = N",
        about: "the block has N liberties",
        ask: liberties,
    },
    Question {
        name: "Stones",
        usage: "Stones(STONE) = N",
        about: "the block has N stones",
        ask: stones,
    },
    Question {
        name: "Prisoners",
        usage: "Prisoners(COLOR) = N",
        about: "COLOR has taken N stones so far",
        ask: prisoners,
    },
    Question {
        name: "AreSame",
        usage: "AreSame(block|chain|area|territory, POINT, POINT…)",
        about: "the points belong to one block, chain (no two can be cut), open area or territory",
        ask: are_same,
    },
];

/// Why the move of a call may not be played; nothing if it may.
fn refusal(scene: &Scene, call: &Call<'_>) -> Result<Option<Illegal>, String> {
    call.at_most(2)?;
    let point = scene.point(call.argument(0)?)?;
    let color = match call.optional(1) {
        Some(_) => call.color(1)?,
        None => scene.position.to_play(),
    };
    Ok(scene.position.check(color, Move::Play(point)).err())
}

fn is_legal(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.plain()?;
    let refusal = refusal(scene, call)?;
    Ok(Verdict::new(refusal.is_none(), word(refusal), Sure::Proved))
}

fn is_illegal(scene: &mut Scene, call: &Call<'_>) -> Answer {
    let refusal = refusal(scene, call)?;
    let found = word(refusal);
    match &call.sentence.answer {
        None => Ok(Verdict::new(refusal.is_some(), found, Sure::Proved)),
        Some(_) => call.word(found, &["occupied", "suicide", "ko", "repetition"], Sure::Proved),
    }
}

fn word(refusal: Option<Illegal>) -> &'static str {
    match refusal {
        None => "legal",
        Some(Illegal::OffBoard(_)) => "off the board",
        Some(Illegal::Occupied(_)) => "occupied",
        Some(Illegal::Suicide(_)) => "suicide",
        Some(Illegal::Ko(_)) => "ko",
        Some(Illegal::Repetition(_)) => "repetition",
    }
}

fn takes(scene: &mut Scene, call: &Call<'_>) -> Answer {
    if let Some(refusal) = refusal(scene, call)? {
        return Ok(Verdict::new(false, format!("illegal: {}", word(Some(refusal))), Sure::Proved));
    }
    let point = scene.point(call.argument(0)?)?;
    let color = match call.optional(1) {
        Some(_) => call.color(1)?,
        None => scene.position.to_play(),
    };
    let mut after = scene.position.clone();
    after.play(color, Move::Play(point)).map_err(|error| error.to_string())?;
    let taken = after.lost(color.opponent()) - scene.position.lost(color.opponent());
    call.count(taken as usize, Sure::Proved)
}

fn liberties(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let stone = scene.stone(call.argument(0)?)?;
    call.count(scene.position.liberties(stone), Sure::Proved)
}

fn stones(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let stone = scene.stone(call.argument(0)?)?;
    call.count(scene.position.block_size(stone), Sure::Proved)
}

fn prisoners(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let color = call.color(0)?;
    call.count(scene.position.lost(color.opponent()) as usize, Sure::Proved)
}

fn are_same(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.plain()?;
    let what = call.argument(0)?;
    call.argument(2)?;
    let names = &call.sentence.arguments[1..];
    let (same, sure) = match what {
        "block" => {
            let group = scene.stone(&names[0])?;
            let block = scene.position.block(group);
            let points = names.iter().map(|name| scene.stone(name));
            (points.collect::<Result<PointSet, _>>()?.is_subset(&block), Sure::Proved)
        }
        "chain" => return super::links::one_chain(scene, names),
        "area" => {
            let points = names.iter().map(|name| scene.point(name));
            let points: Vec<String> =
                points.map(|p| p.map(|p| p.to_string())).collect::<Result<_, _>>()?;
            let areas = &scene.solved().areas;
            let one = areas.iter().any(|area| points.iter().all(|p| area.points.contains(p)));
            (one, Sure::Proved)
        }
        "territory" => {
            let points = names.iter().map(|name| scene.point(name));
            let points = points.collect::<Result<PointSet, _>>()?;
            let regions = scene.safety().regions();
            (regions.iter().any(|region| points.is_subset(&region.points)), Sure::Proved)
        }
        _ => return Err(format!("\"{what}\" is not known: write {}", call.usage)),
    };
    Ok(Verdict::new(same, if same { "the same" } else { "not the same" }, sure))
}
