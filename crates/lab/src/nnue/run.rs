//! The run: passes over all samples, a checkpoint after each, and the log.
//!
//! A pass is a step of the log. The order of samples follows from the seed and the pass, so a run that was killed and goes on ends with
//! the same net as one that was not.

use crate::log::{RunLog, State, save};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};
use tabula_core::Stop;
use tabula_nn::nnue::{Samples, Sparse, Teacher, Whole};
use tabula_nn::{Origin, Random, Schedule};

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    /// Numbers that the first layer makes for either side.
    pub width: usize,
    /// Passes over all samples.
    pub passes: u32,
    /// Samples per step.
    pub batch: usize,
    /// The rate of the first steps; it falls along half a wave.
    pub rate: f32,
    /// How strongly weights are pulled towards 0.
    pub decay: f32,
    /// What a value of one is worth in hundredths of a pawn.
    pub unit: u16,
    /// What weights and orders are drawn from.
    pub seed: u64,
}

/// A pass that was made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Passed {
    /// Its number, from 1.
    pub pass: u32,
    /// The mean loss of the samples that were learnt from, while they were.
    pub learnt: f64,
    /// The mean loss of those held out.
    pub held: f64,
    /// Samples per second.
    pub speed: f64,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The last pass; `None` if there was none to make.
    pub last: Option<Passed>,
    /// Somebody wanted it to stop before its end.
    pub stopped: bool,
}

/// Where a run stands.
#[derive(Serialize, Deserialize)]
struct Mark {
    pass: u32,
    plan: Plan,
}

const MARK: &str = "checkpoint.json";
/// The net that plays.
const NET: &str = "net.safetensors";

fn float_file(pass: u32) -> String {
    format!("learning-{pass}.safetensors")
}

fn memory_file(pass: u32) -> String {
    format!("memory-{pass}.safetensors")
}

/// The pass of the last checkpoint of a folder, if there is one; a fault if it is one of another plan.
fn standing(folder: &Path, plan: &Plan) -> Result<Option<u32>, String> {
    let text = match fs::read_to_string(folder.join(MARK)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("cannot read {MARK}: {error}")),
    };
    let mark: Mark = serde_json::from_str(&text).map_err(|error| format!("{MARK} is spoilt: {error}"))?;
    if mark.plan == *plan {
        Ok(Some(mark.pass))
    } else {
        Err(format!("the run in {} has another plan: {:?}", folder.display(), mark.plan))
    }
}

/// A run and where it goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    /// Where it keeps everything.
    pub folder: &'a Path,
    /// What is to be done.
    pub plan: &'a Plan,
    /// What nets will say of themselves.
    pub origin: &'a Origin,
    /// How many threads compute; the result does not depend on it.
    pub threads: usize,
    /// Raised when the run is to end, after the pass that it is making.
    pub stop: &'a Stop,
}

/// Makes the passes that are missing, beginning with the net `first` where there is none. `learnt` gives the samples of a pass; `log` opens the log at the pass it is given;
/// `tell` hears of each pass.
pub(super) fn run<'s>(
    task: &Task<'_>,
    held: &Samples,
    mut learnt: impl FnMut(u32) -> Result<Cow<'s, Samples>, String>,
    first: impl FnOnce() -> Result<Sparse, String>,
    log: impl FnOnce(u32) -> io::Result<RunLog>,
    tell: &mut dyn FnMut(&Passed),
) -> Result<Summary, String> {
    let Task { folder, plan, origin, threads, stop } = *task;
    let told = |error: io::Error| error.to_string();
    let at = standing(folder, plan)?;
    let read = |name: &str| fs::read(folder.join(name)).map_err(|error| format!("cannot read {name}: {error}"));
    let mut teacher = match at {
        Some(pass) => {
            let (net, ..) = Sparse::load(&read(&float_file(pass))?).map_err(|fault| fault.to_string())?;
            let mut teacher = Teacher::new(net, plan.decay, threads);
            teacher.resume(&read(&memory_file(pass))?).map_err(|fault| fault.to_string())?;
            teacher
        }
        None => Teacher::new(first()?, plan.decay, threads),
    };
    let start = at.unwrap_or(0);
    let mut log = log(start).map_err(told)?;
    // In thousandths of a pass, because passes may differ in length.
    let schedule = Schedule::Cosine { steps: 1000 * u64::from(plan.passes), floor: 0.01 };
    let mut summary = Summary { last: None, stopped: false };
    for pass in start + 1..=plan.passes {
        if stop.is_raised() || log.wants_stop() {
            summary.stopped = true;
            break;
        }
        let learnt = learnt(pass)?;
        let begun = Instant::now();
        let mut order: Vec<u32> = (0..learnt.len() as u32).collect();
        Random::new(plan.seed ^ u64::from(pass) << 32).shuffle(&mut order);
        let mut loss = 0.0;
        for (step, named) in order.chunks(plan.batch).enumerate() {
            let done = 1000 * (step * plan.batch) as u64 / learnt.len() as u64;
            loss += teacher.learn(&learnt, named, schedule.rate(plan.rate, 1000 * u64::from(pass - 1) + done));
        }
        let seconds = begun.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        let passed = Passed {
            pass,
            learnt: loss / learnt.len().max(1) as f64,
            held: teacher.judge(held),
            speed: learnt.len() as f64 / seconds,
        };
        checkpoint(folder, plan, pass, &teacher, origin)?;
        let numbers = [("loss", passed.learnt), ("held_out_loss", passed.held), ("positions_per_second", passed.speed)];
        log.add(pass.into(), &numbers).map_err(told)?;
        log.update(|sheet| sheet.net = Some(NET.into())).map_err(told)?;
        tell(&passed);
        summary.last = Some(passed);
    }
    let state = if summary.stopped { State::Stopped } else { State::Done };
    let message = summary.last.map(|last| format!("held-out loss {:.6} after {} passes", last.held, last.pass));
    log.close(state, message).map_err(told)?;
    Ok(summary)
}

/// Leaves everything that the next pass needs; the mark comes last, and what it no longer names goes.
fn checkpoint(folder: &Path, plan: &Plan, pass: u32, teacher: &Teacher, origin: &Origin) -> Result<(), String> {
    let put = |name: &str, bytes: &[u8]| {
        save(&folder.join(name), bytes).map_err(|error| format!("cannot write {name}: {error}"))
    };
    let whole = Whole::round(teacher.net(), plan.unit);
    let file = |made: Result<Vec<u8>, tabula_nn::Fault>| made.map_err(|fault| fault.to_string());
    put(&float_file(pass), &file(teacher.net().save(plan.unit, origin))?)?;
    put(&memory_file(pass), &teacher.memory())?;
    put(NET, &file(whole.save(origin))?)?;
    let mark = Mark { pass, plan: *plan };
    put(MARK, serde_json::to_string(&mark).map_err(|error| error.to_string())?.as_bytes())?;
    for old in [float_file(pass - 1), memory_file(pass - 1)] {
        // Of the first pass there is none before.
        let _ = fs::remove_file(folder.join(old));
    }
    Ok(())
}
