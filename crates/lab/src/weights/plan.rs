//! What a run is to do.

use super::{Spoil, genetic, spsa, tdleaf};
use serde::{Deserialize, Serialize};

/// A run, but for the folder it lies in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game, in a word of the catalogue.
    pub game: String,
    /// How its games are played.
    pub manner: Manner,
    /// Which weights are learnt, by patterns of their names; none stands for all.
    pub only: Vec<String>,
    /// How the weights are spoilt before the start, if they are.
    pub spoil: Option<Spoil>,
    /// Steps of the road.
    pub steps: u64,
    /// Games of each meeting with the weights of the start on the way; 0 for none.
    pub gauge_games: u32,
    /// Games of the closing match against the weights of the start.
    pub closing: u32,
    /// How better weights are found.
    pub road: Road,
}

/// In a run the weights meet those of the start about so often.
const MEETINGS: u64 = 10;

impl Plan {
    /// After how many steps the weights meet those of the start each time; `None` if they never do.
    pub(super) fn gauge_every(&self) -> Option<u64> {
        (self.gauge_games > 0).then(|| (self.steps / MEETINGS).max(1))
    }
}

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manner {
    /// The evaluation; `None` is the game's own choice.
    pub eval: Option<String>,
    /// Positions for each move.
    pub nodes: u64,
    /// Moves drawn by lot before the players think.
    pub lots: usize,
    /// A game is drawn after so many moves of each player.
    pub most_moves: u32,
    /// What is drawn by lot is drawn from this.
    pub seed: u64,
}

/// How better weights are found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Road {
    /// By breeding.
    Genetic(genetic::Settings),
    /// By trying all weights at once in two directions.
    Spsa(spsa::Settings),
    /// By differences between what is thought now and what is thought later.
    Tdleaf(tdleaf::Settings),
}

impl Road {
    /// Its name, and the kind of its runs.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Genetic(_) => "genetic",
            Self::Spsa(_) => "spsa",
            Self::Tdleaf(_) => "tdleaf",
        }
    }
}
