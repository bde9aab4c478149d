//! What the player knows of a position: blocks, chains, groups, influence, territory.
//!
//! The objects are those of Explorer (Müller 1995, sections 2.6 and 2.7) and Go Intellect
//! (Chen 2002, section 2). Each says how sure it is: what rests on proofs of `tactics` is
//! proved, everything else is an estimate.
//!
//! ```
//! use board::{Position, Rules, Setup};
//! use player::knowledge::{Effort, Knowledge, Status};
//!
//! let setup: Setup = "
//!     . . . . . . .
//!     . X X X . . .
//!     X O O O . . .
//!     . X X X . O .
//!     . . . . . O .
//!     . . . O O . .
//!     . . . . . . .".parse()?;
//! let position = Position::from_setup(&setup, Rules::chinese())?;
//! let known = Knowledge::new(&position, Effort::QUICK);
//! let block = known.block("C5".parse()?).expect("there is a stone");
//! assert!(matches!(block.status, Status::Critical { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod chains;
mod eyes;
mod groups;
mod influence;
mod zones;

use board::{Color, Point, PointSet, Position};
use budget::{Budget, StopFlag};
use tactics::safety::{self, static_safety};

pub use blocks::{Block, Status};
pub use chains::{Chain, Joint};
pub use eyes::half_eyes;
pub use groups::{Group, Health};
pub use influence::{Decay, Influence};
pub use zones::{Divider, Outlook, Zone};

/// How sure a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Warrant {
    /// Proved against every resistance.
    Proved,
    /// Read with selected moves, or by rules of thumb.
    Estimate,
}

/// How much work goes into the knowledge of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes for each question about a capture.
    pub capture: u64,
    /// Nodes for each question about a connection; without, only links at sight count.
    pub connection: u64,
    /// Nodes for the search for safe territory; without, only static rules.
    pub safety: u64,
}

impl Effort {
    /// For each move of a game, and for positions that are tried out.
    pub const QUICK: Effort = Effort { capture: 60, connection: 0, safety: 0 };
    /// For a position that is explained.
    pub const THOROUGH: Effort = Effort { capture: 2000, connection: 400, safety: 50_000 };
}

/// How far a game has gone (Müller 1995, section 2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Most of the board is open.
    Opening,
    /// Groups fight for their lives and for territory.
    Middle,
    /// Borders are being closed.
    Endgame,
    /// Nothing is left but neutral points.
    Final,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// Black's blocks, then White's.
    pub blocks: Vec<Block>,
    /// Blocks that cannot be separated.
    pub chains: Vec<Chain>,
    /// Chains that belong together, with their chances.
    pub groups: Vec<Group>,
    /// How far stones reach.
    pub influence: Influence,
    /// Stones that are proved safe, `[black, white]`.
    pub safe: [PointSet; 2],
    /// Territory that is proved, `[black, white]`.
    pub territory: [PointSet; 2],
    /// Stones that are caught.
    pub caught: PointSet,
    /// How far the game has gone.
    pub stage: Stage,
    /// The score for Black with komi, by influence: an estimate.
    pub score: f64,
}

impl Knowledge {
    /// Looks at a position.
    pub fn new(position: &Position, effort: Effort) -> Knowledge {
        Knowledge::until(position, effort, &StopFlag::new())
    }

    /// As [`Knowledge::new`]; what is not read when the flag is raised is an estimate.
    pub fn until(position: &Position, effort: Effort, stop: &StopFlag) -> Knowledge {
        let safety = match effort.safety {
            0 => static_safety(position),
            nodes => {
                let mut budget = Budget::nodes(nodes).with_stop(stop.clone());
                safety::analyze(position, safety::Effort::default(), &mut budget)
            }
        };
        let read = |anchor| blocks::status(position, anchor, effort.capture, stop);
        let blocks = blocks::blocks(position, &safety.safe, effort.capture > 0, read);
        Knowledge::of_blocks(position, effort, safety, blocks, stop)
    }

    /// What is known after a local move: blocks that touch nothing of `changed` are taken
    /// as `before` says, the others are read again. This is the state of a local search,
    /// which assumes that the rest of the board stays as it is (Müller 1995, section 4.4).
    pub fn after(
        position: &Position,
        effort: Effort,
        before: &Knowledge,
        changed: &PointSet,
        stop: &StopFlag,
    ) -> Knowledge {
        let safety = static_safety(position);
        let near = *changed | changed.border(position.size());
        let read = |anchor| {
            let stones = position.block(anchor);
            let old = before.block(anchor).filter(|block| block.stones == stones);
            match old.filter(|block| !block.touches(position, &near)) {
                Some(block) => (block.status, block.warrant),
                None => blocks::status(position, anchor, effort.capture, stop),
            }
        };
        let blocks = blocks::blocks(position, &safety.safe, effort.capture > 0, read);
        Knowledge::of_blocks(position, effort, safety, blocks, stop)
    }

    /// What follows from the status of the blocks.
    fn of_blocks(
        position: &Position,
        effort: Effort,
        safety: safety::Safety,
        blocks: Vec<Block>,
        stop: &StopFlag,
    ) -> Knowledge {
        let mut caught = PointSet::EMPTY;
        for block in &blocks {
            let inside = safety.territory[block.color.opponent().index()].contains(block.anchor);
            if inside || matches!(block.status, Status::Caught { .. }) {
                caught |= block.stones;
            }
        }
        let influence = Influence::new(position, &caught, Decay::Exponential);
        let chains = chains::chains(position, &blocks, &caught, effort.connection, stop);
        let groups = groups::groups(position, &chains, &caught, &safety.safe, &influence);
        let mut known = Knowledge {
            blocks,
            chains,
            groups,
            influence,
            safe: safety.safe,
            territory: safety.territory,
            caught,
            stage: Stage::Middle,
            score: 0.0,
        };
        known.score = known.count(position);
        known.stage = known.stage(position);
        known
    }

    /// The walls that stones make together, and the ground behind them.
    pub fn walls(&self, position: &Position) -> (Vec<Divider>, Vec<Zone>) {
        let dividers = zones::dividers(position, &self.caught);
        let zones = zones::zones(position, &self.caught, &self.territory, &dividers);
        (dividers, zones)
    }

    /// The block on a point.
    pub fn block(&self, point: Point) -> Option<&Block> {
        self.blocks.iter().find(|block| block.stones.contains(point))
    }

    /// The chain on a point.
    pub fn chain(&self, point: Point) -> Option<&Chain> {
        self.chains.iter().find(|chain| chain.stones.contains(point))
    }

    /// The group on a point.
    pub fn group(&self, point: Point) -> Option<&Group> {
        self.groups.iter().find(|group| group.stones.contains(point))
    }

    /// How much a point is Black's, from −1 (White's) to 1: proved territory, stones by
    /// the health of their group, and the rest by influence.
    pub fn owner(&self, position: &Position, point: Point) -> f64 {
        for color in Color::BOTH {
            if self.territory[color.index()].contains(point)
                || self.safe[color.index()].contains(point)
            {
                return f64::from(color.sign());
            }
        }
        match position.stone(point) {
            Some(color) if self.caught.contains(point) => -f64::from(color.sign()),
            Some(color) => {
                let group = self.group(point).map_or(0.5, |group| group.safety);
                f64::from(color.sign()) * (2.0 * group - 1.0)
            }
            None => self.influence.balance(point),
        }
    }

    /// The area that both may expect, for Black with komi, in points.
    fn count(&self, position: &Position) -> f64 {
        let area: f64 = position.size().points().map(|point| self.owner(position, point)).sum();
        area - f64::from(position.rules().komi.in_halves()) / 2.0
    }

    fn stage(&self, position: &Position) -> Stage {
        let area = position.size().area();
        let stones: usize = Color::BOTH.iter().map(|&color| position.stones(color).len()).sum();
        let open = |point: &Point| self.owner(position, *point).abs() < 0.6;
        let contested = position.empty_points().iter().filter(open).count();
        if 6 * stones < area {
            Stage::Opening
        } else if contested == 0 {
            Stage::Final
        } else if 12 * contested < area {
            Stage::Endgame
        } else {
            Stage::Middle
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Move, Rules, Setup};

    #[test]
    fn after_a_local_move_only_what_it_touches_is_read_again() {
        let setup: Setup = "
            . . . . . . . . .
            . X X X . . . . .
            X O O O . . . . .
            . X X X . . . . .
            . . . . . . . . .
            . . . . . O O . .
            . . . . O X X . .
            . . . . . O O . .
            . . . . . . . . ."
            .parse()
            .unwrap();
        let before = Position::from_setup(&setup, Rules::chinese()).unwrap();
        let known = Knowledge::new(&before, Effort::QUICK);
        let mut position = before.clone();
        let mv: Move = "H3".parse().unwrap();
        position.play(Color::White, mv).unwrap();
        let stop = StopFlag::new();
        let changed = PointSet::from(mv.point().unwrap());
        let after = Knowledge::after(&position, Effort::QUICK, &known, &changed, &stop);
        // The capture on the left is as it was, the stones on the right are gone.
        let status =
            |known: &Knowledge, name: &str| known.block(name.parse().unwrap()).map(|b| b.status);
        assert_eq!(status(&after, "C7"), status(&known, "C7"));
        assert!(status(&after, "F3").is_none());
        // Where everything has changed, everything is read: the slow and obvious way.
        let board = PointSet::board(position.size());
        let all = Knowledge::after(&position, Effort::QUICK, &known, &board, &stop);
        let fresh = Knowledge::new(&position, Effort::QUICK);
        assert_eq!(all.blocks, fresh.blocks);
        assert_eq!(after.blocks, fresh.blocks);
        assert_eq!(after.score, fresh.score);
    }
}
