//! A game as text.

use tabula_core::Side;

/// Which game, and from where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The id of the game.
    pub game: String,
    /// The start position as text; `None` is the usual one.
    pub start: Option<String>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// As programs exchange it: `e2e4`.
    pub code: String,
    /// As people read it: `e4`.
    pub text: String,
    /// Who made it; `None` for the die.
    pub by: Option<Side>,
}

/// A game so far: where it began and the moves, as programs exchange them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Which game, from where.
    pub setup: Setup,
    /// The moves.
    pub moves: Vec<String>,
}
