//! The smart game format, version 4 (`FF[4]`) and older: games of Go and of five in a row, in two layers.
//!
//! *Syntax*: a [`Reader`] takes one [`Tree`] at a time from any stream, and [`write()`] gives it back. Every property is
//! kept as it was written, known or not; whatever is wrong with a file is told as an
//! [`ImportFault`](crate::ImportFault).
//!
//! *Meaning*: [`game`](game()) makes of a tree what the house makes of every file, a [`Reading`](crate::pgn::Reading)
//! of tags and moves, which [`import`] replays on a table; [`export`] makes a game of a table, and [`tree`] a tree of
//! any such game.
//!
//! Left out: Asian encodings (they are told and read as Latin-1), boards that are not square, stones that are set up
//! after the first move (what follows them is kept in the tree, but not replayed).
//!
//! ```
//! use tabula_wire::sgf;
//! let games = sgf::read_all(b"(;FF[4]SZ[9]C[a \\] b];B[ee](;W[cc])(;W[gg]))");
//! assert_eq!(games[0].tree.root().simple_text("C").as_deref(), Some("a ] b"));
//! assert_eq!(sgf::write(&games[0].tree), "(;FF[4]SZ[9]C[a \\] b]\n;B[ee]\n(;W[cc])\n(;W[gg]))\n");
//! ```

mod builder;
mod charset;
mod export;
mod game;
mod info;
mod meaning;
mod point;
mod reader;
mod source;
mod tree;
mod value;
mod writer;

pub(crate) use export::point;
pub use export::{export, tree};
pub use game::{game, import};
pub(crate) use meaning::points;
pub use meaning::{Kind, verdict};
pub use point::Point;
pub use reader::{Reader, Reading};
pub use tree::{Node, NodeId, Property, Tree};
pub use value::Value;
pub use writer::{write, write_all};

/// Every game of a file that is in memory. Never fails, never panics: what is wrong stands beside each game.
pub fn read_all(bytes: &[u8]) -> Vec<Reading> {
    // Reading from memory cannot fail, so the filter drops nothing.
    Reader::new(bytes).filter_map(Result::ok).collect()
}
