//! A set of 256 bits: boards up to 16x16.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// Four machine words, the lowest squares first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Wide(pub [u64; 4]);

impl Wide {
    /// The number it spells, less one; the empty set wraps round to all bits.
    #[inline(always)]
    pub(crate) fn minus_one(self) -> Self {
        let mut words = self.0;
        for word in &mut words {
            let borrow = *word == 0;
            *word = word.wrapping_sub(1);
            if !borrow {
                break;
            }
        }
        Self(words)
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

macro_rules! bitwise {
    ($($op:ident $method:ident $assign:ident $assign_method:ident;)*) => {$(
        impl $op for Wide {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, u64::$method)
            }
        }

        impl $assign for Wide {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $op::$method(*self, other);
            }
        }
    )*};
}

bitwise! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl Not for Wide {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(u64::not))
    }
}

impl Shl<u32> for Wide {
    type Output = Self;

    /// Shifts by less than 256.
    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Self(std::array::from_fn(|i| {
            let low = i.checked_sub(words).map_or(0, |j| self.0[j] << bits);
            let carried = i.checked_sub(words + 1).map_or(0, |j| self.0[j].wrapping_shr(64 - bits));
            low | if bits == 0 { 0 } else { carried }
        }))
    }
}

impl Shr<u32> for Wide {
    type Output = Self;

    /// Shifts by less than 256.
    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Self(std::array::from_fn(|i| {
            let high = self.0.get(i + words).map_or(0, |word| word >> bits);
            let carried = self.0.get(i + words + 1).map_or(0, |word| word.wrapping_shl(64 - bits));
            high | if bits == 0 { 0 } else { carried }
        }))
    }
}
