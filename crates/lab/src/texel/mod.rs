//! Texel's method: weights are moved until the evaluation predicts, from quiet positions, how their games end.
//!
//! The evaluation becomes a chance of winning by `1 / (1 + exp(-k * value))`. It is compared with a mixture of what the game
//! was worth in the end and what a search thought of the position, and the mean of the squared differences is made small
//! (by Adam, in small batches). `k` is fitted once, to the weights one starts from, and then kept: so the unit of the
//! weights stays what it was, a hundredth of a pawn.
//!
//! | file | holds |
//! |---|---|
//! | `positions.rs` | what the evaluation is made of in each position, read from text |
//! | `loss.rs` | the differences and their slope, on several threads |
//! | `kept.rs` | runs in a folder, with a log and checkpoints |
//! | `tune.rs` | the course of a run: held-out positions, when to stop |

mod kept;
mod loss;
mod positions;
mod tune;

pub use kept::{Kept, WEIGHTS};
pub use positions::{Positions, Read};
pub use tune::{Course, Plan, Step, Task, Tuned, fit, tune};
