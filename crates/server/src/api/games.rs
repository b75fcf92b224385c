//! The games of the house, and the programs that play them.

use super::board::Board;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameCard {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its family.
    pub family: String,
    /// Columns.
    pub files: u8,
    /// Rows.
    pub ranks: u8,
    /// One sentence.
    pub about: String,
    /// What the players are called.
    pub sides: [String; 2],
    /// The start is drawn by lot.
    pub dealt: bool,
    /// A die takes part.
    pub chance: bool,
    /// How it begins.
    pub start: Board,
    /// How strong our player may be.
    pub levels: Vec<Level>,
    /// The searches.
    pub searches: Vec<Method>,
    /// The evaluations.
    pub evaluators: Vec<Method>,
    /// The kinds of men.
    pub kinds: Vec<Kind>,
    /// As what its games can be written.
    pub formats: Vec<&'static str>,
}

/// A level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Level {
    /// From 1.
    pub level: u32,
    /// Its rating.
    pub rating: u32,
    /// Half of the interval that holds it in 95 of 100 cases, where it was measured.
    pub error: Option<u32>,
}

/// A search or an evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Method {
    /// Its name.
    pub id: String,
    /// One sentence.
    pub about: String,
}

/// A kind of men.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Kind {
    /// Its letter.
    pub letter: String,
    /// Its name in one word.
    pub name: String,
    /// How it moves, in Betza's letters.
    pub moves: String,
}

/// A program that the operator configured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Engine {
    /// By which word it is asked for.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The ids or families of what it plays.
    pub games: Vec<String>,
}

/// What this server is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// Its version.
    pub version: &'static str,
    /// How many engines may think at once.
    pub cores: usize,
    /// How long one may think.
    pub most_millis: u64,
    /// How many lines may be asked for.
    pub most_lines: usize,
    /// It listens to this machine alone.
    pub local: bool,
}

/// A definition to be read.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VariantAsk {
    /// The text of the definition.
    pub text: String,
}

/// A definition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Definition {
    /// Its text.
    pub text: String,
}

/// What is wrong with a definition, or the game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariantAnswer {
    /// Everything wrong.
    pub faults: Vec<LineFault>,
    /// The game, if nothing is.
    pub card: Option<GameCard>,
}

/// Something wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LineFault {
    /// Where.
    pub line: Option<usize>,
    /// What.
    pub what: String,
}
