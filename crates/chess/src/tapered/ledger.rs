//! Who hears what a side is credited with. The terms are written once: in play their credits become a sum, in the tuner
//! and in explanations they are written down.

use super::packed::Packed;
use super::weights::{COUNT, Slot, Weights};

/// Hears the credits of one side.
pub(super) trait Ledger {
    /// The weight at `slot` counts `times` for the side.
    fn add(&mut self, slot: Slot, times: i32);
}

/// Adds up.
pub(super) struct Sum<'a> {
    pub(super) weights: &'a Weights,
    pub(super) total: Packed,
}

impl Ledger for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, slot: Slot, times: i32) {
        self.total += self.weights.packed(slot) * times;
    }
}

/// Writes down how often each weight counts.
pub(super) struct Book(pub(super) Box<[i32; COUNT]>);

impl Book {
    pub(super) fn new() -> Self {
        Self(Box::new([0; COUNT]))
    }
}

impl Ledger for Book {
    fn add(&mut self, slot: Slot, times: i32) {
        self.0[slot.0] += times;
    }
}
