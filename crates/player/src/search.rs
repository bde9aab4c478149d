//! The search for a move: on the deep network where that is wanted and it fits the board,
//! by playouts elsewhere.

use std::sync::Arc;

use board::{Color, Move, Point, Position};
use budget::Budget;
use predict::Model;
use predict::deep::Deep;

use crate::Choice;
use crate::deep::{self, DeepTree};
use crate::tree::{self, Candidate, Tree};

/// A look at a leaf of the deep tree is as much work as so many playouts.
pub const LOOK: u64 = 5;

/// How to search.
#[derive(Clone, Default)]
pub struct Settings {
    /// Threads that work side by side. With one the same seed gives the same move.
    pub threads: usize,
    /// Which moves strong players would try.
    pub guide: Option<Arc<Model>>,
    /// The network that looks at the whole board. Without a guide it has nothing to stand on.
    pub deep: Option<Arc<Deep>>,
}

/// A tree that is kept from move to move, whichever fits the board. Work is counted in
/// playouts.
#[derive(Debug)]
pub struct Search {
    tree: Tree,
    deep: Option<DeepTree>,
    /// Whether it stands on a board that the deep tree knows.
    deeply: bool,
}

impl Search {
    /// A search that stands nowhere yet.
    pub fn new(settings: Settings) -> Search {
        let Settings { threads, guide, deep } = settings;
        let deeply = |(deep, model)| {
            DeepTree::new(deep::Settings { threads, ..deep::Settings::new(deep, model) })
        };
        let deep = deep.zip(guide.clone()).map(deeply);
        let tree = Tree::new(tree::Settings { threads, guide, ..Default::default() });
        Search { tree, deep, deeply: false }
    }

    /// The deep tree, if it is the one that is searched.
    fn deep(&self) -> Option<&DeepTree> {
        self.deep.as_ref().filter(|_| self.deeply)
    }

    fn deep_mut(&mut self) -> Option<&mut DeepTree> {
        self.deep.as_mut().filter(|_| self.deeply)
    }

    /// Makes a position the root, `color` to move. If it follows from the present root
    /// by moves of the tree, what was learnt of it is kept.
    pub fn stand_on(&mut self, position: &Position, color: Color) {
        self.deeply = Deep::fits(position.size());
        match self.deep_mut() {
            Some(deep) => deep.stand_on(position, color),
            None => self.tree.stand_on(position, color),
        }
    }

    /// The pass that ends a won game at once: the opponent passed and all is settled.
    pub fn winning_pass(&self, seed: u64) -> Option<Choice> {
        self.deep().map_or_else(|| self.tree.winning_pass(seed), |deep| deep.winning_pass(seed))
    }

    /// Searches until the budget is spent; a node of it is a playout.
    pub fn grow(&mut self, budget: &mut Budget, seed: u64) {
        let Some(deep) = self.deep_mut() else { return self.tree.grow(budget, seed) };
        let mut looks = budget.part(budget.left().div_ceil(LOOK));
        deep.grow(&mut looks, seed);
        // Whether the limit was reached shows in the budget, not here.
        let _ = budget.charge(looks.spent().saturating_mul(LOOK).min(budget.left()));
    }

    /// Leaves out moves at the root, until the tree stands elsewhere.
    pub fn restrict(&mut self, allowed: impl Fn(Move) -> bool) {
        match self.deep_mut() {
            Some(deep) => deep.restrict(allowed),
            None => self.tree.restrict(allowed),
        }
    }

    /// How often the root was visited, now and before the tree came here.
    pub fn visits(&self) -> u32 {
        self.deep().map_or_else(|| self.tree.visits(), DeepTree::visits)
    }

    /// The playouts made since the tree stands here.
    pub fn playouts(&self) -> u64 {
        self.deep().map_or_else(|| self.tree.playouts(), |deep| deep.views() * LOOK)
    }

    /// With fewer playouts to come, no other move will be the one that was tried most.
    pub fn lead(&self) -> u64 {
        let deep = |deep: &DeepTree| u64::from(deep.lead()) * LOOK;
        self.deep().map_or_else(|| u64::from(self.tree.lead()), deep)
    }

    /// The moves at the root, those tried most first.
    pub fn candidates(&self) -> Vec<Candidate> {
        self.deep().map_or_else(|| self.tree.candidates(), DeepTree::candidates)
    }

    /// How much a point is `color`'s at the end, from −1 (never) to 1 (always).
    pub fn ownership(&self, color: Color, point: Point) -> f64 {
        match self.deep() {
            Some(deep) => deep.ownership(color, point),
            None => self.tree.ownership(color, point),
        }
    }

    /// The move to play as far as the tree knows; a pass if it stands nowhere.
    pub fn choice(&mut self, seed: u64) -> Choice {
        let Some(deep) = self.deep_mut() else { return self.tree.choice(seed) };
        let choice = deep.choice(seed);
        Choice { playouts: choice.playouts * LOOK, ..choice }
    }

    /// The move that was tried most, or looks best, without asking whether the game is
    /// over: for whoever has no time. Passes only where no move is left but filling eyes.
    pub fn at_sight(&mut self) -> Choice {
        match self.deep_mut() {
            Some(deep) => deep.at_sight(),
            None => self.tree.at_sight(),
        }
    }
}
