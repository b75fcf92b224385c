//! What can be begun on the page. A kind of run says which configurations there are to begin with, which of their settings may be changed
//! and how far, and how the run is done; another kind is a file beside this one and a line in [`KINDS`].

use super::{model, nnue, selfplay, tune};
use crate::api::lab::{Chosen, Recipe, Setting};
use crate::problem::Problem;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tabula_core::{Fault, Stop};
use tabula_lab::log::Sheet;
use toml::{Table, Value};

/// Every kind of run that can be begun here.
pub(super) const KINDS: [&dyn Kind; 4] = [&selfplay::Selfplay, &nnue::Nnue, &model::Supervised, &tune::Tune];

/// The configuration of a run, in its folder.
const CONFIG: &str = "config.toml";
/// Bytes of a configuration at most.
const MOST_TEXT: u64 = 1 << 16;

/// A kind of run. Configurations are texts in TOML.
pub(super) trait Kind: Sync {
    /// By which word it is asked for.
    fn name(&self) -> &'static str;

    /// What there is to begin with: ids, in the order in which they are offered.
    fn recipes(&self, data: &Path) -> Vec<String>;

    /// The configuration of one of them.
    fn text(&self, data: &Path, recipe: &str) -> Result<String, Problem>;

    /// What may be changed; settings that a configuration does not have are none of it.
    fn knobs(&self) -> &'static [Knob];

    /// A configuration with everything that it does not say; the error says what is wrong with it.
    fn whole(&self, text: &str) -> Result<Table, Fault>;

    /// Whether a run can be done here as a configuration says; answers what the run will say of itself.
    fn check(&self, data: &Path, text: &str) -> Result<Subject, Fault>;

    /// The configuration of a run that lies in a folder, if it is one of this kind.
    fn kept(&self, folder: &Path) -> Option<String> {
        let place = folder.join(CONFIG);
        is_short(&place).then(|| std::fs::read_to_string(place).ok()).flatten()
    }

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

/// What a run is about.
#[derive(Debug)]
pub(super) struct Subject {
    /// What its kind is called in its sheet.
    pub(super) sheet: &'static str,
    /// The game, by its id.
    pub(super) game: String,
}

/// What may be changed, by its place in the configuration: names of tables and places in lists.
pub(super) struct Knob {
    pub(super) name: &'static str,
    pub(super) range: Range,
}

/// What a setting may be.
pub(super) enum Range {
    Number { least: f64, most: f64, whole: bool },
    Choice(&'static [&'static str]),
}

/// A whole number between bounds.
pub(super) const fn count(name: &'static str, least: u32, most: u32) -> Knob {
    Knob { name, range: Range::Number { least: least as f64, most: most as f64, whole: true } }
}

/// Any number between bounds.
pub(super) const fn share(name: &'static str, least: f64, most: f64) -> Knob {
    Knob { name, range: Range::Number { least, most, whole: false } }
}

/// One of several words.
pub(super) const fn choice(name: &'static str, choices: &'static [&'static str]) -> Knob {
    Knob { name, range: Range::Choice(choices) }
}

/// Whether a file is there, and not too long for a configuration.
pub(super) fn is_short(place: &Path) -> bool {
    place.metadata().is_ok_and(|about| about.is_file() && about.len() <= MOST_TEXT)
}

/// The kind of a run that lies there, with its configuration.
pub(super) fn of(data: &Path, folder: &Path, sheet: &Sheet) -> Option<(&'static dyn Kind, String)> {
    KINDS.into_iter().find_map(|kind| {
        let text = kind.kept(folder)?;
        let subject = kind.check(data, &text).ok()?;
        (subject.sheet == sheet.kind).then_some((kind, text))
    })
}

/// What a run can begin with, for the page.
pub(super) fn recipe(kind: &dyn Kind, id: &str, text: &str) -> Result<Recipe, Fault> {
    let table = kind.whole(text)?;
    let game = table.get("game").and_then(Value::as_str).unwrap_or_default().to_string();
    Ok(Recipe { kind: kind.name(), id: id.to_string(), game, settings: settings(kind, &table) })
}

/// The settings of a configuration.
pub(super) fn settings(kind: &dyn Kind, table: &Table) -> Vec<Setting> {
    let setting = |knob: &Knob| {
        let name = knob.name;
        match (&knob.range, at(table, name)?) {
            (&Range::Number { least, most, whole }, Value::Integer(value)) => {
                Some(Setting::Number { name, value: *value as f64, least, most, whole })
            }
            (&Range::Number { least, most, whole }, Value::Float(value)) => {
                // Many numbers are single precision: 0.002 is to be read as 0.002.
                let value = (*value as f32).to_string().parse().ok()?;
                Some(Setting::Number { name, value, least, most, whole })
            }
            (Range::Choice(choices), Value::String(value)) => {
                Some(Setting::Word { name, value: value.clone(), choices })
            }
            _ => None,
        }
    };
    kind.knobs().iter().filter_map(setting).collect()
}

/// What stands at a place of a configuration.
fn at<'a>(table: &'a Table, name: &str) -> Option<&'a Value> {
    let mut words = name.split('.');
    let first = table.get(words.next()?);
    words.try_fold(first?, |at, word| match word.parse::<usize>() {
        Ok(nth) => at.get(nth),
        Err(_) => at.get(word),
    })
}

/// A configuration with other settings.
pub(super) fn changed(kind: &dyn Kind, text: &str, settings: &BTreeMap<String, Chosen>) -> Result<String, Problem> {
    let unread = || Problem::failed("the configuration cannot be read");
    let whole = kind.whole(text).map_err(|_| unread())?;
    let mut table: Table = text.parse().map_err(|_| unread())?;
    for (name, value) in settings {
        let wrong = |what: String| Problem::bad(what).at(format!("settings.{}", super::place::short(name)));
        let knob = kind.knobs().iter().find(|knob| knob.name == name && at(&whole, name).is_some());
        let knob = knob.ok_or_else(|| wrong("this cannot be set".to_string()))?;
        let value = fitting(&knob.range, value).map_err(wrong)?;
        put(&mut table, knob.name, value).ok_or_else(|| wrong("this cannot be set".to_string()))?;
    }
    toml::to_string(&table).map_err(|error| Problem::failed(format!("the configuration cannot be written: {error}")))
}

/// What was chosen, as a configuration has it.
fn fitting(range: &Range, chosen: &Chosen) -> Result<Value, String> {
    match (range, chosen) {
        (Range::Number { least, most, .. }, Chosen::Number(value)) if !(least..=most).contains(&value) => {
            Err(format!("expected {least} to {most}, found {value}"))
        }
        (Range::Number { whole: true, .. }, Chosen::Number(value)) if value.fract() != 0.0 => {
            Err(format!("expected a whole number, found {value}"))
        }
        (Range::Number { whole, .. }, Chosen::Number(value)) => {
            Ok(if *whole { Value::Integer(*value as i64) } else { Value::Float(*value) })
        }
        (Range::Choice(choices), Chosen::Word(word)) if choices.contains(&word.as_str()) => {
            Ok(Value::String(word.clone()))
        }
        (Range::Number { .. }, Chosen::Word(_)) => Err("expected a number".to_string()),
        (Range::Choice(choices), _) => Err(format!("expected one of {}", choices.join(", "))),
    }
}

/// Puts a value at its place; tables that a configuration leaves out are made, lists are as long as they are.
fn put(table: &mut Table, name: &str, value: Value) -> Option<()> {
    let mut words = name.split('.');
    let mut at = table.entry(words.next()?).or_insert_with(|| Value::Table(Table::new()));
    for word in words {
        at = match at {
            Value::Table(table) => table.entry(word).or_insert_with(|| Value::Table(Table::new())),
            Value::Array(list) => list.get_mut(word.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    *at = value;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(settings: &[(&str, f64)]) -> Result<String, Problem> {
        let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, Chosen::Number(*value))).collect();
        ask_for(&selfplay::Selfplay, "tictactoe", &settings)
    }

    fn ask_for(kind: &dyn Kind, recipe: &str, settings: &[(&str, Chosen)]) -> Result<String, Problem> {
        let text = kind.text(Path::new("nowhere"), recipe).unwrap();
        let settings = settings.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        changed(kind, &text, &settings)
    }

    fn number(recipe: &Recipe, wanted: &str) -> f64 {
        let found = recipe.settings.iter().find_map(|setting| match setting {
            Setting::Number { name, value, .. } if *name == wanted => Some(*value),
            _ => None,
        });
        found.unwrap_or_else(|| panic!("there is no {wanted} in {recipe:?}"))
    }

    #[test]
    fn numbers_are_changed_within_their_bounds_and_the_rest_stays() {
        let text = ask(&[("rounds", 7.0), ("play.games", 9.0), ("learn.decay", 0.25)]).unwrap();
        let recipe = recipe(&selfplay::Selfplay, "x", &text).unwrap();
        let value = |name: &str| number(&recipe, name);
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
    fn words_are_chosen_and_settings_of_another_road_are_none_of_a_run() {
        let word = |text: &str| Chosen::Word(text.to_string());
        let set = [("road.genetic.crossover", word("one-point")), ("steps", Chosen::Number(3.0))];
        let text = ask_for(&tune::Tune, "czech-genetic", &set).unwrap();
        let found = recipe(&tune::Tune, "x", &text).unwrap();
        let crossed = |setting: &Setting| matches!(setting, Setting::Word { value, .. } if value == "one-point");
        assert!(found.settings.iter().any(crossed) && number(&found, "steps") == 3.0, "{found:?}");
        let set = [("road.spsa.r_end.0.1", Chosen::Number(0.125))];
        let text = ask_for(&tune::Tune, "czech-spsa", &set).unwrap();
        assert_eq!(number(&recipe(&tune::Tune, "x", &text).unwrap(), "road.spsa.r_end.0.1"), 0.125);
        for (name, value, said) in [
            ("road.genetic.crossover", word("by hand"), "expected one of one-point, multi-point, uniform"),
            ("road.genetic.crossover", Chosen::Number(1.0), "expected one of one-point, multi-point, uniform"),
            ("steps", word("many"), "expected a number"),
            ("road.spsa.batch", Chosen::Number(4.0), "this cannot be set"),
            ("game", word("chess"), "this cannot be set"),
            ("manner.eval", word("material"), "this cannot be set"),
        ] {
            let problem = ask_for(&tune::Tune, "czech-genetic", &[(name, value)]).unwrap_err();
            assert_eq!((problem.status, problem.place), (400, Some(format!("settings.{name}"))), "{name}");
            assert_eq!(problem.error, said, "{name}");
        }
    }

    /// The page falls back to the bare name of what it has no word for; what ships has one.
    #[test]
    fn every_setting_and_every_choice_has_a_word_on_the_page() {
        let words = include_str!("../../../../web/src/words/en/lab.ts");
        for knob in KINDS.iter().flat_map(|kind| kind.knobs()) {
            assert!(words.contains(&format!("\"set-{}\": ", knob.name)), "{}", knob.name);
            if let Range::Choice(choices) = knob.range {
                let known = |word: &&str| words.contains(&format!("\"choice-{word}\": "));
                assert!(choices.iter().all(known), "{choices:?}");
            }
        }
        for id in tune::Tune.recipes(Path::new("nowhere")) {
            let (_, road) = id.split_once('-').unwrap();
            assert!(words.contains(&format!("\"recipe-tune-{road}\": ")), "{id}");
        }
    }

    #[test]
    fn every_recipe_that_ships_can_be_read() {
        let data = Path::new("nowhere");
        let within = |setting: &Setting| match setting {
            Setting::Number { value, least, most, .. } => (least..=most).contains(&value),
            Setting::Word { value, choices, .. } => choices.contains(&value.as_str()),
        };
        for (kind, first, least) in
            [(&selfplay::Selfplay as &dyn Kind, "tictactoe", 2), (&tune::Tune, "chess-genetic", 6)]
        {
            let recipes = kind.recipes(data);
            assert!(recipes.len() >= least && recipes[0] == first, "{recipes:?}");
            for id in recipes {
                let text = kind.text(data, &id).unwrap();
                let recipe = recipe(kind, &id, &text).unwrap();
                assert!(recipe.settings.len() >= 8 && recipe.settings.iter().all(within), "{recipe:?}");
                assert_eq!(kind.check(data, &text).unwrap().game, recipe.game);
            }
        }
        assert!(model::Supervised.recipes(data).is_empty(), "there are no labels");
    }
}
