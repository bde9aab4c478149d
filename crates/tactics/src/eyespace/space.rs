//! Where an eye space lies, and the graph of it.

use board::{Color, Point, PointSet, Position};
use budget::{Budget, Exhausted};

use super::corners::{Corners, corners};
use super::graph::{Eyespace, MOST};
use crate::capture::{Effort, Success, attack, defend};

/// The most cells of a graph, corners included; two bits are needed besides.
const WIDEST: usize = 30;

/// The owner and the points of the eye space around a point: empty points and dead
/// stones. It ends at points beside living stones of the opponent.
pub(super) fn find(
    position: &Position,
    point: Point,
    budget: &mut Budget,
) -> Result<Option<(Color, PointSet)>, Exhausted> {
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
    for owner in owners {
        let space = flood(position, owner, point, budget)?;
        let wall = space.border(position.size()) & *position.stones(owner);
        if space.len() > MOST - 6 {
            continue;
        }
        for anchor in position.blocks(owner) {
            if position.block(anchor).intersects(&wall) && !dead(position, anchor, budget)? {
                return Ok(Some((owner, space)));
            }
        }
    }
    Ok(None)
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

fn flood(
    position: &Position,
    owner: Color,
    seed: Point,
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
                            let gone = weak(position, n, budget)?;
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
    Ok(space | inside(position, owner, &space))
}

/// Whether the empty points beyond `point`, on the side of `next`, touch nothing but the owner.
fn dead_end(position: &Position, owner: Color, point: Point, next: Point) -> bool {
    let rest = position.empty_points() - point.into();
    let beyond = rest.component(next);
    let wall = *position.stones(owner) | point.into();
    beyond.len() < MOST / 2 && beyond.border(position.size()).is_subset(&wall)
}

/// The owner's blocks that have nothing but the space: guests in it, not its wall.
fn inside(position: &Position, owner: Color, space: &PointSet) -> PointSet {
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

/// The graph of a space; and the points a cell stands for, the opponent's and the owner's.
#[allow(clippy::type_complexity)]
pub(super) fn graph(
    position: &Position,
    owner: Color,
    space: &PointSet,
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
            None => {}
        }
    }
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
        match corners(position, owner, space, point, budget)? {
            Corners::Sound => {}
            Corners::False => cut(&mut graph, &mut names, i, None),
            Corners::Half(theirs, ours) => {
                let corner = graph.beside.len();
                graph.beside.push(0);
                graph.open |= 1 << corner;
                graph.wall |= 1 << corner;
                graph.beyond |= 1 << corner;
                names.push([theirs, ours]);
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
