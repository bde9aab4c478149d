//! What reading settles on a board: groups whose fate is known whoever moves first, and the
//! largest of those that hang on the move.

use board::{Color, Point, PointSet, Position};
use budget::Budget;
use tactics::life::{self, Fate, Wanted};

use super::aim::WIDEST;

/// Smaller groups are given up rather than fought for.
const LEAST: usize = 3;

/// How far around a group is read: farther takes too long at a leaf.
const AROUND: usize = 1;

/// Points of groups, and how much they are Black's, from 0 to 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Settled(Vec<(PointSet, f64)>);

impl Settled {
    /// Reads the enclosed groups with a stone on `points`, for each question no more than so
    /// many positions. Of several groups that hang on the move the mover gets the largest.
    pub(super) fn read(position: &Position, points: &PointSet, nodes: u64) -> Settled {
        let mover = position.to_play();
        let mut settled = Vec::new();
        let mut hanging = Vec::new();
        for (color, group, all) in groups(position, points) {
            let worth = |first: Color| {
                let budget = &mut Budget::nodes(nodes);
                let view = life::view(position, &group, first, AROUND, Wanted::Fate, budget)?;
                view.reading.fate.map(|fate| black(fate, color))
            };
            let Some(here) = worth(mover) else { continue };
            // What the mover does not get by moving he does not get at all.
            if (here > 0.5) != (mover == Color::Black) {
                settled.push((all, here));
                continue;
            }
            match worth(mover.opponent()) {
                Some(there) if there == here => settled.push((all, here)),
                Some(_) => hanging.push((all, here)),
                None => {}
            }
        }
        hanging.sort_by_key(|(all, _)| std::cmp::Reverse(all.len()));
        let hanging = hanging.into_iter().enumerate();
        settled.extend(hanging.map(|(i, (all, here))| (all, if i == 0 { here } else { 0.5 })));
        Settled(settled)
    }

    /// How much a point is Black's, if that is settled.
    pub(super) fn owner(&self, point: Point) -> Option<f64> {
        let Settled(groups) = self;
        groups.iter().find(|(points, _)| points.contains(point)).map(|&(_, black)| black)
    }
}

/// The enclosed groups that can be read, each with its color and all points that go with it.
fn groups(position: &Position, points: &PointSet) -> Vec<(Color, PointSet, PointSet)> {
    let mut groups = Vec::new();
    for color in Color::BOTH {
        let mut done = PointSet::EMPTY;
        for anchor in position.blocks(color) {
            if done.contains(anchor) || !points.contains(anchor) {
                continue;
            }
            let group = life::cluster(position, &anchor.into());
            done |= group;
            if group.len() < LEAST || !life::is_enclosed(position, &group) {
                continue;
            }
            let area = life::view_area(position, &group, AROUND);
            if let Some(area) = area.filter(|area| area.len() <= WIDEST) {
                groups.push((color, group, group | area));
            }
        }
    }
    groups
}

/// How much the points of a group are Black's that has such a fate.
fn black(fate: Fate, owner: Color) -> f64 {
    let lives = match fate {
        Fate::Dead => 0.0,
        Fate::KoForAttacker => 0.35,
        Fate::KoForDefender => 0.65,
        Fate::Seki | Fate::Alive => 1.0,
    };
    if owner == Color::Black { lives } else { 1.0 - lives }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    /// Black's corner has four points in a row.
    const FOUR: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O O O O O O . . .
        X X X X X O . O .
        . . . . X O . . .";

    fn worth(board: &str, to_play: Color, name: &str) -> Option<f64> {
        let setup: Setup = board.parse().expect("a board");
        let mut position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        position.set_to_play(to_play);
        let all = PointSet::board(position.size());
        Settled::read(&position, &all, 3_000).owner(name.parse().expect("a point"))
    }

    #[test]
    fn what_lives_whoever_moves_is_settled() {
        for color in Color::BOTH {
            assert_eq!(worth(FOUR, color, "B2"), Some(1.0));
        }
    }

    #[test]
    fn the_mover_gets_what_hangs_on_the_move() {
        let three = "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            O O O O O O . . . . . . .
            O X X X X O . . . . . . .
            X X . . . X O . . . . . .
            O X X X X X O . . . . . .
            . O O O O O O . . . . . .";
        assert_eq!(worth(three, Color::Black, "C3"), Some(1.0));
        assert_eq!(worth(three, Color::White, "C3"), Some(0.0));
        assert_eq!(worth(three, Color::White, "C4"), Some(0.0));
    }

    #[test]
    fn open_groups_are_left_to_others() {
        let open = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . X . . . . .
            . . O X . . . . .
            . . O X . . . . .
            . . . O . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert_eq!(worth(open, Color::White, "D5"), None);
    }
}
