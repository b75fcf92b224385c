//! The course of a run: steps of its road with checkpoints between, meetings with the weights of the start, and a closing match.

use super::field::{Field, Played, Purpose, Weights};
use super::folder::{CHECKPOINT, Folder, Mark, PLAN, START, WEIGHTS, WHOLE};
use super::{Genes, Manner, Plan, Road, genetic, spsa, tdleaf};
use crate::log::{RunLog, Sheet, State};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabula_arena::stats::{Games, Pairs, Strength, strength};
use tabula_core::tuning::{Pair, Tunable};
use tabula_core::{Fault, Stop};
use tabula_engine::{Shelf, catalogue};

/// Between checkpoints; what a killed run has to do again.
const BETWEEN: Duration = Duration::from_secs(2);
/// Pairs of the closing match between checkpoints.
const PORTION: usize = 10;
/// A game is kept for people to look at about so often in a run.
const SAMPLES: u64 = 20;

/// What a step found out.
pub(super) struct Told {
    /// Games that were played for it.
    pub(super) games: u64,
    /// Numbers for the log.
    pub(super) numbers: Vec<(&'static str, f64)>,
    /// One of the games.
    pub(super) sample: Option<Played>,
}

/// How steps are made. All that is needed to go on is in it, and is kept.
pub(super) trait Walker: Clone + Serialize + DeserializeOwned {
    /// Makes the step with this number, from 1, and changes nothing if it was stopped on the way (`None`).
    fn step(&mut self, around: &Around<'_>, step: u64) -> Result<Option<Told>, Fault>;

    /// The numbers that would be played with now.
    fn values(&self) -> Vec<f64>;
}

/// What stands around a step.
pub(super) struct Around<'a> {
    pub(super) plan: &'a Plan,
    pub(super) game: &'a dyn Tunable,
    pub(super) genes: &'a Genes,
    pub(super) start: &'a Weights,
    pub(super) field: &'a Field,
}

impl Around<'_> {
    /// Weights with these numbers.
    pub(super) fn weights(&self, values: &[f64]) -> Weights {
        self.genes.pairs(values).into()
    }
}

/// What is asked of a run besides its plan.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// What people call a new run; made of its plan where nobody says.
    pub title: Option<&'a str>,
    /// Games at a time; the result does not depend on it.
    pub threads: usize,
    /// Raised by whoever wants it to end.
    pub stop: &'a Stop,
}

/// What is told on the way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum News<'a> {
    /// A step is done.
    Step {
        /// Which, from 1.
        step: u64,
        /// Its numbers, as they are logged.
        numbers: &'a [(&'static str, f64)],
    },
    /// So many pairs of the closing match are over.
    Closing {
        /// So many.
        done: usize,
        /// Of so many.
        of: usize,
    },
}

/// The closing match, from the side of the learnt weights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Closing {
    /// By game.
    pub games: Games,
    /// What it says, from pairs of games.
    pub strength: Strength,
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Games { wins, draws, losses }, Strength { score, elo, .. }) = (self.games, self.strength);
        write!(f, "against the start +{wins} ={draws} -{losses}, {:.1} %, ", 100.0 * score)?;
        write!(f, "Elo {:+.0} +- {:.0}", elo.value, elo.error)
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Numbers that were learnt.
    pub genes: usize,
    /// Steps made.
    pub steps: u64,
    /// Games played to learn from.
    pub games: u64,
    /// The closing match; `None` if there was none to play, or if the run was stopped before its end.
    pub closing: Option<Closing>,
    /// Somebody wanted it to stop before its end.
    pub stopped: bool,
}

/// A run that can begin or go on: everything that can be wrong with its plan has been looked at.
pub struct Prepared {
    plan: Plan,
    game: Arc<dyn Tunable>,
    shelf: Arc<dyn Shelf>,
    genes: Genes,
    /// Before the weights were spoilt.
    whole: Vec<Pair>,
    start: Weights,
    folder: Folder,
    resumed: bool,
}

impl Prepared {
    /// A new run; `from` is the text of the weights that it begins with, unless they are those that are built in.
    pub fn begin(plan: &Plan, from: Option<&str>, folder: &Path) -> Result<Self, Fault> {
        let kept = Folder::new(folder);
        if kept.has_run() {
            let what = format!("there is a run in {} already; `tabula tune resume` goes on with it", folder.display());
            return Err(Fault::new(what));
        }
        let (shelf, game) = judge_of(plan)?;
        let whole = match from {
            Some(text) => game.read(text).map_err(|faults| Fault::new(faults.to_string()))?,
            None => game.weights(),
        };
        let before = Genes::new(&*game, &whole, &plan.only)?;
        let start = plan.spoil.map_or_else(|| whole.clone(), |spoil| before.spoilt(spoil));
        Self::new(plan, game, shelf, whole, start, kept, false)
    }

    /// The run in a folder, as it was begun.
    pub fn resume(folder: &Path) -> Result<Self, Fault> {
        let (plan, kept) = (super::plan_of(folder)?, Folder::new(folder));
        let (shelf, game) = judge_of(&plan)?;
        let read = |name: &str| {
            let spoilt = |what: String| Fault::new(format!("{}: {what}", folder.join(name).display()));
            game.read(&kept.get(name)?).map_err(|faults| spoilt(faults.to_string()))
        };
        let start = read(START)?;
        let whole = if plan.spoil.is_some() { read(WHOLE)? } else { start.clone() };
        Self::new(&plan, game, shelf, whole, start, kept, true)
    }

    fn new(
        plan: &Plan,
        game: Arc<dyn Tunable>,
        shelf: Arc<dyn Shelf>,
        whole: Vec<Pair>,
        start: Vec<Pair>,
        folder: Folder,
        resumed: bool,
    ) -> Result<Self, Fault> {
        let genes = Genes::new(&*game, &start, &plan.only)?;
        match &plan.road {
            Road::Spsa(settings) => drop(spsa::Walk::new(settings, &genes, plan.steps, Vec::new())?),
            Road::Tdleaf(settings) => {
                drop(Field::new(Arc::clone(&shelf), &plan.manner, &settings.players(), 1, &Stop::default())?);
            }
            Road::Genetic(_) => {}
        }
        Ok(Self { plan: plan.clone(), game, shelf, genes, whole, start: start.into(), folder, resumed })
    }

    /// What is to be done.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Which weights are learnt.
    pub const fn genes(&self) -> &Genes {
        &self.genes
    }

    /// Makes all steps that are missing, then plays the closing match; `command` is what was called.
    pub fn run(
        &self,
        command: Vec<String>,
        wish: &Wish<'_>,
        tell: &mut dyn FnMut(&News<'_>),
    ) -> Result<Summary, Fault> {
        let values = self.genes.values(&self.start);
        match &self.plan.road {
            Road::Spsa(settings) => {
                let walk = || spsa::Walk::new(settings, &self.genes, self.plan.steps, values.clone());
                self.go(&[], walk, command, wish, tell)
            }
            Road::Genetic(settings) => {
                let walk = || Ok(genetic::Walk::new(settings, &self.genes, &values, self.plan.manner.seed));
                self.go(&[], walk, command, wish, tell)
            }
            Road::Tdleaf(settings) => {
                let walk = || Ok(tdleaf::Walk::new(settings, &values));
                self.go(&settings.players(), walk, command, wish, tell)
            }
        }
    }

    /// A summary in a sentence.
    pub fn told(&self, summary: &Summary) -> String {
        let Summary { genes, games, .. } = summary;
        let mut text = format!("tuned {genes} numbers by {} in {games} games", self.plan.road.name());
        if let Some(closing) = summary.closing {
            text += &format!("; {closing}");
        }
        text
    }

    fn go<W: Walker>(
        &self,
        rungs: &[String],
        walk: impl FnOnce() -> Result<W, Fault>,
        command: Vec<String>,
        wish: &Wish<'_>,
        tell: &mut dyn FnMut(&News<'_>),
    ) -> Result<Summary, Fault> {
        let field = Field::new(Arc::clone(&self.shelf), &self.plan.manner, rungs, wish.threads, wish.stop)?;
        let around =
            Around { plan: &self.plan, game: &*self.game, genes: &self.genes, start: &self.start, field: &field };
        let (mark, log) = self.open(walk, command, wish.title)?;
        let mut run = Run { run: self, around, mark, log, saved: Instant::now(), begun: Instant::now() };
        let went = run.go(wish.stop, tell);
        let (state, message) = match &went {
            Err(fault) => (State::Failed, Some(fault.to_string())),
            Ok(summary) if summary.stopped => (State::Stopped, None),
            Ok(summary) => (State::Done, Some(self.told(summary))),
        };
        run.log.close(state, message).map_err(|error| Fault::new(error.to_string()))?;
        went
    }

    /// The log and the mark of a new run, or of one that goes on.
    fn open<W: Walker>(
        &self,
        walk: impl FnOnce() -> Result<W, Fault>,
        command: Vec<String>,
        title: Option<&str>,
    ) -> Result<(Mark<W>, RunLog), Fault> {
        let cannot = |error: std::io::Error| Fault::new(error.to_string());
        let (plan, folder) = (&self.plan, &self.folder);
        if self.resumed {
            let mark: Mark<W> = folder.get_json(CHECKPOINT)?;
            let log = RunLog::resume(folder.place(), mark.step).map_err(cannot)?;
            return Ok((mark, log));
        }
        let eval = plan.manner.eval.as_deref().unwrap_or("its evaluation");
        let described = format!("{} of {}: {} weights by {}", eval, plan.game, self.genes.count(), plan.road.name());
        let title = title.unwrap_or(&described);
        let mut sheet = Sheet::new(plan.road.name(), &self.shelf.card().id, title, command);
        (sheet.steps, sheet.weights) = (Some(plan.steps), Some(WEIGHTS.to_string()));
        sheet.eval.clone_from(&plan.manner.eval);
        let log = RunLog::begin(folder.place(), sheet).map_err(cannot)?;
        if plan.spoil.is_some() {
            folder.put(WHOLE, &self.game.write(&self.whole))?;
        }
        folder.put(START, &self.game.write(&self.start))?;
        folder.put(WEIGHTS, &self.game.write(&self.start))?;
        folder.put_json(PLAN, plan)?;
        let mark = Mark { step: 0, games: 0, seconds: 0.0, closing: Vec::new(), state: walk()? };
        folder.put_json(CHECKPOINT, &mark)?;
        Ok((mark, log))
    }
}

/// A game, and an evaluation of it with weights.
type Judged = (Arc<dyn Shelf>, Arc<dyn Tunable>);

/// The game of a plan, and the evaluation whose weights are learnt.
fn judge_of(plan: &Plan) -> Result<Judged, Fault> {
    let shelf = catalogue::find(&plan.game).map_err(|faults| Fault::new(faults.to_string()))?;
    let game = shelf.tunable(plan.manner.eval.as_deref())?;
    Ok((shelf, game))
}

/// A run that goes on.
struct Run<'a, W> {
    run: &'a Prepared,
    around: Around<'a>,
    mark: Mark<W>,
    log: RunLog,
    /// When it was last kept.
    saved: Instant,
    /// When the seconds of the mark were last added to.
    begun: Instant,
}

impl<W: Walker> Run<'_, W> {
    fn go(&mut self, stop: &Stop, tell: &mut dyn FnMut(&News<'_>)) -> Result<Summary, Fault> {
        let mut stopped = false;
        while self.mark.step < self.run.plan.steps && !stopped {
            stopped = !self.step(tell)? || self.log.wants_stop() || stop.is_raised();
        }
        self.save()?;
        self.run.folder.put_curve()?;
        let pairs = (self.run.plan.closing / 2) as usize;
        while self.mark.closing.len() < pairs && !stopped {
            stopped = !self.close(pairs)? || self.log.wants_stop() || stop.is_raised();
            tell(&News::Closing { done: self.mark.closing.len(), of: pairs });
        }
        let stopped = stopped && (self.mark.step < self.run.plan.steps || self.mark.closing.len() < pairs);
        let closing = if stopped { None } else { result(&self.mark.closing) };
        let Mark { step: steps, games, .. } = self.mark;
        Ok(Summary { genes: self.run.genes.count(), steps, games, closing, stopped })
    }

    /// Makes a step; `false` if it was stopped on the way.
    fn step(&mut self, tell: &mut dyn FnMut(&News<'_>)) -> Result<bool, Fault> {
        let (plan, step) = (&self.run.plan, self.mark.step + 1);
        let gauged = plan.gauge_every().filter(|every| step.is_multiple_of(*every) && step < plan.steps);
        // What is half done when somebody stops it is not to be kept.
        let before = gauged.map(|every| (step / every, self.mark.state.clone()));
        let Some(Told { games, mut numbers, sample }) = self.mark.state.step(&self.around, step)? else {
            return Ok(false);
        };
        let values = self.mark.state.values();
        if let Some((nth, before)) = before {
            let Some(score) = self.gauge(nth as usize, &values)? else {
                self.mark.state = before;
                return Ok(false);
            };
            numbers.push(("score_against_start", score));
        }
        let genes = &self.run.genes;
        numbers.push(("moved", genes.distance(&values, &genes.values(&self.run.start))));
        if plan.spoil.is_some() {
            numbers.push(("astray", genes.distance(&values, &genes.values(&self.run.whole))));
        }
        (self.mark.step, self.mark.games) = (step, self.mark.games + games);
        numbers.push(("games", self.mark.games as f64));
        self.mark.seconds += self.begun.elapsed().as_secs_f64();
        self.begun = Instant::now();
        numbers.push(("seconds", self.mark.seconds));
        let cannot = |error: std::io::Error| Fault::new(error.to_string());
        self.log.add(step, &numbers).map_err(cannot)?;
        if let Some(game) = sample.filter(|_| step.is_multiple_of((plan.steps / SAMPLES).max(1))) {
            self.log.add_game(&game.sample(step)).map_err(cannot)?;
        }
        tell(&News::Step { step, numbers: &numbers });
        if self.saved.elapsed() >= BETWEEN {
            self.save()?;
        }
        Ok(true)
    }

    /// Keeps how far it has come.
    fn save(&mut self) -> Result<(), Fault> {
        let pairs = self.run.genes.pairs(&self.mark.state.values());
        self.run.folder.put(WEIGHTS, &self.run.game.write(&pairs))?;
        self.run.folder.put_json(CHECKPOINT, &self.mark)?;
        self.saved = Instant::now();
        Ok(())
    }

    /// The score against the weights of the start in the nth meeting; `None` if it was stopped.
    fn gauge(&self, nth: usize, values: &[f64]) -> Result<Option<f64>, Fault> {
        let pairs = (self.run.plan.gauge_games / 2).max(1) as usize;
        // Each time from other openings.
        let played = self.meet(Purpose::Gauge, nth * pairs..(nth + 1) * pairs, values)?;
        let sum = |points: &[[u8; 2]]| points.as_flattened().iter().map(|&half| f64::from(half)).sum::<f64>();
        Ok(played.map(|points| sum(&points) / (4 * pairs) as f64))
    }

    /// Half-points in both games of pairs against the weights of the start.
    fn meet(&self, purpose: Purpose, openings: Range<usize>, values: &[f64]) -> Result<Option<Vec<[u8; 2]>>, Fault> {
        meet(self.around.field, purpose, openings, &self.around.weights(values), self.around.start)
    }

    /// Plays a portion of the closing match; `false` if it was stopped.
    fn close(&mut self, pairs: usize) -> Result<bool, Fault> {
        let first = self.mark.closing.len();
        let values = self.mark.state.values();
        let Some(points) = self.meet(Purpose::Closing, first..pairs.min(first + PORTION), &values)? else {
            return Ok(false);
        };
        self.mark.closing.extend(points);
        self.save()?;
        Ok(true)
    }
}

/// Half-points of the first of two in both games of pairs; `None` if it was stopped.
fn meet(
    field: &Field,
    purpose: Purpose,
    openings: Range<usize>,
    learnt: &Weights,
    start: &Weights,
) -> Result<Option<Vec<[u8; 2]>>, Fault> {
    let pairs: Vec<_> = openings.map(|nth| (nth, Arc::clone(learnt), Arc::clone(start))).collect();
    let points = |(_, [one, other]): &(usize, [Played; 2])| [one.half_points as u8, 2 - other.half_points as u8];
    Ok(field.pairs(purpose, &pairs)?.map(|pairs| pairs.iter().map(points).collect()))
}

/// The closing match of weights that were learnt otherwise, against those they began with; `None` without a game, or if it was stopped.
pub fn closing_match(
    shelf: &Arc<dyn Shelf>,
    manner: &Manner,
    [learnt, start]: [&[Pair]; 2],
    games: u32,
    threads: usize,
    stop: &Stop,
) -> Result<Option<Closing>, Fault> {
    let field = Field::new(Arc::clone(shelf), manner, &[], threads, stop)?;
    let played = meet(&field, Purpose::Closing, 0..(games / 2) as usize, &learnt.into(), &start.into())?;
    Ok(played.and_then(|points| result(&points)))
}

/// What a match says; `None` without a game.
fn result(points: &[[u8; 2]]) -> Option<Closing> {
    let (mut games, mut pairs) = (Games::default(), Pairs::default());
    for both in points {
        both.iter().for_each(|&half_points| games.add(half_points.into()));
        pairs.0[both.iter().map(|&half_points| usize::from(half_points)).sum::<usize>().min(4)] += 1;
    }
    Some(Closing { games, strength: strength(&pairs.sample())? })
}
