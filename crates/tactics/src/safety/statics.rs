//! Static safety under alternating play: which blocks and regions of one color
//! are safe without any search.
//!
//! Follows Müller, *Playing it safe* (1997), and his thesis (1995, section 5.2):
//! a block is safe if regions guarantee it two liberties while the attacker
//! moves first. What each region guarantees is found in [`super::region`]. Here
//! blocks without enough are struck out until nothing changes, as Benson does;
//! a block that is struck out becomes a part of the region around it.

use super::bits::Bits;
use super::ground::Ground;
use super::region::{Region, connect};

/// A block of the defender outside the ground.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wall<B> {
    /// The points of the ground beside it.
    pub(crate) beside: B,
    /// How many liberties it is sure to have elsewhere: 0 or 1. Walls with two
    /// are immortal and belong to the fence.
    pub(crate) spare: u8,
}

/// The defender's problem at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Camp<B> {
    /// The points in question.
    pub(crate) active: B,
    /// The defender's stones among them, none of which is known to be safe.
    pub(crate) own: B,
    /// The attacker's stones among them.
    pub(crate) opp: B,
    /// Points beside stones of the defender that are safe for good.
    pub(crate) fence: B,
    /// Points beside stones of the attacker that are safe for good.
    pub(crate) open: B,
    /// The walls whose safety is in question.
    pub(crate) walls: u64,
}

/// What was proved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settled<B> {
    /// The defender's safe stones.
    pub(crate) alive: B,
    /// The safe walls.
    pub(crate) walls: u64,
    /// The regions where the attacker cannot live.
    pub(crate) territory: B,
    /// Regions that give a safe block a liberty and are no territory by proof.
    pub(crate) eyes: B,
}

/// What the rules of the game and the use of the result ask for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// Whether the attacker may take off his own stones.
    pub(crate) suicide: bool,
    /// Whether eyes must be territory, too.
    pub(crate) strict: bool,
}

impl<B: Bits> Camp<B> {
    /// The points without stones.
    #[inline]
    pub(crate) fn empty(&self) -> B {
        self.active.without(self.own | self.opp)
    }

    /// What is left when everything settled is taken as a fence.
    pub(crate) fn rest(
        &self,
        ground: &Ground<B>,
        walls: &[Wall<B>],
        settled: &Settled<B>,
    ) -> Camp<B> {
        let active = self.active.without(settled.alive | settled.territory | settled.eyes);
        let mut fence = self.fence | ground.beside(settled.alive);
        for i in settled.walls.iter() {
            fence = fence | walls[i].beside;
        }
        Camp {
            active,
            own: self.own & active,
            opp: self.opp & active,
            fence: fence & active,
            open: self.open & active,
            walls: self.walls & !settled.walls,
        }
    }
}

impl<B: Bits> Settled<B> {
    const NOTHING: Settled<B> =
        Settled { alive: B::EMPTY, walls: 0, territory: B::EMPTY, eyes: B::EMPTY };

    fn is_nothing(&self) -> bool {
        (self.alive | self.territory | self.eyes).is_empty() && self.walls == 0
    }

    fn join(&mut self, more: &Settled<B>) {
        self.alive = self.alive | more.alive;
        self.walls |= more.walls;
        self.territory = self.territory | more.territory;
        self.eyes = self.eyes | more.eyes;
    }
}

/// Everything the static rules can settle, and the camp that remains. Blocks are
/// first judged as they stand; connections are spent only on what is left.
pub(crate) fn settle<B: Bits>(
    ground: &Ground<B>,
    walls: &[Wall<B>],
    camp: &Camp<B>,
    terms: Terms,
) -> (Settled<B>, Camp<B>) {
    let mut settled = Settled::NOTHING;
    let mut camp = *camp;
    loop {
        let all = blocks(ground, walls, &camp);
        let found = Linking::ALL[..if all.len() > 1 { 3 } else { 1 }]
            .iter()
            .map(|&linking| once(ground, &camp, terms, linking, all.clone()))
            .find(|found| !found.is_nothing());
        let Some(found) = found else { return (settled, camp) };
        settled.join(&found);
        camp = camp.rest(ground, walls, &found);
        if camp.active.is_empty() {
            return (settled, camp);
        }
    }
}

/// Which pairs of common liberties may connect blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Linking {
    None,
    /// Those in one region.
    Inside,
    /// Those in two regions, too.
    Across,
}

impl Linking {
    const ALL: [Linking; 3] = [Linking::None, Linking::Inside, Linking::Across];
}

/// A solidly connected block of the defender, with the walls it is part of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<B> {
    pub(crate) stones: B,
    /// The active points beside it.
    pub(crate) beside: B,
    pub(crate) walls: u64,
    /// Liberties it is sure to have elsewhere; two make it immortal.
    pub(crate) spare: u8,
    /// The chain it belongs to, named by its lowest block.
    pub(crate) chain: u16,
}

/// The blocks of a camp. The fence is one immortal block without stones.
pub(crate) fn blocks<B: Bits>(
    ground: &Ground<B>,
    walls: &[Wall<B>],
    camp: &Camp<B>,
) -> Vec<Block<B>> {
    let mut blocks = Vec::with_capacity(8);
    if !camp.fence.is_empty() {
        let beside = camp.fence;
        blocks.push(Block { stones: B::EMPTY, beside, walls: 0, spare: 2, chain: 0 });
    }
    for i in camp.walls.iter() {
        let Wall { beside, spare } = walls[i];
        let beside = beside & camp.active;
        blocks.push(Block { stones: B::EMPTY, beside, walls: 1 << i, spare, chain: 0 });
    }
    for stones in ground.components(camp.own) {
        let beside = ground.beside(stones) & camp.active;
        let mut block = Block { stones, beside, walls: 0, spare: 0, chain: 0 };
        // Solid blocks touch each other only through walls and the fence.
        blocks.retain(|other: &Block<B>| {
            let apart = !other.beside.meets(stones);
            if !apart {
                block.stones = block.stones | other.stones;
                block.beside = block.beside | other.beside;
                block.walls |= other.walls;
                block.spare = block.spare.max(other.spare);
            }
            apart
        });
        blocks.push(block);
    }
    for block in &mut blocks {
        block.beside = block.beside.without(block.stones);
    }
    blocks
}

/// One run of the rules: strike out until the rest stands.
fn once<B: Bits>(
    ground: &Ground<B>,
    camp: &Camp<B>,
    terms: Terms,
    linking: Linking,
    mut blocks: Vec<Block<B>>,
) -> Settled<B> {
    loop {
        if blocks.is_empty() {
            return Settled::NOTHING;
        }
        let regions = judge(ground, camp, terms, linking, &mut blocks);
        let alive = alive_chains(ground, camp, &blocks, &regions);
        let is_dead = |block: &Block<B>| !alive.contains(&block.chain);
        if !blocks.iter().any(is_dead) {
            return proved(&blocks, &regions);
        }
        // Stones inside a single region go first: without them the region may
        // still be good for the blocks around it.
        let is_inner = |block: &Block<B>| {
            regions.iter().filter(|region| region.points.meets(block.beside)).count() <= 1
                && block.walls == 0
        };
        let inner = blocks.iter().any(|block| is_dead(block) && is_inner(block));
        blocks.retain(|block| !is_dead(block) || inner && !is_inner(block));
    }
}

/// Looks at every region between the blocks and joins blocks to chains.
fn judge<B: Bits>(
    ground: &Ground<B>,
    camp: &Camp<B>,
    terms: Terms,
    linking: Linking,
    blocks: &mut [Block<B>],
) -> Vec<Region<B>> {
    let held = blocks.iter().fold(B::EMPTY, |held, block| held | block.stones);
    let mut regions: Vec<Region<B>> =
        ground.components(camp.active.without(held)).map(Region::new).collect();
    // An attacker's immortal stone beside a region makes it worthless.
    for region in &mut regions {
        region.enclosed = !region.points.meets(camp.open);
    }
    let mut usable: Vec<bool> = regions.iter().map(|region| region.enclosed).collect();
    loop {
        name_chains(blocks);
        for region in &mut regions {
            region.survey(blocks);
        }
        if linking != Linking::None {
            let across = linking == Linking::Across;
            connect(ground, camp.empty(), &mut regions, &usable, across, blocks);
        }
        let mut again = false;
        for (region, usable) in regions.iter_mut().zip(&mut usable) {
            if region.enclosed {
                region.deny_eyes(ground, camp, terms, blocks);
                if region.connects() && !region.territory {
                    *usable = false;
                    again = true;
                }
            }
        }
        if !again {
            break;
        }
    }
    for region in regions.iter_mut().filter(|region| region.enclosed) {
        region.count_liberties(camp, terms, blocks);
    }
    regions
}

/// Each block is a chain of its own, but all immortal blocks are one: to be
/// connected to any of them is enough.
fn name_chains<B: Bits>(blocks: &mut [Block<B>]) {
    let immortal = blocks.iter().position(|block| block.spare >= 2);
    for (i, block) in blocks.iter_mut().enumerate() {
        block.chain = match immortal {
            Some(first) if block.spare >= 2 => first as u16,
            _ => i as u16,
        };
    }
}

/// The chains that are sure of two liberties.
fn alive_chains<B: Bits>(
    ground: &Ground<B>,
    camp: &Camp<B>,
    blocks: &[Block<B>],
    regions: &[Region<B>],
) -> Vec<u16> {
    let mut sure: Vec<(u16, usize)> = Vec::with_capacity(blocks.len());
    for block in blocks {
        let spare = block.spare as usize;
        match sure.iter_mut().find(|(chain, _)| *chain == block.chain) {
            Some((_, most)) => *most = spare.max(*most),
            None => sure.push((block.chain, spare)),
        }
    }
    for (chain, sum) in &mut sure {
        *sum += regions.iter().filter(|region| region.vital.contains(chain)).count();
    }
    // Splitting is costly to find, so it is looked for only where it matters.
    for region in regions.iter().filter(|region| region.territory) {
        let lacks = |chain: &u16| sure.iter().any(|&(name, sum)| name == *chain && sum < 2);
        if region.chains.iter().any(lacks) && region.gives_two(ground, camp, blocks) {
            for (_, sum) in sure.iter_mut().filter(|(chain, _)| region.chains.contains(chain)) {
                *sum = 2;
            }
        }
    }
    sure.into_iter().filter(|&(_, sum)| sum >= 2).map(|(chain, _)| chain).collect()
}

fn proved<B: Bits>(blocks: &[Block<B>], regions: &[Region<B>]) -> Settled<B> {
    let mut settled = Settled::NOTHING;
    for block in blocks {
        settled.alive = settled.alive | block.stones;
        settled.walls |= block.walls;
    }
    for region in regions.iter().filter(|region| region.enclosed && !region.chains.is_empty()) {
        if region.territory {
            settled.territory = settled.territory | region.points;
        } else if !region.vital.is_empty() {
            settled.eyes = settled.eyes | region.points;
        }
    }
    settled
}
