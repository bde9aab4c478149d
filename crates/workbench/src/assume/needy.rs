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
        dead: &PointSet,
        budget: &mut Budget,
    ) -> Needy {
        let mut needy = Needy::default();
        for color in Color::BOTH {
            for anchor in position.blocks(color) {
                if sure.contains(anchor) || dead.contains(anchor) {
                    continue;
                }
                let block = position.block(anchor);
                if is_taken(position, color, anchor, dead, budget) {
                    needy.short |= block;
                }
                if is_killed(position, color, anchor, budget) {
                    needy.killed |= block;
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

/// Whether the opponent, once he has all the liberties that both reach, takes the block.
/// He gets them in the end, if only as neutral points or by a ko.
pub(super) fn is_taken(
    position: &Position,
    color: Color,
    anchor: Point,
    dead: &PointSet,
    budget: &mut Budget,
) -> bool {
    let enemy = color.opponent();
    let hostile = *position.stones(enemy) - *dead;
    let block = position.block(anchor);
    let liberties = position.liberty_points(anchor);
    // Taking a stone there, he gets at a liberty that he is not beside.
    let is_open = |point: &Point| {
        let mut beside = position.blocks_beside(*point, color);
        beside.any(|other| !block.contains(other) && position.liberties(other) == 1)
    };
    let shared = (liberties & hostile.border(position.size()))
        | liberties.iter().filter(is_open).collect::<PointSet>();
    let effort = Effort { nodes: TAKE_NODES, ..Effort::default() };
    if (liberties - shared).is_empty() || (liberties - shared).len() > effort.hunter_liberties {
        return false;
    }
    let mut filled = position.clone();
    for point in shared {
        // What he cannot fill stays a liberty.
        let _ = filled.play(enemy, Move::Play(point));
    }
    connect(&mut filled, enemy, &shared);
    let mut part = budget.part(4 * TAKE_NODES);
    let found = attack(&filled, anchor, &effort, &mut part);
    let _ = budget.charge(part.spent());
    found.is_ok_and(|reading| matches!(reading.success, Success::Yes | Success::Ko))
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
        let budget = &mut Budget::nodes(100_000);
        let needy = Needy::new(&position, &PointSet::EMPTY, &dead, budget);
        assert!(needy.short.contains("D3".parse().unwrap()), "{}", needy.short);
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
        let needy = Needy::new(&position, &none, &none, &mut Budget::nodes(100_000));
        let white = *position.stones(Color::White);
        assert_eq!(needy.killed, white);
        assert_eq!(savable(&position, &white, &mut Budget::nodes(100_000)), white);
    }
}
