//! Counting paths in pieces small enough to be stopped.

use tabula_core::{Faults, Stop};
use tabula_engine::{Shelf, Table};

/// Paths of this length are counted without looking at the flag: a fraction of a second.
const PIECE: u32 = 4;

/// The number of paths of `depth` moves from where the table stands; `None` if it was stopped.
pub(super) fn count(shelf: &dyn Shelf, table: &mut dyn Table, depth: u32, stop: &Stop) -> Result<Option<u64>, Faults> {
    if stop.is_raised() {
        return Ok(None);
    }
    if depth == 0 {
        return Ok(Some(1));
    }
    if depth <= PIECE {
        let counts = shelf.perft(Some(&table.position()), depth, 1)?;
        return Ok(Some(counts.iter().map(|(_, nodes)| nodes).sum()));
    }
    let mut nodes = 0;
    for code in table.legal() {
        table.play(&code)?;
        let below = count(shelf, table, depth - 1, stop);
        table.back();
        match below? {
            Some(below) => nodes += below,
            None => return Ok(None),
        }
    }
    Ok(Some(nodes))
}
