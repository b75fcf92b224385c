//! Whoever chooses moves.

use crate::{Clock, Record, Setup};
use std::time::Duration;
use tabula_core::{Fault, Score, Stop};

/// An engine in this process, a foreign program, a person: anyone who can be asked for a move.
pub trait Player: Send {
    /// Name, author, options.
    fn card(&self) -> &PlayerCard;

    /// Sets an option; the fault names the option and what it accepts.
    fn set(&mut self, option: &str, value: &str) -> Result<(), Fault>;

    /// A new game begins.
    fn ready(&mut self, setup: &Setup) -> Result<(), Fault>;

    /// Chooses a move for the side to move at the end of `record`.
    ///
    /// Ends at once, with the best move so far, when `stop` is raised.
    fn choose(
        &mut self,
        record: &Record,
        clock: &Clock,
        stop: &Stop,
        tell: &mut dyn FnMut(&Info),
    ) -> Result<Choice, Fault>;
}

/// Who a player is, as data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerCard {
    /// The name shown in tables.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// What can be set.
    pub options: Vec<OptionCard>,
}

/// Something that can be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionCard {
    /// Its name.
    pub name: String,
    /// What it accepts.
    pub kind: OptionKind,
    /// One sentence on what it does.
    pub about: String,
}

/// What an option accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A whole number.
    Number {
        /// Value unless set.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// One of several words.
    Choice {
        /// Value unless set.
        default: String,
        /// All values.
        values: Vec<String>,
    },
}

/// What a player says while it thinks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// The value for the side to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the question.
    pub time: Duration,
    /// The best line, as programs exchange moves.
    pub line: Vec<String>,
}

/// What a player decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// This move, as programs exchange it.
    Move(String),
    /// The game is given up.
    Resign,
}
