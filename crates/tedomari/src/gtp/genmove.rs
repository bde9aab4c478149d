//! Commands that choose a move.

use std::time::{Duration, Instant};

use ::predict::Predictor;
use board::{Color, Move, Point, PointSet, Position};
use budget::{Budget, StopFlag};
use cgt::Dyadic;
use player::ending::ending;
use player::exact::ExactChoice;
use player::search::Search;
use player::strategy::{self, Paradigm};
use player::{Choice, flat};

use super::areas::assumed_move;
use super::predict;
use super::protocol::{Call, Command, Reply, called};
use super::search::{self, Task, with_bonus};
use super::session::{Options, Session, Strategy};
use super::think::within;
use super::{asked, decided};

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "genmove",
        arguments: "C",
        about: "chooses a move and plays it; pass and resign are moves",
        run: genmove,
    },
    Command {
        name: "kgs-genmove_cleanup",
        arguments: "C",
        about: "as genmove, but does not pass while dead enemy stones stand",
        run: genmove_cleanup,
    },
    Command {
        name: "reg_genmove",
        arguments: "C",
        about: "chooses a move without playing it, always with the same seed",
        run: reg_genmove,
    },
    Command {
        name: "reg_genmove_toplay",
        arguments: "",
        about: "reg_genmove for the player to move",
        run: reg_genmove_toplay,
    },
    Command {
        name: "set_random_seed",
        arguments: "N",
        about: "where random choices begin",
        run: set_random_seed,
    },
    Command {
        name: "level",
        arguments: "N",
        about: "how much work a move may take: 0 (least) to 10 (no limit)",
        run: level,
    },
];

fn genmove(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = call.parse::<Color>(0)?;
    choose_and_play(session, color, false, Watch::Nobody, call)
}

fn genmove_cleanup(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = call.parse::<Color>(0)?;
    choose_and_play(session, color, true, Watch::Nobody, call)
}

/// As `genmove`; `watch` hears of the search each interval.
pub(super) fn analyzed(
    session: &mut Session,
    color: Color,
    interval: Duration,
    watch: &mut dyn FnMut(&Search),
    call: &Call<'_>,
) -> Reply {
    choose_and_play(session, color, false, Watch::Each(interval, watch), call)
}

/// Who hears of a search, and how often.
enum Watch<'a> {
    Nobody,
    Each(Duration, &'a mut dyn FnMut(&Search)),
}

fn choose_and_play(
    session: &mut Session,
    color: Color,
    cleanup: bool,
    watch: Watch<'_>,
    call: &Call<'_>,
) -> Reply {
    let begin = Instant::now();
    let time = thinking_time(session, color);
    // Another seed for each move, so that one unlucky choice is not made for ever.
    let seed = session.options.seed.wrapping_add(session.position().moves().len() as u64);
    let chosen = choose(session, color, time, seed, watch, call)?;
    session.value = asked::value(session, color, &chosen);
    let choice = chosen.choice;
    let mut mv = choice.mv;
    if cleanup && mv == Move::Pass {
        mv = clean_up(session.position(), color, seed);
    }
    let resigns = !cleanup && is_hopeless(&choice, session.position());
    if !resigns {
        session.play(color, mv)?;
        let moves = session.position().moves().len();
        session.pondering = Some((color.opponent(), moves));
    }
    session.clock(color).spend(begin.elapsed());
    // What a move takes beyond its time depends on the board and the machine; the worst
    // is forgotten slowly.
    let over = begin.elapsed().saturating_sub(time);
    session.overhead = over.max(session.overhead * 9 / 10).min(MOST_OVERHEAD);
    Ok(if resigns { "resign".to_string() } else { mv.to_string() })
}

fn reg_genmove(session: &mut Session, call: &Call<'_>) -> Reply {
    regression(session, call.parse::<Color>(0)?, call)
}

fn reg_genmove_toplay(session: &mut Session, call: &Call<'_>) -> Reply {
    regression(session, session.position().to_play(), call)
}

fn regression(session: &mut Session, color: Color, call: &Call<'_>) -> Reply {
    let time = session.options.time.unwrap_or(Options::UNHURRIED);
    let seed = session.options.seed;
    // What earlier searches found must not change the answer.
    session.tree = None;
    let chosen = choose(session, color, time, seed, Watch::Nobody, call);
    session.tree = None;
    let chosen = chosen?;
    session.value = asked::value(session, color, &chosen);
    Ok(chosen.choice.mv.to_string())
}

/// A move, and what it rests on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    /// The move, and what is thought of it.
    pub(crate) choice: Choice,
    /// What it rests on.
    pub(crate) ground: Ground,
}

/// What a move rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// The board is solved: the score, Black minus White without komi.
    Proved(Dyadic),
    /// The board is solved if what clearly lives does live.
    Assumed,
    /// It is what a strong player would do.
    Predicted,
    /// A search.
    Played,
    /// Motives, counts or temperatures.
    Judged,
    /// A win is so unlikely that playing on is impolite.
    Hopeless,
}

/// A move for the player to move in a position that is no game of ours, with the strength
/// asked for by `level`, in a time that `stop` may shorten.
pub(crate) fn advise(
    options: Options,
    position: &Position,
    handicap: usize,
    level: Option<u32>,
    stop: &StopFlag,
) -> Result<Chosen, String> {
    let color = position.to_play();
    let time = options.time.unwrap_or(Options::UNHURRIED);
    let seed = options.seed.wrapping_add(position.moves().len() as u64);
    let mut session = Session::new(options);
    session.set_rules(*position.rules());
    session.begin(position.clone(), handicap);
    session.level = level.filter(|&level| level < 10);
    let mut chosen =
        called(stop, |call| choose(&mut session, color, time, seed, Watch::Nobody, call))?;
    if is_hopeless(&chosen.choice, position) {
        chosen.ground = Ground::Hopeless;
    }
    Ok(chosen)
}

/// What the clock allots, and never more than the option allows.
fn thinking_time(session: &mut Session, color: Color) -> Duration {
    // About two of five empty points are still to be played by one player.
    let empty = session.position().empty_points().len() as u32;
    let moves = (empty * 2 / 5).max(15);
    let (most, overhead) = (session.options.time, session.overhead);
    match (session.clock(color).allotment(moves, overhead), most) {
        (Some(allotted), Some(most)) => allotted.min(most),
        (Some(allotted), None) => allotted,
        (None, most) => most.unwrap_or(Options::UNHURRIED),
    }
}

/// The exact move if the board is solved in a third of the time, else that of
/// the strategy, with White's bonus for handicap stones in the komi. The pure
/// predictors are asked before anything else.
fn choose(
    session: &mut Session,
    color: Color,
    time: Duration,
    seed: u64,
    watch: Watch<'_>,
    call: &Call<'_>,
) -> Result<Chosen, String> {
    let deeply = session.options.strategy == Strategy::DeepPredictor;
    if deeply || session.options.strategy == Strategy::Predictor {
        let mv = predict::choose(session.position(), color, deeply)?;
        return Ok(unjudged(mv, Ground::Predicted));
    }
    let begin = Instant::now();
    if time < HURRY && session.options.strategy != Strategy::Flat {
        // The predictor's move, or what looks best in the tree that is there.
        let choice = search::at_sight(session, color, seed);
        return Ok(Chosen { choice, ground: Ground::Predicted });
    }
    // Solving and judging a board stop some time after they are told to: with a flag that
    // may fall, and next to no time, neither is begun.
    let clocked = session.clock(color).allotment(1, Duration::ZERO).is_some();
    let hasty = clocked && time < HASTE;
    if !hasty {
        if let Some(solved) = exact_move(session, color, time / 3, call) {
            return Ok(unjudged(solved.mv, Ground::Proved(solved.score)));
        }
        if let Some(mv) = assumed_move(session, color, time / 3, call) {
            return Ok(unjudged(mv, Ground::Assumed));
        }
    }
    let time = time.saturating_sub(begin.elapsed());
    if session.options.strategy == Strategy::Flat {
        let position = with_bonus(session);
        let most = most_playouts(session);
        let choice = within(time, call, |stop| {
            flat::choose(&position, color, &mut Budget::nodes(most).with_stop(stop), seed)
        });
        return Ok(Chosen { choice, ground: Ground::Played });
    }
    if let Some(paradigm) = paradigm(session.options.strategy).filter(|_| !hasty) {
        let position = with_bonus(session);
        let mut predictor = predict::model().ok().map(Predictor::new);
        let most = most_playouts(session);
        let choice = within(time, call, |stop| {
            let mut budget = Budget::nodes(most).with_stop(stop);
            strategy::choose(&position, color, paradigm, predictor.as_mut(), &mut budget, seed)
        });
        return Ok(Chosen { choice, ground: Ground::Judged });
    }
    let mut ignored = |_: &Search| {};
    let (interval, watch) = match watch {
        Watch::Nobody => (Duration::MAX, &mut ignored as &mut dyn FnMut(&Search)),
        Watch::Each(interval, watch) => (interval, watch),
    };
    // Late in the game the first half of the time shows whether it is decided.
    let begin = Instant::now();
    let late = !hasty && decided::is_late(session.position());
    let limited = most_playouts(session) < u64::MAX;
    let first = if late && !limited { time / 2 } else { time };
    let task = Task { color, time: first, seed, interval, watch };
    let choice = search::choose(session, task, call);
    if !late || call.interrupted() {
        return Ok(Chosen { choice, ground: Ground::Played });
    }
    let left = if limited { time } else { time.saturating_sub(begin.elapsed()) };
    if let Some(choice) = decided::choose(session, color, &choice, left, call) {
        return Ok(Chosen { choice, ground: Ground::Assumed });
    }
    let left = time.saturating_sub(begin.elapsed());
    if limited || left < HURRY || session.tree.is_none() {
        return Ok(Chosen { choice, ground: Ground::Played });
    }
    let task = Task { color, time: left, seed, interval, watch };
    Ok(Chosen { choice: search::choose(session, task, call), ground: Ground::Played })
}

/// The strategies without playouts.
fn paradigm(strategy: Strategy) -> Option<Paradigm> {
    match strategy {
        Strategy::Static => Some(Paradigm::Static),
        Strategy::Try => Some(Paradigm::Try),
        Strategy::Selective => Some(Paradigm::Selective),
        Strategy::Temperature => Some(Paradigm::Temperature),
        Strategy::Sentestrat => Some(Paradigm::Sentestrat),
        Strategy::Thermostrat => Some(Paradigm::Thermostrat),
        Strategy::Sum => Some(Paradigm::Sum),
        _ => None,
    }
}

/// The move that keeps a proved score, if one is proved in the time.
pub(super) fn exact_move(
    session: &mut Session,
    color: Color,
    time: Duration,
    call: &Call<'_>,
) -> Option<ExactChoice> {
    let position = session.position().clone();
    // Whoever asks for few playouts wants a quick move.
    let nodes = most_playouts(session).saturating_mul(100).min(EXACT_NODES);
    let player = &mut session.exact;
    within(time, call, |stop| {
        let mut budget = Budget::nodes(nodes).with_stop(stop);
        player.choose(&position, color, &PointSet::EMPTY, &mut budget)
    })
}

/// More is not the move's own doing: the machine slept.
const MOST_OVERHEAD: Duration = Duration::from_millis(500);

/// Whoever has less time than this plays at sight.
const HURRY: Duration = Duration::from_millis(5);

/// Whoever has a clock and less time than this does not try to solve the board.
const HASTE: Duration = Duration::from_millis(100);

/// The most positions looked at for an exact move.
const EXACT_NODES: u64 = 1_000_000;

/// A proved or predicted move as a choice. It is never hopeless: who is behind plays the game out.
fn unjudged(mv: Move, ground: Ground) -> Chosen {
    Chosen { choice: Choice { mv, win_rate: 0.5, score: 0.0, playouts: 0 }, ground }
}

/// The least of what the options and the level allow.
pub(super) fn most_playouts(session: &Session) -> u64 {
    let by_level = session.level.map_or(u64::MAX, |level| 100 << level.min(20));
    session.options.playouts.unwrap_or(u64::MAX).min(by_level)
}

/// A win less likely than this is hopeless.
const HOPELESS: f64 = 0.02;

/// So many playouts, or as much work, are enough to know.
const ENOUGH: u64 = 500;

/// Whether a win is so unlikely, after enough search, that playing on is impolite.
fn is_hopeless(choice: &Choice, position: &Position) -> bool {
    let late = 3 * position.moves().len() > position.size().area();
    late && choice.playouts >= ENOUGH && choice.win_rate < HOPELESS
}

/// A move that takes, or comes nearer to taking, stones that are dead; a pass
/// if there are none or no move is safe.
fn clean_up(position: &Position, color: Color, seed: u64) -> Move {
    let enemy = color.opponent();
    let dead = ending(position, seed).dead & *position.stones(enemy);
    let mut blocks: Vec<Point> =
        position.blocks(enemy).filter(|&block| dead.contains(block)).collect();
    blocks.sort_by_key(|&block| position.liberties(block));
    for block in blocks {
        for point in position.liberty_points(block) {
            let mut after = position.clone();
            let played = after.play(color, Move::Play(point)).is_ok();
            // A suicide would leave nothing on the point.
            if played
                && after.stone(point).is_some()
                && (after.last_removed() > 0 || after.liberties(point) > 1)
            {
                return Move::Play(point);
            }
        }
    }
    Move::Pass
}

fn set_random_seed(session: &mut Session, call: &Call<'_>) -> Reply {
    session.options.seed = call.parse(0)?;
    Ok(String::new())
}

fn level(session: &mut Session, call: &Call<'_>) -> Reply {
    let level = call.parse::<u32>(0)?;
    session.level = (level < 10).then_some(level);
    Ok(String::new())
}
