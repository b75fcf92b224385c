//! What evaluations by weighted terms share, whatever their terms are.
//!
//! | file | holds |
//! |---|---|
//! | `packed.rs` | two values in one word, middlegame and endgame |
//! | `ledger.rs` | who hears the credits: a sum in play, a book in the tuner |
//! | `text.rs` | weights as text |
//! | `told.rs` | how credits become a value, and the same written out |
//! | `tunable.rs` | what a tuner asks of an evaluation |
//!
//! Before tapering and scaling every such value is linear in its weights.

mod ledger;
mod packed;
pub(crate) mod text;
mod told;
mod tunable;

pub(crate) use ledger::{Book, Ledger, Slot, Sum, Worth};
pub(crate) use packed::Packed;
pub use told::{Credit, Explanation, Record};
pub(crate) use told::{FULL_PHASE, FULL_SCALE, Heading, Judged, explained, recorded};
pub use tunable::{Pair, Tunable};
