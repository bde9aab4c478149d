//! Whose each point is at the end of random games, and how much hangs on it.

use board::playout::{Critical, critical};
use board::{Color, Point, Position};

use crate::cells::{Cell, Cells};
use crate::numbers::{CRITICAL, HELD_BESIDE, OWNED, OWNED_CRITICAL};

/// Random games to a position.
pub(crate) const PLAYOUTS: u32 = 32;

/// Owners and criticality of the points of a position.
pub(crate) struct Owned {
    critical: Critical,
    color: Color,
}

impl Owned {
    /// Plays the games: always the same for the same position.
    pub(crate) fn find(position: &Position, color: Color) -> Owned {
        Owned { critical: critical(position, color, PLAYOUTS, position.hash()), color }
    }

    /// In eighths, how often a point is the player's.
    fn share(&self, point: Point) -> u32 {
        self.critical.owners.of(self.color, point) * 8 / (PLAYOUTS + 1)
    }

    /// How much hangs on a point, in eight steps.
    fn weight(&self, point: Point) -> u32 {
        let thousandths = self.critical.of(point) * 1_000 / i64::from(PLAYOUTS * PLAYOUTS);
        let steps = [-10, 30, 70, 110, 160, 220, 300];
        steps.iter().filter(|&&step| thousandths > step).count() as u32
    }

    /// The features of a move.
    pub(crate) fn see(&self, point: Point, cells: &Cells, push: &mut impl FnMut(u32)) {
        let (share, weight) = (self.share(point), self.weight(point));
        push(OWNED + share);
        push(CRITICAL + weight);
        push(OWNED_CRITICAL + share * 8 + weight);
        // The stones beside it: those of either player that are his least surely.
        let mut least = [None; 2];
        for cell in point.neighbor_indices() {
            let (whose, share) = match (cells.at(cell), Point::from_index(cell)) {
                (Cell::Own, Some(stone)) => (0, self.share(stone)),
                (Cell::Other, Some(stone)) => (1, 7 - self.share(stone)),
                _ => continue,
            };
            least[whose] = Some(least[whose].map_or(share, |least: u32| least.min(share)));
        }
        for (whose, least) in least.into_iter().enumerate() {
            if let Some(least) = least {
                push(HELD_BESIDE + whose as u32 * 8 + least);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Extras;
    use crate::samples::beyond;
    use board::{Rules, Setup};

    #[test]
    fn what_is_settled_is_owned_and_nothing_hangs_on_it() {
        // Nobody has a move but into his own eyes.
        let board = "
            . X . X O . O
            X X X X O O O
            X . X X O . O
            X X X X O O O
            X X X X O O O
            X X X X O O O
            . X X X O O .";
        let extras = Extras { owners: true, ..Extras::default() };
        let sure = [OWNED + 7, CRITICAL + 1, OWNED_CRITICAL + 7 * 8 + 1, HELD_BESIDE + 7];
        assert_eq!(beyond(board, Color::Black, "A7", extras), sure);
        assert_eq!(beyond(board, Color::White, "G1", extras), sure);
    }

    #[test]
    fn more_hangs_on_what_is_contested() {
        // White has no eye but may take the stones below; G7 is his whatever happens there.
        let board = "
            . O . O . O .
            O O O O O O O
            O O O O O O O
            X X X X X X X
            . . . . . . .
            O O O O . O O
            . . . . . . .";
        let setup: Setup = board.parse().unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        for color in Color::BOTH {
            let owned = Owned::find(&position, color);
            let [sure, contested] =
                ["G7", "D4"].map(|name| owned.weight(name.parse::<Point>().unwrap()));
            assert!(sure == 1 && contested > 2, "{sure} {contested}");
        }
    }
}
