//! Blocks: solidly connected stones, and whether they can be captured.

use board::{Color, Point, PointSet, Position};
use budget::{Budget, StopFlag};
use tactics::capture::{Effort, Reading, Success, attack, defend};

use super::Warrant;

/// A block and its tactical status.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// One of its stones, always the same.
    pub anchor: Point,
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// How many liberties it has.
    pub liberties: usize,
    /// Whether it can be captured.
    pub status: Status,
    /// How sure the status is.
    pub warrant: Warrant,
}

/// Whether a block can be captured (Chen 2002, section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It stands, whoever moves first.
    Stands,
    /// Who moves first decides: where the opponent captures it, and where its owner
    /// saves it.
    Critical {
        /// The opponent's move.
        attack: Point,
        /// The owner's move.
        defence: Point,
    },
    /// It hangs on a ko.
    Ko {
        /// Where the opponent begins it.
        attack: Point,
    },
    /// It is captured even if its owner moves first.
    Caught {
        /// Where the opponent captures it, if a move is needed.
        attack: Option<Point>,
    },
}

/// Blocks with more liberties are not read.
const FEW: usize = 4;

impl Block {
    /// Whether one of its stones, its liberties or the points that decide its fate is in
    /// a set.
    pub(super) fn touches(&self, position: &Position, points: &PointSet) -> bool {
        let decides = match self.status {
            Status::Critical { attack, defence } => {
                points.contains(attack) || points.contains(defence)
            }
            Status::Ko { attack } | Status::Caught { attack: Some(attack) } => {
                points.contains(attack)
            }
            _ => false,
        };
        decides || (self.stones | position.liberty_points(self.anchor)).intersects(points)
    }
}

/// All blocks, those of `safe` stones without reading, and if there is to be any, by `read`.
pub(super) fn blocks(
    position: &Position,
    safe: &[PointSet; 2],
    reads: bool,
    read: impl Fn(Point) -> (Status, Warrant),
) -> Vec<Block> {
    let mut blocks = Vec::new();
    for color in Color::BOTH {
        for anchor in position.blocks(color) {
            let (stones, liberties) = (position.block(anchor), position.liberties(anchor));
            let (status, warrant) = if safe[color.index()].contains(anchor) {
                (Status::Stands, Warrant::Proved)
            } else if liberties > FEW || !reads {
                (Status::Stands, Warrant::Estimate)
            } else {
                read(anchor)
            };
            blocks.push(Block { anchor, color, stones, liberties, status, warrant });
        }
    }
    blocks
}

/// What reading says of a block.
pub(super) fn status(
    position: &Position,
    anchor: Point,
    nodes: u64,
    stop: &StopFlag,
) -> (Status, Warrant) {
    let effort = Effort { nodes, ..Effort::default() };
    let mut budget = Budget::nodes(8 * nodes).with_stop(stop.clone());
    let Ok(attacked) = attack(position, anchor, &effort, &mut budget) else {
        return (Status::Stands, Warrant::Estimate);
    };
    let warrant = |readings: &[&Reading]| match readings.iter().all(|reading| reading.proved) {
        true => Warrant::Proved,
        false => Warrant::Estimate,
    };
    match (attacked.success, attacked.first) {
        (Success::No, _) => return (Status::Stands, warrant(&[&attacked])),
        (Success::Ko | Success::KoAfterThreat, Some(attack)) => {
            return (Status::Ko { attack }, Warrant::Estimate);
        }
        _ => {}
    }
    let Ok(defended) = defend(position, anchor, &effort, &mut budget) else {
        return (Status::Stands, Warrant::Estimate);
    };
    let sure = warrant(&[&attacked, &defended]);
    match (attacked.first, defended.success, defended.first) {
        (attack, Success::No, _) => (Status::Caught { attack }, sure),
        (Some(attack), Success::Yes, Some(defence)) => (Status::Critical { attack, defence }, sure),
        (Some(attack), ..) => (Status::Ko { attack }, Warrant::Estimate),
        (None, ..) => (Status::Caught { attack: None }, Warrant::Estimate),
    }
}
