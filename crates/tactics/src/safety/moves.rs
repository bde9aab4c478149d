//! Single moves in a camp: captures, suicide, and what must never happen.

use super::bits::Bits;
use super::ground::Ground;
use super::statics::{Camp, Terms, Wall, blocks};

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Played<B> {
    /// The rules forbid it.
    Illegal,
    /// A wall is captured, or will be by a move elsewhere.
    WallLost,
    /// The stones afterwards.
    Camp(Camp<B>),
}

/// A stone of the attacker. Walls with a spare liberty elsewhere stay for now.
pub(crate) fn attack<B: Bits>(
    ground: &Ground<B>,
    walls: &[Wall<B>],
    camp: &Camp<B>,
    p: usize,
    terms: Terms,
) -> Played<B> {
    let mut after = Camp { opp: camp.opp | B::bit(p), ..*camp };
    let empty = after.empty();
    let mut captured = false;
    for block in blocks(ground, walls, camp) {
        if block.beside.contains(p) && block.spare == 0 && !block.beside.meets(empty) {
            if block.walls != 0 {
                return Played::WallLost;
            }
            after.own = after.own.without(block.stones);
            captured = true;
        }
    }
    if !captured {
        let block = ground.flood(B::bit(p), after.opp);
        let breathes = ground.beside(block).meets(empty) || block.meets(camp.open);
        if !breathes {
            if !terms.suicide || block.count() == 1 {
                return Played::Illegal;
            }
            after.opp = after.opp.without(block);
        }
    }
    Played::Camp(after)
}

/// A stone of the defender, or a pass. Afterwards every wall must have two
/// liberties, counting its spare one: the attacker may take the spare one away
/// for a moment by a move elsewhere.
pub(crate) fn defend<B: Bits>(
    ground: &Ground<B>,
    walls: &[Wall<B>],
    camp: &Camp<B>,
    p: Option<usize>,
) -> Played<B> {
    let mut after = *camp;
    if let Some(p) = p {
        after.own = after.own | B::bit(p);
        let mut enemies = ground.near(p) & camp.opp;
        while let Some(enemy) = enemies.first() {
            let block = ground.flood(B::bit(enemy), camp.opp);
            enemies = enemies.without(block);
            if !ground.beside(block).meets(after.empty()) && !block.meets(camp.open) {
                after.opp = after.opp.without(block);
            }
        }
    }
    let empty = after.empty();
    for block in blocks(ground, walls, &after) {
        if block.spare >= 2 {
            continue;
        }
        let liberties = (block.beside & empty).count();
        if block.walls != 0 && liberties + (block.spare as usize) < 2 {
            return Played::WallLost;
        }
        if liberties == 0 && block.spare == 0 {
            return Played::Illegal;
        }
    }
    Played::Camp(after)
}
