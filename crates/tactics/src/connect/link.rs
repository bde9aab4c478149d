//! The goal of joining a block to another, or to an area.

use std::cell::Cell;

use board::{Color, Point, PointSet, Position};

use super::cutters::Cutters;
use super::distance::Distances;
use super::virtual_links::linked;
use crate::goal::{Goal, Judgement, Moves};

/// What a block is to be joined to.
#[derive(Clone, Debug)]
pub enum Target {
    /// The block on this point.
    Block(Point),
    /// Any point of this area, with a stone that cannot be taken at once.
    Area(PointSet),
}

/// A block that its owner wants to join to something.
#[derive(Clone, Debug)]
pub struct Link {
    from: Point,
    to: Target,
    owner: Color,
    /// Farther than this with the owner to move is too far.
    farthest: usize,
    /// So much farther is not too far for now.
    farther: Cell<usize>,
    /// Whether only one solid block will do.
    solid: bool,
    /// Captures of cutting stones, if they count; and the moves before this position.
    cutters: Option<Cutters>,
    before: usize,
}

/// More moves than this without an answer, and it is too far, unless it is so
/// far at the beginning.
const FAR: usize = 4;
const TOO_FAR: usize = 6;

/// Captures of cutting stones are read after no more moves than this.
const SOON: usize = 3;

/// How hard joining looks by the moves it takes without an answer.
const PROOF: [u32; 10] = [1, 1, 4, 10, 20, 35, 50, 70, 90, 110];
const DISPROOF: [u32; 10] = [20, 8, 4, 2, 1, 1, 1, 1, 1, 1];
/// How loose a move is by the moves that are missing after it.
const SLACK: [u32; 10] = [0, 0, 1, 3, 5, 7, 9, 11, 13, 15];

impl Link {
    /// Joining the block on `from`, if there is one.
    pub fn new(position: &Position, from: Point, to: Target) -> Option<Link> {
        let owner = position.stone(from)?;
        let link = Link {
            from,
            to,
            owner,
            farthest: TOO_FAR,
            farther: Cell::new(0),
            solid: false,
            cutters: None,
            before: position.moves().len(),
        };
        let missing = link.missing(position).unwrap_or(0);
        Some(Link { farthest: FAR.max(missing + 1), ..link })
    }

    /// The same, played until there is one solid block.
    pub fn solid(self) -> Link {
        Link { solid: true, ..self }
    }

    /// The same, where it is enough that a block between them can be taken, reading
    /// so many positions for that.
    pub(super) fn by_capture(&self, nodes: u64) -> Link {
        Link { cutters: Some(Cutters::new(nodes)), ..self.clone() }
    }

    /// Positions read for captures.
    pub(super) fn captures_read(&self) -> u64 {
        self.cutters.as_ref().map_or(0, Cutters::spent)
    }

    /// Lets it be so much farther.
    pub(super) fn set_farther(&self, farther: usize) {
        self.farther.set(farther);
    }

    fn too_far(&self) -> usize {
        (self.farthest + self.farther.get()).min(PROOF.len() - 1)
    }

    fn joined(&self, position: &Position) -> bool {
        match &self.to {
            Target::Block(to) => position.anchor(*to) == position.anchor(self.from),
            Target::Area(area) => position.block_stones(self.from).any(|s| area.contains(s)),
        }
    }

    fn gone(&self, position: &Position) -> bool {
        let there = |point: Point| position.stone(point) == Some(self.owner);
        let other = match self.to {
            Target::Block(to) => there(to),
            Target::Area(_) => true,
        };
        !there(self.from) || !other
    }

    /// The moves that are missing without an answer, if it is not too far.
    fn missing(&self, position: &Position) -> Option<usize> {
        let start = position.block(self.from);
        let goal = self.target(position);
        Distances::from(position, self.owner, &start, &goal, self.too_far()).1
    }

    /// Points on the shortest ways and on those up to two longer, with a doubt.
    fn ways(&self, position: &Position, moves: &mut Moves) {
        let Some(shortest) = self.missing(position) else { return };
        let reach = shortest + 2;
        let none = PointSet::EMPTY;
        let from = position.block(self.from);
        let to = self.target(position) - *position.stones(self.owner.opponent());
        let (near, _) = Distances::from(position, self.owner, &from, &none, reach);
        let (far, _) = Distances::from(position, self.owner, &to, &none, reach);
        for extra in 0..3 {
            for point in position.empty_points() {
                let (Some(a), Some(b)) = (near.at(point), far.at(point)) else { continue };
                // The point is counted from both sides.
                if a + b == shortest + extra + 1 {
                    moves.add(point, 2 * extra as u32);
                }
            }
        }
    }

    /// What joining them rests on if what is between can be taken.
    fn taken(&self, position: &Position, answering: bool) -> Option<PointSet> {
        let (Some(cutters), &Target::Block(to)) = (&self.cutters, &self.to) else { return None };
        let moves = position.moves().len() - self.before;
        // At the beginning a move is wanted, not an answer.
        if answering || moves == 0 || moves > SOON {
            return None;
        }
        cutters.taken(position, self.owner, self.from, to)
    }

    fn target(&self, position: &Position) -> PointSet {
        match &self.to {
            Target::Block(to) => position.block(*to),
            Target::Area(area) => *area,
        }
    }

    /// Fights around: what stands between with few liberties, and own blocks in danger.
    fn fights(&self, position: &Position, moves: &mut Moves) {
        let enemy = self.owner.opponent();
        let mut ends = position.block(self.from);
        if let Target::Block(to) = self.to {
            ends |= position.block(to);
        }
        let around = ends.border(position.size());
        let mut seen = PointSet::EMPTY;
        for stone in around & *position.stones(enemy) {
            if seen.contains(stone) {
                continue;
            }
            seen |= position.block(stone);
            let left = position.liberties(stone);
            if left <= 3 {
                for liberty in position.liberty_points(stone) {
                    moves.add(liberty, [0, 0, 2, 4][left]);
                }
            }
        }
        let ends = [Some(self.from), if let Target::Block(to) = self.to { Some(to) } else { None }];
        for end in ends.into_iter().flatten() {
            if position.liberties(end) <= 2 {
                for liberty in position.liberty_points(end) {
                    moves.add(liberty, 1);
                }
            }
        }
    }
}

impl Goal for Link {
    fn achiever(&self) -> Color {
        self.owner
    }

    fn judge(&self, position: &Position, to_play: Color, _: Option<Point>) -> Judgement {
        if self.gone(position) {
            return Judgement::Lost;
        }
        let answering = to_play != self.owner;
        if self.joined(position) {
            let needed = match self.to {
                Target::Block(_) => 1,
                Target::Area(_) => 2,
            } + usize::from(answering);
            if position.liberties(self.from) >= needed {
                // What it takes to stand: that many liberties, wherever the rest goes.
                let mut zone = position.block(self.from);
                zone.extend(position.liberty_points(self.from).iter().take(needed));
                return Judgement::Achieved(zone);
            }
            if answering && position.liberties(self.from) == 1 {
                return Judgement::Lost;
            }
        }
        if let Target::Block(to) = self.to
            && !self.solid
            && let Some((stones, rests_on)) = linked(position, self.owner, self.from)
            && stones.contains(to)
        {
            return Judgement::Achieved(rests_on);
        }
        if let Some(zone) = self.taken(position, answering) {
            return Judgement::Achieved(zone);
        }
        let Some(missing) = self.missing(position) else { return Judgement::Lost };
        if missing + usize::from(answering) > self.too_far() {
            return Judgement::Lost;
        }
        let slack = if answering { SLACK[missing] } else { 0 };
        let looks = (missing + usize::from(answering && missing > 1)).min(PROOF.len() - 1);
        Judgement::Open { proof: PROOF[looks], disproof: DISPROOF[missing], slack }
    }

    fn achieving(&self, position: &Position, moves: &mut Moves) {
        self.ways(position, moves);
        self.fights(position, moves);
    }

    fn opposing(&self, position: &Position, moves: &mut Moves) -> bool {
        self.ways(position, moves);
        self.fights(position, moves);
        false
    }
}
