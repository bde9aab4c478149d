//! Finding all patterns of a library on a board.

use board::{Color, Point, PointSet, Position, Size, Symmetry};

use crate::map::{Kind, Map, State};
use crate::tree::Tree;

/// A pattern found on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Match {
    /// The number of the pattern in the library.
    pub pattern: u32,
    /// How the board must be turned so that the pattern lies upright.
    pub symmetry: Symmetry,
    /// Whether the colors are exchanged.
    pub exchanged: bool,
    /// The lower left of the pattern on the turned board.
    pub corner: Point,
}

impl Match {
    /// Where a place of the map lies on the board itself.
    pub fn point(&self, size: Size, x: u8, y: u8) -> Option<Point> {
        let turned = self.symmetry.size(size);
        let column = self.corner.column() + usize::from(x);
        let row = self.corner.row() + usize::from(y);
        let there = turned.point(column, row)?;
        Some(self.symmetry.inverse().point(turned, there))
    }
}

/// Which of the optimizations of Müller 1995, section 7.1, are wanted besides
/// incremental matching; for measuring what each is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The tree learns to ask where comparisons failed.
    pub adaptive: bool,
    /// Branches divide patterns as evenly as can be.
    pub balanced: bool,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { adaptive: true, balanced: true }
    }
}

/// Keeps the matches of a library on a board up to date.
///
/// The board is kept in eight orientations, each as overlapping tiles of 4×4
/// points, two bits a point, so that a comparison takes one step for each tile. A match knows which
/// points it depends on, and is made again only when one of them has changed
/// (optimization 1).
pub struct Matcher {
    size: Size,
    tuning: Tuning,
    patterns: Vec<Tiled>,
    trees: [Tree; 3],
    views: Vec<View>,
    trials: Vec<Trial>,
    stones: [PointSet; 2],
    stack: Vec<u32>,
    made: u64,
    possible: u64,
}

/// A map cut into tiles.
struct Tiled {
    map: Map,
    tiles: Vec<Tile>,
}

#[derive(Clone, Copy)]
struct Tile {
    x: u8,
    y: u8,
    mask: u32,
    /// Upright, and with the colors exchanged.
    values: [u32; 2],
}

/// The board in one orientation.
struct View {
    symmetry: Symmetry,
    size: Size,
    /// Two bits a cell, three for cells beyond the edge.
    tiles: Vec<u32>,
}

/// What was found in one orientation at one place.
struct Trial {
    kind: Kind,
    view: u8,
    exchanged: bool,
    x: u8,
    y: u8,
    fresh: bool,
    /// The points of the turned board that were looked at.
    depends: PointSet,
    found: Vec<u32>,
}

const OFF: u32 = 3;
/// Row length of the tile arrays: tiles begin on the board.
const ROW: usize = board::MAX_SIZE;

impl Matcher {
    /// For a library of maps and boards of one size.
    pub fn new(library: &[Map], size: Size, tuning: Tuning) -> Matcher {
        let patterns: Vec<Tiled> = library.iter().map(Tiled::new).collect();
        let maps: Vec<&Map> = library.iter().collect();
        let trees = Kind::ALL.map(|kind| {
            let numbers = (0..).zip(library).filter(|(_, map)| map.kind() == kind);
            Tree::new(&maps, numbers.map(|(number, _)| number).collect(), tuning.balanced)
        });
        let views: Vec<View> = Symmetry::ALL.into_iter().map(|s| View::new(s, size)).collect();
        let mut trials = Vec::new();
        for kind in Kind::ALL {
            if trees[kind as usize].len() == 0 {
                continue;
            }
            for (view, turned) in (0..).zip(&views) {
                for point in turned.size.points() {
                    let (x, y) = (point.column(), point.row());
                    if Map::may_lie(kind, turned.size, x, y) {
                        for exchanged in [false, true] {
                            trials.push(Trial {
                                kind,
                                view,
                                exchanged,
                                x: x as u8,
                                y: y as u8,
                                fresh: false,
                                depends: PointSet::EMPTY,
                                found: Vec::new(),
                            });
                        }
                    }
                }
            }
        }
        Matcher {
            size,
            tuning,
            patterns,
            trees,
            views,
            trials,
            stones: [PointSet::EMPTY; 2],
            stack: Vec::new(),
            made: 0,
            possible: 0,
        }
    }

    /// Follows the position: makes again what depends on changed points.
    pub fn update(&mut self, position: &Position) {
        debug_assert_eq!(self.size, position.size());
        let mut changed = PointSet::EMPTY;
        for color in Color::BOTH {
            changed |= *position.stones(color) ^ self.stones[color.index()];
            self.stones[color.index()] = *position.stones(color);
        }
        let turned: Vec<PointSet> =
            self.views.iter().map(|view| view.symmetry.set(self.size, &changed)).collect();
        for view in &mut self.views {
            for point in &changed {
                view.set(view.symmetry.point(self.size, point), State::of(position.stone(point)));
            }
        }
        self.possible += self.trials.len() as u64;
        for trial in &mut self.trials {
            let view = &self.views[trial.view as usize];
            if trial.fresh && !trial.depends.intersects(&turned[trial.view as usize]) {
                continue;
            }
            self.made += 1;
            let tree = &mut self.trees[trial.kind as usize];
            trial.run(tree, view, &self.patterns, self.tuning.adaptive, &mut self.stack);
        }
    }

    /// Makes every match again at the next update, whatever has changed.
    pub fn forget(&mut self) {
        for trial in &mut self.trials {
            trial.fresh = false;
        }
    }

    /// All matches of the board as it was at the latest update.
    pub fn matches(&self) -> impl Iterator<Item = Match> {
        self.trials.iter().flat_map(|trial| {
            let corner = Point::new(trial.x.into(), trial.y.into());
            let symmetry = self.views[trial.view as usize].symmetry;
            let exchanged = trial.exchanged;
            trial.found.iter().map(move |&pattern| Match { pattern, symmetry, exchanged, corner })
        })
    }

    /// How many trials were made, and how many there would have been without
    /// keeping what still holds.
    pub fn work(&self) -> (u64, u64) {
        (self.made, self.possible)
    }

    /// The number of nodes of the trees, which grow where comparisons fail.
    pub fn nodes(&self) -> usize {
        self.trees.iter().map(Tree::len).sum()
    }
}

impl Trial {
    fn run(
        &mut self,
        tree: &mut Tree,
        view: &View,
        patterns: &[Tiled],
        adaptive: bool,
        stack: &mut Vec<u32>,
    ) {
        self.fresh = true;
        self.found.clear();
        let (x, y) = (usize::from(self.x), usize::from(self.y));
        let exchanged = self.exchanged;
        let depends = std::cell::Cell::new(PointSet::EMPTY);
        let mark = |point: Point| {
            let mut points = depends.get();
            points.insert(point);
            depends.set(points);
        };
        let ask = |(dx, dy): (u8, u8)| {
            let point = view.size.point(x + usize::from(dx), y + usize::from(dy))?;
            mark(point);
            let code = view.cell(point.column(), point.row());
            Some(match code {
                1 if exchanged => 2,
                2 if exchanged => 1,
                code => code as usize,
            })
        };
        let found = &mut self.found;
        let compare = |numbers: &[u32]| {
            let pattern = &patterns[*numbers.first()? as usize];
            let mut wrong = None;
            for tile in &pattern.tiles {
                let (tx, ty) = (x + usize::from(tile.x), y + usize::from(tile.y));
                let bad = (view.tile(tx, ty) ^ tile.values[usize::from(exchanged)]) & tile.mask;
                // A match depends on all its points, a mismatch on one that is wrong.
                if bad != 0 {
                    let bit = bad.trailing_zeros() / 2;
                    wrong = Some((tile.x + (bit / 4) as u8, tile.y + (bit % 4) as u8));
                    break;
                }
            }
            match wrong {
                Some((dx, dy)) => {
                    if let Some(point) = view.size.point(x + usize::from(dx), y + usize::from(dy)) {
                        mark(point);
                    }
                    let cells = pattern.map.cells();
                    let i = cells.iter().position(|&(cx, cy, _)| (cx, cy) == (dx, dy))?;
                    Some(((dx, dy), cells[i].2.code() as usize))
                }
                None => {
                    for &(dx, dy, _) in pattern.map.cells() {
                        if let Some(point) =
                            view.size.point(x + usize::from(dx), y + usize::from(dy))
                        {
                            mark(point);
                        }
                    }
                    found.extend(numbers);
                    None
                }
            }
        };
        tree.visit(adaptive, stack, ask, compare);
        self.depends = depends.get();
    }
}

impl Tiled {
    fn new(map: &Map) -> Tiled {
        let mut tiles: Vec<Tile> = Vec::new();
        for &(x, y, state) in map.cells() {
            let origin = (x / 4 * 4, y / 4 * 4);
            let i = tiles.iter().position(|tile| (tile.x, tile.y) == origin).unwrap_or_else(|| {
                tiles.push(Tile { x: origin.0, y: origin.1, mask: 0, values: [0; 2] });
                tiles.len() - 1
            });
            let shift = shift(x % 4, y % 4);
            tiles[i].mask |= OFF << shift;
            tiles[i].values[0] |= u32::from(state.code()) << shift;
            tiles[i].values[1] |= u32::from(state.exchanged().code()) << shift;
        }
        Tiled { map: map.clone(), tiles }
    }
}

/// Where a cell of a tile stands in its word.
fn shift(x: u8, y: u8) -> u32 {
    2 * (4 * u32::from(x) + u32::from(y))
}

impl View {
    fn new(symmetry: Symmetry, size: Size) -> View {
        let turned = symmetry.size(size);
        let mut view = View { symmetry, size: turned, tiles: vec![u32::MAX; ROW * ROW] };
        for point in turned.points() {
            view.set(point, State::Empty);
        }
        view
    }

    /// The tile whose lower left is here; beyond the board nothing but its outside.
    #[inline]
    fn tile(&self, x: usize, y: usize) -> u32 {
        if x < ROW && y < ROW { self.tiles[x * ROW + y] } else { u32::MAX }
    }

    #[inline]
    fn cell(&self, x: usize, y: usize) -> u32 {
        self.tiles[x * ROW + y] & OFF
    }

    /// Changes one cell in the sixteen tiles that contain it.
    fn set(&mut self, point: Point, state: State) {
        let (x, y) = (point.column(), point.row());
        for dx in 0..4.min(x + 1) {
            for dy in 0..4.min(y + 1) {
                let shift = shift(dx as u8, dy as u8);
                let tile = &mut self.tiles[(x - dx) * ROW + y - dy];
                *tile = *tile & !(OFF << shift) | u32::from(state.code()) << shift;
            }
        }
    }
}

/// All matches by the definition itself: every pattern in every orientation at
/// every place, point by point.
pub fn naive_matches(library: &[Map], position: &Position) -> Vec<Match> {
    let size = position.size();
    let mut matches = Vec::new();
    for (pattern, map) in (0..).zip(library) {
        for symmetry in Symmetry::ALL {
            let turned = symmetry.size(size);
            for corner in turned.points() {
                if !Map::may_lie(map.kind(), turned, corner.column(), corner.row()) {
                    continue;
                }
                for exchanged in [false, true] {
                    let found = Match { pattern, symmetry, exchanged, corner };
                    let agrees = map.cells().iter().all(|&(x, y, state)| {
                        let wanted = if exchanged { state.exchanged() } else { state };
                        found
                            .point(size, x, y)
                            .is_some_and(|point| State::of(position.stone(point)) == wanted)
                    });
                    if agrees {
                        matches.push(found);
                    }
                }
            }
        }
    }
    matches
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::playout::Random;
    use board::{Move, Rules};

    /// Random connected maps.
    fn library(number: usize, random: &mut Random) -> Vec<Map> {
        let mut maps = Vec::new();
        while maps.len() < number {
            let kind = Kind::ALL[random.below(3)];
            let mut cells: Vec<(u8, u8, State)> = Vec::new();
            let (mut x, mut y) = (0u8, 0u8);
            for _ in 0..1 + random.below(14) {
                if !cells.iter().any(|&(cx, cy, _)| (cx, cy) == (x, y)) {
                    let state =
                        [State::Empty, State::Empty, State::Black, State::White][random.below(4)];
                    cells.push((x, y, state));
                }
                match random.below(4) {
                    0 => x += 1,
                    1 => y += 1,
                    2 => x = x.saturating_sub(1),
                    _ => y = y.saturating_sub(1),
                }
            }
            maps.push(Map::new(kind, cells).unwrap());
        }
        maps
    }

    fn random_move(position: &mut Position, random: &mut Random) {
        let color = position.to_play();
        let legal: Vec<Point> = position.legal_points(color).iter().collect();
        let mv = match legal.len() {
            0 => Move::Pass,
            n => Move::Play(legal[random.below(n)]),
        };
        position.play(color, mv).unwrap();
    }

    fn agrees(matcher: &Matcher, library: &[Map], position: &Position) {
        let mut fast: Vec<Match> = matcher.matches().collect();
        let mut slow = naive_matches(library, position);
        fast.sort_unstable();
        slow.sort_unstable();
        assert_eq!(fast, slow, "{position:?}");
    }

    #[test]
    fn the_tree_agrees_with_naive_matching_on_a_thousand_boards() {
        let mut random = Random::new(1);
        for round in 0..40 {
            let side = 3 + round % 7;
            let size = Size::new(side, side + round % 2).unwrap();
            let library = library(1 + 3 * (round % 9), &mut random);
            let tuning = Tuning { adaptive: round % 2 == 0, balanced: round % 3 != 0 };
            let mut matcher = Matcher::new(&library, size, tuning);
            let mut position = Position::new(size, Rules::chinese());
            for _ in 0..25 {
                matcher.update(&position);
                agrees(&matcher, &library, &position);
                // Sometimes several moves at once, sometimes another board altogether.
                for _ in 0..1 + random.below(4) {
                    random_move(&mut position, &mut random);
                }
                if random.below(12) == 0 {
                    position = Position::new(size, Rules::chinese());
                }
            }
        }
    }

    #[test]
    fn most_matches_survive_a_move() {
        let mut random = Random::new(2);
        let library = library(300, &mut random);
        let size = Size::square(19).unwrap();
        let mut matcher = Matcher::new(&library, size, Tuning::default());
        let mut position = Position::new(size, Rules::chinese());
        matcher.update(&position);
        let (made, possible) = matcher.work();
        for _ in 0..60 {
            random_move(&mut position, &mut random);
            matcher.update(&position);
        }
        let (all_made, all_possible) = matcher.work();
        let saved = 1.0 - (all_made - made) as f64 / (all_possible - possible) as f64;
        assert!(saved > 0.9, "only {saved:.3} were saved");
    }
}
