//! The board as if the opponent had never spoiled what was his, and what was promised
//! on it.

use board::{Color, Move, Point, PointSet, Position};
use cgt::Dyadic;
use endgame::Partition;

/// A board on which the opponent has passed whenever he played on his own safe points.
///
/// What is proved here holds on the real board, too. Inside his walls the real board has
/// stones of his where the model has empty points that count for him: that gains him
/// nothing. Where his walls were taken, the model still has them: whatever he plays there
/// is a pass in the model, and the player's stones beside them have more liberties than the
/// model gives them.
#[derive(Clone)]
pub(super) struct Model {
    pub(super) position: Position,
    /// The opponent's safe stones.
    pub(super) walls: PointSet,
    /// His territory, with everything in it.
    territory: PointSet,
    /// The player's.
    own: PointSet,
}

impl Model {
    /// A board as it stands, with its parts.
    pub(super) fn of(position: &Position, partition: &Partition, enemy: Color) -> Model {
        let own = partition.territory[enemy.opponent().index()];
        let (walls, territory) =
            (partition.safe[enemy.index()], partition.territory[enemy.index()]);
        Model { position: position.clone(), walls, territory, own }
    }

    /// The same board with the parts it has now.
    pub(super) fn again(&self, partition: &Partition, enemy: Color) -> Model {
        Model::of(&self.position, partition, enemy)
    }

    /// Follows a move of the opponent; `None` if the model cannot.
    fn follow(&mut self, enemy: Color, mv: Move) -> Option<()> {
        let mv = match mv {
            Move::Play(point) if (self.walls | self.territory).contains(point) => Move::Pass,
            mv => mv,
        };
        self.position.play(enemy, mv).ok()
    }

    /// The piece of the player's territory that the opponent has just entered.
    pub(super) fn entered(&self) -> PointSet {
        let last: PointSet = self.last_stone().into_iter().collect();
        self.own.flood(last & self.own)
    }

    fn last_stone(&self) -> Option<Point> {
        match self.position.moves().next_back() {
            Some((_, Move::Play(point))) => Some(point),
            _ => None,
        }
    }

    /// These points, those near the last stone first.
    pub(super) fn nearest_first(&self, points: PointSet) -> Vec<Point> {
        let mut points: Vec<Point> = points.iter().collect();
        if let Some(last) = self.last_stone() {
            points.sort_by_key(|point| {
                point.column().abs_diff(last.column()) + point.row().abs_diff(last.row())
            });
        }
        points
    }
}

/// A score that is certain after a move.
pub(super) struct Promise {
    score: Dyadic,
    /// The model before the move.
    model: Model,
    /// The player's move that keeps the score; `None` if the opponent was to move.
    mv: Option<Move>,
    /// What had been played, and the position then.
    history: Vec<(Color, Move)>,
    hash: u64,
}

impl Promise {
    /// Promises a score on this board if this move is played.
    pub(super) fn new(
        position: &Position,
        mv: Option<Move>,
        score: Dyadic,
        model: Model,
    ) -> Promise {
        let history = position.moves().collect();
        Promise { score, model, mv, history, hash: position.hash() }
    }

    /// The score and the model now, if the game has gone on from the promise and `color`
    /// has kept it.
    pub(super) fn now(&self, position: &Position, color: Color) -> Option<(Dyadic, Model)> {
        let mut moves = position.moves();
        let since = moves.len().checked_sub(self.history.len())?;
        if !moves.by_ref().take(self.history.len()).eq(self.history.iter().copied()) {
            return None;
        }
        let mut before = position.clone();
        for _ in 0..since {
            before.undo();
        }
        if before.hash() != self.hash {
            return None;
        }
        let mut model = self.model.clone();
        let mut kept = self.mv;
        for (mover, mv) in moves {
            if mover != color {
                // Whose turn it was does not matter: he may have moved first.
                model.follow(mover, mv)?;
            } else if kept.take() == Some(mv) {
                model.position.play(color, mv).ok()?;
            } else {
                return None;
            }
        }
        Some((self.score, model))
    }
}
