//! The truth about a whole small board by plain minimax over all its positions,
//! written without anything of the solver: no areas, no safety, no games.
//!
//! **Area scoring.** Both sides may pass, two passes end the game, and every
//! stone on the board counts with the empty points that reach its color only.
//!
//! **Territory scoring.** Passes are free, and prisoners count. When two passes
//! have ended the game, who is dead is found by play in which every pass costs a
//! prisoner and both make equally many moves, as in a confirmation phase of
//! real rules; the side whose turn it is begins. With b and w stones on the
//! board at that moment and equally many moves of both,
//!
//! ```text
//! territory + prisoners at the end = area at the end − (b − w)
//! ```
//!
//! since every move of the confirmation either leaves a stone on the board or
//! hands over a prisoner. So the score is the area truth of the final position
//! less the stones on it, plus the prisoners taken before. Points surrounded by
//! stones in seki do not count: those beside blocks with a neutral liberty.
//!
//! **Repetition.** A ko may not be taken back at once; nothing else is forbidden.
//! A line that never ends is lost, once for Black and once for White; between
//! the two lies the score however longer cycles are ruled.
//!
//! Blocks may be declared immortal (walls): those that live unconditionally by
//! Benson's theorem, whose definition [`Grid::alive`] follows word by word.

use rustc_hash::FxHashMap;

use super::grid::{COLORS, Grid};

/// Between which the score lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) low: i32,
    pub(crate) high: i32,
}

impl Span {
    pub(crate) fn exact(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Area = 0,
    Territory = 2,
}

/// Low and high of: area, area without points in seki, territory.
type Six = [i8; 6];

const LOST: i8 = -128;
const WON: i8 = 127;
const START: Six = [LOST, WON, LOST, WON, LOST, WON];

/// The truth about every position on the open points of a board.
pub(crate) struct Oracle {
    /// The points that may change, in the order that positions count them.
    pub(crate) open: Vec<usize>,
    /// The size of the board.
    points: i32,
    ground: Ground,
    /// For each position: with Black, and with White to move.
    values: Vec<[Six; 2]>,
    /// The same for the side that may not take back a ko, by position and point.
    banned: FxHashMap<(u32, u32), Six>,
    /// Area as the stones stand: all points, and without those in seki.
    counts: Vec<[i8; 2]>,
    pub(crate) sweeps: usize,
}

/// The points that may change and what is around them.
struct Ground {
    beside: Vec<u32>,
    /// The open points beside walls of each color.
    near: [u32; 2],
    /// What the walls and their eyes count: area, and territory.
    fixed: [i32; 2],
    suicide: bool,
    /// The value of each mask in base three.
    ternary: Vec<u32>,
}

impl Oracle {
    /// The open points: all but walls and the small eyes of walls.
    pub(crate) fn open_points(grid: &Grid) -> Vec<usize> {
        let eyes = wall_eyes(grid);
        let free = |p: &usize| b".xo".contains(&grid.cells[*p]) && !eyes.contains(p);
        (0..grid.cells.len()).filter(free).collect()
    }

    pub(crate) fn new(grid: &Grid, suicide: bool) -> Oracle {
        let ground = Ground::new(grid, suicide);
        let n = ground.beside.len();
        let total = 3usize.pow(n as u32);
        let mut oracle = Oracle {
            open: Oracle::open_points(grid),
            points: grid.cells.len() as i32,
            values: vec![[START; 2]; total],
            banned: FxHashMap::default(),
            counts: vec![[0; 2]; total],
            ground,
            sweeps: 0,
        };
        let mut legal = vec![false; total];
        for (code, legal) in legal.iter_mut().enumerate() {
            let stones = decode(code, n);
            *legal = oracle.ground.is_legal(stones);
            if *legal {
                oracle.counts[code] = oracle.ground.count(stones);
            }
        }
        while oracle.sweep(&legal) && oracle.sweeps < 400 {}
        oracle
    }

    /// The score of a board with `first` to move.
    pub(crate) fn score(&self, grid: &Grid, first: usize, count: Count) -> Span {
        self.span(self.values[self.code(grid)][first], count)
    }

    fn span(&self, six: Six, count: Count) -> Span {
        let i = 2 * count as usize;
        let fixed = self.ground.fixed[usize::from(count == Count::Territory)];
        let number = |value: i8| i32::from(value) + fixed;
        let (low, high) = (six[i], six[i + 1]);
        // Under area scoring nobody gets more than the board.
        let least = if count == Count::Area { -self.points } else { i32::MIN + 1 };
        Span {
            low: if low == LOST { least } else { number(low) },
            high: if high == WON { -least } else { number(high) },
        }
    }

    fn code(&self, grid: &Grid) -> usize {
        let mask = |color: usize| {
            let own = self.open.iter().enumerate().filter(|&(_, &p)| grid.is(p, color));
            own.fold(0, |mask, (i, _)| mask | 1usize << i)
        };
        (self.ground.ternary[mask(0)] + 2 * self.ground.ternary[mask(1)]) as usize
    }

    /// Weighs every position once more; false when nothing changes. Stones make
    /// codes greater, so going down only captures wait for another sweep.
    fn sweep(&mut self, legal: &[bool]) -> bool {
        self.sweeps += 1;
        let n = self.ground.beside.len();
        let mut changed = false;
        for code in (0..legal.len()).rev().filter(|&code| legal[code]) {
            let stones = decode(code, n);
            // Every play of each side, and the kos among them.
            let mut plays = [[LOST; 6], [WON; 6]];
            let mut kos: Vec<(usize, u32)> = Vec::new();
            let mut lists = [Vec::new(), Vec::new()];
            for color in [0, 1] {
                for p in 0..n as u32 {
                    if (stones[0] | stones[1]) >> p & 1 == 1 {
                        continue;
                    }
                    let Some(played) = self.ground.play(stones, color, 1 << p) else { continue };
                    let six = self.after(&played, color);
                    if played.ko.is_some() {
                        kos.push((color, p));
                    }
                    lists[color].push((p, six));
                    plays[color] = best(color, plays[color], six);
                }
            }
            let [area, taxed] = self.counts[code];
            let stone_count = stones[0].count_ones() as i32 - stones[1].count_ones() as i32;
            let old = self.values[code];
            // After the opponent's pass, a pass ends the game; in territory scoring
            // the opponent begins the confirmation.
            let answers = [0, 1].map(|color: usize| {
                let confirmed = |i: usize| plus(old[1 - color][2 + i], -stone_count);
                let ends = [area, area, taxed, taxed, confirmed(0), confirmed(1)];
                best(color, plays[color], ends)
            });
            let new = [0, 1].map(|color: usize| best(color, plays[color], answers[1 - color]));
            for (color, ban) in kos {
                let mut six = answers[1 - color];
                for &(_, other) in lists[color].iter().filter(|&&(p, _)| p != ban) {
                    six = best(color, six, other);
                }
                changed |= self.banned.insert((code as u32, ban), six) != Some(six);
            }
            if new != old {
                changed = true;
                self.values[code] = new;
            }
        }
        changed
    }
}

impl Oracle {
    /// What a move leads to, the opponent to move.
    fn after(&self, played: &Played, color: usize) -> Six {
        let code = self.ground.code(played.stones);
        let mut six = match played.ko {
            Some(ban) => self.banned.get(&(code as u32, ban)).copied().unwrap_or(START),
            None => self.values[code][1 - color],
        };
        for value in &mut six[4..] {
            *value = plus(*value, played.gain);
        }
        six
    }

    /// The score after a move of `color` on the point `p` of a board.
    pub(crate) fn score_after(&self, grid: &Grid, color: usize, p: usize, count: Count) -> Span {
        let place = self.open.iter().position(|&q| q == p).expect("an open point");
        let stones = decode(self.code(grid), self.open.len());
        let played = self.ground.play(stones, color, 1 << place).expect("a legal move");
        self.span(self.after(&played, color), count)
    }
}

/// What a move does.
struct Played {
    stones: [u32; 2],
    /// Prisoners for Black.
    gain: i32,
    /// The point of a ko that may not be taken back at once.
    ko: Option<u32>,
}

fn best(color: usize, a: Six, b: Six) -> Six {
    std::array::from_fn(|i| better(color, a[i], b[i]))
}

/// The better of two scores for a color.
fn better(color: usize, a: i8, b: i8) -> i8 {
    if color == 0 { a.max(b) } else { a.min(b) }
}

/// A score and some points; never-ending lines stay what they are.
fn plus(value: i8, points: i32) -> i8 {
    match value {
        LOST | WON => value,
        _ => (i32::from(value) + points).clamp(-120, 120) as i8,
    }
}

fn decode(mut code: usize, n: usize) -> [u32; 2] {
    let mut stones = [0, 0];
    for i in 0..n {
        match code % 3 {
            1 => stones[0] |= 1 << i,
            2 => stones[1] |= 1 << i,
            _ => {}
        }
        code /= 3;
    }
    stones
}

/// Empty regions of one or two points that only walls of one color surround:
/// nobody can live there, so nobody plays there.
fn wall_eyes(grid: &Grid) -> Vec<usize> {
    let mut eyes = Vec::new();
    for p in (0..grid.cells.len()).filter(|&p| grid.cells[p] == b'.') {
        let region = grid.component(p, |q| b".xo".contains(&grid.cells[q]));
        let owned = |color: usize| {
            region.iter().flat_map(|&q| grid.neighbors(q)).all(|q| {
                region.contains(&q) || grid.cells[q] == COLORS[color].0 || grid.cells[q] == b'#'
            })
        };
        let empty = region.iter().all(|&q| grid.cells[q] == b'.');
        let walled =
            region.iter().flat_map(|&q| grid.neighbors(q)).any(|q| b"XO".contains(&grid.cells[q]));
        if region.len() <= 2 && empty && walled && (owned(0) || owned(1)) {
            eyes.push(p);
        }
    }
    eyes
}

impl Ground {
    fn new(grid: &Grid, suicide: bool) -> Ground {
        let open = Oracle::open_points(grid);
        assert!(open.len() <= 16, "too large for a table\n{}", grid.text());
        let number = |p: usize| open.iter().position(|&q| q == p);
        let beside = open.iter().map(|&p| {
            let near = grid.neighbors(p).into_iter().filter_map(number);
            near.fold(0, |mask, i| mask | 1 << i)
        });
        let near = [0, 1].map(|color: usize| {
            let wall =
                |p: usize| grid.neighbors(p).iter().any(|&q| grid.cells[q] == COLORS[color].0);
            let beside = open.iter().enumerate().filter(|&(_, &p)| wall(p));
            beside.fold(0, |mask, (i, _)| mask | 1 << i)
        });
        let mut fixed = [0, 0];
        for (color, sign) in [(0, 1), (1, -1)] {
            fixed[0] += sign * grid.cells.iter().filter(|&&c| c == COLORS[color].0).count() as i32;
            for p in wall_eyes(grid) {
                let own = grid.neighbors(p).iter().any(|&q| grid.cells[q] == COLORS[color].0);
                let own = own
                    || grid.neighbors(p).iter().any(|&q| {
                        grid.cells[q] == b'.'
                            && grid.neighbors(q).iter().any(|&r| grid.cells[r] == COLORS[color].0)
                    });
                fixed[0] += sign * i32::from(own);
                fixed[1] += sign * i32::from(own);
            }
        }
        let ternary = (0..1usize << open.len())
            .map(|mask| (0..open.len()).rev().fold(0, |code, i| 3 * code + (mask >> i & 1) as u32));
        Ground { beside: beside.collect(), near, fixed, suicide, ternary: ternary.collect() }
    }

    fn code(&self, stones: [u32; 2]) -> usize {
        (self.ternary[stones[0] as usize] + 2 * self.ternary[stones[1] as usize]) as usize
    }

    fn border(&self, mut set: u32) -> u32 {
        let mut border = 0;
        while set != 0 {
            border |= self.beside[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        border
    }

    fn flood(&self, seed: u32, within: u32) -> u32 {
        let mut found = seed;
        loop {
            let more = found | self.border(found) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    fn breathes(&self, stones: [u32; 2], color: usize, block: u32) -> bool {
        block & self.near[color] != 0 || self.border(block) & !(stones[0] | stones[1]) != 0
    }

    fn is_legal(&self, stones: [u32; 2]) -> bool {
        [0, 1].into_iter().all(|color| {
            let mut rest = stones[color];
            while rest != 0 {
                let block = self.flood(rest & rest.wrapping_neg(), stones[color]);
                if !self.breathes(stones, color, block) {
                    return false;
                }
                rest &= !block;
            }
            true
        })
    }

    fn play(&self, mut stones: [u32; 2], color: usize, bit: u32) -> Option<Played> {
        let enemy = 1 - color;
        stones[color] |= bit;
        let mut taken = 0;
        let mut beside = self.border(bit) & stones[enemy];
        while beside != 0 {
            let block = self.flood(beside & beside.wrapping_neg(), stones[enemy]);
            if !self.breathes(stones, enemy, block) {
                taken |= block;
            }
            beside &= !block;
        }
        stones[enemy] &= !taken;
        let mut gain = taken.count_ones() as i32;
        let block = self.flood(bit, stones[color]);
        if !self.breathes(stones, color, block) {
            // One stone alone would come back to the same board.
            if !self.suicide || block == bit {
                return None;
            }
            stones[color] &= !block;
            gain = -(block.count_ones() as i32);
        }
        let empty = !(stones[0] | stones[1]);
        let alone =
            block == bit && self.border(bit) & empty == taken && bit & self.near[color] == 0;
        let ko = (gain == 1 && alone).then_some(taken.trailing_zeros());
        Some(Played { stones, gain: if color == 0 { gain } else { -gain }, ko })
    }

    /// Stones and surrounded points, Black minus White; then without the points
    /// beside blocks that have a neutral liberty.
    fn count(&self, stones: [u32; 2]) -> [i8; 2] {
        let all = (1u32 << self.beside.len()).wrapping_sub(1);
        let empty = all & !(stones[0] | stones[1]);
        let reaches = |region: u32, color: usize| {
            region & self.near[color] != 0 || self.border(region) & stones[color] != 0
        };
        let mut neutral = 0;
        let mut owned = Vec::new();
        let mut rest = empty;
        while rest != 0 {
            let region = self.flood(rest & rest.wrapping_neg(), empty);
            rest &= !region;
            match [reaches(region, 0), reaches(region, 1)] {
                [true, false] => owned.push((region, 0)),
                [false, true] => owned.push((region, 1)),
                _ => neutral |= region,
            }
        }
        let mut count = [(stones[0].count_ones() as i8) - (stones[1].count_ones() as i8); 2];
        for (region, color) in owned {
            let points = if color == 0 { 1 } else { -1 } * region.count_ones() as i8;
            count[0] += points;
            let blocks = self.flood(self.border(region) & stones[color], stones[color]);
            // What is connected to a wall lives by the wall.
            let mortal = blocks & !self.flood(blocks & self.near[color], blocks);
            if self.border(mortal) & neutral == 0 {
                count[1] += points;
            }
        }
        count
    }
}
