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
    fn probe(&self, game: &Gomoku, at: &Board) -> Option<Exact> {
        let (own, foe) = (at.turn(), !at.turn());
        if at.winner.is_some() {
            return None;
        }
        let threats = at.count(foe, Rank::Five);
        if threats > 0 && at.count(own, Rank::Five) == 0 {
            // Of two fives only one can be stopped, and Black in renju may not even stop every one.
            let stop = at.first_ranked(foe, Rank::Five);
            if threats > 1 || stop.is_some_and(|point| game.is_forbidden(at, own, point)) {
                return Some(Exact::Loss);
            }
        }
        let chances = [Rank::Five, Rank::OpenFour, Rank::FourThree, Rank::Four];
        let any = chances.into_iter().any(|rank| at.count(own, rank) > 0);
        (any && Fours::forgetful(game).wins(at, self.inside)).then_some(Exact::Win)
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
