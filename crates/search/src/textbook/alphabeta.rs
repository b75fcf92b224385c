//! Alpha-beta: negamax that leaves out what cannot matter.
//!
//! With `v` the value that [negamax](super::negamax) tells and `(alpha, beta)` the window, the answer `a` obeys
//!
//! - `a <= alpha` implies `v <= a` (an upper bound: all moves are too bad),
//! - `alpha < a < beta` implies `v = a`,
//! - `a >= beta` implies `v >= a` (a lower bound: one move is too good, the others were not looked at).
//!
//! At the root the window is open, so `a = v`. The order of the moves decides how much is left out: at best
//! twice the square root of the tree remains.

use super::aids::Aids;
use super::iterate::{Plan, deepen};
use super::walk::{Halted, Place, Walk};
use super::window::Window;
use tabula_core::{Evaluator, Job, Report, Score, Search, Tactics, Verdict};

/// Alpha-beta to a fixed depth, plain or with aids.
pub struct AlphaBeta<E> {
    eval: E,
    plan: Plan,
    aids: Aids,
}

impl<E> AlphaBeta<E> {
    /// Judges leaves by `eval`.
    pub const fn new(eval: E, plan: Plan, aids: Aids) -> Self {
        Self { eval, plan, aids }
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for AlphaBeta<E> {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        let Self { eval, plan, aids } = self;
        aids.forget();
        deepen(*plan, eval, job, tell, |walk, depth| node(aids, walk, depth, Window::full()))
    }
}

pub(super) fn node<G: Tactics, E: Evaluator<G>>(
    aids: &mut Aids,
    walk: &mut Walk<'_, G, E>,
    depth: u32,
    window: Window,
) -> Result<Score, Halted> {
    let mut moves = match walk.arrive()? {
        Place::Over(score) => return Ok(score),
        Place::Die => return walk.mean(|walk, _| node(aids, walk, depth, Window::full())),
        Place::Open(moves) if depth == 0 => return walk.leaf(moves, window),
        Place::Open(moves) => moves,
    };
    if let Some(score) = aids.prepare(walk, depth, window, &mut moves)? {
        walk.recycle(moves);
        return Ok(score);
    }
    let Window { mut alpha, beta } = window;
    let (mut best, mut best_move) = (-Score::INFINITE, None);
    for &m in &moves {
        let score = walk.follow(m, Window { alpha, beta }, |walk, window| node(aids, walk, depth - 1, window))?;
        best = best.max(score);
        if score > alpha {
            alpha = score;
            best_move = Some(m);
            walk.keep(m);
        }
        if alpha >= beta {
            break;
        }
    }
    walk.recycle(moves);
    aids.remember(walk, depth, window, best, best_move);
    Ok(best)
}
