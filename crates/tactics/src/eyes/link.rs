//! Sure connections: blocks that the opponent cannot keep apart.

use board::{Color, Point, PointSet, Position};

/// A connection that needs no move before the opponent attacks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The stones that it joins.
    pub joins: PointSet,
    /// How it does so.
    pub way: Way,
}

/// How blocks hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Either of two points joins them: a diagonal with both sides open, a bamboo
    /// joint, two blocks along one wall.
    Either(Point, Point),
    /// One point between them joins them, and a stone that the opponent puts there
    /// can be taken: a hanging connection, or a point with no way in at all.
    Guarded {
        /// The point between.
        joint: Point,
        /// Where a stone on the joint has its only liberty.
        guard: Option<Point>,
    },
}

impl Link {
    /// The points on which attacks are answered.
    pub fn points(&self) -> PointSet {
        match self.way {
            Way::Either(one, other) => PointSet::from(one) | PointSet::from(other),
            Way::Guarded { joint, guard } => {
                PointSet::from(joint) | guard.map(PointSet::from).unwrap_or_default()
            }
        }
    }

    /// The points of which the attacker may get one for good.
    pub(super) fn losable(&self) -> PointSet {
        match self.way {
            Way::Either(..) => self.points(),
            Way::Guarded { guard, .. } => guard.map(PointSet::from).unwrap_or_default(),
        }
    }

    /// Points beside the link where a move of the attacker is answered on the
    /// joint: liberties of the blocks around it, lest one be left with the joint
    /// alone, and of the stone that would take on the guard point. Blocks that
    /// are secure by an eye need no such care.
    pub(super) fn watched(
        &self,
        position: &Position,
        own: &PointSet,
        is_secure: impl Fn(&PointSet) -> bool,
    ) -> PointSet {
        let Way::Guarded { guard, .. } = self.way else { return PointSet::EMPTY };
        let size = position.size();
        let points = self.points();
        let mut watched = PointSet::EMPTY;
        for stone in points.border(size) & *own {
            if !is_secure(&position.block(stone)) {
                watched |= position.liberty_points(stone);
            }
        }
        if let Some(guard) = guard {
            watched |= PointSet::from(guard).border(size) & position.empty_points();
        }
        watched - points
    }
}

/// All links between blocks of `color`.
pub(super) fn candidates(position: &Position, color: Color) -> Vec<Link> {
    let contacts: Vec<(Point, Vec<Point>)> = position
        .empty_points()
        .iter()
        .map(|point| (point, position.blocks_beside(point, color).collect::<Vec<Point>>()))
        .filter(|(_, blocks)| blocks.len() > 1)
        .collect();
    let stones = |blocks: &[Point]| {
        blocks.iter().fold(PointSet::EMPTY, |set, &block| set | position.block(block))
    };
    let mut links = Vec::new();
    for (i, (one, beside_one)) in contacts.iter().enumerate() {
        if let Some(way) = guarded(position, color, *one, beside_one) {
            links.push(Link { joins: stones(beside_one), way });
        }
        for (other, beside_other) in &contacts[i + 1..] {
            let both: Vec<Point> =
                beside_one.iter().filter(|block| beside_other.contains(block)).copied().collect();
            if both.len() > 1 {
                links.push(Link { joins: stones(&both), way: Way::Either(*one, *other) });
            }
        }
    }
    links
}

/// Whether the opponent's stone on `joint` could be taken at once, and by a stone
/// that cannot be taken back.
fn guarded(position: &Position, color: Color, joint: Point, blocks: &[Point]) -> Option<Way> {
    let size = position.size();
    let around: Vec<Point> =
        size.neighbors(joint).filter(|&n| position.stone(n) != Some(color)).collect();
    if blocks.iter().any(|&block| position.liberties(block) < 2) {
        return None;
    }
    let guard = match around[..] {
        [] => None,
        [guard] if position.is_empty(guard) => Some(guard),
        _ => return None,
    };
    // The stone that takes needs a liberty besides the joint, or the joint is a ko.
    let holds = guard.is_none_or(|guard| {
        let link = PointSet::from(joint) | PointSet::from(guard);
        let mut beside = size.neighbors(guard).filter(|&n| n != joint);
        beside.any(|n| match position.stone(n) {
            None => true,
            Some(stone) => stone == color && !position.liberty_points(n).is_subset(&link),
        })
    });
    holds.then_some(Way::Guarded { joint, guard })
}
