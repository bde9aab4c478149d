//! Local goals: can one side bring something about, whatever the other does?
//!
//! The side that wants something is the *achiever*, the other the *opposer*.
//! The search is depth-first proof-number search (Nagai 2002). What keeps it
//! honest is the zone: everything a success depends on. The opposer is first
//! read as passing; if the achiever succeeds against that, only moves that
//! touch the zone of that success can change anything, and only those need an
//! answer (Thomsen 2000, lambda search; Cazenave 2001, abstract proofs). So a
//! success found with [`Limits::complete`] is a proof. A failure rests on the
//! achiever's selected moves and on the goal's own word that something is lost,
//! so it is an estimate.

mod check;
mod prove;
mod solver;
mod zone;

use board::{Color, Point, PointSet, Position};

pub use check::{Flaw, Proof, Step, check};
pub(crate) use prove::prove;
pub use solver::{Outcome, Solver};

/// Who may retake a ko at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoMaster {
    /// Nobody: the simple ko rule, and a threat elsewhere is ignored.
    Nobody,
    /// This color has as many threats as it needs.
    Color(Color),
}

/// What a position says about a goal without reading on.
#[derive(Clone, Copy, Debug)]
pub enum Judgement {
    /// Achieved, resting on these points.
    Achieved(PointSet),
    /// Achieved by taking a ko that is not retaken.
    AchievedByKo(PointSet),
    /// As good as lost for the achiever.
    Lost,
    /// Lost because the other side retakes a ko.
    LostByKo,
    /// To be read; how hard to prove and to disprove it looks.
    Open {
        /// The likely size of a proof.
        proof: u32,
        /// The likely size of a disproof.
        disproof: u32,
        /// How loose the achiever's move that led here was; adds to its doubt.
        slack: u32,
    },
}

/// Points a player might try, each once, with a doubt: how much less likely it
/// looks than the position after it says.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    points: Vec<(Point, u32)>,
}

impl Moves {
    /// Adds a point, or lessens the doubt about it.
    pub fn add(&mut self, point: Point, doubt: u32) {
        match self.points.iter_mut().find(|(known, _)| *known == point) {
            Some((_, known)) => *known = doubt.min(*known),
            None => self.points.push((point, doubt)),
        }
    }

    /// Keeps some points.
    pub fn retain(&mut self, mut keep: impl FnMut(Point) -> bool) {
        self.points.retain(|&(point, _)| keep(point));
    }

    /// The points and doubts so far.
    pub fn as_slice(&self) -> &[(Point, u32)] {
        &self.points
    }
}

/// Something one side wants.
pub trait Goal {
    /// The side that wants it.
    fn achiever(&self) -> Color;

    /// What the position says by itself with `to_play` to move. `banned` is the
    /// point that `to_play` may not play because of a ko.
    fn judge(&self, position: &Position, to_play: Color, banned: Option<Point>) -> Judgement;

    /// Where the achiever might play. Leaving out moves is sound.
    fn achieving(&self, position: &Position, moves: &mut Moves);

    /// Where the opposer might play, besides passing. Unless the list is known to
    /// be enough (true), a complete search looks at the zone of the pass too.
    fn opposing(&self, position: &Position, moves: &mut Moves) -> bool;
}

/// How a goal is read.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Whether the opposer may try every point of a zone, so that success is a
    /// proof, or only what the goal selects for him.
    pub complete: bool,
    /// Who may retake a ko at once.
    pub ko: KoMaster,
    /// How many moves ahead.
    pub depth: usize,
    /// Whether the opposer, moving first, may not pass.
    pub must_move: bool,
    /// Blocks of the achiever with more liberties than this are taken to stand.
    /// A proof is valid if the opposer has no more moves in it than this.
    pub plenty: usize,
    /// How many ko threats a ko master spends along one line. He has as many as he
    /// wants but not without end, so what goes on for ever goes against him.
    pub threats: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            complete: true,
            ko: KoMaster::Nobody,
            depth: usize::MAX,
            must_move: false,
            plenty: usize::MAX,
            threats: 3,
        }
    }
}

/// What is asked about: the stones of a position, its ko, and a block.
pub(crate) type Site = (u64, Option<Point>, Point);

/// The block on a point as something to be remembered; `None` if there is no stone.
pub(crate) fn site(position: &Position, stone: Point) -> Option<Site> {
    Some((position.hash(), position.ko_point(), position.anchor(stone)?))
}
