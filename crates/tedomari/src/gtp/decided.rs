//! A game that is won or lost is still played for points.
//!
//! Where nearly all playouts agree on the winner they say little about single points. Then
//! the board is solved, taking as alive what clearly lives, and a move is played that loses
//! no point there, as long as playouts do not see that it risks the game.

use std::time::Duration;

use board::{Color, Move, PointSet, Position};
use budget::Budget;
use endgame::Solver;
use player::Choice;
use workbench::assume::solve_assuming;

use super::areas::best_moves;
use super::genmove::most_playouts;
use super::protocol::Call;
use super::search::standing;
use super::session::Session;
use super::think::within;

/// Whether so much of the board is filled that solving it may come to an end.
pub(super) fn is_late(position: &Position) -> bool {
    20 * position.empty_points().len() <= 9 * position.size().area()
}

/// The move that loses no point, with the playouts' opinion of it, where they hardly doubt
/// who wins. At most three quarters of the time are for solving.
pub(super) fn choose(
    session: &mut Session,
    color: Color,
    found: &Choice,
    time: Duration,
    call: &Call<'_>,
) -> Option<Choice> {
    if !(found.win_rate >= WON || found.win_rate <= 1.0 - WON) || found.playouts < LEAST_PLAYOUTS {
        return None;
    }
    let moves = solved_moves(session, color, time * 3 / 4, call)?;
    if moves.contains(&found.mv) {
        return Some(*found);
    }
    let mut tree = standing(session, color);
    tree.restrict(|mv| moves.contains(&mv));
    within(time / 4, call, |stop| {
        tree.grow(&mut Budget::nodes(TRIALS).with_stop(stop), session.options.seed);
    });
    let best = tree.candidates().into_iter().find(|one| moves.contains(&one.mv));
    // Banned moves are nothing to go on from.
    session.tree = None;
    let best = best?;
    let risky = found.win_rate >= WON && best.win_rate < found.win_rate - RISK;
    (best.visits >= LEAST_TRIALS && !risky).then_some(Choice { mv: best.mv, ..*found })
}

/// The best moves of the solved board.
fn solved_moves(
    session: &mut Session,
    color: Color,
    time: Duration,
    call: &Call<'_>,
) -> Option<Vec<Move>> {
    let mut position = session.position().clone();
    position.set_to_play(color);
    let nodes = most_playouts(session).saturating_mul(NODES_A_PLAYOUT);
    let solver: &mut Solver = session.exact.solver_mut();
    let report = within(time, call, |stop| {
        let mut budget = Budget::nodes(nodes).with_stop(stop);
        solve_assuming(solver, &position, &PointSet::EMPTY, &mut budget)
    });
    best_moves(session, color, &report)
}

/// The share of playouts that decides a game.
const WON: f64 = 0.95;

/// How much of it a move may risk for points.
const RISK: f64 = 0.03;

/// The fewest playouts that say anything about who wins, and those tried for a move that
/// loses no point, of which so many must have been possible.
const LEAST_PLAYOUTS: u64 = 200;
const TRIALS: u64 = 300;
const LEAST_TRIALS: u32 = 20;

/// Positions that a solver may look at in place of a playout, where playouts are limited.
const NODES_A_PLAYOUT: u64 = 20;
