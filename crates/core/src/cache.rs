//! A word to the processor's cache.

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
