//! How much work a search may do: a number of nodes, and a flag that stops it.
//!
//! Searches below the deciding layer never read a clock. They spend from a
//! [`Budget`] and return what they have when it is used up; whoever started
//! them turns a time limit or a key press into [`StopFlag::stop`].
//!
//! ```
//! use budget::Budget;
//!
//! let mut budget = Budget::nodes(3);
//! assert!(budget.spend(2).is_ok());
//! assert!(budget.spend(2).is_err());
//! assert_eq!(budget.spent(), 4);
//! ```

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A shared flag that ends every search which watches it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised yet.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Raises the flag; it stays raised.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody raised the flag.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a search ended before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The node limit was reached.
    Nodes,
    /// The stop flag was raised: time is up, or the user asked.
    Stopped,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exhausted::Nodes => "the node limit was reached",
            Exhausted::Stopped => "the search was stopped",
        })
    }
}

impl std::error::Error for Exhausted {}

/// The work one search may still do. One budget belongs to one thread; threads
/// that work together share the [`StopFlag`].
#[derive(Clone, Debug)]
pub struct Budget {
    limit: u64,
    spent: u64,
    stop: StopFlag,
}

impl Budget {
    /// No limit but the stop flag.
    pub fn unlimited() -> Budget {
        Budget::nodes(u64::MAX)
    }

    /// At most `limit` nodes.
    pub fn nodes(limit: u64) -> Budget {
        Budget { limit, spent: 0, stop: StopFlag::new() }
    }

    /// The same budget, watching `stop`.
    pub fn with_stop(mut self, stop: StopFlag) -> Budget {
        self.stop = stop;
        self
    }

    /// A fresh budget of at most `limit` nodes that watches the same flag:
    /// for a part of the work that must leave something for the rest.
    pub fn part(&self, limit: u64) -> Budget {
        Budget { limit: limit.min(self.left()), spent: 0, stop: self.stop.clone() }
    }

    /// Counts `nodes` as done. An error means: return what you have.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> Result<(), Exhausted> {
        self.spent = self.spent.saturating_add(nodes);
        if self.spent > self.limit {
            Err(Exhausted::Nodes)
        } else if self.stop.is_raised() {
            Err(Exhausted::Stopped)
        } else {
            Ok(())
        }
    }

    /// Nodes done so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Nodes that may still be done.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.spent)
    }

    /// The flag this budget watches.
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_ends_every_budget_that_watches_it() {
        let flag = StopFlag::new();
        let mut whole = Budget::unlimited().with_stop(flag.clone());
        let mut part = whole.part(10);
        assert_eq!(whole.spend(1), Ok(()));
        flag.stop();
        assert_eq!(whole.spend(1), Err(Exhausted::Stopped));
        assert_eq!(part.spend(1), Err(Exhausted::Stopped));
    }

    #[test]
    fn a_part_cannot_spend_more_than_the_whole_has_left() {
        let mut whole = Budget::nodes(5);
        whole.spend(3).unwrap();
        assert_eq!(whole.part(100).left(), 2);
    }
}
