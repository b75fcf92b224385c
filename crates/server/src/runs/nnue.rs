//! Nets that are updated move by move, from the files of self-play games that lie in `games/` in the folder of data.

use super::kinds::{Kind, Knob, Order, count, share};
use super::place::is_id;
use crate::problem::Problem;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use tabula_arena::selfplay::format::{self, Header, Played, Records};
use tabula_core::Fault;
use tabula_engine::catalogue;
use tabula_lab::nnue::{Config, Wish, newest, train};
use toml::Table;

/// Where files of games lie.
const GAMES: &str = "games";
const ENDING: &str = ".tabula";
/// Bytes of games that a run may learn from.
const MOST_BYTES: u64 = 1 << 30;
/// Behind the game in the name of a recipe.
const TAIL: &str = "-nnue";

const KNOBS: [Knob; 9] = [
    count("width", 32, 256),
    count("passes", 1, 1_000),
    count("batch", 1, 65_536),
    share("rate", 0.0, 1.0),
    share("decay", 0.0, 1.0),
    share("lambda", 0.0, 1.0),
    count("strolls", 0, 16),
    count("skip", 0, 1_000),
    count("seed", 0, u32::MAX),
];

/// Nets for chess and its variants.
pub(super) struct Nnue;

impl Kind for Nnue {
    fn name(&self) -> &'static str {
        "nnue"
    }

    fn sheet(&self) -> &'static str {
        "train"
    }

    fn recipes(&self, data: &Path) -> Vec<String> {
        let mut games: Vec<String> = files(data).into_iter().map(|(_, game)| game).collect();
        games.sort();
        games.dedup();
        let learnable = |game: &String| catalogue::named(game).is_ok_and(|shelf| shelf.sight().is_some());
        games.into_iter().filter(learnable).map(|game| format!("{game}{TAIL}")).collect()
    }

    fn text(&self, data: &Path, recipe: &str) -> Result<String, Problem> {
        let game = recipe.strip_suffix(TAIL).unwrap_or_default().to_string();
        let files = files(data).into_iter().filter(|(_, other)| *other == game).map(|(name, _)| name).collect();
        let config = Config { game, files, ..Config::default() };
        toml::to_string(&config).map_err(|error| Problem::failed(error.to_string()))
    }

    fn knobs(&self) -> &'static [Knob] {
        &KNOBS
    }

    fn whole(&self, text: &str) -> Result<Table, Fault> {
        Table::try_from(Config::read(text)?).map_err(|error| Fault::new(error.to_string()))
    }

    fn check(&self, data: &Path, text: &str) -> Result<String, Fault> {
        let config = Config::read(text)?;
        let shelf = catalogue::named(&config.game).map_err(|faults| Fault::new(faults.to_string()))?;
        config.span(&*shelf)?;
        let mut bytes = 0;
        for name in &config.files {
            // A run that was begun elsewhere may name files anywhere: those are not opened here.
            let about = is_id(name).then(|| data.join(GAMES).join(name).metadata().ok()).flatten();
            bytes += about.ok_or_else(|| Fault::new("its games do not lie in the folder of this server"))?.len();
        }
        match bytes {
            0 => Err(Fault::new("it has no games")),
            1..=MOST_BYTES => Ok(config.game),
            _ => Err(Fault::new(format!("its games have more than {MOST_BYTES} bytes"))),
        }
    }

    fn run(&self, order: &Order<'_>) -> Result<(), Fault> {
        self.check(order.data, order.text)?;
        let config = Config::read(order.text)?;
        let shelf = catalogue::named(&config.game).map_err(|faults| Fault::new(faults.to_string()))?;
        let mut games = Vec::new();
        for name in &config.files {
            games.extend(read(&order.data.join(GAMES).join(name)).map_err(|why| Fault::new(format!("{name}: {why}")))?);
        }
        let wish = Wish {
            folder: order.folder,
            title: Some(order.title),
            command: std::env::args().collect(),
            from: order.from.as_deref().map(newest).transpose().map_err(Fault::new)?,
            threads: order.threads,
            stop: order.stop,
        };
        train(&config, &*shelf, &games, &wish, &mut |_| ()).map(|_| ()).map_err(Fault::new)
    }
}

/// The files of games, each with its game, in the order of their names.
fn files(data: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(data.join(GAMES)).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(ENDING) && is_id(name)).collect();
    names.sort();
    let game = |name: String| {
        let file = File::open(data.join(GAMES).join(&name)).ok()?;
        Some((name, Header::read(&mut BufReader::new(file), &format::GAMES).ok()?.game))
    };
    names.into_iter().filter_map(game).collect()
}

fn read(place: &Path) -> Result<Vec<Played>, String> {
    let mut from = BufReader::new(File::open(place).map_err(|error| error.to_string())?);
    Header::read(&mut from, &format::GAMES)?;
    Records::new(from).collect::<Result<_, _>>().map_err(|error| error.to_string())
}
