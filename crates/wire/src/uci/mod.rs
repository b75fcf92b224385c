//! The universal chess interface.
//!
//! | module | what it holds |
//! |---|---|
//! | [`server`] | our players, as engines that a GUI can use |

pub mod server;
