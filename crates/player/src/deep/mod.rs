//! A tree search on the deep network, in the manner of AlphaGo (Silver et al. 2016).
//!
//! Each walk goes down the tree to a leaf, by what is known of the moves and how likely
//! they are. The network looks at the leaf once: it says which moves are likely there and
//! what the position is worth; games played out from it may have a say besides. Every node
//! on the way learns of both.
//!
//! What a position is worth depends on the [`Aim`]: to win, that a group lives, or points of
//! a region. All of it is an estimate.
//!
//! | question | where |
//! |---|---|
//! | what is wanted? | `aim` |
//! | what is a leaf worth, which moves has it? | `leaf` |
//! | which groups of a leaf are settled? | `settled` |
//! | where do walks go? | `walk` |
//! | what are nodes worth? | `weigh` |
//! | what is kept? | `nodes` |
//! | what is told? | `report` |

mod aim;
mod leaf;
mod nodes;
mod report;
mod settled;
mod walk;
mod weigh;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use board::playout::Random;
use board::{Color, Move, Point, PointSet, Position};
use budget::Budget;
use predict::deep::{Deep, Viewer};
use predict::{Model, Predictor};

use crate::Choice;
use crate::decide::{Tried, decide, most_tried, winning_pass};
use crate::tree::Candidate;
use crate::way::way_between;
pub use aim::Aim;
use leaf::sensible_moves;
use nodes::{Node, Nodes, ROOT};
use report::{Owners, candidates};
use walk::{Learnt, Start, Walk};
use weigh::Weigh;

/// How a position is searched.
#[derive(Clone)]
pub struct Settings {
    /// The network.
    pub deep: Arc<Deep>,
    /// What it stands on.
    pub model: Arc<Model>,
    /// What is wanted.
    pub aim: Aim,
    /// Where moves are made; everywhere if nothing is said. Passing is always allowed.
    pub region: Option<PointSet>,
    /// Games played out from each leaf.
    pub playouts: u32,
    /// How much of a leaf's worth is decided by them rather than by the network, where walks
    /// go by it.
    pub weight: f64,
    /// Positions that are read at a leaf to see what becomes of the stones that
    /// [`Aim::Own`] is about, or of each group within [`Aim::Lead`]; the network is asked
    /// where that is not enough. None if 0.
    pub reading: u64,
    /// How much moves are tried that are likely rather than known to be good.
    pub exploration: f64,
    /// The power to which likelihoods are taken: below 1, moves are tried that strong players
    /// seldom make.
    pub power: f32,
    /// Threads that work side by side. With one the same seed gives the same answer.
    pub threads: usize,
    /// The most nodes that are kept; each takes 56 bytes. When they are used up, what was
    /// tried least is forgotten.
    pub nodes: usize,
}

impl Settings {
    /// A search of the whole board for a win.
    pub fn new(deep: Arc<Deep>, model: Arc<Model>) -> Settings {
        Settings {
            deep,
            model,
            aim: Aim::Win,
            region: None,
            playouts: 4,
            weight: 0.5,
            reading: 0,
            exploration: 1.0,
            power: 1.0,
            threads: 1,
            nodes: 1_500_000,
        }
    }
}

/// A tree that is kept from move to move.
///
/// ```
/// use std::sync::Arc;
///
/// use board::{Color, Position, Rules, Setup};
/// use budget::Budget;
/// use player::deep::{Aim, DeepTree, Settings};
/// use predict::Model;
/// use predict::deep::Deep;
///
/// // The middle of three decides whether White's corner lives.
/// let setup: Setup = "
///     . . . O X . . . . . . . .
///     O O O O X . . . . . . . .
///     X X X X X . . . . . . . .
///     . . . . . . . . . . . . .
///     . . . . . . . . . . . . .
///     . . . . . . . . . . . . .
///     . . . . . . . . . . . . .
///     . . . . . . . . . . . . .
///     . . . . . . . . . . . . .
///     . . . . . . . . . . . . .
///     . . . . . . . . . . . . .
///     . . . . . . . . . . . . .
///     . . . . . . . . . . . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::chinese())?;
/// let points = *position.stones(Color::White);
/// let region = setup.size.points().filter(|p| p.row() >= 10 && p.column() < 5).collect();
/// let aim = Aim::Own { points, color: Color::White };
/// let new = Settings::new(Arc::new(Deep::standard()?), Arc::new(Model::standard()?));
/// let mut tree = DeepTree::new(Settings { aim, region: Some(region), ..new });
/// tree.stand_on(&position, Color::Black);
/// tree.grow(&mut Budget::nodes(60), 1);
/// assert_eq!(tree.candidates()[0].mv, "B13".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DeepTree {
    settings: Settings,
    /// Where the tree stands, with the player to move.
    position: Option<Position>,
    nodes: Nodes,
    viewers: Vec<Viewer>,
    owners: Owners,
    views: u64,
}

impl fmt::Debug for DeepTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeepTree").field("visits", &self.visits()).finish_non_exhaustive()
    }
}

impl DeepTree {
    /// A tree that stands nowhere yet.
    pub fn new(settings: Settings) -> DeepTree {
        DeepTree {
            nodes: Nodes::with_room(settings.nodes),
            settings,
            position: None,
            viewers: Vec::new(),
            owners: Owners::default(),
            views: 0,
        }
    }

    /// Makes a position the root, `color` to move. If it follows from the present root
    /// by moves of the tree, what was learnt of it is kept.
    pub fn stand_on(&mut self, position: &Position, color: Color) {
        let mut position = position.clone();
        position.set_to_play(color);
        self.views = 0;
        let way = self.position.as_ref().and_then(|root| way_between(root, &position));
        let stays = match way {
            Some(way) if way.is_empty() => true,
            Some(way) => self.follow(&way, &position),
            None => false,
        };
        if !stays {
            self.nodes = Nodes::with_room(self.settings.nodes);
            self.owners = Owners::default();
        }
        self.position = Some(position);
    }

    /// Makes the node at the end of `way` the root. Not after a pass: in the tree another
    /// pass would end the game there, while the players may still disagree.
    fn follow(&mut self, way: &[(Color, Move)], position: &Position) -> bool {
        let mut number = ROOT;
        let mut to_play = way.first().map_or(position.to_play(), |&(color, _)| color);
        for &(color, mv) in way {
            let next = self.nodes.children(number).find(|&child| self.nodes.node(child).mv == mv);
            match next {
                Some(next) if color == to_play && mv != Move::Pass => number = next,
                _ => return false,
            }
            to_play = to_play.opponent();
        }
        if to_play != position.to_play() || !self.nodes.node(number).has_children() {
            return false;
        }
        // At the root there are also the moves that were too unlikely further down.
        let known: Vec<Move> = self.nodes.family(number).iter().map(|node| node.mv).collect();
        let mut more = sensible_moves(position, self.settings.region.as_ref());
        more.retain(|mv| !known.contains(mv));
        let keep = |child: &Node| position.check(to_play, child.mv).is_ok();
        self.nodes = self.nodes.regrown(number, 0, keep, &more);
        self.owners = Owners::default();
        true
    }

    /// The pass that ends a won game at once: the opponent passed and all is settled.
    pub fn winning_pass(&self, seed: u64) -> Option<Choice> {
        let position = self.position.as_ref()?;
        winning_pass(position, position.to_play(), seed)
    }

    /// Walks until the budget is spent; a node of it is a look at a leaf. Does nothing
    /// before [`DeepTree::stand_on`].
    pub fn grow(&mut self, budget: &mut Budget, seed: u64) {
        let Some(position) = self.position.take() else { return };
        self.make_room();
        let settings = &self.settings;
        let threads = settings.threads.max(1);
        self.viewers.resize_with(threads, || {
            Viewer::new(Arc::clone(&settings.deep), Predictor::new(Arc::clone(&settings.model)))
        });
        let start = Start {
            settings,
            position: &position,
            held: settings.aim.holds(&position),
            weigh: Weigh::new(settings, position.size().area()),
        };
        let mut viewers = std::mem::take(&mut self.viewers).into_iter();
        let nodes = Mutex::new(std::mem::replace(&mut self.nodes, Nodes::with_room(0)));
        let random = |number: usize| Random::new(seed.wrapping_add((number as u64) << 48));
        let mut walk = viewers.next().map(|viewer| Walk::new(&start, &nodes, viewer, random(0)));
        // The root is looked at in any case: even without a budget there is a good guess.
        let begun = u64::from(walk.as_mut().is_some_and(Walk::begin));
        let share = budget.left().saturating_sub(begun).div_ceil(threads as u64);
        let work = |walk: Walk<'_>| {
            let mut walk = walk;
            walk.work(&mut budget.part(share));
            walk.into_learnt()
        };
        let learnt: Vec<Learnt> = thread::scope(|scope| {
            let (start, nodes, work) = (&start, &nodes, &work);
            let others: Vec<_> = viewers
                .enumerate()
                .map(|(number, viewer)| {
                    let walk = Walk::new(start, nodes, viewer, random(number + 1));
                    scope.spawn(move || work(walk))
                })
                .collect();
            let own = walk.map(work);
            let others = others.into_iter().filter_map(|other| other.join().ok());
            own.into_iter().chain(others).collect()
        });
        self.nodes = nodes.into_inner().unwrap_or_else(PoisonError::into_inner);
        for Learnt { viewer, owners, walks } in learnt {
            self.viewers.push(viewer);
            self.owners.join(&owners);
            self.views += walks;
            // Whether the limit was reached shows in the budget, not here.
            let _ = budget.charge(walks.min(budget.left()));
        }
        self.position = Some(position);
    }

    /// Leaves out moves at the root, until the tree stands elsewhere.
    pub fn restrict(&mut self, allowed: impl Fn(Move) -> bool) {
        self.begin();
        for child in self.nodes.children(ROOT) {
            let node = self.nodes.node_mut(child);
            if !allowed(node.mv) {
                node.banned = true;
            }
        }
    }

    /// Sees to it that the root has children.
    fn begin(&mut self) {
        if !self.nodes.node(ROOT).has_children() {
            self.grow(&mut Budget::nodes(0), 0);
        }
    }

    /// Forgets what was tried least if the memory is nearly used up.
    fn make_room(&mut self) {
        let mut least = 4;
        while self.nodes.fullness() > if least == 4 { 0.9 } else { 0.5 } && least < 1 << 20 {
            self.nodes = self.nodes.regrown(ROOT, least, |_| true, &[]);
            least *= 2;
        }
    }

    /// How often the root was visited, now and before the tree came here.
    pub fn visits(&self) -> u32 {
        self.nodes.node(ROOT).visits
    }

    /// The leaves looked at since the tree stands here.
    pub fn views(&self) -> u64 {
        self.views
    }

    /// By how many visits the move tried most is ahead of the next: with fewer walks to
    /// come, no other will be.
    pub fn lead(&self) -> u32 {
        let (mut first, mut second) = (0, 0);
        for child in self.nodes.family(ROOT) {
            if child.visits > first {
                (first, second) = (child.visits, first);
            } else {
                second = second.max(child.visits);
            }
        }
        first - second
    }

    /// What the position is worth for the player to move, from 0 to 1, as far as the tree
    /// knows; one half if nobody has looked.
    pub fn value(&self) -> f64 {
        let (Some(position), root) = (&self.position, self.nodes.node(ROOT)) else { return 0.5 };
        if root.visits == 0 {
            return 0.5;
        }
        let weigh = Weigh::new(&self.settings, position.size().area());
        1.0 - weigh.shown(root, weigh.share(root))
    }

    /// The moves at the root, those tried most first. The `win_rate` of a move is what it is
    /// worth for the player who makes it.
    pub fn candidates(&self) -> Vec<Candidate> {
        let Some(position) = &self.position else { return Vec::new() };
        candidates(&self.nodes, &Weigh::new(&self.settings, position.size().area()))
    }

    /// How much a point is `color`'s at the end, from −1 (never) to 1 (always), on average
    /// over the leaves.
    pub fn ownership(&self, color: Color, point: Point) -> f64 {
        let Some(position) = &self.position else { return 0.0 };
        self.owners.of(color, position.size(), point)
    }

    /// The move to play as far as the tree knows; a pass if it stands nowhere.
    pub fn choice(&mut self, seed: u64) -> Choice {
        self.begin();
        let Some(position) = &self.position else {
            return Choice { mv: Move::Pass, win_rate: 0.5, score: 0.0, playouts: 0 };
        };
        let choice = match self.is_open(position) {
            true => self.at_sight(),
            false => decide(position, position.to_play(), seed, &self.tried(position)),
        };
        Choice { playouts: self.views, ..choice }
    }

    /// Whether the owners of so many points are unknown that nobody need ask whether the
    /// game is over.
    fn is_open(&self, position: &Position) -> bool {
        let size = position.size();
        let unknown =
            size.points().filter(|&p| self.owners.of(Color::Black, size, p).abs() < 0.6).count();
        size.area() > 100 && self.owners.looks >= 8 && 5 * unknown > size.area()
    }

    /// The move that was tried most, or is likeliest, without asking whether the game is
    /// over: for whoever has no time. Passes only where no move is left but filling eyes.
    pub fn at_sight(&mut self) -> Choice {
        self.begin();
        let tried = self.position.as_ref().map_or(Vec::new(), |position| self.tried(position));
        let moves = tried.iter().filter(|tried| tried.mv != Move::Pass);
        match most_tried(moves) {
            Some(best) if best.playouts > 0 => {
                Choice { mv: best.mv, win_rate: best.win_rate(), score: best.score(), playouts: 0 }
            }
            best => {
                let mv = best.map_or(Move::Pass, |best| best.mv);
                Choice { mv, win_rate: 0.5, score: 0.0, playouts: 0 }
            }
        }
    }

    /// What was learnt of the moves at the root; the pass is the last.
    fn tried(&self, position: &Position) -> Vec<Tried> {
        let color = position.to_play();
        let weigh = Weigh::new(&self.settings, position.size().area());
        let share = 1.0 - weigh.share(self.nodes.node(ROOT));
        let tried = |node: &Node| Tried {
            mv: node.mv,
            playouts: u64::from(node.visits),
            reward: weigh.worth(node, color) * f64::from(node.visits),
            wins: weigh.shown(node, share) * f64::from(node.visits),
            halves: node.halves.round() as i64,
            hope: f64::from(node.prior),
        };
        let children = self.nodes.family(ROOT).iter();
        let children = children.filter(|node| !node.banned || node.mv == Move::Pass);
        let (mut moves, pass): (Vec<Tried>, Vec<Tried>) =
            children.map(tried).partition(|tried| tried.mv != Move::Pass);
        moves.extend(pass);
        moves
    }
}
