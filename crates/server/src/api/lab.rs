//! The laboratory and the library.

use serde::{Deserialize, Serialize};
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

/// Something long that was run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Run {
    /// By which number it is asked for.
    pub id: i64,
    /// What kind.
    pub kind: String,
    /// How it was called.
    pub arguments: String,
    /// When it began.
    pub begun: String,
    /// When it ended.
    pub ended: Option<String>,
    /// What came of it.
    pub summary: Option<String>,
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
