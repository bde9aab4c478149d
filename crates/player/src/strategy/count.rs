//! A count of a position in which somebody is to move.

use board::Position;

use crate::knowledge::{Effort, Knowledge, Status};

/// The score for Black with komi, in points. Blocks whose fate depends on who moves first
/// go to the players in turn, the largest to the one who moves: each is a switch, and
/// switches are played in the order of their temperature.
pub(super) fn count(position: &Position) -> f64 {
    let known = Knowledge::new(position, Effort::QUICK);
    let mut open: Vec<(f64, f64)> = Vec::new();
    for block in &known.blocks {
        if matches!(block.status, Status::Critical { .. }) {
            // What the estimate has counted for these stones, and what they can be worth.
            let counted: f64 = block.stones.iter().map(|stone| known.owner(position, stone)).sum();
            let worth = 2.0 * block.stones.len() as f64;
            open.push((worth, counted));
        }
    }
    open.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut score = known.score;
    let mut mover = position.to_play();
    for (worth, counted) in open {
        score += f64::from(mover.sign()) * worth / 2.0 - counted;
        mover = mover.opponent();
    }
    score
}
