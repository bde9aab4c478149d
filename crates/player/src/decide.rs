//! From what was learnt of each move to the move that is played, or a pass.

use board::{Color, Move, Point, Position, Scoring};

use crate::Choice;
use crate::ending::ending;

/// A move and what was learnt of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    pub(crate) mv: Move,
    pub(crate) playouts: u64,
    /// Wins, draws being half, and a little for points.
    pub(crate) reward: f64,
    pub(crate) wins: f64,
    /// Sum of scores for Black with komi, in half points.
    pub(crate) halves: i64,
    /// What is hoped of it before any playout.
    pub(crate) hope: f64,
}

impl Tried {
    pub(crate) fn win_rate(&self) -> f64 {
        self.wins / (self.playouts as f64).max(1.0)
    }

    pub(crate) fn value(&self) -> f64 {
        if self.playouts == 0 { self.hope } else { self.reward / self.playouts as f64 }
    }

    pub(crate) fn score(&self) -> f64 {
        self.halves as f64 / 2.0 / (self.playouts as f64).max(1.0)
    }
}

/// How much of a reward is for points rather than for winning: enough to keep
/// playing well when every move wins, or none does.
const POINTS: f64 = 0.04;

/// What a game that ended so many half points ahead for the player is worth, and
/// whether it was won; a draw is half a win.
pub(crate) fn reward(own_halves: i32, points: usize) -> (f64, f64) {
    let win = match own_halves {
        0 => 0.5,
        _ if own_halves > 0 => 1.0,
        _ => 0.0,
    };
    (weighed(win, f64::from(own_halves), points), win)
}

/// The same for such a chance to win and so many half points on average.
pub(crate) fn weighed(win: f64, own_halves: f64, points: usize) -> f64 {
    let margin = (0.5 + own_halves / (4.0 * points as f64)).clamp(0.0, 1.0);
    (1.0 - POINTS) * win + POINTS * margin
}

/// The share of games won, if rewards and scores are such on average: what points have
/// added is taken away again.
pub(crate) fn share_won(reward: f64, own_halves: f64, points: usize) -> f64 {
    let margin = (0.5 + own_halves / (4.0 * points as f64)).clamp(0.0, 1.0);
    ((reward - POINTS * margin) / (1.0 - POINTS)).clamp(0.0, 1.0)
}

/// What is added to twice the area score of a playout: komi, and under territory
/// scoring the stones put on the board so far, since area is territory and
/// prisoners and a point for every stone ever played.
pub(crate) fn offset(position: &Position) -> i32 {
    let komi = position.rules().komi.in_halves();
    let played = |color| position.stones(color).len() as i32 + position.lost(color) as i32;
    match position.rules().scoring {
        Scoring::Area => -komi,
        Scoring::Territory => -komi - 2 * (played(Color::Black) - played(Color::White)),
    }
}

/// The pass that ends a won game at once: the opponent passed and all is settled.
pub(crate) fn winning_pass(position: &Position, color: Color, seed: u64) -> Option<Choice> {
    if position.moves().next_back() != Some((color.opponent(), Move::Pass)) {
        return None;
    }
    let end = ending(position, seed);
    (end.settled && end.is_won_by(color)).then(|| Choice {
        mv: Move::Pass,
        win_rate: 1.0,
        score: f64::from(end.halves) / 2.0,
        playouts: 0,
    })
}

/// The part of playouts won below which nobody plays on for nothing.
const HOPELESS: f64 = 0.02;

/// The move that was tried most, unless it is time to pass. The pass is the last
/// of `tried`.
pub(crate) fn decide(position: &Position, color: Color, seed: u64, tried: &[Tried]) -> Choice {
    let playouts = tried.iter().map(|tried| tried.playouts).sum();
    let choice = |tried: &Tried| Choice {
        mv: tried.mv,
        win_rate: tried.win_rate(),
        score: tried.score(),
        playouts,
    };
    let (pass, moves) = tried.split_last().expect("passing is always among the moves");
    let Some(best) = most_tried(moves.iter()) else { return choice(pass) };
    // Where a move gains much over passing, the game goes on.
    if best.win_rate() > pass.win_rate() + 0.1 && best.win_rate() > 0.1 {
        return choice(best);
    }
    let end = ending(position, seed);
    if !end.settled {
        return choice(best);
    }
    let territory = position.rules().scoring == Scoring::Territory;
    let matters = |point: Point| end.matters(position, color, point);
    let useful = most_tried(moves.iter().filter(|tried| tried.mv.point().is_some_and(matters)));
    match useful {
        Some(useful) if territory => choice(useful),
        Some(_) => choice(best),
        None if territory || end.is_won_by(color) || best.win_rate() < HOPELESS => choice(pass),
        None => choice(best),
    }
}

/// The move tried most; of those tried as often, the better one.
pub(crate) fn most_tried<'a>(moves: impl Iterator<Item = &'a Tried>) -> Option<&'a Tried> {
    moves.reduce(|best, tried| {
        let better = (tried.playouts, tried.value()) > (best.playouts, best.value());
        if better { tried } else { best }
    })
}
