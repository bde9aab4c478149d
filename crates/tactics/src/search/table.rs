//! What the search remembers: a table of bounded size.

/// What is known about a position. `phi` is how hard it is for the player to
/// move to win, `delta` how hard to show that he does not.
///
/// What is known for good is kept for all ranks of a position together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) phi: u32,
    pub(super) delta: u32,
    /// The lowest rank from which the reacher is known to get there.
    pub(super) reached_from: i16,
    /// The highest rank up to which he is known not to.
    pub(super) prevented_to: i16,
    /// The depths of the path on whose positions a failure rests.
    pub(super) rests_on: u128,
    /// The serial number of the deepest of them.
    pub(super) serial: u32,
    /// The winning move, where there is one.
    pub(super) best: u8,
    /// Nodes spent below: what cost little is forgotten first.
    work: u32,
}

impl Default for Entry {
    fn default() -> Entry {
        Entry {
            key: 0,
            phi: 0,
            delta: 0,
            reached_from: i16::MAX,
            prevented_to: i16::MIN,
            rests_on: 0,
            serial: 0,
            best: 0,
            work: 0,
        }
    }
}

impl Entry {
    pub(super) fn work(&self) -> u32 {
        self.work
    }
}

/// A table of positions that grows up to a limit.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    mask: usize,
    used: usize,
    most: usize,
}

const WAYS: usize = 4;

/// Entries of a new table: most questions are small.
const FIRST: usize = 1 << 10;

impl Table {
    /// A table of at most about `bytes`.
    pub(super) fn new(bytes: usize) -> Table {
        let wanted = (bytes / size_of::<Entry>()).max(WAYS * 2);
        let most = if wanted.is_power_of_two() { wanted } else { wanted.next_power_of_two() / 2 };
        let len = most.min(FIRST);
        Table { entries: vec![Entry::default(); len], mask: len - 1, used: 0, most }
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
        entry.key = key | 1;
        entry.work = work.min(u32::MAX as u64) as u32;
        self.insert(entry);
        if self.used * 2 > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
    }

    fn insert(&mut self, mut entry: Entry) {
        let ways = self.ways(entry.key >> 1);
        let ways = &mut self.entries[ways];
        if let Some(old) = ways.iter_mut().find(|old| old.key == entry.key) {
            entry.work = entry.work.saturating_add(old.work);
            *old = entry;
            return;
        }
        let worst = ways.iter_mut().min_by_key(|old| if old.key == 0 { 0 } else { 1 + old.work });
        if let Some(worst) = worst {
            self.used += usize::from(worst.key == 0);
            *worst = entry;
        }
    }

    fn grow(&mut self) {
        let len = (self.entries.len() * 4).min(self.most);
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); len]);
        (self.mask, self.used) = (len - 1, 0);
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            self.insert(entry);
        }
    }
}
