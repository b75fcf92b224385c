//! A position as the inputs of a network that are on: what learning asks of a game whose net is updated move by move.

use crate::{Dice, Faults, Score, Side};

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

    /// Somebody who looks at what lies beside positions.
    fn stroller(&self) -> Box<dyn Stroller + '_>;
}

/// Leaves the path of a game by random moves, to positions such as a search meets, and judges them by the hand-made evaluation without
/// looking ahead: so a net learns from any number of positions what is known already. One per thread.
pub trait Stroller {
    /// Goes up to `plies` random moves from a position, `times` times, and tells where it came to and what that is worth to the mover. Ends of
    /// games are left out.
    fn stroll(
        &mut self,
        position: &str,
        plies: usize,
        times: usize,
        dice: &mut Dice,
        tell: &mut dyn FnMut(&Seen, Score),
    ) -> Result<(), Faults>;
}
