//! Safety of a whole board: the static rules and the searches in turn, first
//! without and then with the assumed blocks.

use board::{Color, PointSet, Position, benson};
use budget::{Budget, Exhausted};

use super::bits::{Bits, Wide};
use super::ground::Ground;
use super::local::dame;
use super::prover::{Effort, Level, Memory, prove};
use super::statics::{Camp, Settled, Terms, settle};
use super::{Reason, Safety};

/// What can be proved, and what more if the assumed blocks are safe.
pub(crate) fn analyze(
    position: &Position,
    assumed: &PointSet,
    effort: Effort,
    budget: &mut Budget,
) -> Safety {
    let whole = Whole::new(position);
    let mut settled = Settlement::default();
    let mut by = [PointSet::EMPTY; 4];
    whole.settle_both(&mut settled);
    for color in Color::BOTH {
        let unconditional = benson::unconditional(position, color).benson();
        by[Reason::Benson as usize] |= settled.area(color) & unconditional;
        by[Reason::Static as usize] |= settled.area(color) - unconditional;
    }
    // A used-up budget leaves what was proved so far.
    let mut finished = whole.search(&mut settled, effort, budget);
    by[Reason::Search as usize] |= settled.areas() - by[0] - by[1];
    let proved = settled.areas() | settled.eyes[0] | settled.eyes[1];

    let mut taken = PointSet::EMPTY;
    for color in Color::BOTH {
        for block in position.stones(color).components() {
            if block.intersects(assumed) && !block.intersects(&proved) {
                settled.safe[color.index()] |= block;
                taken |= block;
            }
        }
    }
    by[Reason::Assumed as usize] = taken;
    if !taken.is_empty() {
        whole.settle_both(&mut settled);
        by[Reason::Static as usize] |= settled.areas() - proved - taken;
        finished = finished.and_then(|()| whole.search(&mut settled, effort, budget));
        by[Reason::Search as usize] |=
            settled.areas() - by.iter().fold(PointSet::EMPTY, |sum, set| sum | *set);
    }
    let _ = finished;
    Safety {
        safe: settled.safe,
        territory: settled.territory,
        eyes: settled.eyes,
        dame: whole.dame(&settled),
        assuming: settled.areas() - proved,
        by,
    }
}

/// What is settled so far on a board: safe stones and territory by color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settlement {
    pub(crate) safe: [PointSet; 2],
    pub(crate) territory: [PointSet; 2],
    /// Regions that guarantee a liberty without being territory.
    pub(crate) eyes: [PointSet; 2],
}

impl Settlement {
    /// The safe stones and territory of a color.
    fn area(&self, color: Color) -> PointSet {
        self.safe[color.index()] | self.territory[color.index()]
    }

    fn areas(&self) -> PointSet {
        self.area(Color::Black) | self.area(Color::White)
    }

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

    fn settle_both(&self, settled: &mut Settlement) {
        for color in Color::BOTH {
            self.settle(color, settled);
        }
    }

    /// Searches until neither color gains anything.
    fn search(
        &self,
        settled: &mut Settlement,
        effort: Effort,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        if effort.region_nodes == 0 {
            return Ok(());
        }
        let mut memory = Memory::default();
        for level in Level::ALL {
            let mut changed = true;
            while std::mem::take(&mut changed) {
                for color in Color::BOTH {
                    let how = (effort, level);
                    changed |= prove(self, color, settled, how, &mut memory, budget)?;
                    changed |= self.settle(color, settled);
                }
            }
        }
        Ok(())
    }

    fn dame(&self, settled: &Settlement) -> PointSet {
        let (ground, position) = (&self.ground, self.position);
        let done = settled.of(Color::Black) | settled.of(Color::White);
        let empty = position.empty_points() - done;
        let loose = *position.stones(Color::Black) | *position.stones(Color::White);
        let beside = settled.safe.map(|safe| ground.bits(&safe.border(position.size())));
        ground.set(dame(ground, ground.bits(&empty), ground.bits(&(loose - done)), beside))
    }

    fn add(&self, color: Color, found: &Settled<Wide>, settled: &mut Settlement) -> bool {
        let i = color.index();
        settled.safe[i] |= self.ground.set(found.alive);
        settled.territory[i] |= self.ground.set(found.territory);
        settled.eyes[i] |= self.ground.set(found.eyes);
        !(found.alive | found.territory | found.eyes).is_empty()
    }
}
