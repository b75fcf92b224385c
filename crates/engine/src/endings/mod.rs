//! Endgame tables made by this house, for any game whose endings can be numbered, with its type erased.
//!
//! Materials, positions and moves are text here; files are read here and written above, as everywhere. What a table is and how it is
//! made stands in the crate `tables`.

mod folder;
mod shelf;
pub mod trial;

pub(crate) use folder::open;
pub(crate) use shelf::Known;

use std::path::Path;
use tabula_core::{Fate, Fault, Faults, Side};
pub use tabula_tables::{Crew, Progress, Stage};

/// The tables of a game that are at hand, and the means to make more.
pub trait Endgames: Send + Sync {
    /// The wanted materials with all that they need, each after what it needs, in the game's own spelling.
    fn order(&self, wanted: &[String]) -> Result<Vec<String>, Fault>;

    /// Every material with so many men; none, if the game does not list them.
    fn with_men(&self, men: u32) -> Vec<String>;

    /// Whether the table of a material is at hand.
    fn has(&self, material: &str) -> bool;

    /// The materials at hand, the smallest first.
    fn at_hand(&self) -> Vec<String>;

    /// How the file of a table is called.
    fn file_name(&self, material: &str) -> String;

    /// Makes a table, for which the smaller ones must be at hand; answers its bytes.
    fn build(&mut self, material: &str, crew: &Crew<'_>) -> Result<Vec<u8>, Fault>;

    /// Reads the table of a file, whatever its folder; answers its material.
    fn read(&mut self, file: &Path) -> Result<String, Fault>;

    /// Compares every position of a table with those that follow it; answers how many there are.
    fn verify(&self, material: &str, crew: &Crew<'_>) -> Result<usize, Fault>;

    /// Counts the positions of a table, by who is to move; sides that never move first are left out.
    fn survey(&self, material: &str, crew: &Crew<'_>) -> Result<Vec<Surveyed>, Fault>;

    /// What is known of a position.
    fn probe(&self, position: &str) -> Result<Probed, Faults>;

    /// Positions of a table that are won for whoever is to move, drawn by lot.
    fn won(&self, material: &str, count: usize, seed: u64) -> Result<Vec<String>, Fault>;
}

/// The positions of a table in which one side is to move; those alike by a symmetry are counted once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surveyed {
    /// Who is to move.
    pub side: Side,
    /// Positions that it wins.
    pub wins: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions that it loses.
    pub losses: u64,
    /// One that takes longest to win.
    pub longest_win: Option<Longest>,
    /// One that takes longest to lose.
    pub longest_loss: Option<Longest>,
}

/// A position that takes long, and best play from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Longest {
    /// Plies to the end.
    pub plies: u32,
    /// The position.
    pub position: String,
    /// The moves, as people read them.
    pub line: Vec<String>,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probed {
    /// Its men; `None` where no table can hold it.
    pub material: Option<String>,
    /// How it ends; `None` where that is not known.
    pub fate: Option<Fate>,
    /// Its moves, the best first.
    pub moves: Vec<MoveFate>,
    /// Best play to the end, as people read it; empty for a draw.
    pub line: Vec<String>,
}

/// A move, and how the game ends after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveFate {
    /// As programs exchange it.
    pub code: String,
    /// As people read it.
    pub text: String,
    /// For whoever plays it, counted from before the move; `None` where it is not known.
    pub fate: Option<Fate>,
}

#[cfg(test)]
mod tests;
