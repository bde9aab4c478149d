//! What a search wants: to win, to live, or to own points.

use board::playout::{Atari, Light};
use board::{Color, Point, PointSet, Position};
use budget::Budget;
use predict::deep::View;
use tactics::capture::Success;
use tactics::life::{self, Fate, Wanted};
use tactics::semeai::{self, Reach, Terms};

use super::settled::Settled;
use crate::decide::{offset, reward};
use crate::race::THREATS;

/// What is searched for. Every aim has a worth for Black, from 0 to 1; White wants the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To win the game.
    Win,
    /// That these points end as `color`'s: the life of a group, if they are its stones.
    Own {
        /// The points.
        points: PointSet,
        /// Whose they shall be.
        color: Color,
    },
    /// That one group lives, or another one dies, which race against each other.
    Race {
        /// The stones of `color`.
        own: PointSet,
        /// The stones of the other.
        other: PointSet,
        /// Whose worth is asked for.
        color: Color,
        /// Whether the others shall die, rather than the own ones live.
        attack: bool,
    },
    /// As many of these points as possible, for either player.
    Lead {
        /// The points.
        points: PointSet,
    },
}

/// How far around stones is read, and how many points there may be: more cannot be read to
/// the end in a moment.
const AROUND: usize = 2;
pub(super) const WIDEST: usize = 24;

/// An opinion of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Opinion {
    /// What it is worth for Black, from 0 to 1.
    pub(super) black: f64,
    /// The score for Black with komi, in half points.
    pub(super) halves: f64,
}

impl Aim {
    /// What the network thinks; `None` on boards that it has not learned.
    pub(super) fn viewed(
        &self,
        position: &Position,
        to_play: Color,
        view: &View,
        settled: &Settled,
    ) -> Option<Opinion> {
        let width = position.size().width();
        let win = view.win?;
        let owner = |point: Point| {
            let own = view.owners.get(point.row() * width + point.column());
            let own = f64::from(own.copied().unwrap_or(0.5));
            if to_play == Color::Black { own } else { 1.0 - own }
        };
        let lead: f64 = position.size().points().map(|point| 2.0 * owner(point) - 1.0).sum();
        let halves = 2.0 * lead + f64::from(offset(position));
        let black = match *self {
            Aim::Win if to_play == Color::Black => win,
            Aim::Win => 1.0 - win,
            Aim::Own { points, .. } => mean(&points, owner),
            Aim::Lead { points } => {
                mean(&points, |point| settled.owner(point).unwrap_or_else(|| owner(point)))
            }
            Aim::Race { own, other, attack, .. } => mean(if attack { &other } else { &own }, owner),
        };
        Some(Opinion { black, halves })
    }

    /// What a game was worth that ended so, if `offset` is added to twice its area score.
    pub(super) fn ended<const N: usize>(
        &self,
        board: &Light<N, Atari>,
        offset: i32,
        settled: &Settled,
    ) -> Opinion {
        let halves = 2 * board.area_score() + offset;
        let own = |point: Point| 0.5 + 0.5 * f64::from(owner(board, point));
        let black = match *self {
            Aim::Win => reward(halves, board.size().area()).1,
            Aim::Race { own: points, attack: false, .. }
            | Aim::Race { other: points, attack: true, .. }
            | Aim::Own { points, .. } => mean(&points, own),
            Aim::Lead { points } => {
                mean(&points, |point| settled.owner(point).unwrap_or_else(|| own(point)))
            }
        };
        Opinion { black, halves: f64::from(halves) }
    }

    /// What the aim is worth for Black if it is already decided: a group is off the board
    /// whose stones it is about. `held` says whether there were any at the beginning.
    pub(super) fn decided(&self, position: &Position, held: bool) -> Option<f64> {
        match *self {
            Aim::Own { points, color } if held && !position.stones(color).intersects(&points) => {
                Some(if color == Color::Black { 0.0 } else { 1.0 })
            }
            Aim::Race { other, color, .. }
                if held && !position.stones(color.opponent()).intersects(&other) =>
            {
                Some(if color == Color::Black { 1.0 } else { 0.0 })
            }
            Aim::Race { own, color, attack: false, .. }
                if held && !position.stones(color).intersects(&own) =>
            {
                Some(if color == Color::Black { 0.0 } else { 1.0 })
            }
            _ => None,
        }
    }

    /// What reading of so many positions settles among the points to be led in.
    pub(super) fn settled(&self, position: &Position, nodes: u64) -> Settled {
        match self {
            Aim::Lead { points } if nodes > 0 => Settled::read(position, points, nodes),
            _ => Settled::default(),
        }
    }

    /// What reading says the aim is worth for Black: whether stones live that it is about, if
    /// the world two steps around them is as it looks. Nothing if that takes more positions.
    pub(super) fn read(&self, position: &Position, nodes: u64) -> Option<f64> {
        if let Aim::Race { own, other, color, attack } = *self {
            return raced(position, own, other, color, attack, nodes);
        }
        let Aim::Own { points, color } = *self else { return None };
        let stones = *position.stones(color) & points;
        let group = life::group(position, &stones);
        let area = life::view_area(position, &group, AROUND)?;
        if area.len() > WIDEST {
            return None;
        }
        let mut budget = Budget::nodes(nodes);
        let first = position.to_play();
        let view = life::view(position, &group, first, AROUND, Wanted::Fate, &mut budget)?;
        let lives = match view.reading.fate? {
            Fate::Dead => 0.0,
            Fate::KoForAttacker => 0.35,
            Fate::KoForDefender => 0.65,
            Fate::Seki | Fate::Alive => 1.0,
        };
        Some(if color == Color::Black { lives } else { 1.0 - lives })
    }

    /// Whether the aim is about stones that stand there.
    pub(super) fn holds(&self, position: &Position) -> bool {
        match *self {
            Aim::Own { points, color } => position.stones(color).intersects(&points),
            Aim::Race { own, other, color, .. } => {
                position.stones(color).intersects(&own)
                    && position.stones(color.opponent()).intersects(&other)
            }
            _ => false,
        }
    }
}

/// The same for a race.
fn raced(
    position: &Position,
    own: PointSet,
    other: PointSet,
    color: Color,
    attack: bool,
    nodes: u64,
) -> Option<f64> {
    let own = (*position.stones(color) & own).first()?;
    let other = (*position.stones(color.opponent()) & other).first()?;
    let first = position.to_play();
    let (a, b) = if first == color { (own, other) } else { (other, own) };
    let terms = Terms { threats: THREATS, ..Terms::default() };
    let budget = &mut Budget::nodes(4 * nodes);
    let race = semeai::race_with(position, a, b, &terms, nodes, budget).ok()??;
    // Whoever puts a stone into the wall must not get away with it.
    if race.exhausted || race.reach < Reach::Far {
        return None;
    }
    // What the first player gets of what is asked.
    let success = if (first == color) == attack { race.attack } else { race.defence };
    let worth = match success {
        Success::No => 0.0,
        Success::KoAfterThreat => 0.35,
        Success::Ko => 0.65,
        Success::Yes => 1.0,
    };
    Some(if first == Color::Black { worth } else { 1.0 - worth })
}

/// The mean over points; a coin's if there are none.
fn mean(points: &PointSet, of: impl Fn(Point) -> f64) -> f64 {
    if points.is_empty() {
        return 0.5;
    }
    points.iter().map(of).sum::<f64>() / points.len() as f64
}

/// Whose a point is at the end of a game: 1 for Black, −1 for White.
pub(super) fn owner<const N: usize>(board: &Light<N, Atari>, point: Point) -> i32 {
    match board.stone(point) {
        Some(color) => color.sign(),
        None if board.is_eye(Color::Black, point) => 1,
        None if board.is_eye(Color::White, point) => -1,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    #[test]
    fn reading_speaks_for_whoever_moves() {
        let setup: Setup = "
            . O O O O . .
            O O X X O O .
            O X X X X O .
            O X . . . X O
            O X X X X X O
            O O O O O O O"
            .parse()
            .expect("a board");
        let mut position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        let aim = Aim::Own { points: *position.stones(Color::Black), color: Color::Black };
        let mut read = |first: Color, nodes: u64| {
            position.set_to_play(first);
            aim.read(&position, nodes)
        };
        assert_eq!(read(Color::White, 3_000), Some(0.0));
        assert_eq!(read(Color::Black, 3_000), Some(1.0));
        assert_eq!(read(Color::Black, 0), None);
        assert_eq!(Aim::Win.read(&position, 3_000), None);
    }

    #[test]
    fn who_captures_has_won_the_race() {
        let setup: Setup = "
            . O O O O . .
            O X X X X O .
            O X . O . X O
            O X X O O X O
            O O X X X X O
            . O O O O O O"
            .parse()
            .expect("a board");
        let position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        let [own, other] = ["C5", "D4"].map(|name| position.block(name.parse().expect("a point")));
        let race = |own, other, color, attack| Aim::Race { own, other, color, attack };
        let gone = PointSet::EMPTY;
        for (color, black) in [(Color::Black, 1.0), (Color::White, 0.0)] {
            assert_eq!(race(own, gone, color, true).decided(&position, true), Some(black));
            assert_eq!(race(own, gone, color, false).decided(&position, true), Some(black));
        }
        let black = race(own, other, Color::Black, true);
        assert!(black.holds(&position) && black.decided(&position, true).is_none());
        let lost = race(gone, other, Color::Black, false);
        assert_eq!((lost.holds(&position), lost.decided(&position, true)), (false, Some(0.0)));
        // What was sacrificed need not be missed.
        assert_eq!(race(gone, other, Color::Black, true).decided(&position, true), None);
    }
}
