//! The Gomocup protocol, by which programs for five in a row are told to move (Piskvork, "new AI protocol").
//!
//! | module | what it holds |
//! |---|---|
//! | [`server`] | our players, as a manager of tournaments can use them |

mod order;
mod rule;
pub mod server;
