//! The one seam where algorithms plug in.

use crate::{Game, Insight, Known, Limits, Line, Score, Stop};
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
    /// How many of the best moves are wanted, each with its line; at least one. Searches that tell of one
    /// move only may ignore it.
    pub lines: usize,
    /// Results that are known without searching, if somebody has them.
    pub known: Option<&'a dyn Known<G>>,
}

impl<'a, G: Game> Job<'a, G> {
    /// Thinking about the end of `line` until `stop` is raised; the rest is set by name.
    ///
    /// ```
    /// use tabula_core::{Job, Limits, Line, Stop, testkit::Tree};
    /// let tree = Tree::parse("(1 2)").unwrap();
    /// let (line, stop) = (Line::new(&tree), Stop::default());
    /// let job = Job { limits: Limits::depth(4), ..Job::new(&tree, &line, &stop) };
    /// assert_eq!(job.lines, 1);
    /// ```
    pub fn new(game: &'a G, line: &'a Line<G>, stop: &'a Stop) -> Self {
        Self { game, line, only: &[], limits: Limits::default(), stop, pace: &Steady, seed: 0, lines: 1, known: None }
    }
}

/// Whether to think deeper. Implemented by whoever holds the clock.
pub trait Pace: Sync {
    /// Asked after each finished iteration.
    fn go_on(&self, so_far: &Progress) -> bool;

    /// Asked every thousand positions or so: whether no time is left at all. Whoever holds the clock raises the flag as
    /// well; but on a busy machine it may be long until the thread that does so is woken.
    fn is_over(&self) -> bool {
        false
    }
}

/// What a search knows of itself after an iteration: what a clock needs to use its time well.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The iteration that was finished.
    pub depth: u32,
    /// Positions visited so far.
    pub nodes: u64,
    /// The value it found.
    pub score: Score,
    /// The value of the iteration before; the same at the first.
    pub before: Score,
    /// For how many iterations the best move has been the same, this one included.
    pub steady: u32,
    /// What part of all nodes went into the best move, from 0 to 1; one half where that is not counted.
    pub share: f32,
}

impl Progress {
    /// Of a search that counts nothing else.
    pub const fn new(depth: u32, nodes: u64, score: Score) -> Self {
        Self { depth, nodes, score, before: score, steady: 1, share: 0.5 }
    }
}

/// Always goes on: the limits alone decide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steady;

impl Pace for Steady {
    fn go_on(&self, _: &Progress) -> bool {
        true
    }
}

/// Whether a value is the value, or only on one side of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is this or greater.
    Lower,
    /// The value is this or less.
    Upper,
}

/// What a search says while it thinks, once per finished iteration and wanted line.
pub struct Report<G: Game> {
    /// Plies searched at full width.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub reach: u32,
    /// Which of the wanted lines this is, the best one being 1.
    pub rank: usize,
    /// The value for the mover.
    pub score: Score,
    /// Whether it is exact.
    pub bound: Bound,
    /// Positions visited so far.
    pub nodes: u64,
    /// Positions whose result was known without searching.
    pub hits: u64,
    /// How full the transposition table is, in thousandths.
    pub full: u32,
    /// The best line found, from the root.
    pub line: Vec<G::Move>,
    /// How its first move fared in a tree search.
    pub tries: Option<Tries>,
    /// What was learnt about the root besides, where games were played out.
    pub insight: Option<Insight>,
}

/// How a move fared in a tree search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tries {
    /// How often it was tried.
    pub visits: u64,
    /// The mover's chance to win with it, from 0 to 1.
    pub chance: f32,
    /// What part of the attention it deserved at first sight.
    pub prior: f32,
}

impl<G: Game> Report<G> {
    /// The report of a search that tells of one line and keeps no books.
    pub const fn new(depth: u32, score: Score, nodes: u64, line: Vec<G::Move>) -> Self {
        Self {
            depth,
            reach: depth,
            rank: 1,
            score,
            bound: Bound::Exact,
            nodes,
            hits: 0,
            full: 0,
            line,
            tries: None,
            insight: None,
        }
    }
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
        Self { line: self.line.clone(), insight: self.insight.clone(), ..*self }
    }
}

impl<G: Game> fmt::Debug for Report<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, score, nodes, line, .. } = self;
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

    /// Does now what the first search would have to do before it can begin, so that it costs no time on the clock.
    fn prepare(&mut self, _game: &G) {}

    /// A new game begins: what was remembered of the last one is dropped.
    fn forget(&mut self) {}
}
