//! What a tree search asks at a leaf, where an evaluator has more to say than a value: games played out, or a network.

use crate::{Dice, Game, Side};

/// What one move promises before it was tried.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Hope {
    /// How much of the attention it deserves, of 1 for all moves together.
    pub share: f32,
    /// What it is believed to be worth to the mover, from -1 to 1 ...
    pub worth: f32,
    /// ... as if it had been tried so often.
    pub tries: f32,
}

/// The moves of a game that was played out, for searches that learn from all of them and not only from the first (RAVE).
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// Who played, and the [slot](crate::Tactics::slot) of the move, in their order.
    pub played: Vec<(Side, usize)>,
}

/// What was learnt about a position besides its value.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Insight {
    /// By how much the first player is expected to win, in the game's own points.
    pub lead: f32,
    /// To whom each square will belong, from -1 (the second player) to 1 (the first).
    pub owners: Vec<f32>,
}

/// Judges leaves for a tree search. One per thread, behind a pointer: it is asked once per descent, and is slow by nature.
///
/// Asked about a position, it sees `recent`: the position itself, and behind it those before, as many as it wants and there are.
pub trait Oracle<G: Game>: Send {
    /// A search of `at` begins: what was gathered for [`insight`](Oracle::insight) is dropped.
    fn reset(&mut self, game: &G, at: &G::Position);

    /// Appends what each of `moves` promises, in their order. The default finds them all alike.
    fn hopes(&mut self, _game: &G, _recent: &[&G::Position], moves: &[G::Move], out: &mut Vec<Hope>) {
        let share = 1.0 / moves.len().max(1) as f32;
        out.extend(moves.iter().map(|_| Hope { share, ..Hope::default() }));
    }

    /// The value for the first player, from -1 to 1. If the position was played out, `trail` holds the moves.
    fn value(&mut self, game: &G, recent: &[&G::Position], dice: &mut Dice, trail: &mut Trail) -> f64;

    /// How often a leaf has to be reached before its moves are looked at one by one.
    fn patience(&self) -> u32 {
        1
    }

    /// How many positions before the present one it wants to see.
    fn memory(&self) -> usize {
        0
    }

    /// Whether its shares are a policy: then a leaf is valued once, at the same time as its moves, and the shares say where to
    /// look.
    fn has_policy(&self) -> bool {
        false
    }

    /// What was learnt since [`reset`](Oracle::reset), if it learns such things.
    fn insight(&self) -> Option<Insight> {
        None
    }
}
