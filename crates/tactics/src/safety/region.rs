//! What a region guarantees to the blocks around it, with the attacker moving
//! first: connections, liberties, and that nobody lives inside.
//!
//! All guarantees come from *pairs* of empty points: when the attacker plays one
//! point of a pair, the defender plays the other. Each point is in one pair at
//! most. A pair may
//! - connect two blocks, if both points are liberties of both;
//! - deny an eye on a point, if both points are beside it and each of them is a
//!   liberty of a block around the region or is itself held by an earlier pair;
//! - split the region in two eyes, if either point does so.
//!
//! A point is *covered* if it is beside a block around the region or has a pair
//! that denies the eye. If every point is covered, the blocks keep a liberty:
//! suppose that after an answer no empty point of the region is beside them or
//! the stones connected to them. Any empty point is covered by a pair; if the
//! pair is played out, a connected stone is beside the point, and if it is not,
//! one of its points is an empty liberty; both contradict. So no point is empty,
//! the attacker's stones have no liberty, and the region has none of his stones
//! either: but an answered pair leaves his stone or the hole it left.
//!
//! Points under the attacker's stones must be covered, too, because answers may
//! capture; only where the defender never plays (no pairs) may they be left out,
//! which is Benson's rule.

use super::bits::Bits;
use super::ground::Ground;
use super::statics::{Block, Camp, Terms};

/// A connected set of points without the defender's candidate stones.
#[derive(Clone, Debug)]
pub(crate) struct Region<B> {
    pub(crate) points: B,
    /// Whether no safe stone of the attacker is beside it.
    pub(crate) enclosed: bool,
    /// The chains around it.
    pub(crate) chains: Vec<u16>,
    /// Those of them to which it guarantees a liberty.
    pub(crate) vital: Vec<u16>,
    /// Whether the attacker cannot live inside, its blocks being safe.
    pub(crate) territory: bool,
    /// Points beside the blocks.
    touched: B,
    /// The other points.
    inner: B,
    pairs: Pairs<B>,
}

/// The pairs of a region.
#[derive(Clone, Debug)]
struct Pairs<B> {
    used: B,
    /// Points whose partner, in a pair that connects chains, lies in another region.
    crossed: B,
    /// Pairs inside the region that connect chains.
    links: Vec<[usize; 2]>,
    /// Points with the pair that denies an eye there, in the order of dependence.
    denials: Vec<(usize, [usize; 2])>,
    /// Points not covered.
    uncovered: B,
}

impl<B: Bits> Pairs<B> {
    fn none(uncovered: B) -> Pairs<B> {
        let (used, crossed) = (B::EMPTY, B::EMPTY);
        Pairs { used, crossed, links: Vec::new(), denials: Vec::new(), uncovered }
    }

    fn is_empty(&self) -> bool {
        self.links.is_empty() && self.denials.is_empty() && self.crossed.is_empty()
    }
}

impl<B: Bits> Region<B> {
    pub(crate) fn new(points: B) -> Region<B> {
        Region {
            points,
            enclosed: true,
            chains: Vec::new(),
            vital: Vec::new(),
            territory: false,
            touched: B::EMPTY,
            inner: points,
            pairs: Pairs::none(B::EMPTY),
        }
    }

    /// Finds the points beside the blocks and those further inside.
    pub(crate) fn survey(&mut self, blocks: &[Block<B>]) {
        let touched = blocks.iter().fold(B::EMPTY, |sum, block| sum | block.beside);
        self.touched = touched & self.points;
        self.inner = self.points.without(touched);
        self.pairs = Pairs::none(self.inner);
    }

    /// Whether a connection rests on this region.
    pub(crate) fn connects(&self) -> bool {
        !(self.pairs.links.is_empty() && self.pairs.crossed.is_empty())
    }

    /// Chooses the pairs that deny eyes. Nothing may rest on a region that is
    /// not territory, so without success there are no pairs at all.
    pub(crate) fn deny_eyes(
        &mut self,
        ground: &Ground<B>,
        camp: &Camp<B>,
        terms: Terms,
        blocks: &[Block<B>],
    ) {
        let empty = camp.empty();
        if !self.inner.is_empty() {
            deny(ground, self.touched & empty, empty, self.inner, &mut self.pairs);
            // Where pairs leave a gap, Benson's eye without pairs is worth more.
            let gap = !self.pairs.uncovered.is_empty() && !self.pairs.denials.is_empty();
            if gap && !terms.strict && !self.connects() {
                let pairs = std::mem::replace(&mut self.pairs, Pairs::none(self.inner));
                let vital = |block: &Block<B>| self.is_vital(camp, terms, block.beside);
                if !blocks.iter().any(vital) {
                    self.pairs = pairs;
                }
            }
        }
        self.territory = ground.holds_one_eye_at_most(self.pairs.uncovered);
        if !self.territory {
            self.pairs.denials.clear();
            self.pairs.uncovered = self.inner;
        }
    }

    /// Counts what the region guarantees to each chain around it.
    pub(crate) fn count_liberties(&mut self, camp: &Camp<B>, terms: Terms, blocks: &[Block<B>]) {
        for block in blocks {
            if block.beside.meets(self.points) && !self.chains.contains(&block.chain) {
                self.chains.push(block.chain);
            }
        }
        let liberties = |chain: u16| {
            let members = blocks.iter().filter(|block| block.chain == chain);
            members.fold(B::EMPTY, |sum, block| sum | block.beside) & self.points
        };
        let vital: Vec<u16> = self
            .chains
            .iter()
            .copied()
            .filter(|&chain| self.is_vital(camp, terms, liberties(chain)))
            .collect();
        // A hole of two inner points under captured stones could still become an
        // eye that takes the last liberty here, so such a region is no territory.
        if !vital.is_empty() && self.pairs.uncovered.count() > 1 {
            self.territory = false;
        }
        if self.territory || !terms.strict {
            self.vital = vital;
        }
    }

    /// Whether the region guarantees two liberties to all chains around it.
    pub(crate) fn gives_two(
        &self,
        ground: &Ground<B>,
        camp: &Camp<B>,
        blocks: &[Block<B>],
    ) -> bool {
        let common = self.chains.iter().fold(self.points, |common, &chain| {
            let members = blocks.iter().filter(|block| block.chain == chain);
            common & members.fold(B::EMPTY, |sum, block| sum | block.beside)
        });
        self.splits(ground, camp, common)
    }

    /// Whether the region guarantees a liberty to a chain with these liberties.
    fn is_vital(&self, camp: &Camp<B>, terms: Terms, liberties: B) -> bool {
        if self.pairs.is_empty() {
            let needed = if terms.suicide { self.points } else { self.points.without(camp.opp) };
            return needed.is_subset(liberties);
        }
        // The defender may have to fill all crossed points himself.
        if self.points.is_subset(self.pairs.crossed) {
            return false;
        }
        let mut support = liberties & camp.empty();
        let mut covered = liberties;
        for &(point, [u, v]) in &self.pairs.denials {
            if support.contains(u) && support.contains(v) {
                covered = covered | B::bit(point);
                if camp.empty().contains(point) {
                    support = support | B::bit(point);
                }
            }
        }
        self.points.is_subset(covered)
    }

    /// Whether two free points, beside all chains, each split the region in two
    /// (Müller 1995: intersection points of a 2-vital region). Whichever the
    /// defender gets, each part is covered and so an eye of its own.
    fn splits(&self, ground: &Ground<B>, camp: &Camp<B>, common: B) -> bool {
        if self.points.count() < 3 {
            return false;
        }
        let candidates = (common & camp.empty()).without(self.pairs.used);
        let cuts: Vec<usize> = candidates
            .iter()
            .filter(|&p| {
                let rest = self.points.without(B::bit(p));
                !ground.is_connected_around(p, rest) && self.parts_stand(ground, rest)
            })
            .collect();
        cuts.iter().enumerate().any(|(i, &p)| {
            let denied = |q: usize| self.pairs.uncovered.is_subset(ground.near(p) & ground.near(q));
            cuts[i + 1..].iter().any(|&q| denied(q))
        })
    }

    /// Whether each connecting pair lies in one part and no part can be filled by
    /// the defender's own answers: each must be an eye by itself.
    fn parts_stand(&self, ground: &Ground<B>, parts: B) -> bool {
        let together = |&[u, v]: &[usize; 2]| ground.flood(B::bit(u), parts).contains(v);
        self.pairs.links.iter().all(together)
            && (self.pairs.crossed.is_empty()
                || ground.components(parts).all(|part| !part.is_subset(self.pairs.crossed)))
    }
}

/// Connects chains that share two free liberties, in one region if possible, and
/// renames them in `blocks`.
pub(crate) fn connect<B: Bits>(
    ground: &Ground<B>,
    empty: B,
    regions: &mut [Region<B>],
    usable: &[bool],
    across: bool,
    blocks: &mut [Block<B>],
) {
    let within = |flags: &[bool], regions: &[Region<B>]| {
        let usable = regions.iter().zip(flags).filter(|&(_, &usable)| usable);
        usable.fold(B::EMPTY, |sum, (region, _)| sum | region.points)
    };
    let mut free = within(usable, regions) & empty;
    let inner = regions.iter().fold(B::EMPTY, |sum, region| sum | region.inner);
    let mut chains: Vec<(u16, B)> = Vec::new();
    for block in blocks.iter() {
        match chains.iter_mut().find(|(chain, _)| *chain == block.chain) {
            Some((_, sum)) => *sum = *sum | block.beside,
            None => chains.push((block.chain, block.beside)),
        }
    }
    let mut changed = true;
    while std::mem::take(&mut changed) {
        let mut i = 0;
        while i < chains.len() {
            let mut j = i + 1;
            while j < chains.len() {
                let common = chains[i].1 & chains[j].1 & free;
                if common.count() < 2 || !spend(ground, common, inner, regions, usable, across) {
                    j += 1;
                    continue;
                }
                let used = regions.iter().fold(B::EMPTY, |sum, region| sum | region.pairs.used);
                free = free.without(used);
                let (gone, liberties) = chains.remove(j);
                chains[i].1 = chains[i].1 | liberties;
                for block in blocks.iter_mut().filter(|block| block.chain == gone) {
                    block.chain = chains[i].0;
                }
                changed = true;
                j = i + 1;
            }
            i += 1;
        }
    }
}

/// Makes a pair of two of these points: in one region if it has two of them,
/// otherwise in the two largest regions.
fn spend<B: Bits>(
    ground: &Ground<B>,
    common: B,
    inner: B,
    regions: &mut [Region<B>],
    usable: &[bool],
    across: bool,
) -> bool {
    let mut singles: Vec<(usize, usize)> = Vec::new();
    for (i, region) in regions.iter_mut().enumerate() {
        let here = common & region.points;
        if !usable[i] || here.is_empty() {
            continue;
        }
        if let Some([u, v]) = least_wanted(ground, here, inner) {
            region.pairs.used = region.pairs.used | B::bit(u) | B::bit(v);
            region.pairs.links.push([u, v]);
            return true;
        }
        singles.push((i, here.first().expect("a set with one point has a first")));
    }
    if !across || singles.len() < 2 {
        return false;
    }
    singles.sort_by_key(|&(i, _)| std::cmp::Reverse(regions[i].points.count()));
    for &(i, point) in &singles[..2] {
        let pairs = &mut regions[i].pairs;
        pairs.used = pairs.used | B::bit(point);
        pairs.crossed = pairs.crossed | B::bit(point);
    }
    true
}

/// How many points of a camp remain where an eye can be made, if every stone of
/// the defender there is worth defending.
pub(crate) fn exposed<B: Bits>(ground: &Ground<B>, camp: &Camp<B>, touched: B) -> usize {
    let inner = camp.active.without(touched | camp.own);
    let mut pairs = Pairs::none(inner);
    deny(ground, touched & camp.empty(), camp.empty(), inner, &mut pairs);
    pairs.uncovered.count()
}

/// Finds a pair for as many inner points as possible, from the outside inwards.
fn deny<B: Bits>(ground: &Ground<B>, liberties: B, empty: B, inner: B, pairs: &mut Pairs<B>) {
    let mut support = liberties.without(pairs.used);
    let mut wanting = inner;
    loop {
        let mut hardest: Option<(usize, usize, B)> = None;
        for point in wanting.iter() {
            let choices = ground.near(point) & support;
            let count = choices.count();
            if count >= 2 && hardest.is_none_or(|(least, ..)| count < least) {
                hardest = Some((count, point, choices));
            }
        }
        let Some((_, point, choices)) = hardest else { break };
        wanting = wanting.without(B::bit(point));
        let Some(pair) = least_wanted(ground, choices, wanting) else { break };
        let taken = B::bit(pair[0]) | B::bit(pair[1]);
        pairs.used = pairs.used | taken;
        support = support.without(taken);
        if empty.contains(point) && !pairs.used.contains(point) {
            support = support | B::bit(point);
        }
        pairs.denials.push((point, pair));
    }
    pairs.uncovered = wanting;
}

/// The two points of a set that the fewest of the wanting points could use.
fn least_wanted<B: Bits>(ground: &Ground<B>, set: B, wanting: B) -> Option<[usize; 2]> {
    let mut points: Vec<(usize, usize)> =
        set.iter().map(|p| ((ground.near(p) & wanting).count(), p)).collect();
    if points.len() < 2 {
        return None;
    }
    points.sort_unstable();
    Some([points[0].1, points[1].1])
}
