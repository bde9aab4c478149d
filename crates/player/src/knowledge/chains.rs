//! Chains: blocks that cannot be separated (Chen 2002, section 2.3).

use board::{Color, Point, PointSet, Position};
use budget::{Budget, StopFlag};
use tactics::capture::Success;
use tactics::connect::disconnect;

use super::Warrant;
use super::blocks::Block;

/// Blocks of one color that cannot be separated.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// Whose it is.
    pub color: Color,
    /// All its stones.
    pub stones: PointSet,
    /// The anchors of its blocks.
    pub blocks: Vec<Point>,
    /// What holds them together.
    pub joints: Vec<Joint>,
}

/// Two blocks that are one for practical purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The anchor of one block.
    pub from: Point,
    /// The anchor of the other.
    pub to: Point,
    /// How sure it is that they cannot be cut.
    pub warrant: Warrant,
}

/// All chains of blocks that are not caught.
pub(super) fn chains(
    position: &Position,
    blocks: &[Block],
    caught: &PointSet,
    nodes: u64,
    stop: &StopFlag,
) -> Vec<Chain> {
    let mut chains = Vec::new();
    for color in Color::BOTH {
        let own: Vec<&Block> = blocks
            .iter()
            .filter(|block| block.color == color && !caught.contains(block.anchor))
            .collect();
        // Which chain a block belongs to, by the index of its first block.
        let mut chain_of: Vec<usize> = (0..own.len()).collect();
        let mut joints = Vec::new();
        for i in 0..own.len() {
            for j in 0..i {
                if chain_of[i] == chain_of[j] {
                    continue;
                }
                if let Some(warrant) = joined(position, own[i], own[j], caught, nodes, stop) {
                    joints.push(Joint { from: own[j].anchor, to: own[i].anchor, warrant });
                    let (old, new) = (chain_of[i], chain_of[j]);
                    chain_of.iter_mut().filter(|chain| **chain == old).for_each(|c| *c = new);
                }
            }
        }
        for (first, _) in own.iter().enumerate().filter(|&(i, _)| chain_of.contains(&i)) {
            let members: Vec<&Block> =
                (0..own.len()).filter(|&i| chain_of[i] == first).map(|i| own[i]).collect();
            let mut stones = PointSet::EMPTY;
            for block in &members {
                stones |= block.stones;
            }
            let inside = |joint: &&Joint| stones.contains(joint.from);
            chains.push(Chain {
                color,
                stones,
                blocks: members.iter().map(|block| block.anchor).collect(),
                joints: joints.iter().filter(inside).copied().collect(),
            });
        }
    }
    chains
}

/// Whether two blocks of one color cannot be separated.
fn joined(
    position: &Position,
    one: &Block,
    other: &Block,
    caught: &PointSet,
    nodes: u64,
    stop: &StopFlag,
) -> Option<Warrant> {
    let size = position.size();
    let borders = one.stones.border(size) & other.stones.border(size);
    let shared = borders & position.empty_points();
    // What stands between them and is caught holds them together.
    if borders.intersects(caught) {
        return Some(Warrant::Estimate);
    }
    if nodes == 0 {
        // Two common liberties: the opponent can take but one.
        return (shared.len() >= 2).then_some(Warrant::Estimate);
    }
    let near = one.stones.border(size).border(size) | one.stones.border(size);
    if shared.is_empty() && !near.intersects(&other.stones) {
        return None;
    }
    let mut budget = Budget::nodes(8 * nodes).with_stop(stop.clone());
    let cut = disconnect(position, one.anchor, other.anchor, nodes, &mut budget).ok()?;
    match (cut.success, cut.exhausted) {
        (Success::No, false) if cut.proved => Some(Warrant::Proved),
        (Success::No, false) => Some(Warrant::Estimate),
        _ => None,
    }
}
