//! Monte-Carlo tree search: playouts grow a tree of the moves that do well.
//!
//! Each playout walks down the tree to a leaf, plays the game out
//! and tells every node on its way how it ended. Moves are judged by their own games and by all games in which they
//! came later (RAVE, Gelly and Silver 2007), and before any game by what they look like.
//! Where a predictor guides the search, moves that strong players would play are tried
//! more often, as far as their games do not speak against it.
//! Threads work on one tree without locks. What is known of a position is kept when
//! the game goes on to it ([`Tree::stand_on`]).

mod guide;
mod node;
mod prior;
mod report;
mod walk;

use std::fmt;
use std::sync::Arc;
use std::thread;

use board::playout::{Atari, Light, Random, Task, on_light_board};
use board::{Color, Move, Point, Position};
use budget::Budget;
use predict::{Model, Predictor};

use crate::Choice;
use crate::decide::{Tried, decide, most_tried, offset, winning_pass};
use crate::way::way_between;
use guide::Guide;
use node::{Node, Nodes};
pub use report::Candidate;
use report::{Owners, candidates};
use walk::Walk;

/// How the tree is searched.
#[derive(Clone)]
pub struct Settings {
    /// Threads that work side by side. With one the same seed gives the same move.
    pub threads: usize,
    /// The most nodes that are kept; each takes 56 bytes. When they are used up, what was
    /// tried least is forgotten.
    pub nodes: usize,
    /// Which moves strong players would try.
    pub guide: Option<Arc<Model>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { threads: 1, nodes: 4_000_000, guide: None }
    }
}

/// Chooses a move for `color`. A node of the budget is a playout. Always gives a
/// legal move, even when the budget allows no work at all. When to pass is
/// decided as in [`crate::flat::choose`].
///
/// ```
/// use board::{Color, Komi, Position, Rules, Setup};
/// use budget::Budget;
/// use player::tree::{Settings, choose};
///
/// // Black's corner lives or dies, and with this komi the game with it.
/// let setup: Setup = "
///     . . . X O .
///     X X X X O .
///     O O O O O O
///     . . O . O .".parse()?;
/// let rules = Rules { komi: Komi::points(-16), ..Rules::chinese() };
/// let position = Position::from_setup(&setup, rules)?;
/// let choice = choose(&position, Color::White, &Settings::default(), &mut Budget::nodes(2000), 1);
/// assert_eq!(choice.mv, "B4".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn choose(
    position: &Position,
    color: Color,
    settings: &Settings,
    budget: &mut Budget,
    seed: u64,
) -> Choice {
    let mut tree = Tree::new(settings.clone());
    tree.stand_on(position, color);
    if let Some(choice) = tree.winning_pass(seed) {
        return choice;
    }
    tree.grow(budget, seed);
    tree.choice(seed)
}

/// A tree that is kept from move to move.
///
/// ```
/// use board::{Color, Position, Rules, Size};
/// use budget::Budget;
/// use player::tree::{Settings, Tree};
///
/// let mut position = Position::new(Size::square(5)?, Rules::chinese());
/// let mut tree = Tree::new(Settings::default());
/// tree.stand_on(&position, Color::Black);
/// tree.grow(&mut Budget::nodes(500), 1);
/// let best = tree.candidates()[0].clone();
/// assert_eq!(best.mv, "C3".parse()?);
/// // What was learnt of the best line is still there after it was played.
/// position.play(Color::Black, best.line[0])?;
/// position.play(Color::White, best.line[1])?;
/// tree.stand_on(&position, Color::Black);
/// assert!(tree.visits() > 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tree {
    settings: Settings,
    /// Where the tree stands, with the player to move.
    position: Option<Position>,
    nodes: Nodes,
    /// The point of each cell of the light board.
    points: Vec<Option<Point>>,
    predictors: Vec<Predictor>,
    owners: Owners,
    playouts: u64,
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("visits", &self.visits()).finish_non_exhaustive()
    }
}

impl Tree {
    /// A tree that stands nowhere yet.
    pub fn new(settings: Settings) -> Tree {
        Tree {
            nodes: Nodes::with_room(settings.nodes),
            settings,
            position: None,
            points: Vec::new(),
            predictors: Vec::new(),
            owners: Owners::default(),
            playouts: 0,
        }
    }

    /// Makes a position the root, `color` to move. If it follows from the present root
    /// by moves of the tree, what was learnt of it is kept.
    pub fn stand_on(&mut self, position: &Position, color: Color) {
        let mut position = position.clone();
        position.set_to_play(color);
        self.playouts = 0;
        let stays = match self.position.as_ref().and_then(|root| way_between(root, &position)) {
            Some(way) if way.is_empty() => true,
            Some(way) => self.follow(&way, &position),
            None => false,
        };
        if !stays {
            self.nodes = Nodes::with_room(self.settings.nodes);
            self.owners = Owners::default();
            self.points = on_light_board(&position, color, Cells);
        }
        self.position = Some(position);
    }

    /// Makes the node at the end of `way` the root. Not after a pass: in the tree another
    /// pass would end the game there, while the players may still disagree.
    fn follow(&mut self, way: &[(Color, Move)], position: &Position) -> bool {
        let mut node = self.nodes.root();
        let mut to_play = way.first().map_or(position.to_play(), |&(color, _)| color);
        for &(color, mv) in way {
            let children = self.nodes.children(node);
            let next = children.iter().find(|child| self.move_of(child) == mv);
            match next {
                Some(next) if color == to_play && mv != Move::Pass => node = next,
                _ => return false,
            }
            to_play = to_play.opponent();
        }
        if to_play != position.to_play() || self.nodes.children(node).is_empty() {
            return false;
        }
        let legal = |child: &Node| position.check(to_play, self.move_of(child)).is_ok();
        self.nodes = self.nodes.regrown(node, 0, legal);
        self.owners = Owners::default();
        true
    }

    fn move_of(&self, node: &Node) -> Move {
        self.points.get(node.cell()).copied().flatten().map_or(Move::Pass, Move::Play)
    }

    /// The pass that ends a won game at once: the opponent passed and all is settled.
    pub fn winning_pass(&self, seed: u64) -> Option<Choice> {
        let position = self.position.as_ref()?;
        winning_pass(position, position.to_play(), seed)
    }

    /// Plays games from the root until the budget is spent; a node of it is a playout.
    /// Does nothing before [`Tree::stand_on`].
    pub fn grow(&mut self, budget: &mut Budget, seed: u64) {
        let Some(position) = self.position.take() else { return };
        self.make_room();
        let color = position.to_play();
        on_light_board(&position, color, Grow { tree: self, position: &position, budget, seed });
        self.position = Some(position);
    }

    /// Leaves out moves at the root, until the tree stands elsewhere.
    pub fn restrict(&mut self, allowed: impl Fn(Move) -> bool) {
        if self.nodes.children(self.nodes.root()).is_empty() {
            self.grow(&mut Budget::nodes(0), 0);
        }
        for child in self.nodes.children(self.nodes.root()) {
            if !allowed(self.move_of(child)) {
                child.ban();
            }
        }
    }

    /// Forgets what was tried least if the memory is nearly used up.
    fn make_room(&mut self) {
        let mut least = 8;
        while self.nodes.fullness() > if least == 8 { 0.9 } else { 0.5 } && least < 1 << 20 {
            self.nodes = self.nodes.regrown(self.nodes.root(), least, |_| true);
            least *= 2;
        }
    }

    /// How often the root was visited, now and before the tree came here.
    pub fn visits(&self) -> u32 {
        self.nodes.root().visits()
    }

    /// The playouts made since the tree stands here.
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// By how many visits the move tried most is ahead of the next: with fewer playouts to
    /// come, no other will be.
    pub fn lead(&self) -> u32 {
        let (mut first, mut second) = (0, 0);
        for child in self.nodes.children(self.nodes.root()) {
            let visits = child.visits();
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        first - second
    }

    /// The moves at the root, those tried most first.
    pub fn candidates(&self) -> Vec<Candidate> {
        let Some(position) = &self.position else { return Vec::new() };
        let (color, points) = (position.to_play(), position.size().area());
        candidates(&self.nodes, color, points, |node| self.move_of(node))
    }

    /// How much a point is `color`'s at the end of the games played here, from −1 (never)
    /// to 1 (always).
    pub fn ownership(&self, color: Color, point: Point) -> f64 {
        let cell = self.points.iter().position(|&here| here == Some(point));
        cell.map_or(0.0, |cell| self.owners.of(color, cell))
    }

    /// The move to play as far as the tree knows; a pass if it stands nowhere.
    pub fn choice(&mut self, seed: u64) -> Choice {
        if self.nodes.children(self.nodes.root()).is_empty() {
            // Nobody has grown it yet.
            self.grow(&mut Budget::nodes(0), seed);
        }
        let Some(position) = &self.position else {
            return Choice { mv: Move::Pass, win_rate: 0.5, score: 0.0, playouts: 0 };
        };
        if self.is_open(position) {
            let choice = self.at_sight();
            return Choice { playouts: self.playouts, ..choice };
        }
        let choice = decide(position, position.to_play(), seed, &self.tried());
        Choice { playouts: self.playouts, ..choice }
    }

    /// Whether the owners of so many points are unknown that nobody need ask whether the
    /// game is over, which takes as long as a hundred playouts.
    fn is_open(&self, position: &Position) -> bool {
        let unknown = self.points.iter().enumerate().filter(|(cell, point)| {
            point.is_some() && self.owners.of(Color::Black, *cell).abs() < 0.6
        });
        let area = position.size().area();
        // On small boards the question is cheap and fights never settle.
        area > 100 && self.owners.games >= 8 && 5 * unknown.count() > area
    }

    /// The move that was tried most, or looks best, without asking whether the game is
    /// over: for whoever has no time. Passes only where no move is left but filling eyes.
    pub fn at_sight(&mut self) -> Choice {
        if self.nodes.children(self.nodes.root()).is_empty() {
            self.grow(&mut Budget::nodes(0), 0);
        }
        let tried = self.tried();
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
    fn tried(&self) -> Vec<Tried> {
        let children = self.nodes.children(self.nodes.root()).iter();
        children
            .map(|child| {
                let playouts = u64::from(child.visits());
                let reward = child.mean() * playouts as f64;
                let (mv, halves) = (self.move_of(child), child.halves());
                let prior = child.learnt().prior;
                let hope = child.likely() + 0.01 * f64::from(prior.wins / prior.games.max(1.0));
                Tried { mv, playouts, reward, wins: reward, halves, hope }
            })
            .collect()
    }
}

/// The point of each cell.
struct Cells;

impl Task<Atari> for Cells {
    type Output = Vec<Option<Point>>;

    fn run<const N: usize>(self, board: Light<N, Atari>) -> Vec<Option<Point>> {
        let mut points = vec![None; N];
        for point in board.size().points() {
            points[Light::<N, Atari>::cell_of(point) & (N - 1)] = Some(point);
        }
        points
    }
}

struct Grow<'a> {
    tree: &'a mut Tree,
    position: &'a Position,
    budget: &'a mut Budget,
    seed: u64,
}

impl Task<Atari> for Grow<'_> {
    type Output = ();

    fn run<const N: usize>(self, board: Light<N, Atari>) {
        let Grow { tree, position, budget, seed } = self;
        let nodes = &tree.nodes;
        nodes.expand(nodes.root(), || {
            let legal = |cell| {
                let mv = Light::<N, Atari>::point_of(cell).map_or(Move::Pass, Move::Play);
                position.check(position.to_play(), mv).is_ok()
            };
            let mut moves = prior::moves(&board);
            moves.retain(|&(cell, _)| legal(cell));
            moves
        });
        let threads = tree.settings.threads.max(1);
        if let Some(model) = &tree.settings.guide {
            tree.predictors.resize_with(threads, || Predictor::new(Arc::clone(model)));
        }
        let mut predictors: Vec<Option<Predictor>> = tree.predictors.drain(..).map(Some).collect();
        predictors.resize_with(threads, || None);
        // The root is asked about at once: even without any playout there is a good guess.
        if nodes.root().ask() {
            let mut guide = Guide::new(predictors[0].take(), position);
            guide.tell::<N>(&[], position.to_play(), nodes.children(nodes.root()));
            predictors[0] = guide.into_predictor();
        }
        let share = budget.left().div_ceil(threads as u64);
        let walk = |number: usize, predictor: Option<Predictor>| {
            let mut budget = budget.part(share);
            let random = Random::new(seed.wrapping_add((number as u64) << 48));
            let guide = Guide::new(predictor, position);
            let mut walk = Walk::new(nodes, board, position, offset(position), guide, random);
            walk.work(&mut budget);
            walk.into_learnt()
        };
        let learnt: Vec<walk::Learnt<N>> = thread::scope(|scope| {
            let walk = &walk;
            let mut predictors = predictors.into_iter().enumerate();
            let own = predictors.next();
            let others: Vec<_> = predictors
                .map(|(number, predictor)| scope.spawn(move || walk(number, predictor)))
                .collect();
            let own = own.map(|(number, predictor)| walk(number, predictor));
            own.into_iter()
                .chain(others.into_iter().filter_map(|other| other.join().ok()))
                .collect()
        });
        for walk::Learnt { predictor, owners, walks } in learnt {
            tree.predictors.extend(predictor);
            tree.owners.add(&owners, walks);
            tree.playouts += walks;
            // Whether the limit was reached shows in the budget, not here.
            let _ = budget.charge(walks.min(budget.left()));
        }
    }
}
