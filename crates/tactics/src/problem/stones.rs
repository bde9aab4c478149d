//! Stones that hang on one move: what most problems called tesuji are about.

use board::{Color, Move, Point, PointSet, Position};
use budget::{Budget, Exhausted};

use super::{Solution, Task};
use crate::capture::{BlockStatus, Effort, Reading, Status, Success, attack, blocks, defend};
use crate::life::Warrant;

/// Stones of the opponent's that are worth a problem when taken.
const PRIZE: usize = 3;

/// Stones of one's own that are worth a problem when there is but one way to save them.
const WORTH_SAVING: usize = 2;

/// Stones of both that are worth a problem when a single move settles them all,
/// two of the opponent's among them.
const MANY: usize = 5;

/// Steps from the block within which another move may do the same.
const NEAR: usize = 3;

/// Looks for the move that settles the most stones: blocks that are lost if the other
/// side moves first and won if this one does.
///
/// That a move takes or saves something does not make it the solution, so little is
/// believed: nothing else may settle more, and as a rule nothing else the same.
/// Where a group is `enclosed`, its life is the more likely question, and only
/// a capture that is unique speaks against that.
pub(super) fn solve(
    position: &Position,
    enclosed: bool,
    budget: &mut Budget,
) -> Result<Option<Solution>, Exhausted> {
    let critical = critical(position, budget)?;
    let mut settlers = settlers(position, &critical, budget)?;
    settlers.sort_by_key(|settler| std::cmp::Reverse(2 * settler.taken + settler.saved));
    let Some((best, rest)) = settlers.split_first() else { return Ok(None) };
    let rival = |other: &Settler| {
        other.taken > best.taken
            || other.saved > best.saved
            || (other.taken, other.saved) == (best.taken, best.saved)
    };
    if rest.iter().any(rival) {
        return Ok(None);
    }
    let Some(block) = main_block(position, &critical, best.point) else { return Ok(None) };
    let few = if best.taken >= PRIZE && !enclosed { 2 } else { 1 };
    let worth = best.taken >= PRIZE
        || (best.taken >= 2 && best.taken + best.saved >= MANY)
        || (best.taken == 0 && best.saved >= WORTH_SAVING && !enclosed);
    if !worth {
        return Ok(None);
    }
    let moves = alike(position, block, best.point, few, budget)?;
    if moves.len() > few {
        return Ok(None);
    }
    solution(position, block, best.point, moves, budget).map(Some)
}

/// Positions read for one question.
fn effort() -> Effort {
    Effort { nodes: 20_000, hunter_liberties: 5, prey_liberties: 4, ..Effort::default() }
}

/// The blocks on whose fate the next move decides, without a ko.
fn critical(position: &Position, budget: &mut Budget) -> Result<Vec<BlockStatus>, Exhausted> {
    let me = position.to_play();
    let mut found = blocks(position, &effort(), budget)?;
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
struct Settler {
    point: Point,
    taken: usize,
    saved: usize,
}

/// Every move that settles a critical block, with all that it settles. Moves whose own
/// stones are lost at once are left out, unless a single stone is thrown in.
fn settlers(
    position: &Position,
    critical: &[BlockStatus],
    budget: &mut Budget,
) -> Result<Vec<Settler>, Exhausted> {
    let me = position.to_play();
    let moves: PointSet = critical.iter().filter_map(|block| first_move(block, me).1).collect();
    let mut settlers = Vec::new();
    for point in moves.iter() {
        let mut after = position.clone();
        if after.play(me, point.into()).is_err() {
            continue;
        }
        let large = after.block(point).len() > 1;
        if large && attack(&after, point, &effort(), budget)?.success == Success::Yes {
            continue;
        }
        let mut settler = Settler { point, taken: 0, saved: 0 };
        for block in critical {
            if settles(&after, block, me, budget)? {
                let stones = position.block(block.block).len();
                *(if block.color == me { &mut settler.saved } else { &mut settler.taken }) +=
                    stones;
            }
        }
        settlers.push(settler);
    }
    Ok(settlers)
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
    Ok(resistance(after, block.block, &effort(), budget)?.success == Success::No)
}

/// The largest block that a move was found for.
fn main_block<'a>(
    position: &Position,
    critical: &'a [BlockStatus],
    point: Point,
) -> Option<&'a BlockStatus> {
    let me = position.to_play();
    let about = critical.iter().filter(|block| first_move(block, me).1 == Some(point));
    about.max_by_key(|block| position.block(block.block).len())
}

/// The moves that decide the fate of `block` as `known` does, at most one more than `most`.
fn alike(
    position: &Position,
    block: &BlockStatus,
    known: Point,
    most: usize,
    budget: &mut Budget,
) -> Result<PointSet, Exhausted> {
    let me = position.to_play();
    let all = PointSet::board(position.size());
    let mut near = position.block(block.block);
    for _ in 0..NEAR {
        near = near.grown(&all);
    }
    let mut moves = PointSet::from_iter([known]);
    for point in (near & position.empty_points()).iter() {
        let mut after = position.clone();
        if point != known && after.play(me, point.into()).is_ok() {
            if settles(&after, block, me, budget)? {
                moves.insert(point);
            }
            if moves.len() > most {
                break;
            }
        }
    }
    Ok(moves)
}

/// The answer with its line, proved as far as that succeeds.
fn solution(
    position: &Position,
    block: &BlockStatus,
    point: Point,
    moves: PointSet,
    budget: &mut Budget,
) -> Result<Solution, Exhausted> {
    let me = position.to_play();
    let taking = block.color != me;
    let effort = Effort { prove: true, ..effort() };
    let read = if taking { attack } else { defend };
    let Reading { line, proved, .. } = read(position, block.block, &effort, budget)?;
    let line = if line.first() == Some(&(me, Move::Play(point))) {
        line
    } else {
        vec![(me, point.into())]
    };
    Ok(Solution {
        task: if taking { Task::Capture } else { Task::Save },
        target: position.block(block.block),
        moves,
        line,
        by_ko: false,
        // What escapes now may be caught later: only a capture can be proved.
        warrant: if taking && proved { Warrant::Proved } else { Warrant::Estimate },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    fn found(board: &str, to_play: Color) -> Option<(Task, String)> {
        let setup: Setup = board.parse().expect("a board");
        let mut position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        position.set_to_play(to_play);
        let solution = solve(&position, false, &mut Budget::unlimited()).expect("no limit");
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
}
