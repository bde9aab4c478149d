//! The heuristic partition of a board into local games (Müller 1995, section 4.3).
//!
//! What is proved safe bounds local games exactly. Beside it there are boundaries that only
//! will not change soon: stones of groups that should live, and the gaps between them that
//! nobody gets through. What is still too large, the open board above all, is cut halfway
//! between the moves that both sides want most.

use std::collections::VecDeque;

use board::{CELLS, Color, Point, PointSet};

use super::Root;
use crate::knowledge::{Health, Status};

/// Larger areas are cut again.
const LARGE: usize = 36;

/// Moves that both want most stand so far apart.
const APART: usize = 4;

/// The areas of the local games: no two overlap, and each has something to play for.
pub(super) fn partition(root: &Root) -> Vec<PointSet> {
    let (position, known) = (&root.position, &root.known);
    let size = position.size();
    let settled = known.territory[0] | known.territory[1] | known.safe[0] | known.safe[1];
    let walls = settled | strong_stones(root);
    let gaps = gaps(root, &walls) - walls;
    let mut areas = Vec::new();
    for open in (PointSet::board(size) - walls - gaps).components() {
        if open.len() > LARGE {
            areas.extend(cut(root, &open));
        } else {
            areas.push(open);
        }
    }
    // The points of a gap belong to the game beside it: the exact boundary is not critical.
    for gap in gaps.components() {
        let near = gap.border(size);
        match areas.iter_mut().find(|area| area.intersects(&near)) {
            Some(area) => *area |= gap,
            None => areas.push(gap),
        }
    }
    areas.retain(|area| area.intersects(&position.empty_points()));
    areas
}

/// Stones that are unlikely to be captured: they have liberties to spare, stand, and belong
/// to a group that should live.
fn strong_stones(root: &Root) -> PointSet {
    let strong = root.known.blocks.iter().filter(|block| {
        let group = root.known.group(block.anchor);
        block.liberties >= 3
            && block.status == Status::Stands
            && group.is_some_and(|group| group.health() >= Health::Healthy)
    });
    strong.fold(PointSet::EMPTY, |stones, block| stones | block.stones)
}

/// The points of dividers between stones of `walls`, or between one and the edge.
fn gaps(root: &Root, walls: &PointSet) -> PointSet {
    let (dividers, _) = root.known.walls(&root.position);
    let firm = dividers.iter().filter(|divider| {
        !divider.potential
            && walls.contains(divider.from)
            && divider.to.is_none_or(|to| walls.contains(to))
    });
    firm.fold(PointSet::EMPTY, |gaps, divider| gaps | divider.gap)
}

/// Cuts a large area: each point goes to the nearest of the moves that both want most.
fn cut(root: &Root, area: &PointSet) -> Vec<PointSet> {
    let seeds = seeds(root, area);
    if seeds.len() < 2 {
        return vec![*area];
    }
    let size = root.position.size();
    let mut nearest = vec![None; CELLS];
    let mut waiting = VecDeque::new();
    for (number, seed) in seeds.iter().enumerate() {
        nearest[seed.index()] = Some(number);
        waiting.push_back(*seed);
    }
    while let Some(point) = waiting.pop_front() {
        for next in size.neighbors(point).filter(|&next| area.contains(next)) {
            if nearest[next.index()].is_none() {
                nearest[next.index()] = nearest[point.index()];
                waiting.push_back(next);
            }
        }
    }
    let mut parts = vec![PointSet::EMPTY; seeds.len()];
    for point in area {
        // Blocks stay whole: all stones go with the first.
        let with = root.position.anchor(point).filter(|&anchor| area.contains(anchor));
        if let Some(number) = nearest[with.unwrap_or(point).index()] {
            parts[number].insert(point);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The moves in an area that both sides want most, apart from each other.
fn seeds(root: &Root, area: &PointSet) -> Vec<Point> {
    let most = area.len().div_ceil(LARGE / 2);
    let mut wanted: Vec<(Point, f64)> = Vec::new();
    for color in Color::BOTH {
        let inside = root.proposals[color.index()].iter();
        wanted.extend(inside.filter(|p| area.contains(p.point)).map(|p| (p.point, p.value)));
    }
    wanted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut seeds: Vec<Point> = Vec::new();
    for (point, _) in wanted {
        let apart = |seed: &Point| {
            seed.column().abs_diff(point.column()) + seed.row().abs_diff(point.row()) >= APART
        };
        if seeds.len() < most && seeds.iter().all(apart) {
            seeds.push(point);
        }
    }
    seeds
}

#[cfg(test)]
mod tests {
    use super::super::tests::root;
    use super::*;
    use board::{Position, Rules, Size};

    #[test]
    fn areas_do_not_overlap_and_have_something_to_play() {
        for side in [5, 9, 19] {
            let position = Position::new(Size::square(side).unwrap(), Rules::chinese());
            let root = Root::new(&position, None);
            let areas = partition(&root);
            let mut seen = PointSet::EMPTY;
            for area in &areas {
                assert!(!area.intersects(&seen));
                seen |= *area;
            }
            assert_eq!(seen.len(), side * side);
            assert_eq!(areas.len() > 1, side > 6, "{side}");
        }
    }

    #[test]
    fn strong_walls_divide_the_board() {
        let root = root(
            "
            . . . X O . . .
            . X . X O . O .
            . . . X O . . .
            X X X X O O O O
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .",
        );
        let areas = partition(&root);
        let of = |name: &str| areas.iter().position(|a| a.contains(name.parse().unwrap()));
        assert!(of("A7").is_some());
        assert_ne!(of("A7"), of("H7"));
        assert_ne!(of("A7"), of("A3"));
    }
}
