//! Exact play of a solved endgame: no guess, no loss.
//!
//! The board is split along stones that are proved safe, each area is solved, and the
//! sum is played by its exact score. Where any part is open — too large, not
//! independent, a ko that matters — there is no exact move, and another strategy
//! must choose.

use board::{Color, Move, Position};
use budget::Budget;
use cgt::Dyadic;
use endgame::{Partition, Solver, Status};
use tactics::safety::{Effort, analyze, static_safety};

/// A move that keeps the proved score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactChoice {
    /// The move.
    pub mv: Move,
    /// The proved score with best play of both, Black minus White without komi.
    pub score: Dyadic,
}

/// The move of a solved board; `None` if the board is not solved within the budget.
///
/// ```
/// use board::{Color, Position, Rules, Setup};
/// use budget::Budget;
/// use player::exact;
///
/// let setup: Setup = "
///     . X X X X O O O .
///     X . X . . . O . O
///     X X X X O O O O O
///     . X . . X O . . O
///     X X X X X O O O O".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let choice = exact::choose(&position, Color::Black, &mut Budget::nodes(100_000));
/// assert_eq!(choice.map(|choice| choice.mv), Some("E4".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn choose(position: &Position, color: Color, budget: &mut Budget) -> Option<ExactChoice> {
    if is_open(position) {
        return None;
    }
    let safety = analyze(position, Effort::default(), budget);
    let partition = Partition::new(position, &safety);
    if !partition.unsplit.is_empty() {
        return None;
    }
    // Without agreement dead stones count until they are taken off.
    let stones = |color: Color| *position.stones(color);
    let dead = (partition.territory[0] & stones(Color::White))
        | (partition.territory[1] & stones(Color::Black));
    if !position.rules().agreement && !dead.is_empty() {
        return None;
    }
    let solution = Solver::new().solve_board(position, &partition, color, budget);
    if solution.status != Status::Exact {
        return None;
    }
    let score = solution.score[color.index()]?;
    let mv = match solution.best_moves.first() {
        Some(&point) => Move::Play(point),
        None => Move::Pass,
    };
    position.check(color, mv).is_ok().then_some(ExactChoice { mv, score })
}

/// Whether so much of the board is open that solving it is hopeless.
fn is_open(position: &Position) -> bool {
    let safety = static_safety(position);
    let settled = safety.area(Color::Black) | safety.area(Color::White) | safety.dame;
    3 * settled.len() < position.size().area()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    /// Corridors of several lengths between living walls.
    const BOARD: &str = "
        . X X X X O O O .
        X . X . . . O . O
        X X X X O O O O O
        . X . . X O . . O
        X X X X X O O O O
        X . . . . . . . O
        X X X X O O O O O
        X . X X . . . O .
        . X X X O O O O O";

    fn board(rules: Rules) -> Position {
        let setup: Setup = BOARD.parse().unwrap();
        Position::from_setup(&setup, rules).unwrap()
    }

    #[test]
    fn both_sides_playing_exactly_keep_the_score_to_the_end() {
        let presets = [Rules::japanese(), Rules::chinese(), Rules::aga(), Rules::new_zealand()];
        for rules in presets {
            for first in Color::BOTH {
                let mut position = board(rules);
                let mut color = first;
                let choose = |position: &Position, color| {
                    super::choose(position, color, &mut Budget::nodes(1_000_000)).unwrap()
                };
                let score = choose(&position, color).score;
                let mut passes = 0;
                while passes < 2 {
                    let choice = choose(&position, color);
                    assert_eq!(choice.score, score, "{position:?}");
                    passes = if choice.mv == Move::Pass { passes + 1 } else { 0 };
                    position.play(color, choice.mv).unwrap();
                    color = color.opponent();
                }
            }
        }
    }

    #[test]
    fn an_open_board_has_no_exact_move() {
        let size = board::Size::square(9).unwrap();
        let position = Position::new(size, Rules::japanese());
        assert_eq!(choose(&position, Color::Black, &mut Budget::nodes(1000)), None);
    }
}
