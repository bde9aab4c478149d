//! Playouts for judging finished positions.
//!
//! Uniformly random moves kill living groups and break every seki. These
//! playouts follow a few local rules instead: stones in atari are saved or
//! taken, nobody fills a point among his own stones without need, and nobody
//! puts his own stones into atari except to throw in one stone or to leave a
//! shape in which the opponent cannot make two eyes. They run on the exact
//! board, some thousands a second on a finished 19×19 board.

use crate::color::Color;
use crate::playout::Random;
use crate::point::{Move, Point};
use crate::position::Position;
use crate::score::nakade::{is_nakade, is_one_eye_shape, survives};
use crate::set::PointSet;

/// How a judging playout ended.
pub(crate) struct End {
    /// The stones of the start, by color, that were never taken off.
    pub(crate) intact: [PointSet; 2],
    /// The stones at the end.
    pub(crate) stones: [PointSet; 2],
}

/// Plays `position` to the end with `color` to move, and takes everything back.
pub(crate) fn play_out(position: &mut Position, color: Color, random: &mut Random) -> End {
    let start = position.moves().len();
    let turn = position.to_play();
    position.set_to_play(color);
    let mut intact = Color::BOTH.map(|color| *position.stones(color));
    let limit = start + 3 * position.size().area();
    let mut passes = 0;
    let mut last = None;
    while passes < 2 && position.moves().len() < limit {
        let color = position.to_play();
        let mv = choose(position, color, last, random);
        position.play(color, mv).expect("chosen moves are legal");
        if position.last_removed() > 0 {
            for color in Color::BOTH {
                intact[color.index()] &= *position.stones(color);
            }
        }
        last = mv.point();
        passes = if mv == Move::Pass { passes + 1 } else { 0 };
    }
    let stones = Color::BOTH.map(|color| *position.stones(color));
    while position.moves().len() > start {
        position.undo();
    }
    position.set_to_play(turn);
    End { intact, stones }
}

/// The next move of a judging playout.
pub(crate) fn choose(
    position: &Position,
    color: Color,
    last: Option<Point>,
    random: &mut Random,
) -> Move {
    if let Some(last) = last
        && random.below(16) > 0
        && let Some(point) = answer(position, color, last, random)
    {
        return Move::Play(point);
    }
    if let Some(last) = last
        && position.last_removed() >= 3
        && random.below(16) > 0
        && let Some(point) = vital_point(position, last)
        && position.is_legal(color, point)
    {
        return Move::Play(point);
    }
    let mut points: Vec<Point> = position.empty_points().iter().collect();
    while !points.is_empty() {
        let point = points.swap_remove(random.below(points.len()));
        if is_sensible(position, color, point, random) {
            return Move::Play(point);
        }
    }
    Move::Pass
}

/// Takes the stone just played, or saves what it put into atari.
fn answer(position: &Position, color: Color, last: Point, random: &mut Random) -> Option<Point> {
    let enemy = color.opponent();
    let legal = |point: &Point| position.is_legal(color, *point);
    let mut saves = Vec::new();
    for n in position.size().neighbors(last) {
        if position.stone(n) == Some(color) && position.liberties(n) == 1 {
            // A stone of the attackers that can be taken.
            for stone in position.block_stones(n) {
                for beside in position.size().neighbors(stone) {
                    if position.stone(beside) == Some(enemy) && position.liberties(beside) == 1 {
                        saves.extend(position.liberty_points(beside).first());
                    }
                }
            }
            let escape = position.liberty_points(n).first().expect("a block in atari");
            if liberties_after(position, color, escape) > 1 {
                saves.push(escape);
            }
        }
    }
    if position.stone(last) == Some(enemy) && position.liberties(last) == 1 {
        saves.extend(position.liberty_points(last).first());
    }
    if saves.is_empty() {
        saves.extend(joint(position, color, last));
    }
    saves.retain(legal);
    if saves.is_empty() { None } else { Some(saves[random.below(saves.len())]) }
}

/// Whether a block has one liberty besides `point`, and the opponent is beside that.
fn is_loose(position: &Position, color: Color, block: Point, point: Point) -> bool {
    if position.liberties(block) != 2 {
        return false;
    }
    let mut other = position.liberty_points(block);
    other.remove(point);
    let mut beside = other.iter().flat_map(|p| position.size().neighbors(p));
    beside.any(|n| position.stone(n) == Some(color.opponent()))
        && is_false_eye(position, color, point)
        && position.blocks_beside(point, color).any(|block| position.liberties(block) > 3)
}

/// Whether a point among stones of `color` is no eye: the opponent holds two points
/// diagonal to it, or one at the edge.
fn is_false_eye(position: &Position, color: Color, point: Point) -> bool {
    let mut foes = 0;
    let mut sides = 0;
    for n in point.diagonal_indices() {
        match Point::from_index(n).filter(|&n| position.size().contains(n)) {
            Some(n) => foes += usize::from(position.stone(n) == Some(color.opponent())),
            None => sides = 1,
        }
    }
    foes + sides > 1
}

/// The last point where two blocks beside `last` can still be joined.
fn joint(position: &Position, color: Color, last: Point) -> Option<Point> {
    let blocks: Vec<Point> = position.blocks_beside(last, color).collect();
    for (i, &one) in blocks.iter().enumerate() {
        for &other in &blocks[..i] {
            let common = position.liberty_points(one) & position.liberty_points(other);
            if common.len() == 1 {
                return common.first().filter(|&p| liberties_after(position, color, p) > 1);
            }
        }
    }
    None
}

/// The liberties of the stone after a move, counted up to 2. Legality is not looked at.
fn liberties_after(position: &Position, color: Color, point: Point) -> usize {
    let size = position.size();
    let mut liberties = PointSet::EMPTY;
    for n in size.neighbors(point) {
        match position.stone(n) {
            None => drop(liberties.insert(n)),
            Some(own) if own == color => {
                let count = position.liberties(n);
                if count > 2 {
                    return 2;
                }
                if count > 1 {
                    liberties |= position.liberty_points(n);
                }
            }
            Some(_) => {
                if position.liberties(n) == 1 {
                    liberties.insert(n);
                    if position.block_size(n) > 1 {
                        return 2;
                    }
                }
            }
        }
    }
    liberties.remove(point);
    liberties.len().min(2)
}

/// Whether a move follows the rules of judging playouts.
fn is_sensible(position: &Position, color: Color, point: Point, random: &mut Random) -> bool {
    if !position.is_legal(color, point) {
        return false;
    }
    let size = position.size();
    let enemy = color.opponent();
    let (mut open, mut foes, mut captures, mut needed) = (0, 0, false, false);
    for n in size.neighbors(point) {
        match position.stone(n) {
            None => open += 1,
            Some(c) if c == enemy => {
                foes += 1;
                captures |= position.liberties(n) == 1;
            }
            Some(_) => needed |= position.liberties(n) == 1 || is_loose(position, color, n, point),
        }
    }
    if open == 0 && foes == 0 && !needed {
        return false;
    }
    let mut approached = position.blocks_beside(point, enemy);
    if foes > 0 && approached.any(|inner| is_nakade(position, color, inner)) {
        return false;
    }
    if captures || open > 1 {
        return true;
    }
    if liberties_after(position, color, point) > 1 {
        return true;
    }
    // The move puts its own stones into atari.
    let mut block = PointSet::from(point);
    for n in size.neighbors(point) {
        if position.stone(n) == Some(color) && !block.contains(n) {
            block |= position.block(n);
        }
    }
    match block.len() {
        1 => foes > 0 && random.below(2) == 0,
        2..=6 => {
            // Rather connect at the other liberty, if that saves the stones.
            let rest = block.border(size) & position.empty_points();
            let connects = rest.iter().any(|other| liberties_after(position, color, other) > 1);
            let prison = (block | rest).border(size);
            !connects && is_one_eye_shape(size, &block) && !survives(position, enemy, prison, &rest)
        }
        _ => false,
    }
}

/// The point beside `last` that decides whether a small room has one eye or
/// two: both the owner and the attacker of the room want it.
fn vital_point(position: &Position, last: Point) -> Option<Point> {
    let size = position.size();
    let empty = position.empty_points();
    for n in size.neighbors(last).filter(|&n| position.is_empty(n)) {
        let mut room = PointSet::from(n);
        while room.len() < 7 {
            let next = room.grown(&empty);
            if next == room {
                break;
            }
            room = next;
        }
        if !(3..=6).contains(&room.len()) || room != room.grown(&empty) {
            continue;
        }
        let border = room.border(size);
        let closed = Color::BOTH.iter().any(|&color| border.is_subset(position.stones(color)));
        if closed && is_one_eye_shape(size, &room) {
            let links =
                |point: &Point| size.neighbors(*point).filter(|n| room.contains(*n)).count();
            let best = room.iter().max_by_key(links)?;
            // A square of four has no such point.
            if links(&best) > 2 || room.len() == 3 {
                return Some(best);
            }
        }
    }
    None
}
