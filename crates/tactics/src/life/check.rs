//! A checker of proofs that shares nothing with the search: it replays every
//! answer on plain sets of points and tries everything the loser may do.

use std::fmt;

use board::{Color, Move, Point, PointSet};
use rustc_hash::FxHashMap;

use super::arena::Arena;
use super::proof::{Proof, Spot};

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// There is no answer in a position that can be reached.
    NoAnswer(Box<Spot>),
    /// An answer is not a legal move.
    Illegal(Box<Spot>, Move),
    /// A killing line comes back to where it was.
    Repeats(Box<Spot>),
    /// The group is captured although it should live.
    Captured(Box<Spot>),
    /// The proof is about another position.
    WrongStart,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::NoAnswer(spot) => write!(f, "there is no answer {}", place(spot)),
            Flaw::Illegal(spot, mv) => write!(f, "the answer {mv} is illegal {}", place(spot)),
            Flaw::Repeats(spot) => write!(f, "the line repeats {}", place(spot)),
            Flaw::Captured(spot) => write!(f, "the group is captured {}", place(spot)),
            Flaw::WrongStart => f.write_str("the proof begins with other stones than its area"),
        }
    }
}

impl std::error::Error for Flaw {}

fn place(spot: &Spot) -> String {
    format!("with black {}, white {}, {} to move", spot.stones[0], spot.stones[1], spot.to_play)
}

/// Replays a proof against everything the loser can do, passes included. Gives
/// the number of positions met.
pub fn check(proof: &Proof) -> Result<usize, Flaw> {
    let arena = &proof.arena;
    if proof.start.stones != arena.stones
        || proof.start.target != (arena.target & arena.stones[arena.defender.index()])
    {
        return Err(Flaw::WrongStart);
    }
    let mut marks: FxHashMap<Spot, bool> = FxHashMap::default();
    // Depth first with an explicit stack; `true` in `marks` is done.
    let mut stack: Vec<(Spot, Vec<Spot>)> = Vec::new();
    let mut next = Some(proof.start);
    loop {
        if let Some(spot) = next.take() {
            match marks.get(&spot) {
                Some(true) => {}
                // The loser of a race to a capture wins by repetition.
                Some(false) if proof.killed => return Err(Flaw::Repeats(Box::new(spot))),
                Some(false) => {}
                None => {
                    let children = children(proof, &spot)?;
                    marks.insert(spot, false);
                    stack.push((spot, children));
                }
            }
        }
        match stack.last_mut() {
            None => return Ok(marks.len()),
            Some((spot, children)) => match children.pop() {
                Some(child) => next = Some(child),
                None => {
                    marks.insert(*spot, true);
                    stack.pop();
                }
            },
        }
    }
}

/// What a proof shows after a position: the winner's answer, or everything of the
/// loser's. Nothing where it ends.
pub fn continuations(proof: &Proof, spot: &Spot) -> Vec<(Move, Spot)> {
    let arena = &proof.arena;
    let mut all: Vec<(Move, Spot)> = Vec::new();
    if children(proof, spot).is_ok_and(|children| !children.is_empty()) {
        let moves = arena.area.iter().map(Move::Play).chain([Move::Pass]);
        let answer = proof.answers.get(spot).copied();
        let winning = (spot.to_play == arena.defender) != proof.killed;
        all.extend(
            moves
                .filter(|mv| !winning || answer == Some(*mv))
                .filter_map(|mv| Some((mv, after(arena, spot, mv)?))),
        );
    }
    all
}

/// What must hold next for the proof to hold here.
fn children(proof: &Proof, spot: &Spot) -> Result<Vec<Spot>, Flaw> {
    let arena = &proof.arena;
    if spot.target.is_empty() {
        return if proof.killed { Ok(Vec::new()) } else { Err(Flaw::Captured(Box::new(*spot))) };
    }
    let clear = if proof.killed { is_doomed(arena, spot) } else { lives(arena, spot) };
    if clear {
        return Ok(Vec::new());
    }
    let defending = spot.to_play == arena.defender;
    if defending != proof.killed {
        let mv = proof.answers.get(spot).ok_or_else(|| Flaw::NoAnswer(Box::new(*spot)))?;
        let after = after(arena, spot, *mv);
        return after.map(|after| vec![after]).ok_or_else(|| Flaw::Illegal(Box::new(*spot), *mv));
    }
    let mut all: Vec<Spot> =
        arena.area.iter().filter_map(|point| after(arena, spot, Move::Play(point))).collect();
    // The attacker who waits is waited for, unless a ko forbids him to move.
    if proof.killed || spot.ko.is_some() {
        all.extend(after(arena, spot, Move::Pass));
    }
    Ok(all)
}

/// The position after a move, if it is legal.
fn after(arena: &Arena, spot: &Spot, mv: Move) -> Option<Spot> {
    let (me, other) = (spot.to_play, spot.to_play.opponent());
    let mut next = Spot { to_play: other, ko: None, ..*spot };
    let Move::Play(point) = mv else { return Some(next) };
    let taken_by_a_stone = spot.stones[0].contains(point) || spot.stones[1].contains(point);
    if taken_by_a_stone || !arena.area.contains(point) {
        return None;
    }
    if spot.ko == Some(point) {
        match &mut next.threats[me.index()] {
            0 => return None,
            255 => {}
            threats => *threats -= 1,
        }
    }
    next.stones[me.index()].insert(point);
    let taken = breathless(arena, &next, other);
    next.stones[other.index()] -= taken;
    next.target -= taken;
    if !breathless(arena, &next, me).is_empty() {
        return None;
    }
    if taken.len() == 1 && is_lone(arena, &next, me, point) {
        next.ko = taken.first();
    }
    Some(next)
}

fn empty(arena: &Arena, spot: &Spot) -> PointSet {
    arena.area - spot.stones[0] - spot.stones[1]
}

/// Stones without a liberty, inside or out.
fn breathless(arena: &Arena, spot: &Spot, color: Color) -> PointSet {
    let empty = empty(arena, spot);
    let breathes = |block: &PointSet| {
        block.intersects(&arena.shore[color.index()]) || block.border(arena.size).intersects(&empty)
    };
    let blocks = spot.stones[color.index()].components();
    blocks.filter(|block| !breathes(block)).fold(PointSet::EMPTY, |all, block| all | block)
}

/// A single stone with one liberty: what a ko is taken with.
fn is_lone(arena: &Arena, spot: &Spot, color: Color, point: Point) -> bool {
    let block = spot.stones[color.index()].component(point);
    let liberties = block.border(arena.size) & empty(arena, spot);
    block.len() == 1 && liberties.len() == 1 && !block.intersects(&arena.shore[color.index()])
}

/// Benson's theorem (1976), with what is immortal around the area.
fn lives(arena: &Arena, spot: &Spot) -> bool {
    let me = arena.defender.index();
    let own = spot.stones[me];
    let empty = empty(arena, spot);
    let regions: Vec<PointSet> = (arena.area - own)
        .components()
        .filter(|region| !region.intersects(&arena.shore[1 - me]))
        .collect();
    let mut alive: Vec<PointSet> = own.components().collect();
    loop {
        let all = alive.iter().fold(PointSet::EMPTY, |all, block| all | *block);
        let before = alive.len();
        alive.retain(|block| {
            let around = block.border(arena.size);
            let vital = regions.iter().filter(|region| {
                let border = region.border(arena.size) & own;
                (**region & empty).is_subset(&around)
                    && border.intersects(block)
                    && border.is_subset(&all)
            });
            block.intersects(&arena.shore[me]) || vital.count() >= 2
        });
        if alive.len() == before {
            return all.intersects(&spot.target);
        }
    }
}

/// Whether the attacker can fill all but a room for one eye: cells beside his
/// immortal stones are his for the asking, and the stones there immortal in turn.
fn is_doomed(arena: &Arena, spot: &Spot) -> bool {
    let me = arena.defender.index();
    let theirs = spot.stones[1 - me];
    let shore = arena.shore[1 - me];
    let lines = |of: fn(Point) -> usize| {
        let mut lines: Vec<usize> = arena.area.iter().map(of).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.len()
    };
    if lines(Point::row) == 1 || lines(Point::column) == 1 {
        return false;
    }
    let immortal = theirs.flood(theirs & shore);
    // What lies behind immortal stones is another matter.
    let region = (arena.area - immortal).flood(spot.target);
    if arena.shore[me].intersects(&region) {
        return false;
    }
    let far = region - shore - immortal.border(arena.size);
    let own = spot.stones[me] & region;
    let main = spot.target.first().map_or(PointSet::EMPTY, |first| own.component(first));
    let room = if spot.target.is_subset(&main) { far - main } else { far };
    match room.len() {
        0 | 1 => true,
        2 => room.is_connected(),
        3 => {
            let middle = |point: Point| {
                (room - point.into()).is_subset(&PointSet::from(point).border(arena.size))
            };
            main == own && (theirs & room).iter().any(middle)
        }
        4..=6 => main == own && is_nakade(arena, theirs & room, room, main),
        _ => false,
    }
}

/// A stone on the vital point of a pyramid or square four, a bulky or crossed
/// five, a rabbity six, whose other points are all liberties of one block.
fn is_nakade(arena: &Arena, stones: PointSet, room: PointSet, main: PointSet) -> bool {
    let Some(vital) = stones.first().filter(|_| stones.len() == 1) else { return false };
    let beside = |point: Point| (PointSet::from(point).border(arena.size) & room).len();
    if !(room - stones).is_subset(&main.border(arena.size)) || !room.is_connected() {
        return false;
    }
    // How many neighbours each point has in the room names the shape.
    let mut degrees: Vec<usize> = room.iter().map(beside).collect();
    degrees.sort_unstable();
    let (vital, all) = (beside(vital), degrees.as_slice());
    matches!(
        (vital, all),
        (3, [1, 1, 1, 3])
            | (2, [2, 2, 2, 2])
            | (3, [1, 2, 2, 2, 3])
            | (4, [1, 1, 1, 1, 4])
            | (4, [1, 1, 2, 2, 2, 4])
    )
}
