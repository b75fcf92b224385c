//! The moves of a node, the best guess first, in stages: many nodes need only the first of them.
//!
//! The table's move; captures that win or trade, the most valuable first; quiet moves by history; captures that
//! lose. A stage is generated when it is reached.

use super::history::Way;
use super::worker::Worker;
use std::ops::Range;
use tabula_core::{Evaluator, Tactics};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    ListNoisy,
    Noisy,
    ListQuiet,
    Quiet,
    Bad,
    Done,
}

/// Hands out the moves of one node.
pub(super) struct Picker<M> {
    stage: Stage,
    first: Option<M>,
    killer: Option<M>,
    /// An exchange has to win more than this for a capture to count as good; `None`: as much as its order suggests.
    margin: Option<i32>,
    way: Way,
    /// Whether quiet moves and bad captures are handed out at all.
    all: bool,
    skip_quiet: bool,
    /// This node's part of the pool: bad captures from `base` to `bad`, what is not yet handed out from `next` to `end`.
    base: usize,
    bad: usize,
    next: usize,
    end: usize,
}

/// The moves of all open nodes, those of the deepest last, with the numbers that order them.
pub(super) struct Pool<M> {
    orders: Vec<i32>,
    moves: Vec<M>,
}

impl<M: Copy> Pool<M> {
    pub(super) fn new() -> Self {
        Self { orders: Vec::with_capacity(4096), moves: Vec::with_capacity(4096) }
    }

    /// Where the moves of the next node will begin.
    #[inline(always)]
    pub(super) fn end(&self) -> usize {
        self.moves.len()
    }

    #[inline(always)]
    fn push(&mut self, order: i32, m: M) {
        self.orders.push(order);
        self.moves.push(m);
    }

    fn truncate(&mut self, end: usize) {
        self.orders.truncate(end);
        self.moves.truncate(end);
    }

    /// Takes the highest of a part to its front. Most nodes need only a few, so nothing is sorted.
    #[inline(always)]
    fn best(&mut self, part: Range<usize>) -> Option<(i32, M)> {
        let (orders, moves) = (&mut self.orders[part.clone()], &mut self.moves[part]);
        // Two loops over numbers alone are faster than one that carries a place along.
        let highest = orders.iter().copied().fold(i32::MIN, i32::max);
        let place = orders.iter().position(|&order| order == highest)?;
        orders.swap(0, place);
        moves.swap(0, place);
        Some((highest, moves[0]))
    }
}

/// A move that comes before the others of its stage.
const KILLER: i32 = 1 << 20;

impl<M: Copy + PartialEq> Picker<M> {
    /// All moves.
    pub(super) fn all(first: Option<M>, killer: Option<M>, way: Way, base: usize) -> Self {
        Self::new(first, killer, None, way, true, base)
    }

    /// The noisy ones whose exchange wins at least `margin`.
    pub(super) fn noisy(first: Option<M>, margin: i32, way: Way, base: usize) -> Self {
        Self::new(first, None, Some(margin), way, false, base)
    }

    fn new(first: Option<M>, killer: Option<M>, margin: Option<i32>, way: Way, all: bool, base: usize) -> Self {
        Self {
            stage: Stage::First,
            first,
            killer,
            margin,
            way,
            all,
            skip_quiet: false,
            base,
            bad: base,
            next: base,
            end: base,
        }
    }

    /// No further quiet move is wanted.
    pub(super) fn skip_quiet(&mut self) {
        self.skip_quiet = true;
    }

    /// Whether the last move came from the captures that lose.
    pub(super) fn is_bad(&self) -> bool {
        self.stage == Stage::Bad
    }

    /// The next move; the worker's pool is in use until [`close`](Self::close).
    #[inline]
    pub(super) fn next<G: Tactics<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) -> Option<M> {
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::ListNoisy;
                    if self.first.is_some() {
                        return self.first;
                    }
                }
                Stage::ListNoisy => {
                    self.list_noisy(worker);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => {
                    let Some((order, m)) = worker.memory.pool.best(self.next..self.end) else {
                        self.stage = if self.all { Stage::ListQuiet } else { Stage::Done };
                        continue;
                    };
                    self.next += 1;
                    let margin = self.margin.unwrap_or(-order / 32);
                    if worker.game.holds(worker.path.now(), m, margin) {
                        return Some(m);
                    }
                    worker.memory.pool.moves[self.bad] = m;
                    self.bad += 1;
                }
                Stage::ListQuiet => {
                    if !self.skip_quiet {
                        self.list_quiet(worker);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !self.skip_quiet
                        && let Some((_, m)) = worker.memory.pool.best(self.next..self.end)
                    {
                        self.next += 1;
                        return Some(m);
                    }
                    self.stage = Stage::Bad;
                    (self.next, self.end) = (self.base, self.bad);
                }
                Stage::Bad => {
                    if self.next < self.end {
                        self.next += 1;
                        return Some(worker.memory.pool.moves[self.next - 1]);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Gives the pool back.
    pub(super) fn close<G: Tactics<Move = M>, E: Evaluator<G>>(self, worker: &mut Worker<'_, G, E>) {
        worker.memory.pool.truncate(self.base);
    }

    fn list_noisy<G: Tactics<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) {
        let (game, at) = (worker.game, worker.path.now());
        let memory = &mut *worker.memory;
        memory.list.clear();
        game.noisy(at, &mut memory.list);
        for &m in &memory.list {
            if Some(m) != self.first {
                let history = memory.history.noisy(game.slot(at, m), game.prey(at, m));
                memory.pool.push(game.gain(at, m).value() * 16 + history, m);
            }
        }
        self.end = memory.pool.end();
    }

    fn list_quiet<G: Tactics<Move = M>, E: Evaluator<G>>(&mut self, worker: &mut Worker<'_, G, E>) {
        let (game, at) = (worker.game, worker.path.now());
        let memory = &mut *worker.memory;
        // The captures before `next` are handed out; the bad ones stay where they are.
        memory.pool.truncate(self.bad);
        self.next = self.bad;
        memory.list.clear();
        game.quiet(at, &mut memory.list);
        let lessons = memory.history.after(self.way);
        for &m in &memory.list {
            if Some(m) != self.first {
                let bonus = if Some(m) == self.killer { KILLER } else { 0 };
                memory.pool.push(lessons.quiet(game.slot(at, m)) + game.promise(at, m) + bonus, m);
            }
        }
        self.end = memory.pool.end();
    }
}
