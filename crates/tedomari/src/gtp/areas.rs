//! The solved endgame for GoGui, Sabaki and scripts: areas, counts, temperatures.

use std::fmt::Write;
use std::time::Duration;

use board::{Color, Move, PointSet};
use budget::Budget;
use clap::ValueEnum;
use workbench::assume::solve_assuming;
use workbench::solve::{AreaReport, Number, Report, solve_with};

use super::protocol::{Call, Command, Reply, SYNTAX_ERROR};
use super::session::{Options, Session, Strategy};
use super::think::within;

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "tedomari-solve",
        arguments: "",
        about: "how far the endgame is solved, and the score with each side first",
        run: solve,
    },
    Command {
        name: "tedomari-areas",
        arguments: "",
        about: "the local games, each with its letter and color",
        run: areas,
    },
    Command {
        name: "tedomari-counts",
        arguments: "",
        about: "what each local game counts for, Black minus White",
        run: counts,
    },
    Command {
        name: "tedomari-temperatures",
        arguments: "",
        about: "what a move in each local game is worth",
        run: temperatures,
    },
    Command {
        name: "tedomari-territory",
        arguments: "",
        about: "settled points: safe stones and territory of both, and neutral points",
        run: territory,
    },
    Command {
        name: "tedomari-best",
        arguments: "C",
        about: "what every move in a local game loses, in points; 0 is best",
        run: best,
    },
    Command {
        name: "tedomari-value",
        arguments: "V",
        about: "the value of the local game at a point, in words",
        run: value,
    },
    Command {
        name: "tedomari-param",
        arguments: "[KEY VALUE]",
        about: "settings: assume_alive 0 or 1, ponder 0 or 1, strategy NAME",
        run: param,
    },
];

/// The best move if the board is solved with what may be assumed; `None` if nothing may
/// be, or it is not.
pub(super) fn assumed_move(
    session: &mut Session,
    color: Color,
    time: Duration,
    call: &Call<'_>,
) -> Option<Move> {
    if !session.options.assume_alive {
        return None;
    }
    let report = report_within(session, Some(color), time, call);
    best_moves(session, color, &report)?.first().copied()
}

/// The legal moves of a solved board that lose nothing, a pass where nothing is left to play;
/// `None` if it is not solved.
pub(super) fn best_moves(session: &Session, color: Color, report: &Report) -> Option<Vec<Move>> {
    if !matches!(report.status, "exact" | "assuming") {
        return None;
    }
    let named = report.best_moves.iter().filter_map(|name| session.point(name).ok());
    let mut moves: Vec<Move> = named.map(Move::Play).collect();
    if moves.is_empty() {
        moves.push(Move::Pass);
    }
    moves.retain(|&mv| session.position().check(color, mv).is_ok());
    Some(moves)
}

fn report(session: &mut Session, to_play: Option<Color>, call: &Call<'_>) -> Report {
    let time = session.options.time.unwrap_or(Options::UNHURRIED);
    report_within(session, to_play, time, call)
}

fn report_within(
    session: &mut Session,
    to_play: Option<Color>,
    time: Duration,
    call: &Call<'_>,
) -> Report {
    let mut position = session.position().clone();
    if let Some(color) = to_play {
        position.set_to_play(color);
    }
    let (assume, none) = (session.options.assume_alive, PointSet::EMPTY);
    let solver = session.exact.solver_mut();
    within(time, call, |stop| {
        let mut budget = Budget::unlimited().with_stop(stop);
        match assume {
            true => solve_assuming(solver, &position, &none, &mut budget),
            false => solve_with(solver, &position, &none, &mut budget),
        }
    })
}

/// A, B, … for areas; a plus after Z.
fn letter(area: &AreaReport) -> char {
    match area.id {
        id @ 1..=26 => (b'A' + id as u8 - 1) as char,
        _ => '+',
    }
}

fn status_line(report: &Report) -> String {
    let number = |score: &Option<Number>| score.as_ref().map_or("?".to_string(), Number::to_string);
    format!(
        "TEXT {}: score without komi {} with Black first, {} with White first",
        report.status,
        number(&report.score.black_first),
        number(&report.score.white_first),
    )
}

fn solve(session: &mut Session, call: &Call<'_>) -> Reply {
    let report = report(session, None, call);
    let mut text = status_line(&report).replace("TEXT ", "");
    for part in &report.unsolved {
        let _ = write!(text, "\nnot solved: {} {}", part.points.join(" "), part.why);
    }
    if !report.assumed_safe.is_empty() {
        let _ = write!(text, "\nassumed alive: {}", report.assumed_safe.join(" "));
    }
    if !report.best_moves.is_empty() {
        let _ = write!(text, "\nbest for {}: {}", report.to_play, report.best_moves.join(" "));
    }
    Ok(text)
}

/// Colors that differ in brightness, too; the letter carries the same information.
const COLORS: [&str; 6] = ["#8cb4e0", "#f0c36d", "#a7d49b", "#e39a9a", "#c9a8dc", "#7fc8c2"];

fn areas(session: &mut Session, call: &Call<'_>) -> Reply {
    let report = report(session, None, call);
    let mut lines = Vec::new();
    for area in &report.areas {
        let color = COLORS[(area.id - 1) % COLORS.len()];
        lines.push(format!("COLOR {color} {}", area.points.join(" ")));
        for point in &area.points {
            lines.push(format!("LABEL {point} {}", letter(area)));
        }
    }
    lines.push(status_line(&report));
    Ok(lines.join("\n"))
}

/// A label on the first point of each area, and its points colored.
fn labelled(
    report: &Report,
    color: impl Fn(&AreaReport) -> &'static str,
    label: impl Fn(&AreaReport) -> String,
) -> Reply {
    let mut lines = Vec::new();
    for area in &report.areas {
        lines.push(format!("COLOR {} {}", color(area), area.points.join(" ")));
        if let Some(first) = area.points.first() {
            lines.push(format!("LABEL {first} {}", label(area)));
        }
    }
    lines.push(status_line(report));
    Ok(lines.join("\n"))
}

fn counts(session: &mut Session, call: &Call<'_>) -> Reply {
    let report = report(session, None, call);
    let count = |area: &AreaReport| area.mean.clone().unwrap_or_else(|| "ko".to_string());
    let color = |area: &AreaReport| match area.mean.as_deref() {
        None => "#c9a8dc",
        Some(mean) if mean.starts_with('-') => "#f4f0e6",
        Some("0") => "#c8c8c8",
        Some(_) => "#707070",
    };
    labelled(&report, color, count)
}

fn temperatures(session: &mut Session, call: &Call<'_>) -> Reply {
    let report = report(session, None, call);
    let hottest = report.areas.first().and_then(|area| area.temperature.clone());
    let temperature = |area: &AreaReport| match (&area.temperature, &area.ko) {
        (Some(temperature), _) => temperature.clone(),
        (None, Some(ko)) => match &ko.black_master {
            Some(master) => format!("ko {}", master.temperature),
            None => "ko".to_string(),
        },
        (None, None) => "?".to_string(),
    };
    let color = |area: &AreaReport| match &area.temperature {
        None => "#c9a8dc",
        temperature if *temperature == hottest => "#e36a5a",
        Some(cold) if cold == "0" || cold.starts_with('-') => "#c8d8e8",
        Some(_) => "#f0c36d",
    };
    labelled(&report, color, temperature)
}

fn territory(session: &mut Session, call: &Call<'_>) -> Reply {
    let report = report(session, None, call);
    let mut lines = Vec::new();
    for (name, safe, territory) in [
        ("BLACK", &report.safe.black, &report.territory.black),
        ("WHITE", &report.safe.white, &report.territory.white),
    ] {
        let points: Vec<&str> = safe.iter().chain(territory).map(String::as_str).collect();
        if !points.is_empty() {
            lines.push(format!("{name} {}", points.join(" ")));
        }
    }
    if !report.dame.is_empty() {
        lines.push(format!("MARK {}", report.dame.join(" ")));
    }
    lines.push(status_line(&report));
    Ok(lines.join("\n"))
}

fn best(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = call.parse::<Color>(0)?;
    let report = report(session, Some(color), call);
    if report.losses.is_empty() && report.status != "exact" && report.status != "assuming" {
        return Err(format!("the board is not solved: {}", report.status));
    }
    let pairs: Vec<String> =
        report.losses.iter().map(|loss| format!("{} {}", loss.mv, loss.loss)).collect();
    Ok(pairs.join("\n"))
}

fn value(session: &mut Session, call: &Call<'_>) -> Reply {
    let point = session.point(call.word(0)?)?.to_string();
    let report = report(session, None, call);
    let Some(area) = report.areas.iter().find(|area| area.points.contains(&point)) else {
        return Err(format!("{point} is in no local game that was found"));
    };
    let mut text = format!("area {}, {}", letter(area), area.status);
    for (name, value) in [
        ("value", &area.value),
        ("lower", &area.lower),
        ("upper", &area.upper),
        ("chilled", &area.chilled),
        ("count", &area.mean),
        ("temperature", &area.temperature),
        ("kind", &area.kind),
    ] {
        if let Some(value) = value {
            let _ = write!(text, "\n{name} {value}");
        }
    }
    for (name, moves) in [("black", &area.black_moves), ("white", &area.white_moves)] {
        if !moves.is_empty() {
            let moves: Vec<&str> = moves.iter().map(|mv| mv.mv.as_str()).collect();
            let _ = write!(text, "\n{name} {}", moves.join(" "));
        }
    }
    Ok(text)
}

fn param(session: &mut Session, call: &Call<'_>) -> Reply {
    let truth = |value: &str| match value {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(SYNTAX_ERROR.to_string()),
    };
    match *call.words() {
        [] => {
            let Options { assume_alive, ponder, strategy, .. } = &session.options;
            let names = Strategy::value_variants().iter().map(|strategy| strategy.name());
            let names: Vec<String> = names.collect();
            return Ok(format!(
                "[bool] assume_alive {}\n[bool] ponder {}\n[list/{}] strategy {}",
                u8::from(*assume_alive),
                u8::from(*ponder),
                names.join("/"),
                strategy.name(),
            ));
        }
        ["assume_alive", value] => session.options.assume_alive = truth(value)?,
        ["ponder", value] => session.options.ponder = truth(value)?,
        ["strategy", value] => {
            session.options.strategy =
                Strategy::from_str(value, true).map_err(|_| SYNTAX_ERROR.to_string())?;
            // Another strategy grows another tree.
            session.tree = None;
        }
        _ => return Err(SYNTAX_ERROR.to_string()),
    }
    Ok(String::new())
}
