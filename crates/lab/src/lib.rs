//! The laboratory: how evaluations learn.
//!
//! - [`texel`]: the weights of an evaluation, from positions whose games have ended.
//! - [`weights`]: the same from games that they play: the genetic algorithm, TDLeaf, SPSA.
//! - [`nnue`]: nets that are updated move by move, from files of self-play games.
//! - [`labels`]: positions labelled by players, as files.
//! - [`supervised`]: nets that are shown the whole board of chess, from labelled positions.
//! - [`selfplay`]: networks for any game, from games that they play against themselves.
//! - [`log`]: what a run tells while it goes on, in a folder that any program can read.
//!
//! Nothing here prints. Only runs know files, those of their own folder: games and text come from whoever calls, who hears of each step.

pub mod descent;
mod exact;
pub mod labels;
pub mod log;
pub mod nnue;
pub mod selfplay;
pub mod supervised;
pub mod texel;
pub mod weights;
