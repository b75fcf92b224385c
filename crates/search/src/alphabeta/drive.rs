//! Iterative deepening. A driver only chooses which windows the root is asked about.

use super::node::Root;
use super::worker::{LOWEST, Worker, is_known};
use super::{DEEPEST, Value};
use tabula_core::{Bound, Evaluator, Progress, Report, Score, Tactics};

/// How the value of an iteration is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Driver {
    /// A narrow window around the last value, widened on the side where it fails.
    #[default]
    Aspiration,
    /// MTD(f): yes-or-no questions that close in on the value.
    Mtdf,
}

/// What the first thread tells while it works: a report, of nodes by all threads.
pub(super) type Tell<'t, G> = dyn FnMut(Report<G>) + 't;

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// Deepens until a limit, the pace or a stop ends it; the root moves are then in order. `tell` is of the first
    /// thread alone: the others go on until they are stopped, and skip some depths so as to look elsewhere.
    pub(super) fn drive(&mut self, driver: Driver, skip: Option<usize>, mut tell: Option<&mut Tell<'_, G>>) {
        let last = self.job.limits.depth.map_or(DEEPEST, |depth| (depth.max(1) as i32).min(DEEPEST));
        let lines = self.job.lines.clamp(1, self.roots.len().max(1));
        let (mut steady, mut leader) = (0, None);
        let mut before = None;
        for depth in 1..=last {
            if skip.is_some_and(|thread| depth > 1 && (depth as usize + thread).is_multiple_of(3)) {
                continue;
            }
            self.depth = depth;
            for root in &mut self.roots {
                root.before = root.value;
            }
            for rank in 0..lines {
                self.rank = rank;
                self.reach = 0;
                for root in &mut self.roots[rank..] {
                    root.value = LOWEST;
                }
                match driver {
                    Driver::Aspiration => self.aspire(depth),
                    Driver::Mtdf => self.close_in(depth),
                }
                if self.over {
                    self.sort(rank);
                    self.rank = 0;
                    self.sort(0);
                    return;
                }
            }
            self.rank = 0;
            self.sort(0);
            let Some(tell) = tell.as_mut() else { continue };
            for rank in 0..lines {
                tell(self.report(rank, depth));
            }
            let best = &self.roots[0];
            steady = if leader == Some(best.m) { steady + 1 } else { 1 };
            leader = Some(best.m);
            let score = Score::estimate(0) + best.value;
            let progress = Progress {
                depth: depth as u32,
                nodes: self.nodes,
                score,
                before: before.unwrap_or(score),
                steady,
                share: best.nodes as f32 / self.nodes.max(1) as f32,
            };
            before = Some(score);
            if !self.job.pace.go_on(&progress) {
                return;
            }
        }
    }

    /// Asks with a narrow window around the value of the last iteration, and widens it where it fails.
    fn aspire(&mut self, depth: i32) {
        let infinite = Score::INFINITE.value();
        let guess = self.roots[self.rank].before;
        let mut width = self.margins.aspiration + guess.abs() / 400;
        let (mut alpha, mut beta) = (-infinite, infinite);
        if depth >= 4 && guess != LOWEST && !is_known(guess) {
            (alpha, beta) = ((guess - width).max(-infinite), (guess + width).min(infinite));
        }
        let mut less = 0;
        loop {
            let value = self.node::<Root>((depth - less).max(1), alpha, beta, false);
            self.sort(self.rank);
            if self.over {
                return;
            }
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - width).max(-infinite);
                less = 0;
            } else if value >= beta {
                beta = (value + width).min(infinite);
                // The move is good; how good may be found with less depth.
                less = (less + 1).min(3);
            } else {
                return;
            }
            width += width / 2;
            if width > 1200 {
                (alpha, beta) = (-infinite, infinite);
            }
        }
    }

    /// Asks yes-or-no questions until the bounds meet.
    fn close_in(&mut self, depth: i32) {
        let (mut low, mut high) = (LOWEST, -LOWEST);
        let before = self.roots[self.rank].before;
        let mut value = if before == LOWEST { 0 } else { before };
        let mut stride = 1;
        while low < high && !self.over {
            let beta = value.clamp(low + 1, high);
            value = self.node::<Root>(depth, beta - 1, beta, false);
            self.sort(self.rank);
            // Questions go further from each other while they are all answered alike.
            if value < beta {
                high = value;
                value -= stride;
            } else {
                low = value;
                value += stride;
            }
            stride = (2 * stride).min(Score::INFINITE.value());
        }
        if let Some(root) = self.roots.get_mut(self.rank)
            && !self.over
        {
            root.value = root.value.max(low.max(high.min(root.value)));
        }
    }

    /// The best first; those that were not better keep their order.
    fn sort(&mut self, from: usize) {
        self.roots[from..].sort_by_key(|root| std::cmp::Reverse((root.value, root.before)));
    }

    pub(super) fn report(&self, rank: usize, depth: i32) -> Report<G> {
        let root = &self.roots[rank];
        Report {
            depth: depth as u32,
            reach: root.reach.max(root.line.len()) as u32,
            rank: rank + 1,
            score: score(if root.value == LOWEST { root.before } else { root.value }),
            bound: Bound::Exact,
            nodes: self.nodes,
            hits: self.hits,
            full: self.table.full(),
            // After a throw that was thought away there is no line to tell.
            line: if G::CHANCE { vec![root.m] } else { root.line.clone() },
            tries: None,
            insight: None,
        }
    }
}

/// A value of the tree as a score for others.
fn score(value: Value) -> Score {
    if value == LOWEST { Score::ZERO } else { Score::ZERO + value }
}
