//! An evaluation by a small network that is updated as men move: any board, any kinds of men.
//!
//! | file | holds |
//! |---|---|
//! | `lens.rs` | which inputs of the net are on, for either side |
//! | `follow.rs` | the sums of the first layer through a search |
//! | `small.rs` | the evaluator of orthodox chess: the net, and for the last few men what is known of endings |
//!
//! The net itself, learning and its file stand in the crate `nn`, which knows no game.

mod follow;
mod lens;
mod small;
#[cfg(test)]
mod tests;

pub use follow::Network;
pub use lens::{BUCKETS, Looker, inputs};
pub use small::Learnt;
