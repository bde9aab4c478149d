//! Ko threats: what to play where the best move is banned (Müller 1995, sections 4.7 and 4.8).
//!
//! A threat is a move after which something larger than the ko can be taken: an enemy block
//! that stood, an enemy group that lived, or stones of one's own that were lost and come
//! back. If the opponent answers, the ban is over.

use board::{Color, Illegal, Move, Point, PointSet, Position, Setup};
use budget::Budget;

use super::count::count;
use crate::knowledge::{Effort, Health, Knowledge, Status};
use crate::motive::Proposal;

/// The points that `color` may not play on because of a ko.
pub(super) fn banned(position: &Position, color: Color) -> PointSet {
    let is_banned = |point: &Point| {
        let check = position.check(color, Move::Play(*point));
        matches!(check, Err(Illegal::Ko(_) | Illegal::Repetition(_)))
    };
    position.empty_points().iter().filter(is_banned).collect()
}

/// The same position without its past, in which nothing is banned.
pub(super) fn without_ban(position: &Position, color: Color) -> Option<Position> {
    let setup = Setup { ko: None, to_play: color, ..position.setup() };
    Position::from_setup(&setup, *position.rules()).ok()
}

/// What it matters who plays on the point of a ko, in points: an estimate.
pub(super) fn worth(lifted: &Position, color: Color, ko: Point) -> f64 {
    let after = |mover: Color| {
        let mut after = lifted.clone();
        after.play(mover, Move::Play(ko)).ok()?;
        Some(count(&after))
    };
    let standing = count(lifted);
    let won = after(color).unwrap_or(standing);
    let lost = after(color.opponent()).unwrap_or(standing);
    f64::from(color.sign()) * (won - lost)
}

/// So many moves are looked at.
const TRIED: usize = 24;

/// The smallest threat of `color` that is worth more than the ko; `None` if there is none.
pub(super) fn threat(
    position: &Position,
    color: Color,
    known: &Knowledge,
    proposals: &[Proposal],
    ko: f64,
    budget: &mut Budget,
) -> Option<Point> {
    let near = targets(position, color, known);
    let tried = proposals.iter().map(|proposal| proposal.point).filter(|&p| near.contains(p));
    let mut best: Option<(Point, f64)> = None;
    for point in tried.take(TRIED) {
        if budget.spend(1).is_err() {
            break;
        }
        let threatened = threatened(position, color, known, point, budget);
        if threatened > ko && best.is_none_or(|(_, least)| threatened < least) {
            best = Some((point, threatened));
        }
    }
    best.map(|(point, _)| point)
}

/// Where a threat may be: at blocks that could be captured or come back, and in the eyes of
/// enemy groups.
fn targets(position: &Position, color: Color, known: &Knowledge) -> PointSet {
    let size = position.size();
    let mut near = PointSet::EMPTY;
    for block in &known.blocks {
        let lost = matches!(block.status, Status::Caught { .. });
        let safe = known.safe[block.color.index()].contains(block.anchor);
        if !safe && (block.color == color) == lost && block.liberties <= 4 {
            let liberties = position.liberty_points(block.anchor);
            near |= liberties | liberties.border(size);
        }
    }
    for group in known.groups.iter().filter(|group| group.color != color) {
        if group.health() == Health::Healthy {
            near |= (group.stones.border(size) & group.spaces) - group.ways_out;
        }
    }
    near & position.empty_points()
}

/// What the next move of `color` could take after one on `point`, and could not before.
fn threatened(
    position: &Position,
    color: Color,
    before: &Knowledge,
    point: Point,
    budget: &Budget,
) -> f64 {
    let mut after = position.clone();
    if after.play(color, Move::Play(point)).is_err() {
        return 0.0;
    }
    let mut changed = PointSet::from(point);
    let enemy = color.opponent();
    changed |= *position.stones(enemy) - *after.stones(enemy);
    let known = Knowledge::after(&after, Effort::QUICK, before, &changed, budget.stop_flag());
    let blocks = known.blocks.iter().filter(|block| {
        let old = before.block(block.anchor).map(|old| old.status);
        let hangs = matches!(block.status, Status::Critical { .. });
        match old {
            Some(Status::Stands) => block.color == enemy && hangs,
            Some(Status::Caught { .. }) => block.color == color && hangs,
            _ => false,
        }
    });
    let blocks = blocks.map(|block| 2.0 * block.stones.len() as f64 + 1.0);
    let groups = known.groups.iter().filter(|group| {
        let old = before.group(group.anchor);
        group.color == enemy
            && group.half_eyes < 4
            && group.ways_out.is_empty()
            && old.is_some_and(|old| old.health() == Health::Healthy && old.half_eyes >= 4)
    });
    let groups = groups.map(|group| 2.0 * group.stones.len() as f64 + group.spaces.len() as f64);
    blocks.chain(groups).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motive::proposals;
    use crate::strategy::{Paradigm, choose};
    use board::Rules;

    /// Black has just taken the ko at C2, and with it White's three stones: White cannot
    /// retake at B2, but Black's nine stones on the right can be put in danger.
    const THREAT: &str = "
        . . . . . . O X X
        . . O . . . O X X
        . . . . . . O X X
        . . O . . . O X X
        . . O . . . O . X
        . X O X . . O . .
        . X O X . . O . X
        X O . O X . X X .
        . X O O . X . . .";

    const NO_THREAT: &str = "
        . . . . . . . . .
        . . O . . . . O .
        . . . . . . . . .
        . . O . . . . . .
        . . O . . . . . .
        . X O X . . O . .
        . X O X . . O . .
        X O . O X . X X .
        . X O O . X . . .";

    fn ko(text: &str) -> Position {
        let setup: Setup = text.parse().unwrap();
        let mut position = Position::from_setup(&setup, Rules::chinese()).unwrap();
        position.play(Color::Black, "C2".parse().unwrap()).unwrap();
        position
    }

    #[test]
    fn the_ban_is_seen_and_lifted() {
        let position = ko(THREAT);
        assert_eq!(banned(&position, Color::White).to_string(), "B2");
        assert!(banned(&position, Color::Black).is_empty());
        let lifted = without_ban(&position, Color::White).unwrap();
        assert!(banned(&lifted, Color::White).is_empty());
        assert!(worth(&lifted, Color::White, "B2".parse().unwrap()) > 2.0);
    }

    #[test]
    fn a_threat_larger_than_the_ko_is_found() {
        let position = ko(THREAT);
        let known = Knowledge::new(&position, Effort::QUICK);
        let moves = proposals(&position, Color::White, &known, None);
        let mut budget = Budget::nodes(100);
        let found = threat(&position, Color::White, &known, &moves, 8.0, &mut budget);
        let found = found.expect("a threat").to_string();
        assert!(["H5", "J4", "H4"].contains(&found.as_str()), "{found}");
        // Nothing is worth so much.
        let none = threat(&position, Color::White, &known, &moves, 40.0, &mut budget);
        assert_eq!(none, None);
    }

    #[test]
    fn the_player_threatens_when_the_ko_is_banned() {
        let position = ko(THREAT);
        // The others see more elsewhere than in the ko.
        let fighters = [Paradigm::Try, Paradigm::Selective, Paradigm::Temperature, Paradigm::Sum];
        for paradigm in fighters {
            let mut budget = Budget::nodes(400);
            let choice = choose(&position, Color::White, paradigm, None, &mut budget, 1);
            let mv = choice.mv.to_string();
            assert!(["H5", "J4", "H4"].contains(&mv.as_str()), "{paradigm:?} {mv}");
        }
    }

    #[test]
    fn without_a_threat_the_player_plays_elsewhere() {
        let position = ko(NO_THREAT);
        for paradigm in Paradigm::ALL {
            let mut budget = Budget::nodes(400);
            let choice = choose(&position, Color::White, paradigm, None, &mut budget, 1);
            assert_eq!(position.check(Color::White, choice.mv), Ok(()));
            assert_ne!(choice.mv, Move::Pass, "{paradigm:?}");
        }
    }
}
