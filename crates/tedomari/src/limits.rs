//! Limits of long work: nodes, time and Ctrl-C, all turned into one budget.

use std::thread;
use std::time::Duration;

use budget::{Budget, StopFlag};

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

fn parse_seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "write seconds such as 10 or 0.5".to_string())
}

impl LimitArgs {
    /// The budget. Ctrl-C stops the work from now on; a second one ends the program.
    pub fn budget(&self, default: Duration) -> Budget {
        let stop = StopFlag::new();
        let flag = stop.clone();
        // Without a handler Ctrl-C simply ends the program.
        let _ = ctrlc::set_handler(move || {
            if flag.is_raised() {
                std::process::exit(130);
            }
            flag.stop();
        });
        let time = self.time.unwrap_or(default);
        let flag = stop.clone();
        thread::spawn(move || {
            thread::sleep(time);
            flag.stop();
        });
        Budget::nodes(self.nodes.unwrap_or(u64::MAX)).with_stop(stop)
    }
}
