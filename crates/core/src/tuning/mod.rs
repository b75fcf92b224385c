//! What a tuner asks of an evaluation whose value is linear in its weights; [`text`]: weights as text.

pub mod text;

use crate::Faults;

/// A weight: what it counts in the middlegame, and in the endgame.
pub type Pair = (i16, i16);

/// The weight of the middlegame where nothing has been taken yet.
pub const FULL_PHASE: i32 = 24;
/// How much of an endgame advantage counts where nothing speaks against it.
pub const FULL_SCALE: i32 = 64;

/// A position as the tuner sees it: `value = (middle * phase + end * (24 - phase) * scale / 64) / 24 + mating`, where `middle`
/// and `end` are sums of weights times counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Places of weights, and how much more often each counts for the first player than for the second.
    pub counts: Vec<(u32, i16)>,
    /// The weight of the middlegame, of [`FULL_PHASE`].
    pub phase: i32,
    /// How much of an endgame advantage counts, of [`FULL_SCALE`]: if the first player has it, if the second has.
    pub scales: [i32; 2],
    /// What no weight says, for the first player: help to mate a bare king.
    pub mating: i32,
}

/// An evaluation of one game, whose weights can be learnt from positions.
pub trait Tunable: Send + Sync {
    /// What a position is made of; the position as text.
    fn record(&self, position: &str) -> Result<Record, Faults>;

    /// The weights that are in use.
    fn weights(&self) -> Vec<Pair>;

    /// Its terms, in the order of their weights.
    fn headings(&self) -> Vec<Heading<'_>>;

    /// Whether the halves of a pair differ in what they count. Where they do not, the first is played by, and a tuner keeps both alike.
    fn is_tapered(&self) -> bool {
        true
    }

    /// Reads what [`write`](Tunable::write) writes. Every term must be there, with as many pairs as it has weights.
    fn read(&self, text: &str) -> Result<Vec<Pair>, Faults> {
        text::read(&self.headings(), text)
    }

    /// Weights as text, each term with its name, what it counts, and its pairs.
    fn write(&self, weights: &[Pair]) -> String;

    /// Moves the means of tables into the material, so that a piece is worth on the whole what its material says, and no
    /// position is judged otherwise than before.
    fn settle(&self, _weights: &mut [Pair]) {}
}

/// What a term is called, and where its weights are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading<'a> {
    /// Its name in files and tables: `rook.open`.
    pub name: &'a str,
    /// What it counts.
    pub about: &'a str,
    /// How many weights it has.
    pub count: usize,
    /// How many of them a line of the file holds.
    pub per_line: usize,
    /// The place of its first weight.
    pub start: usize,
}
