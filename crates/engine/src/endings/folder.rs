//! Tables as files. Only the header is read at first; a table is fetched when it is asked: mapped, so that a player touches only the
//! blocks that it needs, or whole, for whoever works through all of it.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use tabula_core::cache::Mapped;
use tabula_core::{Endings, Fault};
use tabula_tables::format::{self, Header, LONGEST_HEADER};
use tabula_tables::{Table, Tables};

/// How a table is fetched.
#[derive(Clone, Copy)]
pub(super) enum Reading {
    /// Blocks are unpacked when they are asked for.
    Mapped,
    /// All of it is unpacked at once.
    Whole,
}

/// How the name of a file of a table ends.
pub(super) const ENDING: &str = "ending";

/// The tables of some folders, separated as the platform separates them, that belong to a game; those of other games are passed over.
pub(crate) fn open<G: Endings>(game: &G, path: &str) -> Result<Tables<G>, Fault> {
    let mut tables = Tables::default();
    for folder in std::env::split_paths(path).filter(|folder| folder != Path::new("")) {
        if add(game, &mut tables, &folder, Reading::Mapped)? == 0 {
            return Err(Fault::new(format!("there is no endgame table in '{}'", folder.display())));
        }
    }
    Ok(tables)
}

/// Promises the tables of a folder; answers how many tables there are, of whatever game.
pub(super) fn add<G: Endings>(
    game: &G,
    tables: &mut Tables<G>,
    folder: &Path,
    reading: Reading,
) -> Result<usize, Fault> {
    let cannot = |error| Fault::new(format!("cannot read the endgame tables in '{}': {error}", folder.display()));
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder).map_err(cannot)?.collect();
    let mut files: Vec<PathBuf> = entries.map_err(cannot)?.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == ENDING));
    files.sort();
    let fingerprint = if files.is_empty() { 0 } else { game.fingerprint() };
    for file in &files {
        let header = header(file).map_err(|fault| broken(file, &fault))?;
        if header.fingerprint == fingerprint {
            let material = game.read_material(&header.material).map_err(|fault| broken(file, &fault))?;
            let file = file.clone();
            // A search cannot be told what is wrong with a file: it does without.
            tables.promise(game, material, Box::new(move |game| read(game, &file, reading).ok()));
        }
    }
    Ok(files.len())
}

fn header(file: &Path) -> Result<Header, Fault> {
    let mut bytes = Vec::new();
    let read = File::open(file).and_then(|file| file.take(LONGEST_HEADER as u64).read_to_end(&mut bytes));
    read.map_err(|error| Fault::new(error.to_string()))?;
    Header::read(&bytes)
}

/// The table of a file; the fault names it.
pub(super) fn read<G: Endings>(game: &G, file: &Path, reading: Reading) -> Result<Table<G>, Fault> {
    let opened = File::open(file).map_err(|error| Fault::new(error.to_string()));
    let bytes = opened.and_then(|file| Mapped::new(&file)).map_err(|fault| broken(file, &fault))?;
    let read = match reading {
        Reading::Mapped => format::open,
        Reading::Whole => format::read,
    };
    read(game, Box::new(bytes)).map_err(|fault| broken(file, &fault))
}

fn broken(file: &Path, fault: &Fault) -> Fault {
    Fault::new(format!("cannot use the endgame table '{}': {fault}", file.display()))
}
