//! The side of whoever runs.

use super::{GAMES, LINES, LOCK, STOP, Sample, Sheet, State};
use serde_json::{Map, Value};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A run that is being written.
///
/// A number that is not finite is left out of its line: JSON has no word for it.
#[derive(Debug)]
pub struct RunLog {
    folder: PathBuf,
    sheet: Sheet,
    lines: File,
    /// Locked until it is dropped, or its process ends in whatever way.
    _lock: File,
}

impl RunLog {
    /// Begins a run in `folder`, which is made if it is not there; what a run there has logged before is removed.
    pub fn begin(folder: &Path, sheet: Sheet) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let lock = lock(folder)?;
        for name in [LINES, GAMES, STOP] {
            remove(&folder.join(name))?;
        }
        Self::open(folder, sheet, lock)
    }

    /// Goes on with the run in `folder` from `step`, the one of its checkpoint: what was logged after it is cut off.
    pub fn resume(folder: &Path, step: u64) -> io::Result<Self> {
        let lock = lock(folder)?;
        let sheet = Sheet { state: State::Running, message: None, ..super::read(folder)? };
        remove(&folder.join(STOP))?;
        for name in [LINES, GAMES] {
            save(&folder.join(name), &up_to(&folder.join(name), step)?)?;
        }
        Self::open(folder, sheet, lock)
    }

    fn open(folder: &Path, sheet: Sheet, lock: File) -> io::Result<Self> {
        let lines = append(&folder.join(LINES))?;
        let log = Self { folder: folder.to_path_buf(), sheet, lines, _lock: lock };
        log.save_sheet()?;
        Ok(log)
    }

    /// Where it lies.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What it is.
    pub const fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Changes what `run.json` says.
    pub fn update(&mut self, change: impl FnOnce(&mut Sheet)) -> io::Result<()> {
        change(&mut self.sheet);
        self.save_sheet()
    }

    /// Logs a step: `{"step":12,"loss":0.25}`.
    pub fn add(&mut self, step: u64, numbers: &[(&str, f64)]) -> io::Result<()> {
        let mut line = Map::new();
        line.insert("step".to_string(), step.into());
        for &(name, number) in numbers {
            if number.is_finite() {
                line.insert(name.to_string(), number.into());
            }
        }
        // In one piece, so that whoever reads meanwhile sees whole lines.
        self.lines.write_all(format!("{}\n", Value::Object(line)).as_bytes())
    }

    /// Keeps a game for people to look at.
    pub fn add_game(&mut self, sample: &Sample) -> io::Result<()> {
        let text = serde_json::to_string(sample)?;
        append(&self.folder.join(GAMES))?.write_all(format!("{text}\n").as_bytes())
    }

    /// Whether somebody wants the run to end; asked after each step.
    pub fn wants_stop(&self) -> bool {
        self.folder.join(STOP).exists()
    }

    /// The end of the run, or of this part of it.
    pub fn close(mut self, state: State, message: Option<String>) -> io::Result<()> {
        self.lines.sync_all()?;
        (self.sheet.state, self.sheet.message) = (state, message);
        remove(&self.folder.join(STOP))?;
        self.save_sheet()
    }

    fn save_sheet(&self) -> io::Result<()> {
        save(&self.folder.join(super::SHEET), format!("{:#}\n", serde_json::to_value(&self.sheet)?).as_bytes())
    }
}

/// How often a lock is tried for, and how long is waited between.
const TRIES: u32 = 10;
const MOMENT: Duration = Duration::from_millis(20);

fn lock(folder: &Path) -> io::Result<File> {
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
    // Who only looks whether it is locked holds it for a moment too.
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => std::thread::sleep(MOMENT),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(io::Error::other(format!("somebody works on the run in {} already", folder.display())))
}

/// The whole lines of a file up to a step, byte by byte as they were written.
fn up_to(place: &Path, step: u64) -> io::Result<Vec<u8>> {
    let bytes = match std::fs::read(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        read => read?,
    };
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let told = |line: &[u8]| serde_json::from_slice::<Value>(line).ok()?.get("step")?.as_u64();
    Ok(lines.filter(|line| told(line).is_some_and(|at| at <= step)).flatten().copied().collect())
}

fn append(place: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(place)
}

fn remove(place: &Path) -> io::Result<()> {
    match std::fs::remove_file(place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Replaces a file as a whole: at every moment either the old one or the new one is there, whoever is killed.
pub fn save(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = place.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = place.with_file_name(name);
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(part, place)
}
