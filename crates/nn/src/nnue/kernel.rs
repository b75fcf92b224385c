//! The loops that play consists of. All slices have the width of the net, a multiple of [`LANES`](super::net::LANES).
//!
//! Sums and differences of 16-bit numbers become vectors by themselves; for the squares the compiler is told which instructions to take,
//! where the machine has them. `squares_plainly` is the twin under test.

use super::whole::ONE;

/// `half += row`.
#[inline(always)]
pub(crate) fn add(half: &mut [i16], row: &[i16]) {
    half.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
}

/// `half -= row`.
#[inline(always)]
pub(crate) fn take(half: &mut [i16], row: &[i16]) {
    half.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
}

/// One man moved.
#[inline(always)]
pub(crate) fn move_one(half: &mut [i16], before: &[i16], on: &[i16], off: &[i16]) {
    for (((sum, before), on), off) in half.iter_mut().zip(before).zip(on).zip(off) {
        *sum = before.wrapping_add(*on).wrapping_sub(*off);
    }
}

/// One man took another.
#[inline(always)]
pub(crate) fn move_and_take(half: &mut [i16], before: &[i16], on: &[i16], off: [&[i16]; 2]) {
    for ((((sum, before), on), first), second) in half.iter_mut().zip(before).zip(on).zip(off[0]).zip(off[1]) {
        *sum = before.wrapping_add(*on).wrapping_sub(*first).wrapping_sub(*second);
    }
}

/// The sum of clipped squares times weights.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn squares(half: &[i16], row: &[i16]) -> i32 {
    #[cfg(target_feature = "avx2")]
    // SAFETY: the machine has AVX2, or this line would not be compiled.
    unsafe {
        squares_avx2(half, row)
    }
    #[cfg(not(target_feature = "avx2"))]
    squares_plainly(half, row)
}

/// What `squares` does, in the plainest way.
#[cfg(any(test, not(target_feature = "avx2")))]
pub(crate) fn squares_plainly(half: &[i16], row: &[i16]) -> i32 {
    let pairs = half.iter().zip(row);
    pairs.map(|(&sum, &weight)| i32::from(sum.clamp(0, ONE)) * i32::from(weight) * i32::from(sum.clamp(0, ONE))).sum()
}

/// A clipped sum times its weight fits 16 bits, so that one instruction multiplies it by the sum again and adds neighbours.
#[cfg(target_feature = "avx2")]
#[target_feature(enable = "avx2")]
#[inline]
#[allow(unsafe_code)]
unsafe fn squares_avx2(half: &[i16], row: &[i16]) -> i32 {
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32, _mm256_castsi256_si128,
        _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    };
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
    let mut sums = [zero; 2];
    for (halves, rows) in half.chunks_exact(32).zip(row.chunks_exact(32)) {
        for (lane, sum) in sums.iter_mut().enumerate() {
            // SAFETY: a chunk has 32 numbers of two bytes; each of the two loads reads 16 of them, and needs no alignment.
            let (half, row) = unsafe {
                (
                    _mm256_loadu_si256(halves.as_ptr().add(16 * lane).cast::<__m256i>()),
                    _mm256_loadu_si256(rows.as_ptr().add(16 * lane).cast::<__m256i>()),
                )
            };
            let clipped = _mm256_min_epi16(_mm256_max_epi16(half, zero), one);
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(_mm256_mullo_epi16(clipped, row), clipped));
        }
    }
    let sum = _mm256_add_epi32(sums[0], sums[1]);
    let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b00_00_11_10>(sum));
    _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0b00_00_00_01>(sum)))
}
