//! The hottest local game: what it matters who moves first in a place.
//!
//! Each place is a switch: its left stop is the count after the player's best move there,
//! its right stop after the opponent's. In a sum of switches the hottest is right
//! (Müller 1995, chapter 3), and so are Sentestrat and Thermostrat, which differ only
//! where followers are hot; those show as places of their own on the next move.

use board::{Color, Move, Point, Position};
use budget::Budget;
use predict::Predictor;

use super::count::count;
use crate::knowledge::{Effort, Knowledge};
use crate::motive::{Proposal, proposals};

/// Moves within this distance belong to one place.
const NEAR: usize = 3;

/// The move in the place with the highest temperature.
pub(super) fn hottest(
    position: &Position,
    color: Color,
    sound: &[Proposal],
    predictor: Option<&mut Predictor>,
    budget: &mut Budget,
) -> Option<(Point, f64)> {
    let enemy = color.opponent();
    let known = Knowledge::new(position, Effort::QUICK);
    let theirs = proposals(position, enemy, &known, predictor);
    let after = |mover: Color, point: Point| {
        let mut after = position.clone();
        after.play(mover, Move::Play(point)).ok()?;
        Some(f64::from(color.sign()) * count(&after))
    };
    let mut best: Option<(Point, f64)> = None;
    for proposal in sound {
        let Some(ours) = after(color, proposal.point) else { continue };
        // Their best move in the same place, by its reasons.
        let near = |other: &&Proposal| distance(other.point, proposal.point) <= NEAR;
        let reply = theirs.iter().find(near).and_then(|other| after(enemy, other.point));
        let standing = reply.unwrap_or(ours);
        let temperature = (ours - standing) / 2.0 + 0.3 * proposal.value;
        if best.is_none_or(|(_, highest)| temperature > highest) {
            best = Some((proposal.point, temperature));
        }
        if budget.spend(1).is_err() {
            break;
        }
    }
    best
}

fn distance(one: Point, other: Point) -> usize {
    one.column().abs_diff(other.column()) + one.row().abs_diff(other.row())
}
