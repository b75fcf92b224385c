//! The one run that this server works on, in a thread that gives way to whoever plays and analyses.

use super::kinds::{Kind, Order, Subject};
use crate::house::House;
use crate::problem::Problem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use tabula_core::Stop;
use tabula_lab::log::{self, RunLog, Sheet, State};

/// How far it gives way, as `nice` counts.
#[cfg(unix)]
const NICE: i32 = 10;

/// A run that is to be worked on.
pub(super) struct Job {
    pub(super) kind: &'static dyn Kind,
    pub(super) id: String,
    pub(super) folder: PathBuf,
    pub(super) text: String,
    pub(super) title: String,
    pub(super) subject: Subject,
    pub(super) from: Option<PathBuf>,
    pub(super) resume: bool,
}

/// A run that is being worked on.
pub(super) struct Work {
    pub(super) id: String,
    pub(super) stop: Stop,
    /// What it will say of itself as soon as it has begun.
    pub(super) sheet: Sheet,
    thread: JoinHandle<()>,
}

/// Refuses a second run at a time.
pub(super) fn check_idle(work: Option<&Work>) -> Result<(), Problem> {
    match work.filter(|work| !work.is_over()) {
        Some(work) => Err(Problem::busy(format!("'{}' is being worked on: one run at a time", work.id))),
        None => Ok(()),
    }
}

impl Work {
    pub(super) fn start(house: &Arc<House>, job: Job) -> Result<Self, Problem> {
        let (stop, id) = (Stop::default(), job.id.clone());
        let sheet = Sheet::new(job.subject.sheet, &job.subject.game, &job.title, std::env::args().collect());
        let (halt, told) = (stop.clone(), sheet.clone());
        let (data, threads) = (house.config.data.clone(), house.config.limits.thinkers);
        let run = move || {
            give_way();
            let Job { kind, folder, text, title, from, resume, .. } = job;
            let order =
                Order { data: &data, folder: &folder, text: &text, title: &title, from, resume, threads, stop: &halt };
            if let Err(fault) = kind.run(&order) {
                // Where even that cannot be written, the run is listed as broken off.
                let _ = fail(&folder, told, fault.to_string());
            }
        };
        let thread = std::thread::Builder::new().name("run".into()).spawn(run);
        let thread = thread.map_err(|error| Problem::failed(format!("the run cannot be begun: {error}")))?;
        Ok(Self { id, stop, sheet, thread })
    }

    /// Whether it has ended, in whatever way.
    pub(super) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// Ends it, and waits for that.
    pub(super) fn end(self) {
        self.stop.raise();
        let _ = self.thread.join();
    }
}

/// Says in the sheet of a run why it failed, if it has not said so itself.
fn fail(folder: &Path, sheet: Sheet, why: String) -> std::io::Result<()> {
    match log::read(folder) {
        Ok(sheet) if sheet.state == State::Failed => Ok(()),
        Ok(_) => RunLog::resume(folder, u64::MAX)?.close(State::Failed, Some(why)),
        Err(_) => RunLog::begin(folder, sheet)?.close(State::Failed, Some(why)),
    }
}

/// Lets others go first: this thread, and those that it starts.
fn give_way() {
    #[cfg(unix)]
    {
        // Without it the run is merely a rude neighbour.
        let _ = rustix::process::nice(NICE);
    }
}
