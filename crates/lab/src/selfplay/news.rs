//! What a run is asked for, and what it tells.

use super::learner::Losses;
use super::lines::Lines;
use std::path::Path;
use tabula_core::Stop;

/// What is asked of a run besides its configuration.
pub struct Wish<'a> {
    /// The folder of the run.
    pub folder: &'a Path,
    /// What people call it.
    pub title: &'a str,
    /// What was called, word by word.
    pub command: Vec<String>,
    /// Whether a run that the folder holds is continued.
    pub resume: bool,
    /// A net to begin with, as the bytes of its file.
    pub from: Option<&'a [u8]>,
    /// A teacher's file.
    pub teacher: Option<&'a [u8]>,
    /// How often the teacher's positions are gone through.
    pub epochs: u32,
    /// Threads.
    pub threads: usize,
    /// Raised when the run is to end; what it has begun since the last state that was kept is done again when it goes on.
    pub stop: &'a Stop,
}

/// What is told on the way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum News {
    /// So many steps of all were learnt from the teacher.
    Taught {
        /// Steps so far.
        step: u64,
        /// Of so many.
        of: u64,
        /// How wrong the net was on them, and is on positions it has not seen.
        losses: (Losses, Losses),
    },
    /// A game has ended.
    Game {
        /// In which round, from 1.
        round: u32,
        /// How many have.
        done: usize,
        /// Of so many.
        of: usize,
    },
    /// A round has ended.
    Round(Round),
}

/// What a round brought.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Round {
    /// Which one, from 1.
    pub round: u32,
    /// Games since the run began.
    pub games: u64,
    /// Positions that were learnt from.
    pub window: usize,
    /// How wrong the net was.
    pub losses: Losses,
    /// The share of points of the match for its acceptance, if there was one ...
    pub gate: Option<f32>,
    /// ... and whether it is the net that plays now.
    pub accepted: bool,
    /// All lines with the net as first and as second player, if they were looked at.
    pub lines: Option<[Lines; 2]>,
    /// Seconds that it took.
    pub seconds: f64,
}

/// How a run has ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Rounds that are finished.
    pub rounds: u32,
    /// Games that were played.
    pub games: u64,
    /// The last round of this session, if one was finished.
    pub last: Option<Round>,
    /// Whether it came to its end.
    pub finished: bool,
}
