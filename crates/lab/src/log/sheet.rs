//! What a run is, and how it stands.

use serde::{Deserialize, Serialize};

/// How a run stands. One that was killed still says `Running`; [`is_running`](super::is_running) knows better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Somebody works on it.
    Running,
    /// It came to its end.
    Done,
    /// It was asked to stop, and can go on.
    Stopped,
    /// It ended with a fault; the message says which.
    Failed,
}

/// A run in a few words: `run.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    /// What kind of run: `texel`, `tdleaf`, `spsa`, `genetic`, `selfplay`, `train`.
    pub kind: String,
    /// The game, by its id.
    pub game: String,
    /// For people.
    pub title: String,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// How it stands.
    pub state: State,
    /// What was called, word by word.
    pub command: Vec<String>,
    /// The step at which it will be done, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The current net, as a file of the folder: what a player with `net=FILE` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// The current weights, as a file of the folder: what a player with `weights=FILE` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// The evaluation whose weights they are; `None` is the game's own choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<String>,
    /// The summary of a run that is done, the fault of one that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Sheet {
    /// A run that begins now.
    pub fn new(kind: &str, game: &str, title: &str, command: Vec<String>) -> Self {
        let started = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs());
        let (kind, game, title) = (kind.to_string(), game.to_string(), title.to_string());
        Self {
            kind,
            game,
            title,
            started,
            state: State::Running,
            command,
            steps: None,
            net: None,
            weights: None,
            eval: None,
            message: None,
        }
    }
}

/// A game that was played on the way, for people to look at: a line of `games.jsonl`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// The step at which it was played.
    pub step: u64,
    /// The position it began from; `None` is the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Its moves, as codes.
    pub moves: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}
