//! What a player holds although the opponent moves as often as he likes and is
//! never answered.
//!
//! [`board::benson`] says which stones stay. What can be said of the points
//! around them follows GNU Go's manual (*unconditional status*): the opponent
//! builds as much as he can, and where even then he has nothing but stones in
//! atari, he can never have anything.
//!
//! One shape escapes that rule, because the opponent does best not to take what
//! he can take ([`Board::nests`]).

use board::{Color, Point, PointSet, Position, Size, benson};

/// What is held without a single answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unanswered {
    /// The stones that can never be captured, and those in the territory.
    pub alive: PointSet,
    /// Where the opponent can never have a stone that cannot be captured; the
    /// opponent's stones there included.
    pub territory: PointSet,
    /// The opponent's stones in the territory.
    pub dead: PointSet,
}

/// What `color` holds without ever answering.
///
/// ```
/// use board::{Color, Position, Rules, Setup};
/// use tactics::life::unanswered;
///
/// let setup: Setup = "
///     . X . X . . X . .
///     X X X X O . X . .
///     . X . O . X X . .
///     . X X X X X . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let held = unanswered(&position, Color::Black);
/// // White's stones can be extended, but to one eye at most.
/// assert_eq!(held.dead.to_string(), "D2 E3");
/// assert!(held.territory.contains("F4".parse()?));
/// assert!(!held.territory.contains("J1".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unanswered(position: &Position, color: Color) -> Unanswered {
    let size = position.size();
    let alive = benson::unconditional(position, color).blocks;
    let own = *position.stones(color);
    let start = Board { size, alive, own, other: *position.stones(color.opponent()) };
    let mut territory = start.built(PointSet::EMPTY).hopeless();
    for nest in start.nests() {
        territory -= nest;
    }
    let dead = territory & *position.stones(color.opponent());
    Unanswered { alive: alive | (own & territory), territory, dead }
}

/// A board on which one side stands still.
#[derive(Clone)]
struct Board {
    size: Size,
    /// The stones of the side that stands still which can never be taken.
    alive: PointSet,
    own: PointSet,
    other: PointSet,
}

impl Board {
    fn empty(&self) -> PointSet {
        PointSet::board(self.size) - self.own - self.other
    }

    fn liberties(&self, block: &PointSet) -> PointSet {
        block.border(self.size) & self.empty()
    }

    /// Puts a stone of the mover's and takes what it takes, unless it is suicide.
    fn play(&mut self, point: Point) -> bool {
        if !self.empty().contains(point) {
            return false;
        }
        let other = self.other | point.into();
        let empty = self.empty() - point.into();
        let choked = |block: &PointSet| !block.border(self.size).intersects(&empty);
        let near = PointSet::from(point).border(self.size);
        let taken = self
            .own
            .components()
            .filter(|block| block.intersects(&near) && choked(block))
            .fold(PointSet::EMPTY, |all, block| all | block);
        let legal = !taken.is_empty() || !choked(&other.component(point));
        if legal {
            self.other = other;
            self.own -= taken;
        }
        legal
    }

    /// After the mover has built as much as he can without a stone on `kept`.
    fn built(&self, kept: PointSet) -> Board {
        let mut board = self.clone();
        // What can be captured is, by stones on all its liberties.
        while let Some(fewer) = board.own.components().find_map(|block| {
            let mortal = !block.intersects(&board.alive);
            mortal.then(|| board.without(&block, kept)).flatten()
        }) {
            board = fewer;
        }
        // Then every liberty of what stays is filled.
        for point in board.alive.border(board.size) - kept {
            board.play(point);
        }
        board.extend(kept);
        // Large eyes are divided.
        for point in board.empty() - kept {
            if board.liberties(&point.into()).len() >= 2 {
                board.play(point);
            }
        }
        board.extend(kept);
        for point in board.empty() - kept {
            board.halve(point, kept);
        }
        board.extend(kept);
        board
    }

    /// Takes one of two neighbouring points: that which joins the most. The other
    /// one might leave a block in atari whose rescue costs the eye.
    fn halve(&mut self, point: Point, kept: PointSet) {
        let pair = self.liberties(&point.into()) - kept;
        if pair.is_empty() || !self.empty().contains(point) {
            return;
        }
        let tried = (pair | point.into()).iter().filter_map(|half| {
            let mut after = self.clone();
            after.play(half).then(|| {
                let block = after.other.component(half);
                (after.liberties(&block).len(), after)
            })
        });
        if let Some((_, best)) =
            tried.reduce(|best, next| if next.0 > best.0 { next } else { best })
        {
            *self = best;
        }
    }

    /// After stones on all liberties of a block, if that takes it.
    fn without(&self, block: &PointSet, kept: PointSet) -> Option<Board> {
        let mut after = self.clone();
        let liberties = self.liberties(block) - kept;
        // What is suicide at first may take the block in the end.
        while liberties.iter().any(|point| after.play(point)) {}
        (!block.intersects(&after.own)).then_some(after)
    }

    /// Extends blocks in atari as long as that is no suicide.
    fn extend(&mut self, kept: PointSet) {
        loop {
            let blocks: Vec<PointSet> = self.other.components().collect();
            let extended = blocks.iter().any(|block| {
                let liberties = self.liberties(block);
                let only = (liberties - kept).first().filter(|_| liberties.len() == 1);
                only.is_some_and(|point| self.play(point))
            });
            if !extended {
                return;
            }
        }
    }

    /// Where the mover, when he has built all he can, has less than two liberties.
    fn hopeless(&self) -> PointSet {
        let mut found = self.alive.border(self.size) & self.empty();
        for block in self.other.components() {
            let liberties = self.liberties(&block);
            if liberties.len() < 2 && block.border(self.size).intersects(&self.alive) {
                found |= block | liberties;
            }
        }
        found
    }

    /// Where two stones of the side that stands still are better left than taken.
    ///
    /// ```text
    /// O O O O O O O O O     White (O) who takes the pair has two points, one eye. If
    /// O O . O O O O . O     he leaves it, Black must fill all but one of the empty
    /// O . X . O O O X .     points and be taken, and kills if one stone in the hole
    /// O O X O O O . X O     keeps White from two eyes. On the left he fills the
    /// O O . O O O O . O     upper three: a cross of five dies. On the right no
    /// O O O O O O O O O     three of the four make a shape that dies.
    /// ```
    ///
    /// That shape is an empty point at both ends and one beside each stone, on
    /// different sides; of the other shapes of one or two stones none is left
    /// that Black cannot fill so that it dies, and three stones or more leave
    /// room for two eyes when they are taken.
    ///
    /// White's stones around must be one block, but for blocks that have both
    /// points next to the same stone: Black plays one, White the other, and what
    /// is left still lives. Each nest is given with all that surrounds it.
    fn nests(&self) -> Vec<PointSet> {
        let pairs = self.own.components().filter(|pair| pair.len() == 2);
        let mortal = pairs.filter(|pair| !pair.intersects(&self.alive));
        mortal
            .flat_map(|pair| {
                self.open_ends(pair)
                    .into_iter()
                    .flatten()
                    .filter_map(move |four| self.nest(&pair, four))
            })
            .collect()
    }

    /// The two ends of a pair with a side of each stone, turned either way, where
    /// all four points are empty.
    fn open_ends(&self, pair: PointSet) -> [Option<PointSet>; 2] {
        let upright = pair.intersects(&pair.shifted(0, 1));
        let along = |sign: i8| if upright { (0, sign) } else { (sign, 0) };
        let across = |sign: i8| if upright { (sign, 0) } else { (0, sign) };
        let moved = |set: PointSet, by: (i8, i8)| set.shifted(by.0, by.1);
        let first = pair - moved(pair, along(1));
        let last = pair - first;
        let ends = moved(first, along(-1)) | moved(last, along(1));
        [1, -1].map(|side| {
            let four = ends | moved(first, across(side)) | moved(last, across(-side));
            let four = four & self.empty();
            (four.len() == 4).then_some(four)
        })
    }

    /// The nest with these four points left open, if the stones around hold.
    fn nest(&self, pair: &PointSet, four: PointSet) -> Option<PointSet> {
        let mut board = self.clone();
        for point in self.liberties(pair) - four {
            board.play(point);
        }
        let board = board.built(four);
        if four.border(self.size).intersects(&self.alive) {
            return None;
        }
        let around: Vec<PointSet> = board
            .other
            .components()
            .filter(|block| block.border(self.size).intersects(&four))
            .collect();
        let beside = |stone: Point| PointSet::from(stone).border(self.size) & four;
        let holds = |block: &PointSet| {
            let liberties = board.liberties(block);
            pair.iter().any(|stone| beside(stone).is_subset(&liberties))
        };
        let whole = around.iter().any(|block| four.is_subset(&board.liberties(block)));
        let stands = whole && around.iter().all(holds);
        stands.then(|| around.iter().fold(four | *pair, |all, block| all | *block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};
    use std::collections::HashSet;

    fn held(text: &str) -> Unanswered {
        let setup: Setup = text.parse().expect("the board is written well");
        let position = Position::from_setup(&setup, Rules::japanese()).expect("all have liberties");
        unanswered(&position, Color::Black)
    }

    #[test]
    fn a_cross_around_two_stones_dies() {
        let held = held(
            "X X X X X X X X
             X O O O O O X .
             X O O . O O X X
             X O . X . O X .
             X O O X O O X X
             X O O . O O X X
             X O O O O O X X
             X X X X X X X X",
        );
        assert!(held.dead.contains("B2".parse().expect("a point")));
        assert!(held.alive.contains("D4".parse().expect("a point")));
    }

    #[test]
    fn a_nest_around_two_stones_is_open() {
        let held = held(
            "X X X X X X X X
             X O O O O O X .
             X O O . O O X X
             X O O X . O X .
             X O . X O O X X
             X O O . O O X X
             X O O O O O X X
             X X X X X X X X",
        );
        assert!(held.dead.is_empty());
        assert!(!held.alive.contains("D4".parse().expect("a point")));
        assert!(!held.territory.contains("D6".parse().expect("a point")));
    }

    #[test]
    fn a_nest_in_two_halves_falls() {
        // The stone on D2 has no liberty but the lower end.
        let held = held(
            "X X X X X X X X
             X O O O O O X .
             X O O . O O X X
             X O O X . O X .
             X O . X O O X X
             X O O . O O X X
             X X X O X O X X
             X X X X X X X X",
        );
        assert!(held.dead.contains("C5".parse().expect("a point")));
    }

    #[test]
    fn an_eye_of_two_points_is_halved_on_the_side_that_joins() {
        let held = held(
            ". . O O O O . O
             . O X . O O O O
             X X X . O O O O
             X . X X X X O O
             X X X X X X . X
             . X . X X X X X",
        );
        assert!(held.dead.is_empty(), "White plays B6 and has A6 and G6");
    }

    /// All boards that the mover reaches without an answer, as far as he then has
    /// a stone that lives by itself.
    fn lives(
        position: &Position,
        color: Color,
        seen: &mut HashSet<(PointSet, PointSet)>,
    ) -> PointSet {
        let own = *position.stones(color);
        if !seen.insert((own, *position.stones(color.opponent()))) {
            return PointSet::EMPTY;
        }
        let mut found = benson::unconditional(position, color).blocks;
        for point in position.empty_points() {
            let mut after = position.clone();
            if after.play(color, board::Move::Play(point)).is_ok() {
                found |= lives(&after, color, seen);
            }
        }
        found
    }

    #[test]
    fn nothing_lives_in_territory_whatever_is_played() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = move |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) % below
        };
        let size = Size::new(5, 5).expect("a board of 5 by 5");
        let mut told = 0;
        for _ in 0..4000 {
            let mut setup = Setup::empty(size);
            for point in size.points() {
                let stone = match random(10) {
                    0..=4 => Some(Color::Black),
                    5 | 6 => Some(Color::White),
                    _ => None,
                };
                setup.set(point, stone);
            }
            let Ok(position) = Position::from_setup(&setup, Rules::japanese()) else { continue };
            let held = unanswered(&position, Color::Black);
            if held.territory.is_empty() || position.empty_points().len() > 9 {
                continue;
            }
            told += 1;
            let living = lives(&position, Color::White, &mut HashSet::new());
            assert!(!living.intersects(&held.territory), "{setup}\n{}", held.territory);
            assert!(!living.intersects(&held.alive), "{setup}\n{}", held.alive);
        }
        assert!(told > 100, "{told} boards are too few");
    }
}
