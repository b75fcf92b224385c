//! The map of the house: which crate stands on which storey, and what it may use.
//!
//! The map is the table in ARCHITECTURE.md whose first columns are `storey`, `crate` and `may use`. A crate
//! may use only what its row names, and a row may name only crates of lower storeys. Tests may also look
//! beside: a dev-dependency on the same storey is allowed, one above is not.

use super::Complaint;
use crate::house::{Package, shown};
use std::collections::BTreeMap;

/// The crates by name.
#[derive(Default, Debug)]
pub(crate) struct Map(BTreeMap<String, Room>);

/// A row of the table.
#[derive(Debug)]
struct Room {
    storey: u32,
    uses: Vec<String>,
    line: usize,
}

impl Map {
    /// The storey of a crate, if the map has it.
    pub(super) fn storey(&self, room: &str) -> Option<u32> {
        self.0.get(room).map(|r| r.storey)
    }

    /// The highest storey: the roof.
    pub(super) fn roof(&self) -> Option<u32> {
        self.0.values().map(|r| r.storey).max()
    }
}

/// Reads the table; the complaints name the line.
pub(super) fn read(text: &str) -> Result<Map, Vec<Complaint>> {
    let mut map = Map::default();
    let mut complaints = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if !line.starts_with('|') {
            inside = false;
        } else if cells.starts_with(&["storey", "crate", "may use"]) {
            inside = true;
        } else if inside && !line.starts_with("|-") {
            match row(&cells, number) {
                Ok((name, room)) => {
                    if map.0.insert(name.clone(), room).is_some() {
                        complaints.push(format!("ARCHITECTURE.md:{number}: `{name}` is in the map twice"));
                    }
                }
                Err(what) => complaints.push(format!("ARCHITECTURE.md:{number}: {what}")),
            }
        }
    }
    if map.0.is_empty() && complaints.is_empty() {
        complaints.push("ARCHITECTURE.md: no table with the columns storey, crate, may use".into());
    }
    complaints.extend(upward(&map));
    if complaints.is_empty() { Ok(map) } else { Err(complaints) }
}

fn row(cells: &[&str], line: usize) -> Result<(String, Room), String> {
    let [storey, name, uses, ..] = cells else { return Err("a row of the map needs three cells at least".into()) };
    let storey = storey.parse().map_err(|_| format!("the storey '{storey}' is not a number"))?;
    match names(name).as_slice() {
        [name] => Ok((name.clone(), Room { storey, uses: names(uses), line })),
        _ => Err(format!("expected one `crate`, found '{name}'")),
    }
}

/// What stands between backticks.
fn names(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(String::from).collect()
}

/// Rows that name a crate that is not below them.
fn upward(map: &Map) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (name, room) in &map.0 {
        for used in &room.uses {
            let fault = match map.storey(used) {
                None => "is not in the map",
                Some(storey) if storey >= room.storey => "is not below it",
                Some(_) => continue,
            };
            complaints.push(format!("ARCHITECTURE.md:{}: `{name}` may not use `{used}`, which {fault}", room.line));
        }
    }
    complaints
}

/// Compares the map with the manifests, both ways.
pub(super) fn compare(map: &Map, own: &[Package]) -> Vec<Complaint> {
    let rooms: BTreeMap<&str, &str> = own.iter().filter_map(|p| Some((p.name.as_str(), p.room()?))).collect();
    let mut complaints = Vec::new();
    for package in own {
        let Some(name) = package.room() else { continue };
        let place = shown(&package.manifest);
        let Some(room) = map.0.get(name) else {
            complaints.push(format!("{place}: `{name}` is not in the map of ARCHITECTURE.md"));
            continue;
        };
        for used in &package.uses {
            let Some(&other) = rooms.get(used.package.as_str()) else { continue };
            if let Some(what) = fault(map, room, other, used.for_tests) {
                complaints.push(format!("{place}: `{name}` (storey {}) {what}", room.storey));
            }
        }
    }
    for (name, room) in &map.0 {
        if !rooms.values().any(|there| there == name) {
            complaints.push(format!("ARCHITECTURE.md:{}: there is no crate in crates/{name}", room.line));
        }
    }
    complaints
}

/// Why a crate in `room` may not use `other`.
fn fault(map: &Map, room: &Room, other: &str, for_tests: bool) -> Option<String> {
    let storey = map.storey(other)?;
    if for_tests {
        return (storey > room.storey)
            .then(|| format!("tests itself with `{other}` (storey {storey}), which is above it"));
    }
    if room.uses.iter().any(|name| name == other) {
        None
    } else if storey < room.storey {
        Some(format!("uses `{other}` (storey {storey}), which its row in ARCHITECTURE.md does not name"))
    } else {
        Some(format!("uses `{other}` (storey {storey}), which is not below it"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::{Use, root};

    const MAP: &str = "\
| storey | crate | may use | what |
|---|---|---|---|
| 0 | `core` | | words |
| 1 | `board` | `core` | boards |
| 2 | `search` | `core` | searches |
| 2 | `chess` | `core` `board` | a game |
";

    fn package(room: &str, uses: &[(&str, bool)]) -> Package {
        Package {
            name: format!("tabula-{room}"),
            version: "1.0.0".into(),
            manifest: root().join("crates").join(room).join("Cargo.toml"),
            licence: None,
            description: None,
            uses: uses.iter().map(|&(name, for_tests)| Use { package: format!("tabula-{name}"), for_tests }).collect(),
            binaries: Vec::new(),
        }
    }

    fn complaints(search: &[(&str, bool)]) -> Vec<Complaint> {
        let rest = [("core", &[][..]), ("board", &[("core", false)]), ("chess", &[("core", false), ("board", false)])];
        let mut own: Vec<Package> = rest.iter().map(|&(name, uses)| package(name, uses)).collect();
        own.push(package("search", search));
        compare(&read(MAP).unwrap(), &own)
    }

    #[test]
    fn a_crate_may_use_what_its_row_names_and_tests_may_look_beside() {
        assert_eq!(complaints(&[("core", false), ("chess", true)]), [""; 0]);
    }

    #[test]
    fn a_crate_beside_or_above_is_a_complaint_with_both_names() {
        let found = complaints(&[("chess", false)]);
        assert_eq!(
            found,
            ["crates/search/Cargo.toml: `search` (storey 2) uses `chess` (storey 2), which is not below it"]
        );
    }

    #[test]
    fn a_crate_below_that_the_row_does_not_name_is_a_complaint() {
        assert!(complaints(&[("board", false)])[0].contains("does not name"));
    }

    #[test]
    fn tests_may_not_look_upwards() {
        let own = [package("core", &[("chess", true)]), package("chess", &[("core", false)])];
        let map =
            read("| storey | crate | may use |\n|---|---|---|\n| 0 | `core` | |\n| 2 | `chess` | `core` |").unwrap();
        assert_eq!(
            compare(&map, &own),
            ["crates/core/Cargo.toml: `core` (storey 0) tests itself with `chess` (storey 2), which is above it"]
        );
    }

    #[test]
    fn a_crate_missing_on_either_side_is_a_complaint() {
        let found = compare(&read(MAP).unwrap(), &[package("core", &[]), package("attic", &[])]);
        assert!(found[0].contains("`attic` is not in the map"));
        assert!(found.iter().any(|c| c == "ARCHITECTURE.md:4: there is no crate in crates/board"));
    }

    #[test]
    fn a_map_that_points_upwards_is_refused_with_its_line() {
        let text = MAP.replace("| 1 | `board` | `core` |", "| 1 | `board` | `core` `chess` |");
        assert_eq!(read(&text).unwrap_err(), ["ARCHITECTURE.md:4: `board` may not use `chess`, which is not below it"]);
    }

    #[test]
    fn a_page_without_a_map_is_refused() {
        assert!(read("# Nothing here").unwrap_err()[0].contains("no table"));
    }
}
