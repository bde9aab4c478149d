//! Loose ladders and nets: captures in which not every move is atari.

use board::{Color, Point, PointSet, Setup, Size};
use budget::Budget;
use cgt::Random;
use tactics::capture::{Effort, Success, attack, defend, is_captured, proof};
use tactics::goal;
use tactics::ladder::ladder;

use crate::draft::{Collector, Draft};
use crate::frame::{after, position, side};

pub(crate) fn make(collector: &mut Collector) {
    drawn(collector);
    by_seed(collector);
}

/// How hard is read.
fn effort() -> Effort {
    Effort { nodes: 30_000, prove: true, ..Effort::default() }
}

/// The first moves that capture, each proved, if the fast reading finds no others and no
/// ladder does it. `longest` is the length of the line.
struct Net {
    moves: PointSet,
    longest: usize,
}

fn net(setup: &Setup, prey: Point, most: usize) -> Option<Net> {
    let board = position(setup)?;
    let owner = board.stone(prey)?;
    let hunter = owner.opponent();
    let mut budget = Budget::nodes(500_000);
    if ladder(&board, prey, hunter, &mut budget).ok()?.caught {
        return None;
    }
    // A quick look sorts out most; what is left is proved.
    let quick = Effort { nodes: 300, ..Effort::default() };
    if attack(&board, prey, &quick, &mut budget).ok()?.success != Success::Yes {
        return None;
    }
    let near = board.block(prey) | board.liberty_points(prey);
    let all = PointSet::board(board.size());
    let mut tried = PointSet::EMPTY;
    for point in (near.grown(&all).grown(&all) & board.empty_points()).iter() {
        let Some(next) = after(&board, hunter, point) else { continue };
        if defend(&next, prey, &quick, &mut budget).ok()?.success == Success::No {
            tried.insert(point);
        }
        if tried.len() > most {
            return None;
        }
    }
    let found = attack(&board, prey, &effort(), &mut budget).ok()?;
    if found.success != Success::Yes || !found.proved {
        return None;
    }
    // The capture as a strategy, replayed against every answer by a checker of its own.
    let strategy = proof(&board, prey, hunter, &effort(), &mut budget).ok()??;
    let done =
        |board: &board::Position, hunters_turn: bool| is_captured(board, prey, owner, hunters_turn);
    goal::check(&strategy, &board, &done, &mut Budget::nodes(300_000)).ok()?.ok()?;
    let mut moves = PointSet::EMPTY;
    for point in tried.iter() {
        let Some(next) = after(&board, hunter, point) else { continue };
        let answer = defend(&next, prey, &effort(), &mut budget).ok()?;
        if answer.success == Success::No {
            if !answer.proved {
                return None;
            }
            moves.insert(point);
        }
    }
    Some(Net { moves, longest: found.line.len() })
}

fn draft(name: &str, words: &str, setup: Setup, prey: Point, net: &Net) -> Draft {
    let list = net.moves.iter().map(|point| point.to_string()).collect::<Vec<_>>();
    Draft::new(name, setup).words(words).asserting([
        format!("not IsLadder({prey})"),
        format!("CanCapture({prey})"),
        format!("CanCapture({prey}, {})", list.join(" ")),
    ])
}

fn drawn(collector: &mut Collector) {
    let list: &[(&str, &str, &str, &str, Color)] = &[
        (
            "the net",
            "A ladder would run into the white stone ahead. The net needs no atari: Black plays a knight's move away and both ways out are closed.",
            "C3",
            "
            . . . . . . .
            . . . . . O .
            . . . . . . .
            . . X . . . .
            . X O . . . .
            . . X X . . .
            . . . . . . .",
            Color::White,
        ),
        (
            "two stones in a net",
            "Two stones with two liberties: a loose net holds them.",
            "C2",
            "
            . . . . . .
            . . . . . .
            . . . . . .
            . O X . . .
            . O X O . .
            . . O . . .",
            Color::Black,
        ),
        (
            "the edge closes the net",
            "Near the edge one move does: the edge is the other side of the net.",
            "D2",
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . O . . . .
            . . O X . . .
            . . O X . . .
            . . . O . . .",
            Color::Black,
        ),
    ];
    for &(name, words, prey, text, _) in list {
        let Ok(mut setup) = text.parse::<Setup>() else { continue };
        let Ok(point) = prey.parse::<Point>() else { continue };
        let Some(owner) = setup.stone(point) else { continue };
        setup.to_play = owner.opponent();
        match net(&setup, point, 9) {
            Some(net) if !net.moves.is_empty() => {
                collector.take(draft(name, words, setup, point, &net));
            }
            _ => collector.dropped.push(format!("{name}: no proved net")),
        }
    }
}

/// A few stones of each color around a block of one to three stones, thrown at random; kept if
/// exactly one first move captures, and not by a ladder.
fn by_seed(collector: &mut Collector) {
    let mut random = Random::new(21);
    let mut kept = 0;
    for round in 0..200_000 {
        if kept == 24 {
            break;
        }
        let color = Color::BOTH[round % 2];
        let hunter = color.opponent();
        let size = [7, 9][random.between(0, 1) as usize];
        let board = Size::square(size).expect("the sizes are ours");
        let mut setup = Setup::empty(board);
        let mut at = Point::new(random.between(1, 3) as usize, random.between(1, 3) as usize);
        let prey = at;
        setup.set(at, Some(color));
        for _ in 0..random.between(0, 2) {
            let beside: Vec<Point> = board.neighbors(at).collect();
            at = beside[random.between(0, beside.len() as i64 - 1) as usize];
            setup.set(at, Some(color));
        }
        let block = *setup.stones(color);
        let all = PointSet::board(board);
        let around: Vec<Point> = (block.grown(&all).grown(&all) - block).iter().collect();
        for (stone, count) in [(hunter, random.between(4, 6)), (color, random.between(0, 1))] {
            for _ in 0..count {
                let point = around[random.between(0, around.len() as i64 - 1) as usize];
                if setup.stone(point).is_none() {
                    setup.set(point, Some(stone));
                }
            }
        }
        setup.to_play = hunter;
        let Some(start) = position(&setup) else { continue };
        if start.liberties(prey) < 2 || start.liberties(prey) > 4 {
            continue;
        }
        // Everything that stands there must be needed: hunters in atari are another story.
        if start.blocks(hunter).any(|anchor| start.liberties(anchor) < 2) {
            continue;
        }
        let Some(net) = net(&setup, prey, 1) else { continue };
        if net.moves.len() != 1 || net.longest < 5 {
            continue;
        }
        let first = net.moves.first().map_or(String::new(), |point| point.to_string());
        let quiet = after(&start, hunter, net.moves.first().unwrap_or(prey))
            .is_some_and(|board| board.liberties(prey) > 1);
        let (name, how) = match quiet {
            true => ("a quiet move", "It is no atari, yet there is no way out"),
            false => ("atari, then a net", "The atari sets up a net"),
        };
        let liberties = start.liberties(prey);
        let words = format!(
            "{}'s block has {liberties} liberties, and no ladder works. {} captures at {first}. {how}.",
            side(color),
            side(hunter)
        );
        let draft = draft(name, &words, setup, prey, &net);
        if !collector.knows(&draft, 4) && collector.take(draft) {
            kept += 1;
        }
    }
}
