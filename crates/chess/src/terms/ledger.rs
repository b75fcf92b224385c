//! Who hears what a side is credited with. The terms are written once: in play their credits become a sum, in the tuner
//! and in explanations they are written down.

use super::Packed;

/// The place of one weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot(pub(crate) usize);

/// A value for every weight.
pub(crate) trait Worth {
    /// The weight at `slot`.
    fn packed(&self, slot: Slot) -> Packed;
}

/// Hears the credits of one side.
pub(crate) trait Ledger {
    /// The weight at `slot` counts `times` for the side.
    fn add(&mut self, slot: Slot, times: i32);
}

/// Adds up.
pub(crate) struct Sum<'a, W> {
    pub(crate) weights: &'a W,
    pub(crate) total: Packed,
}

impl<W: Worth> Ledger for Sum<'_, W> {
    #[inline(always)]
    fn add(&mut self, slot: Slot, times: i32) {
        self.total += self.weights.packed(slot) * times;
    }
}

/// Writes down how often each weight counts.
pub(crate) struct Book(pub(crate) Box<[i32]>);

impl Book {
    pub(crate) fn new(weights: usize) -> Self {
        Self(vec![0; weights].into())
    }
}

impl Ledger for Book {
    fn add(&mut self, slot: Slot, times: i32) {
        self.0[slot.0] += times;
    }
}
