//! Static safety of a whole board, one color at a time.

use board::{Color, PointSet, Position};

use super::bits::{Bits, Wide};
use super::ground::Ground;
use super::statics::{Camp, Settled, Terms, settle};

/// What is settled so far on a board: safe stones and territory by color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settlement {
    pub(crate) safe: [PointSet; 2],
    pub(crate) territory: [PointSet; 2],
    /// Regions that guarantee a liberty without being territory.
    pub(crate) eyes: [PointSet; 2],
}

impl Settlement {
    /// Everything settled for a color.
    pub(crate) fn of(&self, color: Color) -> PointSet {
        let i = color.index();
        self.safe[i] | self.territory[i] | self.eyes[i]
    }
}

/// A board with numbered points.
pub(crate) struct Whole<'a> {
    pub(crate) position: &'a Position,
    pub(crate) ground: Ground<Wide>,
}

impl<'a> Whole<'a> {
    pub(crate) fn new(position: &'a Position) -> Whole<'a> {
        let all = PointSet::board(position.size());
        let ground = Ground::new(position.size(), &all).expect("a wide set holds any board");
        Whole { position, ground }
    }

    /// The problem of a color given what is settled already.
    pub(crate) fn camp(&self, color: Color, settled: &Settlement) -> Camp<Wide> {
        let ground = &self.ground;
        let (me, other) = (color.index(), color.opponent().index());
        let done = settled.of(color) | settled.safe[other];
        let active = ground.all().without(ground.bits(&done));
        Camp {
            active,
            own: ground.bits(self.position.stones(color)) & active,
            opp: ground.bits(self.position.stones(color.opponent())) & active,
            fence: ground.beside(ground.bits(&settled.safe[me])) & active,
            open: ground.beside(ground.bits(&settled.safe[other])) & active,
            walls: 0,
        }
    }

    /// Adds what the static rules find for a color; true if there was anything.
    pub(crate) fn settle(&self, color: Color, settled: &mut Settlement) -> bool {
        let terms = Terms { suicide: self.position.rules().suicide, strict: false };
        let (found, _) = settle(&self.ground, &[], &self.camp(color, settled), terms);
        self.add(color, &found, settled)
    }

    fn add(&self, color: Color, found: &Settled<Wide>, settled: &mut Settlement) -> bool {
        let i = color.index();
        settled.safe[i] |= self.ground.set(found.alive);
        settled.territory[i] |= self.ground.set(found.territory);
        settled.eyes[i] |= self.ground.set(found.eyes);
        !(found.alive | found.territory | found.eyes).is_empty()
    }
}
