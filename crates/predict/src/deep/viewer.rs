//! What the deep network says of a position.

use std::sync::Arc;

use board::{Color, Komi, Point, Position};

use super::file::Deep;
use super::lanes::{Row, WIDTH};
use super::net::{Pass, forward};
use super::planes::see;
use super::winograd::Grid;
use crate::network::softmax;
use crate::predictor::{Likely, Predictor};

/// Looks at positions.
pub struct Viewer {
    deep: Arc<Deep>,
    predictor: Predictor,
    pass: Option<Pass>,
    rows: Vec<Row>,
}

/// What is seen of a position: estimates, all of them.
#[derive(Clone, Debug)]
pub struct View {
    /// All legal moves with their probability, from A1 along the rows upward.
    pub moves: Vec<Likely>,
    /// How likely each point will be the mover's at the end, from A1 along the rows
    /// upward; empty on boards it has not learned.
    pub owners: Vec<f32>,
    /// How likely the player to move wins; `None` on boards it has not learned.
    pub win: Option<f64>,
}

/// What a player gets beside his points.
pub(crate) fn bonus(komi: Komi, color: Color) -> f32 {
    let halves = komi.in_halves() as f32;
    let points = if color == Color::White { halves } else { -halves } / 2.0;
    points.clamp(-30.0, 30.0)
}

impl Viewer {
    /// A viewer with this network, on top of this predictor's model.
    pub fn new(deep: Arc<Deep>, predictor: Predictor) -> Viewer {
        Viewer { deep, predictor, pass: None, rows: Vec::new() }
    }

    /// Looks at a position with `color` to move. On boards that the network has not
    /// learned, the view is that of the model it stands on.
    pub fn view(&mut self, position: &Position, color: Color) -> View {
        let size = position.size();
        let unseen = |base| View { moves: base, owners: Vec::new(), win: None };
        if !Deep::fits(size) {
            return unseen(self.predictor.moves(position, color));
        }
        let grid = Grid::of(size);
        if self.pass.as_ref().is_none_or(|pass| pass.grid != grid) {
            self.pass = Some(Pass::new(&self.deep.net, grid, 1, false));
        }
        let base = self.predictor.moves(position, color);
        let Some(pass) = &mut self.pass else { return unseen(base) };
        self.rows.resize(grid.area(), [0.0; WIDTH]);
        pass.bonus[0] = bonus(position.rules().komi, color);
        see(position, color, &base, pass.bonus[0], &mut self.rows, &mut pass.base);
        for (place, row) in grid.places().zip(&self.rows) {
            pass.inputs[place] = *row;
        }
        forward(&self.deep.net, &self.deep.filters, pass);
        let number = |point: Point| point.row() * size.width() + point.column();
        let mut scores: Vec<f32> = base.iter().map(|b| pass.scores[number(b.point)]).collect();
        softmax(&mut scores);
        let moves = base.iter().zip(scores);
        View {
            moves: moves.map(|(b, p)| Likely { point: b.point, p: f64::from(p) }).collect(),
            owners: pass.owners.clone(),
            win: Some(f64::from(pass.wins[0])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use board::{Move, Rules, Size};

    fn viewer() -> Viewer {
        let model = Arc::new(Model::standard().unwrap());
        Viewer::new(Arc::new(Deep::standard().unwrap()), Predictor::new(model))
    }

    #[test]
    fn every_board_can_be_looked_at() {
        let mut viewer = viewer();
        for (width, height) in [(1, 1), (9, 9), (10, 10), (13, 19), (25, 25), (25, 10)] {
            let size = Size::new(width, height).unwrap();
            let position = Position::new(size, Rules::japanese());
            let view = viewer.view(&position, Color::Black);
            assert_eq!(view.moves.len(), position.legal_points(Color::Black).len());
            let learned = width.min(height) >= 9;
            assert_eq!(view.win.is_some(), learned);
            assert_eq!(view.owners.len(), if learned { width * height } else { 0 });
            if learned {
                let sum: f64 = view.moves.iter().map(|likely| likely.p).sum();
                assert!((sum - 1.0).abs() < 1e-3, "{sum}");
                assert!(view.win.is_some_and(|win| (0.0..=1.0).contains(&win)));
                assert!(view.owners.iter().all(|owner| (0.0..=1.0).contains(owner)));
            }
        }
    }

    #[test]
    fn a_stone_in_atari_is_taken_more_likely_than_the_far_corner_is_played() {
        let mut position = Position::new(Size::square(13).unwrap(), Rules::japanese());
        for name in ["D4", "C4", "K10", "D5", "K4", "E4"] {
            let color = position.to_play();
            position.play(color, name.parse::<Move>().unwrap()).unwrap();
        }
        position.set_to_play(Color::White);
        let view = viewer().view(&position, Color::White);
        let p = |name: &str| {
            let point = name.parse().unwrap();
            view.moves.iter().find(|likely| likely.point == point).map(|likely| likely.p).unwrap()
        };
        assert!(p("D3") > 10.0 * p("A13"), "{} {}", p("D3"), p("A13"));
    }
}
