//! Hashes of the patterns around every point, kept up to date move by move.
//!
//! A pattern is what stands on the points of a shape around a centre where a
//! player is to move: own stones, the opponent's stones, empty points, and points
//! beyond the edge. Two patterns are the same if one of the eight symmetries of
//! the board maps one onto the other; the colors count as seen by the player to
//! move. So there are sixteen orientations of each (Harrison 2010, section 3.3.2).
//!
//! The hash of a pattern in one orientation is the exclusive or of one key for
//! each stone and edge point. A stone that comes or goes changes, for every
//! centre whose shape contains it, the hash of one ring in all orientations. The
//! name of a pattern is the least of its eight hashes.

use board::{Color, Point, PointSet, Position, Size};

use crate::shape::{Family, MOST_LEVELS, REACH, turn};

/// One hash for each of the eight symmetries.
pub type Turned = [u64; 8];

/// The patterns around all points of a board, for both players.
#[derive(Clone)]
pub struct Nested {
    size: Size,
    family: Family,
    levels: usize,
    stones: [PointSet; 2],
    /// The hash of each ring, by player, centre and level.
    rings: Vec<Turned>,
    /// The offsets of the shape with their level and their keys.
    offsets: Vec<Offset>,
}

#[derive(Clone, Copy)]
struct Offset {
    dx: i8,
    dy: i8,
    level: usize,
    own: Turned,
    other: Turned,
}

/// What a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A stone of the player to move.
    Own,
    /// A stone of the other player.
    Other,
    /// Beyond the edge of the board.
    Edge,
    /// A mark of the caller's: a liberty count, the latest move and the like.
    Mark(u8),
}

/// The keys of something at an offset, one for each symmetry.
pub fn keys(dx: i8, dy: i8, content: Content) -> Turned {
    let kind = match content {
        Content::Own => 1,
        Content::Other => 2,
        Content::Edge => 3,
        Content::Mark(mark) => 4 + u64::from(mark),
    };
    std::array::from_fn(|symmetry| {
        let (x, y) = turn(symmetry, dx, dy);
        let place = (i64::from(x) + 64) as u64 * 128 + (i64::from(y) + 64) as u64;
        mix(place * 1024 + kind)
    })
}

/// Adds what `keys` stands for to hashes, or takes it away.
#[inline]
pub fn toggle(hashes: &mut Turned, keys: &Turned) {
    for (hash, key) in hashes.iter_mut().zip(keys) {
        *hash ^= key;
    }
}

impl Nested {
    /// The patterns of the empty board.
    pub fn new(size: Size, family: Family) -> Nested {
        let levels = family.levels().len();
        let offsets: Vec<Offset> = family
            .offsets()
            .into_iter()
            .map(|(dx, dy, level)| Offset {
                dx,
                dy,
                level,
                own: keys(dx, dy, Content::Own),
                other: keys(dx, dy, Content::Other),
            })
            .collect();
        let mut rings = vec![[0; 8]; 2 * size.area() * levels];
        for centre in size.points() {
            for offset in &offsets {
                if beside(size, centre, offset.dx, offset.dy).is_none() {
                    let edge = keys(offset.dx, offset.dy, Content::Edge);
                    for player in 0..2 {
                        let i = (player * size.area() + place(size, centre)) * levels;
                        toggle(&mut rings[i + offset.level], &edge);
                    }
                }
            }
        }
        Nested { size, family, levels, stones: [PointSet::EMPTY; 2], rings, offsets }
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The family of shapes.
    pub fn family(&self) -> Family {
        self.family
    }

    /// Follows the position: only what has changed since the last time costs work.
    /// The position must be on a board of the same size.
    pub fn update(&mut self, position: &Position) {
        debug_assert_eq!(self.size, position.size());
        for color in Color::BOTH {
            let now = *position.stones(color);
            let changed = now ^ self.stones[color.index()];
            for point in &changed {
                self.toggle_stone(color, point);
            }
            self.stones[color.index()] = now;
        }
    }

    fn toggle_stone(&mut self, color: Color, point: Point) {
        let area = self.size.area();
        let (own, other) = (color.index() * area, color.opponent().index() * area);
        let (width, height) = (self.size.width() as i32, self.size.height() as i32);
        let (column, row) = (point.column() as i32, point.row() as i32);
        for offset in &self.offsets {
            let (x, y) = (column - i32::from(offset.dx), row - i32::from(offset.dy));
            if x < 0 || y < 0 || x >= width || y >= height {
                continue;
            }
            let centre = (y * width + x) as usize;
            toggle(&mut self.rings[(own + centre) * self.levels + offset.level], &offset.own);
            toggle(&mut self.rings[(other + centre) * self.levels + offset.level], &offset.other);
        }
    }

    /// The names of the patterns around `centre` for `color` to move, the smallest
    /// level first. What the caller adds (see [`keys`]) belongs to every level.
    #[inline]
    pub fn names(&self, color: Color, centre: Point, added: &Turned) -> Names {
        let mut names = Names { names: [0; MOST_LEVELS], levels: self.levels };
        for (level, name) in self.names_from(0, color, centre, added) {
            names.names[level] = name;
        }
        names
    }

    /// The same from level `first` on, each with its level, made when they are asked
    /// for: whoever stops at an unknown one does not pay for those beyond.
    #[inline]
    pub fn names_from(
        &self,
        first: usize,
        color: Color,
        centre: Point,
        added: &Turned,
    ) -> impl Iterator<Item = (usize, u64)> + use<'_> {
        let start = (color.index() * self.size.area() + place(self.size, centre)) * self.levels;
        let rings = &self.rings[start..start + self.levels];
        let mut hashes = *added;
        for ring in &rings[..first.min(self.levels)] {
            toggle(&mut hashes, ring);
        }
        rings.iter().enumerate().skip(first).map(move |(level, ring)| {
            toggle(&mut hashes, ring);
            (level, name(level, &hashes))
        })
    }
}

/// The names of nested patterns around a point.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    names: [u64; MOST_LEVELS],
    levels: usize,
}

impl Names {
    /// The names, the smallest level first.
    #[inline]
    pub fn as_slice(&self) -> &[u64] {
        &self.names[..self.levels]
    }
}

/// The least hash, told apart by its level: an empty ring adds nothing to a hash.
#[inline]
fn name(level: usize, hashes: &Turned) -> u64 {
    let least = hashes.iter().fold(u64::MAX, |least, &hash| least.min(hash));
    (least ^ LEVEL_KEYS[level]).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

const LEVEL_KEYS: [u64; MOST_LEVELS] = {
    let mut keys = [0; MOST_LEVELS];
    let mut level = 0;
    while level < MOST_LEVELS {
        keys[level] = mix(0x1e7e_1000 + level as u64);
        level += 1;
    }
    keys
};

#[inline]
fn place(size: Size, point: Point) -> usize {
    point.row() * size.width() + point.column()
}

fn beside(size: Size, point: Point, dx: i8, dy: i8) -> Option<Point> {
    debug_assert!(dx.abs() <= REACH && dy.abs() <= REACH);
    let column = point.column().checked_add_signed(isize::from(dx))?;
    let row = point.row().checked_add_signed(isize::from(dy))?;
    size.point(column, row)
}

/// The output function of SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::playout::Random;
    use board::{Move, Rules, Symmetry};
    use std::collections::HashMap;

    /// The slow, obvious pattern: what stands on each point of the level, in the
    /// least of the eight orientations (Harrison 2010, section 3.3.2).
    fn canonical(
        position: &Position,
        family: Family,
        level: usize,
        at: Point,
        color: Color,
    ) -> Vec<u8> {
        let size = position.size();
        let cells: HashMap<(i8, i8), u8> = family
            .offsets()
            .into_iter()
            .filter(|&(.., first)| first <= level)
            .map(|(dx, dy, _)| {
                let stone = beside(size, at, dx, dy).map(|point| position.stone(point));
                let code = match stone {
                    None => 3,
                    Some(None) => 0,
                    Some(Some(stone)) => {
                        if stone == color {
                            1
                        } else {
                            2
                        }
                    }
                };
                ((dx, dy), code)
            })
            .collect();
        let mut offsets: Vec<(i8, i8)> = cells.keys().copied().collect();
        offsets.sort_unstable();
        (0..8)
            .map(|symmetry| {
                offsets.iter().map(|&(dx, dy)| cells[&turn(symmetry, dx, dy)]).collect::<Vec<u8>>()
            })
            .max()
            .expect("there are eight")
    }

    fn random_game(side: usize, moves: usize, random: &mut Random) -> Vec<Position> {
        let size = Size::square(side).unwrap();
        let mut position = Position::new(size, Rules::chinese());
        let mut positions = vec![position.clone()];
        for _ in 0..moves {
            let color = position.to_play();
            let legal: Vec<Point> = position.legal_points(color).iter().collect();
            let mv = if legal.is_empty() {
                Move::Pass
            } else {
                Move::Play(legal[random.below(legal.len())])
            };
            position.play(color, mv).unwrap();
            positions.push(position.clone());
        }
        positions
    }

    #[test]
    fn names_are_equal_exactly_when_canonical_patterns_are() {
        let mut random = Random::new(3);
        for family in Family::ALL {
            let mut by_name: HashMap<u64, (usize, Vec<u8>)> = HashMap::new();
            let mut by_pattern: HashMap<(usize, Vec<u8>), u64> = HashMap::new();
            for _ in 0..4 {
                let mut nested = Nested::new(Size::square(7).unwrap(), family);
                for position in random_game(7, 60, &mut random) {
                    nested.update(&position);
                    for color in Color::BOTH {
                        for point in position.empty_points().iter().step_by(3) {
                            let names = nested.names(color, point, &[0; 8]);
                            for (level, &name) in names.as_slice().iter().enumerate() {
                                let slow =
                                    (level, canonical(&position, family, level, point, color));
                                assert_eq!(
                                    by_name.entry(name).or_insert_with(|| slow.clone()),
                                    &slow
                                );
                                assert_eq!(*by_pattern.entry(slow).or_insert(name), name);
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn turned_boards_and_exchanged_colors_have_the_same_names() {
        let mut random = Random::new(5);
        let game = random_game(9, 40, &mut random);
        let position = game.last().unwrap();
        let size = position.size();
        let mut nested = Nested::new(size, Family::Diamonds);
        nested.update(position);
        for symmetry in Symmetry::ALL {
            let mut setup = symmetry.setup(&position.setup());
            std::mem::swap(&mut setup.black, &mut setup.white);
            setup.ko = None;
            let turned = Position::from_setup(&setup, Rules::chinese()).unwrap();
            let mut there = Nested::new(size, Family::Diamonds);
            there.update(&turned);
            for point in &position.empty_points() {
                assert_eq!(
                    nested.names(Color::Black, point, &[0; 8]).as_slice(),
                    there.names(Color::White, symmetry.point(size, point), &[0; 8]).as_slice()
                );
            }
        }
    }
}
