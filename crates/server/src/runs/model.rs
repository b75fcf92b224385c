//! Nets of chess that see the whole board, from the files of labelled positions that lie in `labels/` in the folder of data.

use super::files::Shelf;
use super::kinds::{Kind, Knob, Order, Subject, choice, count, share};
use crate::problem::Problem;
use std::path::Path;
use tabula_core::Fault;
use tabula_lab::supervised::{Config, Model, Samples, Wish, check_labels, learnt, train};
use toml::Table;

const LABELS: Shelf = Shelf { folder: "labels", ending: ".labels", most: 1 << 28, what: "positions" };
/// Before the model in the name of a recipe.
const HEAD: &str = "chess-";
/// Positions that a run learns from unless it is told otherwise, and at most.
const POSITIONS: usize = 500_000;
const MOST_POSITIONS: u32 = 5_000_000;

const KNOBS: [Knob; 7] = [
    choice("optimiser", &["adam", "sgd"]),
    count("epochs", 1, 10_000),
    count("patience", 1, 10_000),
    // A batch of the convolutions takes some 100 kB for each of its positions.
    count("batch", 2, 4_096),
    share("rate", 0.000_001, 1.0),
    count("positions", 10, MOST_POSITIONS),
    count("seed", 0, u32::MAX),
];

/// The three models of the engine Beast.
pub(super) struct Supervised;

impl Kind for Supervised {
    fn name(&self) -> &'static str {
        "model"
    }

    fn recipes(&self, data: &Path) -> Vec<String> {
        let models = if found(data).is_empty() { &[][..] } else { &Model::ALL };
        models.iter().map(|model| format!("{HEAD}{}", model.name())).collect()
    }

    fn text(&self, data: &Path, recipe: &str) -> Result<String, Problem> {
        let model = Model::ALL.into_iter().find(|model| recipe.strip_prefix(HEAD) == Some(model.name()));
        let model = model.ok_or_else(|| Problem::missing(format!("there is no model '{recipe}'")).at("recipe"))?;
        let config = Config { model, files: found(data), positions: Some(POSITIONS), ..Config::default() };
        toml::to_string(&config).map_err(|error| Problem::failed(error.to_string()))
    }

    fn knobs(&self) -> &'static [Knob] {
        &KNOBS
    }

    fn whole(&self, text: &str) -> Result<Table, Fault> {
        Table::try_from(Config::read(text)?).map_err(|error| Fault::new(error.to_string()))
    }

    fn check(&self, data: &Path, text: &str) -> Result<Subject, Fault> {
        let config = Config::read(text)?;
        LABELS.check(data, &config.files)?;
        Ok(Subject { sheet: "train", game: config.game })
    }

    fn run(&self, order: &Order<'_>) -> Result<(), Fault> {
        self.check(order.data, order.text)?;
        let config = Config::read(order.text)?;
        let mut samples = Samples::default();
        for name in &config.files {
            let mut from = LABELS.open(order.data, name)?;
            let read = check_labels(&mut from)
                .and_then(|()| samples.read(from, config.positions.unwrap_or(MOST_POSITIONS as usize)));
            read.map_err(|why| Fault::new(format!("{name}: {why}")))?;
        }
        let from = order.from.as_deref().map(|folder| learnt(folder, config.model)).transpose();
        let wish = Wish {
            folder: order.folder,
            title: Some(order.title),
            command: std::env::args().collect(),
            from: from.map_err(|why| Fault::new(format!("the net to begin with: {why}")))?,
            threads: order.threads,
            stop: order.stop,
        };
        train(&config, &samples, &wish, &mut |_| ()).map(|_| ()).map_err(Fault::new)
    }
}

/// The files of labelled positions of chess, in the order of their names.
fn found(data: &Path) -> Vec<String> {
    let fits = |name: &String| LABELS.open(data, name).is_ok_and(|mut from| check_labels(&mut from).is_ok());
    LABELS.names(data).into_iter().filter(fits).collect()
}
