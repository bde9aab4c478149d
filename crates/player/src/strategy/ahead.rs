//! Playing moves out: one move ahead and counting, or a few moves ahead.

use board::{Color, Move, Point, Position};
use budget::Budget;
use predict::Predictor;

use super::count::count;
use crate::knowledge::{Effort, Knowledge};
use crate::motive::{Proposal, proposals};

/// How much of a motive's value is added to a count, so that equal counts are decided by
/// reasons the count does not see.
const URGENCY: f64 = 0.3;

/// The move after which the count is best for `color`.
pub(super) fn best_by_count(
    position: &Position,
    color: Color,
    sound: &[Proposal],
    budget: &mut Budget,
) -> Option<(Point, f64)> {
    let mut best: Option<(Point, f64)> = None;
    for proposal in sound {
        let mut after = position.clone();
        if after.play(color, Move::Play(proposal.point)).is_err() {
            continue;
        }
        let value = f64::from(color.sign()) * count(&after) + URGENCY * proposal.value;
        if best.is_none_or(|(_, highest)| value > highest) {
            best = Some((proposal.point, value));
        }
        if budget.spend(1).is_err() {
            break;
        }
    }
    best
}

/// Moves ahead, and moves wide after the first.
const DEPTH: usize = 3;
const NARROW: usize = 4;

/// The best move by a search of a few moves, few moves wide (Chen 2002, section 4.3). A
/// count settles what can be captured, so that it is quiet.
pub(super) fn best_ahead(
    position: &Position,
    color: Color,
    sound: &[Proposal],
    mut predictor: Option<&mut Predictor>,
    budget: &mut Budget,
) -> Option<(Point, f64)> {
    let mut best: Option<(Point, f64)> = None;
    for proposal in sound.iter().take(2 * NARROW) {
        let mut after = position.clone();
        if after.play(color, Move::Play(proposal.point)).is_err() {
            continue;
        }
        let least = best.map_or(f64::NEG_INFINITY, |(_, value)| value - URGENCY * proposal.value);
        let predictor = predictor.as_deref_mut();
        let value = -search(&after, DEPTH - 1, f64::NEG_INFINITY, -least, predictor, budget);
        let value = value + URGENCY * proposal.value;
        if best.is_none_or(|(_, highest)| value > highest) {
            best = Some((proposal.point, value));
        }
        if budget.left() == 0 {
            break;
        }
    }
    best
}

/// The count for the player to move after best play, within a window.
fn search(
    position: &Position,
    depth: usize,
    mut least: f64,
    most: f64,
    mut predictor: Option<&mut Predictor>,
    budget: &mut Budget,
) -> f64 {
    let color = position.to_play();
    // Nobody has to move: what stands is the least one gets.
    let standing = f64::from(color.sign()) * count(position);
    if depth == 0 || standing >= most || budget.spend(1).is_err() {
        return standing;
    }
    let mut best = standing;
    least = least.max(best);
    let known = Knowledge::new(position, Effort::QUICK);
    let proposals = proposals(position, color, &known, predictor.as_deref_mut());
    for proposal in proposals.iter().take(NARROW) {
        let mut after = position.clone();
        if after.play(color, Move::Play(proposal.point)).is_err() {
            continue;
        }
        let predictor = predictor.as_deref_mut();
        let value = -search(&after, depth - 1, -most, -least, predictor, budget);
        best = best.max(value);
        least = least.max(value);
        if least >= most {
            break;
        }
    }
    best
}
