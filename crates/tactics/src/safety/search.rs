//! Safety by search: the attacker moves first, may pass, and wins every ko.
//!
//! A depth-first proof-number search over an explicit graph. A position with the
//! attacker to move is first handed to the static rules; what they settle becomes
//! fence, and what remains falls into independent camps that are searched apart.
//! The defender has won when nothing remains.
//!
//! Only finite proofs count: a position that repeats on its own path is lost for
//! the defender. A win of the defender never depends on the path, since each of
//! its proofs can be chosen shortest, and the shortest ones repeat nothing; this
//! also means that he never needs to retake a ko at once. A loss may depend on
//! the path, so a failed search proves nothing.

use budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::ground::Ground;
use super::moves::{Played, attack, defend};
use super::region::exposed;
use super::statics::{Camp, Settled, Terms, Wall, settle};

/// Whether the defender holds a camp and all its walls, every point of it being
/// territory in the end.
pub(crate) fn holds<B: Bits>(
    ground: &Ground<B>,
    walls: &[Wall<B>],
    camp: &Camp<B>,
    terms: Terms,
    measure: Measure,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    let terms = Terms { strict: true, ..terms };
    let mut search = Search {
        ground,
        walls,
        terms,
        measure,
        nodes: Vec::new(),
        numbers: FxHashMap::default(),
        judged: FxHashMap::default(),
        replies: vec![0; PASS as usize + 1],
    };
    for (phi, delta) in [(INFINITE, 0), (0, INFINITE)] {
        let end = Node::new(*camp, Kind::Join, phi, delta);
        search.nodes.push(Node { next: Some(Vec::new()), ..end });
    }
    match defend(ground, walls, camp, None) {
        Played::Camp(_) => {}
        Played::Illegal | Played::WallLost => return Ok(false),
    }
    let root = search.position(camp);
    // What the static rules decide is not searched.
    if root == WON || root == LOST {
        return Ok(root == WON);
    }
    search.explore(root, INFINITE, INFINITE, budget)?;
    Ok(search.nodes[root as usize].delta == 0)
}

const INFINITE: u32 = 1 << 30;

/// The defender has won.
const WON: u32 = 0;
/// The defender has lost.
const LOST: u32 = 1;
/// Stands for the replies not looked at yet.
const PENDING: u32 = u32::MAX;

/// No stone.
const PASS: u8 = u8::MAX;
/// How many replies are looked at together.
const BATCH: usize = 5;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    /// The attacker moves.
    Attack,
    /// The defender moves.
    Defend,
    /// Independent camps, the attacker to move in any of them.
    Join,
}

struct Node<B> {
    camp: Camp<B>,
    kind: Kind,
    /// Proof effort that the player to move succeeds.
    phi: u32,
    /// Proof effort that he fails.
    delta: u32,
    next: Option<Vec<u32>>,
    /// Replies not looked at yet, the most promising last.
    pending: Vec<u8>,
    /// The attacker's last move.
    last: u8,
    on_path: bool,
}

impl<B: Bits> Node<B> {
    fn new(camp: Camp<B>, kind: Kind, phi: u32, delta: u32) -> Node<B> {
        let (pending, last) = (Vec::new(), PASS);
        Node { camp, kind, phi, delta, next: None, pending, last, on_path: false }
    }
}

struct Search<'a, B> {
    ground: &'a Ground<B>,
    walls: &'a [Wall<B>],
    terms: Terms,
    measure: Measure,
    nodes: Vec<Node<B>>,
    numbers: FxHashMap<(Camp<B>, bool), u32>,
    /// Positions that the static rules have seen, with the attacker to move.
    judged: FxHashMap<Camp<B>, u32>,
    /// How often each reply, the pass last, has settled everything at once:
    /// what refutes one move mostly refutes the next.
    replies: Vec<u32>,
}

impl<B: Bits> Search<'_, B> {
    /// The node of a position with the attacker to move.
    fn position(&mut self, camp: &Camp<B>) -> u32 {
        if let Some(&id) = self.judged.get(camp) {
            return id;
        }
        let id = self.judge(camp);
        self.judged.insert(*camp, id);
        id
    }

    fn judge(&mut self, camp: &Camp<B>) -> u32 {
        let (settled, rest) = settle(self.ground, self.walls, camp, self.terms);
        if rest.active.is_empty() && rest.walls == 0 {
            return WON;
        }
        if camp.walls.iter().any(|i| !self.walls[i].beside.meets(camp.active)) {
            return LOST;
        }
        let rest = self.open(camp, &settled, &rest);
        let parts = self.parts(&rest);
        let mut ids: Vec<u32> =
            parts.into_iter().map(|part| self.node(part, Kind::Attack)).collect();
        if ids.len() == 1 {
            return ids[0];
        }
        ids.sort_unstable();
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { next: Some(ids), ..Node::new(rest, Kind::Join, 1, 1) });
        id
    }

    /// What is left to search where the static rules leave `rest`. Territory beside walls in
    /// question is left to them: they may need it to live, or to be connected there. Where
    /// something else lives by what is settled, nothing is taken as settled then.
    fn open(&self, camp: &Camp<B>, settled: &Settled<B>, rest: &Camp<B>) -> Camp<B> {
        let beside = rest.walls.iter().fold(B::EMPTY, |sum, i| sum | self.walls[i].beside);
        let wanted = self.ground.flood(beside, settled.territory);
        if wanted.is_empty() {
            return *rest;
        }
        if !settled.alive.is_empty() || settled.walls != 0 {
            return *camp;
        }
        let territory = settled.territory.without(wanted);
        camp.rest(self.ground, self.walls, &Settled { territory, ..*settled })
    }

    /// Splits a camp in independent ones: connected points, and points beside
    /// the same wall in question, belong together.
    fn parts(&self, camp: &Camp<B>) -> Vec<Camp<B>> {
        let mut parts: Vec<Camp<B>> = Vec::new();
        for points in self.ground.components(camp.active) {
            let mut part = Camp { active: points, walls: 0, ..*camp };
            for i in camp.walls.iter() {
                if self.walls[i].beside.meets(points) {
                    part.walls |= 1 << i;
                }
            }
            parts.retain(|other| {
                let apart = other.walls & part.walls == 0;
                if !apart {
                    part.active = part.active | other.active;
                    part.walls |= other.walls;
                }
                apart
            });
            parts.push(part);
        }
        for part in &mut parts {
            part.own = part.own & part.active;
            part.opp = part.opp & part.active;
            part.fence = part.fence & part.active;
            part.open = part.open & part.active;
        }
        parts
    }

    fn node(&mut self, camp: Camp<B>, kind: Kind) -> u32 {
        let (ground, walls, measure) = (self.ground, self.walls, self.measure);
        let nodes = &mut self.nodes;
        *self.numbers.entry((camp, kind == Kind::Attack)).or_insert_with(|| {
            let (phi, delta) = match kind {
                Kind::Attack => (1, measure.of(ground, walls, &camp)),
                _ => (1, 1),
            };
            nodes.push(Node::new(camp, kind, phi, delta));
            nodes.len() as u32 - 1
        })
    }

    fn expand(&mut self, id: u32) {
        let node = &self.nodes[id as usize];
        let camp = node.camp;
        match node.kind {
            Kind::Attack => {
                let next = self.attacks(&camp);
                self.nodes[id as usize].next = Some(next);
            }
            Kind::Defend => {
                let pending = self.replies_in_order(&camp, node.last);
                let node = &mut self.nodes[id as usize];
                node.next = Some(Vec::new());
                node.pending = pending;
                self.widen(id);
            }
            Kind::Join => unreachable!("joins are made with their parts"),
        }
    }

    fn attacks(&mut self, camp: &Camp<B>) -> Vec<u32> {
        let mut next = vec![self.node(*camp, Kind::Defend)];
        for p in camp.empty().iter() {
            match attack(self.ground, self.walls, camp, p, self.terms) {
                Played::Illegal => {}
                Played::WallLost => return vec![LOST],
                Played::Camp(after) => {
                    let id = self.node(after, Kind::Defend);
                    if self.nodes[id as usize].next.is_none() {
                        self.nodes[id as usize].last = p as u8;
                    }
                    next.push(id);
                }
            }
        }
        next
    }

    /// The replies, the most promising last: those that have worked before, then
    /// those near the attacker's stone.
    fn replies_in_order(&self, camp: &Camp<B>, last: u8) -> Vec<u8> {
        let ground = self.ground;
        let near = if last == PASS { B::EMPTY } else { ground.near(last as usize) };
        let next = ground.beside(near);
        let mut order: Vec<u8> = camp.empty().iter().map(|p| p as u8).chain([PASS]).collect();
        let worth = |p: u8| {
            let distance = match p as usize {
                p if p < B::LIMIT && near.contains(p) => 2,
                p if p < B::LIMIT && next.contains(p) => 1,
                _ => 0,
            };
            (self.replies[p as usize].min(1000) * 2 + distance, p)
        };
        order.sort_by_key(|&p| worth(p));
        order
    }

    /// Looks at a few more replies.
    fn widen(&mut self, id: u32) {
        let camp = self.nodes[id as usize].camp;
        let mut looked = 0;
        while looked < BATCH {
            let Some(p) = self.nodes[id as usize].pending.pop() else { break };
            let reply = (p != PASS).then_some(p as usize);
            let Played::Camp(after) = defend(self.ground, self.walls, &camp, reply) else {
                continue;
            };
            looked += 1;
            let child = self.position(&after);
            let node = &mut self.nodes[id as usize];
            match child {
                WON => {
                    self.replies[p as usize] += 1;
                    node.pending = Vec::new();
                    node.next = Some(vec![WON]);
                    return;
                }
                LOST => {}
                child => node.next.get_or_insert_default().push(child),
            }
        }
    }

    /// The numbers of a node from those of its successors. A position that is on
    /// the path already counts as lost for the defender.
    fn sum_up(&self, id: u32) -> (u32, u32, Choice) {
        let node = &self.nodes[id as usize];
        let next = node.next.as_deref().unwrap_or(&[]);
        let mut choice = Choice { best: LOST, least: INFINITE, second: INFINITE, others: 0 };
        let (mut worst, mut others) = (0u32, 0u32);
        if !node.pending.is_empty() {
            // About as promising as a reply that has been looked at.
            choice.best = PENDING;
            choice.least = self.measure.of(self.ground, self.walls, &node.camp) + 1;
            (worst, others) = (1, 1);
        }
        for &child in next {
            let (mut phi, mut delta) = self.numbers_of(child);
            if node.kind == Kind::Join || child == LOST && node.kind == Kind::Attack {
                (phi, delta) = (delta, phi);
            }
            // `delta` is what the mover here must still prove.
            worst = worst.max(phi);
            others += u32::from(phi > 0);
            if delta < choice.least {
                choice.second = choice.least;
                choice.least = delta;
                choice.best = child;
            } else if delta < choice.second {
                choice.second = delta;
            }
        }
        // Weak proof numbers: positions that hang together are counted once.
        choice.others = others.saturating_sub(1);
        let sum = if worst == INFINITE { INFINITE } else { worst + choice.others };
        (choice.least, sum, choice)
    }

    fn numbers_of(&self, id: u32) -> (u32, u32) {
        let node = &self.nodes[id as usize];
        if node.on_path && node.kind == Kind::Attack {
            (0, INFINITE)
        } else if node.kind == Kind::Join && node.next.as_ref().is_some_and(|next| !next.is_empty())
        {
            let (phi, delta, _) = self.sum_up(id);
            (phi, delta)
        } else {
            (node.phi, node.delta)
        }
    }

    fn explore(
        &mut self,
        id: u32,
        phi_limit: u32,
        delta_limit: u32,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        // Every visit counts, so that visits without progress come to an end.
        budget.spend(1)?;
        if self.nodes[id as usize].next.is_none() {
            self.expand(id);
        }
        self.nodes[id as usize].on_path = true;
        let result = loop {
            let (phi, delta, choice) = self.sum_up(id);
            let node = &mut self.nodes[id as usize];
            node.phi = phi;
            node.delta = delta;
            if phi >= phi_limit || delta >= delta_limit || phi == 0 || delta == 0 {
                break Ok(());
            }
            if choice.best == PENDING {
                if let Err(exhausted) = budget.spend(1) {
                    break Err(exhausted);
                }
                self.widen(id);
                continue;
            }
            let same = node.kind == Kind::Join;
            let child = choice.best;
            // What the child may cost before another choice looks better.
            let bar = phi_limit.min(choice.second.saturating_add(choice.second / 4 + 1));
            let room = delta_limit.saturating_sub(choice.others);
            let (next_phi, next_delta) = if same { (bar, room) } else { (room, bar) };
            if let Err(exhausted) = self.explore(child, next_phi, next_delta, budget) {
                break Err(exhausted);
            }
        };
        self.nodes[id as usize].on_path = false;
        result
    }
}

/// What is thought to make a camp hard to hold. No measure is best everywhere,
/// so that it pays to try one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Points away from the defender's stones.
    Inner,
    /// Points where he cannot deny an eye by pairs.
    Exposed,
    /// Empty points.
    Empty,
}

impl Measure {
    pub(crate) const ALL: [Measure; 3] = [Measure::Inner, Measure::Exposed, Measure::Empty];

    fn of<B: Bits>(self, ground: &Ground<B>, walls: &[Wall<B>], camp: &Camp<B>) -> u32 {
        let empty = camp.empty().count() as u32;
        if self == Measure::Empty {
            return 1 + empty / 2;
        }
        let near = camp.fence | ground.beside(camp.own);
        let near = camp.walls.iter().fold(near, |near, i| near | walls[i].beside) & camp.active;
        let walls = camp.walls.count_ones();
        if self == Measure::Inner {
            let inner = camp.active.without(near | camp.own).count() as u32;
            1 + inner + walls + empty / 4
        } else {
            1 + exposed(ground, camp, near) as u32 + walls + empty / 2
        }
    }
}

/// The most promising successor and how close the next one is.
struct Choice {
    best: u32,
    least: u32,
    second: u32,
    /// How many successors besides one the opponent has not refuted.
    others: u32,
}

#[cfg(test)]
mod tests {
    use board::{PointSet, Size};

    use super::*;

    /// Two points beside the first wall, and one or both beside the second.
    #[test]
    fn a_camp_is_lost_with_any_of_its_walls() {
        let size = Size::new(2, 1).unwrap();
        let ground = Ground::<u64>::new(size, &PointSet::board(size)).unwrap();
        let camp = Camp { active: ground.all(), own: 0, opp: 0, fence: 0, open: 0, walls: 0b11 };
        let holds = |second: u64, spare: [u8; 2]| {
            let walls = [
                Wall { beside: ground.all(), spare: spare[0] },
                Wall { beside: second, spare: spare[1] },
            ];
            let terms = Terms { suicide: false, strict: true };
            let mut budget = Budget::nodes(1000);
            super::holds(&ground, &walls, &camp, terms, Measure::Inner, &mut budget)
        };
        // Whichever point is attacked, the answer captures and connects the walls.
        assert_eq!(holds(0b01, [1, 1]), Ok(true));
        assert_eq!(holds(0b11, [0, 1]), Ok(true));
        // Connected they have one liberty.
        assert_eq!(holds(0b11, [0, 0]), Ok(false));
        // The second wall is in atari.
        assert_eq!(holds(0b01, [1, 0]), Ok(false));
    }

    /// An eye of the safe stones that a wall shares, and two points further on: the wall is
    /// connected in the eye when it has to be.
    #[test]
    fn a_wall_is_connected_in_the_eye_of_its_friends() {
        let size = Size::new(4, 1).unwrap();
        let points: PointSet = size.points().filter(|point| point.column() != 1).collect();
        let ground = Ground::<u64>::new(size, &points).unwrap();
        let holds = |fence: u64| {
            let camp = Camp { active: ground.all(), own: 0, opp: 0, fence, open: 0, walls: 1 };
            let walls = [Wall { beside: 0b011, spare: 0 }];
            let terms = Terms { suicide: false, strict: true };
            super::holds(&ground, &walls, &camp, terms, Measure::Inner, &mut Budget::nodes(1000))
        };
        assert_eq!(holds(0b001), Ok(true));
        // Without friends there it is taken.
        assert_eq!(holds(0b000), Ok(false));
    }
}
