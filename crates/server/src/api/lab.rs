//! The laboratory and the library.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// Searches to be compared.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompareAsk {
    /// Which game.
    pub game: String,
    /// Which searches.
    pub searches: Vec<String>,
    /// By which evaluation.
    #[serde(default)]
    pub evaluator: Option<String>,
    /// At which depths.
    pub depths: Vec<u32>,
    /// On how many positions.
    pub positions: usize,
}

/// A search at a depth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CompareRow {
    /// Which search.
    pub search: String,
    /// At which depth.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Microseconds.
    pub micros: u64,
    /// On how many positions.
    pub positions: usize,
    /// How many of them time did not allow.
    pub unfinished: usize,
}

/// A run of learning, in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RunCard {
    /// By which word it is asked for.
    pub id: String,
    /// What kind: `selfplay`, `train`, `texel`, `tdleaf`, `spsa`, `genetic`.
    pub kind: String,
    /// Which game.
    pub game: String,
    /// For people.
    pub title: String,
    /// When it began.
    pub begun: String,
    /// `running`, `stopping`, `stopped`, `done`, `failed`, or `broken`: it was killed.
    pub state: &'static str,
    /// The last step that it has told of.
    pub step: u64,
    /// The step at which it will be done, if that is known.
    pub steps: Option<u64>,
    /// What there is to play against: `net` or `weights`; nothing yet where it is absent.
    pub learnt: Option<&'static str>,
    /// What came of it, or what went wrong.
    pub message: Option<String>,
}

/// How a run stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RunState {
    /// In a few words.
    pub card: RunCard,
    /// What it has told, number by number.
    pub curves: Vec<Curve>,
    /// The last games that it shows, the latest first.
    pub samples: Vec<RunGame>,
    /// What it was begun with, if it can be forked here.
    pub settings: Option<Vec<Setting>>,
    /// Whether it can go on here.
    pub resumable: bool,
}

/// A number as it went, with the steps at which it was told; at most some hundreds.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Curve {
    /// Which number.
    pub name: String,
    /// At which steps.
    pub steps: Vec<u64>,
    /// What it was.
    pub values: Vec<f64>,
}

/// A game that a run shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RunGame {
    /// The step at which it was played.
    pub step: u64,
    /// Where it began.
    pub start: Option<String>,
    /// Its moves, as codes.
    pub moves: Vec<String>,
    /// As records write it.
    pub result: String,
}

/// Something that a run can begin with.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Recipe {
    /// What kind: `selfplay`, `nnue`, `model`, `tune`.
    pub kind: &'static str,
    /// By which word it is asked for.
    pub id: String,
    /// Which game.
    pub game: String,
    /// What may be changed.
    pub settings: Vec<Setting>,
}

/// What may be set of a run: a number within bounds, or one of several words.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Setting {
    /// A number.
    Number {
        /// Which one: `play.games`.
        name: &'static str,
        /// What it is, unless it is changed.
        value: f64,
        /// At least.
        least: f64,
        /// At most.
        most: f64,
        /// Whether it is a whole number.
        whole: bool,
    },
    /// A word.
    Word {
        /// Which one: `optimiser`.
        name: &'static str,
        /// What it is, unless it is changed.
        value: String,
        /// What it may be.
        choices: &'static [&'static str],
    },
}

/// What a setting is changed to.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Chosen {
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
}

/// A run that is to begin: from a recipe with its kind, or as a fork of another run.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RunAsk {
    /// The kind of the recipe.
    #[serde(default)]
    pub kind: Option<String>,
    /// Which recipe.
    #[serde(default)]
    pub recipe: Option<String>,
    /// Which run it forks.
    #[serde(default)]
    pub from: Option<String>,
    /// Whether a fork begins with the net or the weights of that run.
    #[serde(default)]
    pub net: bool,
    /// For people.
    #[serde(default)]
    pub title: Option<String>,
    /// What is changed.
    #[serde(default)]
    pub settings: BTreeMap<String, Chosen>,
}

/// A run that has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RunId {
    /// By which word it is asked for.
    pub id: String,
}

/// Which kept games are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
pub struct LibraryAsk {
    /// A word in a player's name.
    #[serde(default)]
    pub q: String,
    /// Which game.
    #[serde(default)]
    pub game: String,
    /// Begun before this moment.
    #[serde(default)]
    pub before: String,
}

/// A game that was played here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct KeptGame {
    /// By which word it is asked for.
    pub id: String,
    /// Which game.
    pub game: String,
    /// Who played.
    pub players: [String; 2],
    /// As records write it.
    pub result: String,
    /// How long it was.
    pub plies: usize,
    /// When it began.
    pub begun: String,
}
