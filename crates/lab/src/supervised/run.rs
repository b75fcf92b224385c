//! The run: epochs over all samples, early stopping, checkpoints on the way, the log and the curve.
//!
//! An epoch is a step of the log. The order of samples follows from the seed and the epoch, and a checkpoint holds everything that
//! the next batch needs: a run that was killed at any moment and goes on ends with the same net as one that was not.

use super::model::{Model, class};
use super::samples::Samples;
use crate::log::{RunLog, State, lines, save};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};
use tabula_core::Stop;
use tabula_nn::{Desk, Method, Net, Optimiser, Origin, Random, Tape};

/// The optimiser. As with models, earlier checkpoints have the names of the arms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Optimisation {
    /// Adam with its usual memory.
    #[serde(rename = "adam", alias = "Adam")]
    Adam,
    /// Gradient descent with Nesterov's momentum of 0.9.
    #[serde(rename = "sgd", alias = "Sgd")]
    Sgd,
}

impl Optimisation {
    /// Its name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Adam => "Adam",
            Self::Sgd => "SGD",
        }
    }
}

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    /// Which model.
    pub model: Model,
    /// How it learns.
    pub optimiser: Optimisation,
    /// Epochs at most.
    pub epochs: u32,
    /// Epochs without a better result on the part that is held out, after which it ends.
    pub patience: u32,
    /// Samples per step.
    pub batch: usize,
    /// How far a step goes.
    pub rate: f32,
    /// What weights, the split and orders are drawn from.
    pub seed: u64,
    /// How many samples there are: others would make another run.
    pub samples: usize,
}

/// An epoch that was made.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean loss of the samples that were learnt from, while they were, with dropout.
    pub learnt: f64,
    /// The mean loss of those held out, as the net plays.
    pub held: f64,
    /// The shares of right classes of both, where there are classes.
    pub right: Option<(f64, f64)>,
    /// Samples per second.
    pub speed: f64,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The epoch with the best result so far, whose net plays, and its loss on what was held out; `None` before the first epoch is over.
    pub best: Option<(u32, f64)>,
    /// The last epoch that was made now; `None` if there was none to make.
    pub last: Option<Epoch>,
    /// Somebody wanted it to stop before its end.
    pub stopped: bool,
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
    /// The net that a new run begins with; one with weights drawn by lot where there is none.
    pub from: Option<&'a Net>,
    /// How many threads compute; the result does not depend on it.
    pub threads: usize,
    /// Raised when the run is to end, after the batch that it is learning.
    pub stop: &'a Stop,
}

/// Where a run stands. Numbers with a point are kept as their bits, since JSON may change the last of them.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Mark {
    plan: Plan,
    /// Batches since the beginning; names the files.
    steps: u64,
    /// Epochs that are over.
    epoch: u32,
    /// Batches of the next one.
    batches: usize,
    /// The sum of their losses ...
    loss: u64,
    /// ... and right classes.
    right: u64,
    best: Option<(u32, u64)>,
}

const MARK: &str = "checkpoint.json";
/// The net that plays: the best so far.
pub(super) const NET: &str = "net.safetensors";
const CURVE: &str = "curve.csv";
/// How often everything is written within an epoch.
const EVERY: Duration = Duration::from_secs(60);
/// Samples that are judged together.
const JUDGED: usize = 256;

impl Mark {
    /// Where the run in a folder stands; a fault if it is one of another plan.
    fn read(folder: &Path, plan: &Plan) -> Result<Option<Self>, String> {
        let text = match fs::read_to_string(folder.join(MARK)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("cannot read {MARK}: {error}")),
        };
        let mark: Self = serde_json::from_str(&text).map_err(|error| format!("{MARK} is spoilt: {error}"))?;
        // More epochs or more patience are the same run, gone on with.
        let same = Plan { epochs: plan.epochs, patience: plan.patience, ..mark.plan };
        if same == *plan {
            Ok(Some(Self { plan: *plan, ..mark }))
        } else {
            Err(format!("the run in {} has another plan: {:?}", folder.display(), mark.plan))
        }
    }

    fn files(steps: u64) -> [String; 2] {
        [format!("learning-{steps}.safetensors"), format!("memory-{steps}.safetensors")]
    }

    fn is_over(&self) -> bool {
        let waited = self.best.is_some_and(|(best, _)| self.epoch - best >= self.plan.patience);
        waited || self.epoch >= self.plan.epochs
    }
}

/// A net that learns.
struct Learner {
    net: Net,
    optimiser: Optimiser,
    tape: Tape,
    slopes: Vec<f32>,
    inputs: Vec<f32>,
    wanted: Vec<f32>,
}

impl Learner {
    fn new(plan: &Plan, net: Net, threads: usize) -> Self {
        let method = match plan.optimiser {
            Optimisation::Adam => Method::ADAM,
            Optimisation::Sgd => Method::NESTEROV,
        };
        Self {
            optimiser: Optimiser::new(method, &net),
            tape: Tape::new(&net, threads),
            slopes: vec![0.0; net.weights().len()],
            inputs: Vec::new(),
            wanted: Vec::new(),
            net,
        }
    }

    /// Learns from these samples; answers with their mean loss and how many classes were right.
    fn learn(&mut self, samples: &Samples, named: &[u32], plan: &Plan) -> (f64, u64) {
        let Self { net, optimiser, tape, slopes, inputs, wanted } = self;
        let (model, outputs) = (plan.model, plan.model.outputs());
        samples.fill(named, model, inputs, wanted);
        tape.forward(net, inputs, plan.seed ^ optimiser.steps());
        let loss = model.loss().judge(tape.judge(net, 0), wanted, None, outputs, 1.0);
        let right = right(model, tape.output(net, 0), samples.scores(named));
        tape.backward(net, slopes);
        optimiser.step(net, slopes, plan.rate);
        (loss, right)
    }
}

/// How many classes are right; none where there are no classes.
fn right(model: Model, said: &[f32], scores: impl Iterator<Item = i16>) -> u64 {
    if !model.classifies() {
        return 0;
    }
    let likeliest = |said: &[f32]| (1..said.len()).fold(0, |best, at| if said[at] > said[best] { at } else { best });
    let rows = said.chunks_exact(model.outputs()).zip(scores);
    rows.filter(|(said, score)| likeliest(said) == class(*score)).count() as u64
}

/// The mean loss and the right classes of samples, as the net plays; `None` if it was halted on the way.
fn examine(
    net: &Net,
    samples: &Samples,
    named: &[u32],
    (model, threads): (Model, usize),
    halt: impl Fn() -> bool,
) -> Option<(f64, u64)> {
    let (ready, mut desk) = (tabula_nn::Model::new(net), Desk::new(threads));
    let (mut inputs, mut wanted) = (Vec::new(), Vec::new());
    let (mut loss, mut hits) = (0.0, 0);
    for named in named.chunks(JUDGED) {
        if halt() {
            return None;
        }
        samples.fill(named, model, &mut inputs, &mut wanted);
        ready.run(&mut desk, &inputs);
        let said: Vec<f32> = (0..named.len()).flat_map(|sample| ready.result(&desk, sample, 0).to_vec()).collect();
        let places = &mut vec![0.0; said.len()];
        loss += named.len() as f64 * model.loss().judge((&said, places), &wanted, None, model.outputs(), 0.0);
        hits += right(model, &said, samples.scores(named));
    }
    Some((loss / named.len().max(1) as f64, hits))
}

/// Makes the epochs that are missing. `log` opens the log behind the epoch it is given, `tell` hears of each epoch.
///
/// # Errors
/// If there are too few samples, if the folder has another run or cannot be written, or if the net does not learn but explodes.
pub(super) fn run(
    task: &Task<'_>,
    samples: &Samples,
    log: impl FnOnce(u32) -> io::Result<RunLog>,
    tell: &mut dyn FnMut(&Epoch),
) -> Result<Summary, String> {
    let Task { folder, plan, threads, stop, .. } = *task;
    let told = |error: io::Error| error.to_string();
    let (learnt, held) = samples.split(plan.seed);
    if learnt.len() < plan.batch || held.is_empty() {
        return Err(format!("{} positions are too few for batches of {}", samples.len(), plan.batch));
    }
    let (mut learner, mut mark) = begin(task)?;
    let mut log = log(mark.epoch).map_err(told)?;
    let mut summary = Summary { best: None, last: None, stopped: false };
    let mut written = (mark.steps, Instant::now());
    'epochs: while !mark.is_over() {
        let number = mark.epoch + 1;
        let mut order = learnt.clone();
        Random::new(plan.seed ^ u64::from(number) << 32).shuffle(&mut order);
        let (begun, first) = (Instant::now(), mark.batches);
        let batches = order.len() / plan.batch;
        for named in order.chunks_exact(plan.batch).skip(first) {
            let (loss, right) = learner.learn(samples, named, plan);
            mark.loss = (f64::from_bits(mark.loss) + loss).to_bits();
            (mark.right, mark.batches, mark.steps) = (mark.right + right, mark.batches + 1, mark.steps + 1);
            let halt = stop.is_raised() || log.wants_stop();
            if halt || (written.1.elapsed() >= EVERY && mark.batches < batches) {
                written = (checkpoint(folder, &mark, &learner, written.0)?, Instant::now());
            }
            if halt {
                summary.stopped = true;
                break 'epochs;
            }
        }
        let seconds = begun.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        let halt = || stop.is_raised() || log.wants_stop();
        let Some((loss, hits)) = examine(&learner.net, samples, &held, (plan.model, threads), halt) else {
            // All batches are learnt: whoever goes on examines first.
            checkpoint(folder, &mark, &learner, written.0)?;
            summary.stopped = true;
            break;
        };
        let seen = (batches * plan.batch) as f64;
        let epoch = Epoch {
            number,
            learnt: f64::from_bits(mark.loss) / batches as f64,
            held: loss,
            right: plan.model.classifies().then(|| (mark.right as f64 / seen, hits as f64 / held.len() as f64)),
            speed: ((batches - first) * plan.batch) as f64 / seconds,
        };
        if !loss.is_finite() {
            return Err(format!("the loss is no number after epoch {number}; a smaller rate may help"));
        }
        if mark.best.is_none_or(|(_, best)| loss < f64::from_bits(best)) {
            mark.best = Some((number, loss.to_bits()));
            put(folder, NET, &playing(&learner.net, plan.model, task.origin)?)?;
        }
        (mark.epoch, mark.batches, mark.loss, mark.right) = (number, 0, 0, 0);
        note(&mut log, &epoch).map_err(told)?;
        written = (checkpoint(folder, &mark, &learner, written.0)?, Instant::now());
        tell(&epoch);
        summary.last = Some(epoch);
    }
    summary.best = mark.best.map(|(epoch, loss)| (epoch, f64::from_bits(loss)));
    let state = if summary.stopped { State::Stopped } else { State::Done };
    let message =
        summary.best.map(|(epoch, loss)| format!("held-out loss {loss:.6} in epoch {epoch} of {}", mark.epoch));
    log.close(state, message).map_err(told)?;
    Ok(summary)
}

/// The net and the mark of the last checkpoint, or new ones.
fn begin(task: &Task<'_>) -> Result<(Learner, Mark), String> {
    let Task { folder, plan, threads, .. } = *task;
    let said = |fault: tabula_nn::Fault| fault.to_string();
    let Some(mark) = Mark::read(folder, plan)? else {
        let net = match task.from {
            Some(net) => net.clone(),
            None => Net::new(plan.model.layers().parse().map_err(said)?, plan.seed).map_err(said)?,
        };
        let mark = Mark { plan: *plan, steps: 0, epoch: 0, batches: 0, loss: 0, right: 0, best: None };
        return Ok((Learner::new(plan, net, threads), mark));
    };
    let read = |name: &str| fs::read(folder.join(name)).map_err(|error| format!("cannot read {name}: {error}"));
    let [net, memory] = Mark::files(mark.steps);
    let (net, _) = tabula_nn::load(&read(&net)?).map_err(said)?;
    let mut learner = Learner::new(plan, net, threads);
    learner.optimiser.resume(&read(&memory)?).map_err(said)?;
    Ok((learner, mark))
}

/// The file of the net as it plays.
fn playing(net: &Net, model: Model, origin: &Origin) -> Result<Vec<u8>, String> {
    let said = |fault: tabula_nn::Fault| fault.to_string();
    let bytes = tabula_nn::save(net, origin).map_err(said)?;
    let layers = model.playing().parse().map_err(said)?;
    tabula_nn::save(&tabula_nn::load_as(layers, &bytes).map_err(said)?, origin).map_err(said)
}

/// Logs an epoch, and draws the curve anew from the log.
fn note(log: &mut RunLog, epoch: &Epoch) -> io::Result<()> {
    let mut numbers = vec![("loss", epoch.learnt), ("held_out_loss", epoch.held)];
    if let Some((learnt, held)) = epoch.right {
        numbers.extend([("accuracy", learnt), ("held_out_accuracy", held)]);
    }
    numbers.push(("positions_per_second", epoch.speed));
    log.add(epoch.number.into(), &numbers)?;
    log.update(|sheet| sheet.net = Some(NET.into()))?;
    let names: Vec<_> = ["step"].into_iter().chain(numbers.iter().map(|(name, _)| *name)).collect();
    let mut text = format!("{}\n", names.join(",").replacen("step", "epoch", 1));
    for line in lines::<Value>(&log.folder().join("log.jsonl"))? {
        let row: Vec<_> = names.iter().map(|name| line[*name].to_string()).collect();
        text += &format!("{}\n", row.join(","));
    }
    save(&log.folder().join(CURVE), text.as_bytes())
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    save(&folder.join(name), bytes).map_err(|error| format!("cannot write {name}: {error}"))
}

/// Leaves everything that the next batch needs; the mark comes last, and what the one before named goes. Answers with the steps so far.
fn checkpoint(folder: &Path, mark: &Mark, learner: &Learner, before: u64) -> Result<u64, String> {
    let [net, memory] = Mark::files(mark.steps);
    put(folder, &net, &tabula_nn::save(&learner.net, &Origin::default()).map_err(|fault| fault.to_string())?)?;
    put(folder, &memory, &learner.optimiser.save())?;
    put(folder, MARK, serde_json::to_string(mark).map_err(|error| error.to_string())?.as_bytes())?;
    if before != mark.steps {
        // Of the first checkpoint there is none before.
        Mark::files(before).iter().for_each(|old| drop(fs::remove_file(folder.join(old))));
    }
    Ok(mark.steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Entry;
    use crate::log::Sheet;
    use std::path::PathBuf;

    /// Positions with a rook somewhere, good for whoever has it.
    fn samples() -> Samples {
        let entries: Vec<_> = (0..96)
            .map(|n| {
                let (file, white) = (n % 7 + 1, n % 2 == 0);
                let row = format!("{}{}{}", file, if white { 'R' } else { 'r' }, 7 - file).replace('0', "");
                let (above, below) = if n % 3 == 0 { ("8/8", "8/8/8") } else { ("8", "8/8/8/8") };
                let position = format!("k7/{above}/{row}/{below}/7K w - - 0 1");
                Entry { position, score: if white { 400 } else { -400 } }
            })
            .collect();
        Samples::of(&entries).unwrap()
    }

    fn plan(model: Model, epochs: u32, samples: &Samples) -> Plan {
        let (optimiser, seed) = (Optimisation::Adam, 3);
        Plan { model, optimiser, epochs, patience: 10, batch: 16, rate: 0.001, seed, samples: samples.len() }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tabula-supervised-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn go(folder: &Path, plan: &Plan, threads: usize, tell: &mut dyn FnMut(&Epoch)) -> Result<Summary, String> {
        let origin = Origin { game: "chess".into(), run: "test".into(), planes: "beast".into() };
        let log = |epoch: u32| match epoch {
            0 => RunLog::begin(folder, Sheet::new("train", "chess", "test", Vec::new())),
            _ => RunLog::resume(folder, epoch.into()),
        };
        let task = Task { folder, plan, origin: &origin, from: None, threads, stop: &Stop::default() };
        run(&task, &samples(), log, tell)
    }

    #[test]
    fn a_run_that_was_stopped_within_an_epoch_ends_like_one_that_was_not() {
        let (samples, whole, broken) = (samples(), folder("whole"), folder("broken"));
        let plan = plan(Model::One, 4, &samples);
        let first = go(&whole, &plan, 1, &mut |_| ()).unwrap();
        // Whoever puts the file there stops the run after the next batch.
        let stop = |_: &Epoch| fs::write(broken.join("stop"), "").unwrap();
        let half = go(&broken, &plan, 2, &mut { stop }).unwrap();
        assert!(half.stopped && half.last.unwrap().number == 1);
        let last = go(&broken, &plan, 1, &mut |_| ()).unwrap();
        let same = |summary: &Summary| summary.last.map(|epoch| (epoch.number, epoch.learnt, epoch.held));
        assert_eq!((same(&last), last.best), (same(&first), first.best));
        let net = |folder: &Path| fs::read(folder.join(NET)).unwrap();
        assert!(net(&whole) == net(&broken));
        let curve = fs::read_to_string(broken.join(CURVE)).unwrap();
        assert!(curve.starts_with("epoch,loss,held_out_loss,positions_per_second\n1,"), "{curve}");
        assert_eq!(curve.lines().count(), 5);
        assert!(go(&broken, &plan, 1, &mut |_| ()).unwrap().last.is_none());
        let other = Plan { rate: 0.5, ..plan };
        assert!(go(&broken, &other, 1, &mut |_| ()).unwrap_err().contains("has another plan"));
        [whole, broken].iter().for_each(|folder| fs::remove_dir_all(folder).unwrap());
    }

    #[test]
    fn whoever_is_halted_while_examined_examines_again_when_it_goes_on() {
        let (samples, whole, broken) = (samples(), folder("unbroken"), folder("examined"));
        let plan = plan(Model::One, 1, &samples);
        let first = go(&whole, &plan, 1, &mut |_| ()).unwrap();
        // As if it had been halted there: every batch is learnt, and the epoch is not over.
        let stop = Stop::default();
        stop.raise();
        let (learnt, held) = samples.split(plan.seed);
        let net = Net::new(plan.model.layers().parse().unwrap(), plan.seed).unwrap();
        assert!(examine(&net, &samples, &held, (plan.model, 1), || stop.is_raised()).is_none());
        let mut learner = Learner::new(&plan, net, 1);
        let mut mark = Mark { plan, steps: 0, epoch: 0, batches: 0, loss: 0, right: 0, best: None };
        let mut order = learnt;
        Random::new(plan.seed ^ 1 << 32).shuffle(&mut order);
        for named in order.chunks_exact(plan.batch) {
            let (loss, _) = learner.learn(&samples, named, &plan);
            mark.loss = (f64::from_bits(mark.loss) + loss).to_bits();
            (mark.batches, mark.steps) = (mark.batches + 1, mark.steps + 1);
        }
        fs::create_dir_all(&broken).unwrap();
        checkpoint(&broken, &mark, &learner, 0).unwrap();
        let last = go(&broken, &plan, 1, &mut |_| ()).unwrap();
        assert_eq!(last.best, first.best);
        assert_eq!(
            last.last.map(|epoch| (epoch.learnt, epoch.held)),
            first.last.map(|epoch| (epoch.learnt, epoch.held))
        );
        [whole, broken].iter().for_each(|folder| fs::remove_dir_all(folder).unwrap());
    }

    #[test]
    fn classes_are_learnt_and_the_net_that_plays_tells_their_shares() {
        let (samples, folder) = (samples(), folder("classes"));
        let summary = go(&folder, &plan(Model::Three, 2, &samples), 1, &mut |_| ()).unwrap();
        assert!(summary.last.unwrap().right.unwrap().1 > 0.4, "{summary:?}");
        let (net, origin) = tabula_nn::load(&fs::read(folder.join(NET)).unwrap()).unwrap();
        assert!(net.plan().to_string().ends_with("softmax"));
        assert_eq!(origin.planes, "beast");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_run_ends_when_nothing_gets_better() {
        let (samples, folder) = (samples(), folder("patience"));
        // Steps of nothing: the running statistics move for a while, the weights never.
        let plan = Plan { rate: 0.0, patience: 2, ..plan(Model::One, 500, &samples) };
        let summary = go(&folder, &plan, 1, &mut |_| ()).unwrap();
        let (best, last) = (summary.best.unwrap().0, summary.last.unwrap().number);
        assert!(last == best + 2 && last < 500, "{best} {last}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn too_few_positions_are_refused() {
        let (samples, folder) = (samples(), folder("few"));
        let plan = Plan { batch: 500, ..plan(Model::One, 1, &samples) };
        assert!(go(&folder, &plan, 1, &mut |_| ()).unwrap_err().contains("too few for batches of 500"));
    }
}
