//! Shannon's type B: look at all moves briefly, follow only the best few.
//!
//! The value is that of [negamax](super::negamax) on a thinner tree: at each node only the `width` moves that
//! look best one ply deep are followed. With `v` the value of the full tree nothing is promised: the answer is
//! above `v` where a reply was overlooked, and below it where one's own good move was. With a width of at
//! least the number of moves, it is `v`.
//!
//! What is looked at only briefly counts no node.

use super::iterate::{Plan, deepen};
use super::order::Order;
use super::walk::{Halted, Place, Walk};
use super::window::Window;
use tabula_core::{Evaluator, Job, Report, Score, Search, Tactics, Verdict};

/// A search of the few moves that look best.
#[derive(Clone, Debug)]
pub struct TypeB<E> {
    eval: E,
    plan: Plan,
    width: usize,
}

impl<E> TypeB<E> {
    /// Judges leaves and first looks by `eval`; follows `width` moves at each node, at least one.
    pub fn new(eval: E, plan: Plan, width: usize) -> Self {
        Self { eval, plan, width: width.max(1) }
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for TypeB<E> {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        let width = self.width;
        deepen(self.plan, &mut self.eval, job, tell, |walk, depth| node(walk, width, depth, Window::full()))
    }
}

fn node<G: Tactics, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    width: usize,
    depth: u32,
    window: Window,
) -> Result<Score, Halted> {
    let mut moves = match walk.arrive()? {
        Place::Over(score) => return Ok(score),
        Place::Die => return walk.mean(|walk, _| node(walk, width, depth, Window::full())),
        Place::Open(moves) if depth == 0 => return walk.leaf(moves, window),
        Place::Open(moves) => moves,
    };
    Order::Judged.sort(walk, &mut moves, None)?;
    moves.truncate(width);
    let Window { mut alpha, beta } = window;
    let mut best = -Score::INFINITE;
    for &m in &moves {
        let score = walk.follow(m, Window { alpha, beta }, |walk, window| node(walk, width, depth - 1, window))?;
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
