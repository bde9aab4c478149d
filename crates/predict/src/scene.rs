//! What the network sees of each move: the numbers of its features.
//!
//! A feature is something true of a move, such as "an atari", "on the third
//! line", "a knight's move from the latest move" or "this pattern around it". Each has a number;
//! a move is the list of the numbers of its features. Some belong to all moves
//! of a position alike: its context.

use board::playout::Random;
use board::{CELLS, Color, Point, PointSet, Position, Size};
use pattern::{Family, Nested, context};

use crate::blocks::Blocks;
use crate::cells::{Cell, Cells};
use crate::dictionary::Dictionary;
use crate::links::Links;
pub use crate::numbers::SMALL;
use crate::numbers::*;
use crate::owned::Owned;
use crate::paper::jump_on;
use crate::races::Races;
use crate::reading::caught;

/// The moves of a position and their features.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// The legal points.
    pub points: Vec<Point>,
    /// Where the features of each point end in `features`.
    ends: Vec<u32>,
    features: Vec<u32>,
    /// The features common to all moves.
    pub context: Vec<u32>,
    /// The logarithm of how many moves each stands for; empty if only for itself.
    offsets: Vec<f32>,
}

impl Candidates {
    /// The features of the `i`-th point.
    #[inline]
    pub fn features(&self, i: usize) -> &[u32] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.features[start..self.ends[i] as usize]
    }

    /// The logarithm of how many moves the `i`-th stands for.
    #[inline]
    pub(crate) fn offset(&self, i: usize) -> f32 {
        self.offsets.get(i).copied().unwrap_or(0.0)
    }

    fn clear(&mut self) {
        self.offsets.clear();
        self.points.clear();
        self.ends.clear();
        self.features.clear();
        self.context.clear();
    }
}

/// One in so many quiet moves is learned from.
const SAMPLED: usize = 4;

/// Looks at one position after another of a game.
pub struct Scene {
    nested: Nested,
    found: Candidates,
    influence: [i32; CELLS],
    spare: [i32; CELLS],
    distances: [[u8; CELLS]; 2],
    blocks: Blocks,
    /// The class of the empty region of each point.
    region: [u8; CELLS],
    /// Empty regions that only one player's stones border, and whose.
    rooms: Vec<(PointSet, Cell)>,
    extras: Extras,
    links: Links,
    races: Races,
}

impl Scene {
    /// For boards of one size, and networks that know these features beyond what all know.
    pub fn new(size: Size, extras: Extras) -> Scene {
        Scene {
            nested: Nested::new(size, Family::Diamonds),
            found: Candidates::default(),
            influence: [0; CELLS],
            spare: [0; CELLS],
            distances: [[0; CELLS]; 2],
            blocks: Blocks::new(),
            region: [0; CELLS],
            rooms: Vec::new(),
            extras,
            links: Links::new(),
            races: Races::new(),
        }
    }

    /// The board size this scene is for.
    pub fn size(&self) -> Size {
        self.nested.size()
    }

    /// Follows the position without looking at its moves.
    pub fn follow(&mut self, position: &Position) {
        self.nested.update(position);
    }

    /// The legal moves of `color` with their features.
    pub fn look(&mut self, position: &Position, color: Color, known: &Dictionary) -> &Candidates {
        self.look_at(position, color, known, |_, _| Some(0.0))
    }

    /// A sample of the legal moves for learning: `played`, all moves that touch
    /// stones, and one in `SAMPLED` of the others, which then stands for as many.
    pub fn sample(
        &mut self,
        position: &Position,
        color: Color,
        known: &Dictionary,
        played: Point,
        random: &mut Random,
    ) -> &Candidates {
        let many = (SAMPLED as f32).ln();
        self.look_at(position, color, known, |point, touches| {
            if touches || point == played {
                Some(0.0)
            } else {
                (random.below(SAMPLED) == 0).then_some(many)
            }
        })
    }

    fn look_at(
        &mut self,
        position: &Position,
        color: Color,
        known: &Dictionary,
        mut wanted: impl FnMut(Point, bool) -> Option<f32>,
    ) -> &Candidates {
        self.nested.update(position);
        self.found.clear();
        self.blocks.number(position);
        self.spread_influence(position, color);
        self.measure_distances(position);
        self.class_regions(position, color);
        let latest = Latest::of(position);
        let phase = phase(position);
        self.see_context(position, color, &latest, phase);
        let cells = Cells::of(position, color);
        let empty = position.empty_points();
        let owned = self.look_beyond(position, color, &empty, &cells);
        for point in &empty {
            let touches = self.distances.iter().any(|distances| distances[point.index()] == 1);
            let Some(offset) = wanted(point, touches) else { continue };
            if position.is_legal(color, point) {
                self.found.offsets.push(offset);
                self.see(position, color, point, &cells, &latest, phase);
                self.see_beyond(point, &cells, owned.as_ref());
                self.see_patterns(position, color, point, &latest, known);
                self.found.points.push(point);
                self.found.ends.push(self.found.features.len() as u32);
            }
        }
        &self.found
    }

    /// What only some networks ask for.
    fn look_beyond(
        &mut self,
        position: &Position,
        color: Color,
        empty: &PointSet,
        cells: &Cells,
    ) -> Option<Owned> {
        if self.extras.links || self.extras.races {
            self.links.find(empty, cells, &self.blocks);
        }
        if self.extras.races {
            let own = position.stones(color);
            self.races.find(own, &self.rooms, cells, &self.blocks, &self.links);
        }
        self.extras.owners.then(|| Owned::find(position, color))
    }

    fn see_beyond(&mut self, point: Point, cells: &Cells, owned: Option<&Owned>) {
        let mut push = |feature: u32| self.found.features.push(feature);
        if self.extras.links {
            self.links.see(point, cells, &self.blocks, &mut push);
        }
        if self.extras.races {
            self.races.see(point, &mut push);
        }
        if let Some(owned) = owned {
            owned.see(point, cells, &mut push);
        }
    }

    /// Stones spread over the board like heat, own ones warm and others cold.
    fn spread_influence(&mut self, position: &Position, color: Color) {
        const STONE: i32 = 4096;
        let size = position.size();
        self.influence.fill(0);
        let (own, other) = (position.stones(color), position.stones(color.opponent()));
        for _ in 0..8 {
            for point in own {
                self.influence[point.index()] = STONE;
            }
            for point in other {
                self.influence[point.index()] = -STONE;
            }
            for row in 0..size.height() {
                let start = Point::new(0, row).index();
                for i in start..start + size.width() {
                    let around = self.influence[i - 1]
                        + self.influence[i + 1]
                        + self.influence[i - board::STRIDE]
                        + self.influence[i + board::STRIDE];
                    self.spare[i] = (2 * self.influence[i] + around) / 6;
                }
            }
            for row in 0..size.height() {
                let start = Point::new(0, row).index();
                self.influence[start..start + size.width()]
                    .copy_from_slice(&self.spare[start..start + size.width()]);
            }
        }
    }

    /// The size and the surroundings of every empty region.
    fn class_regions(&mut self, position: &Position, color: Color) {
        self.rooms.clear();
        for region in position.empty_points().components() {
            let border = region.border(position.size());
            let own = border.intersects(position.stones(color));
            let other = border.intersects(position.stones(color.opponent()));
            let steps = [1, 2, 3, 6, 12, 30];
            let size = steps.iter().filter(|&&step| region.len() > step).count();
            let whose = match (own, other) {
                (true, false) => 0,
                (false, true) => 1,
                _ => 2,
            };
            match (own, other) {
                (true, false) => self.rooms.push((region, Cell::Own)),
                (false, true) => self.rooms.push((region, Cell::Other)),
                _ => {}
            }
            for point in &region {
                self.region[point.index()] = (size * 3 + whose) as u8;
            }
        }
    }

    /// The number of steps to the nearest stone of each color, in two sweeps.
    fn measure_distances(&mut self, position: &Position) {
        let size = position.size();
        for color in Color::BOTH {
            let distances = &mut self.distances[color.index()];
            distances.fill(99);
            for stone in position.stones(color) {
                distances[stone.index()] = 0;
            }
            for row in 0..size.height() {
                let start = Point::new(0, row).index();
                for i in start..start + size.width() {
                    let least = distances[i - 1].min(distances[i - board::STRIDE]) + 1;
                    distances[i] = distances[i].min(least);
                }
            }
            for row in (0..size.height()).rev() {
                let start = Point::new(0, row).index();
                for i in (start..start + size.width()).rev() {
                    let least = distances[i + 1].min(distances[i + board::STRIDE]) + 1;
                    distances[i] = distances[i].min(least);
                }
            }
        }
    }

    fn see_context(&mut self, position: &Position, color: Color, latest: &Latest, phase: u32) {
        let size = position.size();
        let context = &mut self.found.context;
        context.push(ALWAYS);
        context.push(PHASE + phase);
        let own = self.blocks.all.iter().filter(|b| b.color == color && b.count == 1).count();
        let other = self.blocks.all.iter().filter(|b| b.color != color && b.count == 1).count();
        context.push(IN_ATARI + (own.min(3) * 4 + other.min(3)) as u32);
        let Some(point) = latest.points[0] else { return };
        context.push(LATEST_PLACE + place(size, point));
        for (i, before) in [latest.points[1], latest.points[2]].into_iter().enumerate() {
            if let Some(before) = before {
                context.push(LATEST_FROM + i as u32 * NEAR + near(point, before));
            }
        }
        let mut did = u32::from(position.last_removed() > 0);
        for neighbor in size.neighbors(point) {
            if position.stone(neighbor) == Some(color) {
                match position.liberties(neighbor) {
                    1 => did |= 2,
                    2 => did |= 4,
                    _ => {}
                }
            }
        }
        did |= u32::from(position.ko_point().is_some()) * 8;
        context.push(LATEST_DID + did);
    }

    /// The features of a move but for its patterns.
    fn see(
        &mut self,
        position: &Position,
        color: Color,
        point: Point,
        cells: &Cells,
        latest: &Latest,
        phase: u32,
    ) {
        let size = position.size();
        let i = point.index();
        let mut push = |feature: u32| self.found.features.push(feature);
        push(PLACE + place(size, point));
        push(LINE_BY_PHASE + line(size, point).min(5) * PHASES + phase);
        for (k, &before) in latest.points.iter().enumerate() {
            if let Some(before) = before {
                push(FROM_LATEST + k as u32 * NEAR + near(point, before));
            }
        }
        let own_distance = self.distances[color.index()][i].clamp(1, 8) - 1;
        let other_distance = self.distances[color.opponent().index()][i].clamp(1, 8) - 1;
        push(NEAREST + u32::from(own_distance) * 8 + u32::from(other_distance));
        let influence = self.influence[i];
        let steps = [-1600, -700, -250, -60, 60, 250, 700, 1600];
        let class = steps.iter().filter(|&&step| influence > step).count() as u32;
        push(INFLUENCE + class * 5 + line(size, point).min(4));
        let (mut warm, mut cold) = (0, 0);
        for n in point.neighbor_indices() {
            warm += u32::from(self.influence[n] > 150);
            cold += u32::from(self.influence[n] < -150);
        }
        push(FRONTIER + warm * 5 + cold);
        push(REGION + u32::from(self.region[i]));
        if let Some(last) = latest.points[0] {
            push(FROM_BY_LINE + near(point, last) * 6 + line(size, point).min(5));
            if let Some(before) = latest.points[1] {
                push(FROM_TWO + rough(point, last) * ROUGH + rough(point, before));
            }
            if let Some(third) = latest.points[2] {
                push(FROM_THIRD + rough(point, last) * ROUGH + rough(point, third));
            }
        }
        // An own stone beside it is a jump over nothing.
        let jump = if own_distance == 0 { Some(1) } else { jump_on(cells, point) };
        if let Some(jump) = jump {
            push(JUMP + jump);
        }
        if own_distance == 0 || other_distance == 0 {
            self.see_contact(position, color, point, latest);
        }
    }

    /// The features of a move that touches stones.
    fn see_contact(&mut self, position: &Position, color: Color, point: Point, latest: &Latest) {
        let size = position.size();
        let other = color.opponent();
        let mut features = std::mem::take(&mut self.found.features);
        let mut push = |feature: u32| features.push(feature);
        let mut liberties = PointSet::EMPTY;
        let (mut least_own, mut least_other) = (usize::MAX, usize::MAX);
        let (mut taken, mut own_stakes, mut other_stakes) = (0, 0, 0);
        let mut saves_block = false;
        let mut neighbors = 0;
        for neighbor in size.neighbors(point) {
            neighbors += 1;
            if position.stone(neighbor).is_none() {
                liberties.insert(neighbor);
            }
        }
        let empty_around = liberties.len();
        let (mut own_blocks, mut other_blocks) = (0, 0);
        for anchor in position.blocks_beside(point, color) {
            let block = self.blocks.on(anchor);
            own_blocks += 1;
            liberties |= block.liberties;
            least_own = least_own.min(block.count);
            if block.count <= 2 {
                own_stakes = own_stakes.max(block.stones);
            }
            if block.count == 1 {
                push(EXTENDS + u32::from(block.caught));
            } else if block.count == 2 && block.caught {
                push(SAVES);
            }
        }
        let ko = position.ko_point().is_some() || latest.took_ko;
        for anchor in position.blocks_beside(point, other) {
            let block = *self.blocks.on(anchor);
            other_blocks += 1;
            if block.count == 1 {
                taken += block.stones;
                liberties |= position.block(anchor);
                let retakes = latest.points[0].is_some_and(|p| {
                    position.anchor(p) == Some(anchor) && position.last_removed() > 0
                });
                if retakes {
                    push(TAKING);
                }
                push(TAKING + 1 + u32::from(block.caught));
                let border = position.block(anchor).border(size);
                saves_block |= border.iter().any(|stone| {
                    position.stone(stone) == Some(color) && position.liberties(stone) == 1
                });
            } else {
                least_other = least_other.min(block.count - 1);
            }
            if block.count <= 2 {
                other_stakes = other_stakes.max(block.stones);
            }
            if block.count == 2 {
                let escape = block.liberties.iter().find(|&p| p != point);
                let ladder =
                    block.caught && escape.is_some_and(|p| works(position, color, point, p));
                push(ATARI + u32::from(ladder) * 2 + u32::from(ko));
                if ladder {
                    push(LADDER + u32::from(block.stones > 1));
                }
            }
        }
        liberties.remove(point);
        let after = liberties.len();
        if taken > 0 {
            push(TAKES + (taken.min(4) - 1) as u32);
            if saves_block {
                push(TAKING + 3);
            }
        }
        let before = if least_own == usize::MAX { 0 } else { least_own.min(4) };
        push(LIBERTIES + (after.clamp(1, 6) - 1) as u32 * 5 + before as u32);
        if least_other != usize::MAX {
            push(
                SHORTAGE
                    + (least_other.clamp(1, 4) - 1) as u32 * 4
                    + (after.clamp(1, 4) - 1) as u32,
            );
        }
        push(CONTACT + own_blocks.min(3) * 4 + other_blocks.min(3));
        let stakes = |stones: usize| match stones {
            0 | 1 => 0,
            2 | 3 => 1,
            4..=6 => 2,
            _ => 3,
        };
        if own_stakes > 0 {
            push(STAKES + u32::from(after > 2) * 4 + stakes(own_stakes));
        }
        if other_stakes > 0 {
            push(STAKES + 8 + u32::from(after > 1) * 4 + stakes(other_stakes));
        }
        if taken == 1 && after == 1 && own_blocks == 0 {
            push(KO);
        }
        if latest.took_ko {
            let takes_back = taken > 0 && least_other == usize::MAX;
            push(KO + 1 + u32::from(takes_back));
        }
        if empty_around == 0 && other_blocks == 0 && own_blocks > 0 {
            push(EYE);
        } else if own_blocks == 0 && empty_around == 0 && other_blocks as usize <= neighbors {
            push(EYE + 1);
        }
        self.see_answers(position, color, point, latest, &mut push);
        self.found.features = features;
    }

    /// How a move meets the latest moves.
    fn see_answers(
        &self,
        position: &Position,
        color: Color,
        point: Point,
        latest: &Latest,
        push: &mut impl FnMut(u32),
    ) {
        if let Some(stone) =
            latest.points[0].filter(|&p| position.stone(p) == Some(color.opponent()))
        {
            let block = self.blocks.on(stone);
            if block.liberties.contains(point) {
                push(ANSWERS + (block.count.clamp(1, 4) - 1) as u32);
            }
            let mut least = usize::MAX;
            for anchor in position.blocks_beside(stone, color) {
                let block = self.blocks.on(anchor);
                if block.liberties.contains(point) {
                    least = least.min(block.count);
                }
            }
            if least != usize::MAX {
                push(DEFENDS + (least.clamp(1, 4) - 1) as u32);
            }
        }
        if let Some(stone) = latest.points[1].filter(|&p| position.stone(p) == Some(color)) {
            let block = self.blocks.on(stone);
            if block.liberties.contains(point) {
                push(CONTINUES + (block.count.clamp(1, 4) - 1) as u32);
            }
        }
    }

    /// The patterns around a move that the model knows: nested ones, so that the
    /// first unknown one ends the list.
    fn see_patterns(
        &mut self,
        position: &Position,
        color: Color,
        point: Point,
        latest: &Latest,
        known: &Dictionary,
    ) {
        let liberties = context::liberties(position, point);
        let features = &mut self.found.features;
        for (_, name) in self.nested.names_from(0, color, point, &liberties) {
            match known.number(name) {
                Some(number) => features.push(SMALL + number),
                None => break,
            }
        }
        if let Some(stone) = latest.points[0]
            && let Some(names) = context::responses(&self.nested, color, point, stone, &liberties)
        {
            for (_, name) in names {
                match known.number(name) {
                    Some(number) => features.push(SMALL + number),
                    None => break,
                }
            }
        }
    }
}

/// Whether the atari on `point` is the one that leads the ladder home: the other
/// liberty, `escape`, must not give the prey more room than this one would.
fn works(position: &Position, color: Color, point: Point, escape: Point) -> bool {
    let mut after = position.clone();
    if after.play(color, point.into()).is_err() {
        return false;
    }
    let prey = position
        .size()
        .neighbors(escape)
        .find(|&n| after.stone(n) == Some(color.opponent()) && after.liberties(n) == 1);
    prey.is_some_and(|prey| caught(&after, prey, color.opponent()))
}

/// The latest moves, the newest first; passes leave gaps.
struct Latest {
    points: [Option<Point>; 4],
    took_ko: bool,
}

impl Latest {
    fn of(position: &Position) -> Latest {
        let mut points = [None; 4];
        for (place, (_, mv)) in points.iter_mut().zip(position.moves().rev()) {
            *place = mv.point();
        }
        Latest { points, took_ko: position.ko_point().is_some() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::samples;
    use board::{Move, Symmetry};

    /// All but random games, which differ from one board to the turned one.
    const STILL: Extras = Extras { links: true, races: true, owners: false };

    fn sorted(candidates: &Candidates, i: usize) -> Vec<u32> {
        let mut features = candidates.features(i).to_vec();
        features.sort_unstable();
        features
    }

    #[test]
    fn turned_games_and_exchanged_colors_look_the_same() {
        let known = samples::contexts();
        assert!(known.len() > 50);
        let game = &samples::games(1, 7, 30)[0];
        let size = game.start.size;
        for symmetry in Symmetry::ALL {
            let turned: Vec<(Color, Move)> = game
                .moves
                .iter()
                .map(|&(color, mv)| {
                    (
                        color.opponent(),
                        match mv {
                            Move::Play(point) => Move::Play(symmetry.point(size, point)),
                            Move::Pass => Move::Pass,
                        },
                    )
                })
                .collect();
            let mut there: Record = game.clone();
            there.moves = turned;
            let turned = there;
            let mut there = Vec::new();
            let mut scene = Scene::new(size, STILL);
            turned.replay(|position, color, _| {
                there.push(scene.look(position, color, &known).clone());
                true
            });
            let mut there = there.iter();
            let mut scene = Scene::new(size, STILL);
            game.replay(|position, color, _| {
                let here = scene.look(position, color, &known);
                let there = there.next().expect("games of the same length");
                assert_eq!(here.context, there.context);
                for (i, &point) in here.points.iter().enumerate() {
                    let turned = symmetry.point(size, point);
                    let j =
                        there.points.iter().position(|&p| p == turned).expect("legal there too");
                    assert_eq!(sorted(here, i), sorted(there, j), "{point}{position:?}");
                }
                true
            });
        }
    }

    #[test]
    fn following_a_game_equals_looking_afresh() {
        let known = samples::contexts();
        let game = &samples::games(2, 7, 40)[1];
        let mut following = Scene::new(game.start.size, STILL);
        let features = SMALL as usize + known.len();
        game.replay(|position, color, _| {
            let mut fresh = Scene::new(game.start.size, STILL);
            let (a, b) =
                (following.look(position, color, &known), fresh.look(position, color, &known));
            assert_eq!((&a.points, &a.features, &a.context), (&b.points, &b.features, &b.context));
            assert!(a.features.iter().chain(&a.context).all(|&f| (f as usize) < features));
            true
        });
    }
}
