//! The log of a run of learning: a folder that any program can read while the run goes on.
//!
//! | file | what it holds |
//! |---|---|
//! | `run.json` | the [`Sheet`]: what the run is, how it stands; replaced as a whole |
//! | `log.jsonl` | a JSON object per line: `step` (whole, never falling) and named numbers |
//! | `games.jsonl` | sample games, if there are any: a [`Sample`] per line |
//! | `run.lock` | locked for as long as somebody works on the run, so that a run that was killed is known from one that goes on |
//! | `stop` | put there by whoever wants the run to end; removed when it has ended or goes on |
//!
//! Whatever else a run keeps (checkpoints, weights, nets) lies in the same folder under names of its own. Lines after the last
//! checkpoint are cut off when the run goes on from it, so no step is told twice.

mod read;
mod sheet;
mod write;

pub use read::{is_running, is_stopping, last_step, lines, read, samples, steps, stop};
pub use sheet::{Sample, Sheet, State};
pub use write::{RunLog, save};

const SHEET: &str = "run.json";
const LINES: &str = "log.jsonl";
const GAMES: &str = "games.jsonl";
const LOCK: &str = "run.lock";
const STOP: &str = "stop";

#[cfg(test)]
mod tests;
