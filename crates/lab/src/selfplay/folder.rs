//! The folder of a run. Whatever moment a run is killed at, it holds a whole state: files are written beside their place, synced and
//! renamed, `state.json` last of all; games are only ever added, each with its checksum.
//!
//! | file | what it holds |
//! |---|---|
//! | `config.toml` | what the run is to do |
//! | `state.json` | how far it has come, and which files belong to that |
//! | `games.bin` | the games, see `record.rs` |
//! | `learner-N.safetensors`, `optimiser-N.safetensors`, `best-N.safetensors` | the net that learns, its optimiser, the net that plays |
//! | `net.safetensors` | the net that plays, for whoever wants to play against it |
//! | `run.json`, `log.jsonl`, `games.jsonl` | what is told of it, see [`log`](crate::log) |

use super::record::Record;
use crate::log;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use tabula_core::Fault;

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    /// Rounds that are finished.
    pub round: u32,
    /// Steps that were learnt from the teacher.
    pub taught: u64,
    /// Which files belong to it: counts every time it was kept.
    pub mark: u64,
    /// The mark of the net that plays.
    pub best: u64,
    /// Steps that are to be learnt from the teacher, where there is one.
    #[serde(default)]
    pub lessons: u64,
}

pub(super) struct Folder {
    path: PathBuf,
}

pub(super) const STATE: &str = "state.json";
pub(super) const CONFIG: &str = "config.toml";
pub(super) const GAMES: &str = "games.bin";
pub(super) const NET: &str = "net.safetensors";

impl Folder {
    pub(super) fn open(path: &Path) -> Result<Self, Fault> {
        let folder = Self { path: path.to_path_buf() };
        fs::create_dir_all(path).map_err(|error| folder.fault("make", "", &error))?;
        Ok(folder)
    }

    fn fault(&self, verb: &str, name: &str, error: &io::Error) -> Fault {
        let place = if name.is_empty() { self.path.clone() } else { self.path.join(name) };
        Fault::new(format!("cannot {verb} {}: {error}", place.display()))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.path.join(name).exists()
    }

    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>, Fault> {
        fs::read(self.path.join(name)).map_err(|error| self.fault("read", name, &error))
    }

    pub(super) fn read_text(&self, name: &str) -> Result<String, Fault> {
        fs::read_to_string(self.path.join(name)).map_err(|error| self.fault("read", name, &error))
    }

    /// Writes a file that is either the old one or the new one, whatever happens.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        log::save(&self.path.join(name), bytes).map_err(|error| self.fault("write", name, &error))
    }

    pub(super) fn state(&self) -> Result<Option<State>, Fault> {
        if !self.has(STATE) {
            return Ok(None);
        }
        let text = self.read_text(STATE)?;
        serde_json::from_str(&text).map(Some).map_err(|error| Fault::new(format!("{STATE} cannot be read: {error}")))
    }

    /// From now on this is how far the run has come; files of earlier states are removed.
    pub(super) fn keep(&self, state: &State) -> Result<(), Fault> {
        let text = serde_json::to_string(state).map_err(|error| Fault::new(error.to_string()))?;
        self.write(STATE, format!("{text}\n").as_bytes())?;
        let entries = fs::read_dir(&self.path).map_err(|error| self.fault("read", "", &error))?;
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let mark = |kind: &str| name.strip_prefix(kind)?.strip_suffix(".safetensors")?.parse::<u64>().ok();
            let stale = [mark("learner-"), mark("optimiser-")].into_iter().flatten().any(|mark| mark != state.mark)
                || mark("best-").is_some_and(|mark| mark != state.best);
            if stale {
                // What cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    /// The games of the file, in the order of their numbers; a torn end is cut off.
    pub(super) fn games(&self) -> Result<Vec<Record>, Fault> {
        if !self.has(GAMES) {
            return Ok(Vec::new());
        }
        let bytes = self.read(GAMES)?;
        let (mut games, end) = Record::read_all(&bytes);
        if end < bytes.len() {
            let cut = || OpenOptions::new().write(true).open(self.path.join(GAMES))?.set_len(end as u64);
            cut().map_err(|error| self.fault("cut", GAMES, &error))?;
        }
        games.sort_by_key(|game| game.number);
        games.dedup_by_key(|game| game.number);
        Ok(games)
    }

    pub(super) fn adding(&self, name: &str) -> Result<File, Fault> {
        let open = OpenOptions::new().create(true).append(true).open(self.path.join(name));
        open.map_err(|error| self.fault("open", name, &error))
    }
}
