//! What the server says and hears, as data. `web/src/api.ts` is the same for the browser; `tests/contract.rs` compares both.
//!
//! Squares are numbers, sides 0 and 1, times milliseconds.

pub mod analyse;
pub mod board;
pub mod events;
pub mod files;
pub mod games;
pub mod lab;
pub mod play;

pub use analyse::{Known, Line, Value};
pub use board::{Board, Deed, Look, Man, Outcome, Played};
pub use play::{Act, Play, PlayAsk, PlayerAsk};
