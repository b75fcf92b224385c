//! Negamax: minimax in one function, since what is good for one player is as bad for the other.
//!
//! With `v(p, d)` the value of position `p` for its mover, searched `d` plies deep:
//!
//! - `v(p, d)` is the result where the game is over,
//! - `v(p, 0)` is the evaluation,
//! - `v(p, d) = max over moves m of s * v(p + m, d - 1)`, with `s = -1` if the mover changes and `1` if not,
//! - where the die moves, the mean of the outcomes by weight, at the same depth.
//!
//! Every line is followed: the oracle for all searches that cut.

use super::iterate::{Plan, deepen};
use super::walk::{Halted, Place, Walk};
use super::window::Window;
use tabula_core::{Evaluator, Job, Report, Score, Search, Tactics, Verdict};

/// Negamax to a fixed depth.
#[derive(Clone, Debug)]
pub struct Negamax<E> {
    eval: E,
    plan: Plan,
}

impl<E> Negamax<E> {
    /// Judges leaves by `eval`.
    pub const fn new(eval: E, plan: Plan) -> Self {
        Self { eval, plan }
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for Negamax<E> {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        deepen(self.plan, &mut self.eval, job, tell, node)
    }
}

fn node<G: Tactics, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Halted> {
    match walk.arrive()? {
        Place::Over(score) => Ok(score),
        Place::Die => walk.mean(|walk, _| node(walk, depth)),
        Place::Open(moves) if depth == 0 => walk.leaf(moves, Window::full()),
        Place::Open(moves) => {
            let mut best = -Score::INFINITE;
            for &m in &moves {
                let score = walk.follow(m, Window::full(), |walk, _| node(walk, depth - 1))?;
                if score > best {
                    best = score;
                    walk.keep(m);
                }
            }
            walk.recycle(moves);
            Ok(best)
        }
    }
}
