//! Safety: groups that live without an answer, groups that live by answering.

use board::{Color, Point, PointSet, Setup, Size, benson};
use budget::Budget;
use cgt::Random;
use tactics::safety::{Effort, Reason, analyze};

use crate::draft::{Collector, Draft};
use crate::exhaust::{Aim, Found, exhaust};
use crate::eyes::{Place, Pocket, shapes, turns};
use crate::frame::{contested, fill, position, side, thin};

pub(crate) fn make(collector: &mut Collector) {
    one_space(collector);
    two_spaces(collector);
}

/// How a group is safe.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Never,
    Answering(Reason),
    Unconditional,
}

/// How the largest block of a color that is no wall is safe, with the slow search's consent.
fn judge(setup: &Setup, owner: Color, target: Point) -> Option<How> {
    let board = position(setup)?;
    let alive = benson::unconditional(&board, owner).blocks;
    if alive.contains(target) {
        return Some(How::Unconditional);
    }
    let safety = analyze(&board, Effort::default(), &mut Budget::nodes(100_000));
    let attacker = owner.opponent();
    let aim = Aim::Capture(target, None);
    let slow = exhaust(setup, &contested(&board), attacker, aim, attacker)?;
    match (safety.safe[owner.index()].contains(target), slow) {
        (true, Found::No) => Some(How::Answering(safety.reason(target)?)),
        (true, _) => {
            println!("two answers: safe and {slow:?}\n{setup}");
            None
        }
        (false, Found::Yes) => Some(How::Never),
        _ => None,
    }
}

fn draft(setup: &Setup, owner: Color, target: Point, how: How, spaces: &str) -> Draft {
    let (own, other) = (side(owner), side(owner.opponent()));
    let mut setup = thin(setup, owner.opponent());
    setup.to_play = owner.opponent();
    let (name, words, asserted) = match how {
        How::Unconditional => (
            format!("{spaces}, no answer needed"),
            format!(
                "{own} lives even if {other} plays as often as he likes and {own} never answers."
            ),
            vec![format!("IsUnconditional({target})"), format!("IsSafe({target})")],
        ),
        How::Answering(_) => (
            format!("{spaces}, answer when asked"),
            format!(
                "{own} is safe, but only by answering: if {other} could play twice in a row it would be in danger."
            ),
            vec![
                format!("IsSafe({target})"),
                format!("not IsUnconditional({target})"),
                format!("IsAlive({target})"),
            ],
        ),
        How::Never => (
            format!("{spaces}, not safe"),
            format!("{own} is not safe: {other}, moving first, captures."),
            vec![format!("CanKill({target})"), format!("not IsUnconditional({target})")],
        ),
    };
    Draft::new(name, setup).words(words).asserting(asserted)
}

fn one_space(collector: &mut Collector) {
    let mut random = Random::new(61);
    let mut counts = [0; 2];
    for round in 0..1000 {
        if counts == [8, 4] {
            break;
        }
        let owner = Color::BOTH[round % 2];
        let cells = random.between(4, 7) as usize;
        let all = shapes(cells);
        let shape = all[random.between(0, all.len() as i64 - 1) as usize].clone();
        let turned = turns(&shape);
        let shape = turned[random.between(0, turned.len() as i64 - 1) as usize].clone();
        let place = [Place::Middle, Place::Edge, Place::Corner][random.between(0, 2) as usize];
        let mut pocket = Pocket::plain(&shape, place, owner);
        if random.between(0, 1) == 0 {
            pocket.stones.push(random.between(0, cells as i64 - 1) as usize);
        }
        let Some((setup, _)) = pocket.setup() else { continue };
        let Some(target) = largest(&setup, owner) else { continue };
        let Some(how) = judge(&setup, owner, target) else { continue };
        let kind = match how {
            How::Answering(_) => 0,
            How::Never => 1,
            How::Unconditional => continue,
        };
        if counts[kind] == [8, 4][kind] {
            continue;
        }
        let spaces = format!("one space of {cells} {}", place.words());
        let draft = draft(&setup, owner, target, how, &spaces);
        if !collector.knows(&draft, 4) && collector.take(draft) {
            counts[kind] += 1;
        }
    }
}

/// The largest block of a color that does not live by itself outside.
fn largest(setup: &Setup, owner: Color) -> Option<Point> {
    let board = position(setup)?;
    board.blocks(owner).max_by_key(|&anchor| board.block_size(anchor))
}

/// Two small spaces with a wall between them, perhaps with a stone inside.
fn two_spaces(collector: &mut Collector) {
    let mut random = Random::new(62);
    let mut counts = [0; 3];
    for round in 0..3000 {
        if counts == [8, 8, 4] {
            break;
        }
        let owner = Color::BOTH[round % 2];
        let Some((setup, sizes)) = pair(&mut random, owner) else { continue };
        let Some(target) = largest(&setup, owner) else { continue };
        let Some(how) = judge(&setup, owner, target) else { continue };
        let kind = match how {
            How::Unconditional => 0,
            How::Answering(_) => 1,
            How::Never => 2,
        };
        if counts[kind] == [8, 8, 4][kind] {
            continue;
        }
        let spaces = format!("spaces of {} and {}", sizes[0], sizes[1]);
        let draft = draft(&setup, owner, target, how, &spaces);
        if !collector.knows(&draft, 4) && collector.take(draft) {
            counts[kind] += 1;
        }
    }
}

fn pair(random: &mut Random, owner: Color) -> Option<(Setup, [usize; 2])> {
    let size = Size::square(9).ok()?;
    let board = PointSet::board(size);
    let mut spaces: Vec<PointSet> = Vec::new();
    for _ in 0..2 {
        let cells = random.between(1, 3) as usize;
        let all = shapes(cells);
        let shape = &all[random.between(0, all.len() as i64 - 1) as usize];
        let turned = turns(shape);
        let shape = turned[random.between(0, turned.len() as i64 - 1) as usize].clone();
        let (x, y) = (random.between(0, 3) as usize, random.between(0, 3) as usize);
        let points = shape.iter().map(|&(dx, dy)| size.point(x + dx, y + dy));
        spaces.push(points.collect::<Option<_>>()?);
    }
    let around = |set: &PointSet| {
        let rows = set.shifted(0, 1) | set.shifted(0, -1) | *set;
        (rows | rows.shifted(1, 0) | rows.shifted(-1, 0)) & board
    };
    if spaces[0].grown(&board).intersects(&spaces[1]) {
        return None;
    }
    let both = spaces[0] | spaces[1];
    let mut ring = around(&both) - both;
    // Some corners of the wall are missing: then eyes may be false.
    let corners: Vec<Point> = (ring - both.grown(&board)).iter().collect();
    for corner in corners {
        if random.between(0, 3) == 0 {
            ring.remove(corner);
        }
    }
    if ring.components().count() > 2 {
        return None;
    }
    let mut setup = Setup::empty(size);
    for point in ring.iter() {
        setup.set(point, Some(owner));
    }
    if spaces[0].len() > 1 && random.between(0, 1) == 0 {
        setup.set(spaces[0].first()?, Some(owner.opponent()));
    }
    let outside = board - ring - both;
    fill(&mut setup, &outside, owner.opponent())
        .then_some((setup, [spaces[0].len(), spaces[1].len()]))
}
