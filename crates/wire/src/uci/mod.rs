//! The universal chess interface.
//!
//! | module | what it holds |
//! |---|---|
//! | [`client`] | a foreign engine as a player |
//! | [`info`] | what an engine tells while it thinks |

pub mod client;
pub mod info;
