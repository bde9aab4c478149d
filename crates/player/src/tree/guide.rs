//! What strong players would try, asked where the search often comes by.

use std::sync::Arc;

use board::playout::{Atari, Light};
use board::{Color, Move, Position};
use predict::{Model, Predictor};

use super::node::Node;

/// A node is asked about when it was visited so often: a prediction costs as much as a
/// few playouts.
pub(super) const ASKED: u32 = 12;

/// A predictor that follows one thread's walks.
pub(super) struct Guide {
    predictor: Predictor,
    position: Position,
}

impl Guide {
    pub(super) fn new(model: &Arc<Model>, position: &Position) -> Guide {
        Guide { predictor: Predictor::new(Arc::clone(model)), position: position.clone() }
    }

    /// Tells the children of a node how likely they are. `path` leads to the node.
    pub(super) fn tell<const N: usize>(
        &mut self,
        path: &[(&Node, Color)],
        to_play: Color,
        children: &[Node],
    ) {
        let mut played = 0;
        let mut legal = true;
        for &(node, color) in path {
            let mv = Light::<N, Atari>::point_of(node.cell()).map_or(Move::Pass, Move::Play);
            // The tree knows no superko; what repeats a position is told nothing.
            if self.position.play(color, mv).is_err() {
                legal = false;
                break;
            }
            played += 1;
        }
        if legal {
            let likely = self.predictor.moves(&self.position, to_play);
            for child in children {
                let point = Light::<N, Atari>::point_of(child.cell());
                // Both are in the order of the board.
                let found = likely.iter().find(|likely| Some(likely.point) == point);
                child.set_likely(found.map_or(0.0, |likely| likely.p as f32));
            }
        }
        for _ in 0..played {
            self.position.undo();
        }
    }
}
