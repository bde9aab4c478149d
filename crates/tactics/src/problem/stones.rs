//! Stones that hang on one move: what most problems called tesuji are about.

use board::{Color, Move, Point, PointSet, Position};
use budget::{Budget, Exhausted};

use super::{Solution, Task};
use crate::capture::{BlockStatus, Effort, Reading, Status, Success, attack, blocks, defend};
use crate::life::Warrant;

/// Stones of the opponent's that are worth a problem when taken.
const PRIZE: usize = 3;

/// As few are, if nothing else hangs.
const ALONE: usize = 2;

/// Stones of one's own that are worth a problem when saved: a few are as often given up.
const WORTH_SAVING: usize = 4;

/// Enclosed groups of so many stones are what a problem is about.
const LARGE: usize = 6;

/// Looks for the move that settles the most stones: blocks that are lost if the other
/// side moves first and won if this one does.
///
/// That a move takes or saves something does not make it the solution, so little is
/// believed: nothing else may settle as much, and what both takes and saves a little is
/// found too often beside the point. Where a large group is `enclosed`, its life is the
/// question, so that nothing is worth saving and nothing worth taking but most of it.
pub(super) fn solve(
    position: &Position,
    enclosed: &[PointSet],
    budget: &mut Budget,
) -> Result<Option<Solution>, Exhausted> {
    let critical = critical(position, budget)?;
    let mut settlers = settlers(position, &critical, budget)?;
    settlers.sort_by_key(|settler| std::cmp::Reverse(settler.worth()));
    let Some((best, rest)) = settlers.split_first() else { return Ok(None) };
    if rest.first().is_some_and(|next| next.worth() == best.worth()) {
        return Ok(None);
    }
    let mut large = enclosed.iter().filter(|group| group.len() >= LARGE).peekable();
    let block = position.block(best.block.block);
    if large.peek().is_some() {
        let most = |group: &PointSet| block.is_subset(group) && block.len() * 2 >= group.len();
        if best.taken == 0 || !large.any(most) {
            return Ok(None);
        }
    }
    let worth = match (best.taken, best.saved) {
        (0, saved) => saved >= WORTH_SAVING,
        (taken, 0) => taken >= PRIZE || (taken >= ALONE && rest.is_empty()),
        (taken, _) => taken >= PRIZE,
    };
    if worth { solution(position, best, budget).map(Some) } else { Ok(None) }
}

/// Positions read for one question, and for whether one of many moves will do.
const NODES: [u64; 2] = [20_000, 5_000];

fn effort(nodes: u64) -> Effort {
    Effort { nodes, hunter_liberties: 5, prey_liberties: 4, ..Effort::default() }
}

/// The blocks on whose fate the next move decides, without a ko.
fn critical(position: &Position, budget: &mut Budget) -> Result<Vec<BlockStatus>, Exhausted> {
    let me = position.to_play();
    let mut found = blocks(position, &effort(NODES[0]), budget)?;
    found.retain(|block| {
        block.status == Status::Critical && first_move(block, me).0 == Success::Yes
    });
    Ok(found)
}

/// How a block's fate comes out for `me` if he moves first, and his move.
fn first_move(block: &BlockStatus, me: Color) -> (Success, Option<Point>) {
    if block.color == me { block.defence } else { block.attack }
}

/// A move and the stones it settles.
struct Settler<'a> {
    point: Point,
    /// The largest block among them.
    block: &'a BlockStatus,
    taken: usize,
    saved: usize,
}

impl Settler<'_> {
    fn worth(&self) -> usize {
        2 * self.taken + self.saved
    }
}

/// Every move that settles a critical block, with all that it settles. Moves whose own
/// stones are lost at once are left out, unless a single stone is thrown in.
fn settlers<'a>(
    position: &Position,
    critical: &'a [BlockStatus],
    budget: &mut Budget,
) -> Result<Vec<Settler<'a>>, Exhausted> {
    let me = position.to_play();
    let tries: Vec<PointSet> = critical.iter().map(|block| tries(position, block)).collect();
    let mut settlers = Vec::new();
    for point in tries.iter().fold(PointSet::EMPTY, |all, more| all | *more).iter() {
        let mut after = position.clone();
        if after.play(me, point.into()).is_err() {
            continue;
        }
        let mut settled = Vec::new();
        for (block, tries) in critical.iter().zip(&tries) {
            if tries.contains(point) && settles(&after, block, me, budget)? {
                settled.push((position.block(block.block).len(), block));
            }
        }
        let Some(&(_, largest)) = settled.iter().max_by_key(|(stones, _)| *stones) else {
            continue;
        };
        let large = after.block(point).len() > 1;
        if large && attack(&after, point, &effort(NODES[1]), budget)?.success == Success::Yes {
            continue;
        }
        let count = |own: bool| {
            settled.iter().filter(|(_, b)| (b.color == me) == own).map(|(stones, _)| stones).sum()
        };
        settlers.push(Settler { point, block: largest, taken: count(false), saved: count(true) });
    }
    Ok(settlers)
}

/// The moves that may settle a block: those within two steps of it, and the one found.
fn tries(position: &Position, block: &BlockStatus) -> PointSet {
    let all = PointSet::board(position.size());
    let near = position.block(block.block).grown(&all).grown(&all);
    let mut tries = near & position.empty_points();
    tries.extend(first_move(block, position.to_play()).1);
    tries
}

/// Whether a block's fate is decided for `me` with the opponent to move.
fn settles(
    after: &Position,
    block: &BlockStatus,
    me: Color,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    if after.stone(block.block) != Some(block.color) {
        return Ok(block.color != me);
    }
    let resistance = if block.color == me { attack } else { defend };
    Ok(resistance(after, block.block, &effort(NODES[1]), budget)?.success == Success::No)
}

/// The answer with its line, proved as far as that succeeds.
fn solution(
    position: &Position,
    settler: &Settler<'_>,
    budget: &mut Budget,
) -> Result<Solution, Exhausted> {
    let me = position.to_play();
    let Settler { point, block, .. } = *settler;
    let taking = block.color != me;
    let effort = Effort { prove: true, ..effort(NODES[0]) };
    let read = if taking { attack } else { defend };
    let Reading { line, proved, .. } = read(position, block.block, &effort, budget)?;
    let same = line.first() == Some(&(me, Move::Play(point)));
    Ok(Solution {
        task: if taking { Task::Capture } else { Task::Save },
        target: position.block(block.block),
        moves: point.into(),
        line: if same { line } else { vec![(me, point.into())] },
        by_ko: false,
        // What escapes now may be caught later: only a capture can be proved.
        warrant: if taking && proved && same { Warrant::Proved } else { Warrant::Estimate },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    fn found(board: &str, to_play: Color) -> Option<(Task, String)> {
        found_beside(board, to_play, &[])
    }

    /// What is found beside an enclosed group of these stones.
    fn found_beside(board: &str, to_play: Color, group: &[&str]) -> Option<(Task, String)> {
        let setup: Setup = board.parse().expect("a board");
        let mut position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        position.set_to_play(to_play);
        let group = group.iter().map(|name| name.parse::<Point>().expect("a point")).collect();
        let solution = solve(&position, &[group], &mut Budget::unlimited()).expect("no limit");
        solution.map(|solution| (solution.task, solution.moves.to_string()))
    }

    /// Three stones are caught in a net; a ladder would run into a stone.
    const NET: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . X . .
        . . . . . . . . .
        . . . O . . . . .
        . . O X X . . . .
        . . O X O . . . .
        . . . O O . . . .
        . . . . . . . . .";

    #[test]
    fn a_net_around_three_stones_is_a_problem() {
        assert_eq!(found(NET, Color::White), Some((Task::Capture, "F5".to_string())));
    }

    #[test]
    fn nothing_hangs_on_a_quiet_board() {
        let quiet = "
            . . . . . . .
            . X . . . O .
            . . . . . . .
            . X . . . O .
            . . . . . . .";
        assert_eq!(found(quiet, Color::Black), None);
    }

    /// Black's stones run out at the open end.
    const FOUR_IN_ATARI: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . O O O O . . .
        . O X X X X . . .
        . . O O O O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn four_stones_are_worth_saving_and_three_are_not() {
        let saved = Some((Task::Save, "G5".to_string()));
        assert_eq!(found(FOUR_IN_ATARI, Color::Black), saved);
        let three = FOUR_IN_ATARI.replace("O O O O", ". O O O").replace("O X X X X", ". O X X X");
        assert_eq!(found(&three, Color::Black), None);
    }

    #[test]
    fn nothing_is_saved_beside_a_large_enclosed_group() {
        let large = ["A1", "B1", "C1", "D1", "E1", "F1"];
        assert_eq!(found_beside(FOUR_IN_ATARI, Color::Black, &large), None);
        assert!(found_beside(FOUR_IN_ATARI, Color::Black, &large[1..]).is_some());
    }

    #[test]
    fn beside_a_large_enclosed_group_only_most_of_it_is_worth_taking() {
        let three = ["D4", "E4", "D3"];
        let beside = |more: &[&str]| {
            let group = [&three[..], more].concat();
            found_beside(NET, Color::White, &group).is_some()
        };
        assert!(beside(&["A9", "B9", "C9"]));
        assert!(!beside(&["A9", "B9", "C9", "D9"]));
        let elsewhere = ["A9", "B9", "C9", "D9", "E9", "F9"];
        assert_eq!(found_beside(NET, Color::White, &elsewhere), None);
    }

    /// Three stones can be taken on E8, and three and two at once on E5.
    const FIVE_OR_THREE: &str = "
        . X X X . . . . .
        X O O O . . O . .
        . X X X . . . . .
        . X X X . X X . .
        X O O O . O O X .
        . X X X O X X . .
        . . . . O . . . .
        . . . O O O . . .
        . . . . . . . . .";

    #[test]
    fn a_move_is_worth_all_that_it_takes() {
        assert_eq!(found(FIVE_OR_THREE, Color::Black), Some((Task::Capture, "E5".to_string())));
    }
}
