//! A game in the catalogue.

use crate::{GameCard, Player, Setup, Table};
use tabula_core::{Fault, Faults};

/// A game that can be taken from the catalogue: it opens tables and seats players.
pub trait Shelf: Send + Sync {
    /// Which game this is.
    fn card(&self) -> &GameCard;

    /// A table with the start position of `setup` on it.
    fn table(&self, setup: &Setup) -> Result<Box<dyn Table>, Faults>;

    /// A player described by a spec: `random`, `textbook:search=alphabeta,depth=4`.
    fn player(&self, spec: &str) -> Result<Box<dyn Player>, Fault>;

    /// The number of paths of `depth` moves below each move of a position (`None`: the start).
    fn perft(&self, position: Option<&str>, depth: u32, threads: usize) -> Result<Vec<(String, u64)>, Faults>;
}
