//! Iterative deepening, shared by all textbook searches: depth 1, depth 2, ... until a limit says stop.

use super::quiescence::Horizon;
use super::walk::{Halted, Walk};
use crate::root::choices;
use tabula_core::{Evaluator, Job, Progress, Report, Score, Tactics, Verdict};

/// How the depth is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Iterate {
    /// Depth by depth, with a report after each.
    #[default]
    Deepen,
    /// The depth of the limits alone, so that node counts are those of the tables in textbooks. Without such
    /// a limit there is nothing to go for at once, and it deepens.
    Once,
}

/// What all textbook searches have in common: how they reach their depth, and what they do there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// Depth by depth, or at once.
    pub iterate: Iterate,
    /// What happens where the depth is used up.
    pub horizon: Horizon,
}

/// No search goes deeper; recursion has to end on every stack.
pub(crate) const DEEPEST: u32 = 100;

/// Runs `run` for each depth and answers with the last one that was finished.
///
/// It ends when a limit is reached, when the pace says so, when every line was seen to its end, or when a win
/// or loss is proven within the depth, for then no deeper search can find a better one.
pub(crate) fn deepen<G: Tactics, E: Evaluator<G>>(
    plan: Plan,
    eval: &mut E,
    job: &Job<'_, G>,
    tell: &mut dyn FnMut(&Report<G>),
    mut run: impl FnMut(&mut Walk<'_, G, E>, u32) -> Result<Score, Halted>,
) -> Verdict<G> {
    let last = job.limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
    let first = match (plan.iterate, job.limits.depth) {
        (Iterate::Once, Some(_)) => last,
        _ => 1,
    };
    let mut walk = Walk::new(job, eval, plan.horizon);
    let mut finished = None;
    for depth in first..=last {
        walk.begin();
        let Ok(score) = run(&mut walk, depth) else { break };
        let report = Report::new(depth, score, walk.nodes(), walk.best_line().to_vec());
        tell(&report);
        finished = Some(report);
        let proven = score.plies_to_end().is_some_and(|plies| plies.unsigned_abs() <= depth);
        if proven || walk.is_exhausted() || !job.pace.go_on(&Progress::new(depth, walk.nodes(), score)) {
            break;
        }
    }
    let nodes = walk.nodes();
    match finished {
        Some(report) => Verdict { best: report.line.first().copied(), report: Report { nodes, ..report } },
        None => unfinished(job, nodes),
    }
}

/// The answer of a search that was stopped before it found anything: some legal move.
fn unfinished<G: Tactics>(job: &Job<'_, G>, nodes: u64) -> Verdict<G> {
    let best = choices(job).first().copied();
    Verdict { best, report: Report::new(0, Score::ZERO, nodes, best.into_iter().collect()) }
}
