//! One thread's walks through the tree.

use board::playout::{Atari, Light, Limits, Random, play_out_answering};
use board::{Color, Move, Position, Scoring};
use budget::Budget;
use predict::Predictor;

use super::guide::{ASKED, Guide};
use super::node::{self, Node, Nodes};
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
    guide: Guide,
    random: Random,
    walks: u64,
    /// Games in which a cell ended as Black's, less those in which it was White's.
    owners: [i32; N],
    /// The nodes on the way, each with who made its move.
    path: Vec<(&'a Node, Color)>,
    /// When a cell was first played on and by whom: twice the move number plus
    /// the color, or `NEVER`.
    played: [u16; N],
}

const NEVER: u16 = u16::MAX;

/// What a thread brings home beside what the nodes were told.
pub(super) struct Learnt<const N: usize> {
    pub(super) predictor: Option<Predictor>,
    pub(super) owners: [i32; N],
    pub(super) walks: u64,
}

impl<'a, const N: usize> Walk<'a, N> {
    pub(super) fn new(
        nodes: &'a Nodes,
        board: Light<N, Atari>,
        position: &Position,
        offset: i32,
        guide: Guide,
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
            owners: [0; N],
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

    pub(super) fn into_learnt(self) -> Learnt<N> {
        let predictor = self.guide.into_predictor();
        Learnt { predictor, owners: self.owners, walks: self.walks }
    }

    fn walk(&mut self) {
        self.walks += 1;
        let mut board = self.board;
        self.path.clear();
        self.played = [NEVER; N];
        let mut halves = self.offset;
        let mut node = self.nodes.root();
        node.enter();
        loop {
            let children = self.nodes.children(node);
            if children.is_empty() {
                if node.visits() >= RIPE && !board.is_over() {
                    self.nodes.expand(node, || prior::moves(&board));
                }
                break;
            }
            if node.visits() >= ASKED && node.ask() {
                self.guide.tell::<N>(&self.path, board.to_play(), children);
            }
            let index = if self.path.is_empty() && self.walks.is_multiple_of(PASS_EVERY) {
                children.len() - 1
            } else {
                most_promising(node, children)
            };
            let child = &children[index];
            let color = board.to_play();
            let cell = child.cell();
            let played = match cell {
                0 => board.play(Move::Pass),
                cell => board.try_put(cell),
            };
            if !played {
                // It was legal when the node was made, on a board with another ko.
                child.ban();
                break;
            }
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
        for point in board.size().points() {
            let owner = match board.stone(point) {
                Some(color) => color.sign(),
                None if board.is_eye(Color::Black, point) => 1,
                None if board.is_eye(Color::White, point) => -1,
                None => 0,
            };
            self.owners[Light::<N, Atari>::cell_of(point) & (N - 1)] += owner;
        }
        self.learn(halves);
    }

    /// Tells the nodes on the way, and their neighbours, how the game ended.
    fn learn(&self, halves: i32) {
        if self.path.is_empty() {
            return;
        }
        let points = self.board.size().area();
        let black = reward(halves, points).0;
        let of = |color: Color| if color == Color::Black { black } else { 1.0 - black };
        let mut parent = self.nodes.root();
        for (number, &(node, color)) in self.path.iter().enumerate() {
            let reward = of(color);
            node.learn(reward, halves);
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
        if hope > highest && !child.is_banned() {
            (best, highest) = (i, hope);
        }
    }
    best
}

#[inline]
fn hope(learnt: node::Learnt, log: f32, root: f32) -> f32 {
    let node::Learnt { visits, reward, rave_visits, rave_reward, prior, likely } = learnt;
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
