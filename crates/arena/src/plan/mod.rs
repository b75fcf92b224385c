//! Events as text: a file in TOML with one event or several.
//!
//! ```toml
//! [[event]]
//! title = "Spring cup"
//! game = "chess"
//! format = "swiss"                # round-robin, gauntlet, knockout, swiss
//! rounds = 5
//! games = 2                       # of each two who meet
//! tc = "10+0.1"
//! players = ["tabula:level=3", { spec = "uci:gnuchess --uci", name = "GNU Chess", tc = "20+0.2" }]
//! ```
//!
//! Reading judges everything at once: the error lists every fault with its line. Files that a plan names (openings,
//! tables) are only named here; whoever runs it opens them.

mod raw;
mod reader;

use crate::adjudicate::Adjudication;
use crate::entrant::Entrant;
use crate::schedule::Format;
use crate::stats::Sprt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tabula_core::Faults;
use tabula_engine::Shelf;

/// An event that makes sense.
#[derive(Clone)]
pub struct Plan {
    /// Its title.
    pub title: String,
    /// The game.
    pub shelf: Arc<dyn Shelf>,
    /// Who meets whom.
    pub format: Format,
    /// Games of each two who meet.
    pub games: usize,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Where games begin.
    pub openings: Source,
    /// Which lots are drawn.
    pub seed: u64,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// How far a move may overstep its time.
    pub margin: Duration,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// A folder with endgame tables by which games are ended.
    pub tables: Option<PathBuf>,
    /// Entrants whose rating is known.
    pub anchors: Vec<(usize, f64)>,
    /// The event ends as soon as this test does.
    pub test: Option<Sprt>,
}

/// Where the games of an event begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Where a file says: positions, games or a book.
    File {
        /// Which.
        path: PathBuf,
        /// In an order that the seed decides, or as they stand.
        shuffled: bool,
        /// Of a book: so many plies.
        plies: usize,
    },
    /// After so many random moves; `None`: as many as suit the game.
    Random(Option<usize>),
}

impl Plan {
    /// Reads a file of plans; the error lists every fault of all of them.
    pub fn read(text: &str) -> Result<Vec<Self>, Faults> {
        reader::read(text)
    }
}

#[cfg(test)]
mod tests;
