//! The heuristic sum game: the whole game as a sum of local games (Müller 1995, chapter 4).
//!
//! The board is cut into local games at whatever hardly changes any more; each is searched
//! by itself, both sides first, as far as it is urgent; games that hang together are merged
//! and searched again; and of the thermographs that come out a strategy for sums chooses.
//!
//! | step | where | section of the thesis |
//! |---|---|---|
//! | where are the local games? | `partition` | 4.3 |
//! | what of the rest of the board do they rely on? | `context` | 4.2 |
//! | which moves are tried? | `generate` | 4.5, 4.6 |
//! | what is a local position worth? | `evaluate` | 4.5, 4.6 |
//! | how far is a local game searched? | `local` | 4.4 |
//! | which games hang together, and which moves work in two of them? | `merge` | 4.7 |
//! | which move of which game is played? | `play` | 3.1, 4.8 |
//!
//! When nothing is left to play in the sum, the last moves are found as in the other
//! strategies. All values are estimates.

mod context;
mod evaluate;
mod generate;
mod local;
mod merge;
mod partition;
mod play;

use std::rc::Rc;

use board::{Color, Point, Position};
use budget::Budget;
use predict::Predictor;

use crate::knowledge::{Effort, Knowledge};
use crate::motive::{Proposal, proposals};
use evaluate::Owners;
use local::{Limits, LocalGame};

/// Where all local games begin.
struct Root {
    position: Position,
    known: Rc<Knowledge>,
    owners: Owners,
    /// What there is to play, `[black, white]`, the most valuable first.
    proposals: [Vec<Proposal>; 2],
}

impl Root {
    fn new(position: &Position, mut predictor: Option<&mut Predictor>) -> Root {
        let known = Rc::new(Knowledge::new(position, Effort::QUICK));
        let proposals =
            Color::BOTH.map(|color| proposals(position, color, &known, predictor.as_deref_mut()));
        let owners = Owners::new(position, &known);
        Root { position: position.clone(), known, owners, proposals }
    }
}

/// So many positions are looked at for one move: fewer than a second's work.
const NODES: u64 = 320;

/// The urgency below which a local game is quiet, in points.
const QUIET: f64 = 0.25;

/// How much less urgent the moves of the next round are.
const COOLER: f64 = 0.5;

/// The move in the sum of local games; `None` if there is nothing to play for.
pub(super) fn best_in_sum(
    position: &Position,
    color: Color,
    strategy: cgt::Strategy,
    predictor: Option<&mut Predictor>,
    budget: &mut Budget,
) -> Option<(Point, f64)> {
    let root = Root::new(position, predictor);
    let mut part = budget.part(NODES);
    let games = search(&root, &mut part);
    // Whoever gave the budget finds it spent; here it no longer matters.
    let _ = budget.charge(part.spent());
    play::choose(&root, &games, color, strategy)
}

/// The local games of a position, searched in rounds: the most urgent moves of all games
/// first, then less urgent ones, until the budget is spent or all is quiet.
fn search(root: &Root, budget: &mut Budget) -> Vec<LocalGame> {
    let mut games: Vec<LocalGame> = partition::partition(root)
        .into_iter()
        .map(|area| LocalGame::new(root, area, Default::default()))
        .collect();
    let mut urgency = games.iter_mut().map(|game| game.urgency(root)).fold(0.0, f64::max);
    for round in 0.. {
        urgency *= COOLER;
        if urgency < QUIET || budget.left() == 0 || budget.stop_flag().is_raised() {
            break;
        }
        // Every game gets its share of what is left, and what others leave over.
        let share = (budget.left() / (games.len() as u64).max(1)).max(LEAST);
        let limits = Limits { urgency, nodes: share, ..Limits::default() };
        for game in &mut games {
            game.search(root, limits, budget);
        }
        if round < MERGED {
            games = merge::merge_dependent(root, games);
        }
    }
    games
}

/// A game may always look at so many positions in a round.
const LEAST: u64 = 6;

/// After so many rounds the games stay as they are.
const MERGED: u32 = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};
    use cgt::Strategy;

    pub(super) fn root(text: &str) -> Root {
        let setup: Setup = text.parse().unwrap();
        Root::new(&Position::from_setup(&setup, Rules::chinese()).unwrap(), None)
    }

    fn chosen(text: &str, color: Color, strategy: Strategy) -> String {
        let root = root(text);
        let mut budget = Budget::unlimited();
        let choice = best_in_sum(&root.position, color, strategy, None, &mut budget);
        assert!(budget.spent() <= NODES + 1, "{}", budget.spent());
        choice.map_or("none".to_string(), |(point, _)| point.to_string())
    }

    /// Two captures, one of three stones and one of a single stone, and walls between.
    const TWO_SWITCHES: &str = "
        . X . X X O . O .
        X . X X O O O . O
        X X X X X O O O O
        X O O O . O X . O
        X X X X X O O O O
        . . . X X O . . .
        . X . . X O . O .
        . . . X X O . . .
        . . . . X O . . .";

    #[test]
    fn the_hotter_of_two_independent_areas_is_played() {
        for strategy in Strategy::ALL {
            for color in Color::BOTH {
                assert_eq!(chosen(TWO_SWITCHES, color, strategy), "E6", "{color} {strategy}");
            }
        }
    }

    #[test]
    fn one_move_that_threatens_two_blocks_is_played() {
        let fork = "
            . . . . . . .
            . X X X X X .
            X O O . O O X
            . X . . . X .
            . . . . . . .
            . . . . . . .
            . . O . O . .";
        for strategy in Strategy::ALL {
            assert_eq!(chosen(fork, Color::Black, strategy), "D5", "{strategy}");
        }
    }

    #[test]
    fn a_stopped_search_still_gives_a_move() {
        let root = root(TWO_SWITCHES);
        let mut budget = Budget::nodes(0);
        let choice =
            best_in_sum(&root.position, Color::Black, Strategy::Hottest, None, &mut budget);
        assert!(choice.is_none_or(|(point, _)| root.position.is_legal(Color::Black, point)));
    }
}
