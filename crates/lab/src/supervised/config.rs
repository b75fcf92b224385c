//! What a run is to do, as a TOML file. Everything but the files of labels has a default.

use super::model::Model;
use super::run::{Epoch, NET, Optimisation, Plan, Summary, Task, run};
use super::samples::{GAME, Samples};
use crate::log::{self, RunLog, Sheet, save};
use serde::{Deserialize, Serialize};
use std::path::Path;
use tabula_core::{Fault, Stop};
use tabula_nn::{Net, Origin};

/// A run of learning from labelled positions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Which model.
    pub model: Model,
    /// The game, by its id; there are such nets for one.
    pub game: String,
    /// The files of labels, as whoever began the run named them.
    pub files: Vec<String>,
    /// At most so many positions, from the first on; all where nobody says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<usize>,
    /// How it learns.
    pub optimiser: Optimisation,
    /// Epochs at most.
    pub epochs: u32,
    /// Epochs without a better result on the part that is held out, after which it ends.
    pub patience: u32,
    /// Positions per step.
    pub batch: usize,
    /// How far a step goes.
    pub rate: f32,
    /// What weights, the split and orders are drawn from.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            model: Model::One,
            game: GAME.into(),
            files: Vec::new(),
            positions: None,
            optimiser: Optimisation::Adam,
            epochs: 100,
            patience: 10,
            batch: 256,
            rate: 0.0001,
            seed: 1,
        }
    }
}

/// What these nets are shown of the game.
const PLANES: &str = "beast";
const CONFIG: &str = "config.toml";

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let config: Self = toml::from_str(text).map_err(|error| Fault::new(error.message()))?;
        config.check()?;
        Ok(config)
    }

    /// Whether it makes sense.
    ///
    /// # Errors
    /// What does not.
    pub fn check(&self) -> Result<(), Fault> {
        let least = |name: &str, least: u32| Err(Fault::new(format!("{name} must be at least {least}")));
        match self {
            Self { game, .. } if game != GAME => Err(Fault::new(format!("there are such nets for {GAME} alone"))),
            Self { epochs: 0, .. } => least("epochs", 1),
            Self { patience: 0, .. } => least("patience", 1),
            // One position alone has no spread that could be normalised.
            Self { batch: 0 | 1, .. } => least("batch", 2),
            Self { rate, .. } if !(rate.is_finite() && *rate > 0.0) => {
                Err(Fault::new(format!("expected a rate above 0, found {rate}")))
            }
            _ => Ok(()),
        }
    }
}

/// What is asked of a run besides its configuration.
#[derive(Clone, Debug)]
pub struct Wish<'a> {
    /// The folder of the run; one that was begun there goes on.
    pub folder: &'a Path,
    /// What people call it; made of the model and its positions where nobody says.
    pub title: Option<&'a str>,
    /// What was called, word by word.
    pub command: Vec<String>,
    /// A net of the same model to begin with.
    pub from: Option<Net>,
    /// How many threads compute; the result does not depend on it.
    pub threads: usize,
    /// Raised when the run is to end.
    pub stop: &'a Stop,
}

/// The net that the run of a model in `folder` plays with, ready to learn on.
///
/// # Errors
/// If there is none, it cannot be read, or it is one of another model.
pub fn learnt(folder: &Path, model: Model) -> Result<Net, String> {
    let bytes = std::fs::read(folder.join(NET)).map_err(|error| format!("cannot read {NET}: {error}"))?;
    let layers = model.layers().parse().map_err(|fault: tabula_nn::Fault| fault.to_string())?;
    tabula_nn::load_as(layers, &bytes).map_err(|fault| format!("{NET}: {fault}"))
}

/// Learns from labelled positions; `tell` hears of each epoch.
///
/// # Errors
/// If there are too few positions, the folder holds a run of another plan or cannot be written, or the net does not learn but explodes.
pub fn train(
    config: &Config,
    samples: &Samples,
    wish: &Wish<'_>,
    tell: &mut dyn FnMut(&Epoch),
) -> Result<Summary, String> {
    config.check().map_err(|fault| fault.to_string())?;
    let Config { model, optimiser, epochs, patience, batch, rate, seed, .. } = *config;
    let plan = Plan { model, optimiser, epochs, patience, batch, rate, seed, samples: samples.len() };
    let described = format!("{}, {}, {} positions", model.name(), optimiser.name(), samples.len());
    let origin = Origin { game: GAME.into(), run: described.clone(), planes: PLANES.into() };
    let folder = wish.folder;
    let (from, threads, stop) = (wish.from.as_ref(), wish.threads, wish.stop);
    let task = Task { folder, plan: &plan, origin: &origin, from, threads, stop };
    let open = |epoch: u32| {
        let mut log = if epoch > 0 && log::read(folder).is_ok() {
            RunLog::resume(folder, epoch.into())
        } else {
            let title = wish.title.unwrap_or(&described);
            RunLog::begin(folder, Sheet::new("train", GAME, title, wish.command.clone()))
        }?;
        let text = toml::to_string(config).map_err(std::io::Error::other)?;
        save(&folder.join(CONFIG), text.as_bytes())?;
        log.update(|sheet| sheet.steps = Some(epochs.into())).map(|()| log)
    };
    run(&task, samples, open, tell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_is_read_back_and_what_makes_no_sense_is_refused() {
        let config = Config { model: Model::Three, optimiser: Optimisation::Sgd, ..Config::default() };
        let text = toml::to_string(&config).unwrap();
        assert!(text.contains("model = \"model3\"") && text.contains("optimiser = \"sgd\""), "{text}");
        assert_eq!(Config::read(&text).unwrap(), config);
        for (text, said) in [
            ("game = \"janus\"", "there are such nets for chess alone"),
            ("epochs = 0", "epochs must be at least 1"),
            ("patience = 0", "patience must be at least 1"),
            ("batch = 1", "batch must be at least 2"),
            ("rate = 0.0", "expected a rate above 0, found 0"),
            ("rate = nan", "expected a rate above 0, found NaN"),
            ("width = 32", "unknown field"),
        ] {
            let found = Config::read(text).unwrap_err().to_string();
            assert!(found.contains(said), "{text}: {found}");
        }
    }
}
