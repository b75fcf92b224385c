//! Networks that are updated instead of recomputed (NNUE): few inputs of very many are on, and a move changes two or three.
//!
//! Each side looks at the men from its own place: a list of numbers of inputs that are on. The first layer adds up a row of
//! weights per input, once for either side, with the same rows. What both see, squared and clipped, goes through one further row
//! of weights, chosen by a bucket (how many men are left, say), and that is the value for the side that is named first.
//!
//! | file | holds |
//! |---|---|
//! | `net.rs` | the shape, and the weights as learning knows them |
//! | `batch.rs` | samples, packed; what they are for learning |
//! | `teacher.rs` | a batch forth and back, and the step that follows |
//! | `whole.rs` | the weights as whole numbers, and what play does with them |
//! | `kernel.rs` | the two loops that play consists of, for the machine and as plain twins |
//! | `file.rs` | both as files |

mod batch;
mod file;
mod kernel;
mod net;
mod teacher;
#[cfg(test)]
mod tests;
mod whole;

pub use batch::Samples;
pub use file::KIND;
pub use net::{Span, Sparse};
pub use teacher::{Teacher, chance};
pub use whole::{Half, Whole};
