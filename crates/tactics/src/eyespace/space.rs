//! Where an eye space lies, and the graph of it.

use board::{Color, Point, PointSet, Position};
use budget::{Budget, Exhausted};

use super::corners::{Corners, Wall};
use super::graph::{Eyespace, MOST};
use crate::capture::{Effort, Success, attack, defend};

/// The most cells of a graph, corners included; two bits are needed besides.
const WIDEST: usize = 30;

/// No space is wider.
const WIDE: usize = MOST - 6;

/// The owner and the points of the eye space around a point: empty points and dead
/// stones. It ends at points beside living stones of the opponent. A point may lie in a
/// space of either color; the likelier comes first.
pub(super) fn find(
    position: &Position,
    point: Point,
    budget: &mut Budget,
) -> Result<Vec<(Color, PointSet)>, Exhausted> {
    let owners = match position.stone(point) {
        Some(color) => vec![color.opponent()],
        None => {
            // The color that has more of the border.
            let empty = position.empty_points().component(point);
            let border = empty.border(position.size());
            let count = |color: Color| (border & *position.stones(color)).len();
            let black_first = count(Color::Black) >= count(Color::White);
            if black_first { Color::BOTH.to_vec() } else { vec![Color::White, Color::Black] }
        }
    };
    let mut found = Vec::new();
    for owner in owners {
        let mut space = flood(position, owner, point, weak, budget)?;
        if space.len() > WIDE {
            // Perhaps it leaks by a stone that is not quite caught.
            space = flood(position, owner, point, dead, budget)?;
        }
        if space.len() > WIDE {
            continue;
        }
        let wall = space.border(position.size()) & *position.stones(owner);
        for anchor in position.blocks(owner) {
            if position.block(anchor).intersects(&wall) && !dead(position, anchor, budget)? {
                found.push((owner, space));
                break;
            }
        }
    }
    Ok(found)
}

/// Whether a block is dead where it stands.
fn dead(position: &Position, stone: Point, budget: &mut Budget) -> Result<bool, Exhausted> {
    let effort = Effort { nodes: 200, ..Effort::default() };
    Ok(attack(position, stone, &effort, budget)?.success == Success::Yes
        && defend(position, stone, &effort, budget)?.success == Success::No)
}

/// Whether a block of the opponent's is so weak that it is inside the space, not
/// around it.
fn weak(position: &Position, stone: Point, budget: &mut Budget) -> Result<bool, Exhausted> {
    if position.liberties(stone) <= 2 && position.block_size(stone) <= 4 {
        return Ok(true);
    }
    let effort = Effort { nodes: 200, ..Effort::default() };
    Ok(attack(position, stone, &effort, budget)?.success == Success::Yes)
}

/// Which of the opponent's blocks are inside a space.
type Judge = fn(&Position, Point, &mut Budget) -> Result<bool, Exhausted>;

fn flood(
    position: &Position,
    owner: Color,
    seed: Point,
    inside: Judge,
    budget: &mut Budget,
) -> Result<PointSet, Exhausted> {
    let size = position.size();
    let opponent = owner.opponent();
    let mut space = PointSet::EMPTY;
    let mut judged: Vec<(Point, bool)> = Vec::new();
    let mut next = vec![seed];
    if position.stone(seed) == Some(opponent) {
        judged.push((position.anchor(seed).expect("there is a stone"), true));
    }
    while let Some(point) = next.pop() {
        if !space.insert(point) || space.len() > MOST {
            continue;
        }
        let mut beside_foe = false;
        let mut ways = Vec::new();
        for n in size.neighbors(point) {
            match position.stone(n) {
                None => ways.push(n),
                Some(color) if color == owner => {}
                Some(_) => {
                    let anchor = position.anchor(n).expect("there is a stone");
                    let known = judged.iter().find(|(stone, _)| *stone == anchor).map(|j| j.1);
                    let gone = match known {
                        Some(gone) => gone,
                        None => {
                            let gone = inside(position, n, budget)?;
                            judged.push((anchor, gone));
                            gone
                        }
                    };
                    if gone { ways.push(n) } else { beside_foe = true }
                }
            }
        }
        if !beside_foe || point == seed {
            next.extend(ways);
        } else {
            // Stones that stand there already are inside all the same, and so is what has no
            // other way out.
            next.extend(
                ways.into_iter()
                    .filter(|&n| !position.is_empty(n) || dead_end(position, owner, point, n)),
            );
        }
    }
    Ok(space | guests(position, owner, &space))
}

/// Whether the empty points beyond `point`, on the side of `next`, touch nothing but the owner.
fn dead_end(position: &Position, owner: Color, point: Point, next: Point) -> bool {
    let rest = position.empty_points() - point.into();
    let beyond = rest.component(next);
    let wall = *position.stones(owner) | point.into();
    beyond.len() < MOST / 2 && beyond.border(position.size()).is_subset(&wall)
}

/// The owner's blocks that have nothing but the space: guests in it, not its wall.
fn guests(position: &Position, owner: Color, space: &PointSet) -> PointSet {
    let border = space.border(position.size()) & *position.stones(owner);
    let mut blocks: Vec<PointSet> = Vec::new();
    for anchor in position.blocks(owner) {
        let block = position.block(anchor);
        if block.intersects(&border) {
            blocks.push(block);
        }
    }
    let largest = blocks.iter().map(PointSet::len).max().unwrap_or(0);
    let mut guests = PointSet::EMPTY;
    for block in blocks.iter().filter(|block| block.len() < largest) {
        let air = block.border(position.size()) & position.empty_points();
        if air.is_subset(space) {
            guests |= *block;
        }
    }
    guests
}

/// Whether the opponent's stone is caught at once if he plays on a point at the margin.
fn caught(
    position: &Position,
    opponent: Color,
    point: Point,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    let mut after = position.clone();
    if after.play(opponent, point.into()).is_err() {
        return Ok(true);
    }
    let effort = Effort { nodes: 200, ..Effort::default() };
    Ok(attack(&after, point, &effort, budget)?.success == Success::Yes)
}

/// The graph of a space; and the points a cell stands for, the opponent's and the owner's.
#[allow(clippy::type_complexity, reason = "used once")]
pub(super) fn graph(
    position: &Position,
    owner: Color,
    space: &PointSet,
    owner_wins: bool,
    budget: &mut Budget,
) -> Result<Option<(Eyespace, Vec<[Point; 2]>)>, Exhausted> {
    let size = position.size();
    let opponent = owner.opponent();
    let points: Vec<Point> = space.iter().collect();
    let index = |point: Point| points.iter().position(|&p| p == point);
    let mut graph = Eyespace::default();
    let mut names: Vec<[Point; 2]> = points.iter().map(|&p| [p, p]).collect();
    for (i, &point) in points.iter().enumerate() {
        let mut beside = 0;
        for n in size.neighbors(point) {
            match index(n) {
                Some(cell) => beside |= 1 << cell,
                None if position.stone(n) == Some(owner) => graph.wall |= 1 << i,
                None => graph.open |= 1 << i,
            }
        }
        graph.beside.push(beside);
        match position.stone(point) {
            Some(color) if color == opponent => graph.stones[1] |= 1 << i,
            Some(_) => graph.stones[0] |= 1 << i,
            None if graph.open & (1 << i) != 0 && caught(position, opponent, point, budget)? => {
                graph.open &= !(1 << i);
            }
            None => {}
        }
    }
    let wall = Wall { position, owner, space, leaks: graph.open != 0, owner_wins };
    let inner = graph.beside.clone();
    for (i, &point) in points.iter().enumerate() {
        if graph.beside.len() + 2 > WIDEST {
            return Ok(None);
        }
        let inside = (inner[i] & !graph.stones[0]).count_ones();
        if position.stone(point) == Some(owner)
            || inside > 1
            || graph.open & (1 << i) != 0
            || one_wall(position, owner, point)
        {
            continue;
        }
        match wall.corners(point, budget)? {
            Corners::Sound => {}
            Corners::False => cut(&mut graph, &mut names, i, None),
            Corners::Half(theirs, ours) => {
                let corner = index(theirs).unwrap_or_else(|| {
                    let corner = graph.beside.len();
                    graph.beside.push(0);
                    graph.open |= 1 << corner;
                    graph.wall |= 1 << corner;
                    graph.beyond |= 1 << corner;
                    names.push([theirs, ours]);
                    corner
                });
                cut(&mut graph, &mut names, i, Some(corner));
            }
        }
    }
    Ok(Some((graph, names)))
}

/// Adds the move by which the opponent threatens to cut the wall at a point, after he
/// has the corner that is left to him.
fn cut(graph: &mut Eyespace, names: &mut Vec<[Point; 2]>, point: usize, corner: Option<usize>) {
    let cell = graph.beside.len();
    graph.beside.push(1 << point);
    graph.beside[point] |= 1 << cell;
    graph.open |= 1 << cell;
    graph.beyond |= 1 << cell;
    graph.barred |= 1 << cell;
    names.push(names[point]);
    graph.after.extend(corner.map(|corner| (cell, corner)));
}

/// Whether all stones around an eye point are one block.
fn one_wall(position: &Position, owner: Color, point: Point) -> bool {
    position.blocks_beside(point, owner).count() == 1
}
