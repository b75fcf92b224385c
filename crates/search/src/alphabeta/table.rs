//! The transposition table: what is known of positions that were reached before, shared by all threads.
//!
//! No locks: an entry is two words, the first of which is stored with the second mixed in. A torn entry, half
//! of one write and half of another, does not match its key and is not seen. 48 bits of the key are kept besides those
//! that choose the place, so that foreign entries are practically never taken for one's own.

use super::Value;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use tabula_core::cache::Words;
use tabula_core::{Bound, Hint, Key, Score};

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The best move, or the one that refuted.
    pub hint: Option<Hint>,
    /// The value; proven results are counted from this position, not from the root.
    pub value: Value,
    /// The evaluator's own value, uncorrected; `None` where it was not asked.
    pub eval: Option<Value>,
    /// The depth of the search that found it.
    pub depth: i32,
    pub bound: Bound,
    /// Whether it ever stood on a principal variation.
    pub pv: bool,
}

const NO_HINT: u32 = u32::MAX;
const NO_EVAL: i16 = i16::MIN;
/// Entries of a cluster: one cache line.
const WAYS: usize = 4;
/// Searches before ages repeat.
const AGES: u8 = 32;

/// Up to so many words (256 MiB) are touched before the search begins, so that its clock does not pay for what the system
/// puts off; more would keep a GUI waiting.
const TOUCHED: usize = 32 << 20;

/// The words of a cluster.
const WORDS: usize = 2 * WAYS;

struct Slot<'t> {
    /// Hint and key, mixed with the data.
    lock: &'t AtomicU64,
    data: &'t AtomicU64,
}

/// The table.
pub(crate) struct Table {
    words: Words,
    clusters: usize,
    age: AtomicU8,
}

impl Table {
    /// A table of about `mebibytes`; smaller if there is not that much memory.
    pub(crate) fn new(mebibytes: usize) -> Self {
        Self::of((mebibytes.max(1) << 20) / (WORDS * size_of::<AtomicU64>()))
    }

    /// A table of so many clusters, or of half as many, until it fits.
    fn of(mut clusters: usize) -> Self {
        let words = loop {
            match Words::new(clusters * WORDS) {
                Some(words) => break words,
                None => clusters = (clusters / 2).max(1),
            }
        };
        if words.len() <= TOUCHED {
            words.iter().for_each(|word| word.store(0, Relaxed));
        }
        Self { words, clusters, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if self.words.len() <= TOUCHED {
            self.words.iter().for_each(|word| word.store(0, Relaxed));
            self.age = AtomicU8::new(0);
            return;
        }
        // The old one goes first: there may be no room for two.
        if let Some(nothing) = Words::new(0) {
            self.words = nothing;
        }
        *self = Self::of(self.clusters);
    }

    /// A new search begins: what it finds is worth more than what others left.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// The high half of the product spreads the keys over any number of clusters.
    #[inline(always)]
    fn cluster(&self, key: Key) -> &[[AtomicU64; 2]] {
        let place = ((u128::from(key.0) * self.clusters as u128) >> 64) as usize;
        self.words[place * WORDS..][..WORDS].as_chunks().0
    }

    #[inline(always)]
    fn slots(&self, key: Key) -> impl Iterator<Item = Slot<'_>> {
        self.cluster(key).iter().map(|[lock, data]| Slot { lock, data })
    }

    /// Brings the place of a position into the cache while other work is done.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Key) {
        tabula_core::cache::prefetch(&self.cluster(key)[0]);
    }

    #[inline(always)]
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        self.slots(key).find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let lock = slot.lock.load(Relaxed) ^ data;
            (lock as u32 == key.0 as u32 && data >> 48 == key.0 >> 32 & 0xFFFF && data & DEPTH_MASK != 0)
                .then(|| unpack(lock, data))
        })
    }

    /// Remembers an entry, in place of the least useful one of its cluster.
    pub(crate) fn store(&self, key: Key, entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut place = None;
        let mut least = i32::MAX;
        for slot in self.slots(key) {
            let data = slot.data.load(Relaxed);
            let lock = slot.lock.load(Relaxed) ^ data;
            let empty = data & DEPTH_MASK == 0;
            if !empty && lock as u32 == key.0 as u32 && data >> 48 == key.0 >> 32 & 0xFFFF {
                let old = unpack(lock, data);
                // A deep value is not given up for a shallow bound of the same search.
                let stays = entry.bound != Bound::Exact && entry.depth + 4 < old.depth && age_of(data) == age;
                if !stays {
                    write(&slot, key, Entry { hint: entry.hint.or(old.hint), ..entry }, age);
                }
                return;
            }
            let years = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = if empty { i32::MIN } else { depth_of(data) - 8 * years };
            if worth < least {
                least = worth;
                place = Some(slot);
            }
        }
        if let Some(slot) = place {
            write(&slot, key, entry, age);
        }
    }

    /// How full it is with entries of this search, in thousandths.
    pub(crate) fn full(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.clusters.min(250);
        let words = &self.words[..sample * WORDS];
        let used = words
            .as_chunks::<2>()
            .0
            .iter()
            .filter(|[_, data]| {
                let data = data.load(Relaxed);
                data & DEPTH_MASK != 0 && age_of(data) == age
            })
            .count();
        (used * 1000 / (sample * WAYS).max(1)) as u32
    }
}

// Data: value 16, eval 16, depth + 2 (0: empty) 8, bound 2, pv 1, age 5, more of the key 16.
const DEPTH_MASK: u64 = 0xFF << 32;

#[inline(always)]
const fn age_of(data: u64) -> u8 {
    (data >> 43) as u8 & (AGES - 1)
}

#[inline(always)]
const fn depth_of(data: u64) -> i32 {
    (data >> 32 & 0xFF) as i32 - 2
}

#[inline(always)]
fn unpack(lock: u64, data: u64) -> Entry {
    let hint = (lock >> 32) as u32;
    let eval = (data >> 16) as i16;
    Entry {
        hint: (hint != NO_HINT).then_some(Hint(hint)),
        value: Value::from(data as i16),
        eval: (eval != NO_EVAL).then_some(Value::from(eval)),
        depth: depth_of(data),
        bound: match data >> 40 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        pv: data >> 42 & 1 != 0,
    }
}

#[inline(always)]
fn write(slot: &Slot<'_>, key: Key, entry: Entry, age: u8) {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    let data = u64::from(entry.value as i16 as u16)
        | u64::from(eval as u16) << 16
        | u64::from((entry.depth + 2).clamp(1, 255) as u8) << 32
        | bound << 40
        | u64::from(entry.pv) << 42
        | u64::from(age) << 43
        | (key.0 >> 32 & 0xFFFF) << 48;
    let lock = u64::from(entry.hint.map_or(NO_HINT, |hint| hint.0)) << 32 | u64::from(key.0 as u32);
    slot.data.store(data, Relaxed);
    slot.lock.store(lock ^ data, Relaxed);
}

/// A value as it is stored: proven results counted from the position itself.
#[inline(always)]
pub(crate) fn to_table(value: Value, ply: usize) -> Value {
    shift(value, ply as i32)
}

/// A stored value as seen from the root.
#[inline(always)]
pub(crate) fn from_table(value: Value, ply: usize) -> Value {
    shift(value, -(ply as i32))
}

/// Everything beyond this is a win that is known, by proof or from tables, with its distance.
const KNOWN: Value = Score::TABLE_WIN.value() - super::LONGEST as Value;

#[inline(always)]
fn shift(value: Value, plies: i32) -> Value {
    if value >= KNOWN {
        value + plies
    } else if value <= -KNOWN {
        value - plies
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Dice;

    fn entry(dice: &mut Dice) -> Entry {
        let mut draw = |n: u64| (dice.next_u64() % n) as i32;
        Entry {
            hint: (draw(4) > 0).then(|| Hint(draw(1 << 30) as u32)),
            value: draw(64_000) - 32_000,
            eval: (draw(4) > 0).then(|| draw(60_000) - 30_000),
            depth: draw(120) - 1,
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][draw(3) as usize],
            pv: draw(2) > 0,
        }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let mut dice = Dice::new(5);
        let table = Table::new(1);
        for _ in 0..10_000 {
            let (key, entry) = (Key(dice.next_u64()), entry(&mut dice));
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
            assert_eq!(table.probe(Key(key.0 ^ 1 << 20)), None);
        }
    }

    #[test]
    fn a_cluster_is_a_cache_line_and_a_cleared_table_is_empty() {
        let mut table = Table::new(1);
        let place: *const _ = table.cluster(Key(u64::MAX / 3));
        assert_eq!(place.addr() % 64, 0);
        let entry = entry(&mut Dice::new(1));
        table.store(Key(5), entry);
        table.clear();
        assert_eq!((table.probe(Key(5)), table.full()), (None, 0));
    }

    #[test]
    fn more_memory_than_there_is_gives_a_smaller_table() {
        let table = Table::of(usize::MAX / (64 * 4));
        assert!(table.clusters < usize::MAX / (64 * 4));
    }

    #[test]
    fn a_new_search_replaces_what_an_old_one_left() {
        let table = Table::of(1);
        let deep = |depth| Entry { hint: None, value: 1, eval: None, depth, bound: Bound::Lower, pv: false };
        for key in 1..=4 {
            table.store(Key(key), deep(40));
        }
        table.store(Key(5), deep(2));
        assert_eq!((1..=5).filter(|&key| table.probe(Key(key)).is_some()).count(), 4);
        (0..8).for_each(|_| table.grow_older());
        for key in 11..=14 {
            table.store(Key(key), deep(2));
        }
        assert!((11..=14).all(|key| table.probe(Key(key)).is_some()));
    }

    #[test]
    fn a_move_is_kept_when_a_later_search_finds_none() {
        let table = Table::new(1);
        let first = Entry { hint: Some(Hint(7)), value: 3, eval: None, depth: 4, bound: Bound::Lower, pv: false };
        table.store(Key(99), first);
        table.store(Key(99), Entry { hint: None, depth: 5, bound: Bound::Upper, ..first });
        assert_eq!(table.probe(Key(99)).unwrap().hint, Some(Hint(7)));
    }

    #[test]
    fn distances_are_counted_from_the_position() {
        let mate = Score::win_in(9).value();
        assert_eq!(to_table(mate, 4), Score::win_in(5).value());
        assert_eq!(from_table(to_table(-mate, 4), 4), -mate);
        assert_eq!(to_table(250, 4), 250);
    }
}
