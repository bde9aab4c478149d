//! The graph of local positions.
//!
//! A node is a connected set of undecided points with its mortal stones and
//! the flags of the walls beside it, in a normal form under moving, turning,
//! mirroring and exchanging the colours. Stones that became immortal belong
//! to the walls, prisoners and settled points are taken out as numbers, and a
//! position that falls apart is the sum of its parts (Müller 1995, sections
//! 6.4 and 7.2). So one node serves every place where its picture occurs.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use budget::{Budget, Exhausted};
use rustc_hash::FxHasher;

use crate::area::Area;
use crate::local::{BLACK, Local, WHITE};
use crate::shape::{Cell, ShapeId, Shapes};

/// A node, or the same position with the colours exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Signed(u32);

impl Signed {
    pub(crate) fn new(node: usize, swapped: bool) -> Signed {
        Signed((node as u32) << 1 | u32::from(swapped))
    }

    #[inline]
    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline]
    pub(crate) fn is_swapped(self) -> bool {
        self.0 & 1 == 1
    }

    /// The place of `color` in the node's own picture.
    #[inline]
    pub(crate) fn color(self, color: usize) -> usize {
        color ^ (self.0 & 1) as usize
    }

    pub(crate) fn negated(self) -> Signed {
        Signed(self.0 ^ 1)
    }
}

/// What is left of a position: numbers, neutral points, undecided parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Rest {
    /// Prisoners and settled territory, Black minus White.
    pub(crate) territory: i32,
    /// Settled points, Black minus White.
    pub(crate) area: i32,
    /// Whether the number of neutral points is odd.
    pub(crate) dame: bool,
    /// The undecided parts.
    pub(crate) parts: Vec<Signed>,
}

/// A position of the graph.
pub(crate) struct Node {
    pub(crate) shape: ShapeId,
    pub(crate) local: Local,
    /// The area score of the stones as they stand.
    pub(crate) count: i32,
    /// Whether the position is its own with the colours exchanged.
    mirrored: bool,
    /// What is known about each colour owning everything.
    settled: [Settled; 2],
    /// Black's and White's moves, once expanded.
    moves: Option<[(u32, u32); 2]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Settled {
    Unknown,
    Yes,
    No,
}

/// A move to a rest, in the flat store.
#[derive(Clone, Copy)]
struct Edge {
    territory: i16,
    area: i16,
    dame: bool,
    count: u8,
    first: u32,
}

/// What a move leads to, as kept in the graph.
#[derive(Clone, Copy)]
pub(crate) struct Outcome<'a> {
    pub(crate) territory: i32,
    pub(crate) area: i32,
    pub(crate) dame: bool,
    pub(crate) parts: &'a [Signed],
}

/// Which sound shortcuts the graph takes. All of them, but for tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pruning {
    /// Prove by search that a part belongs to one side.
    pub(crate) settle: bool,
    /// Drop moves beside one that takes all, and moves answered by one.
    pub(crate) take_all: bool,
}

/// The most positions kept, at about half a kilobyte each with its moves.
const MOST_POSITIONS: usize = 3_000_000;

/// The most positions at once whose ownership is open, each waiting for the next: captures
/// and recaptures lead on for tens of thousands of moves, and the stack is not so deep.
const MOST_OPEN: usize = 500;

/// The positions met so far and their moves.
pub(crate) struct Graph {
    pub(crate) shapes: Shapes,
    pub(crate) nodes: Vec<Node>,
    index: HashMap<(ShapeId, Local), u32, BuildHasherDefault<FxHasher>>,
    edges: Vec<Edge>,
    pool: Vec<Signed>,
    pub(crate) pruning: Pruning,
    /// Positions whose ownership is being proved.
    open_proofs: usize,
}

impl Graph {
    pub(crate) fn new(pruning: Pruning) -> Graph {
        Graph {
            shapes: Shapes::default(),
            nodes: Vec::new(),
            index: HashMap::default(),
            edges: Vec::new(),
            pool: Vec::new(),
            pruning,
            open_proofs: 0,
        }
    }

    /// Whether so many positions are kept that older ones should go.
    pub(crate) fn is_crowded(&self) -> bool {
        self.nodes.len() > MOST_POSITIONS / 2
    }

    /// Counts a position as looked at; memory is bounded like work.
    fn spend(&self, budget: &mut Budget) -> Result<(), Exhausted> {
        budget.spend(1)?;
        if self.nodes.len() > MOST_POSITIONS { Err(Exhausted::Nodes) } else { Ok(()) }
    }

    /// What an area is made of.
    pub(crate) fn rest_of(&mut self, area: &Area, budget: &mut Budget) -> Result<Rest, Exhausted> {
        let part = self.shapes.intern(area.cells());
        let rest = self.rest(part.shape, area.local().arranged(&part.order));
        self.without_settled(rest, budget)
    }

    /// What an area is made of after a move; `None` if the move is illegal.
    pub(crate) fn rest_after(
        &mut self,
        area: &Area,
        color: usize,
        point: usize,
        budget: &mut Budget,
    ) -> Result<Option<Rest>, Exhausted> {
        let part = self.shapes.intern(area.cells());
        let local = area.local().arranged(&part.order);
        let place = part.order.iter().position(|&old| usize::from(old) == point);
        let place = place.expect("the order holds every point") as u32;
        if local.occupied() >> place & 1 == 1 {
            return Ok(None);
        }
        match self.play(part.shape, &local, color, place) {
            Some(rest) => Ok(Some(self.without_settled(rest, budget)?)),
            None => Ok(None),
        }
    }

    /// The moves of a colour in a node, if it was expanded.
    pub(crate) fn moves(&self, node: usize, color: usize) -> impl Iterator<Item = Outcome<'_>> {
        let (first, end) = self.nodes[node].moves.map_or((0, 0), |moves| moves[color]);
        self.edges[first as usize..end as usize].iter().map(|edge| Outcome {
            territory: edge.territory.into(),
            area: edge.area.into(),
            dame: edge.dame,
            parts: &self.pool[edge.first as usize..][..usize::from(edge.count)],
        })
    }

    /// The points of a node with stones and walls.
    pub(crate) fn picture(&self, node: usize) -> (&[Cell], Local) {
        let Node { shape, local, .. } = self.nodes[node];
        (&self.shapes.shape(shape).cells, local)
    }

    /// The node of a picture whose value is known from elsewhere; `None` if it is not
    /// the picture of a node. No shortcut is sought for it any more.
    pub(crate) fn adopt(&mut self, cells: &[Cell], local: Local) -> Option<usize> {
        let area = Area::from_cells(cells, local)?;
        let part = self.shapes.intern(area.cells());
        if self.shapes.shape(part.shape).cells[..] != *cells || self.is_crowded() {
            return None;
        }
        let signed = self.intern(part.shape, local);
        let node = &mut self.nodes[signed.node()];
        if signed.is_swapped() || node.local != local {
            return None;
        }
        for settled in &mut node.settled {
            if *settled == Settled::Unknown {
                *settled = Settled::No;
            }
        }
        Some(signed.node())
    }

    pub(crate) fn is_expanded(&self, node: usize) -> bool {
        self.nodes[node].moves.is_some()
    }

    /// Finds all moves of a node.
    pub(crate) fn expand(&mut self, node: usize, budget: &mut Budget) -> Result<(), Exhausted> {
        if self.is_expanded(node) {
            return Ok(());
        }
        self.spend(budget)?;
        let mut moves = [(0, 0); 2];
        for color in [BLACK, WHITE] {
            let rests = self.good_moves(node, color, budget)?;
            let first = self.edges.len() as u32;
            for rest in rests {
                let edge = Edge {
                    territory: rest.territory as i16,
                    area: rest.area as i16,
                    dame: rest.dame,
                    count: rest.parts.len() as u8,
                    first: self.pool.len() as u32,
                };
                self.pool.extend(rest.parts);
                self.edges.push(edge);
            }
            moves[color] = (first, self.edges.len() as u32);
        }
        self.nodes[node].moves = Some(moves);
        Ok(())
    }

    /// The moves of `color` in a node that matter.
    fn good_moves(
        &mut self,
        node: usize,
        color: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Rest>, Exhausted> {
        let mut rests = Vec::new();
        let potentials =
            [BLACK, WHITE].map(|color| self.potential(Signed::new(node, false), color));
        for rest in self.all_moves(node, color) {
            let rest = self.without_settled(rest, budget)?;
            if self.pruning.take_all {
                // Nothing is better than a move after which everything belongs
                // to the mover (Müller 1995, section 6.4).
                if rest.parts.is_empty()
                    && !rest.dame
                    && rest.territory == sign(color) * (potentials[color] - 1)
                {
                    return Ok(vec![rest]);
                }
                // A move that the enemy answers by taking all reverses to a
                // number in which the mover has no move.
                let enemy = 1 - color;
                if self.can_take_all(&rest, enemy, potentials[enemy], budget)? {
                    continue;
                }
            }
            rests.push(rest);
        }
        rests.sort_unstable();
        rests.dedup();
        Ok(rests)
    }

    /// Every legal move of `color` in a node.
    fn all_moves(&mut self, node: usize, color: usize) -> Vec<Rest> {
        let Node { shape, local, .. } = self.nodes[node];
        let empty = self.shapes.shape(shape).all() & !local.occupied();
        bits(empty).filter_map(|point| self.play(shape, &local, color, point)).collect()
    }

    fn play(&mut self, shape: ShapeId, local: &Local, color: usize, point: u32) -> Option<Rest> {
        let (after, captured) = local.play(self.shapes.shape(shape), color, point)?;
        let mut rest = self.rest(shape, after);
        rest.territory += sign(color) * captured;
        Some(rest)
    }

    /// Takes out of a position all that is decided at sight, and splits it.
    fn rest(&mut self, id: ShapeId, mut local: Local) -> Rest {
        let mut rest = Rest::default();
        let shape = self.shapes.shared(id);
        let mut points = shape.all();
        for color in [BLACK, WHITE] {
            let set = local.connected(&shape, color);
            rest.area += sign(color) * set.count_ones() as i32;
            local.absorb(&shape, color, set, &mut points);
        }
        for color in [BLACK, WHITE] {
            let set = local.alive(&shape, color, points);
            rest.area += sign(color) * set.count_ones() as i32;
            local.absorb(&shape, color, set, &mut points);
        }
        // A point beside both walls whose neighbours are so too neither takes
        // part in a capture nor surrounds anything (FindDamePoints, Müller
        // 1995, section 5.2).
        let neutral = points & !local.occupied() & local.near[BLACK] & local.near[WHITE];
        let mut open = neutral;
        while open != 0 {
            let point = open.trailing_zeros();
            open &= open - 1;
            if shape.beside[point as usize] & points & !neutral == 0 {
                rest.dame = !rest.dame;
                points &= !(1 << point);
            }
        }
        while points != 0 {
            let set = shape.flood(points & points.wrapping_neg(), points);
            points &= !set;
            match [BLACK, WHITE].into_iter().find(|&color| is_owned(&shape, &local, set, color)) {
                Some(color) => {
                    let free = (set & !local.stones[color]).count_ones();
                    let dead = (set & local.stones[1 - color]).count_ones();
                    rest.territory += sign(color) * (free + dead) as i32;
                    rest.area += sign(color) * set.count_ones() as i32;
                }
                None => {
                    let part = self.shapes.part(id, set);
                    let local = local.arranged(&part.order);
                    let signed = self.intern(part.shape, local);
                    rest.parts.push(signed);
                }
            }
        }
        rest.parts.sort_unstable();
        rest
    }

    /// The node of a part, in normal form.
    fn intern(&mut self, id: ShapeId, local: Local) -> Signed {
        let shape = self.shapes.shape(id);
        let images = |local: Local| {
            let turned = shape.turns.iter().map(move |turn| local.arranged(turn));
            turned.chain(std::iter::once(local))
        };
        let mut best = (local, false);
        for turned in images(local) {
            best = best.min((turned, false)).min((turned.swapped(), true));
        }
        let (normal, swapped) = best;
        if let Some(&node) = self.index.get(&(id, normal)) {
            return Signed::new(node as usize, swapped);
        }
        let node = self.nodes.len();
        let mirrored = images(normal).any(|turned| turned.swapped() == normal);
        self.nodes.push(Node {
            shape: id,
            local: normal,
            count: normal.count(shape),
            mirrored,
            settled: [BLACK, WHITE].map(|color| {
                // A free point beside an enemy wall cannot be kept.
                let taken = normal.near[1 - color] & !normal.stones[color] & shape.all();
                let walled = normal.near[color] != 0;
                if taken != 0 || !walled || !self.pruning.settle {
                    Settled::No
                } else {
                    Settled::Unknown
                }
            }),
            moves: None,
        });
        self.index.insert((id, normal), node as u32);
        Signed::new(node, swapped)
    }

    /// The one name of a part: a position that is its own with the colours exchanged
    /// has two.
    pub(crate) fn named_once(&self, part: Signed) -> Signed {
        if self.nodes[part.node()].mirrored { Signed::new(part.node(), false) } else { part }
    }

    /// Takes out the parts that belong to one side by proof.
    fn without_settled(&mut self, rest: Rest, budget: &mut Budget) -> Result<Rest, Exhausted> {
        let mut left = Rest { parts: Vec::new(), ..rest };
        for part in rest.parts {
            let mut owner = None;
            for color in [BLACK, WHITE] {
                if owner.is_none() && self.is_settled(part, color, budget)? {
                    owner = Some(color);
                }
            }
            match owner {
                Some(color) => {
                    left.territory += sign(color) * self.potential(part, color);
                    let shape = self.nodes[part.node()].shape;
                    let points = self.shapes.shape(shape).cells.len();
                    left.area += sign(color) * points as i32;
                }
                None => left.parts.push(part),
            }
        }
        Ok(left)
    }

    /// What `color` could make of a part at most.
    pub(crate) fn potential(&self, part: Signed, color: usize) -> i32 {
        let node = &self.nodes[part.node()];
        node.local.potential(self.shapes.shape(node.shape), part.color(color))
    }

    /// What `color` could make of a rest at most.
    fn whole_potential(&self, rest: &Rest, color: usize) -> i32 {
        let parts: i32 = rest.parts.iter().map(|&part| self.potential(part, color)).sum();
        sign(color) * rest.territory + parts
    }

    /// Whether `color` owns a part whatever the enemy tries: the part is worth
    /// its potential, to the point.
    ///
    /// The value is never more than the potential, since each move of the
    /// owner lowers that by one. It is not less if every enemy move has an
    /// answer that reaches the old potential in an owned position, and if some
    /// own move keeps everything owned. Positions that repeat are not owned, nor are those
    /// whose proof goes too deep.
    fn is_settled(
        &mut self,
        part: Signed,
        color: usize,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let (node, color) = (part.node(), part.color(color));
        match self.nodes[node].settled[color] {
            Settled::Yes => return Ok(true),
            Settled::No => return Ok(false),
            Settled::Unknown => {}
        }
        self.spend(budget)?;
        if self.open_proofs >= MOST_OPEN {
            return Ok(false);
        }
        // While the proof is open the position counts as not owned.
        self.nodes[node].settled[color] = Settled::No;
        let potential = self.potential(Signed::new(node, false), color);
        self.open_proofs += 1;
        let answered = self.all_answered(node, color, potential, budget);
        let proved = match answered {
            Ok(true) => self.has_free_move(node, color, potential, budget),
            other => other,
        };
        self.open_proofs -= 1;
        if proved == Ok(true) {
            self.nodes[node].settled[color] = Settled::Yes;
        }
        proved
    }

    fn all_answered(
        &mut self,
        node: usize,
        color: usize,
        potential: i32,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        for rest in self.all_moves(node, 1 - color) {
            if !self.can_take_all(&rest, color, potential, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn has_free_move(
        &mut self,
        node: usize,
        color: usize,
        potential: i32,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        for rest in self.all_moves(node, color) {
            if self.is_all_owned(&rest, color, potential - 1, budget)? {
                return Ok(true);
            }
        }
        Ok(potential == 0)
    }

    /// Whether every part of a rest is owned by `color`, for `potential` points.
    fn is_all_owned(
        &mut self,
        rest: &Rest,
        color: usize,
        potential: i32,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        if rest.dame || self.whole_potential(rest, color) < potential {
            return Ok(false);
        }
        for &part in &rest.parts {
            if !self.is_settled(part, color, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether `color`, to move, can make everything its own, for `potential`
    /// points; or owns it already.
    fn can_take_all(
        &mut self,
        rest: &Rest,
        color: usize,
        potential: i32,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        if rest.dame || self.whole_potential(rest, color) < potential {
            return Ok(false);
        }
        let mut open = None;
        for &part in &rest.parts {
            if !self.is_settled(part, color, budget)? {
                // One answer cannot settle two parts.
                if open.is_some() {
                    return Ok(false);
                }
                open = Some(part);
            }
        }
        let Some(part) = open else { return Ok(true) };
        if self.whole_potential(rest, color) - 1 < potential {
            return Ok(false);
        }
        let needed = self.potential(part, color) - 1;
        let color = part.color(color);
        // Points beside an enemy wall cannot be kept, unless the one there is
        // gets the answer.
        let Node { shape, local, .. } = self.nodes[part.node()];
        let all = self.shapes.shape(shape).all();
        let lost = all & local.near[1 - color] & !local.stones[color];
        let answers = match lost.count_ones() {
            0 => all & !local.occupied(),
            1 => lost & !local.occupied(),
            _ => 0,
        };
        for point in bits(answers) {
            if let Some(answer) = self.play(shape, &local, color, point)
                && self.is_all_owned(&answer, color, needed, budget)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether `color` owns the connected points `set` at sight: no enemy wall is
/// near, and the points beside no wall of its own are too few for two eyes.
///
/// Then every empty point beside the wall is a safe move, and where only the
/// inner points are empty a move there either has a liberty or captures all
/// enemy stones; so the owner is never short of moves, and every enemy stone
/// is one more prisoner. Enemy suicide only empties points.
fn is_owned(shape: &crate::shape::Shape, local: &Local, set: u64, color: usize) -> bool {
    if set & local.near[1 - color] != 0 || set & local.near[color] == 0 {
        return false;
    }
    let inner = set & !local.near[color];
    match inner.count_ones() {
        0 | 1 => true,
        2 => shape.border(inner) & inner != 0,
        _ => false,
    }
}

/// The points of a mask.
fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (point < 64).then_some(point)
    })
}

/// +1 for Black and −1 for White.
pub(crate) fn sign(color: usize) -> i32 {
    if color == BLACK { 1 } else { -1 }
}
