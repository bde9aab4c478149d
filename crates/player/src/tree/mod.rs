//! Monte-Carlo tree search: playouts grow a tree of the moves that do well.
//!
//! Each playout walks down the tree to a leaf, plays the game out
//! ([`board::playout::play_out_answering`]) and tells every node on its way how
//! it ended. Moves are judged by their own games and by all games in which they
//! came later (RAVE, Gelly and Silver 2007), and before any game by what they look like.
//! Where a predictor guides the search, moves that strong players would play are tried
//! more often, as far as their games do not speak against it.
//! Threads work on one tree without locks.

mod guide;
mod node;
mod prior;
mod walk;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use board::playout::{Atari, Light, Random, Task, on_light_board};
use board::{Color, Move, Position};
use budget::Budget;
use predict::Model;

use crate::Choice;
use crate::decide::{Tried, decide, offset, winning_pass};
use guide::Guide;
use node::Nodes;
use walk::Walk;

/// How the tree is searched.
#[derive(Clone)]
pub struct Settings {
    /// Threads that work side by side. With one the same seed gives the same move.
    pub threads: usize,
    /// The most nodes that are kept; each takes 40 bytes.
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
    let mut position = position.clone();
    position.set_to_play(color);
    if let Some(choice) = winning_pass(&position, color, seed) {
        return choice;
    }
    let search = Search { position: &position, color, settings, budget, seed };
    let tried = on_light_board(&position, color, search);
    decide(&position, color, seed, &tried)
}

struct Search<'a> {
    position: &'a Position,
    color: Color,
    settings: &'a Settings,
    budget: &'a mut Budget,
    seed: u64,
}

impl Task<Atari> for Search<'_> {
    type Output = Vec<Tried>;

    fn run<const N: usize>(self, board: Light<N, Atari>) -> Vec<Tried> {
        let (position, color, budget) = (self.position, self.color, self.budget);
        // The root, its children, and at most one family of children for each playout.
        let families = usize::try_from(budget.left()).unwrap_or(usize::MAX).saturating_add(1);
        let room = families.saturating_mul(position.size().area() + 1).saturating_add(1);
        let mut nodes = Nodes::with_room(room.min(self.settings.nodes.max(1000)));
        nodes.expand(nodes.root(), || {
            let legal = |cell| {
                let mv = Light::<N, Atari>::point_of(cell).map_or(Move::Pass, Move::Play);
                position.check(color, mv).is_ok()
            };
            let mut moves = prior::moves(&board);
            moves.retain(|&(cell, _)| legal(cell));
            moves
        });
        let children = nodes.children(nodes.root()).len();
        nodes.halves.resize_with(children, Default::default);
        let threads = self.settings.threads.max(1);
        let share = budget.left().div_ceil(threads as u64);
        let walk = |number: usize| {
            let mut budget = budget.part(share);
            let random = Random::new(self.seed.wrapping_add((number as u64) << 48));
            let guide = self.settings.guide.as_ref().map(|model| Guide::new(model, position));
            let offset = offset(position);
            Walk::new(&nodes, board, position, offset, guide, random).work(&mut budget);
            budget.spent()
        };
        let spent: u64 = if threads == 1 {
            walk(0)
        } else {
            thread::scope(|scope| {
                let walk = &walk;
                let others: Vec<_> =
                    (1..threads).map(|number| scope.spawn(move || walk(number))).collect();
                let own = walk(0);
                own + others.into_iter().map(|other| other.join().unwrap_or(0)).sum::<u64>()
            })
        };
        // Whether the limit was reached shows in the budget, not here.
        let _ = budget.spend(spent.min(budget.left()));
        tried(&nodes, |cell| Light::<N, Atari>::point_of(cell).map_or(Move::Pass, Move::Play))
    }
}

/// What was learnt of the moves at the root; the pass is the last.
fn tried(nodes: &Nodes, mv: impl Fn(usize) -> Move) -> Vec<Tried> {
    let children = nodes.children(nodes.root()).iter().zip(&nodes.halves);
    let tried = children.map(|(child, halves)| {
        let playouts = u64::from(child.visits());
        let reward = child.mean() * playouts as f64;
        let halves = halves.load(Ordering::Relaxed);
        Tried { mv: mv(child.cell()), playouts, reward, wins: reward, halves }
    });
    tried.collect()
}
