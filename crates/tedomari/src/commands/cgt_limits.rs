//! How long and how much the calculator may work, and what stops it.

use std::sync::{Arc, Mutex, Once};
use std::thread;
use std::time::Duration;

use budget::{Budget, StopFlag};
use cgt::Games;

/// Nobody waits longer without having asked for it.
const DEFAULT_SECONDS: f64 = 60.0;

/// Bounds of a calculation.
#[derive(clap::Args, Debug)]
pub(super) struct Limits {
    /// Memory for games, in megabytes [default: 1024]
    #[arg(long, value_name = "MEGABYTES")]
    memory: Option<usize>,
    /// Give a line up after this many sums and comparisons
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Give a line up after so many seconds [default: 60]
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
}

impl Limits {
    /// These limits, and where they say nothing the others.
    pub(super) fn or(self, other: Limits) -> Limits {
        Limits {
            memory: self.memory.or(other.memory),
            nodes: self.nodes.or(other.nodes),
            time: self.time.or(other.time),
        }
    }

    /// The memory bound in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.memory.map_or(Games::DEFAULT_LIMIT, |megabytes| megabytes.saturating_mul(1 << 20))
    }

    /// Gives the arena a fresh budget for one line, watched by Ctrl-C and the clock.
    pub(super) fn watch(&self, games: &mut Games) {
        let flag = StopFlag::new();
        stop_on_interrupt(&flag);
        let seconds = self.time.unwrap_or(DEFAULT_SECONDS);
        if seconds >= 0.0 {
            let flag = flag.clone();
            let time = Duration::from_secs_f64(seconds.min(1e9));
            // The flag of a line that is done is nobody's; raising it is harmless.
            thread::spawn(move || {
                thread::sleep(time);
                flag.stop();
            });
        }
        let nodes = self.nodes.unwrap_or(u64::MAX);
        games.set_budget(Budget::nodes(nodes).with_stop(flag));
    }
}

/// Lets Ctrl-C raise `flag`, and no longer any earlier one.
fn stop_on_interrupt(flag: &StopFlag) {
    static HANDLER: Once = Once::new();
    static CURRENT: Mutex<Option<Arc<StopFlag>>> = Mutex::new(None);
    if let Ok(mut current) = CURRENT.lock() {
        *current = Some(Arc::new(flag.clone()));
    }
    HANDLER.call_once(|| {
        // Without a handler Ctrl-C ends the program, which is no harm either.
        let _ = ctrlc::set_handler(|| {
            if let Ok(current) = CURRENT.lock()
                && let Some(flag) = &*current
            {
                flag.stop();
            }
        });
    });
}
