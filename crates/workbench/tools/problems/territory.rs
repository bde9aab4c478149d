//! Territory: what is surrounded at the end, and what an invader can do inside.

use board::{Color, Move, PointSet, Position, Rules, Setup, benson, score};
use budget::Budget;
use cgt::Random;
use endgame::{Partition, Solver, compose};
use tactics::safety::static_safety;

use crate::draft::{Collector, Draft};
use crate::eyes::{Place, Pocket, judge, shapes, turns};
use crate::frame::{position, side};

pub(crate) fn make(collector: &mut Collector) {
    finished(collector);
    invaded(collector);
}

/// Composed endgames, played to their end.
fn finished(collector: &mut Collector) {
    let mut solver = Solver::new();
    for (width, seeds) in [(7, 100..106), (11, 100..106)] {
        for seed in seeds {
            let composed = compose(width, seed, &mut solver, &mut Budget::unlimited());
            let Ok(Some(setup)) = composed else { continue };
            let first = Color::BOTH[seed as usize % 2];
            let Some(end) = played(&mut solver, &setup, first) else { continue };
            let rules = if seed % 2 == 0 { "japanese" } else { "chinese" };
            let Some(draft) = counted(&end, rules) else { continue };
            collector.take(draft);
        }
    }
}

/// The board after best play from both.
fn played(solver: &mut Solver, setup: &Setup, first: Color) -> Option<Setup> {
    let mut position = position(setup)?;
    let partition = Partition::new(&position, &static_safety(&position));
    let solution = solver.solve_board(&position, &partition, first, &mut Budget::unlimited());
    for (color, mv) in solution.line {
        if mv != Move::Pass {
            position.play(color, mv).ok()?;
        }
    }
    let mut end = position.setup();
    end.lost = [0, 0];
    end.ko = None;
    end.to_play = first;
    Some(end)
}

/// What a finished board is worth, if Benson alone proves it.
fn counted(setup: &Setup, rules: &'static str) -> Option<Draft> {
    let preset = Rules { komi: board::Komi::halves(0), ..Rules::preset(rules)? };
    let position = Position::from_setup(setup, preset).ok()?;
    let owned = Color::BOTH.map(|color| benson::unconditional(&position, color));
    let status = score::Status::given_dead(&position, owned[0].dead | owned[1].dead);
    let result = score::score(&position, &status, 0);
    let territory = Color::BOTH.map(|color| owned[color.index()].territory);
    let dead = owned.map(|owned| owned.dead.len());
    let asserted = vec![
        "Komi(0)".to_string(),
        format!("Territory(black) = {}", territory[0].len()),
        format!("Territory(white) = {}", territory[1].len()),
        format!("Counted = {result}"),
    ];
    let dame = position.empty_points() - territory[0] - territory[1];
    let mut words = format!(
        "The game is over. Black surrounds {} points, White {}",
        territory[0].len(),
        territory[1].len()
    );
    if dead != [0, 0] {
        let stones = if dead[0] + dead[1] == 1 { "stone" } else { "stones" };
        words.push_str(&format!(", with {} dead {stones} among them", dead[0] + dead[1]));
    }
    if !dame.is_empty() {
        words.push_str(&format!("; {} points are nobody's", dame.len()));
    }
    words.push_str(&format!(". Under {rules} rules without komi the result is {result}."));
    let name = format!("a finished board, {rules} rules");
    let mut draft = Draft::new(name, setup.clone()).words(words).asserting(asserted);
    draft.rules = Some(rules);
    Some(draft)
}

/// A space of one color's with a stone or two of the other's in it: can they live?
fn invaded(collector: &mut Collector) {
    let mut random = Random::new(41);
    let mut counts = [0; 2];
    for round in 0..4000 {
        if counts == [9, 9] {
            break;
        }
        let owner = Color::BOTH[round % 2];
        let cells = random.between(6, 8) as usize;
        let all = shapes(cells);
        let shape = all[random.between(0, all.len() as i64 - 1) as usize].clone();
        let turned = turns(&shape);
        let shape = turned[random.between(0, turned.len() as i64 - 1) as usize].clone();
        let place = [Place::Edge, Place::Corner][random.between(0, 1) as usize];
        let mut pocket = Pocket::plain(&shape, place, owner);
        for _ in 0..random.between(1, 3) {
            let cell = random.between(0, cells as i64 - 1) as usize;
            if !pocket.stones.contains(&cell) {
                pocket.stones.push(cell);
            }
        }
        let Some((mut setup, space)) = pocket.setup() else { continue };
        // The invader's stones around the pocket become the owner's: only the space is open.
        let space: PointSet = space.into_iter().collect();
        let invader = owner.opponent();
        for point in (*setup.stones(invader) - space).iter() {
            setup.set(point, Some(owner));
        }
        let Some(judged) = judge(&setup, invader) else { continue };
        let report = &judged.report;
        let (own, other) = (side(owner), side(invader));
        let kind = match report.status {
            "dead" => 0,
            "critical"
                if report.defender_first.moves.len() == 1
                    && report.attacker_first.moves.len() <= 2 =>
            {
                1
            }
            _ => continue,
        };
        if counts[kind] == 9 {
            continue;
        }
        let (name, intro) = match kind {
            0 => (
                format!("dead inside {}", place.words()),
                format!("{own} surrounds these {cells} points. "),
            ),
            _ => (
                format!("an invasion {}", place.words()),
                format!("{own} must not think that these {cells} points are his already. "),
            ),
        };
        let mut draft = judged.draft(&name, setup, &intro);
        if kind == 0 {
            let list: Vec<String> = space.iter().map(|point| point.to_string()).collect();
            let color = if owner == Color::Black { "black" } else { "white" };
            draft.assertions.push(format!("IsTerritory({color}, {})", list.join(" ")));
            draft.words = format!(
                "{intro}{other}'s stones inside are dead, even if {other} moves first: no answer is needed yet."
            );
        }
        if !collector.knows(&draft, 4) && collector.take(draft) {
            counts[kind] += 1;
        }
    }
}
