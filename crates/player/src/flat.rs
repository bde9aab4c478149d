//! Flat Monte-Carlo: the move after which most random games are won.
//!
//! The oldest strategy of its kind (Brügmann 1993) and the first of several: no
//! tree, no knowledge but that eyes are not filled. Playouts go where they tell
//! most by UCB1 (Auer, Cesa-Bianchi and Fischer 2002), and the move that was
//! tried most is played.

use board::playout::{Light, Limits, Random, Task, on_light_board, play_out};
use board::{Color, Move, Position};
use budget::Budget;

use crate::Choice;
use crate::decide::{Tried, decide, offset, reward, winning_pass};

/// Chooses a move for `color`. A node of the budget is a playout. Always gives a
/// legal move, even when the budget allows no work at all.
///
/// Under area scoring a playout counts as it ends. Under territory scoring every
/// stone costs a point, so what the players have put on the board so far is
/// subtracted; from there on both are assumed to play equally often.
///
/// The player passes
/// - when no move is left but filling eyes;
/// - when the opponent passed, all stones are settled and the count is won;
/// - when all stones are settled, no point is left that both players reach, and
///   the count is won or hardly a playout is (under territory scoring: in any
///   case, since each further stone would only cost a point).
pub fn choose(position: &Position, color: Color, budget: &mut Budget, seed: u64) -> Choice {
    let mut position = position.clone();
    position.set_to_play(color);
    if let Some(choice) = winning_pass(&position, color, seed) {
        return choice;
    }
    let search = Search { position: &mut position, color, budget, seed };
    let tried = on_light_board(&search.position.clone(), color, search);
    decide(&position, color, seed, &tried)
}

/// Weight of the unknown in UCB1.
const EXPLORATION: f64 = 0.5;

/// Playouts of one move before the next is considered.
const BATCH: u64 = 4;

struct Search<'a> {
    position: &'a mut Position,
    color: Color,
    budget: &'a mut Budget,
    seed: u64,
}

impl Task for Search<'_> {
    type Output = Vec<Tried>;

    /// Plays out every sensible move and the pass; the pass comes last.
    fn run<const N: usize>(self, board: Light<N>) -> Vec<Tried> {
        let mut random = Random::new(self.seed);
        let limits = Limits::of(&board);
        let mut arms = arms(self.position, self.color, &board, &mut random);
        let mut total: u64 = 0;
        'work: while let Some(arm) = most_promising(&arms, total) {
            let arm = &mut arms[arm];
            for _ in 0..BATCH {
                if self.budget.spend(1).is_err() {
                    break 'work;
                }
                let mut game = arm.board;
                let area = play_out(&mut game, &mut random, limits).score;
                arm.learn(area, self.color, board.size().area());
                total += 1;
            }
        }
        arms.into_iter().map(|arm| arm.tried).collect()
    }
}

/// A move, the board after it, and what was learnt of it.
struct Arm<const N: usize> {
    tried: Tried,
    board: Light<N>,
    /// What is added to twice the area score of a playout.
    offset: i32,
}

impl<const N: usize> Arm<N> {
    fn learn(&mut self, area: i32, color: Color, points: usize) {
        let halves = 2 * area + self.offset;
        let own = halves * color.sign();
        let (reward, win) = reward(own, points);
        let tried = &mut self.tried;
        tried.playouts += 1;
        tried.wins += win;
        tried.reward += reward;
        tried.halves += i64::from(halves);
    }
}

/// All legal moves that fill no simple eye, in random order so that a small
/// budget has no favourite corner; then the pass.
fn arms<const N: usize>(
    position: &mut Position,
    color: Color,
    board: &Light<N>,
    random: &mut Random,
) -> Vec<Arm<N>> {
    let legal = position.legal_points(color);
    let mut moves: Vec<Move> =
        legal.iter().filter(|&point| !board.is_eye(color, point)).map(Move::Play).collect();
    for i in (1..moves.len()).rev() {
        moves.swap(i, random.below(i + 1));
    }
    moves.push(Move::Pass);
    let after = |mv| {
        position.play(color, mv).expect("legal moves and passes can be played");
        let board = Light::new(position, color.opponent()).expect("the board has the same size");
        let offset = offset(position);
        position.undo();
        let tried = Tried { mv, playouts: 0, reward: 0.0, wins: 0.0, halves: 0, hope: 0.0 };
        Arm { tried, board, offset }
    };
    moves.into_iter().map(after).collect()
}

/// The move to play out next: one that was not tried yet, else by UCB1.
fn most_promising<const N: usize>(arms: &[Arm<N>], total: u64) -> Option<usize> {
    let log = (total.max(1) as f64).ln();
    let mut best = None;
    let mut highest = f64::NEG_INFINITY;
    for (i, Arm { tried, .. }) in arms.iter().enumerate() {
        if tried.playouts == 0 {
            return Some(i);
        }
        let hope = tried.value() + EXPLORATION * (log / tried.playouts as f64).sqrt();
        if hope > highest {
            (best, highest) = (Some(i), hope);
        }
    }
    best
}
