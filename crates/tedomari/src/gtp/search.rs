//! The session's tree: grown for a move, kept for the next, and grown while waiting.

use std::time::{Duration, Instant};

use board::{Color, Komi, Position, Rules};
use budget::Budget;
use player::Choice;
use player::search::{Search, Settings};

use super::genmove::most_playouts;
use super::predict;
use super::protocol::Call;
use super::session::{Session, Strategy};
use super::think::{until_input, within};

/// How a search for a move is made.
pub(super) struct Task<'a> {
    pub(super) color: Color,
    pub(super) time: Duration,
    pub(super) seed: u64,
    /// How often `watch` hears of it.
    pub(super) interval: Duration,
    pub(super) watch: &'a mut dyn FnMut(&Search),
}

/// The shortest time between two looks at a search.
const LOOK: Duration = Duration::from_millis(20);

/// The move of the tree search after at most so much time; less if no other move could
/// still be tried more often.
pub(super) fn choose(session: &mut Session, task: Task<'_>, call: &Call<'_>) -> Choice {
    let Task { color, time, seed, interval, watch } = task;
    let begin = Instant::now();
    let mut tree = standing(session, color);
    if let Some(choice) = tree.winning_pass(seed) {
        session.tree = Some(tree);
        return choice;
    }
    let most = most_playouts(session);
    let mut budget = Budget::nodes(most);
    let mut heard = begin;
    let slice = (time / 12).max(LOOK).min(interval);
    for number in 0.. {
        let left = time.saturating_sub(begin.elapsed());
        // A part of the seed for each slice, as if there were one long search.
        let seed = seed.wrapping_add(number << 32);
        within(slice.min(left), call, |stop| {
            let mut part = budget.part(u64::MAX).with_stop(stop);
            tree.grow(&mut part, seed);
            let _ = budget.charge(part.spent().min(budget.left()));
        });
        if heard.elapsed() >= interval {
            heard = Instant::now();
            watch(&tree);
        }
        let left = time.saturating_sub(begin.elapsed());
        if left.is_zero() || call.interrupted() || budget.left() == 0 {
            break;
        }
        // With a number of playouts given, the clock must not have a say in the move.
        let rate = tree.playouts() as f64 / begin.elapsed().as_secs_f64().max(1e-6);
        if most == u64::MAX && tree.lead() as f64 > rate * left.as_secs_f64() {
            break;
        }
    }
    let choice = tree.choice(seed);
    session.tree = Some(tree);
    choice
}

/// The move of the tree as it is, for whoever has no time.
pub(super) fn at_sight(session: &mut Session, color: Color, seed: u64) -> Choice {
    let mut tree = standing(session, color);
    let choice = tree.winning_pass(seed).unwrap_or_else(|| tree.at_sight());
    session.tree = Some(tree);
    choice
}

/// The session's tree, standing on the present position with `color` to move. Whoever
/// takes it gives it back.
pub(super) fn standing(session: &mut Session, color: Color) -> Search {
    let (threads, strategy) = (session.options.threads, session.options.strategy);
    let mut tree = session.tree.take().unwrap_or_else(|| {
        let guided = strategy != Strategy::Unguided;
        let guide = if guided { predict::model().ok() } else { None };
        let deep = if strategy == Strategy::Deep { predict::deep().ok() } else { None };
        Search::new(Settings { threads, guide, deep })
    });
    tree.stand_on(&with_bonus(session), color);
    tree
}

/// The position with White's bonus for handicap stones in the komi.
pub(super) fn with_bonus(session: &Session) -> Position {
    let mut position = session.position().clone();
    let rules = *session.rules();
    let bonus = 2 * rules.handicap_bonus.points(session.handicap());
    position.set_rules(Rules { komi: Komi::halves(rules.komi.in_halves() + bonus), ..rules });
    position
}

/// The longest that the engine thinks in the opponent's time.
const PONDERING: Duration = Duration::from_secs(600);

/// Thinks while the opponent does, if that is wished.
pub(super) fn ponder(session: &mut Session, call: &Call<'_>) {
    let Some((opponent, moves)) = session.pondering.filter(|_| session.options.ponder) else {
        return;
    };
    if session.tree.is_none() || session.position().moves().len() != moves {
        session.pondering = None;
        return;
    }
    let mut tree = standing(session, opponent);
    let begin = Instant::now();
    let mut seed = session.options.seed ^ 0x5eed_0000_0000;
    // In parts, so that memory can be made free between them.
    while !call.input_waiting() && begin.elapsed() < PONDERING {
        until_input(Duration::from_millis(500), call, |stop| {
            tree.grow(&mut Budget::unlimited().with_stop(stop), seed);
        });
        seed = seed.wrapping_add(1 << 32);
    }
    session.tree = Some(tree);
}
