//! Learning: forward with what is needed for the way back, gradients written by hand, losses, optimisers.

mod conv;
mod dense;
mod loss;
mod norm;
mod optimiser;
mod pool;
mod tape;

pub use loss::Loss;
pub(crate) use norm::EPSILON as NORM_EPSILON;
pub use optimiser::{Method, Optimiser, Schedule, clip};
pub use tape::Tape;
