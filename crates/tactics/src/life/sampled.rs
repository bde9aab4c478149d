//! A guess at who wins a race by playing it out at random, where proof numbers
//! do not get to an end.
//!
//! A tree of visits grown by upper confidence bounds (Kocsis and Szepesvári
//! 2006) with the all-moves-as-first statistics of Gelly and Silver (2011);
//! what is clear without search is kept as proved (Winands, Björnsson and Saito
//! 2008).

use budget::{Budget, Exhausted};

use super::game::LifeGame;
use crate::search::{Cell, Child, Game, PASS, Stance, Word};

/// What random play says of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    /// How often the player to move gets what he wants, in thousandths.
    pub(super) chance: u32,
    /// His best move.
    pub(super) best: Cell,
}

/// A tree of visits.
pub(super) struct Sampler<'a, W: Word> {
    game: &'a LifeGame<W>,
    nodes: Vec<Node<W>>,
    random: u64,
    /// Cells where each player has played since the root.
    played: [W; 2],
}

struct Node<W> {
    stance: Stance<W>,
    visits: u32,
    branches: Vec<Branch<W>>,
    /// Whether the player to move wins, if that is known.
    won: Option<bool>,
}

struct Branch<W> {
    cell: Cell,
    after: Stance<W>,
    node: Option<u32>,
    visits: u32,
    wins: u32,
    near_visits: u32,
    near_wins: u32,
    won: Option<bool>,
}

impl<'a, W: Word> Sampler<'a, W> {
    pub(super) fn new(game: &'a LifeGame<W>) -> Sampler<'a, W> {
        Sampler { game, nodes: Vec::new(), random: 0x9e37_79b9_7f4a_7c15, played: [W::EMPTY; 2] }
    }

    /// Plays `rounds` games from `root`.
    pub(super) fn sample(
        &mut self,
        root: &Stance<W>,
        rounds: u32,
        budget: &mut Budget,
    ) -> Result<Sample, Exhausted> {
        self.nodes.clear();
        self.add(*root);
        for _ in 0..rounds {
            if self.nodes[0].won.is_some() {
                break;
            }
            let before = self.nodes.len();
            self.round();
            budget.spend(20 + 10 * (self.nodes.len() - before) as u64)?;
        }
        let node = &self.nodes[0];
        let best = node.branches.iter().max_by_key(|branch| match branch.won {
            Some(true) => u32::MAX,
            Some(false) => 0,
            None => 1 + branch.visits,
        });
        let Some(best) = best else { return Ok(Sample { chance: 0, best: PASS }) };
        let chance = match node.won {
            Some(won) => 1000 * u32::from(won),
            None => (1000 * u64::from(best.wins) / u64::from(best.visits.max(1))) as u32,
        };
        Ok(Sample { chance, best: best.cell })
    }

    fn add(&mut self, stance: Stance<W>) -> u32 {
        let branches: Vec<Branch<W>> = self
            .game
            .moves(&stance)
            .into_iter()
            .map(|Child { cell, state, verdict, .. }| Branch {
                cell,
                after: state,
                node: None,
                visits: 0,
                wins: 0,
                near_visits: 0,
                near_wins: 0,
                won: verdict.map(|reached| reached == self.game.reaching(&stance)),
            })
            .collect();
        let mut node = Node { stance, visits: 0, branches, won: None };
        node.settle();
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// One game: down the tree, on at random, and back.
    fn round(&mut self) {
        self.played = [W::EMPTY; 2];
        let mut path: Vec<(u32, usize)> = Vec::new();
        let mut at = 0u32;
        // Whether the defender's stones were captured.
        let reached = loop {
            let node = &self.nodes[at as usize];
            if let Some(won) = node.won {
                break won == self.game.reaching(&node.stance);
            }
            if path.len() > 80 {
                break false;
            }
            let i = node.choose();
            let Some(i) = i else { break !self.game.reaching(&node.stance) };
            path.push((at, i));
            let branch = &node.branches[i];
            let me = node.stance.to_play as usize;
            if branch.cell != PASS {
                self.played[me] |= W::cell(branch.cell as u32);
            }
            match branch.node {
                Some(next) => at = next,
                None if branch.visits < 4 => {
                    let after = branch.after;
                    break self.playout(after);
                }
                None => {
                    let after = branch.after;
                    let next = self.add(after);
                    self.nodes[at as usize].branches[i].node = Some(next);
                    at = next;
                }
            }
        };
        for &(at, i) in path.iter().rev() {
            let child = self.nodes[at as usize].branches[i].node;
            let settled = child.and_then(|child| self.nodes[child as usize].won);
            let node = &mut self.nodes[at as usize];
            let me = node.stance.to_play as usize;
            let win = u32::from(reached == self.game.reaching(&node.stance));
            node.visits += 1;
            let branch = &mut node.branches[i];
            branch.visits += 1;
            branch.wins += win;
            branch.won = branch.won.or(settled.map(|won| !won));
            for other in &mut node.branches {
                if other.cell != PASS && self.played[me].meets(W::cell(other.cell as u32)) {
                    other.near_visits += 1;
                    other.near_wins += win;
                }
            }
            node.settle();
        }
    }

    /// Random play to the end: whether the goal is reached.
    fn playout(&mut self, mut stance: Stance<W>) -> bool {
        let field = self.game.field();
        let defender = self.game.defender();
        let killing = self.game.kills();
        let mut passes = 0;
        let mut turns = 3 * field.area.len();
        while passes < 2 && turns > 0 {
            turns -= 1;
            if stance.marked.is_empty() {
                return killing;
            }
            let me = stance.to_play as usize;
            let mut open = field.empty(&stance);
            let own = stance.stones[me];
            // Eyes are not filled.
            let eyes = open & !field.beside(field.area & !own) & !field.shore[1 - me];
            open &= !eyes;
            let mut after = None;
            while !open.is_empty() {
                let cell = self.pick(open);
                open &= !W::cell(cell);
                if let Some(next) = field.play(&stance, cell) {
                    let stone = W::cell(cell);
                    // Not into atari, unless something small is thrown in.
                    let block = field.flood(next.stones[me], stone);
                    let breath = field.beside(block) & field.empty(&next);
                    let caught = !block.meets(field.shore[me]) && breath.rest().is_empty();
                    let takes = next.stones[1 - me] != stance.stones[1 - me];
                    if caught && !takes && (block.len() > 2 || self.next() & 3 != 0) {
                        continue;
                    }
                    self.played[me] |= stone;
                    after = Some(next);
                    break;
                }
            }
            match after {
                Some(next) => {
                    stance = next;
                    passes = 0;
                }
                None => {
                    stance = field.pass(&stance);
                    passes += 1;
                }
            }
            if field.moored(&stance, defender).meets(stance.marked) {
                return !killing;
            }
        }
        stance.marked.is_empty() == killing
    }

    fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    fn pick(&mut self, set: W) -> u32 {
        let k = (self.next() >> 16) % u64::from(set.len());
        set.cells().nth(k as usize).unwrap_or(0)
    }
}

impl<W> Node<W> {
    fn settle(&mut self) {
        if self.branches.iter().any(|branch| branch.won == Some(true)) {
            self.won = Some(true);
        } else if self.branches.iter().all(|branch| branch.won == Some(false)) {
            self.won = Some(false);
        }
    }

    /// The branch to follow: what does well, by its own games or by those in which
    /// its stone was played later, and what was hardly tried.
    fn choose(&self) -> Option<usize> {
        let log = u64::from(self.visits.max(1).ilog2()) + 1;
        let share = |wins: u32, of: u32| ONE * u64::from(wins) / u64::from(of.max(1));
        let value = |branch: &Branch<W>| {
            let n = u64::from(branch.visits);
            let near = share(2 * branch.near_wins + 1, 2 * branch.near_visits + 2);
            let mean = if n == 0 { near } else { share(branch.wins, branch.visits) };
            let bound = (BOLDNESS * log / (n + 1)).isqrt();
            (NEAR * near + 3 * n * mean) / (NEAR + 3 * n) + bound
        };
        let open = self.branches.iter().enumerate().filter(|(_, b)| b.won != Some(false));
        // The first of equals.
        open.rev().max_by_key(|(_, branch)| value(branch)).map(|(i, _)| i)
    }
}

/// One, where shares are integers.
const ONE: u64 = 1 << 16;

/// How long the games in which a stone was played later count.
const NEAR: u64 = 500;

/// The square of the weight of what was hardly tried: 0.3 of one.
const BOLDNESS: u64 = ONE * ONE / 12;
