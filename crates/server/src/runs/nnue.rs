//! Nets that are updated move by move, from the files of self-play games that lie in `games/` in the folder of data.

use super::files;
use super::kinds::{Kind, Knob, Order, Subject, count, share};
use crate::problem::Problem;
use std::io::BufRead;
use std::path::Path;
use tabula_arena::selfplay::format::{self, Header, Played, Records};
use tabula_core::Fault;
use tabula_engine::catalogue;
use tabula_lab::nnue::{Config, Wish, newest, train};
use toml::Table;

const GAMES: files::Shelf = files::Shelf { folder: "games", ending: ".tabula", most: 1 << 30, what: "games" };
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

    fn recipes(&self, data: &Path) -> Vec<String> {
        let mut games: Vec<String> = found(data).into_iter().map(|(_, game)| game).collect();
        games.sort();
        games.dedup();
        let learnable = |game: &String| catalogue::named(game).is_ok_and(|shelf| shelf.sight().is_some());
        games.into_iter().filter(learnable).map(|game| format!("{game}{TAIL}")).collect()
    }

    fn text(&self, data: &Path, recipe: &str) -> Result<String, Problem> {
        let game = recipe.strip_suffix(TAIL).unwrap_or_default().to_string();
        let files = found(data).into_iter().filter(|(_, other)| *other == game).map(|(name, _)| name).collect();
        let config = Config { game, files, ..Config::default() };
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
        let shelf = catalogue::named(&config.game).map_err(|faults| Fault::new(faults.to_string()))?;
        config.span(&*shelf)?;
        GAMES.check(data, &config.files)?;
        Ok(Subject { sheet: "train", game: config.game })
    }

    fn run(&self, order: &Order<'_>) -> Result<(), Fault> {
        self.check(order.data, order.text)?;
        let config = Config::read(order.text)?;
        let shelf = catalogue::named(&config.game).map_err(|faults| Fault::new(faults.to_string()))?;
        let mut games = Vec::new();
        for name in &config.files {
            let from = GAMES.open(order.data, name)?;
            games.extend(read(from).map_err(|why| Fault::new(format!("{name}: {why}")))?);
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
fn found(data: &Path) -> Vec<(String, String)> {
    let game = |name: String| {
        let mut from = GAMES.open(data, &name).ok()?;
        Some((name, Header::read(&mut from, &format::GAMES).ok()?.game))
    };
    GAMES.names(data).into_iter().filter_map(game).collect()
}

fn read(mut from: impl BufRead) -> Result<Vec<Played>, String> {
    Header::read(&mut from, &format::GAMES)?;
    Records::new(from).collect::<Result<_, _>>().map_err(|error| error.to_string())
}
