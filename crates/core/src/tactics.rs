//! What alpha-beta can exploit in a game beyond its rules.

use crate::{Game, Hint, Score};

/// Knowledge for searches. Every default is correct and merely slow or blind; a heuristic that asks
/// falls silent at a default answer.
pub trait Tactics: Game {
    /// Appends the moves that quiescence follows: captures, promotions.
    fn noisy(&self, _at: &Self::Position, _out: &mut Vec<Self::Move>) {}

    /// Whether the mover has to react at once: check, a forced capture, an open four.
    fn urgent(&self, _at: &Self::Position) -> bool {
        false
    }

    /// Hands the move to the opponent, where that thought is allowed. Answers whether it did.
    fn pass(&self, _at: &mut Self::Position) -> bool {
        false
    }

    /// What the move wins at once, in the units of the evaluator: orders captures.
    fn gain(&self, _at: &Self::Position, _m: Self::Move) -> Score {
        Score::ZERO
    }

    /// The legal move that `hint` names here, or `None` if it names none.
    fn recall(&self, at: &Self::Position, hint: Hint) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        moves.into_iter().find(|&m| self.hint(at, m) == hint)
    }
}
