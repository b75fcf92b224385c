//! Extended position description: a position per line, with operations.
//!
//! ```text
//! 8/8/8/8/8/8/8/K1k5 w - - bm Ka2; id "corner"; c0 "only move";
//! ```
//!
//! FEN lines, with their two counters, are read as well, and so are the `;D1 20 ;D2 400` lines of perft files.
//! Whether a position is legal is asked of a table, not here.

mod reader;
mod record;

pub use reader::{Body, Entry, Reader};
pub use record::{Operand, Operation, Record, parse};

/// Every line of a text that is in memory. Never fails, never panics: what is wrong stands beside each line.
///
/// ```
/// use tabula_wire::epd;
/// let entries = epd::read("8/8/8/8/8/8/8/K1k5 w - - bm Ka2; id \"corner\";\n");
/// let record = entries[0].record().unwrap();
/// assert_eq!(record.text("id"), Some("corner"));
/// assert_eq!(record.words("bm").collect::<Vec<_>>(), ["Ka2"]);
/// ```
pub fn read(text: &str) -> Vec<Entry> {
    // Reading from memory cannot fail, so the filter drops nothing.
    Reader::new(text.as_bytes()).filter_map(Result::ok).collect()
}

/// Writes a file: records in the standard's form, everything else as it was.
pub fn write<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> String {
    entries.into_iter().map(|entry| format!("{}\n", entry.body)).collect()
}
