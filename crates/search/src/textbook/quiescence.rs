//! Quiescence: at the horizon, noisy moves are followed until the position is calm.
//!
//! `settle` tells the value of the tree of noisy moves below the horizon, in which the mover may also stand
//! still and take the evaluation; where the mover has to react at once, all moves are followed and standing
//! still is no choice. With `v` that value and `(alpha, beta)` the window, the answer `a` obeys
//!
//! - `a <= alpha` implies `v <= a`,
//! - `alpha < a < beta` implies `v = a`,
//! - `a >= beta` implies `v >= a`.

use super::order::Order;
use super::walk::{Halted, Place, Walk};
use super::window::Window;
use tabula_core::{Evaluator, Score, Tactics};

/// What happens where the depth is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Horizon {
    /// The position is evaluated as it stands.
    #[default]
    Sharp,
    /// Noisy moves are followed first.
    Quiet,
}

/// Plies below the horizon after which even a noisy position is evaluated: a guard against games in which
/// the noise never ends.
const DEEPEST: u32 = 64;

pub(crate) fn settle<G: Tactics, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    mut moves: Vec<G::Move>,
    mut window: Window,
    deep: u32,
) -> Result<Score, Halted> {
    let mut best = -Score::INFINITE;
    if deep >= DEEPEST || !walk.game().urgent(walk.now()) {
        best = walk.evaluate();
        if deep >= DEEPEST || best >= window.beta {
            walk.recycle(moves);
            return Ok(best);
        }
        window.alpha = window.alpha.max(best);
        moves.clear();
        walk.game().noisy(walk.now(), &mut moves);
    }
    Order::Gain.sort(walk, &mut moves, None)?;
    for &m in &moves {
        best = best.max(walk.follow(m, window, |walk, window| arrive(walk, window, deep + 1))?);
        window.alpha = window.alpha.max(best);
        if best >= window.beta {
            break;
        }
    }
    walk.recycle(moves);
    Ok(best)
}

fn arrive<G: Tactics, E: Evaluator<G>>(walk: &mut Walk<'_, G, E>, window: Window, deep: u32) -> Result<Score, Halted> {
    match walk.arrive()? {
        Place::Over(score) => Ok(score),
        Place::Die => walk.mean(|walk, _| arrive(walk, Window::full(), deep)),
        Place::Open(moves) => settle(walk, moves, window, deep),
    }
}
