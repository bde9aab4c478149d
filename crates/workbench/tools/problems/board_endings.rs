//! Whole boards: several endgames at once, and which of them comes first.

use board::{Color, Komi, Move, PointSet, Position, Rules, score};
use budget::Budget;
use endgame::{Solver, compose};
use tactics::verdict::judge;
use workbench::solve::{Report, solve_with};

use crate::draft::{Collector, Draft};
use crate::frame::{side, spoken};

pub(crate) fn make(collector: &mut Collector) {
    let mut maker = Solver::new();
    for (width, count) in [(11, 22), (15, 14), (19, 8)] {
        let mut kept = 0;
        for seed in 200..800 {
            if kept == count {
                break;
            }
            let composed = compose(width, seed, &mut maker, &mut Budget::unlimited());
            let Ok(Some(mut setup)) = composed else { continue };
            setup.to_play = Color::BOTH[seed as usize % 2];
            let rules = if seed % 4 < 2 { "japanese" } else { "chinese" };
            let Some(preset) = Rules::preset(rules) else { continue };
            let Ok(position) =
                Position::from_setup(&setup, Rules { komi: Komi::halves(0), ..preset })
            else {
                continue;
            };
            let report = solve_with(
                &mut Solver::new(),
                &position,
                &PointSet::EMPTY,
                &mut Budget::nodes(150_000),
            );
            if report.status != "exact" || report.areas.len() < 2 || report.best_moves.is_empty() {
                continue;
            }
            if !comes_true(&position, &report) {
                continue;
            }
            // Every second board has a trap, as long as there are enough of them.
            let trap = trap(&report);
            if trap.is_none() && kept % 2 == 0 && seed < 400 {
                continue;
            }
            let draft = draft(setup, rules, &report, trap);
            if !collector.knows(&draft, 12) && collector.take(draft) {
                kept += 1;
            }
        }
    }
}

/// Whether the line of best play, played out and counted by the rules alone, gives the score.
/// A board whose dead stones are not certain says nothing.
fn comes_true(position: &Position, report: &Report) -> bool {
    let mut end = position.clone();
    for step in &report.line {
        let Ok(color) = step.color.parse::<Color>() else { return false };
        let mv = step.mv.parse().map_or(Move::Pass, Move::Play);
        if end.play(color, mv).is_err() {
            return false;
        }
    }
    let judged = judge(&end, score::PLAYOUTS, 1);
    if matches!(judged.warrant, score::Warrant::Estimate { .. }) {
        return false;
    }
    let status = judged.status;
    let halves = score::score(&end, &status, 0).halves;
    let wanted = match position.to_play() {
        Color::Black => &report.score.black_first,
        Color::White => &report.score.white_first,
    };
    wanted.as_ref().is_some_and(|score| score.to_string() == Komi::halves(halves).to_string())
}

/// A move in the hottest area that is not best.
fn trap(report: &Report) -> Option<(String, String)> {
    let hottest = report.areas.first()?;
    let moves = match report.to_play.as_str() {
        "black" => &hottest.black_moves,
        _ => &hottest.white_moves,
    };
    if moves.iter().any(|mv| report.best_moves.contains(&mv.mv)) {
        return None;
    }
    let first = moves.first()?.mv.clone();
    let loss = report.losses.iter().find(|loss| loss.mv == first)?.loss.to_string();
    Some((first, loss))
}

fn draft(
    setup: board::Setup,
    rules: &'static str,
    report: &Report,
    trap: Option<(String, String)>,
) -> Draft {
    let own = side(setup.to_play);
    let (black, white) = (&report.score.black_first, &report.score.white_first);
    let number = |score: &Option<workbench::solve::Number>| {
        score.as_ref().map_or(String::new(), |score| score.to_string())
    };
    let mut asserted = vec![
        format!("Areas = {}", report.areas.len()),
        format!("Score(black) = {}", number(black)),
        format!("Score(white) = {}", number(white)),
        format!("BestMove = {}", report.best_moves.join(" ")),
    ];
    let mut words = format!(
        "{} endgames under {rules} rules. {own} plays {}. Black's score is {} if he moves first, {} if White does.",
        report.areas.len(),
        spoken(&report.best_moves, "or"),
        number(black),
        number(white)
    );
    let mut name = format!("{} endgames", report.areas.len());
    if let Some((mv, loss)) = trap {
        asserted.push(format!("IsMove({mv}, bad)"));
        asserted.push(format!("Loss({mv}) = {loss}"));
        let points = if loss == "1" { "point" } else { "points" };
        words.push_str(&format!(" The largest move, {mv}, loses {loss} {points}."));
        name.push_str(", where the largest is not the best");
    }
    let mut draft = Draft::new(name, setup).words(words).asserting(asserted);
    draft.rules = Some(rules);
    draft
}
