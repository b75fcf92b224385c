//! Files of data that runs learn from: those of one ending in one folder of the folder of data, by plain names. A page never names
//! one, and the configuration of a run that was begun elsewhere may name files anywhere: those are not opened here.

use super::place::is_id;
use std::fs::{File, Metadata};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use tabula_core::Fault;

/// Where files of a kind lie.
pub(super) struct Shelf {
    /// The folder in that of data.
    pub(super) folder: &'static str,
    /// How their names end.
    pub(super) ending: &'static str,
    /// Bytes of them that a run may learn from.
    pub(super) most: u64,
    /// What they hold.
    pub(super) what: &'static str,
}

impl Shelf {
    fn place(&self, data: &Path, name: &str) -> Option<PathBuf> {
        is_id(name).then(|| data.join(self.folder).join(name))
    }

    /// The names of all files that lie there, in their order.
    pub(super) fn names(&self, data: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(data.join(self.folder)).into_iter().flatten();
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(self.ending) && is_id(name)).collect();
        names.sort();
        names
    }

    /// Opens one.
    pub(super) fn open(&self, data: &Path, name: &str) -> Result<BufReader<File>, Fault> {
        let place = self.place(data, name).ok_or_else(|| self.elsewhere())?;
        let opened = File::open(place).map_err(|error| Fault::new(format!("{name}: {error}")))?;
        Ok(BufReader::new(opened))
    }

    /// Whether a run may learn from these: they lie there, and are neither nothing nor too much.
    pub(super) fn check(&self, data: &Path, names: &[String]) -> Result<(), Fault> {
        let mut bytes = 0;
        for name in names {
            let about = self.place(data, name).and_then(|place| place.metadata().ok());
            bytes += about.filter(Metadata::is_file).ok_or_else(|| self.elsewhere())?.len();
        }
        let Self { most, what, .. } = self;
        match bytes {
            0 => Err(Fault::new(format!("it has no {what}"))),
            bytes if bytes > *most => Err(Fault::new(format!("its {what} have more than {most} bytes"))),
            _ => Ok(()),
        }
    }

    fn elsewhere(&self) -> Fault {
        Fault::new(format!("its {} do not lie in the folder of this server", self.what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHELF: Shelf = Shelf { folder: "games", ending: ".tabula", most: 9, what: "games" };

    #[test]
    fn only_files_that_lie_there_are_seen_and_opened() {
        let data = std::env::temp_dir().join(format!("tabula-files-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&data);
        std::fs::create_dir_all(data.join("games/folder.tabula")).unwrap();
        for (name, text) in
            [("games/b.tabula", "12345"), ("games/a.tabula", "1234"), ("games/.c.tabula", "1"), ("d", "1")]
        {
            std::fs::write(data.join(name), text).unwrap();
        }
        assert_eq!(SHELF.names(&data), ["a.tabula", "b.tabula", "folder.tabula"]);
        let check = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(ToString::to_string).collect();
            SHELF.check(&data, &names).map_err(|fault| fault.to_string())
        };
        assert_eq!(check(&["a.tabula", "b.tabula"]), Ok(()));
        assert_eq!(check(&["a.tabula", "b.tabula", "a.tabula"]).unwrap_err(), "its games have more than 9 bytes");
        assert_eq!(check(&[]).unwrap_err(), "it has no games");
        let whole = data.join("d").display().to_string();
        for name in ["../d", "nothing.tabula", "folder.tabula", ".c.tabula", "", "..", &whole] {
            assert_eq!(check(&[name]).unwrap_err(), "its games do not lie in the folder of this server", "{name}");
        }
        assert!(SHELF.open(&data, "a.tabula").is_ok() && SHELF.open(&data, "../d").is_err());
        std::fs::remove_dir_all(data).unwrap();
    }
}
