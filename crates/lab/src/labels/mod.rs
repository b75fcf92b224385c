//! Positions with labels: what supervised learning learns from.
//!
//! | file | holds |
//! |---|---|
//! | `format.rs` | the file, as `docs/data-format.md` describes it |
//! | `label.rs` | labels from players, on several threads, in the order of the positions |
//! | `judged.rs` | the file of games of 9x9 Go whose positions are judged, a first teacher for a network |
//! | `games.rs` | such games from any judge, on several threads, in the order of their numbers |
//!
//! Where positions come from is for whoever calls: files of games, or text.

mod format;
pub mod games;
pub mod judged;
mod label;

pub use format::{Block, Blocks, Entry, Header, LABELS};
pub use label::{Asked, Labeller};
