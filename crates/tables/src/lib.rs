//! Endgame tables of any game whose small endings can be numbered ([`Endings`](tabula_core::Endings)): for every position of a
//! material the result with best play, and after how many plies it comes.
//!
//! | module | what it holds |
//! |---|---|
//! | [`table`] | a table in memory, and how its values are packed |
//! | [`tables`] | several of them, asked by position; what a search wants to know ([`Known`](tabula_core::Known)) |
//! | `deadline` | whether a win comes before the rule of moves without progress |
//! | [`build`](fn@build) | making a table: forwards once, then backwards from the ends of games |
//! | [`verify`](fn@verify) | checking every position of a table against the positions that follow it |
//! | [`survey`](fn@survey) | how many positions are won, drawn and lost, and which take longest |
//! | [`mod@format`], `packed` | a table as bytes, in blocks that are unpacked when they are asked for |
//! | [`workshop`] | these three as pointers |
//! | [`crew`] | the threads that share the work |
//!
//! Nothing is known here of any game, and no file is opened: bytes come in and go out. History (repetition, moves without
//! progress) is no part of a table; [`tables`] says how it is heeded.

pub mod build;
pub mod crew;
mod deadline;
mod follow;
pub mod format;
mod lists;
mod packed;
pub mod survey;
pub mod table;
pub mod tables;
pub mod verify;
pub mod workshop;

pub use build::{build, order};
pub use crew::{Crew, Progress, Stage};
pub use packed::Bytes;
pub use survey::{Survey, survey};
pub use table::Table;
pub use tables::Tables;
pub use verify::verify;
pub use workshop::Workshop;
