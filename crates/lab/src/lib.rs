//! The laboratory: how evaluations learn.
//!
//! - [`texel`]: the weights of an evaluation, from positions whose games have ended.
//! - [`log`]: what a run tells while it goes on, in a folder that any program can read.
//!
//! Nothing here prints. Only [`log`] knows files: text comes in line by line, and whoever calls hears of each step.

pub mod log;
pub mod texel;
