//! Shapes: sets of points up to moving, turning and mirroring, each kept once.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use rustc_hash::FxHasher;

type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FxHasher>>;

/// The most points a local game can have.
pub const MOST_POINTS: usize = 64;

/// A cell of the grid: column, then row.
pub(crate) type Cell = (u8, u8);

/// The name of a shape in its collection.
pub(crate) type ShapeId = u32;

/// A set of cells in its normal place and turn. The cells are in order, row
/// by row; point `i` of a mask is the cell with that number.
pub(crate) struct Shape {
    pub(crate) cells: Box<[Cell]>,
    /// The points beside each point.
    pub(crate) beside: Box<[u64]>,
    /// The turns that map the shape to itself, the identity aside: the new
    /// point `i` is the old point `turn[i]`.
    pub(crate) turns: Box<[Box<[u8]>]>,
}

impl Shape {
    /// Cells in the order given, without normal form and turns.
    pub(crate) fn plain(cells: &[Cell]) -> Shape {
        Shape { cells: cells.into(), beside: neighbors(cells), turns: Box::default() }
    }

    /// All points.
    pub(crate) fn all(&self) -> u64 {
        full(self.cells.len())
    }

    /// The points beside some point of `set`, which may hold points of `set`.
    #[inline]
    pub(crate) fn border(&self, mut set: u64) -> u64 {
        let mut border = 0;
        while set != 0 {
            border |= self.beside[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        border
    }

    /// The points of `within` that are connected to `seed`.
    #[inline]
    pub(crate) fn flood(&self, seed: u64, within: u64) -> u64 {
        let (mut found, mut front) = (seed, seed);
        while front != 0 {
            front = self.border(front) & within & !found;
            found |= front;
        }
        found
    }
}

/// A part of a shape that is a shape itself.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) shape: ShapeId,
    /// Point `i` of the part is point `order[i]` of the whole.
    pub(crate) order: Box<[u8]>,
}

/// All shapes met so far.
#[derive(Default)]
pub(crate) struct Shapes {
    list: Vec<Arc<Shape>>,
    index: FastMap<Box<[Cell]>, ShapeId>,
    parts: FastMap<(ShapeId, u64), Part>,
}

impl Shapes {
    pub(crate) fn shape(&self, id: ShapeId) -> &Shape {
        &self.list[id as usize]
    }

    /// The shape, to hold while others are added.
    pub(crate) fn shared(&self, id: ShapeId) -> Arc<Shape> {
        Arc::clone(&self.list[id as usize])
    }

    /// The shape of these cells, at most [`MOST_POINTS`], and their order in it.
    pub(crate) fn intern(&mut self, cells: &[Cell]) -> Part {
        let (normal, orders) = normal_form(cells);
        let order = orders.into_iter().next().expect("there are eight turns");
        if let Some(&shape) = self.index.get(&normal) {
            return Part { shape, order };
        }
        let (_, turns) = normal_form(&normal);
        let identity = |turn: &[u8]| turn.iter().enumerate().all(|(i, &old)| i == usize::from(old));
        let shape = self.list.len() as ShapeId;
        self.list.push(Arc::new(Shape {
            beside: neighbors(&normal),
            turns: turns.into_iter().filter(|turn| !identity(turn)).collect(),
            cells: normal.clone(),
        }));
        self.index.insert(normal, shape);
        Part { shape, order }
    }

    /// The shape of the points `set` of another shape.
    pub(crate) fn part(&mut self, whole: ShapeId, set: u64) -> Part {
        if let Some(part) = self.parts.get(&(whole, set)) {
            return part.clone();
        }
        let points: Vec<u8> =
            (0..MOST_POINTS as u8).filter(|&point| set >> point & 1 == 1).collect();
        let cells: Vec<Cell> =
            points.iter().map(|&point| self.shape(whole).cells[usize::from(point)]).collect();
        let mut part = self.intern(&cells);
        for old in part.order.iter_mut() {
            *old = points[usize::from(*old)];
        }
        self.parts.insert((whole, set), part.clone());
        part
    }
}

/// The mask of the first `count` points.
pub(crate) fn full(count: usize) -> u64 {
    if count == 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Which points are beside each of these cells.
pub(crate) fn neighbors(cells: &[Cell]) -> Box<[u64]> {
    let beside = |&(x, y): &Cell| {
        let touches = |&(u, v): &Cell| x.abs_diff(u) + y.abs_diff(v) == 1;
        (0..cells.len()).filter(|&i| touches(&cells[i])).fold(0, |mask, i| mask | 1 << i)
    };
    cells.iter().map(beside).collect()
}

/// The least of the eight turned and mirrored forms, with every order of the
/// cells that gives it.
pub(crate) fn normal_form(cells: &[Cell]) -> (Box<[Cell]>, Vec<Box<[u8]>>) {
    let mut best: Option<Vec<Cell>> = None;
    let mut orders: Vec<Box<[u8]>> = Vec::new();
    for turn in 0..8 {
        let turned: Vec<(i16, i16)> = cells.iter().map(|&cell| turn_cell(cell, turn)).collect();
        let left = turned.iter().map(|c| c.0).min().unwrap_or(0);
        let top = turned.iter().map(|c| c.1).min().unwrap_or(0);
        let mut order: Vec<u8> = (0..cells.len() as u8).collect();
        let place = |i: u8| {
            let (x, y) = turned[usize::from(i)];
            ((x - left) as u8, (y - top) as u8)
        };
        order.sort_unstable_by_key(|&i| {
            let (x, y) = place(i);
            (y, x)
        });
        let form: Vec<Cell> = order.iter().map(|&i| place(i)).collect();
        match best.as_ref().map(|best| form.cmp(best)) {
            Some(std::cmp::Ordering::Greater) => {}
            Some(std::cmp::Ordering::Equal) => {
                if !orders.iter().any(|known| **known == *order) {
                    orders.push(order.into());
                }
            }
            _ => {
                best = Some(form);
                orders = vec![order.into()];
            }
        }
    }
    (best.unwrap_or_default().into(), orders)
}

fn turn_cell((x, y): Cell, turn: u8) -> (i16, i16) {
    let (x, y) = (i16::from(x), i16::from(y));
    let (x, y) = if turn & 4 == 0 { (x, y) } else { (y, x) };
    (if turn & 1 == 0 { x } else { -x }, if turn & 2 == 0 { y } else { -y })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_shapes_are_one() {
        let mut shapes = Shapes::default();
        let knight = shapes.intern(&[(3, 3), (4, 3), (5, 3), (5, 4)]);
        let turned = shapes.intern(&[(0, 7), (1, 7), (0, 8), (0, 9)]);
        assert_eq!(knight.shape, turned.shape);
        assert_eq!(shapes.shape(knight.shape).turns.len(), 0);
        let square = shapes.intern(&[(0, 0), (1, 0), (0, 1), (1, 1)]);
        assert_eq!(shapes.shape(square.shape).turns.len(), 7);
        assert_eq!(shapes.list.len(), 2);
    }

    #[test]
    fn a_part_keeps_its_neighbors() {
        let mut shapes = Shapes::default();
        let cells: Vec<Cell> = (0..5).flat_map(|y| (0..4).map(move |x| (x, y))).collect();
        let whole = shapes.intern(&cells).shape;
        let set = 0b0011_0110_0100_1100_1000;
        let part = shapes.part(whole, set);
        let (whole, small) = (shapes.shape(whole), shapes.shape(part.shape));
        assert_eq!(part.order.len() as u32, set.count_ones());
        for (i, &old) in part.order.iter().enumerate() {
            let seen = (0..part.order.len()).filter(|&j| small.beside[i] >> j & 1 == 1);
            let seen = seen.fold(0, |mask, j| mask | 1u64 << part.order[j]);
            assert_eq!(seen, whole.beside[usize::from(old)] & set);
        }
    }
}
