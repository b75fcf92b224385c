//! How a game ends.

use crate::Side;
use std::fmt;

/// The result of a finished game, with what decided it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// What decided it.
    pub cause: Cause,
}

impl Outcome {
    /// `side` has won.
    pub const fn win(side: Side, cause: Cause) -> Self {
        Self { winner: Some(side), cause }
    }

    /// Nobody has won.
    pub const fn draw(cause: Cause) -> Self {
        Self { winner: None, cause }
    }

    /// The result as game records write it, the first player's points first.
    ///
    /// ```
    /// use tabula_core::{Cause, Outcome, Side};
    /// assert_eq!(Outcome::win(Side::Second, Cause::Mate).points(), "0-1");
    /// ```
    pub const fn points(&self) -> &'static str {
        match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// What decided a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The royal piece is attacked and cannot be saved.
    Mate,
    /// A royal piece was taken or destroyed; if both were at once, nobody has won.
    RoyalLost,
    /// No legal move, and not attacked.
    Stalemate,
    /// Neither side has the material to win.
    DeadMaterial,
    /// The same position too often.
    Repetition,
    /// Too many moves without progress.
    NoProgress,
    /// A row of the needed length is complete.
    Row,
    /// The board is full.
    BoardFull,
    /// The board was counted: so many half points decided it, none in a draw.
    Count(u16),
    /// The leaf of an explicit tree (tests and teaching).
    Leaf,
    /// A player gave up.
    Resignation,
    /// Both players agreed.
    Agreement,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Count(0) => "an equal count",
            Self::Count(2) => "1 point",
            Self::Count(halves) if halves % 2 == 0 => return write!(f, "{} points", halves / 2),
            Self::Count(halves) => return write!(f, "{}.5 points", halves / 2),
            Self::Mate => "checkmate",
            Self::RoyalLost => "the king is lost",
            Self::Stalemate => "stalemate",
            Self::DeadMaterial => "insufficient material",
            Self::Repetition => "repetition",
            Self::NoProgress => "no progress",
            Self::Row => "a complete row",
            Self::BoardFull => "the board is full",
            Self::Leaf => "the end of the tree",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_said_in_points() {
        let said: Vec<String> = [0, 1, 2, 4, 11].map(|halves| Cause::Count(halves).to_string()).into();
        assert_eq!(said, ["an equal count", "0.5 points", "1 point", "2 points", "5.5 points"]);
    }
}
