//! Results that are known without searching: endgame tables.

use crate::{Game, Line};

/// How the game ends with best play, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Exact {
    /// The mover loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The mover wins.
    Win,
}

/// Knows the result of some positions. What history adds (quiet plies counted so far) is for the implementation
/// to heed: an answer holds for the position as it stands.
pub trait Known<G: Game>: Send + Sync {
    /// The result of a position inside the search; `None` where it is not known. Asked at many nodes, so the
    /// question whether a position can be known at all has to be cheap.
    fn probe(&self, game: &G, at: &G::Position) -> Option<Exact>;

    /// At the root: the result, and the moves that keep it and lead towards the end; `None` where it is not known.
    fn choices(&self, game: &G, line: &Line<G>) -> Option<(Exact, Vec<G::Move>)>;
}
