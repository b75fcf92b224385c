//! The invariants of the house, compared with what is really there.
//!
//! | module | what it compares |
//! |---|---|
//! | [`storeys`] | the map in ARCHITECTURE.md with the dependencies in the manifests |
//! | [`manifests`] | licence, description, lints and crate documentation of every crate |
//! | [`sources`] | what must be absent: printing, clocks, files, threads, `unsafe`; overlong files without a reason |
//! | [`licences`] | the licences of all dependencies with the list in deny.toml |

mod licences;
mod manifests;
mod sources;
mod storeys;
mod tokens;

use crate::Outcome;
use crate::house::{House, root};

/// Something that is not as the house wants it, with its place: `file:line: what`.
pub(crate) type Complaint = String;

/// Prints every complaint; fails if there is one.
pub(crate) fn run() -> Outcome {
    let house = House::read()?;
    let map_file = root().join("ARCHITECTURE.md");
    let text = std::fs::read_to_string(&map_file).map_err(|e| format!("cannot read ARCHITECTURE.md: {e}"))?;
    let mut complaints = Vec::new();
    let map = storeys::read(&text).unwrap_or_else(|faults| {
        complaints.extend(faults);
        storeys::Map::default()
    });
    complaints.extend(storeys::compare(&map, &house.own));
    complaints.extend(manifests::check(&house.own));
    complaints.extend(sources::check(&map, &house.own)?);
    complaints.extend(licences::check(&house.foreign)?);
    for complaint in &complaints {
        println!("{complaint}");
    }
    match complaints.len() {
        0 => {
            let rooms = house.own.iter().filter(|package| package.room().is_some()).count();
            println!("{rooms} rooms and {} foreign crates: all as the map says", house.foreign.len());
            Ok(())
        }
        1 => Err("check: 1 complaint".into()),
        n => Err(format!("check: {n} complaints")),
    }
}
