//! What regression suites of other programs ask about moves: the best of some, and how good the
//! board looks.

use std::time::Duration;

use board::{Color, Komi, Move, PointSet};
use budget::Budget;
use cgt::Dyadic;
use player::tree::Candidate;

use super::genmove::{Chosen, Ground, exact_move, most_playouts};
use super::protocol::{Call, Command, Reply};
use super::search::standing;
use super::session::{Options, Session};
use super::think::within;

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "restricted_genmove",
        arguments: "C V…",
        about: "the best of these moves, without playing it",
        run: restricted_genmove,
    },
    Command {
        name: "uct_value",
        arguments: "",
        about: "the share of games that the player who was asked for a move wins, from 0 to 1",
        run: uct_value,
    },
    Command {
        name: "sg_compare_float",
        arguments: "X COMMAND…",
        about: "-1, 0 or 1: the number that the command answers is below X, equal or above",
        run: sg_compare_float,
    },
];

fn restricted_genmove(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = call.parse::<Color>(0)?;
    call.word(1)?;
    let words = call.words()[1..].iter();
    let allowed = words.map(|word| session.point(word)).collect::<Result<PointSet, String>>()?;
    let legal = |mv: &Move| session.position().clone().play(color, *mv).is_ok();
    if !allowed.iter().map(Move::Play).any(|mv| legal(&mv)) {
        return Ok("pass".to_string());
    }
    let time = session.options.time.unwrap_or(Options::UNHURRIED);
    let listed = |mv: Move| matches!(mv, Move::Play(point) if allowed.contains(point));
    if let Some(solved) = exact_move(session, color, time / 3, call).filter(|c| listed(c.mv)) {
        return Ok(solved.mv.to_string());
    }
    let best = tried(session, color, time, &listed, call);
    Ok(best.map_or(Move::Pass, |best| best.mv).to_string())
}

fn uct_value(session: &mut Session, call: &Call<'_>) -> Reply {
    if let Some(value) = session.value {
        return Ok(format!("{value:.4}"));
    }
    let time = session.options.time.unwrap_or(Options::UNHURRIED);
    let color = session.position().to_play();
    let best = tried(session, color, time, &|_| true, call).ok_or("nothing was tried")?;
    Ok(format!("{:.4}", best.win_rate))
}

fn sg_compare_float(session: &mut Session, call: &Call<'_>) -> Reply {
    let bound = call.parse::<f64>(0)?;
    let name = call.word(1)?;
    let command = super::commands().into_iter().find(|command| command.name == name);
    let command = command.filter(|command| command.name != "sg_compare_float");
    let reply = (command.ok_or("unknown command")?.run)(session, &call.after(2))?;
    let value = reply.trim().parse::<f64>().map_err(|_| "the reply is no number")?;
    let order = value.partial_cmp(&bound).ok_or("the reply is no number")?;
    Ok((order as i8).to_string())
}

/// The move tried most of those that are allowed, after a search from nothing.
fn tried(
    session: &mut Session,
    color: Color,
    time: Duration,
    allowed: &dyn Fn(Move) -> bool,
    call: &Call<'_>,
) -> Option<Candidate> {
    session.tree = None;
    let (most, seed) = (most_playouts(session), session.options.seed);
    let mut tree = standing(session, color);
    within(time, call, |stop| {
        let mut budget = Budget::nodes(most).with_stop(stop);
        tree.grow(&mut budget.part(1), seed);
        tree.restrict(allowed);
        tree.grow(&mut budget, seed);
    });
    let candidates = tree.candidates().into_iter().filter(|candidate| allowed(candidate.mv));
    candidates.max_by_key(|candidate| candidate.visits)
}

/// The share of games won that a chosen move stands for, if it rests on any; a proved score
/// is won or lost.
pub(super) fn value(session: &Session, color: Color, chosen: &Chosen) -> Option<f64> {
    match chosen.ground {
        Ground::Proved(score) => won(score, session.rules().komi, color),
        Ground::Played | Ground::Judged => Some(chosen.choice.win_rate),
        _ => None,
    }
}

fn won(score: Dyadic, komi: Komi, color: Color) -> Option<f64> {
    let komi = Dyadic::from(komi.in_halves()).half().ok()?;
    let order = score.cmp(&komi);
    let order = if color == Color::Black { order } else { order.reverse() };
    Some((f64::from(order as i8) + 1.0) / 2.0)
}
