//! The order in which moves are tried: alpha-beta lives by it, the value does not depend on it.

use super::walk::{Halted, Walk};
use std::cmp::Reverse;
use tabula_core::{Evaluator, Tactics};

/// How the moves of a node are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As the game lists them.
    #[default]
    Listed,
    /// The best line of the last iteration first, then by what they win at once ([`Tactics::gain`]).
    Gain,
    /// The best line of the last iteration first, then by the evaluation one ply deep.
    Judged,
}

impl Order {
    /// Puts `moves` in order. `first`, if it is one of them, comes before all but the last iteration's best line.
    pub(crate) fn sort<G: Tactics, E: Evaluator<G>>(
        self,
        walk: &mut Walk<'_, G, E>,
        moves: &mut Vec<G::Move>,
        first: Option<G::Move>,
    ) -> Result<(), Halted> {
        let mut valued = std::mem::take(&mut walk.valued);
        match self {
            Self::Listed => {}
            Self::Gain => valued.extend(moves.iter().map(|&m| (walk.game().gain(walk.now(), m), m))),
            Self::Judged => {
                for &m in moves.iter() {
                    valued.push((walk.glance(m)?, m));
                }
            }
        }
        if self != Self::Listed {
            valued.sort_by_key(|&(value, _)| Reverse(value));
            moves.clear();
            moves.extend(valued.drain(..).map(|(_, m)| m));
        }
        walk.valued = valued;
        bring_to_front(moves, first);
        if self != Self::Listed {
            bring_to_front(moves, walk.previous_best());
        }
        Ok(())
    }
}

fn bring_to_front<M: Copy + PartialEq>(moves: &mut [M], first: Option<M>) {
    if let Some(place) = moves.iter().position(|&m| Some(m) == first) {
        moves[..=place].rotate_right(1);
    }
}
