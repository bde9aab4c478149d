//! Whether a game went on from a position that was searched.

use board::{Color, Move, Position};

/// The moves that lead from one position to another; `None` if none do.
pub(crate) fn way_between(root: &Position, position: &Position) -> Option<Vec<(Color, Move)>> {
    let before = root.moves().len();
    if root.size() != position.size()
        || root.rules() != position.rules()
        || !root.moves().eq(position.moves().take(before))
    {
        return None;
    }
    let way: Vec<(Color, Move)> = position.moves().skip(before).collect();
    let mut back = position.clone();
    for _ in &way {
        back.undo();
    }
    let first = way.first().map_or(position.to_play(), |&(color, _)| color);
    let same = Color::BOTH.into_iter().all(|color| back.stones(color) == root.stones(color));
    (same && first == root.to_play()).then_some(way)
}
