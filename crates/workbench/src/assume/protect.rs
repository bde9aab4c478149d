//! The moves that players add in their own territory once the neutral points are gone.
//!
//! Where blocks short of liberties are too many to be left to a search, they are taken as
//! alive, but not for nothing: what the opponent could take in the end has to be protected,
//! and each protection costs its owner a point of territory.

use board::{Color, Move, Point, PointSet, Position};
use budget::Budget;

use super::needy::is_taken;

/// The points of their own territory that the owners of `blocks` must fill, so that the
/// opponent takes none of these blocks when he has all the liberties that both reach. One
/// move may protect several of them. A block that no single move protects is left as it is.
pub(super) fn protections(
    position: &Position,
    blocks: &PointSet,
    dead: &PointSet,
    territory: &[PointSet; 2],
    budget: &mut Budget,
) -> [PointSet; 2] {
    let mut filled = [PointSet::EMPTY; 2];
    let mut board = position.clone();
    for color in Color::BOTH {
        let own = *position.stones(color) & *blocks;
        let mut open: Vec<Point> = own.components().filter_map(|block| block.first()).collect();
        loop {
            open.retain(|&stone| is_taken(&board, color, stone, dead, budget));
            let room = territory[color.index()] & board.empty_points();
            let Some(point) = best(&board, color, &open, &room, dead, budget) else {
                break;
            };
            board.play(color, Move::Play(point)).expect("the move was tried");
            filled[color.index()] |= PointSet::from(point);
        }
    }
    filled
}

/// The point that protects most of the blocks.
fn best(
    board: &Position,
    color: Color,
    open: &[Point],
    room: &PointSet,
    dead: &PointSet,
    budget: &mut Budget,
) -> Option<Point> {
    let mut tried = PointSet::EMPTY;
    let mut best: Option<(usize, Point)> = None;
    for &stone in open {
        // Its own liberties come first, then the points behind them.
        let near = board.liberty_points(stone) & *room;
        let behind = near.grown(room) - near;
        for point in near.iter().chain(behind.iter()) {
            if tried.contains(point) || tried.len() >= MOST_TRIED {
                continue;
            }
            tried |= PointSet::from(point);
            let mut after = board.clone();
            after.set_to_play(color);
            if after.play(color, Move::Play(point)).is_err() {
                continue;
            }
            let saved =
                open.iter().filter(|&&other| !is_taken(&after, color, other, dead, budget)).count();
            if saved > best.map_or(0, |(most, _)| most) {
                best = Some((saved, point));
            }
        }
    }
    best.map(|(_, point)| point)
}

/// Protecting moves tried at once.
const MOST_TRIED: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    /// Once Black has E6 he threatens to take three stones at D5; White joins them there.
    #[test]
    fn a_false_eye_is_filled() {
        let setup: Setup = "
            . . . O X . X
            . . . O . X X
            O O O . O X X
            X X X O O X .
            . X X X X X X"
            .parse()
            .unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let [stone, point] = ["E3", "D3"].map(|name| name.parse::<Point>().unwrap());
        let none = PointSet::EMPTY;
        let territory = [
            none,
            ["A4", "B4", "C4", "A5", "B5", "C5", "D3"]
                .iter()
                .map(|name| name.parse::<Point>().unwrap())
                .collect(),
        ];
        let budget = &mut Budget::nodes(100_000);
        let short = position.block(stone);
        let filled = protections(&position, &short, &none, &territory, budget);
        assert_eq!(filled, [none, PointSet::from(point)]);
        // Blocks that nobody takes need nothing.
        let corner = position.block("C3".parse().unwrap());
        let filled = protections(&position, &corner, &none, &territory, budget);
        assert_eq!(filled, [none, none]);
    }
}
