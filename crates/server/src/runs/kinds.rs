//! What can be begun on the page. A kind of run says which configurations there are to begin with, which of their numbers may be changed
//! and how far, and how the run is done; another kind is a file beside this one and a line in [`KINDS`].

use super::{nnue, selfplay};
use crate::api::lab::{Recipe, Setting};
use crate::problem::Problem;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tabula_core::{Fault, Stop};
use tabula_lab::log::Sheet;
use toml::{Table, Value};

/// Every kind of run that can be begun here.
pub(super) const KINDS: [&dyn Kind; 2] = [&selfplay::Selfplay, &nnue::Nnue];

/// The configuration of a run, in its folder.
const CONFIG: &str = "config.toml";
/// Bytes of a configuration at most.
const MOST_TEXT: u64 = 1 << 16;

/// A kind of run. Configurations are texts in TOML.
pub(super) trait Kind: Sync {
    /// By which word it is asked for.
    fn name(&self) -> &'static str;

    /// What its runs call themselves.
    fn sheet(&self) -> &'static str;

    /// What there is to begin with: ids, in the order in which they are offered.
    fn recipes(&self, data: &Path) -> Vec<String>;

    /// The configuration of one of them.
    fn text(&self, data: &Path, recipe: &str) -> Result<String, Problem>;

    /// The numbers that may be changed.
    fn knobs(&self) -> &'static [Knob];

    /// A configuration with everything that it does not say; the error says what is wrong with it.
    fn whole(&self, text: &str) -> Result<Table, Fault>;

    /// Whether a run can be done as a configuration says; answers its game.
    fn check(&self, data: &Path, text: &str) -> Result<String, Fault>;

    /// Does it, to the end or until it is stopped.
    fn run(&self, order: &Order<'_>) -> Result<(), Fault>;
}

/// A run that is to be done.
pub(super) struct Order<'a> {
    /// The folder of data, where games may lie.
    pub(super) data: &'a Path,
    /// The folder of the run.
    pub(super) folder: &'a Path,
    /// Its configuration.
    pub(super) text: &'a str,
    /// What people call it.
    pub(super) title: &'a str,
    /// The folder of a run whose net it begins with.
    pub(super) from: Option<PathBuf>,
    /// Whether it goes on.
    pub(super) resume: bool,
    /// How many threads compute.
    pub(super) threads: usize,
    /// Raised when it is to end.
    pub(super) stop: &'a Stop,
}

/// A number that may be changed, by its place in the configuration, with its bounds.
pub(super) struct Knob {
    pub(super) name: &'static str,
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) whole: bool,
}

/// A whole number between bounds.
pub(super) const fn count(name: &'static str, least: u32, most: u32) -> Knob {
    Knob { name, least: least as f64, most: most as f64, whole: true }
}

/// Any number between bounds.
pub(super) const fn share(name: &'static str, least: f64, most: f64) -> Knob {
    Knob { name, least, most, whole: false }
}

/// The kind of a run that lies there, with its configuration.
pub(super) fn of(data: &Path, folder: &Path, sheet: &Sheet) -> Option<(&'static dyn Kind, String)> {
    let place = folder.join(CONFIG);
    let short = place.metadata().is_ok_and(|about| about.is_file() && about.len() <= MOST_TEXT);
    let text = short.then(|| std::fs::read_to_string(place).ok()).flatten()?;
    let fits = |kind: &&'static dyn Kind| kind.sheet() == sheet.kind && kind.check(data, &text).is_ok();
    KINDS.into_iter().find(fits).map(|kind| (kind, text))
}

/// What a run can begin with, for the page.
pub(super) fn recipe(kind: &dyn Kind, id: &str, text: &str) -> Result<Recipe, Fault> {
    let table = kind.whole(text)?;
    let game = table.get("game").and_then(Value::as_str).unwrap_or_default().to_string();
    Ok(Recipe { kind: kind.name(), id: id.to_string(), game, settings: settings(kind, &table) })
}

/// The numbers of a configuration.
pub(super) fn settings(kind: &dyn Kind, table: &Table) -> Vec<Setting> {
    let setting = |knob: &Knob| {
        let value = knob.name.split('.').try_fold(None, |at: Option<&Value>, word| {
            Some(Some(at.map_or_else(|| table.get(word), |value| value.get(word))?))
        })??;
        // Numbers are single precision: 0.002 is to be read as 0.002.
        let value = match value {
            Value::Integer(value) => *value as f64,
            Value::Float(value) => (*value as f32).to_string().parse().ok()?,
            _ => return None,
        };
        Some(Setting { name: knob.name, value, least: knob.least, most: knob.most, whole: knob.whole })
    };
    kind.knobs().iter().filter_map(setting).collect()
}

/// A configuration with other numbers.
pub(super) fn changed(kind: &dyn Kind, text: &str, settings: &BTreeMap<String, f64>) -> Result<String, Problem> {
    let mut table: Table = text.parse().map_err(|_| Problem::failed("the configuration cannot be read"))?;
    for (name, &value) in settings {
        let wrong = |what: String| Problem::bad(what).at(format!("settings.{}", super::place::short(name)));
        let knob = kind.knobs().iter().find(|knob| knob.name == name);
        let knob = knob.ok_or_else(|| wrong("this cannot be set".to_string()))?;
        if !(knob.least..=knob.most).contains(&value) {
            return Err(wrong(format!("expected {} to {}, found {value}", knob.least, knob.most)));
        }
        if knob.whole && value.fract() != 0.0 {
            return Err(wrong(format!("expected a whole number, found {value}")));
        }
        let value = if knob.whole { Value::Integer(value as i64) } else { Value::Float(value) };
        let mut at = &mut table;
        let (path, last) = knob.name.rsplit_once('.').map_or((None, knob.name), |(path, last)| (Some(path), last));
        for word in path.into_iter().flat_map(|path| path.split('.')) {
            let below = at.entry(word).or_insert_with(|| Value::Table(Table::new()));
            at = below.as_table_mut().ok_or_else(|| wrong("this cannot be set".to_string()))?;
        }
        at.insert(last.to_string(), value);
    }
    toml::to_string(&table).map_err(|error| Problem::failed(format!("the configuration cannot be written: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(settings: &[(&str, f64)]) -> Result<String, Problem> {
        let text = selfplay::Selfplay.text(Path::new("nowhere"), "tictactoe").unwrap();
        let settings = settings.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        changed(&selfplay::Selfplay, &text, &settings)
    }

    #[test]
    fn numbers_are_changed_within_their_bounds_and_the_rest_stays() {
        let text = ask(&[("rounds", 7.0), ("play.games", 9.0), ("learn.decay", 0.25)]).unwrap();
        let recipe = recipe(&selfplay::Selfplay, "x", &text).unwrap();
        let value = |name: &str| recipe.settings.iter().find(|setting| setting.name == name).unwrap().value;
        assert_eq!((value("rounds"), value("play.games"), value("learn.decay")), (7.0, 9.0, 0.25));
        assert_eq!((value("learn.rate"), value("learn.window"), value("gate.score")), (0.002, 10_000.0, 0.55));
        assert_eq!(recipe.game, "tictactoe");
        assert_eq!(recipe.settings.len(), selfplay::Selfplay.knobs().len());
    }

    #[test]
    fn what_may_not_be_set_is_refused_with_its_name() {
        for (name, value) in [
            ("net", 1.0),
            ("play", 1.0),
            ("play.games.x", 1.0),
            ("rounds", 0.0),
            ("rounds", 1.5),
            ("rounds", f64::NAN),
            ("rounds", 1e300),
            ("play.full", -0.1),
            ("", 1.0),
        ] {
            let problem = ask(&[(name, value)]).unwrap_err();
            assert_eq!((problem.status, problem.place), (400, Some(format!("settings.{name}"))), "{name}");
        }
    }

    #[test]
    fn every_recipe_that_ships_can_be_read() {
        let recipes = selfplay::Selfplay.recipes(Path::new("nowhere"));
        assert!(recipes.len() >= 2 && recipes[0] == "tictactoe", "{recipes:?}");
        for id in recipes {
            let text = selfplay::Selfplay.text(Path::new("nowhere"), &id).unwrap();
            let within = |setting: &Setting| (setting.least..=setting.most).contains(&setting.value);
            let recipe = recipe(&selfplay::Selfplay, &id, &text).unwrap();
            assert!(recipe.settings.iter().all(within), "{recipe:?}");
            selfplay::Selfplay.check(Path::new("nowhere"), &text).unwrap();
        }
    }
}
