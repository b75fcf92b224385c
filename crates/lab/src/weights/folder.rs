//! The folder of a run, beside what [`log`](crate::log) keeps there. Each file is replaced as a whole, so that whoever is killed leaves a
//! run that can go on.
//!
//! | file | what it holds |
//! |---|---|
//! | `plan.json` | what the run is to do |
//! | `whole.txt` | the weights before they were spoilt, if they were |
//! | `start.txt` | the weights that it began with |
//! | `checkpoint.json` | how far it has come |
//! | `weights.txt` | the current weights, a player as `tabula:weights=FILE` |
//! | `curve.csv` | the numbers of the log as a table |

use super::Plan;
use crate::log::{self, save};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use tabula_core::Fault;

/// The plan of a run, in its folder.
pub const PLAN: &str = "plan.json";
pub(super) const WHOLE: &str = "whole.txt";
pub(super) const START: &str = "start.txt";
pub(super) const CHECKPOINT: &str = "checkpoint.json";
/// The current weights of a run, in its folder.
pub const WEIGHTS: &str = "weights.txt";
const CURVE: &str = "curve.csv";

/// How far a run has come, with all that its road needs to go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Mark<T> {
    /// Steps that are done.
    pub(super) step: u64,
    /// Games played to learn from.
    pub(super) games: u64,
    /// Seconds spent.
    pub(super) seconds: f64,
    /// Half-points in both games of each pair of the closing match so far, for the learnt weights.
    pub(super) closing: Vec<[u8; 2]>,
    /// What the road has found.
    pub(super) state: T,
}

/// A folder.
#[derive(Clone, Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(place: &Path) -> Self {
        Self(place.to_path_buf())
    }

    pub(super) fn place(&self) -> &Path {
        &self.0
    }

    /// Whether a run has begun here.
    pub(super) fn has_run(&self) -> bool {
        self.0.join(CHECKPOINT).exists()
    }

    pub(super) fn put(&self, name: &str, text: &str) -> Result<(), Fault> {
        let place = self.0.join(name);
        save(&place, text.as_bytes()).map_err(|error| Fault::new(format!("cannot write {}: {error}", place.display())))
    }

    pub(super) fn get(&self, name: &str) -> Result<String, Fault> {
        let place = self.0.join(name);
        std::fs::read_to_string(&place).map_err(|error| Fault::new(format!("cannot read {}: {error}", place.display())))
    }

    pub(super) fn put_json<T: Serialize>(&self, name: &str, what: &T) -> Result<(), Fault> {
        let text = serde_json::to_string(what).map_err(|error| Fault::new(format!("cannot write {name}: {error}")))?;
        self.put(name, &text)
    }

    pub(super) fn get_json<T: DeserializeOwned>(&self, name: &str) -> Result<T, Fault> {
        let place = self.0.join(name);
        serde_json::from_str(&self.get(name)?)
            .map_err(|error| Fault::new(format!("{} is spoilt: {error}", place.display())))
    }

    /// Writes the log once more, as a table: a column for every name, empty where a step has no such number.
    pub(super) fn put_curve(&self) -> Result<(), Fault> {
        let place = self.0.join("log.jsonl");
        let lines: Vec<Map<String, Value>> =
            log::lines(&place).map_err(|error| Fault::new(format!("cannot read {}: {error}", place.display())))?;
        let mut names: Vec<&str> = vec!["step"];
        for name in lines.iter().flat_map(Map::keys) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        let mut text = names.join(",") + "\n";
        for line in &lines {
            let cell = |name: &&str| line.get(*name).map(ToString::to_string).unwrap_or_default();
            let cells: Vec<_> = names.iter().map(cell).collect();
            text += &(cells.join(",") + "\n");
        }
        self.put(CURVE, &text)
    }
}

/// The plan of the run in a folder.
pub fn plan_of(folder: &Path) -> Result<Plan, Fault> {
    let kept = Folder::new(folder);
    if kept.has_run() {
        kept.get_json(PLAN)
    } else {
        Err(Fault::new(format!("there is no run in {} that could go on", folder.display())))
    }
}
