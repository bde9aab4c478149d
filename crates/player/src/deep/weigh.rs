//! What a node is worth: what the network saw below it and how games from there ended, held
//! against each other.
//!
//! Walks go by the mean of both, which changes gently as visits come in. What is told of a
//! win, and whether one is hopeless or sure, goes by the odds: the two are taken as
//! independent witnesses, and their odds are multiplied. Which power each deserves was chosen
//! on one half of 1,200 games of strong players and programs; of who won the other half this
//! says much more than the mean does, above all late in the game. Walks that go by it, too, follow
//! every few games that went wrong, and play no better on 9×9 and worse on 19×19.

use board::Color;

use super::Settings;
use super::aim::Aim;
use super::nodes::Node;
use crate::decide::weighed;

/// The powers of the odds by the network and by the games.
const VIEWS: f64 = 1.0;
const GAMES: f64 = 1.5;

/// A node borrows so many games of its parent: a few of its own say little.
const LENT: f64 = 8.0;

/// No witness is thought to be surer than this.
const SURE: f64 = 0.998;

/// How the nodes of a search are weighed.
#[derive(Clone, Copy)]
pub(super) struct Weigh {
    aim: Aim,
    playouts: f64,
    weight: f64,
    area: usize,
}

impl Weigh {
    pub(super) fn new(settings: &Settings, area: usize) -> Weigh {
        let playouts = f64::from(settings.playouts);
        let weight = if settings.playouts == 0 { 0.0 } else { settings.weight };
        Weigh { aim: settings.aim, playouts, weight, area }
    }

    /// What a node is worth to a walk, for `color`, who made its move. For a win with a
    /// little for points: enough to keep playing well when every move wins, or none does.
    pub(super) fn worth(&self, node: &Node, color: Color) -> f64 {
        let mean = self.mean(node);
        match self.aim {
            Aim::Win => weighed(mean, node.halves_mean() * f64::from(color.sign()), self.area),
            _ => mean,
        }
    }

    /// The mean of both.
    fn mean(&self, node: &Node) -> f64 {
        let [viewed, played] = means(node);
        viewed + self.weight * (played - viewed)
    }

    /// What is told of a node, for the player who made its move and wins `share` of the
    /// games of its parent.
    pub(super) fn shown(&self, node: &Node, share: f64) -> f64 {
        let [viewed, played] = means(node);
        match self.aim {
            Aim::Win if self.playouts == 0.0 => viewed,
            Aim::Win => {
                let games = self.playouts * f64::from(node.visits);
                let share = (games * played + LENT * share) / (games + LENT);
                let odds = VIEWS * log_odds(viewed) + GAMES * log_odds(share);
                1.0 / (1.0 + (-odds).exp())
            }
            _ => self.mean(node),
        }
    }

    /// The share of games that the player wins who made a node's move.
    pub(super) fn share(&self, node: &Node) -> f64 {
        let games = self.playouts * f64::from(node.visits);
        (self.playouts * node.played + 1.0) / (games + 2.0)
    }
}

/// What a visit was worth on average by the network and by the games.
fn means(node: &Node) -> [f64; 2] {
    [node.viewed, node.played].map(|sum| sum / f64::from(node.visits.max(1)))
}

fn log_odds(share: f64) -> f64 {
    let share = share.clamp(1.0 - SURE, SURE);
    (share / (1.0 - share)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Move;

    fn node(visits: u32, viewed: f64, played: f64) -> Node {
        let times = f64::from(visits);
        let mut node = Node::new(Move::Pass, 0.1);
        (node.visits, node.viewed, node.played) = (visits, times * viewed, times * played);
        node
    }

    #[test]
    fn witnesses_who_agree_are_believed_more() {
        let weigh = Weigh { aim: Aim::Win, playouts: 4.0, weight: 0.5, area: 361 };
        let both = weigh.shown(&node(200, 0.8, 0.8), 0.5);
        assert!((0.95..0.99).contains(&both), "{both}");
        assert!((weigh.shown(&node(200, 0.5, 0.5), 0.5) - 0.5).abs() < 1e-9);
        let against = weigh.shown(&node(200, 0.8, 0.2), 0.5);
        assert!((0.2..0.4).contains(&against), "{against}");
    }

    #[test]
    fn a_few_games_say_little() {
        let weigh = Weigh { aim: Aim::Win, playouts: 4.0, weight: 0.5, area: 361 };
        let (few, many) =
            (weigh.shown(&node(1, 0.5, 0.0), 0.5), weigh.shown(&node(99, 0.5, 0.0), 0.5));
        assert!(few > 0.2 && many < 0.01, "{few} {many}");
    }

    #[test]
    fn points_count_a_little() {
        let weigh = Weigh { aim: Aim::Win, playouts: 4.0, weight: 0.5, area: 361 };
        let mut ahead = node(200, 0.5, 0.5);
        ahead.halves = 200.0 * 40.0;
        let [black, white] = [Color::Black, Color::White].map(|c| weigh.worth(&ahead, c));
        assert!(black > 0.5 && white < 0.5 && (black + white - 1.0).abs() < 1e-9);
    }
}
