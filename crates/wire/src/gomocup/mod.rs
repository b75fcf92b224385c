//! The Gomocup protocol, by which programs for five in a row are told to move (Piskvork, "new AI protocol").
//!
//! | module | what it holds |
//! |---|---|
//! | [`order`] | what a manager says, line by line |
//! | [`server`] | our players, as a manager of tournaments can use them |
//! | [`client`] | a foreign engine as a player |

pub mod client;
pub mod order;
mod rule;
pub mod server;

pub use rule::Point;
