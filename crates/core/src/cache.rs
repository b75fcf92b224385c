//! Words to the machine about its memory: what speed needs and safe Rust has no word for.

use crate::Fault;
use memmap2::{Mmap, MmapAsRawDesc, MmapMut};
use std::sync::atomic::AtomicU64;

/// Asks for the cache line where `at` begins, without waiting for it.
#[inline(always)]
#[allow(unsafe_code, reason = "the processor's hint has no safe form in stable Rust; see the SAFETY comment")]
pub fn prefetch<T>(at: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing that the program can see and faults nowhere; the address is that of a
    // live reference besides. SSE, which it belongs to, is part of every x86-64.
    unsafe {
        std::arch::x86_64::_mm_prefetch(std::ptr::from_ref(at).cast(), std::arch::x86_64::_MM_HINT_T0);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// A great many words that threads share, all zero at first.
///
/// The system gives them at once, whatever their number, and takes only the memory that is touched; where it can, in huge
/// pages. A table that is read at random spends a third of a search's time on looking up small ones.
#[derive(Debug)]
pub struct Words {
    map: MmapMut,
    /// Where the first huge page begins, in bytes.
    first: usize,
    count: usize,
}

/// The size of a huge page, and more than any alignment that is needed.
const HUGE: usize = 2 << 20;

impl Words {
    /// So many words; `None` if there is not that much memory.
    pub fn new(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<AtomicU64>())?.checked_add(HUGE)?;
        let map = MmapMut::map_anon(bytes).ok()?;
        // Small pages do too, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let first = map.as_ptr().addr().next_multiple_of(HUGE) - map.as_ptr().addr();
        Some(Self { map, first, count })
    }
}

impl std::ops::Deref for Words {
    type Target = [AtomicU64];

    #[inline(always)]
    #[allow(unsafe_code, reason = "bytes of a map as words of which several threads may write; see the SAFETY comment")]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the map owns `count` words and more from `first` on (see `new`), which is a multiple of their
        // alignment; every bit pattern is an `AtomicU64`; the map is private to this type, which hands it out in no
        // other form, so that nobody reads or writes the words otherwise than as atomics; it lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().add(self.first).cast(), self.count) }
    }
}

/// The bytes of a file, of which the system reads what is touched.
#[derive(Debug)]
pub struct Mapped(Mmap);

impl Mapped {
    /// The bytes of an open file, which must not be changed while they are mapped. The fault is that of the system.
    #[allow(
        unsafe_code,
        reason = "a file can be changed by others, for which Rust has no type; see the SAFETY comment"
    )]
    pub fn new(file: impl MmapAsRawDesc) -> Result<Self, Fault> {
        // SAFETY: the map is read-only and handed out as bytes alone, of which every pattern is one. Others might write to the
        // file meanwhile; whoever maps one promises that nobody does, which holds for files that are written under another name and
        // moved to their own when they are whole, as all files of this house are.
        unsafe { Mmap::map(file) }.map(Self).map_err(|error| Fault::new(error.to_string()))
    }
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn a_mapped_file_has_the_bytes_that_reading_it_gives() {
        let path = std::env::temp_dir().join(format!("tabula-mapped-{}", std::process::id()));
        std::fs::write(&path, b"bytes of a file").unwrap();
        let mapped = Mapped::new(&std::fs::File::open(&path).unwrap()).unwrap();
        assert_eq!(mapped.as_ref(), std::fs::read(&path).unwrap());
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn words_are_zero_at_first_keep_what_is_stored_and_begin_a_cache_line() {
        let words = Words::new(1 << 19).unwrap();
        assert_eq!((words.len(), words.as_ptr().addr() % 64), (1 << 19, 0));
        assert!(words.iter().all(|word| word.load(Relaxed) == 0));
        words.iter().zip(0..).for_each(|(word, n)| word.store(n, Relaxed));
        assert!(words.iter().zip(0..).all(|(word, n)| word.load(Relaxed) == n));
    }

    #[test]
    fn more_than_there_is_is_refused() {
        assert!(Words::new(usize::MAX / 8).is_none());
        assert!(Words::new(usize::MAX).is_none());
    }
}
