//! Limits of long work: nodes, time and Ctrl-C, all turned into one budget.

use std::sync::{Mutex, Once};
use std::thread;
use std::time::Duration;

use budget::{Budget, StopFlag};

use crate::caller::Caller;

/// How much work a command may do.
#[derive(clap::Args, Debug)]
pub struct LimitArgs {
    /// Stop after this many seconds and report what is known
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub time: Option<Duration>,
    /// Stop after looking at this many positions
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
}

/// Reads a number of seconds such as `10` or `0.5`.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "write seconds such as 10 or 0.5".to_string())
}

impl LimitArgs {
    /// The budget, watched by the clock and by whoever asks.
    pub fn budget(&self, caller: &Caller<'_>, default: Duration) -> Budget {
        let stop = caller.watch(self.time.unwrap_or(default));
        Budget::nodes(self.nodes.unwrap_or(u64::MAX)).with_stop(stop)
    }
}

/// A flag that is raised after some time, or by Ctrl-C. A second Ctrl-C ends the
/// program. Ctrl-C raises only the flag made last: earlier work is done.
pub(crate) fn watch(time: Duration) -> StopFlag {
    let stop = watch_ctrl_c();
    let flag = stop.clone();
    // The flag of work that is done is nobody's; raising it is harmless.
    thread::spawn(move || {
        thread::sleep(time);
        flag.stop();
    });
    stop
}

/// A flag that is raised by Ctrl-C alone.
pub(crate) fn watch_ctrl_c() -> StopFlag {
    static HANDLER: Once = Once::new();
    static CURRENT: Mutex<Option<StopFlag>> = Mutex::new(None);
    let stop = StopFlag::new();
    if let Ok(mut current) = CURRENT.lock() {
        *current = Some(stop.clone());
    }
    HANDLER.call_once(|| {
        // Without a handler Ctrl-C simply ends the program.
        let _ = ctrlc::set_handler(|| {
            if let Ok(current) = CURRENT.lock()
                && let Some(flag) = &*current
                && !flag.is_raised()
            {
                flag.stop();
            } else {
                std::process::exit(130);
            }
        });
    });
    stop
}
