//! A legal position: stones, the player to move, ko, prisoners and the way here.

use std::fmt;

use crate::blocks::{Blocks, Cell, Few, Placed, neighbors};
use crate::color::Color;
use crate::point::{Move, Point, Size};
use crate::rules::{KoRule, Rules};
use crate::set::PointSet;
use crate::setup::Setup;
use crate::zobrist;

/// A position reached under some rules, with its history.
///
/// ```
/// use board::{Color, Move, Position, Rules, Size};
///
/// let mut position = Position::new(Size::square(9)?, Rules::chinese());
/// position.play(Color::Black, "E5".parse()?)?;
/// assert_eq!(position.liberties("E5".parse()?), 4);
/// assert_eq!(position.undo(), Some((Color::Black, "E5".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    size: Size,
    rules: Rules,
    blocks: Blocks,
    to_play: Color,
    ko: Option<(Color, Point)>,
    lost: [u32; 2],
    history: Vec<Turn>,
}

/// One turn and what was there before it.
#[derive(Clone, Copy)]
struct Turn {
    color: Color,
    /// `None` for a pass.
    placed: Option<(Point, Placed)>,
    hash: u64,
    to_play: Color,
    ko: Option<(Color, Point)>,
    lost: [u32; 2],
}

/// Why a move is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The point is not on this board.
    OffBoard(Point),
    /// There is a stone already.
    Occupied(Point),
    /// The stone would have no liberty, and the rules forbid that.
    Suicide(Point),
    /// The stone would retake a ko at once.
    Ko(Point),
    /// The stone would repeat an earlier position, and the rules forbid that.
    Repetition(Point),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::OffBoard(point) => write!(f, "{point} is not on the board"),
            Illegal::Occupied(point) => write!(f, "there is a stone on {point} already"),
            Illegal::Suicide(point) => write!(f, "a stone on {point} would have no liberty"),
            Illegal::Ko(point) => write!(f, "{point} would retake the ko at once"),
            Illegal::Repetition(point) => {
                write!(f, "{point} would repeat an earlier position")
            }
        }
    }
}

impl std::error::Error for Illegal {}

/// Why a setup is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Stones outside the board.
    OffBoard(PointSet),
    /// Points with a stone of each color.
    Both(PointSet),
    /// Stones without a liberty.
    NoLiberty(PointSet),
    /// A ko point that is not empty.
    Ko(Point),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::OffBoard(points) => write!(f, "stones off the board: {points}"),
            SetupError::Both(points) => write!(f, "black and white stones at once on {points}"),
            SetupError::NoLiberty(points) => {
                write!(f, "stones without a liberty on {points}")
            }
            SetupError::Ko(point) => write!(f, "the ko point {point} is not empty"),
        }
    }
}

impl std::error::Error for SetupError {}

impl Position {
    /// An empty board, Black to move.
    pub fn new(size: Size, rules: Rules) -> Position {
        Position {
            size,
            rules,
            blocks: Blocks::new(size),
            to_play: Color::Black,
            ko: None,
            lost: [0, 0],
            history: Vec::new(),
        }
    }

    /// Judges a setup: the one place where stones become a position.
    pub fn from_setup(setup: &Setup, rules: Rules) -> Result<Position, SetupError> {
        let all = PointSet::board(setup.size);
        let stones = setup.black | setup.white;
        if !stones.is_subset(&all) {
            return Err(SetupError::OffBoard(stones - all));
        }
        if setup.black.intersects(&setup.white) {
            return Err(SetupError::Both(setup.black & setup.white));
        }
        let empty = all - stones;
        let mut breathless = PointSet::EMPTY;
        for color in Color::BOTH {
            let own = setup.stones(color);
            breathless |= *own - own.flood(empty.grown(&all));
        }
        if !breathless.is_empty() {
            return Err(SetupError::NoLiberty(breathless));
        }
        if let Some(point) = setup.ko
            && !empty.contains(point)
        {
            return Err(SetupError::Ko(point));
        }
        let mut position = Position::new(setup.size, rules);
        // A stone never lacks a liberty on the way, since the full board leaves it one.
        for color in Color::BOTH {
            for point in setup.stones(color) {
                let placed = position.blocks.place(color, point);
                debug_assert_eq!(placed.removed, 0);
            }
        }
        position.to_play = setup.to_play;
        position.ko = setup.ko.map(|point| (setup.to_play, point));
        position.lost = setup.lost;
        Ok(position)
    }

    /// The stones, turn, ko and prisoners, without rules or history.
    pub fn setup(&self) -> Setup {
        Setup {
            size: self.size,
            black: *self.stones(Color::Black),
            white: *self.stones(Color::White),
            to_play: self.to_play,
            ko: self.ko_point(),
            lost: self.lost,
        }
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules from here on; the history stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Who moves next.
    #[inline]
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// Lets `color` move next. A ko ban stands only for the player it was made for.
    pub fn set_to_play(&mut self, color: Color) {
        self.to_play = color;
    }

    /// The stone on a point.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.blocks.cell(point.index()).color()
    }

    /// Whether a point of the board is empty.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.blocks.cell(point.index()) == Cell::Empty
    }

    /// All stones of a color.
    #[inline]
    pub fn stones(&self, color: Color) -> &PointSet {
        self.blocks.set(color)
    }

    /// All empty points.
    pub fn empty_points(&self) -> PointSet {
        PointSet::board(self.size) - *self.stones(Color::Black) - *self.stones(Color::White)
    }

    /// The point that the player to move may not retake at once.
    pub fn ko_point(&self) -> Option<Point> {
        self.ko.filter(|&(color, _)| color == self.to_play).map(|(_, point)| point)
    }

    /// How many stones `color` has lost: the other player's prisoners.
    pub fn lost(&self, color: Color) -> u32 {
        self.lost[color.index()]
    }

    /// A key of the stones alone.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.blocks.hash()
    }

    /// The stone that names the block on `point`; the same for all its stones.
    #[inline]
    pub fn anchor(&self, point: Point) -> Option<Point> {
        self.stone(point)?;
        Point::from_index(self.blocks.anchor(point.index()))
    }

    /// The anchors of all blocks of a color, from A1 along the rows upward.
    pub fn blocks(&self, color: Color) -> impl Iterator<Item = Point> {
        self.stones(color).iter().filter(|&point| self.anchor(point) == Some(point))
    }

    /// The number of liberties of the block on `point`; 0 on an empty point.
    #[inline]
    pub fn liberties(&self, point: Point) -> usize {
        match self.stone(point) {
            Some(_) => self.blocks.liberties(point.index()),
            None => 0,
        }
    }

    /// The number of stones of the block on `point`; 0 on an empty point.
    #[inline]
    pub fn block_size(&self, point: Point) -> usize {
        match self.stone(point) {
            Some(_) => self.blocks.stones(point.index()),
            None => 0,
        }
    }

    /// The stones of the block on `point`, in no particular but fixed order.
    pub fn block_stones(&self, point: Point) -> impl Iterator<Item = Point> {
        let start = self.stone(point).map(|_| point.index());
        let mut here = start;
        std::iter::from_fn(move || {
            let index = here?;
            let next = self.blocks.next(index);
            here = Some(next).filter(|_| Some(next) != start);
            Point::from_index(index)
        })
    }

    /// The stones of the block on `point` as a set.
    pub fn block(&self, point: Point) -> PointSet {
        self.block_stones(point).collect()
    }

    /// The liberties of the block on `point`.
    pub fn liberty_points(&self, point: Point) -> PointSet {
        let mut points = PointSet::EMPTY;
        for stone in self.block_stones(point) {
            for n in stone.neighbor_indices() {
                if self.blocks.cell(n) == Cell::Empty {
                    points.extend(Point::from_index(n));
                }
            }
        }
        points
    }

    /// Whether `color` may play `mv` now. Passing is always allowed.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        match mv {
            Move::Pass => Ok(()),
            Move::Play(point) => self.check_point(color, point),
        }
    }

    /// Whether `color` may play on `point` now.
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.check_point(color, point).is_ok()
    }

    /// The points where `color` may play now.
    pub fn legal_points(&self, color: Color) -> PointSet {
        self.empty_points().iter().filter(|&point| self.is_legal(color, point)).collect()
    }

    fn check_point(&self, color: Color, point: Point) -> Result<(), Illegal> {
        let i = point.index();
        match self.blocks.cell(i) {
            Cell::Empty => {}
            Cell::Border => return Err(Illegal::OffBoard(point)),
            _ => return Err(Illegal::Occupied(point)),
        }
        if self.ko == Some((color, point)) {
            return Err(Illegal::Ko(point));
        }
        let own = Cell::of(color);
        let (mut breathes, mut captures, mut friends) = (false, false, false);
        for n in neighbors(i) {
            match self.blocks.cell(n) {
                Cell::Empty => breathes = true,
                Cell::Border => {}
                cell if cell == own => {
                    friends = true;
                    breathes |= self.blocks.liberties(n) > 1;
                }
                _ => captures |= self.blocks.liberties(n) == 1,
            }
        }
        let suicide = !breathes && !captures;
        if suicide && !(self.rules.suicide && friends) {
            return Err(Illegal::Suicide(point));
        }
        // Without stones coming off, now or earlier, the board only fills up.
        let fills = !captures
            && !suicide
            && self.history.first().is_none_or(|first| first.lost == self.lost);
        if !fills && self.rules.ko != KoRule::Simple {
            let hash = self.hash_after(color, point);
            if self.seen(hash, color.opponent()) {
                return Err(Illegal::Repetition(point));
            }
        }
        Ok(())
    }

    /// The hash of the position after a legal move of `color` on `point`.
    pub fn hash_after(&self, color: Color, point: Point) -> u64 {
        let i = point.index();
        let mut hash = self.hash() ^ zobrist::stone(color, point);
        let (friends, enemies) = self.blocks.around(i, Cell::of(color));
        let mut captures = false;
        for &enemy in enemies.as_slice() {
            if self.blocks.liberties(enemy as usize) == 1 {
                captures = true;
                hash ^= self.block_hash(enemy, color.opponent());
            }
        }
        let breathes = captures
            || neighbors(i).iter().any(|&n| self.blocks.cell(n) == Cell::Empty)
            || friends.as_slice().iter().any(|&f| self.blocks.liberties(f as usize) > 1);
        if !breathes {
            hash ^= zobrist::stone(color, point);
            for &friend in friends.as_slice() {
                hash ^= self.block_hash(friend, color);
            }
        }
        hash
    }

    fn block_hash(&self, anchor: u16, color: Color) -> u64 {
        let anchor = Point::from_index(anchor as usize).expect("anchors are points");
        self.block_stones(anchor).fold(0, |hash, stone| hash ^ zobrist::stone(color, stone))
    }

    /// Whether the rules count a position with this hash and turn as a repetition.
    fn seen(&self, hash: u64, to_play: Color) -> bool {
        match self.rules.ko {
            KoRule::Simple => false,
            KoRule::Positional => {
                hash == self.hash() || self.history.iter().any(|turn| turn.hash == hash)
            }
            KoRule::Situational => {
                (hash, to_play) == (self.hash(), self.to_play)
                    || self.history.iter().any(|turn| (turn.hash, turn.to_play) == (hash, to_play))
            }
        }
    }

    /// Plays a move. The other player moves next, whoever's turn it was.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.check(color, mv)?;
        let mut turn = Turn {
            color,
            placed: None,
            hash: self.hash(),
            to_play: self.to_play,
            ko: self.ko,
            lost: self.lost,
        };
        self.ko = None;
        if let Move::Play(point) = mv {
            let placed = self.blocks.place(color, point);
            let loser = if placed.suicide { color } else { color.opponent() };
            self.lost[loser.index()] += u32::from(placed.removed);
            self.ko = self.ko_after(color, point, &placed);
            turn.placed = Some((point, placed));
        } else if self.rules.pass_stones {
            self.lost[color.index()] += 1;
        }
        self.to_play = color.opponent();
        self.history.push(turn);
        Ok(())
    }

    /// A ko arises when a lone stone took a lone stone and can itself be taken at once.
    fn ko_after(&self, color: Color, point: Point, placed: &Placed) -> Option<(Color, Point)> {
        let one = placed.removed == 1 && !placed.suicide;
        if one && self.blocks.stones(point.index()) == 1 && self.liberties(point) == 1 {
            let taken = placed.captured.as_slice()[0] as usize;
            Some((color.opponent(), Point::from_index(taken)?))
        } else {
            None
        }
    }

    /// Takes the latest move back and returns it.
    pub fn undo(&mut self) -> Option<(Color, Move)> {
        let turn = self.history.pop()?;
        let mv = match turn.placed {
            Some((point, placed)) => {
                self.blocks.take_back(&placed);
                Move::Play(point)
            }
            None => Move::Pass,
        };
        self.to_play = turn.to_play;
        self.ko = turn.ko;
        self.lost = turn.lost;
        debug_assert_eq!(self.hash(), turn.hash);
        Some((turn.color, mv))
    }

    /// The moves played since the setup, oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + ExactSizeIterator {
        self.history.iter().map(|turn| {
            let mv = turn.placed.map_or(Move::Pass, |(point, _)| Move::Play(point));
            (turn.color, mv)
        })
    }

    /// How many stones the latest move took off.
    pub fn last_removed(&self) -> usize {
        match self.history.last() {
            Some(Turn { placed: Some((_, placed)), .. }) => placed.removed as usize,
            _ => 0,
        }
    }

    /// Whether the latest two moves were passes by different players.
    pub fn is_over(&self) -> bool {
        match self.history.as_slice() {
            [.., a, b] => a.placed.is_none() && b.placed.is_none() && a.color != b.color,
            _ => false,
        }
    }

    /// How often this position came up before with the same player to move. Long
    /// cycles leave a game under simple ko rules without result.
    pub fn repetitions(&self) -> usize {
        let here = (self.hash(), self.to_play);
        self.history.iter().filter(|turn| (turn.hash, turn.to_play) == here).count()
    }

    /// The different blocks of `color` beside a point, by anchor.
    pub fn blocks_beside(&self, point: Point, color: Color) -> impl Iterator<Item = Point> + use<> {
        let (friends, _) = self.blocks.around(point.index(), Cell::of(color));
        anchors(friends)
    }
}

fn anchors(few: Few) -> impl Iterator<Item = Point> {
    (0..4).map_while(move |i| few.as_slice().get(i).and_then(|&a| Point::from_index(a as usize)))
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}{} to move", self.setup(), self.to_play)
    }
}
