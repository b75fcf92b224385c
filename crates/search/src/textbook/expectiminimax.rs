//! Expectiminimax: minimax for games with a die, with its three kinds of nodes written out.
//!
//! With `v(p, d)` the value of position `p` *for the first player*, searched `d` plies deep:
//!
//! - `v(p, d)` is the result where the game is over,
//! - `v(p, 0)` is the evaluation,
//! - `v(p, d) = max over moves m of v(p + m, d - 1)` where the first player moves,
//! - `v(p, d) = min over moves m of v(p + m, d - 1)` where the second player moves,
//! - `v(p, d) = sum over outcomes o of weight(o) * v(p + o, d) / sum of weights` where the die moves, rounded
//!   towards zero ([`Score::mean`]).
//!
//! The die costs no depth: an evaluator judges for the player to move, so the horizon never lies on the die.

use super::iterate::{Plan, deepen};
use super::walk::{Halted, Place, Walk, absolute};
use super::window::Window;
use tabula_core::{Evaluator, Job, Report, Score, Search, Side, Tactics, Verdict};

/// Expectiminimax to a fixed depth.
#[derive(Clone, Debug)]
pub struct Expectiminimax<E> {
    eval: E,
    plan: Plan,
}

impl<E> Expectiminimax<E> {
    /// Judges leaves by `eval`.
    pub const fn new(eval: E, plan: Plan) -> Self {
        Self { eval, plan }
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for Expectiminimax<E> {
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
    match walk.arrive()? {
        Place::Over(score) => Ok(absolute(score, viewer)),
        Place::Die => outcomes(walk, depth),
        Place::Open(moves) if depth == 0 => Ok(absolute(walk.leaf(moves, Window::full())?, viewer)),
        Place::Open(moves) => choices(walk, moves, viewer, depth),
    }
}

/// Where `player` chooses: the greatest or the least value.
fn choices<G: Tactics, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    moves: Vec<G::Move>,
    player: Side,
    depth: u32,
) -> Result<Score, Halted> {
    let mut best = absolute(-Score::INFINITE, player);
    for &m in &moves {
        let score = after(walk, m, depth - 1)?;
        let better = match player {
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

/// Where the die moves: the mean for the first player.
pub(super) fn outcomes<G: Tactics, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, depth: u32) -> Result<Score, Halted> {
    let mut outcomes = Vec::new();
    walk.game().chances(walk.now(), &mut outcomes);
    let mut values = Vec::with_capacity(outcomes.len());
    for (m, weight) in outcomes {
        values.push((after(walk, m, depth)?, weight));
    }
    Ok(Score::mean(values))
}

fn after<G: Tactics, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, m: G::Move, depth: u32) -> Result<Score, Halted> {
    walk.play(m);
    let score = node(walk, depth)?;
    walk.back();
    Ok(score)
}
