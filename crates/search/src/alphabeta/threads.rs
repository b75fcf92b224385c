//! The strong search as a [`Search`]: several threads on one table, each looking for itself (lazy SMP).

use super::drive::Driver;
use super::margins::Margins;
use super::reduce::Late;
use super::table::Table;
use super::worker::{Memory, Shared, Worker};
use crate::root::{sound_choices, verdict_here};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tabula_core::{Evaluator, Job, Report, Score, Search, Steady, Stop, Tactics, Verdict};

/// What the strong search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// The size of the transposition table, in MiB.
    pub hash: usize,
    /// Threads that search.
    pub threads: usize,
}

impl Default for Resources {
    fn default() -> Self {
        Self { hash: 16, threads: 1 }
    }
}

/// The strong search. With one thread it is deterministic: the same job, after [`forget`](Search::forget),
/// visits the same nodes.
pub struct Strong<G: Tactics, E> {
    driver: Driver,
    resources: Resources,
    margins: Margins,
    late: Late,
    eval: E,
    /// Made when the first search begins, so that a player who is only listed costs nothing.
    table: Option<Table>,
    seats: Vec<Seat<G, E>>,
}

/// What one thread keeps from search to search.
struct Seat<G: Tactics, E> {
    eval: E,
    memory: Memory<G>,
}

impl<G: Tactics, E: Evaluator<G> + Clone> Strong<G, E> {
    /// A search that judges by `eval`; each thread gets a copy.
    pub fn new(eval: E, driver: Driver, resources: Resources, margins: Margins) -> Self {
        Self { driver, resources, late: Late::new(&margins), margins, eval, table: None, seats: Vec::new() }
    }

    /// Makes what is missing.
    fn sit_down(&mut self, game: &G) -> &Table {
        while self.seats.len() < self.resources.threads.max(1) {
            self.seats.push(Seat { eval: self.eval.clone(), memory: Memory::new(game) });
        }
        let hash = self.resources.hash;
        self.table.get_or_insert_with(|| Table::new(hash))
    }
}

impl<G: Tactics, E: Evaluator<G> + Clone> Search<G> for Strong<G, E> {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        let roots = sound_choices(job);
        if roots.is_empty() {
            return Verdict { best: None, report: Report::new(0, verdict_here(job), 0, Vec::new()) };
        }
        self.sit_down(job.game).grow_older();
        let Self { driver, margins, late, table: Some(table), seats, .. } = self else {
            return Verdict { best: roots.first().copied(), report: Report::new(0, Score::ZERO, 0, roots) };
        };
        let (table, margins, late, driver) = (&*table, &*margins, &*late, *driver);
        let tallies: Vec<AtomicU64> = seats.iter().map(|_| AtomicU64::new(0)).collect();
        let done = Stop::default();
        let shared = |thread: usize| Shared { table, margins, late, tally: &tallies[thread], done: &done };
        let by_others = || tallies[1..].iter().map(|tally| tally.load(Relaxed)).sum::<u64>();
        let Some((first, others)) = seats.split_first_mut() else {
            return Verdict { best: roots.first().copied(), report: Report::new(0, Score::ZERO, 0, roots) };
        };
        std::thread::scope(|scope| {
            for (i, seat) in others.iter_mut().enumerate() {
                let (shared, roots) = (shared(i + 1), &roots);
                scope.spawn(move || {
                    let limits = tabula_core::Limits::default();
                    let job = Job { limits, pace: &Steady, lines: 1, ..*job };
                    let mut worker = Worker::new(&job, &mut seat.eval, &mut seat.memory, shared, roots);
                    worker.drive(driver, Some(i), None);
                });
            }
            let mut worker = Worker::new(job, &mut first.eval, &mut first.memory, shared(0), &roots);
            let mut depth = 0;
            worker.drive(
                driver,
                None,
                Some(&mut |mut report| {
                    depth = report.depth as i32;
                    report.nodes += by_others();
                    tell(&report);
                }),
            );
            done.raise();
            let mut report = worker.report(0, depth);
            report.nodes += by_others();
            Verdict { best: report.line.first().copied(), report }
        })
    }

    fn prepare(&mut self, game: &G) {
        self.sit_down(game);
    }

    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        for seat in &mut self.seats {
            seat.memory.history.clear();
        }
    }
}
