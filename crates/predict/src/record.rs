//! A game to learn from or to measure on.

use board::{Color, KoRule, Move, Point, Position, Rules, Setup};

/// A game: where it began, and its moves.
#[derive(Clone, Debug)]
pub struct Record {
    /// The stones before the first move.
    pub start: Setup,
    /// The moves in order.
    pub moves: Vec<(Color, Move)>,
    suicide: bool,
}

impl Record {
    /// The moves that led to `position`, from where its history begins.
    pub fn of(position: &Position) -> Record {
        let moves = position.moves().collect();
        let mut start = position.clone();
        while start.undo().is_some() {}
        Record { start: start.setup(), moves, suicide: position.rules().suicide }
    }

    /// The position before the first move. Games were played under the ko rule of
    /// their day, so only the simple ban is law. `None` if the stones cannot stand so.
    pub fn beginning(&self) -> Option<Position> {
        let rules = Rules { ko: KoRule::Simple, suicide: self.suicide, ..Rules::japanese() };
        Position::from_setup(&self.start, rules).ok()
    }

    /// How many of the moves are stones: what there is to predict.
    pub fn stones(&self) -> usize {
        self.moves.iter().filter(|(_, mv)| mv.point().is_some()).count()
    }

    /// Replays the game and calls `see` before every move that is a stone, with
    /// the position, the player and the point. Ends at the first illegal move, or
    /// when `see` says false.
    pub fn replay(&self, mut see: impl FnMut(&Position, Color, Point) -> bool) {
        let Some(mut position) = self.beginning() else { return };
        for &(color, mv) in &self.moves {
            position.set_to_play(color);
            if let Move::Play(point) = mv
                && (!position.is_legal(color, point) || !see(&position, color, point))
            {
                return;
            }
            if position.play(color, mv).is_err() {
                return;
            }
        }
    }
}
