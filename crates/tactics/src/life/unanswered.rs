//! What a player holds although the opponent moves as often as he likes and is
//! never answered.
//!
//! [`board::benson`] says which stones stay. What can be said of the points
//! around them follows GNU Go's manual (*unconditional status*): the opponent
//! builds as much as he can, and where even then he has nothing but stones in
//! atari, he can never have anything.

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
    let mut board = Board { size, own, other: *position.stones(color.opponent()) };
    // What can be captured is, by stones on all its liberties.
    while let Some(fewer) = board.own.components().find_map(|block| {
        let mortal = !block.intersects(&alive);
        mortal.then(|| board.without(&block)).flatten()
    }) {
        board = fewer;
    }
    // Then every liberty of what stays is filled.
    for point in alive.border(size) {
        board.play(point);
    }
    board.extend();
    // Large eyes are divided, and those of two points halved.
    for neighbours in [2, 1] {
        for point in board.empty() {
            if (PointSet::from(point).border(size) & board.empty()).len() >= neighbours {
                board.play(point);
            }
        }
        board.extend();
    }
    let mut territory = alive.border(size) & board.empty();
    for block in board.other.components() {
        let liberties = block.border(size) & board.empty();
        if liberties.len() < 2 && block.border(size).intersects(&alive) {
            territory |= block | liberties;
        }
    }
    let dead = territory & *position.stones(color.opponent());
    Unanswered { alive: alive | (own & territory), territory, dead }
}

/// A board on which one side stands still.
#[derive(Clone)]
struct Board {
    size: Size,
    own: PointSet,
    other: PointSet,
}

impl Board {
    fn empty(&self) -> PointSet {
        PointSet::board(self.size) - self.own - self.other
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

    /// After stones on all liberties of a block, if that takes it.
    fn without(&self, block: &PointSet) -> Option<Board> {
        let mut after = self.clone();
        let liberties = block.border(self.size) & self.empty();
        // What is suicide at first may take the block in the end.
        while liberties.iter().any(|point| after.play(point)) {}
        (!block.intersects(&after.own)).then_some(after)
    }

    /// Extends blocks in atari as long as that is no suicide.
    fn extend(&mut self) {
        loop {
            let empty = self.empty();
            let blocks: Vec<PointSet> = self.other.components().collect();
            let extended = blocks.iter().any(|block| {
                let liberties = block.border(self.size) & empty;
                let only = liberties.first().filter(|_| liberties.len() == 1);
                only.is_some_and(|point| self.play(point))
            });
            if !extended {
                return;
            }
        }
    }
}
