//! The supervised nets of chess: the three models of the engine Beast, learnt from labelled positions.
//!
//! | file | holds |
//! |---|---|
//! | `model.rs` | the models: layers, losses, what is wanted of them |
//! | `samples.rs` | labelled positions in memory, and batches of them |
//! | `run.rs` | the run: epochs, early stopping, checkpoints, curves |

mod model;
mod run;
mod samples;

pub use model::Model;
pub use run::{Epoch, Optimisation, Plan, Summary, Task, run};
pub use samples::Samples;
