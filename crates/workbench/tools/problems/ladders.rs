//! Ladders: a stone in atari or with two liberties, and what stands in its way.

use board::{Color, Move, Point, Position, Setup, Size};
use budget::Budget;
use cgt::Random;
use tactics::ladder::ladder;

use crate::draft::{Collector, Draft};
use crate::frame::{position, side};

pub(crate) fn make(collector: &mut Collector) {
    drawn(collector);
    with_one_stone(collector);
    with_two_stones(collector);
}

/// Whether the block is caught by ataris alone: every atari, every way out, nothing remembered.
fn slow(
    position: &Position,
    prey: Point,
    owner: Color,
    first: Color,
    depth: usize,
) -> Option<bool> {
    if position.stone(prey) != Some(owner) {
        return Some(true);
    }
    let liberties = position.liberty_points(prey);
    if depth == 0 {
        return None;
    }
    if first == owner {
        if liberties.len() > 1 {
            return Some(false);
        }
        let mut tries: Vec<Point> = liberties.iter().collect();
        let block = position.block(prey);
        for enemy in (block.border(position.size()) & *position.stones(owner.opponent())).iter() {
            let last = position.liberty_points(enemy);
            if last.len() == 1 {
                tries.extend(last.iter());
            }
        }
        for point in tries {
            let mut after = position.clone();
            if after.play(owner, Move::Play(point)).is_ok()
                && !slow(&after, prey, owner, owner.opponent(), depth - 1)?
            {
                return Some(false);
            }
        }
        return Some(true);
    }
    if liberties.len() > 2 {
        return Some(false);
    }
    for point in liberties.iter() {
        let mut after = position.clone();
        if after.play(owner.opponent(), Move::Play(point)).is_ok() {
            let open = after.stone(prey) == Some(owner) && after.liberties(prey) > 1;
            if !open && slow(&after, prey, owner, owner, depth - 1)? {
                return Some(true);
            }
        }
    }
    Some(false)
}

/// The answer of both ways with `first` to move; nothing if they differ or a ko may matter.
fn caught(setup: &Setup, prey: Point, first: Color) -> Option<(bool, Vec<Point>)> {
    let position = position(setup)?;
    let owner = position.stone(prey)?;
    let read = ladder(&position, prey, first, &mut Budget::nodes(100_000)).ok()?;
    let slowly = slow(&position, prey, owner, first, 120)?;
    if slowly != read.caught {
        println!("two answers: {} and {slowly}\n{setup}", read.caught);
        return None;
    }
    Some((read.caught, read.line))
}

/// A stone in atari that runs from near a corner across the board.
fn start(size: usize, prey: Color, shift: usize) -> (Setup, Point) {
    let mut setup = Setup::empty(Size::square(size).expect("the sizes are ours"));
    let hunter = prey.opponent();
    let at = |x: usize, y: usize| Point::new(x + shift, y);
    setup.set(at(2, 2), Some(prey));
    for (x, y) in [(1, 2), (2, 1), (3, 1), (2, 3)] {
        setup.set(at(x, y), Some(hunter));
    }
    setup.to_play = prey;
    (setup, at(2, 2))
}

fn drawn(collector: &mut Collector) {
    let list: &[(&str, &str, &str, &str, Color)] = &[
        (
            "the ladder",
            "White to move runs into the corner and is caught: every step is atari.",
            "C3",
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . X O . . . . . .
            . . X X . . . . .
            . . . . . . . . .",
            Color::White,
        ),
        (
            "on the first line",
            "A stone on the first line has nowhere to run: White follows to the corner.",
            "E1",
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . O . .
            . . . . O O .
            . . . . X O .",
            Color::Black,
        ),
        (
            "on the second line",
            "Along the second line the edge itself helps the hunter.",
            "D2",
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . X X . . . .
            . . X O . . . . .
            . . X X . . . . .",
            Color::White,
        ),
        (
            "toward a friend",
            "A friend on the path breaks the ladder: White reaches it and has three liberties.",
            "C3",
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . O . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . X O . . . . . .
            . . X X . . . . .
            . . . . . . . . .",
            Color::White,
        ),
        (
            "the hunter is in atari",
            "The way out is to take: the black stone at C4 is in atari, and taking it ends the ladder.",
            "C3",
            "
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . O . . . . .
            . . X O . . . .
            . X O . . . . .
            . . X X . . . .
            . . . . . . . .",
            Color::White,
        ),
    ];
    for &(name, words, prey, text, first) in list {
        let Ok(mut setup) = text.parse::<Setup>() else { continue };
        setup.to_play = first;
        let Ok(point) = prey.parse() else { continue };
        if let Some((is_caught, _)) = caught(&setup, point, first) {
            let not = if is_caught { "" } else { "not " };
            let draft = Draft::new(name, setup).words(words);
            collector.take(draft.asserting([format!("{not}IsLadder({prey}, {first})")]));
        }
    }
}

/// One stone ahead of the ladder: on the path it breaks it, a line beside it may or may not.
fn with_one_stone(collector: &mut Collector) {
    let mut random = Random::new(7);
    let mut counts = [0; 2];
    for round in 0..3000 {
        if counts == [9, 9] {
            break;
        }
        let size = [9, 13, 19][random.between(0, 2) as usize];
        let color = Color::BOTH[round % 2];
        let (mut setup, prey) = start(size, color, random.between(0, 2) as usize);
        let (x, y) = (
            random.between(3, size as i64 - 1) as usize,
            random.between(3, size as i64 - 1) as usize,
        );
        let Some((true, line)) = caught(&setup, prey, color) else { continue };
        let helper = Point::new(x, y);
        if setup.stone(helper).is_some() {
            continue;
        }
        setup.set(helper, Some(color));
        let Some((is_caught, _)) = caught(&setup, prey, color) else { continue };
        let distance = line
            .iter()
            .map(|p| p.column().abs_diff(x) + p.row().abs_diff(y))
            .min()
            .unwrap_or(usize::MAX);
        // Far from the path nobody would look.
        if distance > 2 || counts[usize::from(is_caught)] == 9 {
            continue;
        }
        let (own, other) = (side(color), side(color.opponent()));
        let (name, words, not) = match is_caught {
            true => (
                "a stone beside the path",
                format!(
                    "The stone at {helper} looks like a ladder breaker but stands wrong: {other} steers past it and {own} is caught."
                ),
                "",
            ),
            false => (
                "a ladder breaker",
                format!("The stone at {helper} breaks the ladder: {own} gets out."),
                "not ",
            ),
        };
        let draft = Draft::new(name, setup)
            .words(words)
            .asserting([format!("{not}IsLadder({prey}, {color})")]);
        if !collector.knows(&draft, 2) && collector.take(draft) {
            counts[usize::from(is_caught)] += 1;
        }
    }
}

/// A ladder breaker, and a stone of the hunter that may undo it; the hunter moves first and
/// may have two ways to begin.
fn with_two_stones(collector: &mut Collector) {
    let mut random = Random::new(8);
    let mut counts = [0; 3];
    for round in 0..20_000 {
        if counts == [6, 6, 6] {
            break;
        }
        let size = [9, 11, 13][random.between(0, 2) as usize];
        let color = Color::BOTH[round % 2];
        let hunter = color.opponent();
        let mut setup = Setup::empty(Size::square(size).expect("the sizes are ours"));
        let middle = size / 2;
        let prey = Point::new(middle, middle);
        setup.set(prey, Some(color));
        for (x, y) in [
            (middle - 1, middle),
            (middle, middle - 1),
            (middle - 1, middle + 1),
            (middle + 1, middle - 1),
        ] {
            setup.set(Point::new(x, y), Some(hunter));
        }
        for (stone, times) in [(color, random.between(1, 3)), (hunter, random.between(1, 3))] {
            for _ in 0..times {
                let x = random.between(0, size as i64 - 1) as usize;
                let y = random.between(0, size as i64 - 1) as usize;
                let point = Point::new(x, y);
                if setup.stone(point).is_none() && x.abs_diff(middle) + y.abs_diff(middle) > 2 {
                    setup.set(point, Some(stone));
                }
            }
        }
        setup.to_play = hunter;
        let Some(board) = position(&setup) else { continue };
        // Which of the two ataris work?
        let mut working = Vec::new();
        for point in board.liberty_points(prey).iter() {
            let mut after = board.clone();
            if after.play(hunter, Move::Play(point)).is_err() {
                continue;
            }
            let Some((true, line)) = caught(&after.setup(), prey, color) else { continue };
            working.push((point, line.len()));
        }
        let Some((is_caught, _)) = caught(&setup, prey, hunter) else { continue };
        if is_caught == working.is_empty() {
            continue;
        }
        // Short ladders are no ladders.
        let kind = match working.as_slice() {
            [] => 0,
            [(_, length)] if *length > 12 => 1,
            [(_, a), (_, b)] if *a.min(b) > 12 => 2,
            _ => continue,
        };
        if counts[kind] == 6 {
            continue;
        }
        let (own, other) = (side(color), side(hunter));
        let mut asserted =
            vec![format!("{}IsLadder({prey}, {hunter})", if kind == 0 { "not " } else { "" })];
        let (name, words) = match kind {
            0 => (
                "both ways are barred",
                format!("{other} may begin on either side, but {own}'s stones break both ladders."),
            ),
            1 => {
                let right = working[0].0;
                asserted.push(format!("CanCapture({prey}, {right})"));
                (
                    "choose the side",
                    format!(
                        "Only one of the two ataris works: {other} begins at {right}; on the other side {own} gets out."
                    ),
                )
            }
            _ => (
                "either side will do",
                format!(
                    "Both ataris lead to a ladder that works: no stone of {own}'s stands right."
                ),
            ),
        };
        let draft = Draft::new(name, setup).words(words).asserting(asserted);
        if !collector.knows(&draft, 2) && collector.take(draft) {
            counts[kind] += 1;
        }
    }
}
