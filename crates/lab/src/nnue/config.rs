//! What a run is to do, as a TOML file. Everything but the game and the files of games has a default.

use super::positions::{Lot, gather};
use super::run::{Passed, Plan, Summary, Task, run};
use crate::log::{self, RunLog, Sheet, save};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::path::Path;
use tabula_arena::selfplay::export::Filter;
use tabula_arena::selfplay::format::Played;
use tabula_core::{Fault, Stop};
use tabula_engine::Shelf;
use tabula_nn::Origin;
use tabula_nn::nnue::{Span, Sparse};

/// A run of learning from games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The game, by its id.
    pub game: String,
    /// The files of games, as whoever began the run named them.
    pub files: Vec<String>,
    /// Numbers that the first layer makes for either side.
    pub width: usize,
    /// Passes over all positions.
    pub passes: u32,
    /// Positions per step.
    pub batch: usize,
    /// The rate of the first steps.
    pub rate: f32,
    /// How strongly weights are pulled towards 0.
    pub decay: f32,
    /// The share of the result in what is predicted; the rest is the score.
    pub lambda: f32,
    /// So many hundredths of a pawn are the exponent 1 of a chance.
    pub unit: u16,
    /// Positions beside each one of a game.
    pub strolls: usize,
    /// Plies from the start of a game that are left out.
    pub skip: usize,
    /// Scores farther from even are left out.
    pub most: i16,
    /// What weights and orders are drawn from.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            game: String::new(),
            files: Vec::new(),
            width: 128,
            passes: 20,
            batch: 16_384,
            rate: 0.001,
            decay: 0.01,
            lambda: 0.0,
            unit: 400,
            strolls: 0,
            skip: 10,
            most: 3000,
            seed: 1,
        }
    }
}

/// One game of so many is held out.
const HELD: u64 = 40;
const CONFIG: &str = "config.toml";

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let config: Self = toml::from_str(text).map_err(|error| Fault::new(error.message()))?;
        let wrong = |name: &str| Err(Fault::new(format!("{name} must be at least 1")));
        match &config {
            Self { passes: 0, .. } => wrong("passes"),
            Self { batch: 0, .. } => wrong("batch"),
            Self { unit: 0, .. } => wrong("unit"),
            _ => Ok(config),
        }
    }

    /// The shape of its nets.
    ///
    /// # Errors
    /// If the game has no such nets, or none of this width.
    pub fn span(&self, shelf: &dyn Shelf) -> Result<Span, Fault> {
        let sight = shelf
            .sight()
            .ok_or_else(|| Fault::new(format!("{} has no net that is updated move by move", shelf.card().name)))?;
        let span = Span { inputs: sight.inputs(), width: self.width, buckets: sight.buckets() };
        span.check().map_err(|fault| Fault::new(fault.to_string()))
    }
}

/// What is asked of a run besides its configuration.
#[derive(Clone, Debug)]
pub struct Wish<'a> {
    /// The folder of the run; one that was begun there goes on.
    pub folder: &'a Path,
    /// What people call it; made of the game and its positions where nobody says.
    pub title: Option<&'a str>,
    /// What was called, word by word.
    pub command: Vec<String>,
    /// A net to begin with.
    pub from: Option<Sparse>,
    /// How many threads compute; the result does not depend on it.
    pub threads: usize,
    /// Raised when the run is to end, after the pass that it is making.
    pub stop: &'a Stop,
}

/// The net of the last checkpoint of the run in `folder`, as it learns.
///
/// # Errors
/// If there is none, or it cannot be read.
pub fn newest(folder: &Path) -> Result<Sparse, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let number = |path: &Path| -> Option<u32> {
        path.file_name()?.to_str()?.strip_prefix("learning-")?.strip_suffix(".safetensors")?.parse().ok()
    };
    let nets = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let newest = nets.filter_map(|path| Some((number(&path)?, path))).max();
    match newest {
        Some((_, path)) => open(&path),
        None => Err(format!("there is no learning-N.safetensors in {}", folder.display())),
    }
}

/// A net as it learns, from its file.
///
/// # Errors
/// If it cannot be read, or is none.
pub fn open(file: &Path) -> Result<Sparse, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    Sparse::load(&bytes).map(|(net, ..)| net).map_err(|fault| format!("{}: {fault}", file.display()))
}

/// Learns from games; `tell` hears of each pass. Answers on how many positions, and how it ended.
///
/// # Errors
/// If games cannot be replayed, the folder holds a run of another plan, or a file cannot be read or written.
pub fn train(
    config: &Config,
    shelf: &dyn Shelf,
    games: &[Played],
    wish: &Wish<'_>,
    tell: &mut dyn FnMut(&Passed),
) -> Result<(usize, Summary), String> {
    let span = config.span(shelf).map_err(|fault| fault.to_string())?;
    let sight = shelf.sight().ok_or("the game has no net that is updated move by move")?;
    let (card, folder, threads) = (shelf.card(), wish.folder, wish.threads);
    let lot = Lot {
        filter: Filter { skip: config.skip, score: config.most, sample: None, seed: config.seed },
        results: config.lambda,
        unit: config.unit,
        held: HELD,
        strolls: config.strolls,
    };
    let gathered = gather(shelf, &*sight, games, &lot, threads)?;
    let positions = gathered.learnt.len();
    if positions == 0 {
        return Err("the games have no position to learn from".to_string());
    }
    let plan = Plan {
        width: config.width,
        passes: config.passes,
        batch: config.batch,
        rate: config.rate,
        decay: config.decay,
        unit: config.unit,
        seed: config.seed,
    };
    let described = format!("{}, width {}, {positions} positions", card.name, config.width);
    let origin = Origin { game: card.id.clone(), run: described.clone(), planes: String::new() };
    let task = Task { folder, plan: &plan, origin: &origin, threads, stop: wish.stop };
    let learnt = |pass: u32| {
        if config.strolls == 0 {
            return Ok(Cow::Borrowed(&gathered.learnt));
        }
        let mut all = gathered.strolls(&*sight, &lot, config.seed ^ u64::from(pass) << 20, threads)?;
        all.append(&gathered.learnt);
        Ok(Cow::Owned(all))
    };
    let first = || match &wish.from {
        Some(net) if net.span() == span => Ok(net.clone()),
        Some(net) => Err(format!("the net to begin with has another shape: {:?}, not {span:?}", net.span())),
        None => Sparse::new(span, config.seed).map_err(|fault| fault.to_string()),
    };
    let begin = |pass: u32| {
        let mut log = if pass > 0 && log::read(folder).is_ok() {
            RunLog::resume(folder, pass.into())
        } else {
            let title = wish.title.unwrap_or(&described);
            RunLog::begin(folder, Sheet::new("train", &card.id, title, wish.command.clone()))
        }?;
        let text = toml::to_string(config).map_err(std::io::Error::other)?;
        save(&folder.join(CONFIG), text.as_bytes())?;
        log.update(|sheet| sheet.steps = Some(config.passes.into())).map(|()| log)
    };
    let summary = run(&task, &gathered.held, learnt, first, begin, tell)?;
    Ok((positions, summary))
}
