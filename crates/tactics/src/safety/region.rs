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
    /// Whether it guarantees two liberties to all of them.
    pub(crate) twice: bool,
    /// Whether the attacker cannot live inside, its blocks being safe.
    pub(crate) territory: bool,
    pairs: Pairs<B>,
}

/// The pairs of a region.
#[derive(Clone, Debug)]
struct Pairs<B> {
    used: B,
    /// Pairs that connect chains.
    links: Vec<[usize; 2]>,
    /// Points with the pair that denies an eye there, in the order of dependence.
    denials: Vec<(usize, [usize; 2])>,
    /// Points not covered.
    uncovered: B,
}

impl<B: Bits> Pairs<B> {
    fn none(uncovered: B) -> Pairs<B> {
        Pairs { used: B::EMPTY, links: Vec::new(), denials: Vec::new(), uncovered }
    }

    fn is_empty(&self) -> bool {
        self.links.is_empty() && self.denials.is_empty()
    }
}

impl<B: Bits> Region<B> {
    pub(crate) fn new(points: B) -> Region<B> {
        Region {
            points,
            enclosed: true,
            chains: Vec::new(),
            vital: Vec::new(),
            twice: false,
            territory: false,
            pairs: Pairs::none(B::EMPTY),
        }
    }

    /// Chooses the pairs. Connections are made only where the region remains
    /// territory, because nothing may rest on points outside of territory.
    pub(crate) fn pair_up(
        &mut self,
        ground: &Ground<B>,
        camp: &Camp<B>,
        connect: bool,
        blocks: &mut [Block<B>],
    ) {
        let empty = self.points & camp.empty();
        let mut chains: Vec<(u16, B)> = Vec::new();
        for block in blocks.iter() {
            let liberties = block.beside & self.points;
            if !liberties.is_empty() {
                match chains.iter_mut().find(|(chain, _)| *chain == block.chain) {
                    Some((_, sum)) => *sum = *sum | liberties,
                    None => chains.push((block.chain, liberties)),
                }
            }
        }
        let touched = chains.iter().fold(B::EMPTY, |sum, &(_, liberties)| sum | liberties);
        let inner = self.points.without(touched);
        if connect && chains.len() > 1 {
            let mut pairs = Pairs::none(B::EMPTY);
            let joined = link(ground, empty, inner, &chains, &mut pairs);
            if !joined.is_empty() {
                deny(ground, touched & empty, empty, inner, &mut pairs);
                if ground.holds_one_eye_at_most(pairs.uncovered) {
                    for (from, to) in joined {
                        for block in blocks.iter_mut().filter(|block| block.chain == from) {
                            block.chain = to;
                        }
                    }
                    self.territory = true;
                    self.pairs = pairs;
                    return;
                }
            }
        }
        let mut pairs = Pairs::none(B::EMPTY);
        if !inner.is_empty() {
            deny(ground, touched & empty, empty, inner, &mut pairs);
        }
        self.territory = ground.holds_one_eye_at_most(pairs.uncovered);
        self.pairs = if self.territory { pairs } else { Pairs::none(inner) };
    }

    /// Counts what the region guarantees to each chain around it.
    pub(crate) fn count_liberties(
        &mut self,
        ground: &Ground<B>,
        camp: &Camp<B>,
        terms: Terms,
        blocks: &[Block<B>],
    ) {
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
        if self.territory {
            let common =
                self.chains.iter().fold(self.points, |common, &chain| common & liberties(chain));
            self.twice = self.splits(ground, camp, common);
        }
    }

    /// Whether the region guarantees a liberty to a chain with these liberties.
    fn is_vital(&self, camp: &Camp<B>, terms: Terms, liberties: B) -> bool {
        if self.pairs.is_empty() {
            let needed = if terms.suicide { self.points } else { self.points.without(camp.opp) };
            return needed.is_subset(liberties);
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
                !ground.is_connected(rest) && self.links_stay_together(ground, rest)
            })
            .collect();
        cuts.iter().enumerate().any(|(i, &p)| {
            let denied = |q: usize| self.pairs.uncovered.is_subset(ground.near(p) & ground.near(q));
            cuts[i + 1..].iter().any(|&q| denied(q))
        })
    }

    /// Whether each connecting pair lies in one part, so that the defender's
    /// answer never fills an eye without a stone of the attacker beside it.
    fn links_stay_together(&self, ground: &Ground<B>, parts: B) -> bool {
        self.pairs.links.iter().all(|&[u, v]| ground.flood(B::bit(u), parts).contains(v))
    }
}

/// Connects chains that share two free liberties; gives the chains renamed.
fn link<B: Bits>(
    ground: &Ground<B>,
    empty: B,
    inner: B,
    chains: &[(u16, B)],
    pairs: &mut Pairs<B>,
) -> Vec<(u16, u16)> {
    let mut chains = chains.to_vec();
    let mut joined = Vec::new();
    'again: loop {
        for i in 0..chains.len() {
            for j in i + 1..chains.len() {
                let common = (chains[i].1 & chains[j].1 & empty).without(pairs.used);
                let Some(pair) = least_wanted(ground, common, inner) else { continue };
                pairs.used = pairs.used | B::bit(pair[0]) | B::bit(pair[1]);
                pairs.links.push(pair);
                let (gone, liberties) = chains.remove(j);
                chains[i].1 = chains[i].1 | liberties;
                joined.push((gone, chains[i].0));
                continue 'again;
            }
        }
        return joined;
    }
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
