//! Which blocks and territories are safe while the opponent moves first and wins
//! every ko.

mod bits;
mod ground;
mod local;
mod moves;
mod prover;
mod region;
mod search;
mod statics;
mod whole;

use board::{Color, PointSet, Position, benson};

use budget::Budget;

pub use local::{LocalSafety, LocalVerdict};
pub use prover::Effort;
use whole::{Settlement, Whole};

/// Why a point is safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// Whatever the opponent plays and even without an answer (Benson 1976).
    Benson,
    /// By answering, as the static rules know (Müller 1997).
    Static,
    /// By answering, as a search has found.
    Search,
    /// The caller said so.
    Assumed,
}

/// What is safe on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Safety {
    /// Stones that cannot be captured, `[black, white]`.
    pub safe: [PointSet; 2],
    /// Regions in which the opponent cannot live, everything in them included.
    pub territory: [PointSet; 2],
    /// Regions that keep a safe block alive without being proved territory: the
    /// opponent's stones in them may have to stay.
    pub eyes: [PointSet; 2],
    /// Points worth no more than a move.
    pub dame: PointSet,
    by: [PointSet; 4],
}

impl Safety {
    /// Why the point is safe, if it is.
    pub fn reason(&self, point: board::Point) -> Option<Reason> {
        [Reason::Benson, Reason::Static, Reason::Search, Reason::Assumed]
            .into_iter()
            .find(|&reason| self.by[reason as usize].contains(point))
    }

    /// The safe stones and territory of a color.
    pub fn area(&self, color: Color) -> PointSet {
        self.safe[color.index()] | self.territory[color.index()]
    }
}

/// What the static rules say about a board.
pub fn static_safety(position: &Position) -> Safety {
    analyze(position, Effort { region_nodes: 0, region_points: 0 }, &mut Budget::nodes(0))
}

/// What the static rules and searches of the given effort say about a board.
pub fn analyze(position: &Position, effort: Effort, budget: &mut Budget) -> Safety {
    let whole = Whole::new(position);
    let mut settled = Settlement::default();
    let mut by = [PointSet::EMPTY; 4];
    for color in Color::BOTH {
        let unconditional = benson::unconditional(position, color);
        whole.settle(color, &mut settled);
        let area = settled.safe[color.index()] | settled.territory[color.index()];
        by[Reason::Benson as usize] |= area & unconditional.benson();
        by[Reason::Static as usize] |= area - unconditional.benson();
    }
    if effort.region_nodes > 0 {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for color in Color::BOTH {
                match prover::prove(&whole, color, &mut settled, effort, budget) {
                    Ok(found) => changed |= found,
                    Err(_) => {
                        changed = false;
                        break;
                    }
                }
                changed |= whole.settle(color, &mut settled);
            }
        }
    }
    let done = settled.of(Color::Black) | settled.of(Color::White);
    by[Reason::Search as usize] = done - by[Reason::Benson as usize] - by[Reason::Static as usize];
    let ground = &whole.ground;
    let empty = position.empty_points() - done;
    let loose = *position.stones(Color::Black) | *position.stones(Color::White);
    let beside = settled.safe.map(|safe| ground.bits(&safe.border(position.size())));
    let dame = local::dame(ground, ground.bits(&empty), ground.bits(&(loose - done)), beside);
    Safety {
        safe: settled.safe,
        territory: settled.territory,
        eyes: settled.eyes,
        dame: ground.set(dame),
        by,
    }
}
