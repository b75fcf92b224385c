//! The side of whoever looks on.

use super::{GAMES, LINES, LOCK, SHEET, STOP, Sample, Sheet};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
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

/// What the run in `folder` has logged: `step`, and the numbers of the step.
pub fn steps(folder: &Path) -> io::Result<Vec<Map<String, Value>>> {
    lines(&folder.join(LINES))
}

/// More than the longest line of a log.
const TAIL: u64 = 1 << 16;

/// The last step that the run in `folder` has logged, from the end of its log; 0 if there is none.
pub fn last_step(folder: &Path) -> io::Result<u64> {
    let mut file = match File::open(folder.join(LINES)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        opened => opened?,
    };
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes)?;
    let line = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).ok()?.get("step")?.as_u64();
    Ok(bytes.rsplit(|&byte| byte == b'\n').find_map(line).unwrap_or(0))
}

/// Whether somebody has asked for that, and was not yet heard.
pub fn is_stopping(folder: &Path) -> bool {
    folder.join(STOP).exists()
}

/// Asks whoever works on the run in `folder` to stop.
pub fn stop(folder: &Path) -> io::Result<()> {
    File::create(folder.join(STOP)).map(|_| ())
}

/// The sample games of the run in `folder`.
pub fn samples(folder: &Path) -> io::Result<Vec<Sample>> {
    lines(&folder.join(GAMES))
}
