//! Finding all patterns of a library on a board.

use board::{Color, Point, PointSet, Position, Size, Symmetry};

use crate::map::{Kind, Map, State};
use crate::sweep::{Places, Sight, sweep};
use crate::tree::{Look, OFF, Place, Tree, Wanted};
use crate::view::{View, shift};

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
/// points, two bits a point, so that a comparison takes one step for each tile.
/// Center patterns are anchored at one of their stones, taken as the first color,
/// so that only places with a stone can be matched, and only with one assignment of
/// the colors. A match knows which points it depends on, and is made again only when
/// one of them has changed (optimization 1). A board that has little to do with the one
/// before is swept instead: all places at once.
pub struct Matcher {
    size: Size,
    tuning: Tuning,
    patterns: Vec<Tiled>,
    trees: [Tree; 4],
    views: Vec<View>,
    trials: Vec<Trial>,
    /// Where each view's trials begin.
    starts: Vec<usize>,
    places: Places,
    stones: [PointSet; 2],
    stack: Vec<u32>,
    made: u64,
    possible: u64,
}

/// Which tree looks at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// Center patterns anchored at a stone.
    Stone,
    /// Center patterns without stones.
    Empty,
    Edge,
    Corner,
}

/// A map cut into tiles.
struct Tiled {
    sort: Sort,
    /// The place of the anchor in the map.
    anchor: (u8, u8),
    /// Whether the colors were exchanged to make the anchor black.
    exchanged: bool,
    wanted: Wanted,
    /// What sweeps look at where the tree has led to it.
    checks: Vec<u16>,
    tiles: Vec<Tile>,
}

#[derive(Clone, Copy)]
struct Tile {
    place: Place,
    mask: u32,
    /// Upright, and with the colors exchanged.
    values: [u32; 2],
}

/// What is known of a trial.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Knows {
    Nothing,
    /// What was found, by a sweep, but not on which points it depends.
    Found,
    All,
}

/// What was found in one orientation at one place.
struct Trial {
    /// `Stone` looks for `Empty` where there is no stone.
    sort: Sort,
    view: u8,
    /// For edges and corners, whose anchor has no color.
    exchanged: bool,
    anchor: Point,
    knows: Knows,
    /// The points of the turned board that were looked at.
    depends: PointSet,
    /// Patterns, and whether they lie there with the colors exchanged.
    found: Vec<(u32, bool)>,
}

impl Matcher {
    /// For a library of maps and boards of one size.
    pub fn new(library: &[Map], size: Size, tuning: Tuning) -> Matcher {
        let mut patterns: Vec<Tiled> = library.iter().map(Tiled::new).collect();
        let places = Places::new(patterns.iter().map(|pattern| &pattern.wanted));
        let wanted: Vec<Wanted> = patterns.iter().map(|pattern| pattern.wanted.clone()).collect();
        let trees = Sort::ALL.map(|sort| {
            let numbers = (0..).zip(&patterns).filter(|(_, pattern)| pattern.sort == sort);
            Tree::new(&wanted, numbers.map(|(number, _)| number).collect(), tuning.balanced)
        });
        for tree in &trees {
            tree.each_leaf(|numbers, asked| {
                for &number in numbers {
                    let pattern = &mut patterns[number as usize];
                    pattern.checks = places.checks(&pattern.wanted, asked);
                }
            });
        }
        let views: Vec<View> = Symmetry::ALL.into_iter().map(|s| View::new(s, size)).collect();
        let (mut trials, mut starts) = (Vec::new(), Vec::new());
        for (view, turned) in (0..).zip(&views) {
            starts.push(trials.len());
            for sort in [Sort::Stone, Sort::Edge, Sort::Corner] {
                for anchor in sort.anchors(turned.size) {
                    let colors: &[bool] =
                        if sort == Sort::Stone { &[false] } else { &[false, true] };
                    trials.extend(colors.iter().map(|&exchanged| Trial {
                        sort,
                        view,
                        exchanged,
                        anchor,
                        knows: Knows::Nothing,
                        depends: PointSet::EMPTY,
                        found: Vec::new(),
                    }));
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
            starts,
            places,
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
        // A place is tried for both assignments of the colors, but its own stone rules
        // one of them out.
        self.possible += 8 * self.size.area() as u64 + self.trials.len() as u64;
        if changed.len() > 4.max(self.size.area() / 16) {
            self.made += 8 * self.size.area() as u64 + self.trials.len() as u64;
            self.sweep();
            return;
        }
        let reached: Vec<PointSet> = turned.iter().map(|set| self.places.reached(set)).collect();
        for trial in &mut self.trials {
            let view = usize::from(trial.view);
            let holds = match trial.knows {
                Knows::Nothing => false,
                Knows::Found => {
                    !reached[view].contains(trial.anchor) && !turned[view].contains(trial.anchor)
                }
                Knows::All => !trial.depends.intersects(&turned[view]),
            };
            if holds {
                continue;
            }
            let anchor_changed = turned[usize::from(trial.view)].contains(trial.anchor);
            self.made += 1 + u64::from(
                trial.sort == Sort::Stone && (trial.knows == Knows::Nothing || anchor_changed),
            );
            let view = &self.views[usize::from(trial.view)];
            trial.run(&mut self.trees, view, &self.patterns, self.tuning.adaptive, &mut self.stack);
        }
    }

    /// Finds everything anew, all places of an orientation at once.
    fn sweep(&mut self) {
        for trial in &mut self.trials {
            trial.found.clear();
            trial.knows = Knows::Found;
        }
        let empty = PointSet::board(self.size) - self.stones[0] - self.stones[1];
        for (view, &start) in self.views.iter().zip(&self.starts) {
            let turn = |set: &PointSet| view.symmetry.set(self.size, set);
            let (empty, colors) = (turn(&empty), self.stones.each_ref().map(turn));
            for sort in Sort::ALL {
                let (tree, all) = (&self.trees[sort as usize], sort.anchors(view.size));
                // A stone is of the first color itself; elsewhere either color may be.
                let sights = match sort {
                    Sort::Stone => &[colors][..],
                    Sort::Empty => &[[empty, PointSet::EMPTY]],
                    Sort::Edge | Sort::Corner => &[[all, PointSet::EMPTY], [PointSet::EMPTY, all]],
                };
                for &anchors in sights {
                    let checks = |number: u32| &self.patterns[number as usize].checks[..];
                    let sight = Sight { empty, colors, anchors };
                    sweep(tree, &self.places, checks, view.size, sight, |numbers, anchor| {
                        let exchanged = anchors[1].contains(anchor);
                        let trial = start + sort.trial(view.size, anchor, exchanged);
                        self.trials[trial].add(numbers, &self.patterns, sort, exchanged);
                    });
                }
            }
        }
    }

    /// All matches of the board as it was at the latest update.
    pub fn matches(&self) -> impl Iterator<Item = Match> {
        self.trials.iter().flat_map(move |trial| {
            let symmetry = self.views[usize::from(trial.view)].symmetry;
            trial.found.iter().map(move |&(pattern, exchanged)| {
                let (x, y) = self.patterns[pattern as usize].anchor;
                let corner = Point::new(
                    trial.anchor.column() - usize::from(x),
                    trial.anchor.row() - usize::from(y),
                );
                Match { pattern, symmetry, exchanged, corner }
            })
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

impl Sort {
    const ALL: [Sort; 4] = [Sort::Stone, Sort::Empty, Sort::Edge, Sort::Corner];

    /// Where patterns of this sort may be anchored.
    fn anchors(self, size: Size) -> PointSet {
        let board = PointSet::board(size);
        let low = board - board.shifted(0, 1);
        match self {
            Sort::Stone | Sort::Empty => board,
            Sort::Edge => low,
            Sort::Corner => low - board.shifted(1, 0),
        }
    }

    /// The number of a trial among those of its view: all points along the rows, then
    /// the lowest row and the corner with both assignments of the colors.
    fn trial(self, size: Size, anchor: Point, exchanged: bool) -> usize {
        let (column, second) = (anchor.column(), usize::from(exchanged));
        match self {
            Sort::Stone | Sort::Empty => anchor.row() * size.width() + column,
            Sort::Edge => size.area() + 2 * column + second,
            Sort::Corner => size.area() + 2 * size.width() + second,
        }
    }
}

impl Trial {
    /// Notes patterns that lie here.
    fn add(&mut self, numbers: &[u32], patterns: &[Tiled], sort: Sort, exchanged: bool) {
        for &number in numbers {
            let exchanged = exchanged ^ patterns[number as usize].exchanged;
            self.found.push((number, exchanged));
            if sort == Sort::Empty {
                self.found.push((number, !exchanged));
            }
        }
    }

    fn run(
        &mut self,
        trees: &mut [Tree; 4],
        view: &View,
        patterns: &[Tiled],
        adaptive: bool,
        stack: &mut Vec<u32>,
    ) {
        self.knows = Knows::All;
        self.found.clear();
        self.depends = PointSet::EMPTY;
        let cell = View::cell(self.anchor);
        let (mut sort, mut exchanged) = (self.sort, self.exchanged);
        if sort == Sort::Stone {
            self.depends.insert(self.anchor);
            match view.letter(cell, (0, 0)) {
                0 => sort = Sort::Empty,
                letter => exchanged = letter == State::White.code(),
            }
        }
        let mut spot = Spot { trial: self, view, patterns, cell, sort, exchanged };
        trees[sort as usize].visit(adaptive, stack, &mut spot);
    }
}

/// A place of the board where patterns are tried.
struct Spot<'a> {
    trial: &'a mut Trial,
    view: &'a View,
    patterns: &'a [Tiled],
    cell: usize,
    sort: Sort,
    exchanged: bool,
}

impl Spot<'_> {
    #[inline]
    fn depend(&mut self, (x, y): Place) {
        let column = self.trial.anchor.column().wrapping_add_signed(x.into());
        let row = self.trial.anchor.row().wrapping_add_signed(y.into());
        if column < self.view.size.width() && row < self.view.size.height() {
            self.trial.depends.insert(Point::new(column, row));
        }
    }
}

impl Look for Spot<'_> {
    #[inline]
    fn ask(&mut self, place: Place) -> u8 {
        self.depend(place);
        let letter = self.view.letter(self.cell, place);
        // Black and White are the two single bits.
        if self.exchanged { (letter << 1 | letter >> 1) & OFF } else { letter }
    }

    fn compare(&mut self, numbers: &[u32]) -> Option<(Place, u8)> {
        let pattern = &self.patterns[*numbers.first()? as usize];
        for tile in &pattern.tiles {
            let there = self.view.tile(self.cell, tile.place);
            let bad = (there ^ tile.values[usize::from(self.exchanged)]) & tile.mask;
            // A match depends on all its points, a mismatch on one that is wrong.
            if bad != 0 {
                let bit = (bad.trailing_zeros() / 2) as i8;
                let place = (tile.place.0 + bit / 4, tile.place.1 + bit % 4);
                self.depend(place);
                let i = pattern.wanted.binary_search_by_key(&place, |w| w.0).ok()?;
                return Some(pattern.wanted[i]);
            }
        }
        pattern.wanted.iter().for_each(|wanted| self.depend(wanted.0));
        self.trial.add(numbers, self.patterns, self.sort, self.exchanged);
        None
    }
}

impl Tiled {
    fn new(map: &Map) -> Tiled {
        let cells = map.cells();
        let (sort, anchor) = match map.kind() {
            Kind::Edge => (Sort::Edge, (0, 0)),
            Kind::Corner => (Sort::Corner, (0, 0)),
            Kind::Center => match central_stone(cells) {
                Some(anchor) => (Sort::Stone, anchor),
                None => (Sort::Empty, (cells[0].0, cells[0].1)),
            },
        };
        let white = |cell: &&(u8, u8, State)| (cell.0, cell.1) == anchor && cell.2 == State::White;
        let exchanged = sort == Sort::Stone && cells.iter().find(white).is_some();
        let place = |x: u8, y: u8| (x as i8 - anchor.0 as i8, y as i8 - anchor.1 as i8);
        let mut wanted = Vec::new();
        let mut tiles: Vec<Tile> = Vec::new();
        for &(x, y, state) in cells {
            let state = if exchanged { state.exchanged() } else { state };
            wanted.push((place(x, y), state.code()));
            let begin = place(x / 4 * 4, y / 4 * 4);
            let i = tiles.iter().position(|tile| tile.place == begin).unwrap_or_else(|| {
                tiles.push(Tile { place: begin, mask: 0, values: [0; 2] });
                tiles.len() - 1
            });
            let shift = shift(x % 4, y % 4);
            tiles[i].mask |= u32::from(OFF) << shift;
            tiles[i].values[0] |= u32::from(state.code()) << shift;
            tiles[i].values[1] |= u32::from(state.exchanged().code()) << shift;
        }
        Tiled { sort, anchor, exchanged, wanted, checks: Vec::new(), tiles }
    }
}

/// The stone nearest to the middle of a map: places around it belong to most maps.
fn central_stone(cells: &[(u8, u8, State)]) -> Option<(u8, u8)> {
    let number = cells.len() as i32;
    let sum = |part: fn(&(u8, u8, State)) -> u8| cells.iter().map(|c| i32::from(part(c))).sum();
    let (column, row): (i32, i32) = (sum(|cell| cell.0), sum(|cell| cell.1));
    let away = |&&(x, y, _): &&(u8, u8, State)| {
        (i32::from(x) * number - column).pow(2) + (i32::from(y) * number - row).pow(2)
    };
    let stone = cells.iter().filter(|cell| cell.2 != State::Empty).min_by_key(away)?;
    Some((stone.0, stone.1))
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
