//! Tables that remember results by key: open addressing, no removal, and a
//! bound on their size. A full table forgets everything and starts again, so
//! forgetting costs time but never memory.

/// What a table can be asked for.
pub(crate) trait Key: Copy + Eq {
    /// A key that never occurs; it marks free places.
    const FREE: Self;
    /// A well mixed hash; its high bits are used.
    fn hash(&self) -> u64;
}

pub(crate) struct Memo<K, V> {
    slots: Vec<(K, V)>,
    used: usize,
    shift: u32,
}

impl<K: Key, V: Copy + Default> Memo<K, V> {
    pub(crate) fn new() -> Memo<K, V> {
        Memo { slots: vec![(K::FREE, V::default()); 1 << 10], used: 0, shift: 64 - 10 }
    }

    #[inline]
    pub(crate) fn find(&self, key: &K) -> Option<V> {
        let mask = self.slots.len() - 1;
        let mut i = (key.hash() >> self.shift) as usize;
        loop {
            let (k, v) = &self.slots[i & mask];
            if k == key {
                return Some(*v);
            }
            if *k == K::FREE {
                return None;
            }
            i += 1;
        }
    }

    /// Remembers `value`; the table may grow to `limit` bytes. Says whether it
    /// was full and everything else was forgotten.
    pub(crate) fn insert(&mut self, key: K, value: V, limit: usize) -> bool {
        let mut forgot = false;
        if self.used * 8 >= self.slots.len() * 5 {
            if self.bytes() * 3 <= limit {
                self.grow();
            } else {
                self.slots.fill((K::FREE, V::default()));
                self.used = 0;
                forgot = true;
            }
        }
        self.place(key, value);
        forgot
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<(K, V)>()
    }

    fn place(&mut self, key: K, value: V) {
        let mask = self.slots.len() - 1;
        let mut i = (key.hash() >> self.shift) as usize & mask;
        while self.slots[i].0 != K::FREE && self.slots[i].0 != key {
            i = (i + 1) & mask;
        }
        self.used += usize::from(self.slots[i].0 == K::FREE);
        self.slots[i] = (key, value);
    }

    fn grow(&mut self) {
        let bigger = vec![(K::FREE, V::default()); self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, bigger);
        self.shift -= 1;
        self.used = 0;
        for (key, value) in old {
            if key != K::FREE {
                self.place(key, value);
            }
        }
    }
}

/// Two cores in ascending order: the key of a sum.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SumKey(pub(crate) u64, pub(crate) u64);

impl Key for SumKey {
    const FREE: SumKey = SumKey(u64::MAX, u64::MAX);

    #[inline]
    fn hash(&self) -> u64 {
        mix(mix(self.0) ^ self.1)
    }
}

/// Two cores and the difference of their numbers: the key of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct OrderKey(pub(crate) u64, pub(crate) u64, pub(crate) i64);

impl Key for OrderKey {
    const FREE: OrderKey = OrderKey(u64::MAX, u64::MAX, 0);

    #[inline]
    fn hash(&self) -> u64 {
        mix(mix(mix(self.0) ^ self.1) ^ self.2 as u64)
    }
}

/// A cache of fixed size that forgets what falls into the same place.
pub(crate) struct Cache<K, V> {
    slots: Vec<(K, V)>,
}

impl<K: Key, V: Copy + Default> Cache<K, V> {
    pub(crate) fn new(bits: u32) -> Cache<K, V> {
        Cache { slots: vec![(K::FREE, V::default()); 1 << bits] }
    }

    #[inline]
    pub(crate) fn find(&self, key: &K) -> Option<V> {
        let (k, v) = &self.slots[self.place(key)];
        (k == key).then_some(*v)
    }

    #[inline]
    pub(crate) fn insert(&mut self, key: K, value: V) {
        let place = self.place(&key);
        self.slots[place] = (key, value);
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<(K, V)>()
    }

    fn place(&self, key: &K) -> usize {
        (key.hash() >> 32) as usize & (self.slots.len() - 1)
    }
}

/// A game, which form it is compared with, and how: the key of a comparison
/// with a form that is not canonical yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct FormKey(pub(crate) u64, pub(crate) i64, pub(crate) u64);

impl Key for FormKey {
    const FREE: FormKey = FormKey(u64::MAX, 0, 0);

    #[inline]
    fn hash(&self) -> u64 {
        mix(mix(self.0 ^ self.2.rotate_left(40)) ^ self.1 as u64)
    }
}

/// One round of mixing; the folded product spreads low bits into high ones and back.
#[inline]
pub(crate) fn mix(x: u64) -> u64 {
    let wide = u128::from(x ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (wide as u64) ^ (wide >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_until_it_is_full_and_then_starts_again() {
        let mut memo: Memo<SumKey, u32> = Memo::new();
        for i in 0..100_000u64 {
            memo.insert(SumKey(i, i + 1), i as u32, 1 << 30);
        }
        for i in 0..100_000u64 {
            assert_eq!(memo.find(&SumKey(i, i + 1)), Some(i as u32));
        }
        let bytes = memo.bytes();
        for i in 0..1_000_000u64 {
            memo.insert(SumKey(i, i + 2), i as u32, bytes);
        }
        assert_eq!(memo.bytes(), bytes);
        assert_eq!(memo.find(&SumKey(999_999, 1_000_001)), Some(999_999));
    }
}
