//! Two values in one word: one for the middlegame, one for the endgame. A sum is one addition.

use std::ops::{Add, AddAssign, Mul, Sub};

/// A pair of sums, each between -32,768 and 32,767.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Packed(i32);

impl Packed {
    pub(crate) const ZERO: Self = Self(0);

    /// The endgame may borrow from the middlegame's half; [`middle`](Self::middle) gives it back.
    #[inline(always)]
    pub(crate) const fn new(middle: i32, end: i32) -> Self {
        Self((middle << 16) + end)
    }

    #[inline(always)]
    pub(crate) const fn middle(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    #[inline(always)]
    pub(crate) const fn end(self) -> i32 {
        self.0 as i16 as i32
    }
}

impl Add for Packed {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Packed {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Packed {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Mul<i32> for Packed {
    type Output = Self;

    #[inline(always)]
    fn mul(self, times: i32) -> Self {
        Self(self.0.wrapping_mul(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_are_added_and_multiplied_apart() {
        for (a, b) in [(0, 0), (5, -7), (-300, 299), (-1, -1), (1_000, -2_000)] {
            for (c, d) in [(-5, 7), (12, 0), (0, -1), (-999, 1_999)] {
                let sum = Packed::new(a, b) + Packed::new(c, d) * 3;
                assert_eq!((sum.middle(), sum.end()), (a + 3 * c, b + 3 * d));
                let rest = sum - Packed::new(c, d) * 3;
                assert_eq!((rest.middle(), rest.end()), (a, b));
            }
        }
    }
}
