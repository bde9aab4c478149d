//! What a deep search says of the moves at its root.

use board::{Color, Move, Point, Size};

use super::nodes::{Nodes, ROOT};
use super::weigh::Weigh;
use crate::tree::Candidate;

/// Lines are not longer than this.
const LONGEST: usize = 24;

/// The moves at the root, those tried most first, and of equals those that are worth more.
/// Banned ones are left out.
pub(super) fn candidates(nodes: &Nodes, weigh: &Weigh) -> Vec<Candidate> {
    let share = 1.0 - weigh.share(nodes.node(ROOT));
    let children = nodes.children(ROOT).filter(|&number| !nodes.node(number).banned);
    let mut candidates: Vec<Candidate> = children
        .map(|number| {
            let node = nodes.node(number);
            let visits = f64::from(node.visits.max(1));
            let mean = weigh.shown(node, share);
            let spread = (mean * (1.0 - mean) / visits).sqrt().max(0.5 / visits);
            Candidate {
                mv: node.mv,
                visits: node.visits,
                win_rate: mean,
                lower_bound: (mean - 1.96 * spread).max(0.0),
                score: node.halves_mean() / 2.0,
                prior: f64::from(node.prior),
                line: line(nodes, number),
            }
        })
        .collect();
    candidates.sort_by(|a, b| {
        b.visits
            .cmp(&a.visits)
            .then(b.win_rate.total_cmp(&a.win_rate))
            .then(b.prior.total_cmp(&a.prior))
    });
    candidates
}

/// The moves tried most from a node on.
fn line(nodes: &Nodes, number: usize) -> Vec<Move> {
    let mut line = vec![nodes.node(number).mv];
    let mut number = number;
    while line.len() < LONGEST {
        let tried = nodes.children(number).filter(|&child| !nodes.node(child).banned);
        // The first of those tried most, which is the likeliest.
        let Some(next) = tried.rev().max_by_key(|&child| nodes.node(child).visits) else { break };
        if nodes.node(next).visits < 2 {
            break;
        }
        line.push(nodes.node(next).mv);
        number = next;
    }
    line
}

/// Whose each point was in the leaves of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Owners {
    /// For each point from A1 along the rows upward: 1 for Black, −1 for White, added up.
    points: Vec<f64>,
    /// The leaves looked at.
    pub(super) looks: u64,
}

impl Owners {
    /// Adds what is known of each point, with some weight.
    pub(super) fn add(&mut self, size: Size, weight: f64, mut of: impl FnMut(Point) -> f64) {
        self.points.resize(size.area(), 0.0);
        for (sum, point) in self.points.iter_mut().zip(size.points()) {
            *sum += weight * of(point);
        }
    }

    /// Adds what another thread has seen.
    pub(super) fn join(&mut self, other: &Owners) {
        self.points.resize(self.points.len().max(other.points.len()), 0.0);
        for (sum, point) in self.points.iter_mut().zip(&other.points) {
            *sum += point;
        }
        self.looks += other.looks;
    }

    /// How much a point is `color`'s, from −1 to 1.
    pub(super) fn of(&self, color: Color, size: Size, point: Point) -> f64 {
        let number = point.row() * size.width() + point.column();
        let sum = self.points.get(number).copied().unwrap_or(0.0);
        f64::from(color.sign()) * sum / (self.looks as f64).max(1.0)
    }
}
