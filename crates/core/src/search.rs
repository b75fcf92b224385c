//! The one seam where algorithms plug in.

use crate::{Game, Limits, Line, Score, Stop};
use std::fmt;

/// What a search is asked to do.
pub struct Job<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The game so far; the search thinks about its last position.
    pub line: &'a Line<G>,
    /// Only these moves are considered at the root; empty means all.
    pub only: &'a [G::Move],
    /// How far to go.
    pub limits: Limits,
    /// Raised when the answer is wanted now.
    pub stop: &'a Stop,
    /// Decides after each iteration whether to begin the next.
    pub pace: &'a dyn Pace,
    /// For searches that draw lots.
    pub seed: u64,
}

/// Whether to think deeper. Implemented by whoever holds the clock.
pub trait Pace: Sync {
    /// Asked after each finished iteration.
    fn go_on(&self, depth: u32, nodes: u64) -> bool;
}

/// Always goes on: the limits alone decide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steady;

impl Pace for Steady {
    fn go_on(&self, _: u32, _: u64) -> bool {
        true
    }
}

/// What a search says while it thinks, once per finished iteration.
pub struct Report<G: Game> {
    /// Plies searched at full width.
    pub depth: u32,
    /// The value for the mover.
    pub score: Score,
    /// Positions visited so far.
    pub nodes: u64,
    /// The best line found, from the root.
    pub line: Vec<G::Move>,
}

/// What a search answers.
pub struct Verdict<G: Game> {
    /// The move to play; `None` only if the game is over.
    pub best: Option<G::Move>,
    /// The last complete report.
    pub report: Report<G>,
}

// By hand, since a derived implementation would ask the same of the game, which only lends its moves.
impl<G: Game> Clone for Report<G> {
    fn clone(&self) -> Self {
        Self { line: self.line.clone(), ..*self }
    }
}

impl<G: Game> fmt::Debug for Report<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, score, nodes, line } = self;
        write!(f, "depth {depth}, {score}, {nodes} nodes, {line:?}")
    }
}

impl<G: Game> fmt::Debug for Verdict<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} by {:?}", self.best, self.report)
    }
}

/// An algorithm that chooses a move.
pub trait Search<G: Game>: Send {
    /// Thinks, tells of each finished iteration, and answers.
    ///
    /// If it is stopped before the first iteration ends, it still answers with a legal move where one exists.
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G>;

    /// A new game begins: what was remembered of the last one is dropped.
    fn forget(&mut self) {}
}
