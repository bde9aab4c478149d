//! Which blocks and territories are safe while the opponent moves first and wins
//! every ko.
//!
//! A block is *safe* if its owner, answering each move of the attacker by at most
//! one move, keeps it on the board for ever; liberties outside the regions that
//! the proof uses do not count. A region is *territory* of a color if safe blocks
//! of that color enclose it and nothing of the opponent stays alive in it.
//!
//! | question | where |
//! |---|---|
//! | what is safe on this board, and why? | [`analyze`], [`analyze_assuming`] |
//! | what do the static rules alone say? | [`static_safety`] |
//! | which stones live together in seki? | [`sekis`] |
//! | what is settled at a node of a local game? | [`LocalSafety`] |
//!
//! From the bottom: `ground` numbers points, `region` finds what one region
//! guarantees, `statics` strikes out what has too little, `search` proves a camp
//! by play, `prover` decides which regions to search together.
//!
//! ```
//! use board::{Color, Position, Rules, Setup};
//! use budget::Budget;
//! use tactics::safety::{self, Effort, Reason};
//!
//! // Five points in a row: Black answers in the middle or beside it.
//! let setup: Setup = "
//!     . . . . . X O
//!     X X X X X X O
//!     O O O O O O O
//!     . O . O . O .".parse()?;
//! let position = Position::from_setup(&setup, Rules::japanese())?;
//! let found = safety::analyze(&position, Effort::default(), &mut Budget::nodes(100_000));
//! assert_eq!(found.safe[0], setup.black);
//! assert_eq!(found.territory[0].to_string(), "A4 B4 C4 D4 E4");
//! assert_eq!(found.reason("C4".parse()?), Some(Reason::Static));
//! assert_eq!(found.reason("C1".parse()?), Some(Reason::Benson));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod ground;
mod local;
mod moves;
mod normal;
mod prover;
mod region;
mod search;
mod seki;
mod statics;
mod whole;

use board::{Color, Point, PointSet, Position};
use budget::Budget;

pub use local::{LocalSafety, LocalVerdict};
pub use prover::Effort;
pub use seki::{Seki, sekis};

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

impl Reason {
    /// All reasons, the strongest first.
    pub const ALL: [Reason; 4] = [Reason::Benson, Reason::Static, Reason::Search, Reason::Assumed];
}

/// A connected piece of territory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeRegion {
    /// Whose it is.
    pub color: Color,
    /// Its points, stones inside included.
    pub points: PointSet,
    /// How it was proved.
    pub reason: Reason,
    /// Whether the proof rests on assumed stones.
    pub assuming: bool,
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
    /// Everything that is settled only if the assumed blocks are safe, those
    /// blocks included.
    pub assuming: PointSet,
    by: [PointSet; 4],
}

impl Safety {
    /// Why the point is safe, if it is; see also [`Safety::assuming`].
    pub fn reason(&self, point: Point) -> Option<Reason> {
        Reason::ALL.into_iter().find(|&reason| self.by[reason as usize].contains(point))
    }

    /// The points that are safe for one reason.
    pub fn by(&self, reason: Reason) -> PointSet {
        self.by[reason as usize]
    }

    /// The safe stones and territory of a color.
    pub fn area(&self, color: Color) -> PointSet {
        self.safe[color.index()] | self.territory[color.index()]
    }

    /// The pieces of territory, Black's first.
    pub fn regions(&self) -> Vec<SafeRegion> {
        let mut regions = Vec::new();
        for color in Color::BOTH {
            for points in self.territory[color.index()].components() {
                let first = points.first().expect("a component has a point");
                let reason = self.reason(first).unwrap_or(Reason::Assumed);
                let assuming = points.intersects(&self.assuming);
                regions.push(SafeRegion { color, points, reason, assuming });
            }
        }
        regions
    }
}

/// What the static rules say about a board.
pub fn static_safety(position: &Position) -> Safety {
    analyze(position, Effort::NONE, &mut Budget::nodes(0))
}

/// What the static rules and searches of the given effort say about a board.
/// When the budget is used up, what was proved so far stands.
pub fn analyze(position: &Position, effort: Effort, budget: &mut Budget) -> Safety {
    analyze_assuming(position, &PointSet::EMPTY, effort, budget)
}

/// The same with some blocks taken as safe: those with a stone in `assumed`.
/// What can be proved without them is proved first; an assumed block that is
/// proved dead stays dead.
pub fn analyze_assuming(
    position: &Position,
    assumed: &PointSet,
    effort: Effort,
    budget: &mut Budget,
) -> Safety {
    normal::in_normal_form(position, assumed, |position, assumed| {
        whole::analyze(position, assumed, effort, budget)
    })
}
