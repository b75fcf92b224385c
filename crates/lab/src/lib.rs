//! The laboratory: how evaluations learn.
//!
//! - [`texel`]: the weights of the tapered evaluation of chess, from positions whose games have ended.
//!
//! Nothing here prints, or knows where files are: text comes in line by line, and whoever calls hears of each step.

pub mod texel;
