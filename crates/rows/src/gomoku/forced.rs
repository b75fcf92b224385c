//! Forced wins for a search, offered as endgame tables are: what is known need not be searched.
//!
//! A search asks inside its tree whether a position is known ([`Known::probe`]) and at the root which moves keep a
//! known result ([`Known::choices`]). A win by fours is exactly that: a result, proven, and often twenty plies
//! further than the search sees. The seam of the tables fits it better than the evaluator, whose word a search may
//! doubt, and needs no word of gomoku in any search. At the root there is time for threes as well, which would be too
//! slow everywhere.

use super::fours::Fours;
use super::rank::Rank;
use super::threes::Threes;
use super::{Board, Gomoku};
use tabula_core::{Exact, Game, Known, Line, Square};

/// How much is looked at before a question is answered with "not known".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forced {
    /// Positions per question inside the tree, by fours.
    pub inside: u64,
    /// At the root, by fours.
    pub fours: u64,
    /// At the root, by fours and threes.
    pub threes: u64,
}

impl Default for Forced {
    /// At the root a few hundredths of a second at most.
    fn default() -> Self {
        Self { inside: 40, fours: 10_000, threes: 600 }
    }
}

impl Known<Gomoku> for Forced {
    /// Wins by several fours. What is decided within three plies is left to the search, which then knows how far it is.
    fn probe(&self, game: &Gomoku, at: &Board) -> Option<Exact> {
        let (own, foe) = (at.turn(), !at.turn());
        let count = |rank| at.count(own, rank);
        if at.winner.is_some()
            || count(Rank::FourThree) + count(Rank::Four) + count(Rank::Doubtful) == 0
            || count(Rank::Five) > 0
            || count(Rank::OpenFour) > 0 && at.count(foe, Rank::Five) == 0
        {
            return None;
        }
        Fours::forgetful(game).wins(at, self.inside).then_some(Exact::Win)
    }

    fn choices(&self, game: &Gomoku, line: &Line<Gomoku>) -> Option<(Exact, Vec<Square>)> {
        let at = line.now();
        if game.ended(at).is_some() {
            return None;
        }
        let mut fours = Fours::new(game);
        let first = if fours.wins(at, self.fours) {
            fours.line().first().copied()
        } else {
            Threes::new(game).wins(at, self.threes)
        };
        first.map(|point| (Exact::Win, vec![point]))
    }
}
