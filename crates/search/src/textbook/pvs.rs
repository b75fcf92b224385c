//! Principal variation search: the first move is believed to be the best, and the others only have to be refuted.
//!
//! The contract is that of [alpha-beta](super::alphabeta). After the first move, each other one is asked with a
//! minimal window whether it is better than `alpha`; only if it is, `alpha < a < beta`, is it searched again for
//! its value. With good order that second look is rare.

use super::aids::Aids;
use super::iterate::{Plan, deepen};
use super::walk::{Halted, Place, Walk};
use super::window::Window;
use tabula_core::{Evaluator, Job, Report, Score, Search, Tactics, Verdict};

/// Principal variation search to a fixed depth.
pub struct Pvs<E> {
    eval: E,
    plan: Plan,
    aids: Aids,
}

impl<E> Pvs<E> {
    /// Judges leaves by `eval`.
    pub const fn new(eval: E, plan: Plan, aids: Aids) -> Self {
        Self { eval, plan, aids }
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for Pvs<E> {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        let Self { eval, plan, aids } = self;
        aids.forget();
        deepen(*plan, eval, job, tell, |walk, depth| node(aids, walk, depth, Window::full()))
    }
}

fn node<G: Tactics, E: Evaluator<G>>(
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
    for (i, &m) in moves.iter().enumerate() {
        let mut look =
            |walk: &mut _, window| Walk::follow(walk, m, window, |walk, window| node(aids, walk, depth - 1, window));
        let score = if i == 0 {
            look(walk, Window { alpha, beta })?
        } else {
            let better = look(walk, Window::at_least(alpha.just_above()))?;
            if better > alpha && better < beta { look(walk, Window { alpha, beta })? } else { better }
        };
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
