//! How long and how much the calculator may work, and what stops it.

use std::time::Duration;

use budget::Budget;
use cgt::Games;

use crate::caller::Caller;
use crate::limits::{parse_seconds, whole};

/// Nobody waits longer without having asked for it.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Bounds of a calculation.
#[derive(clap::Args, Debug)]
pub(super) struct Limits {
    /// Memory for games, in megabytes [default: 1024]
    #[arg(long, value_name = "MEGABYTES", value_parser = whole(0..=usize::MAX))]
    memory: Option<usize>,
    /// Give a line up after this many sums and comparisons
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    nodes: Option<u64>,
    /// Give a line up after so many seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
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

    /// Gives the arena a fresh budget for one line, watched by whoever asks and the clock.
    pub(super) fn watch(&self, caller: &Caller<'_>, games: &mut Games) {
        let stop = caller.watch(self.time.unwrap_or(DEFAULT_TIME));
        games.set_budget(Budget::nodes(self.nodes.unwrap_or(u64::MAX)).with_stop(stop));
    }
}
