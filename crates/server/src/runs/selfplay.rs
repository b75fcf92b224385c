//! Self-play learning: the configurations that ship, and those of the operator in `configs/` in the folder of data.

use super::kinds::{Kind, Knob, Order, Subject, count, share};
use crate::problem::Problem;
use rust_embed::RustEmbed;
use std::path::Path;
use tabula_core::Fault;
use tabula_engine::catalogue;
use tabula_lab::selfplay::{Config, Wish, learn};
use toml::Table;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../configs"]
struct Shipped;

/// Where the operator's own configurations lie.
const CONFIGS: &str = "configs";
/// The one that is done soonest is offered first.
const FIRST: &str = "tictactoe";

const KNOBS: [Knob; 19] = [
    count("rounds", 1, 100_000),
    count("seed", 0, u32::MAX),
    count("play.games", 1, 10_000),
    count("play.simulations", 1, 2_000),
    count("play.fast", 1, 2_000),
    share("play.full", 0.0, 1.0),
    count("play.considered", 1, 400),
    share("play.sway", 0.0, 1.0),
    count("play.opening", 0, 100),
    count("learn.window", 1, 500_000),
    count("learn.steps", 1, 10_000),
    count("learn.batch", 1, 4_096),
    share("learn.rate", 0.0, 1.0),
    share("learn.decay", 0.0, 1.0),
    share("learn.result", 0.0, 1.0),
    count("gate.every", 0, 1_000),
    count("gate.games", 2, 1_000),
    count("gate.simulations", 1, 2_000),
    share("gate.score", 0.0, 1.0),
];

/// Networks that learn a game by playing against themselves.
pub(super) struct Selfplay;

impl Kind for Selfplay {
    fn name(&self) -> &'static str {
        "selfplay"
    }

    fn recipes(&self, data: &Path) -> Vec<String> {
        let own = std::fs::read_dir(data.join(CONFIGS)).into_iter().flatten();
        let own = own.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let files = Shipped::iter().map(|name| name.to_string()).chain(own);
        let mut ids: Vec<String> = files.filter_map(|name| name.strip_suffix(".toml").map(str::to_owned)).collect();
        ids.sort();
        ids.dedup();
        ids.sort_by_key(|id| id != FIRST);
        ids
    }

    fn text(&self, data: &Path, recipe: &str) -> Result<String, Problem> {
        let name = format!("{recipe}.toml");
        if let Ok(text) = std::fs::read_to_string(data.join(CONFIGS).join(&name)) {
            return Ok(text);
        }
        let shipped = Shipped::get(&name).and_then(|file| String::from_utf8(file.data.into_owned()).ok());
        shipped.ok_or_else(|| Problem::missing(format!("there is no configuration '{recipe}'")).at("recipe"))
    }

    fn knobs(&self) -> &'static [Knob] {
        &KNOBS
    }

    fn whole(&self, text: &str) -> Result<Table, Fault> {
        Table::try_from(Config::read(text)?).map_err(|error| Fault::new(error.to_string()))
    }

    fn check(&self, _data: &Path, text: &str) -> Result<Subject, Fault> {
        let config = Config::read(text)?;
        catalogue::named(&config.game).map_err(|faults| Fault::new(faults.to_string()))?;
        Ok(Subject { sheet: "selfplay", game: config.game })
    }

    fn run(&self, order: &Order<'_>) -> Result<(), Fault> {
        let config = Config::read(order.text)?;
        let net = order.from.as_ref().map(|folder| std::fs::read(folder.join("net.safetensors"))).transpose();
        let net = net.map_err(|error| Fault::new(format!("the net to begin with cannot be read: {error}")))?;
        let wish = Wish {
            folder: order.folder,
            title: order.title,
            command: std::env::args().collect(),
            resume: order.resume,
            from: net.as_deref(),
            teacher: None,
            epochs: 0,
            threads: order.threads,
            stop: order.stop,
        };
        learn(&config, order.text, &wish, &mut |_| ()).map(|_| ())
    }
}
