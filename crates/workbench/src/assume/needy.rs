//! Which blocks need an answer: they are lost if the opponent moves first, so that
//! nobody may take for granted that they live.

use board::{Color, Move, Point, PointSet, Position};
use budget::Budget;
use tactics::capture::{Effort, Success, attack};
use tactics::life::{Fate, Terms, Warrant, area, status};

/// Stones that a first move of the opponent endangers. What was not decided counts for
/// nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needy {
    /// He takes them once he has all the liberties that both reach; connecting in time may
    /// save them.
    pub(super) short: PointSet,
    /// He kills their group, or makes a ko of it.
    pub(super) killed: PointSet,
}

impl Needy {
    /// Looks at all stones but those that are `sure` or `dead` anyway.
    pub(super) fn new(
        position: &Position,
        sure: &PointSet,
        ground: &Ground,
        budget: &mut Budget,
    ) -> Needy {
        let mut needy = Needy::default();
        for color in Color::BOTH {
            for anchor in position.blocks(color) {
                if sure.contains(anchor) || ground.dead.contains(anchor) {
                    continue;
                }
                let block = position.block(anchor);
                if is_killed(position, color, anchor, budget) {
                    needy.killed |= block;
                }
                if is_taken(position, color, anchor, ground, budget)
                    || is_killed_late(position, color, anchor, ground, budget)
                {
                    needy.short |= block;
                }
            }
        }
        needy
    }
}

/// The stones among the dead that live if their owner moves first: nobody may take for
/// granted that he does not.
pub(super) fn savable(position: &Position, dead: &PointSet, budget: &mut Budget) -> PointSet {
    let mut savable = PointSet::EMPTY;
    for color in Color::BOTH {
        for block in (*position.stones(color) & *dead).components() {
            if area(position, &block, 1).len() > MOST_ROOM {
                continue;
            }
            let mut part = budget.part(KILL_NODES);
            let found = status(position, &block, color, Terms::default(), &mut part);
            let _ = budget.charge(part.spent());
            let lives = found.is_ok_and(|found| {
                found.warrant == Warrant::Proved
                    && matches!(found.reading.fate, Some(Fate::Alive | Fate::Seki))
            });
            if lives {
                savable |= block;
            }
        }
    }
    savable
}

/// Whether a closer look shows that a block is taken, or its group killed, if the opponent
/// moves first: nobody may say that it lives without an answer.
pub(crate) fn needed(
    position: &Position,
    color: Color,
    anchor: Point,
    budget: &mut Budget,
) -> bool {
    let effort = Effort { nodes: CLOSER_NODES, ..Effort::default() };
    let mut part = budget.part(4 * CLOSER_NODES);
    let taken = attack(position, anchor, &effort, &mut part);
    let _ = budget.charge(part.spent());
    if taken.is_ok_and(|reading| matches!(reading.success, Success::Yes | Success::Ko)) {
        return true;
    }
    let target = position.block(anchor);
    if area(position, &target, 1).len() > CLOSER_ROOM {
        return false;
    }
    let mut part = budget.part(CLOSER_NODES);
    let found = status(position, &target, color.opponent(), Terms::default(), &mut part);
    let _ = budget.charge(part.spent());
    // Here doubt is enough: the killers may be taken as alive.
    found.is_ok_and(|found| {
        matches!(found.warrant, Warrant::Proved | Warrant::Walled)
            && matches!(
                found.reading.fate,
                Some(Fate::Dead | Fate::KoForAttacker | Fate::KoForDefender)
            )
    })
}

/// Positions looked at, and empty points, for a closer look.
const CLOSER_NODES: u64 = 10_000;
const CLOSER_ROOM: usize = 20;

/// Positions looked at to take one block, and to kill one.
const TAKE_NODES: u64 = 60;
const KILL_NODES: u64 = 1_500;

/// The most empty points in which a group is to be killed.
const MOST_ROOM: usize = 12;

/// Where a block stands: what is dead around it, and which empty points are nobody's, so
/// that either side gets them in the end.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    pub(super) dead: PointSet,
    pub(super) neutral: PointSet,
}

/// Whether the opponent, once he has all the liberties that both reach, takes the block.
/// He gets them in the end, if only as neutral points or by a ko.
pub(super) fn is_taken(
    position: &Position,
    color: Color,
    anchor: Point,
    ground: &Ground,
    budget: &mut Budget,
) -> bool {
    let siege = Siege::new(position, color, anchor, ground);
    if !siege.own.is_empty() {
        return siege.takes(anchor, budget);
    }
    // Joining friends on a neutral point costs nothing; if that does not help either, the
    // block needs a move elsewhere.
    !siege.shared.iter().any(|point| {
        let mut joined = position.clone();
        joined.set_to_play(color);
        if joined.play(color, Move::Play(point)).is_err() {
            return false;
        }
        let after = Siege::new(&joined, color, anchor, ground);
        !after.own.is_empty() && !after.takes(anchor, budget)
    })
}

/// A block once the opponent has all the liberties that both reach.
struct Siege {
    board: Position,
    /// Those liberties.
    shared: PointSet,
    /// The others.
    own: PointSet,
}

impl Siege {
    fn new(position: &Position, color: Color, anchor: Point, ground: &Ground) -> Siege {
        let (size, enemy) = (position.size(), color.opponent());
        let block = position.block(anchor);
        let liberties = position.liberty_points(anchor);
        // Taking a stone there, he gets at a liberty that he is not beside.
        let is_open = |point: &Point| {
            let mut beside = position.blocks_beside(*point, color);
            beside.any(|other| !block.contains(other) && position.liberties(other) == 1)
        };
        let hostile = *position.stones(enemy) - ground.dead;
        let mut shared = (liberties & hostile.border(size))
            | liberties.iter().filter(is_open).collect::<PointSet>();
        // From a neutral point he goes on to the next.
        loop {
            let behind = shared.border(size) & liberties & ground.neutral;
            if behind.is_subset(&shared) {
                break;
            }
            shared |= behind;
        }
        let own = liberties - shared;
        let mut board = position.clone();
        if !own.is_empty() {
            for point in shared {
                // What he cannot fill stays a liberty.
                let _ = board.play(enemy, Move::Play(point));
            }
            connect(&mut board, enemy, &shared);
        }
        Siege { board, shared, own }
    }

    /// Whether he takes the block then.
    fn takes(&self, anchor: Point, budget: &mut Budget) -> bool {
        let effort = Effort { nodes: TAKE_NODES, ..Effort::default() };
        if self.own.len() > effort.hunter_liberties {
            return false;
        }
        let mut part = budget.part(4 * TAKE_NODES);
        let found = attack(&self.board, anchor, &effort, &mut part);
        let _ = budget.charge(part.spent());
        found.is_ok_and(|reading| matches!(reading.success, Success::Yes | Success::Ko))
    }
}

/// Joins stones to their friends: whoever has time for the points of a block has it for those
/// behind them, too.
fn connect(position: &mut Position, color: Color, stones: &PointSet) {
    for stone in *stones & *position.stones(color) {
        for liberty in position.liberty_points(stone) {
            let block = position.block(stone);
            if position.blocks_beside(liberty, color).any(|other| !block.contains(other)) {
                let _ = position.play(color, Move::Play(liberty));
            }
        }
    }
}

/// Whether reading shows that the block's group dies, or lives by a ko alone.
fn is_killed(position: &Position, color: Color, anchor: Point, budget: &mut Budget) -> bool {
    let target = position.block(anchor);
    if area(position, &target, 1).len() > MOST_ROOM {
        return false;
    }
    let mut part = budget.part(KILL_NODES);
    let found = status(position, &target, color.opponent(), Terms::default(), &mut part);
    let _ = budget.charge(part.spent());
    found.is_ok_and(|found| {
        // Where the killers' own life is not proved they may be in a race.
        found.warrant == Warrant::Proved
            && matches!(found.reading.fate, Some(Fate::Dead | Fate::KoForAttacker))
    })
}

/// The same once the opponent has all the liberties that both reach.
fn is_killed_late(
    position: &Position,
    color: Color,
    anchor: Point,
    ground: &Ground,
    budget: &mut Budget,
) -> bool {
    let siege = Siege::new(position, color, anchor, ground);
    let inside = !siege.own.is_empty() && !siege.shared.is_empty();
    inside && is_killed(&siege.board, color, anchor, budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    /// White's stones round D3 have two liberties that Black is not beside. But Black takes
    /// the ko stone F3, and then the dead stone C3 helps to take all of them at C4.
    #[test]
    fn a_ko_may_leave_a_block_short_of_liberties() {
        let setup: Setup = "
            . O O X X X X
            . O . O O X X
            . O X O . O X
            . X O O O X X
            . X X X X X ."
            .parse()
            .unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let dead: PointSet = ["C3".parse().unwrap()].into_iter().collect();
        let ground = Ground { dead, neutral: PointSet::EMPTY };
        let budget = &mut Budget::nodes(100_000);
        let needy = Needy::new(&position, &PointSet::EMPTY, &ground, budget);
        assert!(needy.short.contains("D3".parse().unwrap()), "{}", needy.short);
    }

    fn position(board: &str) -> Position {
        let setup: Setup = board.parse().unwrap();
        Position::from_setup(&setup, Rules::japanese()).unwrap()
    }

    fn points(names: &[&str]) -> PointSet {
        names.iter().map(|name| name.parse::<Point>().unwrap()).collect()
    }

    /// Black is beside G4 alone, but from there he goes on to F4, and then White has to
    /// connect at E5.
    #[test]
    fn neutral_points_are_filled_one_after_the_other() {
        let position = position(
            "
            . O . O . O O X
            O O O O O . . X
            X X X X O O X X
            . X . X X X X .
            X X X X X X X X",
        );
        let none = PointSet::EMPTY;
        for (neutral, short) in [(none, false), (points(&["F4", "G4"]), true)] {
            let ground = Ground { dead: none, neutral };
            let needy = Needy::new(&position, &none, &ground, &mut Budget::nodes(100_000));
            assert_eq!(needy.short.contains("F5".parse().unwrap()), short, "{}", needy.short);
        }
    }

    /// All liberties of White's stones are neutral. On the left board he joins them at E3 for
    /// nothing, on the right one he has to take the dead stones in the corner in the end.
    #[test]
    fn blocks_without_liberties_of_their_own_are_joined_or_short() {
        let none = PointSet::EMPTY;
        let joined = position(
            "
            . O . O . X .
            O O O O . O X
            X X X X X X X
            . X . X . X .",
        );
        let ground = Ground { dead: none, neutral: none };
        let needy = Needy::new(&joined, &none, &ground, &mut Budget::nodes(100_000));
        assert!(!needy.short.contains("F3".parse().unwrap()), "{}", needy.short);
        let taking = position(
            "
            . . . . . .
            X X X X X .
            . . . . X X
            O O O . X X
            X X O . X .
            . X O . X X",
        );
        let ground = Ground { dead: points(&["A2", "B2", "B1"]), neutral: none };
        let needy = Needy::new(&taking, &none, &ground, &mut Budget::nodes(100_000));
        assert!(needy.short.contains("C1".parse().unwrap()), "{}", needy.short);
    }

    /// Three points in a row live only if White need not wait for Black's move in the middle.
    #[test]
    fn an_eye_of_three_points_needs_an_answer() {
        let setup: Setup = "
            . . . O X X X
            O O O O X . X
            X X X X X X X
            X . X . X . X"
            .parse()
            .unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let none = PointSet::EMPTY;
        let ground = Ground { dead: none, neutral: none };
        let needy = Needy::new(&position, &none, &ground, &mut Budget::nodes(100_000));
        let white = *position.stones(Color::White);
        assert_eq!(needy.killed, white);
        assert_eq!(savable(&position, &white, &mut Budget::nodes(100_000)), white);
    }
}
