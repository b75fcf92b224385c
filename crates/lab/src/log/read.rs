//! The side of whoever looks on.

use super::{GAMES, LOCK, SHEET, Sample, Sheet};
use serde::de::DeserializeOwned;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// What the run in `folder` is; `State::Running` is what it says, not what is known.
pub fn read(folder: &Path) -> io::Result<Sheet> {
    let place = folder.join(SHEET);
    let text = std::fs::read_to_string(&place)?;
    serde_json::from_str(&text).map_err(|error| io::Error::other(format!("{}: {error}", place.display())))
}

/// Whether somebody works on the run in `folder` at this moment.
pub fn is_running(folder: &Path) -> bool {
    File::open(folder.join(LOCK)).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// The lines of a file of JSON lines. One that is broken, as the last may be after a crash, is left out; a file that is not there
/// has none.
pub fn lines<T: DeserializeOwned>(place: &Path) -> io::Result<Vec<T>> {
    match std::fs::read(place) {
        Ok(bytes) => {
            Ok(bytes.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// The sample games of the run in `folder`.
pub fn samples(folder: &Path) -> io::Result<Vec<Sample>> {
    lines(&folder.join(GAMES))
}
