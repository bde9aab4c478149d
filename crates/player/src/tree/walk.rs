//! One thread's walks through the tree.

use board::playout::{Atari, Light, Limits, Random, play_out_answering};
use board::{Color, Move, Position, Scoring};
use budget::Budget;
use std::sync::atomic::Ordering;

use super::guide::{ASKED, Guide};
use super::node::{Learnt, Node, Nodes};
use super::prior;
use crate::decide::reward;

/// A leaf is expanded when it was visited so often.
const RIPE: u32 = 4;

/// The number of games for which a move's own games and RAVE weigh the same.
const RAVE_GAMES: f32 = 2000.0;

/// Weight of the unknown.
const EXPLORATION: f32 = 0.02;

/// Weight of what strong players would try.
const GUIDANCE: f32 = 0.7;

/// One of so many playouts begins with a pass, so that its worth is known.
const PASS_EVERY: u64 = 64;

pub(super) struct Walk<'a, const N: usize> {
    nodes: &'a Nodes,
    board: Light<N, Atari>,
    limits: Limits,
    /// Added to twice the area score; see [`crate::decide::offset`].
    offset: i32,
    territory: bool,
    guide: Option<Guide>,
    random: Random,
    walks: u64,
    /// The nodes on the way, each with who made its move.
    path: Vec<(&'a Node, Color)>,
    /// When a cell was first played on and by whom: twice the move number plus
    /// the color, or `NEVER`.
    played: [u16; N],
}

const NEVER: u16 = u16::MAX;

impl<'a, const N: usize> Walk<'a, N> {
    pub(super) fn new(
        nodes: &'a Nodes,
        board: Light<N, Atari>,
        position: &Position,
        offset: i32,
        guide: Option<Guide>,
        random: Random,
    ) -> Self {
        Walk {
            nodes,
            board,
            limits: Limits::of(&board),
            offset,
            territory: position.rules().scoring == Scoring::Territory,
            guide,
            random,
            walks: 0,
            path: Vec::new(),
            played: [NEVER; N],
        }
    }

    /// Walks until the budget is spent.
    pub(super) fn work(&mut self, budget: &mut Budget) {
        while budget.spend(1).is_ok() {
            self.walk();
        }
    }

    fn walk(&mut self) {
        self.walks += 1;
        let mut board = self.board;
        self.path.clear();
        self.played = [NEVER; N];
        let mut halves = self.offset;
        let mut node = self.nodes.root();
        node.enter();
        let mut at_root = 0;
        loop {
            let children = self.nodes.children(node);
            if children.is_empty() {
                if node.visits() >= RIPE && !board.is_over() {
                    self.nodes.expand(node, || prior::moves(&board));
                }
                break;
            }
            if let Some(guide) = &mut self.guide
                && (self.path.is_empty() || node.visits() >= ASKED)
                && node.ask()
            {
                guide.tell::<N>(&self.path, board.to_play(), children);
            }
            let index = if self.path.is_empty() && self.walks.is_multiple_of(PASS_EVERY) {
                children.len() - 1
            } else {
                most_promising(node, children)
            };
            let child = &children[index];
            if self.path.is_empty() {
                at_root = index;
            }
            let color = board.to_play();
            let cell = child.cell();
            let played = match cell {
                0 => board.play(Move::Pass),
                cell => board.try_put(cell),
            };
            debug_assert!(played, "a move in the tree is legal");
            if cell != 0 {
                note(&mut self.played, self.path.len(), color, cell);
                if self.territory {
                    // A stone costs a point of territory.
                    halves -= 2 * color.sign();
                }
            }
            child.enter();
            self.path.push((child, color));
            node = child;
            if board.is_over() {
                break;
            }
        }
        let depth = self.path.len();
        let mut number = depth;
        let played = &mut self.played;
        let outcome =
            play_out_answering(&mut board, &mut self.random, self.limits, |color, cell| {
                note(played, number, color, cell);
                number += 1;
            });
        halves += 2 * outcome.score;
        self.learn(halves, at_root);
    }

    /// Tells the nodes on the way, and their neighbours, how the game ended.
    fn learn(&self, halves: i32, at_root: usize) {
        if self.path.is_empty() {
            return;
        }
        let points = self.board.size().area();
        let black = reward(halves, points).0;
        let of = |color: Color| if color == Color::Black { black } else { 1.0 - black };
        let mut parent = self.nodes.root();
        for (number, &(node, color)) in self.path.iter().enumerate() {
            let reward = of(color);
            node.learn(reward);
            for child in self.nodes.children(parent) {
                let cell = child.cell();
                let played = self.played[cell & (N - 1)];
                if cell != 0
                    && played != NEVER
                    && usize::from(played >> 1) >= number
                    && usize::from(played & 1) == color.index()
                {
                    child.learn_rave(reward);
                }
            }
            parent = node;
        }
        self.nodes.halves[at_root].fetch_add(i64::from(halves), Ordering::Relaxed);
    }
}

/// Remembers who played on a cell first.
#[inline]
fn note<const N: usize>(played: &mut [u16; N], number: usize, color: Color, cell: usize) {
    let slot = &mut played[cell & (N - 1)];
    if *slot == NEVER {
        *slot = ((number << 1) | color.index()).min(usize::from(NEVER - 1)) as u16;
    }
}

/// The child to visit next.
fn most_promising(parent: &Node, children: &[Node]) -> usize {
    let visits = parent.visits().max(1) as f32;
    let (log, root) = (visits.ln(), visits.sqrt());
    let mut best = 0;
    let mut highest = f32::NEG_INFINITY;
    for (i, child) in children.iter().enumerate() {
        let hope = hope(child.learnt(), log, root);
        if hope > highest {
            (best, highest) = (i, hope);
        }
    }
    best
}

#[inline]
fn hope(learnt: Learnt, log: f32, root: f32) -> f32 {
    let Learnt { visits, reward, rave_visits, rave_reward, prior, likely } = learnt;
    let games = visits + prior.games;
    let own = (reward + prior.wins) / games;
    // As in PUCT (Rosin 2011): a likely move is tried until its games speak for themselves.
    let unknown = EXPLORATION * (log / games).sqrt() + GUIDANCE * likely * root / (1.0 + visits);
    if rave_visits < 1.0 {
        return own + unknown;
    }
    let weight = rave_visits / (rave_visits + games + rave_visits * games / RAVE_GAMES);
    own + weight * (rave_reward / rave_visits - own) + unknown
}
