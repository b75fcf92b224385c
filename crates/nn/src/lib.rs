//! Neural networks on the CPU: layers with gradients written by hand, optimisers, inference, files. Knows no game; draws
//! nothing from a clock and opens no file.
//!
//! A [`Plan`] describes a net, as data or as text; a [`Net`] has weights for it. A [`Tape`] takes a batch forward and back, a
//! [`Loss`] says how wrong the results are, an [`Optimiser`] moves the weights. A [`Model`] is the net made ready for play.
//! The same seed gives the same bits on any number of threads, and a sample the same result in any batch.
//!
//! ```
//! use tabula_nn::{Loss, Method, Net, Optimiser, Tape};
//!
//! let mut net = Net::new("2: dense 8, tanh, dense 1".parse()?, 7)?;
//! let mut tape = Tape::new(&net, 1);
//! let mut optimiser = Optimiser::new(Method::ADAM, &net);
//! let mut slopes = vec![0.0; net.weights().len()];
//! let inputs = [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0];
//! let mut loss = 0.0;
//! for step in 0..500 {
//!     tape.forward(&mut net, &inputs, step);
//!     loss = Loss::Squared.judge(tape.judge(&net, 0), &[0.0, 1.0, 1.0, 0.0], None, 1, 1.0);
//!     tape.backward(&net, &mut slopes);
//!     optimiser.step(&mut net, &mut slopes, 0.05);
//! }
//! assert!(loss < 0.01);
//! # Ok::<(), tabula_nn::Fault>(())
//! ```

mod activation;
mod fault;
mod file;
mod half;
mod infer;
mod layer;
mod matrix;
mod net;
pub mod nnue;
mod parallel;
mod program;
mod random;
mod text;
mod train;
mod windows;

pub use fault::Fault;
pub use file::{Origin, about, load, load_as, save, save_half};
pub use infer::{Desk, Model};
pub use layer::{Activation, Edge, Global, Head, Layer, Plan, Pool, Shape};
pub use net::Net;
pub use program::{Output, Tensor};
pub use random::Random;
pub use train::{Loss, Method, Optimiser, Schedule, Tape, clip};
