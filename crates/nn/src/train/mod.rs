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

/// What a layer has on the way back: what went in, the gradient of what came out, and the place to which that of what went in
/// is added, if anybody needs it.
struct Back<'a> {
    input: &'a [f32],
    up: &'a [f32],
    down: Option<&'a mut [f32]>,
}
