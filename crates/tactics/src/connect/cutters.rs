//! Cutting stones that can be taken: what they keep apart is as good as joined.
//!
//! When a block of the opponent's is taken, all around it are stones of those who took
//! it. So two blocks that touch it, or one of its liberties, then surround the same few
//! points. That they can be joined there is not read, so it is an estimate.

use std::cell::{Cell, RefCell};

use board::{Color, Point, PointSet, Position};
use budget::Budget;
use rustc_hash::FxHashMap;

use super::PLENTY;
use super::virtual_links::linked;
use crate::capture::{Effort, Prey};
use crate::goal::{Goal, Judgement, KoMaster, Limits, Moves, Site, Solver, site};

/// How doubtful the moves of such a capture may be, tried in turn.
const DOUBTS: [u32; 3] = [2, 5, 10];

/// One capture may take this part of what all of them may take.
const SHARE: u64 = 8;

/// Captures of cutting stones, read once each.
#[derive(Clone, Debug)]
pub(super) struct Cutters {
    /// What each rests on; nothing if it fails.
    known: RefCell<FxHashMap<Site, Option<PointSet>>>,
    /// Positions to read for one of them, and left for all.
    most: u64,
    left: Cell<u64>,
    spent: Cell<u64>,
}

impl Cutters {
    /// So many positions may be read.
    pub(super) fn new(nodes: u64) -> Cutters {
        Cutters {
            known: RefCell::default(),
            most: nodes / SHARE,
            left: Cell::new(nodes),
            spent: Cell::new(0),
        }
    }

    /// Positions read so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// What joining two blocks rests on if `owner`, to move, takes a block between them.
    pub(super) fn taken(
        &self,
        position: &Position,
        owner: Color,
        from: Point,
        to: Point,
    ) -> Option<PointSet> {
        // Nothing may be taken from those who are in atari themselves.
        if position.liberties(from) == 1 || position.liberties(to) == 1 {
            return None;
        }
        let (near, near_rests) = side(position, owner, from);
        let (far, far_rests) = side(position, owner, to);
        let size = position.size();
        let enemies = *position.stones(owner.opponent());
        let mut cutting = (near | far).border(size) & enemies;
        while let Some(stone) = cutting.first() {
            let block = position.block(stone);
            cutting -= block;
            if position.liberties(stone) > Effort::default().hunter_liberties {
                continue;
            }
            let around = (block | position.liberty_points(stone)).border(size);
            if around.intersects(&near)
                && around.intersects(&far)
                && let Some(zone) = self.capture(position, stone, [from, to])
            {
                return Some(zone | block | near_rests | far_rests);
            }
        }
        None
    }

    /// What the capture of a block rests on, its owner retaking every ko.
    fn capture(&self, position: &Position, stone: Point, ends: [Point; 2]) -> Option<PointSet> {
        let owner = position.stone(stone)?;
        let key = site(position, stone)?;
        if let Some(known) = self.known.borrow().get(&key) {
            return *known;
        }
        let ko = KoMaster::Color(owner);
        let effort = Effort::default();
        let goal = Cutter { prey: Prey::new(position, stone, ko, &effort), ends };
        let limits = Limits { ko, depth: effort.depth, plenty: PLENTY, ..Limits::default() };
        let mut solver = Solver::new(position.clone(), &goal, limits);
        let mut budget = Budget::nodes(self.most.min(self.left.get()));
        let mut zone = None;
        for doubt in DOUBTS {
            solver.set_doubt_limit(doubt);
            match solver.solve(owner.opponent(), &mut budget) {
                Ok(outcome) if !outcome.achieved => {}
                found => {
                    zone = found.ok().map(|outcome| outcome.zone);
                    break;
                }
            }
        }
        self.left.set(self.left.get().saturating_sub(budget.spent()));
        self.spent.set(self.spent.get() + budget.spent());
        self.known.borrow_mut().insert(key, zone);
        zone
    }
}

/// The goal of taking a block between two ends that are not in atari then.
struct Cutter {
    prey: Prey,
    ends: [Point; 2],
}

impl Cutter {
    /// Whether an end is there and has two liberties as soon as the prey is gone.
    fn stands(&self, position: &Position, end: Point) -> bool {
        let hunter = self.prey.achiever();
        if position.stone(end) != Some(hunter) {
            return false;
        }
        let mut air = position.liberty_points(end);
        let prey = self.prey.stone();
        if position.stone(prey) == Some(hunter.opponent()) {
            let size = position.size();
            let last = position.liberty_points(prey);
            if last.intersects(&air) {
                air |= last.border(size) & position.empty_points();
            }
            air -= last;
            air |= position.block(end).border(size) & position.block(prey);
        }
        air.len() >= 2
    }
}

impl Goal for Cutter {
    fn achiever(&self) -> Color {
        self.prey.achiever()
    }

    fn judge(&self, position: &Position, to_play: Color, banned: Option<Point>) -> Judgement {
        match self.prey.judge(position, to_play, banned) {
            Judgement::Achieved(zone) => {
                if !self.ends.iter().all(|&end| self.stands(position, end)) {
                    return Judgement::Lost;
                }
                let ends = self.ends.iter().map(|&end| position.block(end));
                Judgement::Achieved(ends.fold(zone, |all, end| all | end))
            }
            other => other,
        }
    }

    fn achieving(&self, position: &Position, moves: &mut Moves) {
        self.prey.achieving(position, moves);
    }

    fn opposing(&self, position: &Position, moves: &mut Moves) -> bool {
        // A prey in atari may be left there if an end is taken for it.
        self.prey.opposing(position, moves);
        false
    }
}

/// A block with all that is linked to it, and what that rests on.
fn side(position: &Position, owner: Color, stone: Point) -> (PointSet, PointSet) {
    let alone = position.block(stone);
    linked(position, owner, stone).unwrap_or((alone, alone))
}
