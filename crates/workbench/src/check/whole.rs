//! Questions about the whole board: score, best moves, the count at the end.

use board::PointSet;
use board::score::{PLAYOUTS, Status, Warrant, score as counted_score};
use tactics::verdict::judge;

use super::call::Call;
use super::questions::Question;
use super::scene::{Answer, Scene, Sure, Verdict};
use crate::solve::{Number, Report};

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        name: "Score",
        usage: "Score(COLOR) = NUMBER, or NUMBER..NUMBER where a ko leaves it open",
        about: "Black's points minus White's without komi, if COLOR moves first and both play best",
        ask: score,
    },
    Question {
        name: "BestMove",
        usage: "BestMove = MOVES",
        about: "these are the moves of the side to play that lose nothing",
        ask: best_move,
    },
    Question {
        name: "IsMove",
        usage: "IsMove(MOVE, best|good|bad)",
        about: "the move of the side to play loses nothing (best and good), or something (bad)",
        ask: is_move,
    },
    Question {
        name: "Loss",
        usage: "Loss(MOVE) = NUMBER",
        about: "the move of the side to play loses so many points",
        ask: loss,
    },
    Question {
        name: "Counted",
        usage: "Counted = RESULT",
        about: "the result if the game ends here, komi included: B+3.5, W+2 or 0",
        ask: counted,
    },
];

/// How sure a solved board is.
fn sure(report: &Report) -> Sure {
    match report.status {
        "exact" | "bounds" => Sure::Proved,
        "assuming" => Sure::Assuming,
        _ => Sure::Unknown,
    }
}

fn score(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let first = call.color(0)?;
    let report = scene.solved();
    let sure = sure(report);
    let (score, bounds) = match first {
        board::Color::Black => (&report.score.black_first, &report.score_bounds.black_first),
        board::Color::White => (&report.score.white_first, &report.score_bounds.white_first),
    };
    match (score, bounds) {
        (Some(score), _) => call.value(&score.to_string(), sure),
        (None, Some([low, high])) => call.text(&format!("{low}..{high}"), sure),
        (None, None) => Ok(Verdict::unknown()),
    }
}

fn best_move(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(0)?;
    let report = scene.solved();
    let sure = sure_of_moves(report);
    let best: PointSet = report.best_moves.iter().filter_map(|mv| mv.parse().ok()).collect();
    call.set(scene, &best, sure)
}

/// Best moves are known where the score is.
fn sure_of_moves(report: &Report) -> Sure {
    match report.status {
        "bounds" => Sure::Unknown,
        _ => sure(report),
    }
}

fn is_move(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.plain()?;
    call.at_most(2)?;
    let point = scene.point(call.argument(0)?)?.to_string();
    let wanted = call.argument(1)?;
    if !["best", "good", "bad"].contains(&wanted) {
        return Err(format!("\"{wanted}\" is no judgement: write {}", call.usage));
    }
    let report = scene.solved();
    let sure = sure_of_moves(report);
    let best = report.best_moves.contains(&point);
    let found = match lost(report, &point) {
        _ if best => "best".to_string(),
        Some(loss) => format!("bad: loses {loss}"),
        None => return Ok(Verdict::unknown()),
    };
    Ok(Verdict::new(best == (wanted != "bad"), found, sure))
}

/// What a move that is not best loses.
fn lost<'a>(report: &'a Report, point: &str) -> Option<&'a Number> {
    report.losses.iter().find(|loss| loss.mv == point).map(|loss| &loss.loss)
}

fn loss(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(1)?;
    let point = scene.point(call.argument(0)?)?.to_string();
    let report = scene.solved();
    let sure = sure_of_moves(report);
    if report.best_moves.contains(&point) {
        return call.value("0", sure);
    }
    match report.losses.iter().find(|loss| loss.mv == point) {
        Some(found) if !found.at_most => call.value(&found.loss.to_string(), sure),
        _ => Ok(Verdict::unknown()),
    }
}

fn counted(scene: &mut Scene, call: &Call<'_>) -> Answer {
    call.at_most(0)?;
    let position = &scene.position;
    let (status, sure) = if position.rules().agreement {
        let judgement = judge(position, PLAYOUTS, 1);
        let sure = match judgement.warrant {
            Warrant::Proved | Warrant::Read => Sure::Proved,
            Warrant::Estimate { .. } => Sure::Estimate,
        };
        (judgement.status, sure)
    } else {
        (Status::all_alive(), Sure::Proved)
    };
    let found = counted_score(position, &status, scene.handicap).to_string();
    call.text(&found, sure)
}
