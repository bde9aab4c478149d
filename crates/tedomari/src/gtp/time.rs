//! Commands about time.

use std::time::Duration;

use board::Color;

use super::clock::{System, TimeSettings};
use super::protocol::{Call, Command, Reply, SYNTAX_ERROR};
use super::session::Session;

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "time_settings",
        arguments: "MAIN PERIOD STONES",
        about: "main time, then STONES moves in each PERIOD; in seconds",
        run: time_settings,
    },
    Command {
        name: "time_left",
        arguments: "C SECONDS STONES",
        about: "time left for STONES moves or periods; STONES 0: main time",
        run: time_left,
    },
    Command {
        name: "kgs-time_settings",
        arguments: "SYSTEM NUMBERS…",
        about: "none, absolute, byoyomi or canadian",
        run: named_settings,
    },
    Command {
        name: "kata-time_settings",
        arguments: "SYSTEM NUMBERS…",
        about: "as kgs-time_settings, and fischer or fischer-capped",
        run: named_settings,
    },
    Command {
        name: "kata-list_time_settings",
        arguments: "",
        about: "the systems that kata-time_settings knows",
        run: list_time_settings,
    },
];

/// The longest time one can set; some controllers send enormous numbers for "no limit".
const LONGEST: f64 = 1e9;

/// Seconds, whole or not; never negative.
fn seconds(call: &Call<'_>, index: usize) -> Result<Duration, String> {
    let seconds: f64 = call.parse(index)?;
    if seconds.is_nan() || seconds < 0.0 {
        return Err(SYNTAX_ERROR.to_string());
    }
    Ok(Duration::from_secs_f64(seconds.min(LONGEST)))
}

/// A limit in seconds; a negative number means none.
fn limit(call: &Call<'_>, index: usize) -> Result<Duration, String> {
    match call.parse::<f64>(index)? {
        negative if negative < 0.0 => Ok(Duration::MAX),
        _ => seconds(call, index),
    }
}

fn time_settings(session: &mut Session, call: &Call<'_>) -> Reply {
    let (main, period, stones) = (seconds(call, 0)?, seconds(call, 1)?, call.parse::<u32>(2)?);
    let settings = match (period.is_zero(), stones) {
        (true, _) => TimeSettings { main, system: System::Absolute },
        // The draft's way of saying that there is no limit.
        (false, 0) => TimeSettings::NONE,
        (false, _) => TimeSettings { main, system: System::Canadian { period, stones } },
    };
    session.set_time(settings);
    Ok(String::new())
}

fn time_left(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = call.parse::<Color>(0)?;
    // A clock that has run out may be reported as negative.
    let left = call.parse::<f64>(1)?;
    let left = if left < 0.0 { Duration::ZERO } else { seconds(call, 1)? };
    let stones = call.parse::<u32>(2)?;
    session.clock(color).report(left, stones);
    Ok(String::new())
}

fn named_settings(session: &mut Session, call: &Call<'_>) -> Reply {
    let name = call.word(0)?;
    if name == "none" {
        session.set_time(TimeSettings::NONE);
        return Ok(String::new());
    }
    let main = seconds(call, 1)?;
    let system = match name {
        "absolute" => System::Absolute,
        "byoyomi" => System::ByoYomi { period: seconds(call, 2)?, periods: at_least_one(call, 3)? },
        "canadian" => {
            System::Canadian { period: seconds(call, 2)?, stones: at_least_one(call, 3)? }
        }
        "fischer" => System::Fischer {
            increment: seconds(call, 2)?,
            main_limit: Duration::MAX,
            move_limit: Duration::MAX,
        },
        "fischer-capped" => System::Fischer {
            increment: seconds(call, 2)?,
            main_limit: limit(call, 3)?,
            move_limit: limit(call, 4)?,
        },
        _ => return Err(SYNTAX_ERROR.to_string()),
    };
    session.set_time(TimeSettings { main, system });
    Ok(String::new())
}

fn at_least_one(call: &Call<'_>, index: usize) -> Result<u32, String> {
    match call.parse::<u32>(index)? {
        0 => Err(SYNTAX_ERROR.to_string()),
        number => Ok(number),
    }
}

fn list_time_settings(_: &mut Session, _: &Call<'_>) -> Reply {
    Ok("none absolute byoyomi canadian fischer fischer-capped".to_string())
}
