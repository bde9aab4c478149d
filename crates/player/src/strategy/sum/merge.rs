//! Games that hang together (Müller 1995, section 4.7).
//!
//! Two games depend on each other if they share a block on which one move more or less
//! decides, or if moves of both change the fate of the same stones. They are merged and
//! searched again; a point where both threaten something is tried first there, since one
//! move may then do what two were needed for.

use board::{Color, PointSet};

use super::Root;
use super::local::LocalGame;

/// Larger games are not made.
const LARGEST: usize = 60;

/// Merges games that hang together; merged ones are not searched yet.
pub(super) fn merge_dependent(root: &Root, mut games: Vec<LocalGame>) -> Vec<LocalGame> {
    let mut i = 0;
    while i < games.len() {
        let partner = (i + 1..games.len()).find(|&j| {
            games[i].area.len() + games[j].area.len() <= LARGEST
                && depend(root, &games[i], &games[j])
        });
        match partner {
            Some(j) => {
                let other = games.swap_remove(j);
                games[i] = merge(root, &games[i], &other);
            }
            None => i += 1,
        }
    }
    games
}

/// Whether two games hang together.
fn depend(root: &Root, one: &LocalGame, other: &LocalGame) -> bool {
    let stones = *root.position.stones(Color::Black) | *root.position.stones(Color::White);
    let fate = one.touched & other.touched & stones;
    one.context.shared(&other.context).is_some() || !fate.is_empty()
}

/// One game of two. What it relies on is found anew: blocks inside are no longer outside.
fn merge(root: &Root, one: &LocalGame, other: &LocalGame) -> LocalGame {
    let double =
        Color::BOTH.map(|color| one.double[color.index()] | double_threats(one, other, color));
    LocalGame::new(root, one.area | other.area, double)
}

/// The moves that follow up a threat in both games: common second moves of lines in which
/// one side moves twice.
pub(super) fn double_threats(one: &LocalGame, other: &LocalGame, color: Color) -> PointSet {
    one.threats(color) & other.threats(color)
}

#[cfg(test)]
mod tests {
    use super::super::local::Limits;
    use super::super::tests::root;
    use super::*;
    use board::Point;
    use budget::Budget;

    fn points(names: &str) -> PointSet {
        names.split(' ').map(|name| name.parse::<Point>().unwrap()).collect()
    }

    fn game(root: &Root, area: PointSet) -> LocalGame {
        let mut game = LocalGame::new(root, area, Default::default());
        game.search(root, Limits { nodes: 80, ..Limits::default() }, &mut Budget::nodes(80));
        game
    }

    /// White's two stones at B4 and F4 each have two liberties, and D4 is one of both.
    const FORK: &str = "
        . . X . X . .
        . X O . O X .
        . X O . O X .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn games_that_share_a_weak_block_are_merged() {
        let root = root(
            "
            . . . . . . .
            . . . O . . .
            . O O X O O .
            . . . X . . .
            . O O X O O .
            . . . . . . .
            . . . . . . .",
        );
        let (left, right) = (points("C4 B4 A4"), points("E4 F4 G4"));
        let fresh = |area| LocalGame::new(&root, area, Default::default());
        let merged = merge_dependent(&root, vec![fresh(left), fresh(right)]);
        assert_eq!(merged.len(), 1);
        assert_eq!(merged[0].area, left | right);
        // Far from the block nothing hangs together.
        let apart = merge_dependent(&root, vec![fresh(points("A7")), fresh(points("G1"))]);
        assert_eq!(apart.len(), 2);
    }

    #[test]
    fn a_move_that_threatens_in_two_games_is_found() {
        let root = root(FORK);
        let left = game(&root, points("C7 D7 D6 D5 D4 C3"));
        let right = game(&root, points("E7 D7 D6 D5 D4 E3"));
        let double = double_threats(&left, &right, Color::Black);
        assert!(double.intersects(&points("D7 D6 D5 D4")), "{double}");
        let merged = merge_dependent(&root, vec![left, right]);
        assert_eq!(merged.len(), 1);
        assert!(!merged[0].double[Color::Black.index()].is_empty());
    }
}
