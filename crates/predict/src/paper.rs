//! The eleven features of Harrison 2010, section 2.3, exactly as defined there.
//!
//! Where the definitions leave a choice: a move to which several values of a
//! feature apply gets the first in the paper's list, but a capture or extension
//! counts as in a ladder only if all its blocks are; the distance to the border
//! is 0 on the first line; between a jump and a knight's move of the same
//! Manhattan distance the jump counts.

use board::playout::{Owners, owners};
use board::{Color, Point, PointSet, Position, STRIDE, Size};
use pattern::{Family, Nested};

use crate::cells::{Cell, Cells};
use crate::dictionary::Dictionary;
use crate::reading::caught;

/// The number of features, in the paper's order: capture type, stones captured, extension,
/// self-atari, atari, distance to the border, to the previous move and to the one before it,
/// Monte-Carlo owner, jump or knight's move, pattern.
pub const FEATURES: usize = 11;

/// How many values each feature has but the last, whose number is that of the
/// known patterns and one for none.
pub const VALUES: [usize; FEATURES - 1] = [6, 8, 3, 2, 4, 8, 18, 18, 8, 11];

/// Playouts for the Monte-Carlo owner.
const PLAYOUTS: u32 = 63;

/// The values of the features of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    small: [u8; FEATURES - 1],
    pattern: u16,
}

impl Vector {
    /// The value of the `i`-th feature.
    #[inline]
    pub fn value(&self, i: usize) -> usize {
        if i + 1 < FEATURES { self.small[i] as usize } else { self.pattern as usize }
    }
}

/// The legal moves of a position with their features.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The points.
    pub points: Vec<Point>,
    /// Their features, in the same order.
    pub vectors: Vec<Vector>,
}

/// Extracts the features of one position after another of a game.
pub struct Extractor {
    nested: Nested,
}

impl Extractor {
    /// For boards of one size.
    pub fn new(size: Size) -> Extractor {
        Extractor { nested: Nested::new(size, Family::Squares) }
    }

    /// The board size this extractor is for.
    pub fn size(&self) -> Size {
        self.nested.size()
    }

    /// The features of all legal moves of `color`. Patterns are numbered by
    /// `known`; at most 65,534 of them can be told apart.
    pub fn extract(&mut self, position: &Position, color: Color, known: &Dictionary) -> Moves {
        self.nested.update(position);
        // Always the same playouts for the same position.
        let owners = owners(position, color, PLAYOUTS, position.hash());
        let cells = Cells::of(position, color);
        let mut latest = position.moves().rev().map(|(_, mv)| mv.point());
        let (last, before) = (latest.next().flatten(), latest.next().flatten());
        let mut moves = Moves::default();
        for point in &position.empty_points() {
            if !position.is_legal(color, point) {
                continue;
            }
            let touches = point
                .neighbor_indices()
                .iter()
                .any(|&n| matches!(cells.at(n), Cell::Own | Cell::Other));
            let contact =
                if touches { Contact::of(position, color, point) } else { Contact::default() };
            let small = [
                contact.capture_type,
                contact.captured.min(7) as u8,
                contact.extension,
                u8::from(contact.self_atari),
                contact.atari,
                border(position.size(), point),
                distance(point, last),
                distance(point, before),
                owner(&owners, color, point),
                jump_on(&cells, point).map_or(0, |jump| jump as u8),
            ];
            let names = self.nested.names(color, point, &[0; 8]);
            let largest = names.as_slice().iter().rev().find_map(|&name| known.number(name));
            let pattern =
                largest.map_or(0, |number| number.min(u32::from(u16::MAX) - 1) as u16 + 1);
            moves.points.push(point);
            moves.vectors.push(Vector { small, pattern });
        }
        moves
    }
}

/// What a move does to the blocks beside it.
#[derive(Clone, Copy, Debug, Default)]
struct Contact {
    capture_type: u8,
    captured: usize,
    extension: u8,
    self_atari: bool,
    atari: u8,
}

impl Contact {
    fn of(position: &Position, color: Color, point: Point) -> Contact {
        let other = color.opponent();
        let mut contact = Contact::default();
        let mut captured = PointSet::EMPTY;
        let (mut any_free, mut rest) = (false, 0);
        for anchor in position.blocks_beside(point, other) {
            if position.liberties(anchor) == 1 {
                captured |= position.block(anchor);
                any_free |= !caught(position, anchor, other);
            } else {
                rest += 1;
            }
        }
        contact.captured = captured.len();
        if !captured.is_empty() {
            contact.capture_type = if saves(position, color, point, &captured) {
                1
            } else if retakes(position, &captured) {
                2
            } else if rest > 0 {
                3
            } else if any_free {
                4
            } else {
                5
            };
        }
        let mut in_atari =
            position.blocks_beside(point, color).filter(|&b| position.liberties(b) == 1);
        if let Some(first) = in_atari.next() {
            let all = std::iter::once(first).chain(in_atari).all(|b| caught(position, b, color));
            contact.extension = if all { 2 } else { 1 };
        }
        contact.self_atari = liberties_after(position, color, point, &captured, 2) == 1;
        contact.atari = atari(position, color, point);
        contact
    }
}

/// Whether taking these stones frees an own block from atari.
fn saves(position: &Position, color: Color, point: Point, captured: &PointSet) -> bool {
    captured.border(position.size()).iter().any(|stone| {
        if position.stone(stone) != Some(color) || position.liberties(stone) != 1 {
            return false;
        }
        let block = position.block(stone);
        let joined = block.border(position.size()).contains(point);
        // Its liberties afterwards: the old one unless played on, and the stones taken.
        let freed = (block.border(position.size()) & *captured).len();
        let after = freed + usize::from(!joined);
        if joined { liberties_after(position, color, point, captured, 2) > 1 } else { after > 1 }
    })
}

/// Whether the latest move took stones and is itself among those taken now.
fn retakes(position: &Position, captured: &PointSet) -> bool {
    let latest = position.moves().next_back().and_then(|(_, mv)| mv.point());
    position.last_removed() > 0 && latest.is_some_and(|point| captured.contains(point))
}

/// The liberties of the own block after a move, counted up to `enough`.
fn liberties_after(
    position: &Position,
    color: Color,
    point: Point,
    captured: &PointSet,
    enough: usize,
) -> usize {
    let mut liberties = PointSet::EMPTY;
    for neighbor in position.size().neighbors(point) {
        if position.is_empty(neighbor) || captured.contains(neighbor) {
            liberties.insert(neighbor);
        }
    }
    let mut own = position.blocks_beside(point, color);
    while liberties.len() < enough
        && let Some(anchor) = own.next()
    {
        liberties |= position.liberty_points(anchor);
        liberties.remove(point);
        if !captured.is_empty() {
            liberties |= position.block(anchor).border(position.size()) & *captured;
        }
    }
    liberties.len()
}

fn atari(position: &Position, color: Color, point: Point) -> u8 {
    let other = color.opponent();
    let mut put: Option<Point> = None;
    for anchor in position.blocks_beside(point, other) {
        if position.liberties(anchor) == 2 {
            let mut after = position.clone();
            if after.play(color, point.into()).is_ok() && caught(&after, anchor, other) {
                return 1;
            }
            put = Some(anchor);
        }
    }
    match put {
        None => 0,
        Some(_) if position.ko_point().is_some() => 2,
        Some(_) => 3,
    }
}

fn border(size: Size, point: Point) -> u8 {
    let x = point.column().min(size.width() - 1 - point.column());
    let y = point.row().min(size.height() - 1 - point.row());
    x.min(y).min(7) as u8
}

fn distance(point: Point, from: Option<Point>) -> u8 {
    let Some(from) = from else { return 17 };
    let x = point.column().abs_diff(from.column());
    let y = point.row().abs_diff(from.row());
    (x + y + x.max(y)).min(17) as u8
}

fn owner(owners: &Owners, color: Color, point: Point) -> u8 {
    (owners.of(color, point) / 8) as u8
}

/// The value of the jump feature, unless it is 0.
pub fn jump(position: &Position, color: Color, point: Point) -> Option<u32> {
    jump_on(&Cells::of(position, color), point)
}

/// Goes outward in all four directions at once, so that the nearest stone is
/// found first: at Manhattan distance m a jump of m − 1 spaces, or a knight's
/// move of m − 2.
pub(crate) fn jump_on(cells: &Cells, point: Point) -> Option<u32> {
    const STEPS: [(isize, isize); 4] = [
        (1, STRIDE as isize),
        (-1, STRIDE as isize),
        (STRIDE as isize, 1),
        (-(STRIDE as isize), 1),
    ];
    /// A line that is walked until an enemy stone or the border.
    #[derive(Clone, Copy)]
    struct Line {
        at: usize,
        open: bool,
    }
    impl Line {
        fn new(cells: &Cells, at: usize) -> Line {
            Line { at, open: matches!(cells.at(at), Cell::Empty | Cell::Own) }
        }
        /// One step on; whether there is an own stone.
        fn step(&mut self, cells: &Cells, step: isize) -> bool {
            if !self.open {
                return false;
            }
            self.at = self.at.wrapping_add_signed(step);
            let cell = cells.at(self.at);
            self.open = matches!(cell, Cell::Empty | Cell::Own);
            cell == Cell::Own
        }
    }
    let i = point.index();
    let mut straight = STEPS.map(|_| Line { at: i, open: true });
    let mut beside = STEPS
        .map(|(_, side)| [side, -side].map(|side| Line::new(cells, i.wrapping_add_signed(side))));
    // Whether the straight line was open up to the step before.
    let mut open_before = [true; 4];
    for m in 1..=6u32 {
        for (line, (step, _)) in straight.iter_mut().zip(STEPS) {
            if m <= 5 && line.step(cells, step) {
                return Some(m);
            }
        }
        if m >= 2 {
            for (d, (step, _)) in STEPS.into_iter().enumerate() {
                for line in &mut beside[d] {
                    if line.step(cells, step) && open_before[d] {
                        return Some(6 + (m - 2));
                    }
                }
            }
        }
        open_before = straight.map(|line| line.open);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Move, Rules, Setup};

    fn position(board: &str) -> Position {
        let setup: Setup = board.parse().unwrap();
        Position::from_setup(&setup, Rules::japanese()).unwrap()
    }

    fn value(position: &Position, color: Color, point: &str, feature: usize) -> usize {
        let point: Point = point.parse().unwrap();
        let mut extractor = Extractor::new(position.size());
        let moves = extractor.extract(position, color, &Dictionary::default());
        let i = moves.points.iter().position(|&p| p == point).expect("a legal move");
        moves.vectors[i].value(feature)
    }

    #[test]
    fn capture_types() {
        // Taking C2 frees B2 from atari.
        let saves = position(
            ". . . . .
             . . . . .
             . O X . .
             O X O X .
             . . . . .",
        );
        assert_eq!(value(&saves, Color::Black, "C1", 0), 1);
        assert_eq!(value(&saves, Color::Black, "E4", 0), 0);
        // C4 is in atari; taking it stops it from joining E4.
        let connects = position(
            ". . . . . .
             . . X . . .
             . X O . O .
             . . X . . .
             . . . . . .
             . . . . . .",
        );
        assert_eq!(value(&connects, Color::Black, "D4", 0), 3);
        // Alone and able to run: not in a ladder.
        let runs = position(
            ". . . . . .
             . . X . . .
             . X O . . .
             . . X . . .
             . . . . . .
             . . . . . .",
        );
        assert_eq!(value(&runs, Color::Black, "D4", 0), 4);
        assert_eq!(value(&runs, Color::Black, "D4", 1), 1);
        assert_eq!(value(&runs, Color::White, "D4", 2), 1);
        // In the corner there is no way out.
        let caught = position(
            ". . . . . .
             . . . . . .
             . . . . . .
             X . . . . .
             O X . . . .
             . . X . . .",
        );
        assert_eq!(value(&caught, Color::Black, "A1", 0), 5);
        assert_eq!(value(&caught, Color::White, "A1", 2), 2);
    }

    #[test]
    fn a_stone_that_took_stones_is_retaken() {
        let mut position = position(
            ". . . . .
             . . . . .
             O O X . .
             X X . X .",
        );
        position.play(Color::White, Move::Play("C1".parse().unwrap())).unwrap();
        assert_eq!(position.last_removed(), 2);
        assert_eq!(value(&position, Color::Black, "B1", 0), 2);
    }

    #[test]
    fn atari_and_self_atari() {
        let board = position(
            ". . . . . . .
             . X O . . . .
             . . X . . . .
             . . . . . . .
             . . . . . . .
             . . . . . O .
             . . . . O . .",
        );
        // C6 has the liberties C7 and D6; on the open side it escapes.
        assert_eq!(value(&board, Color::Black, "C7", 4), 3);
        assert_eq!(value(&board, Color::Black, "D6", 4), 1);
        assert_eq!(value(&board, Color::Black, "G1", 3), 0);
        assert_eq!(value(&board, Color::Black, "F1", 3), 1);
        assert_eq!(value(&board, Color::Black, "A1", 5), 0);
        assert_eq!(value(&board, Color::Black, "D4", 5), 3);
    }

    #[test]
    fn distances_follow_the_paper() {
        let mut board = Position::new(Size::square(19).unwrap(), Rules::japanese());
        for (color, point) in [(Color::Black, "Q16"), (Color::White, "D4")] {
            board.play(color, Move::Play(point.parse().unwrap())).unwrap();
        }
        // D4 to F3: 2 + 1 + 2; Q16 to R14: 1 + 2 + 2.
        assert_eq!(value(&board, Color::Black, "F3", 6), 5);
        assert_eq!(value(&board, Color::Black, "R14", 7), 5);
        assert_eq!(value(&board, Color::Black, "R14", 6), 17);
        let empty = Position::new(Size::square(19).unwrap(), Rules::japanese());
        assert_eq!(value(&empty, Color::Black, "K10", 6), 17);
    }

    /// The definition of section 2.3.10 read literally, over all own stones.
    fn slow_jump(position: &Position, color: Color, point: Point) -> Option<u32> {
        let size = position.size();
        let mut best: Option<(usize, u32)> = None;
        for stone in position.stones(color) {
            let x = stone.column().abs_diff(point.column());
            let y = stone.row().abs_diff(point.row());
            let (long, short) = (x.max(y), x.min(y));
            let value = match (long, short) {
                (1..=5, 0) => long as u32,
                (1..=5, 1) => 6 + long as u32 - 1,
                _ => continue,
            };
            let columns = stone.column().min(point.column())..=stone.column().max(point.column());
            let rows = stone.row().min(point.row())..=stone.row().max(point.row());
            let enemy = size.points().any(|p| {
                columns.contains(&p.column())
                    && rows.contains(&p.row())
                    && position.stone(p) == Some(color.opponent())
            });
            let rank = (long + short, value);
            if !enemy && best.is_none_or(|best| rank < best) {
                best = Some(rank);
            }
        }
        best.map(|(_, value)| value)
    }

    #[test]
    fn jumps_agree_with_their_definition() {
        for game in crate::samples::games(6, 9, 50) {
            let mut number = 0;
            game.replay(|position, color, _| {
                number += 1;
                if number % 5 == 0 {
                    for point in &position.empty_points() {
                        let fast = jump(position, color, point);
                        assert_eq!(fast, slow_jump(position, color, point), "{point}{position:?}");
                    }
                }
                true
            });
        }
    }
}
