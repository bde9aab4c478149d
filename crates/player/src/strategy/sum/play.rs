//! The move of the sum (Müller 1995, sections 3.1 and 4.8).

use board::{Color, Point};
use cgt::{Rational, Strategy, StrategyPlayer, TermWalls};

use super::super::side;
use super::Root;
use super::local::LocalGame;
use crate::motive::is_blunder;

/// So many moves may turn out to be blunders.
const CHECKED: usize = 6;

/// The move that a strategy for sums chooses, and the temperature of its game; `None` if no
/// game is worth a move. Moves that the move checker refutes are left out.
pub(super) fn choose(
    root: &Root,
    games: &[LocalGame],
    color: Color,
    strategy: Strategy,
) -> Option<(Point, f64)> {
    let mut terms = Vec::new();
    let mut moves: Vec<Vec<Point>> = Vec::new();
    for game in games {
        let walls = game.thermographs().ok()?;
        let own: Vec<(Point, usize)> = game.moves(color).collect();
        let options = own.iter().map(|&(_, child)| walls[child].clone()).collect();
        moves.push(own.into_iter().map(|(point, _)| point).collect());
        terms.push(TermWalls { walls: walls[0].clone(), options });
    }
    let last = root.position.moves().next_back().and_then(|(_, mv)| mv.point());
    let last = last.and_then(|point| {
        games.iter().position(|game| game.area.contains(point) || beside(root, game, point))
    });
    for _ in 0..CHECKED {
        // How hot the board was before the last move shows in the other games.
        let others = terms.iter().enumerate().filter(|&(term, _)| Some(term) != last);
        let ambient = others.map(|(_, term)| term.walls.temperature()).max();
        let mut player = StrategyPlayer::new(strategy, side(color))
            .with_ambient(ambient.unwrap_or(Rational::ZERO).max(Rational::ZERO));
        let (term, option) = player.choose_by_walls(&terms, last).ok()??;
        let point = moves[term][option];
        let proposal = root.proposals[color.index()].iter().find(|p| p.point == point);
        if proposal.is_some_and(|proposal| !is_blunder(&root.position, color, proposal)) {
            let temperature = terms[term].walls.temperature();
            let temperature = temperature.numerator() as f64 / temperature.denominator() as f64;
            return Some((point, temperature));
        }
        moves[term].remove(option);
        terms[term].options.remove(option);
    }
    None
}

/// Whether a stone stands beside the area of a game.
fn beside(root: &Root, game: &LocalGame, stone: Point) -> bool {
    game.area.border(root.position.size()).contains(stone)
}
