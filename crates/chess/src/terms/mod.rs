//! What evaluations by weighted terms share, whatever their terms are.
//!
//! | file | holds |
//! |---|---|
//! | `packed.rs` | two values in one word, middlegame and endgame |
//! | `ledger.rs` | who hears the credits: a sum in play, a book in the tuner |
//! | `told.rs` | how credits become a value, and the same written out |
//!
//! Before tapering and scaling every such value is linear in its weights.

mod ledger;
mod packed;
mod told;

pub(crate) use ledger::{Book, Ledger, Slot, Sum, Worth};
pub(crate) use packed::Packed;
pub use told::{Credit, Explanation};
pub(crate) use told::{Judged, explained, recorded};
