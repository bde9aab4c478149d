//! Exact play of a solved endgame: no guess, no loss.
//!
//! The board is split along stones that are proved safe, each area is solved, and the
//! sum is played by its exact score. Where any part is open — too large, not
//! independent, a ko that matters — there is no exact move, and another strategy
//! must choose.
//!
//! Once a score is proved, a [`Player`] keeps it whatever the opponent does: a ko that
//! the opponent starts is played as if it were lost, his walls count as alive even if he
//! fills their eyes, his stones in his own territory as if he had passed, and where he plays into territory that needs an answer a move is
//! sought after which the board is solved again.

use board::{Color, Move, PointSet, Position};
use budget::Budget;
use cgt::Dyadic;
use endgame::{Keeping, Partition, Solver, Status};
use tactics::safety::{Effort, Safety, analyze_assuming, static_safety};

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

/// A score that was certain after a move.
struct Promise {
    score: Dyadic,
    held: Held,
    /// How many moves had been played, and the position then.
    moves: usize,
    hash: u64,
}

/// What the opponent held when a score was certain.
#[derive(Clone, Copy)]
struct Held {
    /// His stones that were safe.
    walls: PointSet,
    /// His territory that was empty, and where he has filled it since.
    territory: PointSet,
}

impl Held {
    fn of(position: &Position, partition: &Partition, enemy: Color) -> Held {
        let territory = partition.territory[enemy.index()] & position.empty_points();
        Held { walls: partition.safe[enemy.index()], territory }
    }
}

impl Player {
    /// A player that uses this solver, with what it knows.
    pub fn new(solver: Solver) -> Player {
        Player { solver, promises: [None, None] }
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
        if promised.is_none() && assumed.is_empty() && is_open(position) {
            return None;
        }
        let enemy = *position.stones(color.opponent());
        let mut fallback = None;
        for effort in [Effort::NONE, Effort::default()] {
            // An opponent who kills his own walls opens the board; do not lose time there.
            let most = if promised.is_some() { PROMISED_NODES } else { u64::MAX };
            let mut part = budget.part(most.min(budget.left()));
            let found = self.as_it_stands(position, color, assumed, effort, &mut part);
            budget.spend(part.spent()).ok()?;
            let proved = matches!(&found, Some((keeping, _)) if is_proved(keeping, assumed));
            let Some((score, held)) = promised else {
                match found {
                    Some((keeping, held)) if proved => {
                        return self.promise(position, color, keeping, held);
                    }
                    _ => continue,
                }
            };
            // What harms only the opponent may be assumed without harm.
            let alive = *assumed | held.walls & enemy;
            for again in [false, true] {
                let found = match again {
                    false => found,
                    true => {
                        let mut part = budget.part(ASSUMING_NODES);
                        let found = self.as_it_stands(position, color, &alive, effort, &mut part);
                        budget.spend(part.spent()).ok()?;
                        found
                    }
                };
                if let Some((keeping, now)) = found
                    && !is_worse(color, keeping.score, score)
                {
                    let held = Held { territory: now.territory | held.territory, ..now };
                    return self.promise(position, color, keeping, held);
                }
            }
            fallback = fallback.or(found.filter(|_| proved));
        }
        if let Some((score, held)) = promised
            && let Some(keeping) = self.as_if_passed(position, color, assumed, score, held, budget)
        {
            return self.promise(position, color, keeping, held);
        }
        let answer =
            promised.and_then(|promised| self.answer(position, color, assumed, promised, budget));
        let (keeping, held) = answer.or(fallback)?;
        self.promise(position, color, keeping, held)
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
        let (moves, hash) = (before.moves().len(), before.hash());
        let held = Held::of(&before, &partition, mover);
        self.promises[color.index()] = Some(Promise { score: found.score, held, moves, hash });
        Some(())
    }

    /// The score promised to `color` in this game, and what the opponent held then.
    fn promised(&self, position: &Position, color: Color) -> Option<(Dyadic, Held)> {
        let promise = self.promises[color.index()].as_ref()?;
        let mut before = position.clone();
        while before.moves().len() > promise.moves {
            before.undo();
        }
        let same = before.moves().len() == promise.moves && before.hash() == promise.hash;
        same.then_some((promise.score, promise.held))
    }

    /// Remembers what is certain after this move.
    fn promise(
        &mut self,
        position: &Position,
        color: Color,
        keeping: Keeping,
        held: Held,
    ) -> Option<ExactChoice> {
        let mv = keeping.point.map_or(Move::Pass, Move::Play);
        position.check(color, mv).ok()?;
        let (moves, hash, score) = (position.moves().len(), position.hash(), keeping.score);
        self.promises[color.index()] = Some(Promise { score, held, moves, hash });
        Some(ExactChoice { mv, score })
    }

    /// A move that keeps what is certain, and what the opponent holds, if all of the board
    /// is solved or bounded.
    fn as_it_stands(
        &mut self,
        position: &Position,
        color: Color,
        assumed: &PointSet,
        effort: Effort,
        budget: &mut Budget,
    ) -> Option<(Keeping, Held)> {
        let mut searched = budget.part(SAFETY_NODES);
        let safety = analyze_assuming(position, assumed, effort, &mut searched);
        budget.spend(searched.spent()).ok()?;
        let partition = settled(position, &safety)?;
        let keeping = self.solver.keep_score(position, &partition, color, budget)?;
        Some((keeping, Held::of(position, &partition, color.opponent())))
    }

    /// A move that keeps the promise on the board without the stones by which the opponent
    /// has filled his own territory. They gain him nothing and take nothing from others:
    /// what was his to the last point is so with them, or less.
    fn as_if_passed(
        &mut self,
        position: &Position,
        color: Color,
        assumed: &PointSet,
        score: Dyadic,
        held: Held,
        budget: &mut Budget,
    ) -> Option<Keeping> {
        let enemy = color.opponent();
        let mut setup = position.setup();
        let filled = *setup.stones(enemy) & held.territory;
        if filled.is_empty() {
            return None;
        }
        for point in filled {
            setup.set(point, None);
        }
        let before = Position::from_setup(&setup, *position.rules()).ok()?;
        let alive = *assumed | held.walls & *before.stones(enemy);
        for effort in [Effort::NONE, Effort::default()] {
            let mut part = budget.part(ASSUMING_NODES);
            let found = self.as_it_stands(&before, color, &alive, effort, &mut part);
            budget.spend(part.spent()).ok()?;
            if let Some((keeping, _)) = found
                && !is_worse(color, keeping.score, score)
                && keeping.point.is_none_or(|p| position.check(color, Move::Play(p)).is_ok())
            {
                // What the fills have cost him is not counted on.
                return Some(Keeping { status: Status::Assuming, score, ..keeping });
            }
        }
        None
    }

    /// Looks for a move after which the board is solved and the promise kept: the answer
    /// to a move in territory that needs one.
    fn answer(
        &mut self,
        position: &Position,
        color: Color,
        assumed: &PointSet,
        (promised, held): (Dyadic, Held),
        budget: &mut Budget,
    ) -> Option<(Keeping, Held)> {
        let safety = static_safety_assuming(position, assumed);
        let open = Partition::new(position, &safety)
            .unsplit
            .iter()
            .fold(PointSet::EMPTY, |all, part| all | part.points);
        let enemy = color.opponent();
        for point in open & position.empty_points() {
            let mut after = position.clone();
            if after.play(color, Move::Play(point)).is_err() {
                continue;
            }
            let walls = *assumed | held.walls & *after.stones(enemy);
            let safety = static_safety_assuming(&after, &walls);
            let Some(partition) = settled(&after, &safety) else { continue };
            let score = self.solver.certain_score(&after, &partition, color, enemy, budget)?;
            if !is_worse(color, score, promised) {
                let keeping = Keeping { status: Status::Assuming, score, point: Some(point) };
                let now = Held::of(&after, &partition, enemy);
                return Some((keeping, Held { territory: now.territory | held.territory, ..now }));
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

/// The most positions looked at to do better than what was promised.
const PROMISED_NODES: u64 = 30_000;

/// The most positions looked at under one assumption.
const ASSUMING_NODES: u64 = 400_000;

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
    use board::{Point, Rules, Setup};

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
