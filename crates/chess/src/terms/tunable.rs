//! What a tuner asks of an evaluation.

use super::Record;
use tabula_core::Faults;

/// A weight: what it counts in the middlegame, and in the endgame.
pub type Pair = (i16, i16);

/// An evaluation of one game, whose weights can be learnt from positions.
pub trait Tunable: Send + Sync {
    /// What a position is made of; the position as text.
    fn record(&self, position: &str) -> Result<Record, Faults>;

    /// The weights that are in use.
    fn weights(&self) -> Vec<Pair>;

    /// Reads what [`write`](Tunable::write) writes. Every term must be there, with as many pairs as it has weights.
    fn read(&self, text: &str) -> Result<Vec<Pair>, Faults>;

    /// Weights as text, each term with its name, what it counts, and its pairs.
    fn write(&self, weights: &[Pair]) -> String;

    /// Moves the means of tables into the material, so that a piece is worth on the whole what its material says, and no
    /// position is judged otherwise than before.
    fn settle(&self, weights: &mut [Pair]);
}
