//! The learnt evaluation: what men are worth together, window by window.
//!
//! The board is covered by overlapping windows of eight squares. Each has a table with a value for every way in which men can
//! stand there (3 to the 8th), learnt from games. Kings count by number, by square and by how far they reach. All of it is
//! looked at from either side, the board turned so that the side moves up; the value is the difference. So nothing has to be learnt
//! twice, and the evaluation is fair by construction. Values go from those of the opening to those of the ending as pieces leave.
//!
//! | file | holds |
//! |---|---|
//! | `windows.rs` | the windows, and what stands in them |
//! | `terms.rs` | the terms and the places of their weights; what counts in a position |
//! | `weights.rs` | the weights of each code, packed for play |
//! | `lesson.rs` | what the tuner asks |
//!
//! The weights were learnt by `tabula tune` from self-play (docs/draughts.md); codes without weights of their own take those of the
//! code that plays most alike.

mod lesson;
mod terms;
mod weights;
mod windows;

pub use lesson::Lesson;

use crate::position::Position;
use crate::rules::Draughts;
use std::sync::Arc;
use tabula_core::tuning::{FULL_PHASE, FULL_SCALE, Pair};
use tabula_core::{Evaluator, Score, Trace};
use terms::{Terms, phase, scale};
use weights::{Sum, Weights};

/// The evaluation, with the weights of a code.
#[derive(Clone)]
pub struct Pattern {
    terms: Arc<Terms>,
    weights: Arc<Weights>,
    nobody: (),
}

impl Pattern {
    /// For a game, with the weights that are built in for its code.
    pub fn new(game: &Draughts) -> Self {
        let terms = Arc::new(Terms::new(game.code().board));
        let weights = Arc::new(Weights::built_in(game.code(), &terms));
        Self { terms, weights, nobody: () }
    }

    /// For a game, with these weights, in the order in which [`Lesson`] reads them; what is missing is nothing.
    pub fn with(game: &Draughts, pairs: &[Pair]) -> Self {
        let terms = Arc::new(Terms::new(game.code().board));
        let weights = Arc::new(Weights::given(pairs, &terms));
        Self { terms, weights, nobody: () }
    }

    /// The value for the mover.
    fn judge(&self, game: &Draughts, at: &Position) -> Score {
        let turn = at.turn();
        let mut sums = [turn, !turn].map(|colour| {
            let mut sum = Sum::new(&self.weights);
            self.terms.count(game, at, colour, &mut sum);
            sum
        });
        self.terms.count_turn(&mut sums[0]);
        let [middle, end] = [0, 1].map(|half| sums[0].total(half) - sums[1].total(half));
        let phase = phase(game, at);
        let ahead = if end > 0 { turn } else { !turn };
        let value = (middle * phase * FULL_SCALE + end * (FULL_PHASE - phase) * scale(game, at, ahead))
            / (FULL_PHASE * FULL_SCALE);
        Score::estimate(value)
    }
}

impl Trace for Pattern {
    type Watch = ();

    #[inline]
    fn push(&mut self) -> &mut () {
        &mut self.nobody
    }

    #[inline]
    fn pop(&mut self) {}
}

impl Evaluator<Draughts> for Pattern {
    fn reset(&mut self, _: &Draughts, _: &Position) {}

    #[inline]
    fn value(&mut self, game: &Draughts, at: &Position) -> Score {
        self.judge(game, at)
    }
}

#[cfg(test)]
mod tests;
