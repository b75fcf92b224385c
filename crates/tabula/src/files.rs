//! Files that are written whole or not at all.

use anyhow::{Context, bail};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written beside its place, and takes it when it is done.
///
/// At every moment either the old file or the new one is there; one that is not finished is removed.
pub(crate) struct Draft {
    part: PathBuf,
    place: PathBuf,
    /// Taken when the file is finished.
    text: Option<BufWriter<File>>,
}

impl Draft {
    /// Begins to write; nothing is at `place` yet.
    pub(crate) fn new(place: &Path) -> anyhow::Result<Self> {
        let Some(name) = place.file_name() else { bail!("cannot write {}: it has no file name", place.display()) };
        let mut beside = name.to_os_string();
        beside.push(format!(".{}.part", std::process::id()));
        let part = place.with_file_name(beside);
        let file = File::create(&part).with_context(|| format!("cannot write {}", place.display()))?;
        Ok(Self { part, place: place.to_path_buf(), text: Some(BufWriter::new(file)) })
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let Some(text) = self.text.take() else { return Ok(()) };
        let written = text.into_inner().map_err(std::io::IntoInnerError::into_error).and_then(|file| {
            file.sync_all()?;
            std::fs::rename(&self.part, &self.place)
        });
        if written.is_err() {
            // The first error is the one worth telling.
            let _ = std::fs::remove_file(&self.part);
        }
        written.with_context(|| format!("cannot write {}", self.place.display()))
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.text.as_mut().map_or(Ok(0), |text| text.write(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.text.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.text.take().is_some() {
            // Nobody is left to hear of a failure.
            let _ = std::fs::remove_file(&self.part);
        }
    }
}

/// Writes a whole file.
pub(crate) fn save(place: &Path, text: &str) -> anyhow::Result<()> {
    let mut draft = Draft::new(place)?;
    draft.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", place.display()))?;
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
    fn a_folder_that_does_not_exist_is_named() {
        let said = format!("{:#}", save(Path::new("/no/such/folder/game"), "x").unwrap_err());
        assert!(said.starts_with("cannot write /no/such/folder/game: "), "{said}");
    }
}
