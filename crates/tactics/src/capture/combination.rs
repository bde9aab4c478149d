//! Combinations: moves that threaten more than the opponent can answer.
//!
//! No single block can be captured, but a forcing move, and perhaps a few more, lead
//! to two threats at once. A move is forcing if it threatens a block that was not in
//! danger. The opponent tries everything near the threats; the combination works if
//! each answer leaves a capture or another forcing move that works.

use std::cell::RefCell;

use board::{Color, Move, Point, PointSet, Position};
use budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use super::{Effort, Success, attack};
use crate::goal::{KoMaster, Site, site};
use crate::verdict;

/// Random games that tell which stones are dead, and what fixes them.
const PLAYOUTS: u32 = 100;
const SEED: u64 = 1985;

/// How combinations are read.
#[derive(Clone, Debug)]
pub struct Depth {
    /// Forcing moves before the capture.
    pub moves: usize,
    /// How each threat is read.
    pub effort: Effort,
}

impl Default for Depth {
    fn default() -> Depth {
        Depth { moves: 3, effort: Effort { nodes: 120, ..Effort::default() } }
    }
}

/// The first move of a combination of `color`, if there is one. Blocks that can be
/// captured outright are no part of it.
///
/// ```
/// use board::{Color, Position, Rules, Setup};
/// use budget::Budget;
/// use tactics::capture::{Depth, combination};
///
/// // C5 puts two stones into atari at once.
/// let setup: Setup = "
///     . . . . . . . . .
///     . . . . . O . . .
///     . . X . . . O . .
///     . X O . O . . . .
///     . . . . . . O . .
///     . X O . O . . . .
///     . . X . . . O . .
///     . . . . . O . . .
///     . . . . . . . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let found = combination(&position, Color::Black, &Depth::default(), &mut Budget::unlimited())?;
/// assert_eq!(found, Some("C5".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn combination(
    position: &Position,
    color: Color,
    depth: &Depth,
    budget: &mut Budget,
) -> Result<Option<Point>, Exhausted> {
    let (excluded, known) = (PointSet::EMPTY, RefCell::default());
    // A block that falls in a ko does not fall.
    let ko = Some(KoMaster::Color(color.opponent()));
    let effort = Effort { ko, ..depth.effort.clone() };
    let mut fight = Fight { color, effort, excluded, known };
    // Dead stones are nobody's aim, and what hangs already needs no combination.
    let dead = verdict::glance(position, PLAYOUTS, SEED).status.dead;
    fight.excluded = dead & *position.stones(color.opponent());
    for block in position.blocks(color.opponent()) {
        if !fight.excluded.contains(block) && fight.falls(position, block, budget)? {
            fight.excluded |= position.block(block);
        }
    }
    // Short combinations first.
    for moves in 1..=depth.moves {
        let everywhere = PointSet::board(position.size());
        if let Some(point) = fight.forcing(position, &everywhere, moves, budget)? {
            return Ok(Some(point));
        }
    }
    Ok(None)
}

/// A move of `color` after which the opponent has no combination; nothing if he has
/// none now, or if no move near it helps.
pub fn meet_combination(
    position: &Position,
    color: Color,
    depth: &Depth,
    budget: &mut Budget,
) -> Result<Option<Point>, Exhausted> {
    let opponent = color.opponent();
    let Some(first) = combination(position, opponent, depth, budget)? else { return Ok(None) };
    let near = around(position, first) & position.empty_points();
    for point in std::iter::once(first).chain(near) {
        let mut after = position.clone();
        if after.play(color, Move::Play(point)).is_ok()
            && combination(&after, opponent, depth, budget)?.is_none()
        {
            return Ok(Some(point));
        }
    }
    Ok(None)
}

struct Fight {
    color: Color,
    effort: Effort,
    /// Stones that are no part of it.
    excluded: PointSet,
    /// Which blocks fall: other orders of moves, and longer
    /// combinations, come back to the same positions.
    known: RefCell<FxHashMap<Site, bool>>,
}

impl Fight {
    /// Whether a block falls if the attacker moves.
    fn falls(
        &self,
        position: &Position,
        block: Point,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        if position.liberties(block) > 4 {
            return Ok(false);
        }
        let Some(key) = site(position, block) else { return Ok(false) };
        if let Some(&falls) = self.known.borrow().get(&key) {
            return Ok(falls);
        }
        let falls = attack(position, block, &self.effort, budget)?.success == Success::Yes;
        self.known.borrow_mut().insert(key, falls);
        Ok(falls)
    }

    /// The opponent's blocks near a set of points that would fall next.
    fn threats(
        &self,
        position: &Position,
        near: &PointSet,
        budget: &mut Budget,
    ) -> Result<Vec<Point>, Exhausted> {
        let stones = *position.stones(self.color.opponent()) & *near;
        let mut threats = Vec::new();
        let mut seen = PointSet::EMPTY;
        for stone in stones {
            if seen.contains(stone) {
                continue;
            }
            let block = position.block(stone);
            seen |= block;
            if !block.intersects(&self.excluded) && self.falls(position, stone, budget)? {
                threats.push(stone);
            }
        }
        Ok(threats)
    }

    /// A forcing move in `area` that works within `moves`.
    fn forcing(
        &self,
        position: &Position,
        area: &PointSet,
        moves: usize,
        budget: &mut Budget,
    ) -> Result<Option<Point>, Exhausted> {
        for point in self.candidates(position, area) {
            let mut after = position.clone();
            if after.play(self.color, Move::Play(point)).is_err() {
                continue;
            }
            let near = around(&after, point);
            let threats = self.threats(&after, &near, budget)?;
            if threats.is_empty() {
                continue;
            }
            if self.holds(&after, point, &threats, moves, budget)? {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// Points that take a liberty of a block that might come into danger.
    fn candidates(&self, position: &Position, area: &PointSet) -> Vec<Point> {
        let mut points: Vec<(usize, Point)> = Vec::new();
        for block in position.blocks(self.color.opponent()) {
            let few = position.liberties(block);
            if few > 4 || self.excluded.contains(block) {
                continue;
            }
            let air = position.liberty_points(block);
            let mut add = |set: PointSet, weight: usize| {
                for point in set & *area {
                    match points.iter_mut().find(|(_, p)| *p == point) {
                        Some((known, _)) => *known += weight,
                        None => points.push((weight, point)),
                    }
                }
            };
            add(air, 2 * (5 - few));
            if few <= 3 {
                add((air.border(position.size()) & position.empty_points()) - air, 1);
            }
        }
        points.sort_by_key(|&(weight, _)| std::cmp::Reverse(weight));
        points.into_iter().map(|(_, point)| point).collect()
    }

    /// Whether no answer meets the threats.
    fn holds(
        &self,
        position: &Position,
        last: Point,
        threats: &[Point],
        moves: usize,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let opponent = self.color.opponent();
        for answer in self.answers(position, last, threats) {
            let mut after = position.clone();
            if after.play(opponent, Move::Play(answer)).is_err() {
                continue;
            }
            let mut near = around(&after, last) | around(&after, answer);
            for &threat in threats {
                near |= after.block(threat);
            }
            let works = !self.threats(&after, &near, budget)?.is_empty()
                || moves > 1 && {
                    let area = near.border(after.size()) | near;
                    self.forcing(&after, &area, moves - 1, budget)?.is_some()
                };
            if !works {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What the opponent may try: whatever touches the threatened blocks, their
    /// attackers and the last move.
    fn answers(&self, position: &Position, last: Point, threats: &[Point]) -> Vec<Point> {
        let size = position.size();
        let empty = position.empty_points();
        let mut points: Vec<Point> = Vec::new();
        let mut add = |set: PointSet| {
            for point in set & empty {
                if !points.contains(&point) {
                    points.push(point);
                }
            }
        };
        for &threat in threats {
            let block = position.block(threat);
            add(block.border(size));
            for stone in block.border(size) & *position.stones(self.color) {
                if position.liberties(stone) <= 3 {
                    add(position.liberty_points(stone));
                }
            }
        }
        if position.stone(last).is_some() && position.liberties(last) <= 3 {
            add(position.liberty_points(last));
        }
        for &threat in threats {
            let air = position.liberty_points(threat);
            add(air.border(size));
        }
        points
    }
}

/// The neighbourhood of a point: what stands beside it, and beside that.
fn around(position: &Position, point: Point) -> PointSet {
    let size = position.size();
    let one: PointSet = [point].into_iter().collect();
    let two = one | one.border(size);
    let three = two | two.border(size);
    let mut near = three;
    for stone in two - position.empty_points() {
        let block = position.block(stone);
        near |= block;
        if block.len() <= 8 {
            near |= block.border(size);
        }
    }
    near
}
