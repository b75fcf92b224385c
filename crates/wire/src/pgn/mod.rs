//! Portable game notation, in two layers.
//!
//! *Syntax*: a [`Reader`] takes one [`Game`] at a time from any stream, and [`write()`] gives it back. Whatever a file
//! holds is kept; whatever is wrong with it is told as an [`ImportFault`](crate::ImportFault).
//!
//! *Meaning*: [`import`](import::import) replays a game, with all variations, on a table; [`export`](export::export)
//! makes a game of a table.
//!
//! Move numbers are not kept: they follow from the moves. A word of digits alone is a move number, so a game whose
//! moves are bare numbers cannot be written as PGN.
//!
//! ```
//! use tabula_wire::pgn;
//! let games = pgn::read_all(b"[White \"Ann\"]\n\n1.e4! (1.d4 {solid}) e5 1-0");
//! assert_eq!(games[0].game.tag("White"), Some("Ann"));
//! assert_eq!(pgn::write(&games[0].game), "[White \"Ann\"]\n\n1. e4 $1 (1. d4 {solid}) 1... e5 1-0\n");
//! ```

mod comment;
mod dialect;
pub mod export;
mod glyph;
pub mod import;
mod lexer;
mod number;
mod reader;
mod respell;
mod standard;
mod tag;
mod tree;
mod verdict;
mod wrap;
mod writer;

pub use comment::commands;
pub use dialect::Dialect;
pub use export::export;
pub(crate) use import::replay;
pub use import::{Import, Open, import};
pub use number::Numbering;
pub use reader::{Bounds, Reader, Reading};
pub use tag::Tag;
pub use tree::{Game, Line, LineId, Node, NodeId, Note, Tree};
pub use verdict::Verdict;
pub(crate) use writer::write_as;
pub use writer::{write, write_all};

/// Every game of a file that is in memory. Never fails, never panics: what is wrong stands beside each game.
pub fn read_all(bytes: &[u8]) -> Vec<Reading> {
    // Reading from memory cannot fail, so the filter drops nothing.
    Reader::new(bytes).filter_map(Result::ok).collect()
}

/// What separates words: spaces, and the control characters and byte order marks that stray into files.
fn blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}
