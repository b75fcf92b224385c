//! The supervised nets of chess: the three models of the engine Beast, learnt from labelled positions.
//!
//! | file | holds |
//! |---|---|
//! | `config.rs` | what a run is to do, from TOML, and the whole way from labels to a net |
//! | `model.rs` | the models: layers, losses, what is wanted of them |
//! | `samples.rs` | labelled positions in memory, and batches of them |
//! | `run.rs` | the run: epochs, early stopping, checkpoints, curves |

mod config;
mod model;
mod run;
mod samples;

pub use config::{Config, Wish, learnt, train};
pub use model::Model;
pub use run::{Epoch, Optimisation, Summary};
pub use samples::{Samples, check_labels};
