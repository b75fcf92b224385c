//! Search by probability: forced lines go deep, broad ones stay shallow.
//!
//! The root has probability 1, a child that of its parent divided by the number of moves (an outcome of the die:
//! its share of it). A node whose probability is below the threshold is a leaf. On that tree the value is exactly
//! that of [negamax](super::negamax), found by alpha-beta; of the full tree of any one depth nothing is promised.
//!
//! Depth `d` stands for the threshold `10^-d`: iterations go 0.1, 0.01, ... down to the parameter.
//!
//! The *mixture* is limited by depth as a rule, and by probability below any node with at most five moves.

use super::iterate::{DEEPEST, Plan, deepen};
use super::walk::{Halted, Place, Walk};
use super::window::Window;
use tabula_core::{Evaluator, Job, Limits, Report, Score, Search, Tactics, Verdict};

/// In the mixture, a node with so many moves or fewer is searched by probability.
const FEW: usize = 5;

/// What limits the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Probability alone.
    Probability,
    /// Depth, and probability once few moves are legal.
    Mixture,
}

/// Search by probability, or the mixture.
#[derive(Clone, Debug)]
pub struct Probability<E> {
    eval: E,
    plan: Plan,
    rule: Rule,
    threshold: f64,
}

impl<E> Probability<E> {
    /// Judges leaves by `eval`; a node less probable than `threshold` is a leaf.
    pub const fn new(eval: E, plan: Plan, rule: Rule, threshold: f64) -> Self {
        Self { eval, plan, rule, threshold }
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for Probability<E> {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        let (rule, threshold) = (self.rule, self.threshold);
        let steps = match rule {
            Rule::Probability => (-threshold.log10()).ceil().clamp(1.0, f64::from(DEEPEST)) as u32,
            Rule::Mixture => DEEPEST,
        };
        let depth = job.limits.depth.map_or(steps, |depth| depth.min(steps));
        let job = Job { limits: Limits { depth: Some(depth), ..job.limits }, ..*job };
        deepen(self.plan, &mut self.eval, &job, tell, |walk, depth| match rule {
            Rule::Probability => node(walk, 10_f64.powi(depth as i32).min(1.0 / threshold), None, Window::full()),
            Rule::Mixture => node(walk, 1.0 / threshold, Some(depth), Window::full()),
        })
    }
}

/// `room` is the probability of this node in thresholds, so that a leaf has less than one; `plies` are those
/// left, where depth is the limit.
fn node<G: Tactics, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    room: f64,
    plies: Option<u32>,
    window: Window,
) -> Result<Score, Halted> {
    let moves = match walk.arrive()? {
        Place::Over(score) => return Ok(score),
        Place::Die => return walk.mean(|walk, share| node(walk, room * share, plies, Window::full())),
        Place::Open(moves) => moves,
    };
    let plies = plies.filter(|_| moves.len() > FEW);
    if plies.map_or(room < 1.0, |plies| plies == 0) || walk.ply() >= DEEPEST as usize {
        return walk.leaf(moves, window);
    }
    let (room, plies) = (room / moves.len() as f64, plies.map(|plies| plies - 1));
    let Window { mut alpha, beta } = window;
    let mut best = -Score::INFINITE;
    for &m in &moves {
        let score = walk.follow(m, Window { alpha, beta }, |walk, window| node(walk, room, plies, window))?;
        best = best.max(score);
        if score > alpha {
            alpha = score;
            walk.keep(m);
        }
        if alpha >= beta {
            break;
        }
    }
    walk.recycle(moves);
    Ok(best)
}
