//! A position as the inputs of a network that are on: what learning asks of a game whose net is updated move by move.

use crate::{Faults, Side};

/// A position as both players see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Who is to move.
    pub mover: Side,
    /// The inputs that are on for the mover.
    pub own: Vec<u16>,
    /// The inputs that are on for the opponent, the same number of them.
    pub foe: Vec<u16>,
    /// Which row of the last layer judges it.
    pub bucket: u8,
}

/// A game's way of seeing positions.
pub trait Sight: Send + Sync {
    /// How many inputs there are for either side.
    fn inputs(&self) -> usize;

    /// How many buckets there are.
    fn buckets(&self) -> usize;

    /// Sees a position, given as text.
    fn see(&self, position: &str) -> Result<Seen, Faults>;
}
