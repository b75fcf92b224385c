//! XBoard's protocol (Chess Engine Communication Protocol, version 2).
//!
//! | module | what it holds |
//! |---|---|
//! | [`server`] | our players, as engines that a GUI can use |
//! | [`client`] | a foreign engine as a player |

pub mod client;
mod draft;
pub(crate) mod names;
pub mod server;
mod squares;
