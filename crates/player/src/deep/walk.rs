//! One thread's walks through the tree.

use std::sync::{Mutex, MutexGuard, PoisonError};

use board::playout::Random;
use board::{Color, Move, Position};
use budget::Budget;
use predict::deep::Viewer;

use super::leaf::{Leaf, Worth, look};
use super::nodes::{Node, Nodes, ROOT};
use super::weigh::Weigh;
use super::{Owners, Settings};

/// So much less than its parent is thought of a move that nobody has tried, once all
/// likelier ones have been.
const REDUCTION: f64 = 0.2;

/// No line is longer: under simple ko rules games may go in circles.
const LONGEST: usize = 120;

/// One of so many walks begins with a pass, and an early one does, so that its worth is
/// known: whether the game is over is a question of what a pass loses.
const PASS_EVERY: u32 = 32;
const PASS_FIRST: u32 = 8;

/// Where all walks begin.
pub(super) struct Start<'a> {
    pub(super) settings: &'a Settings,
    pub(super) position: &'a Position,
    /// Whether the stones stand there that the aim is about.
    pub(super) held: bool,
    pub(super) weigh: Weigh,
}

pub(super) struct Walk<'a> {
    start: &'a Start<'a>,
    nodes: &'a Mutex<Nodes>,
    position: Position,
    viewer: Viewer,
    random: Random,
    walks: u64,
    path: Vec<usize>,
    owners: Owners,
}

/// What a thread brings home beside what the nodes were told.
pub(super) struct Learnt {
    pub(super) viewer: Viewer,
    pub(super) owners: Owners,
    pub(super) walks: u64,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        start: &'a Start<'a>,
        nodes: &'a Mutex<Nodes>,
        viewer: Viewer,
        random: Random,
    ) -> Walk<'a> {
        Walk {
            start,
            nodes,
            position: start.position.clone(),
            viewer,
            random,
            walks: 0,
            path: Vec::new(),
            owners: Owners::default(),
        }
    }

    /// Walks until the budget is spent.
    pub(super) fn work(&mut self, budget: &mut Budget) {
        while budget.spend(1).is_ok() {
            self.walk();
        }
    }

    /// Looks at the root, and says whether nobody had before.
    pub(super) fn begin(&mut self) -> bool {
        let fresh = !lock(self.nodes).node(ROOT).has_children();
        if fresh {
            self.walk();
        }
        fresh
    }

    pub(super) fn into_learnt(self) -> Learnt {
        Learnt { viewer: self.viewer, owners: self.owners, walks: self.walks }
    }

    fn walk(&mut self) {
        self.walks += 1;
        let ended = self.descend();
        let before = self.position.moves().len();
        let mut legal = true;
        for step in 1..self.path.len() {
            let mv = lock(self.nodes).node(self.path[step]).mv;
            let color = self.position.to_play();
            if self.position.play(color, mv).is_err() {
                // It was legal when the node was made, and the way here is the same.
                lock(self.nodes).node_mut(self.path[step]).banned = true;
                legal = false;
                break;
            }
        }
        match ended {
            _ if !legal => self.turn_back(),
            Some(worth) => self.learn(worth),
            None => self.visit(),
        }
        while self.position.moves().len() > before {
            self.position.undo();
        }
    }

    /// Goes down to a leaf. Says what it is worth if that need not be asked.
    fn descend(&mut self) -> Option<Worth> {
        let mut nodes = lock(self.nodes);
        let mut number = ROOT;
        let mut color = self.start.position.to_play();
        let mut passed =
            self.start.position.moves().next_back().is_some_and(|(color, mv)| {
                mv == Move::Pass && color != self.start.position.to_play()
            });
        self.path.clear();
        self.path.push(ROOT);
        nodes.node_mut(ROOT).visits += 1;
        loop {
            let node = nodes.node(number);
            if node.ended || self.path.len() > LONGEST {
                return Some(again(node));
            }
            if !node.has_children() {
                return None;
            }
            let pass = number == ROOT && node.visits % PASS_EVERY == PASS_FIRST;
            let Some(child) = most_promising(&nodes, number, color, self.start, pass) else {
                return Some(again(node));
            };
            let parent = again(node);
            self.path.push(child);
            let node = nodes.node_mut(child);
            node.visits += 1;
            if node.mv == Move::Pass && passed {
                // Both have passed: it stays what it was.
                node.ended = true;
                node.seen = [parent.viewed as f32, parent.played as f32];
                return Some(parent);
            }
            passed = node.mv == Move::Pass;
            number = child;
            color = color.opponent();
        }
    }

    /// Looks at the position at the end of the way and makes its children.
    fn visit(&mut self) {
        let Start { settings, held, .. } = *self.start;
        // At the root moves are wanted, whatever reading says.
        let reads = held && settings.reading > 0 && self.path.len() > 1;
        let read = || settings.aim.read(&self.position, settings.reading);
        let decided = settings.aim.decided(&self.position, held);
        if let Some(black) = decided.or_else(|| reads.then(read).flatten()) {
            let halves = lock(self.nodes).node(ROOT).halves_mean();
            if let Some(&last) = self.path.last() {
                let mut nodes = lock(self.nodes);
                let node = nodes.node_mut(last);
                (node.ended, node.seen) = (true, [black as f32; 2]);
            }
            return self.learn(Worth { viewed: black, played: black, halves });
        }
        let (viewer, random, owners) = (&mut self.viewer, &mut self.random, &mut self.owners);
        let all = self.path.len() == 1;
        let Leaf { worth, moves } = look(settings, &self.position, viewer, random, owners, all);
        if let Some(&last) = self.path.last() {
            let mut nodes = lock(self.nodes);
            nodes.node_mut(last).seen = [worth.viewed as f32, worth.played as f32];
            nodes.expand(last, &moves);
        }
        self.learn(worth);
    }

    /// Tells the nodes on the way what its end is worth.
    fn learn(&self, worth: Worth) {
        let mut nodes = lock(self.nodes);
        // The root is the move of whoever is not to move there.
        let mut color = self.start.position.to_play().opponent();
        for &number in &self.path {
            let node = nodes.node_mut(number);
            let own = |black: f64| if color == Color::Black { black } else { 1.0 - black };
            node.viewed += own(worth.viewed);
            node.played += own(worth.played);
            node.halves += worth.halves;
            color = color.opponent();
        }
    }

    /// Takes the visits back: the way does not exist.
    fn turn_back(&self) {
        let mut nodes = lock(self.nodes);
        for &number in &self.path {
            let node = nodes.node_mut(number);
            node.visits = node.visits.saturating_sub(1);
        }
    }
}

/// What a node was worth at first sight.
fn again(node: &Node) -> Worth {
    let [viewed, played] = node.seen.map(f64::from);
    Worth { viewed, played, halves: node.halves_mean() }
}

/// Nobody panics while holding it.
fn lock(nodes: &Mutex<Nodes>) -> MutexGuard<'_, Nodes> {
    nodes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The child to visit next, a move of `color`: the pass if it is asked for, else by PUCT
/// (Rosin 2011, in the form of Silver et al. 2016).
fn most_promising(
    nodes: &Nodes,
    number: usize,
    color: Color,
    start: &Start<'_>,
    pass: bool,
) -> Option<usize> {
    let Start { weigh, settings, .. } = start;
    let parent = nodes.node(number);
    let children = nodes.children(number);
    let is_pass = |child: &Node| child.mv == Move::Pass && !child.banned;
    if pass && let Some(pass) = nodes.family(number).iter().position(is_pass) {
        return Some(children.start + pass);
    }
    let tried: f64 = nodes
        .family(number)
        .iter()
        .filter(|child| child.visits > 0)
        .map(|child| f64::from(child.prior))
        .sum();
    // The parent's worth is for whoever moved there.
    let untried = 1.0 - weigh.worth(parent, color.opponent()) - REDUCTION * tried.sqrt();
    let root = f64::from(parent.visits).sqrt();
    let mut best = None;
    let mut highest = f64::NEG_INFINITY;
    for (child, number) in nodes.family(number).iter().zip(children) {
        if child.banned {
            continue;
        }
        let known = if child.visits > 0 { weigh.worth(child, color) } else { untried };
        let hope = known
            + settings.exploration * f64::from(child.prior) * root
                / (1.0 + f64::from(child.visits));
        if hope > highest {
            (best, highest) = (Some(number), hope);
        }
    }
    best
}
