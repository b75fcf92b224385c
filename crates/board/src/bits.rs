//! Sets of squares, in three widths.

use crate::{Slide, Wide};
use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};
use tabula_core::Square;

/// A set of squares, as bits of one or more machine words.
pub trait Bits:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many squares it can hold.
    const WIDTH: usize;
    /// No square.
    const EMPTY: Self;
    /// A value for each square; indexing never fails.
    type PerSquare<T: Cell>: PerSquare<T> + Cell;
    /// The fastest sliders for this width on the machine compiled for.
    type Sliders: Slide<Self>;

    /// The set of one square.
    fn one(square: Square) -> Self;

    /// How many squares are in the set.
    fn count(self) -> u32;

    /// The lowest square, or an unspecified one if the set is empty.
    fn first(self) -> Square;

    /// The set without its lowest square.
    #[must_use]
    fn without_first(self) -> Self;

    /// All bits up to and including the lowest of the set; all bits if the set is empty.
    #[must_use]
    fn up_to_first(self) -> Self;

    /// All bits from the highest of the set upwards; all bits if the set is empty.
    #[must_use]
    fn last_and_up(self) -> Self;

    /// Whether no square is in the set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        self & Self::one(square) != Self::EMPTY
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        self & other != Self::EMPTY
    }

    /// Whether there is more than one square in the set.
    #[inline(always)]
    fn is_several(self) -> bool {
        self.without_first() != Self::EMPTY
    }

    /// The squares of the set, lowest first.
    ///
    /// ```
    /// use tabula_board::Bits;
    /// let squares: Vec<u16> = 0b1010_u64.squares().map(|s| s.0).collect();
    /// assert_eq!(squares, [1, 3]);
    /// ```
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Walks through the squares of a set; see [`Bits::squares`].
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

/// Gathers squares into a set.
pub fn collect<B: Bits>(squares: impl IntoIterator<Item = Square>) -> B {
    squares.into_iter().fold(B::EMPTY, |set, square| set | B::one(square))
}

/// What a table over squares may hold: plain values.
pub trait Cell: Copy + Eq + Debug + Send + Sync + 'static {}
impl<T: Copy + Eq + Debug + Send + Sync + 'static> Cell for T {}

/// A value for each square of the widest board of a width.
///
/// Squares beyond the width wrap round instead of failing, which saves every bounds check.
pub trait PerSquare<T> {
    /// Fills the table on the heap: tables of sets are too large for a stack.
    fn boxed(value: impl FnMut(Square) -> T) -> Box<Self>;

    /// The value of a square.
    fn at(&self, square: Square) -> &T;

    /// The value of a square, to be changed.
    fn at_mut(&mut self, square: Square) -> &mut T;
}

impl<T, const N: usize> PerSquare<T> for [T; N] {
    fn boxed(mut value: impl FnMut(Square) -> T) -> Box<Self> {
        let values: Box<[T]> = (0..N).map(|i| value(Square(i as u16))).collect();
        match values.try_into() {
            Ok(table) => table,
            Err(_) => unreachable!("exactly N values were collected"),
        }
    }

    // N is a power of two in every implementation of Bits, so the remainder is a mask.
    #[inline(always)]
    fn at(&self, square: Square) -> &T {
        &self[square.index() % N]
    }

    #[inline(always)]
    fn at_mut(&mut self, square: Square) -> &mut T {
        &mut self[square.index() % N]
    }
}

macro_rules! word {
    ($word:ty, $sliders:ty) => {
        impl Bits for $word {
            const WIDTH: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;
            type PerSquare<T: Cell> = [T; <$word>::BITS as usize];
            type Sliders = $sliders;

            #[inline(always)]
            fn one(square: Square) -> Self {
                (1 as $word).wrapping_shl(u32::from(square.0))
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> Square {
                Square(self.trailing_zeros() as u16)
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn up_to_first(self) -> Self {
                self ^ self.wrapping_sub(1)
            }

            #[inline(always)]
            fn last_and_up(self) -> Self {
                // The lowest bit is added so that an empty set gives all bits.
                <$word>::MAX << (<$word>::BITS - 1 - (self | 1).leading_zeros())
            }
        }
    };
}

#[cfg(target_feature = "bmi2")]
word!(u64, crate::pext::Pext);
#[cfg(not(target_feature = "bmi2"))]
word!(u64, crate::Scan<u64>);
#[cfg(target_feature = "bmi2")]
word!(u128, crate::pdep::Pdep);
#[cfg(not(target_feature = "bmi2"))]
word!(u128, crate::Scan<u128>);

impl Bits for Wide {
    const WIDTH: usize = 256;
    const EMPTY: Self = Self([0; 4]);
    type PerSquare<T: Cell> = [T; 256];
    type Sliders = crate::Scan<Self>;

    #[inline(always)]
    fn one(square: Square) -> Self {
        let mut words = [0; 4];
        words[square.index() / 64] = 1 << (square.0 % 64);
        Self(words)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn first(self) -> Square {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        Square((word * 64) as u16 + self.0[word].trailing_zeros() as u16 % 64)
    }

    #[inline(always)]
    fn without_first(self) -> Self {
        self & self.minus_one()
    }

    #[inline(always)]
    fn up_to_first(self) -> Self {
        self ^ self.minus_one()
    }

    #[inline(always)]
    fn last_and_up(self) -> Self {
        let word = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        let mut words = [u64::MAX; 4];
        words[..word].fill(0);
        words[word] = self.0[word].last_and_up();
        Self(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Dice;

    /// Every operation of a width against the same operation on a plain list of squares.
    fn check<B: Bits>() {
        let mut dice = Dice::new(B::WIDTH as u64);
        for _ in 0..2_000 {
            let members: Vec<u16> = (0..B::WIDTH).filter(|_| dice.below(24) == 0).map(|i| i as u16).collect();
            let set: B = collect(members.iter().map(|&i| Square(i)));
            assert_eq!(set.squares().map(|s| s.0).collect::<Vec<_>>(), members);
            assert_eq!(set.count() as usize, members.len());
            let all = |test: &dyn Fn(u16) -> bool| -> B {
                collect((0..B::WIDTH).map(|i| i as u16).filter(|&i| test(i)).map(Square))
            };
            let first = members.first().copied();
            let last = members.last().copied();
            assert_eq!(set.up_to_first(), all(&|i| first.is_none_or(|f| i <= f)));
            assert_eq!(set.last_and_up(), all(&|i| last.is_none_or(|l| i >= l)));
            assert_eq!(!set, all(&|i| !members.contains(&i)));
            let by = dice.below(B::WIDTH) as u32;
            let up: B = collect(
                members
                    .iter()
                    .map(|&i| u32::from(i) + by)
                    .filter(|&i| (i as usize) < B::WIDTH)
                    .map(|i| Square(i as u16)),
            );
            let down: B =
                collect(members.iter().filter_map(|&i| u32::from(i).checked_sub(by)).map(|i| Square(i as u16)));
            assert_eq!(set << by, up, "{set:?} << {by}");
            assert_eq!(set >> by, down, "{set:?} >> {by}");
        }
    }

    #[test]
    fn every_width_behaves_as_a_set_of_squares() {
        check::<u64>();
        check::<u128>();
        check::<Wide>();
    }
}
