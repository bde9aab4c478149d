//! Single endgames between living walls: corridors and rooms with their values.

use std::collections::BTreeSet;

use board::{Color, PointSet, Position, Rules, Setup, Size};
use budget::Budget;
use cgt::Random;
use endgame::Solver;
use workbench::solve::{AreaReport, Report, solve_with};

use crate::count::area_score;
use crate::draft::{Collector, Draft};
use crate::eyes::{Shape, shapes, turns};
use crate::frame::{fill, open_to_play, position, spoken, thin};

pub(crate) fn make(collector: &mut Collector) {
    let mut seen = BTreeSet::new();
    corridors(collector, &mut seen);
    by_seed(collector, &mut seen);
}

/// A board with a space between Black's wall on the left and White's on the right. `stones`
/// stand on cells of the space.
fn between(space: &Shape, shift: usize, stones: &[(usize, Color)]) -> Option<Setup> {
    let wide = space.iter().map(|c| c.0).max()? + 1;
    let high = space.iter().map(|c| c.1).max()? + 1;
    let size = Size::new(wide.max(3) + 6, (high + 4).max(7)).ok()?;
    let low = (size.height() - high) / 2;
    let cells = space.iter().map(|&(x, y)| size.point(x + 3, y + low));
    let cells: Vec<_> = cells.collect::<Option<_>>()?;
    let open: PointSet = cells.iter().copied().collect();
    let border = 3 + shift;
    let (mut black, mut white) = (PointSet::EMPTY, PointSet::EMPTY);
    for point in size.points().filter(|&point| !open.contains(point)) {
        match point.column() < border {
            true => black.insert(point),
            false => white.insert(point),
        };
    }
    let mut setup = Setup::empty(size);
    for &(cell, color) in stones {
        setup.set(*cells.get(cell)?, Some(color));
    }
    let filled = fill(&mut setup, &black, Color::Black) && fill(&mut setup, &white, Color::White);
    filled.then_some(setup)
}

/// What the board is worth, if it is one area and the slow way, under area scoring, agrees.
fn solved(setup: &Setup) -> Option<Report> {
    let japanese = position(setup)?;
    let mut budget = Budget::nodes(300_000);
    let report = solve_with(&mut Solver::new(), &japanese, &PointSet::EMPTY, &mut budget);
    if report.areas.len() != 1 || !report.unsolved.is_empty() || !report.dame.is_empty() {
        return None;
    }
    let chinese = Position::from_setup(setup, Rules::chinese()).ok()?;
    let area = solve_with(&mut Solver::new(), &chinese, &PointSet::EMPTY, &mut budget);
    let region = open_to_play(&japanese);
    for (color, score) in
        [(Color::Black, &area.score.black_first), (Color::White, &area.score.white_first)]
    {
        if let (Some(score), Some(slow)) = (score, area_score(setup, &region, color))
            && score.to_string() != slow.to_string()
        {
            println!("two answers for {color} first: {score} and {slow}\n{setup}");
            return None;
        }
    }
    Some(report)
}

fn kind_in_words(kind: &str) -> &'static str {
    match kind {
        "gote" => "Gote: whoever moves here gives up the move",
        "black_sente" => "Black's sente: White must answer Black's move",
        "white_sente" => "White's sente: Black must answer White's move",
        "infinitesimal" => "No point is at stake, only who moves last",
        "number" => "Settled: neither side gains by moving",
        _ => "A ko",
    }
}

fn draft(name: &str, setup: Setup, report: &Report) -> Option<Draft> {
    let area: &AreaReport = report.areas.first()?;
    let at = area.points.first()?;
    let moves = |moves: &[workbench::solve::MoveReport]| {
        moves.iter().map(|mv| mv.mv.clone()).collect::<Vec<_>>()
    };
    let (black, white) = (moves(&area.black_moves), moves(&area.white_moves));
    let mut asserted = vec!["Areas = 1".to_string()];
    let mut words = String::new();
    let kind = area.kind.as_deref()?;
    if let (Some(value), Some(mean), Some(temperature)) =
        (&area.value, &area.mean, &area.temperature)
    {
        asserted.push(format!("Value({at}) = {value}"));
        asserted.push(format!("Count({at}) = {mean}"));
        asserted.push(format!("Temperature({at}) = {temperature}"));
        asserted.push(format!("Kind({at}) = {}", kind.replace('_', " ")));
        words.push_str(&format!(
            "{}. The place is worth {mean} points to Black now",
            kind_in_words(kind)
        ));
        if kind != "number" && kind != "infinitesimal" {
            words.push_str(&format!(", a move there {temperature}"));
        }
        words.push('.');
    } else {
        let ko = area.ko.as_ref()?;
        // Where a ko may only arise, or goes on for ever, there is nothing to learn yet.
        if ko.problem.is_some() || !ko.name.ends_with(" ko") {
            return None;
        }
        asserted.push(format!("Kind({at}) = ko"));
        asserted.push(format!("KoName({at}) = {}", ko.name));
        words.push_str(&format!("A {}.", ko.name));
        for (who, master) in [("black", &ko.black_master), ("white", &ko.white_master)] {
            let master = master.as_ref()?;
            asserted.push(format!("Count({at}, {who}) = {}", master.mean));
            asserted.push(format!("Temperature({at}, {who}) = {}", master.temperature));
            let side = if who == "black" { "Black" } else { "White" };
            words.push_str(&format!(
                " If {side} wins every ko it is worth {} points to Black, a move {}.",
                master.mean, master.temperature
            ));
        }
    }
    if kind != "number" {
        for (who, list) in [("black", &black), ("white", &white)] {
            if !list.is_empty() && list.len() <= 3 {
                asserted.push(format!("LocalMove({at}, {who}) = {}", list.join(" ")));
                let side = if who == "black" { "Black" } else { "White" };
                words.push_str(&format!(" {side} plays {}.", spoken(list, "or")));
            }
        }
    }
    for (who, score) in [("black", &report.score.black_first), ("white", &report.score.white_first)]
    {
        if let Some(score) = score {
            asserted.push(format!("Score({who}) = {score}"));
        }
    }
    Some(Draft::new(name, setup).words(words).asserting(asserted))
}

/// Takes a board if its value is new.
fn consider(
    collector: &mut Collector,
    seen: &mut BTreeSet<String>,
    name: &str,
    setup: Setup,
) -> Option<String> {
    let report = solved(&setup)?;
    let area = report.areas.first()?;
    let value = area.value.clone().or(area.ko.as_ref().map(|ko| {
        format!("{:?}", ko.black_master.as_ref().map(|m| (m.mean.clone(), m.temperature.clone())))
    }))?;
    if seen.contains(&value) {
        return None;
    }
    let kind = area.kind.clone()?;
    // Taking stones of the walls off changes nothing in the area.
    let thinned = thin(&thin(&setup, Color::Black), Color::White);
    let report = solved(&thinned)?;
    let draft = draft(name, thinned, &report)?;
    if collector.knows(&draft, 3) || !collector.take(draft) {
        return None;
    }
    seen.insert(value);
    Some(kind)
}

/// Corridors that White enters, of growing length, and those open at both ends.
fn corridors(collector: &mut Collector, seen: &mut BTreeSet<String>) {
    for length in 2..=6 {
        let space: Shape = (0..length).map(|x| (x, 0)).collect();
        for (shift, name) in [
            (length, format!("Black's corridor of {length}")),
            (0, format!("White's corridor of {length}")),
            (length / 2, format!("a passage of {length} between two territories")),
        ] {
            if let Some(setup) = between(&space, shift, &[]) {
                consider(collector, seen, &name, setup);
            }
        }
    }
}

/// Rooms of all shapes, some with stones in them.
fn by_seed(collector: &mut Collector, seen: &mut BTreeSet<String>) {
    let mut random = Random::new(51);
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    let mut kept = 0;
    for _ in 0..6000 {
        if kept == 34 {
            break;
        }
        let cells = random.between(3, 6) as usize;
        let all = shapes(cells);
        let shape = all[random.between(0, all.len() as i64 - 1) as usize].clone();
        let turned = turns(&shape);
        let space = turned[random.between(0, turned.len() as i64 - 1) as usize].clone();
        let wide = space.iter().map(|c| c.0).max().unwrap_or(0) + 1;
        let shift = random.between(0, wide as i64) as usize;
        let mut stones = Vec::new();
        for _ in 0..random.between(0, 2) {
            let cell = random.between(0, cells as i64 - 1) as usize;
            if stones.iter().all(|&(known, _)| known != cell) {
                stones.push((cell, Color::BOTH[random.between(0, 1) as usize]));
            }
        }
        let Some(setup) = between(&space, shift, &stones) else { continue };
        let Some(peek) = solved(&setup) else { continue };
        let Some(kind) = peek.areas.first().and_then(|area| area.kind.clone()) else { continue };
        let most = match kind.as_str() {
            "gote" => 14,
            "ko" => 8,
            "infinitesimal" => 4,
            "number" => 2,
            _ => 5,
        };
        if counts.get(&kind).copied().unwrap_or(0) >= most {
            continue;
        }
        let name = match (stones.len(), kind.as_str()) {
            (_, "ko") => format!("a ko in a room of {cells}"),
            (0, _) => format!("a room of {cells} points"),
            _ => format!("a room of {cells} with stones in it"),
        };
        if let Some(kind) = consider(collector, seen, &name, setup) {
            *counts.entry(kind).or_default() += 1;
            kept += 1;
        }
    }
}
