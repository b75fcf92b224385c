//! The expectation search as a [`Search`]: iterative deepening, and what is told.

use super::mean::GREATEST;
use super::outlook::Outlook;
use super::worker::{Memory, Worker};
use super::{DEEPEST, Value};
use crate::alphabeta::history::History;
use crate::alphabeta::table::Table;
use crate::alphabeta::worker::LOWEST;
use crate::root::{sound_choices, verdict_here};
use crate::worth::{Scale, Worth};
use tabula_core::{Bound, Evaluator, Job, Mover, Progress, Report, Score, Search, Tactics, Verdict};

/// The expectation search. It is deterministic: the same job, after [`forget`](Search::forget), visits the same nodes.
pub struct Star<E> {
    eval: E,
    outlook: Outlook,
    scale: Scale,
    /// The size of the transposition table, in MiB.
    hash: usize,
    /// Made when the first search begins, so that a player who is only listed costs nothing.
    memory: Option<Memory>,
}

impl<E> Star<E> {
    /// A search that judges by `eval` and remembers positions in `hash` MiB.
    pub fn new(eval: E, outlook: Outlook, hash: usize) -> Self {
        Self { eval, scale: Scale::new(outlook.worth), outlook, hash, memory: None }
    }

    fn sit_down<G: Tactics>(&mut self, game: &G) -> &mut Memory {
        let hash = self.hash;
        self.memory.get_or_insert_with(|| Memory { table: Table::new(hash), history: History::new(game) })
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for Star<E> {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        let roots = sound_choices(job);
        let die = job.game.ended(job.line.now()).is_none() && job.game.mover(job.line.now()) == Mover::Chance;
        if roots.is_empty() && !die {
            return Verdict { best: None, report: Report::new(0, verdict_here(job), 0, Vec::new()) };
        }
        self.sit_down(job.game).table.grow_older();
        let Self { eval, outlook, scale, memory: Some(memory), .. } = self else {
            return Verdict { best: roots.first().copied(), report: Report::new(0, Score::ZERO, 0, roots) };
        };
        // Without a die no mean is taken, and points say more.
        let points = Scale::new(Worth::Points);
        let scale = if G::CHANCE { scale } else { &points };
        let mut worker = Worker::new(job, eval, memory, outlook, scale, &roots);
        let report = if die { worker.weigh(tell) } else { worker.drive(tell) };
        Verdict { best: report.line.first().copied(), report }
    }

    fn prepare(&mut self, game: &G) {
        self.sit_down(game);
    }

    fn forget(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.table.clear();
            memory.history.clear();
        }
    }
}

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// Deepens until a limit, the pace or a stop ends it; answers with the best line.
    fn drive(&mut self, tell: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let lines = self.job.lines.clamp(1, self.roots.len());
        let (mut steady, mut leader) = (0, None);
        let mut before = None;
        let mut depth = 0;
        while depth < self.last_depth() {
            self.reach = 0;
            for root in &mut self.roots {
                root.before = root.value;
            }
            for rank in 0..lines {
                self.rank = rank;
                self.roots[rank..].iter_mut().for_each(|root| root.value = LOWEST);
                self.root(depth + 1);
                self.sort(rank);
                if self.over {
                    self.sort(0);
                    return self.report(0, depth);
                }
            }
            depth += 1;
            for rank in 0..lines {
                tell(&self.report(rank, depth));
            }
            let best = &self.roots[0];
            steady = if leader == Some(best.m) { steady + 1 } else { 1 };
            leader = Some(best.m);
            let score = self.scale.score(best.value, G::CHANCE);
            let share = best.nodes as f32 / self.nodes.max(1) as f32;
            let before = before.replace(score).unwrap_or(score);
            let progress = Progress { depth: depth as u32, nodes: self.nodes, score, before, steady, share };
            if !self.job.pace.go_on(&progress) {
                break;
            }
        }
        self.report(0, depth)
    }

    /// The same where the die moves: there is no move to choose, but a value to tell.
    fn weigh(&mut self, tell: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let mut told = Report::new(0, Score::ZERO, 0, Vec::new());
        for depth in 1..=self.last_depth() {
            let value = self.throw(depth, -GREATEST - 1, GREATEST + 1);
            told.nodes = self.nodes;
            if self.over {
                break;
            }
            let score = self.scale.score(value, true);
            told = Report::new(depth as u32, score, self.nodes, Vec::new());
            tell(&told);
            if !self.job.pace.go_on(&Progress::new(depth as u32, self.nodes, score)) {
                break;
            }
        }
        told
    }

    fn last_depth(&self) -> i32 {
        self.job.limits.depth.map_or(DEEPEST, |depth| (depth.max(1) as i32).min(DEEPEST))
    }

    /// Searches the root moves from the rank on: the first one for its value, the others for whether they are better.
    fn root(&mut self, depth: i32) {
        if self.count() {
            return;
        }
        let viewer = self.viewer();
        let (mut alpha, beta) = (-GREATEST - 1, GREATEST + 1);
        for i in self.rank..self.roots.len() {
            let (m, nodes) = (self.roots[i].m, self.nodes);
            self.clear_line();
            self.play(m);
            let mut value = LOWEST;
            if i > self.rank {
                value = self.value_for(viewer, depth - 1, alpha, alpha + 1);
            }
            if (i == self.rank || value > alpha) && !self.over {
                value = self.value_for(viewer, depth - 1, alpha, beta);
            }
            self.back();
            if self.over {
                return;
            }
            let better = value > alpha;
            if better {
                alpha = value;
                self.keep_line(m);
            }
            let line = better.then(|| self.best_line().to_vec());
            let root = &mut self.roots[i];
            root.nodes += self.nodes - nodes;
            if let Some(line) = line {
                (root.value, root.line) = (value, line);
            }
        }
    }

    /// The best first; those that were not better keep their order.
    fn sort(&mut self, from: usize) {
        self.roots[from..].sort_by_key(|root| std::cmp::Reverse((root.value, root.before)));
    }

    fn report(&self, rank: usize, depth: i32) -> Report<G> {
        let root = &self.roots[rank];
        let value: Value = if root.value == LOWEST { root.before } else { root.value };
        Report {
            depth: depth as u32,
            reach: self.reach as u32,
            rank: rank + 1,
            score: if value == LOWEST { Score::ZERO } else { self.scale.score(value, G::CHANCE) },
            bound: Bound::Exact,
            nodes: self.nodes,
            hits: 0,
            full: self.memory.table.full(),
            line: root.line.clone(),
            tries: None,
            insight: None,
        }
    }
}
