//! Whoever is asked what a strong player would do: the feature network, or the deep one.

use std::sync::Arc;

use board::{Color, Position};

use crate::deep::{Deep, Viewer};
use crate::model::Model;
use crate::predictor::{Likely, Predictor};

/// Says how likely moves are, and if it can, who will win.
pub enum Adviser {
    /// The model alone.
    Features(Box<Predictor>),
    /// The deep network on top of it.
    Deep(Box<Viewer>),
}

impl Adviser {
    /// An adviser that looks as deeply as it can.
    pub fn new(model: Arc<Model>, deep: Option<Arc<Deep>>) -> Adviser {
        let predictor = Predictor::new(model);
        match deep {
            Some(deep) => Adviser::Deep(Box::new(Viewer::new(deep, predictor))),
            None => Adviser::Features(Box::new(predictor)),
        }
    }

    /// All legal moves of `color`, from A1 along the rows upward, and how likely `color`
    /// wins, if anybody can tell.
    pub fn advise(&mut self, position: &Position, color: Color) -> (Vec<Likely>, Option<f64>) {
        match self {
            Adviser::Features(predictor) => (predictor.moves(position, color), None),
            Adviser::Deep(viewer) => {
                let view = viewer.view(position, color);
                (view.moves, view.win)
            }
        }
    }

    /// All legal moves of `color`, the likeliest first; equally likely ones in their order
    /// on the board.
    pub fn ranked(&mut self, position: &Position, color: Color) -> Vec<Likely> {
        let mut moves = self.advise(position, color).0;
        moves.sort_by(|a, b| b.p.total_cmp(&a.p));
        moves
    }
}
