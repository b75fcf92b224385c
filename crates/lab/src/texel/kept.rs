//! A run that is kept in a folder: the log, and a checkpoint after every pass.

use super::{Course, Plan, Step};
use crate::log::{RunLog, Sheet, State, save};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use tabula_core::Fault;

/// The weights of a run in its folder.
pub const WEIGHTS: &str = "weights.txt";
const CHECKPOINT: &str = "checkpoint.json";

/// A run in its folder.
pub struct Kept {
    folder: PathBuf,
    log: RunLog,
    plan: Plan,
    course: Option<Course>,
}

/// What a checkpoint holds.
#[derive(Serialize, Deserialize)]
struct Mark {
    plan: Plan,
    course: Course,
}

impl Kept {
    /// Begins a run in a folder, or opens the one that was begun there; one of another plan is refused.
    pub fn open(folder: &Path, plan: &Plan, game: &str, command: Vec<String>) -> Result<Self, Fault> {
        // The result does not depend on how many threads compute.
        let plan = Plan { threads: 1, ..plan.clone() };
        let place = folder.join(CHECKPOINT);
        let cannot = |error: io::Error| Fault::new(format!("cannot use {}: {error}", folder.display()));
        if !place.exists() {
            let mut sheet = Sheet::new("texel", game, "weights by Texel's method", command);
            (sheet.steps, sheet.weights) = (Some(plan.epochs as u64), Some(WEIGHTS.to_string()));
            let log = RunLog::begin(folder, sheet).map_err(cannot)?;
            return Ok(Self { folder: folder.to_path_buf(), log, plan, course: None });
        }
        let text = std::fs::read(&place).map_err(cannot)?;
        let mark: Mark = serde_json::from_slice(&text)
            .map_err(|error| Fault::new(format!("{} is spoilt: {error}", place.display())))?;
        if mark.plan != plan {
            return Err(Fault::new(format!("the run in {} has another plan: {:?}", folder.display(), mark.plan)));
        }
        let log = RunLog::resume(folder, mark.course.epoch() as u64).map_err(cannot)?;
        Ok(Self { folder: folder.to_path_buf(), log, plan, course: Some(mark.course) })
    }

    /// How far it had come; `None` for a new run.
    pub fn course(&mut self) -> Option<Course> {
        self.course.take()
    }

    /// Logs a pass, and keeps how far the run has come.
    pub fn add(&mut self, step: &Step<'_>) -> Result<(), Fault> {
        let cannot = |error: io::Error| Fault::new(format!("cannot write to {}: {error}", self.folder.display()));
        let numbers = [("loss", step.loss), ("held_out_loss", step.held_out), ("rate", step.rate.into())];
        self.log.add(step.epoch as u64, &numbers).map_err(cannot)?;
        let mark = Mark { plan: self.plan.clone(), course: step.course.clone() };
        let bytes = serde_json::to_vec(&mark).map_err(io::Error::other).map_err(cannot)?;
        save(&self.folder.join(CHECKPOINT), &bytes).map_err(cannot)
    }

    /// Whether somebody wants it to end.
    pub fn wants_stop(&self) -> bool {
        self.log.wants_stop()
    }

    /// The end of the run, or of this part of it.
    pub fn close(self, state: State, message: String) -> io::Result<()> {
        self.log.close(state, Some(message))
    }
}
