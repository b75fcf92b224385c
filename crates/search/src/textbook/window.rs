//! The window of alpha-beta: which values still matter.

use std::ops::Neg;
use tabula_core::Score;

/// Values strictly between the two ends are told exactly; beyond an end a bound is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// What the player to move has for certain elsewhere.
    pub(crate) alpha: Score,
    /// What the opponent has for certain elsewhere.
    pub(crate) beta: Score,
}

impl Window {
    /// Every value is told exactly.
    #[inline]
    pub(crate) fn full() -> Self {
        Self { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// The minimal window that asks one question: is the value at least `beta`?
    #[inline]
    pub(crate) const fn at_least(beta: Score) -> Self {
        Self { alpha: beta.just_below(), beta }
    }
}

/// The same window for the opponent.
impl Neg for Window {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}
