//! Events: who meets whom, and how it goes.

use super::analyse::Value;
use super::board::{Board, SquareNumber};
use super::play::PlayerAsk;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An event that is to begin.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EventAsk {
    /// Its title.
    #[serde(default)]
    pub title: Option<String>,
    /// Which game.
    pub game: String,
    /// Who takes part.
    pub players: Vec<PlayerAsk>,
    /// What they are called.
    #[serde(default)]
    pub names: Option<Vec<String>>,
    /// `round-robin`, `gauntlet`, `knockout`, `swiss` or `sprt`.
    pub format: String,
    /// Games of each two who meet.
    pub games: usize,
    /// Rounds of a Swiss.
    #[serde(default)]
    pub rounds: Option<usize>,
    /// How long each may think.
    #[serde(default)]
    pub control: Option<String>,
    /// How many games at a time.
    #[serde(default)]
    pub concurrency: Option<usize>,
    /// Moves by lot before the players think.
    #[serde(default)]
    pub random_plies: Option<usize>,
    /// The hypotheses of a test.
    #[serde(default)]
    pub sprt: Option<SprtAsk>,
    /// For the die and the openings; drawn by the server.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// The hypotheses of a test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SprtAsk {
    /// To be refuted.
    pub elo0: f64,
    /// Hoped for.
    pub elo1: f64,
    /// Error of the first kind.
    pub alpha: f64,
    /// Error of the second kind.
    pub beta: f64,
}

/// Which event has begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EventId {
    /// By which number it is asked for.
    pub id: i64,
}

/// An event in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EventCard {
    /// By which number it is asked for.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// Which game.
    pub game: String,
    /// When it began.
    pub begun: String,
    /// When it ended.
    pub ended: Option<String>,
    /// Games that are over.
    pub games: u64,
    /// Games that there will be at most.
    pub total: u64,
    /// `running`, `stopped` or `over`.
    pub state: &'static str,
    /// Who takes part.
    pub entrants: Vec<String>,
}

/// An event as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct EventState {
    /// What lists say.
    pub card: EventCard,
    /// Who meets whom.
    pub format: String,
    /// How long each may think.
    pub control: String,
    /// The best first.
    pub table: Vec<Standing>,
    /// Who scored what against whom.
    pub cross: Vec<Vec<Option<String>>>,
    /// The test.
    pub sprt: Option<Sprt>,
    /// The last games, the latest first.
    pub recent: Vec<GameLine>,
    /// What engines did wrong.
    pub faults: Vec<String>,
}

/// How one entrant stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Standing {
    /// Its number.
    pub entrant: usize,
    /// Its name.
    pub name: String,
    /// Its games.
    pub games: u64,
    /// Its points.
    pub points: f64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Its rating; none while it is infinite.
    pub elo: Option<f64>,
    /// How far that may be off.
    pub error: Option<f64>,
    /// How likely it is better than the mean of the others.
    pub los: Option<f64>,
    /// By Sonneborn and Berger.
    pub tiebreak: Option<f64>,
}

/// A test as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Sprt {
    /// Below this the change is refused.
    pub lower: f64,
    /// Above this it is accepted.
    pub upper: f64,
    /// Where it stands.
    pub llr: f64,
    /// Where it stood, game by game.
    pub curve: Vec<f64>,
    /// `running`, `accepted` or `rejected`.
    pub verdict: &'static str,
    /// To be refuted.
    pub elo0: f64,
    /// Hoped for.
    pub elo1: f64,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameLine {
    /// Its number, from 1.
    pub number: usize,
    /// Who moved first.
    pub first: String,
    /// Who moved second.
    pub second: String,
    /// As records write it.
    pub result: String,
    /// How it ended.
    pub why: String,
    /// How long it was.
    pub plies: usize,
}

/// A game that is being played.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LiveBoard {
    /// Its number, from 1.
    pub game: usize,
    /// Who moved first.
    pub first: String,
    /// Who moved second.
    pub second: String,
    /// Moves so far.
    pub plies: usize,
    /// The last one.
    pub last: String,
    /// Where it went.
    pub trail: Vec<SquareNumber>,
    /// What its player thinks.
    pub value: Option<Value>,
    /// The board.
    pub board: Board,
}
