//! What a position is worth without looking ahead, and why.

use crate::MethodCard;
use tabula_chess::tapered::{Weights, explain};
use tabula_chess::{Chess, Explanation, Orthodox};
use tabula_core::{Game, Score};

/// What an evaluator says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valued {
    /// The evaluator.
    pub card: MethodCard,
    /// For the player to move.
    pub score: Score,
    /// Its reasons, where it can tell them.
    pub why: Option<Why>,
}

/// The reasons of an evaluator that adds up terms, weighed between the middlegame and the endgame. All values are in
/// hundredths of the game's unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Every term that counts for either side.
    pub terms: Vec<Term>,
    /// What the first player is ahead by: middlegame, endgame.
    pub sum: (i32, i32),
    /// How much the middlegame counts, of 24.
    pub phase: i32,
    /// How much an advantage in the endgame counts, of 64.
    pub scale: i32,
    /// Help to mate a bare king, added at the end.
    pub mating: i32,
    /// The value for the first player.
    pub score: Score,
}

/// One of the reasons: pairs of middlegame and endgame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name.
    pub name: String,
    /// What it counts.
    pub about: String,
    /// For the first player.
    pub first: (i32, i32),
    /// For the second.
    pub second: (i32, i32),
}

/// Why the tapered evaluation judges a position as it does.
pub(crate) fn why_tapered(game: &Chess<u64, Orthodox>, at: &<Chess<u64, Orthodox> as Game>::Position) -> Why {
    explain(game, at, &Weights::shipped()).into()
}

impl From<Explanation> for Why {
    fn from(told: Explanation) -> Self {
        let terms = told.credits.into_iter();
        Self {
            terms: terms.map(|c| Term { name: c.term, about: c.about, first: c.first, second: c.second }).collect(),
            sum: told.sum,
            phase: told.phase,
            scale: told.scale,
            mating: told.mating,
            score: told.value,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::{find, shelves};
    use tabula_core::Score;

    #[test]
    fn every_evaluator_values_the_start_and_the_reasons_fit_the_value() {
        for shelf in shelves() {
            let values = shelf.values(None).unwrap();
            let names: Vec<_> = values.iter().map(|value| value.card.name).collect();
            assert_eq!(names, shelf.evaluators().iter().map(|card| card.name).collect::<Vec<_>>());
        }
        let chess = find("chess").unwrap();
        for fen in
            ["4k3/8/8/8/8/8/PPPP4/4K2R b K - 0 1", "r1bqk2r/pppp1ppp/2n2n2/8/8/2N5/PPP2PPP/R1BQKBNR w KQkq - 0 1"]
        {
            let values = chess.values(Some(fen)).unwrap();
            let told = values.iter().find(|value| value.why.is_some()).unwrap();
            let why = told.why.as_ref().unwrap();
            let black = fen.contains(" b ");
            let seen = if black { -why.score } else { why.score };
            // The evaluator may add a bonus for the move, which belongs to no term.
            assert!((told.score.value() - seen.value()).abs() <= 30, "{fen}: {} and {seen}", told.score);
            assert!(why.terms.len() > 3 && why.score != Score::ZERO);
        }
        assert!(chess.values(Some("nonsense")).is_err());
    }
}
