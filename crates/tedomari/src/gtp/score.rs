//! Commands about the end of the game.

use board::score::{PLAYOUTS, Score, Status, score};
use board::{Color, PointSet};
use tactics::verdict::judge;

use super::protocol::{Call, Command, Reply, SYNTAX_ERROR};
use super::session::{Session, list};

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "final_score",
        arguments: "",
        about: "B+points, W+points or 0, as if the game were over",
        run: final_score,
    },
    Command {
        name: "final_status_list",
        arguments: "STATUS",
        about: "alive, seki or dead stones; black_territory, white_territory or dame",
        run: final_status_list,
    },
    Command {
        name: "final_status",
        arguments: "V",
        about: "the status of one point in the same words",
        run: final_status,
    },
    Command {
        name: "static_score",
        arguments: "WAY",
        about: "tromp_taylor_score (every stone lives) or japanese_score",
        run: static_score,
    },
];

/// The words for what a point can be at the end.
const STATUSES: [&str; 6] = ["alive", "seki", "dead", "black_territory", "white_territory", "dame"];

fn final_score(session: &mut Session, _: &Call<'_>) -> Reply {
    Ok(judged(session).to_string())
}

fn final_status_list(session: &mut Session, call: &Call<'_>) -> Reply {
    let status = call.word(0)?;
    if !STATUSES.contains(&status) {
        return Err(SYNTAX_ERROR.to_string());
    }
    let points = with_status(&judged(session), status);
    // One line a block, as the draft's examples have it.
    let position = session.position();
    let lines = Color::BOTH.into_iter().flat_map(|color| {
        let stones = points & *position.stones(color);
        stones.components().map(list).collect::<Vec<_>>()
    });
    let empty = Some(points & position.empty_points()).filter(|empty| !empty.is_empty());
    let lines: Vec<String> = match status {
        "alive" | "seki" | "dead" => lines.collect(),
        _ => empty.into_iter().map(list).collect(),
    };
    Ok(lines.join("\n"))
}

fn final_status(session: &mut Session, call: &Call<'_>) -> Reply {
    let point = session.point(call.word(0)?)?;
    let score = judged(session);
    let status = STATUSES.into_iter().find(|status| with_status(&score, status).contains(point));
    Ok(status.unwrap_or("dame").to_string())
}

/// The points of a status.
fn with_status(score: &Score, status: &str) -> PointSet {
    let [black, white] = &score.sides;
    match status {
        "alive" => (black.stones | white.stones) - black.seki - white.seki,
        "seki" => black.seki | white.seki,
        "dead" => black.dead | white.dead,
        "black_territory" => black.territory,
        "white_territory" => white.territory,
        _ => score.dame,
    }
}

/// The score if the game ended now: the answer of `tedomari score`.
fn judged(session: &Session) -> Score {
    let position = session.position();
    let status = if position.rules().agreement {
        let most = session.options.playouts.unwrap_or(u64::MAX);
        let playouts = most.min(PLAYOUTS.into()) as u32;
        judge(position, playouts, session.options.seed).status
    } else {
        Status::all_alive()
    };
    score(position, &status, session.handicap())
}

fn static_score(session: &mut Session, call: &Call<'_>) -> Reply {
    let position = session.position();
    let mut counted = position.clone();
    match call.word(0)? {
        "tromp_taylor_score" => {
            let rules =
                board::Rules { komi: position.rules().komi, ..board::Rules::tromp_taylor() };
            counted.set_rules(rules);
            Ok(score(&counted, &Status::all_alive(), 0).to_string())
        }
        "japanese_score" => {
            let rules = board::Rules { komi: position.rules().komi, ..board::Rules::japanese() };
            counted.set_rules(rules);
            let status = Status::given_dead(&counted, PointSet::EMPTY);
            Ok(score(&counted, &status, 0).to_string())
        }
        _ => Err(SYNTAX_ERROR.to_string()),
    }
}
