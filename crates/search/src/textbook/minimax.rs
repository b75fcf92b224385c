//! Minimax, as von Neumann and Shannon wrote it: the first player takes the greatest value, the second the least.
//!
//! With `v(p, d)` the value of position `p` *for the first player*, searched `d` plies deep:
//!
//! - `v(p, d)` is the result where the game is over,
//! - `v(p, 0)` is the evaluation,
//! - `v(p, d) = max over moves m of v(p + m, d - 1)` where the first player moves,
//! - `v(p, d) = min over moves m of v(p + m, d - 1)` where the second player moves,
//! - where the die moves, the value is that of [expectiminimax](super::expectiminimax).
//!
//! No sign ever changes below the root, so this is the plainest of all, and the judge of those with signs.

use super::expectiminimax;
use super::iterate::{Plan, deepen};
use super::walk::{Halted, Place, Walk, absolute};
use super::window::Window;
use tabula_core::{Evaluator, Job, Report, Score, Search, Side, Tactics, Verdict};

/// Minimax to a fixed depth.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    eval: E,
    plan: Plan,
}

impl<E> Minimax<E> {
    /// Judges leaves by `eval`.
    pub const fn new(eval: E, plan: Plan) -> Self {
        Self { eval, plan }
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for Minimax<E> {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        deepen(self.plan, &mut self.eval, job, tell, |walk, depth| {
            let viewer = walk.viewer();
            Ok(absolute(node(walk, depth)?, viewer))
        })
    }
}

/// The value for the first player.
fn node<G: Tactics, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Halted> {
    let viewer = walk.viewer();
    let moves = match walk.arrive()? {
        Place::Over(score) => return Ok(absolute(score, viewer)),
        Place::Die => return expectiminimax::outcomes(walk, depth),
        Place::Open(moves) if depth == 0 => return Ok(absolute(walk.leaf(moves, Window::full())?, viewer)),
        Place::Open(moves) => moves,
    };
    let mut best = absolute(-Score::INFINITE, viewer);
    for &m in &moves {
        walk.play(m);
        let score = node(walk, depth - 1)?;
        walk.back();
        let better = match viewer {
            Side::First => score > best,
            Side::Second => score < best,
        };
        if better {
            best = score;
            walk.keep(m);
        }
    }
    walk.recycle(moves);
    Ok(best)
}
