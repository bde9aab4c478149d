//! A success as a strategy that can be replayed.

use board::{Color, Position};
use budget::{Budget, Exhausted};

use super::{Goal, Limits, Proof, Solver};

/// The strategy by which the achiever succeeds with `first` to move, trying his moves
/// in turns of growing doubt with `nodes` each time. Blocks are taken to stand as
/// `limits` say, then not at all: a strategy counts only if it is short enough for that.
pub(crate) fn prove<G: Goal>(
    position: &Position,
    goal: &G,
    first: Color,
    limits: Limits,
    doubts: &[u32],
    budget: &mut Budget,
    nodes: u64,
) -> Result<Option<Proof>, Exhausted> {
    for plenty in [limits.plenty, usize::MAX] {
        let mut solver = Solver::new(position.clone(), goal, Limits { plenty, ..limits });
        let mut part = budget.part(nodes);
        for &doubt in doubts {
            solver.set_doubt_limit(doubt);
            let found = solver.solve(first, &mut part);
            if !matches!(&found, Ok(outcome) if !outcome.achieved) {
                break;
            }
        }
        budget.charge(part.spent())?;
        let short = solver.depth(first).div_ceil(2) <= plenty;
        if short && !solver.threats_ran_out() {
            return Ok(solver.proof(first));
        }
    }
    Ok(None)
}
