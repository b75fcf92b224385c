//! Files that are written whole or not at all.

use anyhow::{Context, bail};
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// A file that is being written beside its place, and takes it when it is done.
///
/// At every moment either the old file or the new one is there; one that is not finished is removed. A link stays
/// one, and what is no file at all (a device, a pipe) is not replaced but written to as it is.
pub(crate) struct Draft {
    /// The file beside its place; `None` where the place is written to itself.
    part: Option<PathBuf>,
    /// Where it goes, links followed.
    place: PathBuf,
    /// The place, as it was asked for.
    name: PathBuf,
    /// Taken when the file is finished.
    text: Option<BufWriter<File>>,
}

impl Draft {
    /// Begins to write; nothing is at `place` yet.
    pub(crate) fn new(place: &Path) -> anyhow::Result<Self> {
        let name = place.to_path_buf();
        let place = std::fs::canonicalize(place).unwrap_or_else(|_| name.clone());
        let cannot = || format!("cannot write {}", name.display());
        let (part, file) = match std::fs::metadata(&place) {
            Ok(there) if there.is_dir() => bail!("{}: it is a folder", cannot()),
            Ok(there) if !there.is_file() => (None, File::options().write(true).open(&place)),
            _ => {
                let Some(last) = place.file_name() else { bail!("{}: it has no file name", cannot()) };
                let mut beside = last.to_os_string();
                beside.push(format!(".{}.part", std::process::id()));
                let part = place.with_file_name(beside);
                let file = File::create(&part);
                (Some(part), file)
            }
        };
        let text = Some(BufWriter::new(file.with_context(cannot)?));
        Ok(Self { part, place, name, text })
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let Some(text) = self.text.take() else { return Ok(()) };
        let written = text.into_inner().map_err(io::IntoInnerError::into_error);
        let placed = written.and_then(|file| match &self.part {
            Some(part) => file.sync_all().and_then(|()| std::fs::rename(part, &self.place)),
            None => Ok(()),
        });
        if placed.is_err() {
            self.remove_part();
        }
        placed.with_context(|| format!("cannot write {}", self.name.display()))
    }

    /// Nobody is left to hear of a failure: whatever came before is the error worth telling.
    fn remove_part(&self) {
        if let Some(part) = &self.part {
            let _ = std::fs::remove_file(part);
        }
    }
}

/// An error that says where it happened.
pub(crate) fn placed(place: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write {place}: {error}"))
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.text.as_mut().map_or(Ok(0), |text| text.write(bytes));
        written.map_err(|error| placed(&self.name.display().to_string(), &error))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.text.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.text.take().is_some() {
            self.remove_part();
        }
    }
}

/// Whether a file holds nothing but the beginning of `whole`, as one that was torn while that was written; it is then
/// read from its start.
pub(crate) fn is_beginning(file: &mut File, whole: &[u8]) -> io::Result<bool> {
    let mut found = Vec::new();
    file.take(whole.len() as u64).read_to_end(&mut found)?;
    file.rewind()?;
    Ok(found.len() < whole.len() && whole.starts_with(&found))
}

/// Writes a whole file.
pub(crate) fn save(place: &Path, text: &str) -> anyhow::Result<()> {
    let mut draft = Draft::new(place)?;
    draft.write_all(text.as_bytes())?;
    draft.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tabula-files-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_finished_file_replaces_the_old_one() {
        let folder = folder("finished");
        let place = folder.join("game");
        save(&place, "old").unwrap();
        save(&place, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&place).unwrap(), "new");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_unfinished_file_leaves_the_old_one() {
        let folder = folder("unfinished");
        let place = folder.join("game");
        save(&place, "old").unwrap();
        let mut draft = Draft::new(&place).unwrap();
        draft.write_all(b"half").unwrap();
        drop(draft);
        assert_eq!(std::fs::read_to_string(&place).unwrap(), "old");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_is_not_written_to() {
        let folder = folder("folder");
        let said = format!("{:#}", Draft::new(&folder).err().unwrap());
        assert_eq!(said, format!("cannot write {}: it is a folder", folder.display()));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let folder = folder("link");
        let (place, link) = (folder.join("game"), folder.join("link"));
        save(&place, "old").unwrap();
        std::os::unix::fs::symlink(&place, &link).unwrap();
        save(&link, "new").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read_to_string(&place).unwrap(), "new");
        std::fs::remove_dir_all(folder).unwrap();
        // Whoever may write beside a device could replace it: nothing may be written there at all.
        let draft = Draft::new(Path::new("/dev/null")).unwrap();
        assert_eq!(draft.part, None);
        draft.finish().unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn a_folder_that_does_not_exist_is_named() {
        let said = format!("{:#}", save(Path::new("/no/such/folder/game"), "x").unwrap_err());
        assert!(said.starts_with("cannot write /no/such/folder/game: "), "{said}");
    }
}
