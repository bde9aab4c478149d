//! Moves for a local search (Müller 1995, sections 4.5 and 4.6).
//!
//! Three generators work together. Tactics captures, saves, connects and cuts; life and
//! death settles and presses groups, on their eyes, too; the endgame claims points. As the
//! search goes from urgent moves to quiet ones, they come in this order.

use board::{Color, Point, PointSet, Position};

use super::context::Context;
use crate::knowledge::{Health, Knowledge};
use crate::motive::{Kind, Proposal, proposals_within};

/// A move that a local search may try.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) point: Point,
    /// How soon it is tried, in points: no measure of its quality.
    pub(super) urgency: f64,
    /// What it is worth beside points: connections, and what strong players would do. Local
    /// search alone is greedy (Müller 1995, section 4.8).
    pub(super) bonus: f64,
}

/// The moves of `color` within a set of points, the most urgent first.
pub(super) fn generate(
    position: &Position,
    color: Color,
    known: &Knowledge,
    context: &Context,
    within: &PointSet,
) -> Vec<Candidate> {
    let proposals = proposals_within(position, color, known, None, within);
    candidates(position, color, known, context, &proposals)
}

/// What the generators make of proposals.
pub(super) fn candidates(
    position: &Position,
    color: Color,
    known: &Knowledge,
    context: &Context,
    proposals: &[Proposal],
) -> Vec<Candidate> {
    let vital = eye_points(position, known);
    let danger = context.endangered(position, color);
    let mut candidates: Vec<Candidate> = proposals
        .iter()
        // While a block that the game relies on can be taken, nothing else is tried.
        .filter(|proposal| danger.is_empty() || rescues(position, color, proposal, &danger))
        .map(|proposal| {
            let eyes = vital.iter().filter(|(points, _)| points.contains(proposal.point));
            let life = eyes.map(|&(_, stake)| stake).fold(0.0, f64::max);
            let reasons = proposal.motives.iter().map(|motive| urgency(motive.kind) * motive.value);
            let bonus = proposal.motives.iter().map(|motive| beside(motive.kind) * motive.value);
            Candidate {
                point: proposal.point,
                urgency: reasons.sum::<f64>() + life,
                bonus: bonus.sum(),
            }
        })
        .collect();
    candidates.sort_by(|a, b| b.urgency.total_cmp(&a.urgency));
    candidates
}

/// How urgent it is to try what a motive proposes.
fn urgency(kind: Kind) -> f64 {
    match kind {
        Kind::Capture | Kind::Save => 1.0,
        Kind::Connect | Kind::Cut | Kind::Settle | Kind::Press => 0.8,
        Kind::Shape => 0.6,
        Kind::Expand => 0.4,
    }
}

/// How much of a motive's value the local score does not see. With a quarter of these
/// weights 1 of 8 games against static analysis was won; with weights a little below and
/// above these, 4 of 8.
fn beside(kind: Kind) -> f64 {
    match kind {
        Kind::Shape => 1.6,
        Kind::Connect | Kind::Cut | Kind::Settle | Kind::Press => 1.2,
        Kind::Capture | Kind::Save => 0.4,
        Kind::Expand => 0.0,
    }
}

/// Whether a move saves one of the blocks in danger, or takes what threatens them.
fn rescues(position: &Position, color: Color, proposal: &Proposal, danger: &PointSet) -> bool {
    let certain = |kind| matches!(kind, Kind::Save | Kind::Capture);
    proposal.motives.iter().any(|motive| certain(motive.kind))
        || position.blocks_beside(proposal.point, color).any(|block| danger.contains(block))
}

/// The points where groups that are shut in and not settled make eyes, and what is at stake.
fn eye_points(position: &Position, known: &Knowledge) -> Vec<(PointSet, f64)> {
    let size = position.size();
    let shut_in = known.groups.iter().filter(|group| {
        group.health() <= Health::Unsettled && group.ways_out.len() <= 2 && group.stones.len() > 2
    });
    let eyes = shut_in.map(|group| {
        let points = group.stones.border(size) & (group.spaces | position.empty_points());
        let stake = 0.6 * (1.0 - group.safety) * (group.stones.len() + group.spaces.len()) as f64;
        (points - group.ways_out, stake)
    });
    eyes.collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::root;
    use super::*;

    fn urgent(text: &str, color: Color) -> Vec<String> {
        let root = root(text);
        let board = PointSet::board(root.position.size());
        let context = Context::new(&root.position, &root.known, &board);
        let moves = generate(&root.position, color, &root.known, &context, &board);
        moves.iter().map(|candidate| candidate.point.to_string()).collect()
    }

    #[test]
    fn only_rescues_are_tried_while_a_wall_is_in_atari() {
        let text = "
            . . . . . . .
            . X X X . . .
            X O O O . . .
            . X X X . O .
            . . . . . O .
            . . . O O . .
            . . . . . . .";
        assert_eq!(urgent(text, Color::White), ["E5"]);
        let black = urgent(text, Color::Black);
        assert_eq!(black[0], "E5");
        assert!(black.len() > 5);
    }

    #[test]
    fn the_eye_space_of_a_group_that_is_shut_in_is_tried() {
        let text = "
            . . . X O . .
            X X X X O . .
            O O O O O . .
            . . O . O . .
            . O . O . O .";
        for color in Color::BOTH {
            let urgent = urgent(text, color);
            assert!(urgent.iter().take(3).any(|point| point == "B5"), "{color} {urgent:?}");
        }
    }
}
