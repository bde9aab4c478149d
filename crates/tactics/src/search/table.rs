//! What the search remembers: a table of bounded size.

/// What is known about a position. `phi` is how hard it is for the player to
/// move to win, `delta` how hard to show that he does not.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    pub(super) phi: u32,
    pub(super) delta: u32,
    /// The depths of the path on whose positions a failure rests.
    pub(super) rests_on: u128,
    /// The serial number of the deepest of them.
    pub(super) serial: u32,
    /// The winning move, where there is one.
    pub(super) best: u8,
    /// Nodes spent below: what cost little is forgotten first.
    work: u32,
}

impl Entry {
    pub(super) fn work(&self) -> u32 {
        self.work
    }
}

/// A table of positions.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    mask: usize,
}

const WAYS: usize = 4;

impl Table {
    /// A table of at most about `bytes`.
    pub(super) fn new(bytes: usize) -> Table {
        let wanted = (bytes / size_of::<Entry>()).max(WAYS * 2);
        let len = if wanted.is_power_of_two() { wanted } else { wanted.next_power_of_two() / 2 };
        Table { entries: vec![Entry::default(); len], mask: len - 1 }
    }

    fn ways(&self, key: u64) -> std::ops::Range<usize> {
        let start = (key as usize & self.mask) & !(WAYS - 1);
        start..start + WAYS
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<&Entry> {
        let key = key | 1;
        self.entries[self.ways(key >> 1)].iter().find(|entry| entry.key == key)
    }

    pub(super) fn put(&mut self, key: u64, mut entry: Entry, work: u64) {
        let key = key | 1;
        entry.key = key;
        entry.work = work.min(u32::MAX as u64) as u32;
        let ways = self.ways(key >> 1);
        let ways = &mut self.entries[ways];
        if let Some(old) = ways.iter_mut().find(|old| old.key == key) {
            entry.work = entry.work.saturating_add(old.work);
            *old = entry;
            return;
        }
        let worst = ways.iter_mut().min_by_key(|old| if old.key == 0 { 0 } else { 1 + old.work });
        if let Some(worst) = worst {
            *worst = entry;
        }
    }
}
