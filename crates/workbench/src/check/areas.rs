//! Questions about the local endgames of a board.

use board::PointSet;

use super::call::Call;
use super::questions::Question;
use super::scene::{Answer, Scene, Sure, Verdict};
use crate::solve::{AreaReport, Master};

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        name: "Value",
        usage: "Value(POINT) = GAME",
        about: "the canonical form of the area at POINT, as tedomari cgt writes it",
        ask: value,
    },
    Question {
        name: "Chilled",
        usage: "Chilled(POINT) = GAME",
        about: "the same cooled by one point",
        ask: chilled,
    },
    Question {
        name: "Count",
        usage: "Count(POINT[, black|white]) = NUMBER",
        about: "what the area is worth now; of a ko, for this ko master",
        ask: |scene, call| number(scene, call, |area| &area.mean, |master| &master.mean),
    },
    Question {
        name: "Temperature",
        usage: "Temperature(POINT[, black|white]) = NUMBER",
        about: "what a move there is worth; of a ko, for this ko master",
        ask: |scene, call| {
            number(scene, call, |area| &area.temperature, |master| &master.temperature)
        },
    },
    Question {
        name: "Kind",
        usage: "Kind(POINT) = number|infinitesimal|gote|black sente|white sente|ko",
        about: "whose sente the area is",
        ask: kind,
    },
    Question {
        name: "KoName",
        usage: "KoName(POINT) = NAME",
        about: "what the ko of the area is called: direct ko, approach ko, two-stage ko …",
        ask: ko_name,
    },
    Question {
        name: "LocalMove",
        usage: "LocalMove(POINT, COLOR) = MOVES",
        about: "COLOR's good moves in the area at POINT are these",
        ask: local_move,
    },
    Question {
        name: "Areas",
        usage: "Areas = N",
        about: "the board splits into N independent open areas",
        ask: areas,
    },
];

/// The area at the first argument; a verdict if there is none.
fn area<'a>(
    scene: &'a mut Scene,
    call: &Call<'_>,
) -> Result<Result<&'a AreaReport, Verdict>, String> {
    let point = scene.point(call.argument(0)?)?.to_string();
    let areas = &scene.solved().areas;
    Ok(match areas.iter().find(|area| area.points.contains(&point)) {
        Some(area) if area.status == "unsolved" => Err(Verdict::unknown()),
        Some(area) => Ok(area),
        None => Err(Verdict::new(false, format!("no open area at {point}"), Sure::Proved)),
    })
}

/// How sure what is said of areas is: it rests on the stones assumed alive.
fn sure(scene: &Scene) -> Sure {
    if scene.assumed.is_empty() { Sure::Proved } else { Sure::Assuming }
}

fn value(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let sure = sure(scene);
    match area(scene, call)? {
        Ok(AreaReport { value: Some(value), .. }) => call.value(value, sure),
        Ok(_) => Ok(Verdict::new(false, "depends on a ko", sure)),
        Err(verdict) => Ok(verdict),
    }
}

fn chilled(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let sure = sure(scene);
    match area(scene, call)? {
        Ok(AreaReport { chilled: Some(value), .. }) => call.value(value, sure),
        Ok(_) => Ok(Verdict::new(false, "depends on a ko", sure)),
        Err(verdict) => Ok(verdict),
    }
}

fn number(
    scene: &mut Scene,
    call: &Call<'_>,
    plain: impl Fn(&AreaReport) -> &Option<String>,
    of_master: impl Fn(&Master) -> &String,
) -> Answer {
    call.at_most(2)?;
    let sure = sure(scene);
    let master = call.optional(1).map(|_| call.color(1)).transpose()?;
    let area = match area(scene, call)? {
        Ok(area) => area,
        Err(verdict) => return Ok(verdict),
    };
    if let Some(number) = plain(area) {
        return call.value(number, sure);
    }
    let Some(ko) = &area.ko else { return Ok(Verdict::unknown()) };
    if ko.problem.is_some() {
        return Ok(Verdict::unknown());
    }
    let of = |master: &Option<Master>| master.as_ref().map(|master| of_master(master).clone());
    let (black, white) = (of(&ko.black_master), of(&ko.white_master));
    let found = match master {
        Some(board::Color::Black) => black,
        Some(board::Color::White) => white,
        None if black == white => black,
        None => return Ok(Verdict::new(false, "depends on the ko master", sure)),
    };
    match found {
        Some(number) => call.value(&number, sure),
        None => Ok(Verdict::unknown()),
    }
}

fn kind(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let sure = sure(scene);
    match area(scene, call)? {
        Ok(AreaReport { kind: Some(kind), .. }) => call.text(&kind.replace('_', " "), sure),
        Ok(_) => Ok(Verdict::unknown()),
        Err(verdict) => Ok(verdict),
    }
}

fn ko_name(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let sure = sure(scene);
    match area(scene, call)? {
        Ok(AreaReport { ko: Some(ko), .. }) => call.text(&ko.name, sure),
        Ok(_) => call.text("no ko", sure),
        Err(verdict) => Ok(verdict),
    }
}

fn local_move(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(2)?;
    let sure = sure(scene);
    let color = call.color(1)?;
    let moves: PointSet = match area(scene, call)? {
        Ok(area) => {
            let moves = match color {
                board::Color::Black => &area.black_moves,
                board::Color::White => &area.white_moves,
            };
            moves.iter().filter_map(|mv| mv.mv.parse().ok()).collect()
        }
        Err(verdict) => return Ok(verdict),
    };
    call.set(scene, &moves, sure)
}

fn areas(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(0)?;
    let sure = sure(scene);
    let report = scene.solved();
    let (count, whole) = (report.areas.len(), report.unsolved.is_empty());
    // What could not be split may hold more areas.
    call.count(count, if whole { sure } else { sure.min(Sure::Estimate) })
}
