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
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A shared flag that ends every search which watches it, and a count of the nodes that
/// these searches have done: whoever waits can see that something happens.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<Watch>);

#[derive(Debug, Default)]
struct Watch {
    raised: AtomicBool,
    nodes: AtomicU64,
    /// Whose count this one is a part of.
    whole: Option<StopFlag>,
}

impl StopFlag {
    /// A flag that is not raised yet.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Raises the flag; it stays raised.
    pub fn stop(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Whether somebody raised the flag.
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed)
    }

    /// A flag of its own for a part of the work, not raised yet: the nodes of the part
    /// count here, too. That this flag is raised does not raise the part's.
    pub fn part(&self) -> StopFlag {
        StopFlag(Arc::new(Watch { whole: Some(self.clone()), ..Watch::default() }))
    }

    /// About how many nodes were done so far by all who watch the flag. Each of them
    /// tells of its nodes in bundles of [`BUNDLE`].
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    fn count(&self, nodes: u64) {
        self.0.nodes.fetch_add(nodes, Ordering::Relaxed);
        if let Some(whole) = &self.0.whole {
            whole.count(nodes);
        }
    }
}

/// So many nodes are done before [`StopFlag::nodes`] hears of them: counting costs
/// nothing where it matters.
pub const BUNDLE: u64 = 256;

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
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    spent: u64,
    /// Of those spent, the ones the flag has heard of.
    told: u64,
    /// Where there is something to do: beyond the limit, or when a bundle is full.
    mark: u64,
    stop: StopFlag,
}

impl Budget {
    /// No limit but the stop flag.
    pub fn unlimited() -> Budget {
        Budget::nodes(u64::MAX)
    }

    /// At most `limit` nodes.
    pub fn nodes(limit: u64) -> Budget {
        Budget::new(limit, StopFlag::new())
    }

    fn new(limit: u64, stop: StopFlag) -> Budget {
        Budget { limit, spent: 0, told: 0, mark: BUNDLE.min(limit.saturating_add(1)), stop }
    }

    /// The same budget, watching `stop`.
    pub fn with_stop(mut self, stop: StopFlag) -> Budget {
        self.tell();
        self.stop = stop;
        self
    }

    /// A fresh budget of at most `limit` nodes that watches the same flag:
    /// for a part of the work that must leave something for the rest. What it has spent
    /// is [charged](Budget::charge) when it is done.
    pub fn part(&self, limit: u64) -> Budget {
        Budget::new(limit.min(self.left()), self.stop.clone())
    }

    /// Counts `nodes` as done. An error means: return what you have.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> Result<(), Exhausted> {
        self.spent = self.spent.saturating_add(nodes);
        if self.spent >= self.mark {
            self.tell();
            if self.spent > self.limit {
                return Err(Exhausted::Nodes);
            }
        }
        if self.stop.is_raised() { Err(Exhausted::Stopped) } else { Ok(()) }
    }

    /// Counts `nodes` as done that a part has done, and the flag has heard of.
    pub fn charge(&mut self, nodes: u64) -> Result<(), Exhausted> {
        self.tell();
        self.told = self.told.saturating_add(nodes);
        self.spend(nodes)
    }

    /// Tells the flag of what it has not heard yet.
    #[cold]
    fn tell(&mut self) {
        if self.spent > self.told {
            self.stop.count(self.spent - self.told);
            self.told = self.spent;
        }
        self.mark = self.spent.saturating_add(BUNDLE).min(self.limit.saturating_add(1));
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

impl Clone for Budget {
    /// What this one has not told yet is left to it: nothing is told twice.
    fn clone(&self) -> Budget {
        Budget { told: self.spent, stop: self.stop.clone(), ..*self }
    }
}

impl Drop for Budget {
    fn drop(&mut self) {
        self.tell();
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

    #[test]
    fn every_node_is_counted_once() {
        let flag = StopFlag::new();
        let mut whole = Budget::nodes(10_000).with_stop(flag.clone());
        for _ in 0..BUNDLE - 1 {
            whole.spend(1).unwrap();
        }
        assert_eq!(flag.nodes(), 0);
        whole.spend(1).unwrap();
        assert_eq!(flag.nodes(), BUNDLE);
        whole.spend(3).unwrap();
        // A part that is done, one with a flag of its own, and a copy that goes on.
        let mut part = whole.part(2000);
        while part.spend(7).is_ok() {}
        whole.charge(part.spent()).unwrap();
        drop(part);
        let mut other = whole.part(50).with_stop(flag.part());
        other.spend(40).unwrap();
        other.stop_flag().stop();
        whole.charge(other.spent()).unwrap();
        drop(other);
        let mut copy = whole.clone();
        copy.spend(5).unwrap();
        drop(copy);
        let spent = whole.spent();
        drop(whole);
        assert_eq!(flag.nodes(), spent + 5);
    }

    #[test]
    fn the_limit_holds_to_the_node() {
        for limit in [0, 1, BUNDLE - 1, BUNDLE, BUNDLE + 1, 3000, u64::MAX] {
            for step in [1, 7, BUNDLE, 5000] {
                let mut budget = Budget::nodes(limit);
                for _ in 0..4000 {
                    let over = budget.spent().saturating_add(step) > limit;
                    assert_eq!(budget.spend(step).is_err(), over, "{limit} by {step}");
                }
            }
        }
    }
}
