//! Exact play of a solved endgame: no guess, no loss.
//!
//! The board is split along stones that are proved safe, each area is solved, and the
//! sum is played by its exact score. Where any part is open — too large, not
//! independent, a ko that matters — there is no exact move, and another strategy
//! must choose.
//!
//! Once a score is proved, a [`Player`] keeps it whatever the opponent does. Beside the
//! board it keeps a model: the same board as if the opponent had passed whenever he
//! played where everything was his already. So he may fill his eyes and lose his walls; in
//! the model they stand, and what was proved there stays proved. A ko that he starts is
//! played as if it were lost, and where he plays into territory that needs an answer a move
//! is sought after which the board is solved again.

mod model;

use board::{Color, Move, Point, PointSet, Position};
use budget::Budget;
use cgt::Dyadic;
use endgame::{Keeping, Partition, Solver, Status};
use tactics::safety::{Effort, Safety, analyze_assuming, static_safety};

use model::{Model, Promise};

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
    Player::new(Solver::new()).choose(position, color, &PointSet::EMPTY, budget)
}

/// Plays solved endgames and remembers what it has solved and promised.
pub struct Player {
    solver: Solver,
    /// What was proved for each color, and when.
    promises: [Option<Promise>; 2],
}

impl Player {
    /// A player that uses this solver, with what it knows.
    pub fn new(solver: Solver) -> Player {
        Player { solver, promises: [None, None] }
    }

    /// Goes on with another solver; what was promised still holds.
    pub fn change_solver(&mut self, solver: Solver) {
        self.solver = solver;
    }

    /// The solver, with what it knows.
    pub fn solver_mut(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// A move that keeps the proved score; `None` if nothing is proved. Blocks of
    /// `assumed` count as alive: then the score is proved only if they are.
    pub fn choose(
        &mut self,
        position: &Position,
        color: Color,
        assumed: &PointSet,
        budget: &mut Budget,
    ) -> Option<ExactChoice> {
        let mut promised = self.promised(position, color);
        if promised.is_none() {
            self.look_back(position, color, budget);
            promised = self.promised(position, color);
        }
        match promised {
            Some((score, model)) => self.keep(position, color, assumed, score, model, budget),
            None if assumed.is_empty() && is_open(position) => None,
            None => self.begin(position, color, assumed, budget),
        }
    }

    /// A move that keeps the score of the board, if that can be proved.
    fn begin(
        &mut self,
        position: &Position,
        color: Color,
        assumed: &PointSet,
        budget: &mut Budget,
    ) -> Option<ExactChoice> {
        for effort in [Effort::NONE, Effort::default()] {
            let found = self.as_it_stands(position, color, assumed, effort, budget);
            if let Some((keeping, partition)) = found
                && is_proved(&keeping, assumed)
            {
                let model = Model::of(position, &partition, color.opponent());
                return self.promise(position, color, keeping, model);
            }
        }
        None
    }

    /// A move that keeps the promised score.
    fn keep(
        &mut self,
        position: &Position,
        color: Color,
        assumed: &PointSet,
        score: Dyadic,
        model: Model,
        budget: &mut Budget,
    ) -> Option<ExactChoice> {
        // What harms only the opponent may be assumed without harm.
        let alive = *assumed | model.walls;
        let mut fallback = None;
        for effort in [Effort::NONE, Effort::default()] {
            let mut part = budget.part(MODEL_NODES);
            let found = self.as_it_stands(&model.position, color, &alive, effort, &mut part);
            budget.charge(part.spent()).ok()?;
            if let Some((keeping, partition)) = found
                && is_playable(position, color, keeping.point)
            {
                let now = model.again(&partition, color.opponent());
                if !is_worse(color, keeping.score, score) {
                    return self.promise(position, color, keeping, now);
                }
                fallback = fallback.or(Some((keeping, now)));
            }
        }
        let answer = self.answer(position, color, &alive, score, &model, budget);
        match answer.or(fallback) {
            Some((keeping, now)) => self.promise(position, color, keeping, now),
            None => self.begin(position, color, assumed, budget),
        }
    }

    /// Promises what was certain before the opponent's last move, which may have been a
    /// blunder that leaves the board open.
    fn look_back(&mut self, position: &Position, color: Color, budget: &mut Budget) -> Option<()> {
        let mut before = position.clone();
        let (mover, _) = before.undo()?;
        if mover == color || is_open(&before) {
            return None;
        }
        let none = PointSet::EMPTY;
        let partition = settled(&before, &static_safety_assuming(&before, &none))?;
        let found = self.solver.keep_score(&before, &partition, mover, budget)?;
        if !is_proved(&found, &none) {
            return None;
        }
        let model = Model::of(&before, &partition, mover);
        let promise = Promise::new(&before, None, found.score, model);
        self.promises[color.index()] = Some(promise);
        Some(())
    }

    /// The score promised to `color` in this game, and the model of the board now.
    fn promised(&self, position: &Position, color: Color) -> Option<(Dyadic, Model)> {
        self.promises[color.index()].as_ref()?.now(position, color)
    }

    /// Remembers what is certain after this move.
    fn promise(
        &mut self,
        position: &Position,
        color: Color,
        keeping: Keeping,
        model: Model,
    ) -> Option<ExactChoice> {
        let mv = keeping.point.map_or(Move::Pass, Move::Play);
        position.check(color, mv).ok()?;
        let score = keeping.score;
        let promise = Promise::new(position, Some(mv), score, model);
        self.promises[color.index()] = Some(promise);
        Some(ExactChoice { mv, score })
    }

    /// A move that keeps what is certain, and the parts of the board, if all of it is
    /// solved or bounded.
    fn as_it_stands(
        &mut self,
        position: &Position,
        color: Color,
        assumed: &PointSet,
        effort: Effort,
        budget: &mut Budget,
    ) -> Option<(Keeping, Partition)> {
        let mut searched = budget.part(SAFETY_NODES);
        let safety = analyze_assuming(position, assumed, effort, &mut searched);
        budget.charge(searched.spent()).ok()?;
        let partition = settled(position, &safety)?;
        let keeping = self.solver.keep_score(position, &partition, color, budget)?;
        Some((keeping, partition))
    }

    /// Looks for a move after which the model is solved and the promise kept: the answer
    /// to a move in territory that needs one.
    fn answer(
        &mut self,
        position: &Position,
        color: Color,
        alive: &PointSet,
        promised: Dyadic,
        model: &Model,
        budget: &mut Budget,
    ) -> Option<(Keeping, Model)> {
        let enemy = color.opponent();
        let safety = static_safety_assuming(&model.position, alive);
        let open = Partition::new(&model.position, &safety)
            .unsplit
            .iter()
            .fold(PointSet::EMPTY, |all, part| all | part.points);
        let points = (open | model.entered()) & model.position.empty_points();
        for effort in [Effort::NONE, Effort::default()] {
            for point in model.nearest_first(points) {
                let mut after = model.position.clone();
                if after.play(color, Move::Play(point)).is_err()
                    || !is_playable(position, color, Some(point))
                {
                    continue;
                }
                let mut part = budget.part(SAFETY_NODES);
                let safety = analyze_assuming(&after, alive, effort, &mut part);
                budget.charge(part.spent()).ok()?;
                let Some(partition) = settled(&after, &safety) else { continue };
                let mut part = budget.part(MODEL_NODES);
                let score = self.solver.certain_score(&after, &partition, color, enemy, &mut part);
                budget.charge(part.spent()).ok()?;
                if let Some(score) = score
                    && !is_worse(color, score, promised)
                {
                    let keeping = Keeping { status: Status::Assuming, score, point: Some(point) };
                    return Some((keeping, model.again(&partition, enemy)));
                }
            }
        }
        None
    }
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Player({} positions)", self.solver.positions())
    }
}

/// The most positions looked at to prove stones safe, each time.
const SAFETY_NODES: u64 = 100_000;

/// The most positions looked at in the model.
const MODEL_NODES: u64 = 400_000;

fn static_safety_assuming(position: &Position, assumed: &PointSet) -> Safety {
    analyze_assuming(position, assumed, Effort::NONE, &mut Budget::nodes(0))
}

/// Whether a score is worse for `color` than another.
fn is_worse(color: Color, score: Dyadic, than: Dyadic) -> bool {
    match color {
        Color::Black => score < than,
        Color::White => score > than,
    }
}

/// Whether a move, or a pass, is legal on the board.
fn is_playable(position: &Position, color: Color, point: Option<Point>) -> bool {
    point.is_none_or(|point| position.check(color, Move::Play(point)).is_ok())
}

/// Whether the score is exact, or exact if the assumed blocks live.
fn is_proved(keeping: &Keeping, assumed: &PointSet) -> bool {
    match keeping.status {
        Status::Exact => true,
        Status::Assuming => !assumed.is_empty(),
        Status::Bounds | Status::Partial => false,
    }
}

/// The parts of a board, if all of it is settled or split into areas.
fn settled(position: &Position, safety: &Safety) -> Option<Partition> {
    let partition = Partition::new(position, safety);
    if !partition.unsplit.is_empty() {
        return None;
    }
    // Without agreement dead stones count until they are taken off.
    let stones = |color: Color| *position.stones(color);
    let dead = (partition.territory[0] & stones(Color::White))
        | (partition.territory[1] & stones(Color::Black));
    (position.rules().agreement || dead.is_empty()).then_some(partition)
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
    fn an_opponent_who_fills_his_eyes_gains_nothing() {
        let setup: Setup = BOARD.parse().unwrap();
        for rules in [Rules::japanese(), Rules::chinese()] {
            let mut position = Position::from_setup(&setup, rules).unwrap();
            let mut player = Player::new(Solver::new());
            let none = PointSet::EMPTY;
            let mut choose = |position: &Position| {
                let budget = &mut Budget::nodes(3_000_000);
                player.choose(position, Color::Black, &none, budget)
            };
            let first = choose(&position).unwrap();
            position.play(Color::Black, first.mv).unwrap();
            // White kills his own wall, eye by eye.
            for eye in ["J9", "H8", "J2", "H6"] {
                let eye: Point = eye.parse().unwrap();
                if position.play(Color::White, Move::Play(eye)).is_err() {
                    position.play(Color::White, Move::Pass).unwrap();
                }
                let choice = choose(&position).expect("a promise is kept");
                assert!(!is_worse(Color::Black, choice.score, first.score), "{position:?}");
                position.play(Color::Black, choice.mv).unwrap();
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
