//! How games end, and what is kept of them.

use crate::adjudicate::Call;
use std::fmt;
use std::time::Duration;
use tabula_core::{Cause, Score, Side};
use tabula_engine::Table;
use tabula_wire::pgn::Verdict;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Cause),
    /// The loser gave up.
    Resigned,
    /// The loser thought too long.
    Time {
        /// By so much.
        over: Duration,
    },
    /// The loser made a move that is none.
    Illegal(String),
    /// The loser's program failed: it ended, hung, or said nothing that could be read.
    Broken(String),
    /// The referee ended it, because both players agree or it takes too long.
    Adjudicated(Call),
    /// The referee ended it, because tables know how it ends.
    Known,
    /// The event was stopped.
    Abandoned,
}

impl Ending {
    /// The word under which endings are counted.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Rules(Cause::Mate) => "checkmate",
            Self::Rules(Cause::Stalemate) => "stalemate",
            Self::Rules(Cause::Repetition) => "repetition",
            Self::Rules(Cause::NoProgress) => "no progress",
            Self::Rules(Cause::DeadMaterial) => "insufficient material",
            Self::Rules(_) => "by the rules",
            Self::Resigned => "resignation",
            Self::Time { .. } => "time loss",
            Self::Illegal(_) => "illegal move",
            Self::Broken(_) => "crash",
            Self::Adjudicated(Call::Win(_)) => "adjudicated win",
            Self::Adjudicated(Call::Draw) => "adjudicated draw",
            Self::Adjudicated(Call::TooLong) => "adjudicated length",
            Self::Known => "adjudicated by tables",
            Self::Abandoned => "abandoned",
        }
    }

    /// Whether the loser lost by a fault that is not of the game.
    pub const fn is_fault(&self) -> bool {
        matches!(self, Self::Time { .. } | Self::Illegal(_) | Self::Broken(_))
    }

    /// The value of the tag `Termination`, as the standard has it.
    pub const fn tag(&self) -> &'static str {
        match self {
            Self::Rules(_) | Self::Resigned => "normal",
            Self::Time { .. } => "time forfeit",
            Self::Illegal(_) => "rules infraction",
            Self::Broken(_) => "emergency",
            Self::Adjudicated(_) | Self::Known => "adjudication",
            Self::Abandoned => "unterminated",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self {
            Self::Time { over } => write!(f, " by {:.1} ms", over.as_secs_f64() * 1000.0),
            Self::Illegal(what) | Self::Broken(what) => write!(f, ": {what}"),
            _ => Ok(()),
        }
    }
}

/// What a player told about a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Remark {
    /// The value for the player.
    pub score: Option<Score>,
    /// Plies searched.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken, by the referee's clock.
    pub time: Duration,
}

/// A game that is over.
pub struct Finished {
    /// The board, with all that was played.
    pub table: Box<dyn Table>,
    /// What was told about each ply; `None` for the opening and the die.
    pub remarks: Vec<Option<Remark>>,
    /// Who won.
    pub winner: Option<Side>,
    /// How.
    pub ending: Ending,
}

impl Finished {
    /// The result as files write it; open for a game that was abandoned.
    pub const fn verdict(&self) -> Verdict {
        match (&self.ending, self.winner) {
            (Ending::Abandoned, _) => Verdict::Open,
            (_, Some(Side::First)) => Verdict::First,
            (_, Some(Side::Second)) => Verdict::Second,
            (_, None) => Verdict::Draw,
        }
    }
}
