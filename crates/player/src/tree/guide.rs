//! What the rules and strong players say of a move, asked where the search often comes by.

use board::playout::{Atari, Light};
use board::{Color, KoRule, Move, Position};
use predict::Predictor;

use super::node::Node;

/// A node is asked about when it was visited so often: a prediction costs as much as a
/// few playouts.
pub(super) const ASKED: u32 = 12;

/// A position, and perhaps a predictor, that follow one thread's walks.
pub(super) struct Guide {
    predictor: Option<Predictor>,
    position: Position,
    /// The light board knows simple ko; where the rules forbid more, the position is asked.
    superko: bool,
}

impl Guide {
    pub(super) fn new(predictor: Option<Predictor>, position: &Position) -> Guide {
        let superko = position.rules().ko != KoRule::Simple;
        Guide { predictor, position: position.clone(), superko }
    }

    /// Gives the predictor back.
    pub(super) fn into_predictor(self) -> Option<Predictor> {
        self.predictor
    }

    /// Tells the children of a node how likely they are, and which of them would repeat
    /// a position. `path` leads to the node.
    pub(super) fn tell<const N: usize>(
        &mut self,
        path: &[(&Node, Color)],
        to_play: Color,
        children: &[Node],
    ) {
        if self.predictor.is_none() && !self.superko {
            return;
        }
        let mut played = 0;
        let mut legal = true;
        for &(node, color) in path {
            if self.position.play(color, move_of::<N>(node)).is_err() {
                node.ban();
                legal = false;
                break;
            }
            played += 1;
        }
        if legal && self.superko {
            for child in children {
                if self.position.check(to_play, move_of::<N>(child)).is_err() {
                    child.ban();
                }
            }
        }
        if legal && let Some(predictor) = &mut self.predictor {
            let likely = predictor.moves(&self.position, to_play);
            let mut chances = [0.0; N];
            for likely in likely {
                chances[Light::<N, Atari>::cell_of(likely.point) & (N - 1)] = likely.p as f32;
            }
            for child in children {
                child.set_likely(chances[child.cell() & (N - 1)]);
            }
        }
        for _ in 0..played {
            self.position.undo();
        }
    }
}

/// The move of a node.
pub(super) fn move_of<const N: usize>(node: &Node) -> Move {
    Light::<N, Atari>::point_of(node.cell()).map_or(Move::Pass, Move::Play)
}
