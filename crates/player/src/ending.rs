//! Whether a game can end: what is dead, who has won, and where a move still matters.

use board::score::{Cleared, Status, score};
use board::{Color, Point, PointSet, Position};
use tactics::verdict::glance;

/// The position, if both players passed now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Stones judged dead. Where the rules know no agreement they count as alive.
    pub dead: PointSet,
    /// Whether every block clearly lives or dies in playouts.
    pub settled: bool,
    /// The score, Black minus White with komi, in half points.
    pub halves: i32,
    /// Empty points, and points of dead stones, that one player alone surrounds.
    /// A move there gains nothing once all blocks are settled.
    pub enclosed: PointSet,
}

/// Playouts that judge the blocks which are not proved.
const PLAYOUTS: u32 = 128;

/// A block is settled if it meets its fate in so many of a thousand playouts.
const CLEAR: u32 = 800;

/// Judges a position as if the game ended here, by [`glance`].
pub fn ending(position: &Position, seed: u64) -> Ending {
    let judgement = glance(position, PLAYOUTS, seed);
    let dead = judgement.status.dead;
    let settled = judgement.blocks.iter().all(|block| block.certainty() >= CLEAR);
    let cleared = Cleared::new(position, &dead);
    let enclosed = *cleared.territory(Color::Black) | *cleared.territory(Color::White);
    let status = match position.rules().agreement {
        true => judgement.status,
        false => Status::all_alive(),
    };
    let halves = score(position, &status, 0).halves;
    Ending { dead, settled, halves, enclosed }
}

impl Ending {
    /// Whether `color` wins if the game ends here.
    pub fn is_won_by(&self, color: Color) -> bool {
        self.halves * color.sign() > 0
    }

    /// Whether a move on `point` could still matter if all blocks are settled: a
    /// point that both players reach, or the last liberty of a living block.
    pub fn matters(&self, position: &Position, color: Color, point: Point) -> bool {
        !self.enclosed.contains(point)
            || position
                .blocks_beside(point, color)
                .any(|block| position.liberties(block) == 1 && !self.dead.contains(block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    fn judged(rules: Rules, text: &str) -> (Position, Ending) {
        let setup: Setup = text.parse().unwrap();
        let position = Position::from_setup(&setup, rules).unwrap();
        let ending = ending(&position, 1);
        (position, ending)
    }

    const DEAD_STONE: &str = "
        . . X O .
        . O X O O
        . X X O .
        X X X O O
        . . X O .";

    #[test]
    fn dead_stones_leave_only_by_agreement() {
        let (_, japanese) = judged(Rules::japanese(), DEAD_STONE);
        assert_eq!(japanese.dead.to_string(), "B4");
        assert!(japanese.enclosed.contains("A5".parse().unwrap()));
        let (_, plain) = judged(Rules::tromp_taylor(), DEAD_STONE);
        assert_eq!(plain.dead, japanese.dead);
        // With the stone alive Black's four points in the corner are nobody's.
        assert!(plain.halves < 0);
    }

    #[test]
    fn shared_points_and_last_liberties_matter() {
        let (position, ending) = judged(
            Rules::japanese(),
            "
            . X . O .
            X X . O O
            . X . O .
            X X . O O
            . X . O .",
        );
        assert!(ending.settled);
        assert!(ending.matters(&position, Color::Black, "C3".parse().unwrap()));
        assert!(!ending.matters(&position, Color::Black, "A3".parse().unwrap()));
        assert!(!ending.matters(&position, Color::Black, "E3".parse().unwrap()));
    }
}
