//! Speaks: the only crate that knows the text of files that other programs read and write.
//!
//! | module | what it holds |
//! |---|---|
//! | [`pgn`] | games: read from any stream however messy, replayed on any table, written back |
//! | [`pdn`] | games of draughts, on the same footing |
//! | [`sgf`] | games of Go and of five in a row: trees of properties, kept whole |
//! | [`games`] | games in the notation of their family |
//! | [`epd`] | positions with operations, one per line |
//! | [`uci`] | the universal chess interface: our players for GUIs, foreign engines as players |
//! | [`xboard`] | XBoard's protocol, for GUIs and for foreign engines likewise |
//! | [`gomocup`] | the protocol of tournaments of five in a row |
//! | [`hub`] | the protocol of draughts programs, for GUIs and for foreign engines |
//! | [`gtp`] | the Go Text Protocol, for GUIs and for foreign engines |
//! | [`foreign`] | programs from elsewhere as players, whatever they speak |
//! | [`fault`] | what is wrong with a file, and where |
//!
//! Nothing here names a game. Where moves have a meaning, a table is opened through a function that the
//! caller gives; without one, a file is still read, kept and written whole.

mod die;
mod ear;
pub mod epd;
pub mod fault;
pub mod foreign;
pub mod games;
mod goban;
pub mod gomocup;
pub mod gtp;
pub mod hub;
mod identity;
mod knobs;
mod lines;
mod mouth;
pub mod pdn;
pub mod pgn;
mod picture;
pub mod sgf;
#[cfg(test)]
mod talk;
pub mod uci;
mod worker;
pub mod xboard;

pub use fault::{ImportFault, Kind, Place};
pub use identity::Identity;
