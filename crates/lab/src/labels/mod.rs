//! Positions with labels: what supervised learning learns from.
//!
//! | file | holds |
//! |---|---|
//! | `format.rs` | the file, as `docs/data-format.md` describes it |
//! | `label.rs` | labels from players, on several threads, in the order of the positions |
//!
//! Where positions come from is for whoever calls: files of games, or text.

mod format;
mod label;

pub use format::{Block, Blocks, Entry, Header};
pub use label::{Asked, Labeller};
