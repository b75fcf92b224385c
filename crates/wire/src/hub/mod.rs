//! The Hub protocol, version 2, by which draughts programs and their boards talk (Scan, Hub).
//!
//! | module | what it holds |
//! |---|---|
//! | [`words`] | lines: a command and its arguments |
//! | `squares` | positions and moves as the protocol writes them |
//! | [`server`] | our players, for boards |
//! | [`client`] | foreign engines as players |
//!
//! The protocol was made for International draughts, which it calls `normal`. Other codes are named by their ids, and their positions
//! have as many letters as the board has dark squares.

pub mod client;
pub mod server;
mod squares;
pub mod words;

/// What the protocol calls International draughts.
const NORMAL: &str = "normal";
const INTERNATIONAL: &str = "international";

/// The name of a game in the protocol.
fn variant(id: &str) -> &str {
    if id == INTERNATIONAL { NORMAL } else { id }
}
