//! What the rules and strong players say of a move, asked where the search often comes by.

use board::playout::{Atari, Light};
use board::{Color, KoRule, Move, Position};
use predict::Adviser;

use super::node::Node;

/// A node is asked about when it was visited so often: a prediction costs as much as a
/// few playouts.
const ASKED: u32 = 12;

/// The same for the deep network, whose view costs as much as ten and more.
const VIEWED: u32 = 48;

/// How deeply to ask: not at all, at a glance, or for a view.
const GLANCE: u8 = 1;
pub(super) const VIEW: u8 = 2;

/// A position, and perhaps an adviser, that follow one thread's walks.
pub(super) struct Guide {
    adviser: Option<Adviser>,
    /// Whether the adviser has more to say than what is seen at a glance.
    deep: bool,
    position: Position,
    /// The light board knows simple ko; where the rules forbid more, the position is asked.
    superko: bool,
}

impl Guide {
    pub(super) fn new(adviser: Option<Adviser>, position: &Position) -> Guide {
        let superko = position.rules().ko != KoRule::Simple;
        let deep = adviser.as_ref().is_some_and(|adviser| adviser.is_deep(position.size()));
        Guide { adviser, deep, position: position.clone(), superko }
    }

    /// Gives the adviser back.
    pub(super) fn into_adviser(self) -> Option<Adviser> {
        self.adviser
    }

    /// How deeply a node is to be asked about that was visited so often.
    #[inline]
    pub(super) fn depth(&self, visits: u32) -> u8 {
        match visits {
            VIEWED.. if self.deep => VIEW,
            ASKED.. => GLANCE,
            _ => 0,
        }
    }

    /// Tells the children of a node how likely they are, and which of them would repeat
    /// a position. `path` leads to the node. Says how likely the player to move wins, if
    /// the adviser has a view of that.
    pub(super) fn tell<const N: usize>(
        &mut self,
        path: &[(&Node, Color)],
        to_play: Color,
        children: &[Node],
        depth: u8,
    ) -> Option<f64> {
        if self.adviser.is_none() && !self.superko {
            return None;
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
        let mut view = None;
        if legal && let Some(adviser) = &mut self.adviser {
            let likely;
            (likely, view) = match depth {
                VIEW.. => adviser.advise(&self.position, to_play),
                _ => (adviser.glance(&self.position, to_play), None),
            };
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
        view
    }
}

/// The move of a node.
pub(super) fn move_of<const N: usize>(node: &Node) -> Move {
    Light::<N, Atari>::point_of(node.cell()).map_or(Move::Pass, Move::Play)
}
