//! Runs of learning: looked at, stopped, gone on with, begun and forked. They are the laboratory's own runs, folders in its format below
//! `runs/` in the folder of data: one that was put there by a command is drawn like one that was begun on the page.
//!
//! | file | piece |
//! |---|---|
//! | `kinds.rs` | what can be begun, as a list that another kind joins with a line; settings and their bounds |
//! | `selfplay.rs`, `nnue.rs`, `model.rs`, `tune.rs` | a kind each |
//! | `files.rs` | the files of data that kinds learn from |
//! | `place.rs` | from an id to a folder, and never out of `runs/` |
//! | `state.rs` | how a run stands: curves, sample games |
//! | `work.rs` | the one run that this server works on |

mod files;
mod kinds;
mod model;
mod nnue;
mod place;
mod selfplay;
mod state;
mod tune;
mod work;

use crate::api::lab::{Recipe, RunAsk, RunCard, RunState};
use crate::house::House;
use crate::problem::Problem;
use kinds::{KINDS, Kind};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tabula_lab::log::{self, State};
use work::{Job, Work};

pub(crate) use place::{Learnt, judge};

/// Letters of a title at most.
const MOST_TITLE: usize = 80;
/// Runs whose drawing is remembered.
const MOST_SEEN: usize = 64;

/// What is known of runs besides their folders.
#[derive(Default)]
pub(crate) struct Runs {
    /// The one that this server works on.
    work: Mutex<Option<Work>>,
    /// How runs stood, as long as their files are the same.
    seen: Mutex<HashMap<String, (state::Mark, Arc<RunState>)>>,
}

impl Runs {
    /// All runs, the latest first.
    pub(crate) fn list(house: &House) -> Result<Vec<RunCard>, Problem> {
        let mut found: Vec<(u64, RunCard)> = Vec::new();
        for id in place::ids(&house.config)? {
            // What is no run, or not yet, is not listed.
            let folder = place::folder(&house.config, &id)?;
            if let Ok(sheet) = house.runs.sheet(&id, &folder) {
                found.push((sheet.started, state::card(house, &id, &folder, &sheet)));
            }
        }
        found.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.id.cmp(&other.id)));
        Ok(found.into_iter().map(|(_, card)| card).collect())
    }

    /// What a run says of itself; of one that has just been begun here, what it will say.
    fn sheet(&self, id: &str, folder: &Path) -> Result<log::Sheet, Problem> {
        let missing = |_| Problem::missing(format!("there is no run '{id}'"));
        match log::read(folder) {
            Ok(sheet) => Ok(sheet),
            Err(error) => {
                let work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
                work.as_ref().filter(|work| work.id == id).map(|work| work.sheet.clone()).ok_or(error).map_err(missing)
            }
        }
    }

    /// How a run stands.
    pub(crate) fn state(house: &House, id: &str) -> Result<Arc<RunState>, Problem> {
        let folder = place::known(&house.config, id)?;
        let mark = state::mark(house, id, &folder);
        let mut seen = house.runs.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((before, state)) = seen.get(id)
            && *before == mark
        {
            return Ok(Arc::clone(state));
        }
        let sheet = house.runs.sheet(id, &folder)?;
        let state = Arc::new(state::of(house, id, &folder, &sheet)?);
        if seen.len() >= MOST_SEEN {
            seen.clear();
        }
        seen.insert(id.to_string(), (mark, Arc::clone(&state)));
        Ok(state)
    }

    /// Everything that a run can begin with.
    pub(crate) fn recipes(house: &House) -> Vec<Recipe> {
        let data = &house.config.data;
        let of = |kind: &&'static dyn Kind| {
            let named = kind.recipes(data).into_iter().filter(|id| place::is_id(id));
            let made = named.filter_map(|id| kinds::recipe(*kind, &id, &kind.text(data, &id).ok()?).ok());
            made.collect::<Vec<_>>()
        };
        KINDS.iter().flat_map(of).collect()
    }

    /// Begins a run, by itself or as a fork of another one. Answers its id.
    pub(crate) fn begin(house: &Arc<House>, ask: &RunAsk) -> Result<String, Problem> {
        let mut work = house.runs.work.lock().unwrap_or_else(PoisonError::into_inner);
        work::check_idle(work.as_ref())?;
        let config = &house.config;
        let (kind, text, base, from) = match (&ask.recipe, &ask.from) {
            (Some(recipe), None) => {
                let kind = KINDS.iter().find(|kind| Some(kind.name()) == ask.kind.as_deref()).ok_or_else(|| {
                    let known = KINDS.map(Kind::name).join(", ");
                    Problem::bad(format!("there is no such kind of run; known: {known}")).at("kind")
                })?;
                let known = place::is_id(recipe) && kind.recipes(&config.data).contains(recipe);
                let missing =
                    || Problem::missing(format!("there is no recipe '{}'", place::short(recipe))).at("recipe");
                let text = if known { kind.text(&config.data, recipe)? } else { return Err(missing()) };
                (*kind, text, recipe.clone(), None)
            }
            (None, Some(run)) => {
                let folder = place::known(config, run).map_err(|problem| problem.at("from"))?;
                let missing = |_| Problem::missing(format!("there is no run '{run}'")).at("from");
                let sheet = log::read(&folder).map_err(missing)?;
                let (kind, text) = kinds::of(&config.data, &folder, &sheet)
                    .ok_or_else(|| Problem::conflict("a run of this kind cannot be forked here").at("from"))?;
                if ask.net && place::learnt(&sheet).is_none() {
                    let what = format!("the run '{run}' has learnt nothing yet that a fork could begin with");
                    return Err(Problem::conflict(what).at("net"));
                }
                (kind, text, run.clone(), ask.net.then_some(folder))
            }
            _ => return Err(Problem::bad("expected either a recipe or a run to begin from").at("recipe")),
        };
        let text = kinds::changed(kind, &text, &ask.settings)?;
        let subject =
            kind.check(&config.data, &text).map_err(|fault| Problem::bad(fault.to_string()).at("settings"))?;
        let (id, folder) = place::make(config, &base)?;
        let title = ask.title.as_deref().unwrap_or("").trim().chars().filter(|letter| !letter.is_control());
        let title = Some(title.take(MOST_TITLE).collect::<String>()).filter(|title| !title.is_empty());
        let title = title.unwrap_or_else(|| id.clone());
        *work =
            Some(Work::start(house, Job { kind, id: id.clone(), folder, text, title, subject, from, resume: false })?);
        Ok(id)
    }

    /// Goes on with a run that was stopped or broken off.
    pub(crate) fn resume(house: &Arc<House>, id: &str) -> Result<(), Problem> {
        let mut work = house.runs.work.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = place::known(&house.config, id)?;
        if work.as_ref().is_some_and(|work| work.id == id && !work.is_over()) || log::is_running(&folder) {
            return Err(Problem::conflict("the run is going on"));
        }
        work::check_idle(work.as_ref())?;
        let sheet = log::read(&folder).map_err(|_| Problem::missing(format!("there is no run '{id}'")))?;
        if sheet.state == State::Done {
            return Err(Problem::conflict("the run is done"));
        }
        let (kind, text) = kinds::of(&house.config.data, &folder, &sheet)
            .ok_or_else(|| Problem::conflict("a run of this kind goes on by the command it was begun with"))?;
        let subject = kind.check(&house.config.data, &text).map_err(|fault| Problem::conflict(fault.to_string()))?;
        let (id, title) = (id.to_string(), sheet.title);
        *work = Some(Work::start(house, Job { kind, id, folder, text, title, subject, from: None, resume: true })?);
        Ok(())
    }

    /// Asks a run to stop, whoever works on it.
    pub(crate) fn stop(house: &House, id: &str) -> Result<(), Problem> {
        let folder = place::known(&house.config, id)?;
        let work = house.runs.work.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = work.as_ref().filter(|work| work.id == id && !work.is_over());
        if mine.is_none() && !log::is_running(&folder) {
            return Err(Problem::conflict("the run is not going on"));
        }
        if let Some(work) = mine {
            work.stop.raise();
        }
        log::stop(&folder).map_err(|error| Problem::failed(format!("the run cannot be stopped: {error}")))
    }

    /// Whether this server works on a run.
    fn works_on(&self, id: &str) -> bool {
        let work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.as_ref().is_some_and(|work| work.id == id && !work.is_over())
    }

    /// Ends its work in good order: the run can go on later.
    pub(crate) fn halt(&self) {
        let work = self.work.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(work) = work {
            work.end();
        }
    }
}
