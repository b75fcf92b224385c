//! The laboratory: how evaluations learn.
//!
//! - [`selfplay`]: networks for any game, from games that they play against themselves;
//! - [`texel`]: the weights of the tapered evaluation of chess, from positions whose games have ended.
//!
//! Nothing here prints. Text comes in line by line, and whoever calls hears of each step; only self-play has a folder of its own, which it
//! can be resumed from.

pub mod selfplay;
pub mod texel;
