//! Whoever chooses moves.

use crate::{Clock, Left, Record, Setup};
use std::sync::Arc;
use std::time::Duration;
use tabula_core::tuning::Pair;
use tabula_core::{Bound, Fault, Insight, Score, Stop, Tries};

/// An engine in this process, a foreign program, a person: anyone who can be asked for a move.
pub trait Player: Send {
    /// Name, author, options.
    fn card(&self) -> &PlayerCard;

    /// Sets an option; the fault names the option and what it accepts.
    fn set(&mut self, option: &str, value: &str) -> Result<(), Fault>;

    /// From now on it judges by these weights, in the order of its evaluation's terms; the fault says why it cannot.
    fn weigh(&mut self, _weights: &Arc<[Pair]>) -> Result<(), Fault> {
        Err(Fault::new(format!("{} has no weights that could be set", self.card().name)))
    }

    /// A new game begins.
    fn ready(&mut self, setup: &Setup) -> Result<(), Fault>;

    /// Chooses a move for the side to move at the end of the record.
    ///
    /// Ends at once, with the best move so far, when `stop` is raised.
    fn choose(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut dyn FnMut(&Info)) -> Result<Choice, Fault>;
}

/// What a player is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The game so far.
    pub record: &'a Record,
    /// How long it may think.
    pub clock: &'a Clock,
    /// What the opponent has left of its time, where that is known.
    pub rival: Option<Left>,
    /// Only these moves are considered; empty means all.
    pub only: &'a [String],
    /// It is still the opponent's turn, who is expected to play the last move of the record: the clock starts
    /// when this flag is raised.
    pub ponder: Option<&'a Stop>,
}

impl<'a> Question<'a> {
    /// Which move, within this time?
    pub const fn new(record: &'a Record, clock: &'a Clock) -> Self {
        Self { record, clock, rival: None, only: &[], ponder: None }
    }
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
    /// Yes or no.
    Switch {
        /// Value unless set.
        default: bool,
    },
    /// Any text, as a path.
    Text {
        /// Value unless set.
        default: String,
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
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub reach: u32,
    /// Which of the wanted lines this is, the best one being 1.
    pub rank: usize,
    /// The value for the side to move.
    pub score: Score,
    /// Whether the value is exact.
    pub bound: Bound,
    /// Positions visited.
    pub nodes: u64,
    /// Positions whose result was known from tables.
    pub hits: u64,
    /// How full the transposition table is, in thousandths.
    pub full: u32,
    /// Time since the question.
    pub time: Duration,
    /// The best line, as programs exchange moves.
    pub line: Vec<String>,
    /// How the first move of the line fared in a tree search.
    pub tries: Option<Tries>,
    /// What was learnt about the position besides, where games were played out.
    pub insight: Option<Insight>,
}

/// What a player decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// This move, as programs exchange it.
    Move(String),
    /// The game is given up.
    Resign,
}
