//! Stones on a padded board, as blocks with exact liberty counts.
//!
//! A block is named by its *anchor*, one of its stones. Its stones form a
//! circular list through `next`; size and liberty count stand at the anchor.
//! Putting a stone touches only the blocks around it:
//!
//! - each block beside the point loses one liberty;
//! - a captured block gives each block beside each of its stones one liberty;
//! - own blocks are joined into the largest of them, and a liberty of a smaller
//!   one counts as new only if it touches no stone of the larger one.
//!
//! Nothing on captured points is erased but the stone: their list, anchor and
//! counts wait there until the capture is undone. That is sound because undo
//! goes strictly backward, and a stone put on such a point saves what it found.

use crate::color::Color;
use crate::point::{CELLS, Point, STRIDE, Size};
use crate::set::PointSet;
use crate::zobrist;

/// What a cell of the padded board holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Cell {
    Black = 0,
    White = 1,
    Empty = 2,
    Border = 3,
}

impl Cell {
    #[inline]
    pub(crate) fn of(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }

    #[inline]
    pub(crate) fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            _ => None,
        }
    }
}

/// What putting a stone changed, as much as is needed to take it back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    point: Point,
    color: Color,
    /// What stood in the tables at the point.
    old: Tables,
    /// Anchors of the captured blocks.
    pub(crate) captured: Few,
    /// The largest own neighbour, its stones and liberties before the joining.
    root: u16,
    root_stones: u16,
    root_liberties: u16,
    /// Anchors of the other own neighbours.
    joined: Few,
    /// Whether the stone took its own block off.
    pub(crate) suicide: bool,
    /// Number of stones that left the board.
    pub(crate) removed: u16,
}

/// The table entries of one cell.
#[derive(Clone, Copy, Debug)]
struct Tables {
    next: u16,
    anchor: u16,
    stones: u16,
    liberties: u16,
}

/// At most four different anchors.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Few {
    len: u8,
    items: [u16; 4],
}

impl Few {
    #[inline]
    fn add(&mut self, item: u16) {
        if !self.as_slice().contains(&item) {
            self.items[self.len as usize] = item;
            self.len += 1;
        }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.items[..self.len as usize]
    }
}

/// The stones on the board and their blocks.
#[derive(Clone)]
pub(crate) struct Blocks {
    cells: [Cell; CELLS],
    next: [u16; CELLS],
    anchor: [u16; CELLS],
    stones: [u16; CELLS],
    liberties: [u16; CELLS],
    sets: [PointSet; 2],
    hash: u64,
}

impl Blocks {
    pub(crate) fn new(size: Size) -> Blocks {
        let mut cells = [Cell::Border; CELLS];
        for point in size.points() {
            cells[point.index()] = Cell::Empty;
        }
        Blocks {
            cells,
            next: [0; CELLS],
            anchor: [0; CELLS],
            stones: [0; CELLS],
            liberties: [0; CELLS],
            sets: [PointSet::EMPTY; 2],
            hash: 0,
        }
    }

    #[inline]
    pub(crate) fn cell(&self, index: usize) -> Cell {
        self.cells[index]
    }

    #[inline]
    pub(crate) fn anchor(&self, index: usize) -> usize {
        self.anchor[index] as usize
    }

    /// The liberties of the block that the stone at `index` belongs to.
    #[inline]
    pub(crate) fn liberties(&self, index: usize) -> usize {
        self.liberties[self.anchor(index)] as usize
    }

    /// The stones of the block that the stone at `index` belongs to.
    #[inline]
    pub(crate) fn stones(&self, index: usize) -> usize {
        self.stones[self.anchor(index)] as usize
    }

    /// The stone after this one in its block's circular list.
    #[inline]
    pub(crate) fn next(&self, index: usize) -> usize {
        self.next[index] as usize
    }

    #[inline]
    pub(crate) fn set(&self, color: Color) -> &PointSet {
        &self.sets[color.index()]
    }

    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// Puts a stone on an empty point and takes captured stones off.
    pub(crate) fn place(&mut self, color: Color, point: Point) -> Placed {
        let i = point.index();
        debug_assert_eq!(self.cells[i], Cell::Empty);
        let own = Cell::of(color);
        let old = Tables {
            next: self.next[i],
            anchor: self.anchor[i],
            stones: self.stones[i],
            liberties: self.liberties[i],
        };
        self.put(color, point);
        let (friends, enemies) = self.around(i, own);
        for &friend in friends.as_slice() {
            self.liberties[friend as usize] -= 1;
        }
        let mut captured = Few::default();
        let mut removed = 0;
        for &enemy in enemies.as_slice() {
            self.liberties[enemy as usize] -= 1;
            if self.liberties[enemy as usize] == 0 {
                captured.add(enemy);
                removed += self.stones[enemy as usize];
            }
        }
        for &block in captured.as_slice() {
            self.take_off(block, color.opponent(), i);
        }

        self.next[i] = i as u16;
        self.anchor[i] = i as u16;
        self.stones[i] = 1;
        self.liberties[i] =
            neighbors(i).iter().filter(|&&n| self.cells[n] == Cell::Empty).count() as u16;

        let root = friends
            .as_slice()
            .iter()
            .copied()
            .max_by_key(|&f| self.stones[f as usize])
            .unwrap_or(i as u16);
        let mut placed = Placed {
            point,
            color,
            old,
            captured,
            root,
            root_stones: self.stones[root as usize],
            root_liberties: self.liberties[root as usize],
            joined: Few::default(),
            suicide: false,
            removed,
        };
        if root as usize != i {
            self.join(root, i as u16, own);
            for &friend in friends.as_slice() {
                if friend != root {
                    self.join(root, friend, own);
                    placed.joined.add(friend);
                }
            }
        }
        if self.liberties[root as usize] == 0 {
            placed.suicide = true;
            placed.removed = self.stones[root as usize];
            self.take_off(root, color, CELLS);
        }
        placed
    }

    /// Takes back the latest stone.
    pub(crate) fn take_back(&mut self, placed: &Placed) {
        let Placed { point, color, root, .. } = *placed;
        let i = point.index();
        if placed.suicide {
            self.put_back(root, color, CELLS);
        }
        if root as usize != i {
            for &friend in placed.joined.as_slice().iter().rev() {
                self.part(root, friend);
            }
            self.part(root, i as u16);
        }
        self.stones[root as usize] = placed.root_stones;
        self.liberties[root as usize] = placed.root_liberties;
        for &block in placed.captured.as_slice().iter().rev() {
            self.put_back(block, color.opponent(), i);
        }
        self.lift(color, point);
        let (friends, enemies) = self.around(i, Cell::of(color));
        for &block in friends.as_slice().iter().chain(enemies.as_slice()) {
            self.liberties[block as usize] += 1;
        }
        self.next[i] = placed.old.next;
        self.anchor[i] = placed.old.anchor;
        self.stones[i] = placed.old.stones;
        self.liberties[i] = placed.old.liberties;
    }

    /// The different blocks beside a cell: of color `own`, and of the other color.
    #[inline]
    pub(crate) fn around(&self, i: usize, own: Cell) -> (Few, Few) {
        let (mut friends, mut enemies) = (Few::default(), Few::default());
        for n in neighbors(i) {
            match self.cells[n] {
                Cell::Empty | Cell::Border => {}
                cell if cell == own => friends.add(self.anchor[n]),
                _ => enemies.add(self.anchor[n]),
            }
        }
        (friends, enemies)
    }

    /// Joins the smaller block `small` into `root`.
    fn join(&mut self, root: u16, small: u16, own: Cell) {
        let mut s = small as usize;
        let mut fresh = 0;
        loop {
            for l in neighbors(s) {
                if self.cells[l] == Cell::Empty
                    && !neighbors(l).iter().any(|&n| self.cells[n] == own && self.anchor[n] == root)
                {
                    fresh += 1;
                }
            }
            self.anchor[s] = root;
            s = self.next[s] as usize;
            if s == small as usize {
                break;
            }
        }
        self.liberties[root as usize] += fresh;
        self.stones[root as usize] += self.stones[small as usize];
        self.next.swap(root as usize, small as usize);
    }

    /// Undoes the latest `join`, but for the counts at the root.
    fn part(&mut self, root: u16, small: u16) {
        self.next.swap(root as usize, small as usize);
        let mut s = small as usize;
        loop {
            self.anchor[s] = small;
            s = self.next[s] as usize;
            if s == small as usize {
                break;
            }
        }
    }

    /// Takes a block off the board; the blocks beside it gain liberties, except
    /// the stone at `skip`, which is not in a block yet.
    fn take_off(&mut self, block: u16, color: Color, skip: usize) {
        self.each_stone_beside_others(block, color, skip, true);
    }

    /// The reverse of [`Blocks::take_off`].
    fn put_back(&mut self, block: u16, color: Color, skip: usize) {
        self.each_stone_beside_others(block, color, skip, false);
    }

    fn each_stone_beside_others(&mut self, block: u16, color: Color, skip: usize, off: bool) {
        let other = Cell::of(color.opponent());
        let mut s = block as usize;
        loop {
            let point = Point::from_index(s).expect("stones lie on points");
            let mut beside = Few::default();
            for n in neighbors(s) {
                if self.cells[n] == other && n != skip {
                    beside.add(self.anchor[n]);
                }
            }
            if off {
                self.lift(color, point);
                for &b in beside.as_slice() {
                    self.liberties[b as usize] += 1;
                }
            } else {
                self.put(color, point);
                for &b in beside.as_slice() {
                    self.liberties[b as usize] -= 1;
                }
            }
            s = self.next[s] as usize;
            if s == block as usize {
                break;
            }
        }
    }

    #[inline]
    fn put(&mut self, color: Color, point: Point) {
        self.cells[point.index()] = Cell::of(color);
        self.sets[color.index()].insert(point);
        self.hash ^= zobrist::stone(color, point);
    }

    #[inline]
    fn lift(&mut self, color: Color, point: Point) {
        self.cells[point.index()] = Cell::Empty;
        self.sets[color.index()].remove(point);
        self.hash ^= zobrist::stone(color, point);
    }
}

/// The four cells beside a cell that is not on the border.
#[inline]
pub(crate) fn neighbors(i: usize) -> [usize; 4] {
    [i + STRIDE, i - 1, i + 1, i - STRIDE]
}
