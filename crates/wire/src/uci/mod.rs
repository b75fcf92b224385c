//! The universal chess interface.
//!
//! | module | what it holds |
//! |---|---|
//! | [`server`] | our players, as engines that a GUI can use |
//! | [`client`] | a foreign engine as a player |
//! | [`info`] | what an engine tells while it thinks |

pub mod client;
pub mod info;
pub mod server;
