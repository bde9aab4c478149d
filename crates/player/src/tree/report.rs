//! What a tree says of the moves at its root.

use board::{Color, Move};

use super::node::{Node, Nodes};
use crate::decide::share_won;

/// A move at the root of a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u32,
    /// How much of its games the player who makes it wins, from 0 to 1: an estimate.
    pub win_rate: f64,
    /// Below this the share of wins is unlikely to be (19 of 20 times, were the games
    /// independent).
    pub lower_bound: f64,
    /// The mean score of its games for Black with komi, in points: an estimate.
    pub score: f64,
    /// How likely a strong player makes it, from 0 to 1; 0 if nobody was asked.
    pub prior: f64,
    /// The moves that were tried most from here on, beginning with this one.
    pub line: Vec<Move>,
}

/// Lines are not longer than this.
const LONGEST: usize = 24;

/// The moves at the root, those tried most first, and of equals those that win more.
/// Banned ones are left out.
pub(super) fn candidates(
    nodes: &Nodes,
    color: Color,
    points: usize,
    mv: impl Fn(&Node) -> Move,
) -> Vec<Candidate> {
    let children = nodes.children(nodes.root()).iter().filter(|child| !child.is_banned());
    let mut candidates: Vec<Candidate> = children
        .map(|child| {
            let visits = child.visits();
            let games = f64::from(visits.max(1));
            let halves = child.halves() as f64 / games;
            let mean = share_won(child.mean(), halves * f64::from(color.sign()), points);
            let spread = (mean * (1.0 - mean) / games).sqrt().max(0.5 / games);
            Candidate {
                mv: mv(child),
                visits,
                win_rate: mean,
                lower_bound: (mean - 1.96 * spread).max(0.0),
                score: halves / 2.0,
                prior: child.likely(),
                line: line(nodes, child, &mv),
            }
        })
        .collect();
    candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.win_rate.total_cmp(&a.win_rate)));
    candidates
}

/// The moves tried most from a node on.
fn line(nodes: &Nodes, node: &Node, mv: impl Fn(&Node) -> Move) -> Vec<Move> {
    let mut line = vec![mv(node)];
    let mut node = node;
    while line.len() < LONGEST {
        let tried = nodes.children(node).iter().filter(|child| !child.is_banned());
        // The first of those tried most, so that the line does not depend on the order.
        let Some(next) = tried.rev().max_by_key(|child| child.visits()) else { break };
        if next.visits() < 2 {
            break;
        }
        line.push(mv(next));
        node = next;
    }
    line
}

/// Who owned each point at the end of the games of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Owners {
    /// For each cell of the light board: games in which it was Black's, less White's.
    pub(super) cells: Vec<i64>,
    /// The games counted.
    pub(super) games: u64,
}

impl Owners {
    pub(super) fn add<const N: usize>(&mut self, cells: &[i32; N], games: u64) {
        self.cells.resize(N, 0);
        for (sum, cell) in self.cells.iter_mut().zip(cells) {
            *sum += i64::from(*cell);
        }
        self.games += games;
    }

    /// How much a cell is `color`'s, from −1 (never) to 1 (always).
    pub(super) fn of(&self, color: Color, cell: usize) -> f64 {
        let sum = self.cells.get(cell).copied().unwrap_or(0);
        f64::from(color.sign()) * sum as f64 / (self.games as f64).max(1.0)
    }
}
