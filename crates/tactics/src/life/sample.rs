//! Random enclosed groups in corners and on sides, for tests and measurements.

use board::{Color, Point, PointSet, Position, Rules, Setup, Size};

/// An enclosed group: Black's, inside a white wall that lives.
#[derive(Clone, Debug)]
pub struct Enclosed {
    /// The whole board.
    pub position: Position,
    /// The stones whose life is asked for.
    pub target: PointSet,
    /// The empty points inside the wall.
    pub free: PointSet,
}

/// A random enclosed group with so many empty points, by number.
///
/// The same number gives the same group. White fills the rest of a 9×9 board
/// but for two eyes.
pub fn enclosed(number: u64, empties: std::ops::RangeInclusive<usize>) -> Enclosed {
    let mut random = Random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1d);
    loop {
        if let Some(found) = attempt(&mut random, &empties) {
            return found;
        }
    }
}

fn attempt(random: &mut Random, empties: &std::ops::RangeInclusive<usize>) -> Option<Enclosed> {
    let size = Size::square(9).ok()?;
    let start = if random.below(2) == 0 { 0 } else { 2 + random.below(3) };
    let stones = random.below(4);
    let mut hole: PointSet = Point::new(start, 0).into();
    let wanted = empties.start() + random.below(empties.end() - empties.start() + 1);
    while hole.len() < wanted + stones {
        let border: Vec<Point> = hole.border(size).iter().filter(|p| p.row() < 6).collect();
        // Points near the start make rounder groups.
        let near = |p: &Point| p.column().abs_diff(start) + 2 * p.row();
        let (a, b) = (random.below(border.len()), random.below(border.len()));
        let pick = if near(&border[a]) <= near(&border[b]) { a } else { b };
        hole.insert(border[pick]);
    }
    let mut black = hole.border(size);
    let mut white = PointSet::board(size) - hole - black;
    white.remove(Point::new(8, 8));
    white.remove(Point::new(6, 8));
    let mut free = hole;
    let points: Vec<Point> = hole.iter().collect();
    for _ in 0..stones {
        let point = points[random.below(points.len())];
        let side = if random.below(3) == 0 { &mut black } else { &mut white };
        if free.remove(point) {
            side.insert(point);
        }
    }
    // Some of the ring is missing, or White's, and some of White's wall is liberties.
    let ring: Vec<Point> = black.iter().collect();
    for _ in 0..random.below(3) {
        let point = ring[random.below(ring.len())];
        if black.remove(point) {
            match random.below(3) {
                0 => _ = white.insert(point),
                _ => _ = free.insert(point),
            }
        }
    }
    let wall: Vec<Point> = (black.border(size) & white).iter().collect();
    for _ in 0..random.below(4) {
        let point = wall.get(random.below(wall.len().max(1))).copied()?;
        if white.remove(point) {
            free.insert(point);
        }
    }
    if !empties.contains(&free.len()) {
        return None;
    }
    let setup = Setup { size, black, white, to_play: Color::Black, ko: None, lost: [0, 0] };
    let position = Position::from_setup(&setup, Rules::japanese()).ok()?;
    let living = board::benson::unconditional(&position, Color::White).blocks;
    let target = black.components().max_by_key(PointSet::len)?;
    // The outer wall must live.
    let outer = white.component(Point::new(8, 7));
    (outer.is_subset(&living) && !outer.is_empty()).then_some(Enclosed { position, target, free })
}

/// A small generator of random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n.max(1) as u64) as usize
    }
}
