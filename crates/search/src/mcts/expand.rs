//! The children of a leaf: moves with what they promise at first sight, outcomes of the die with their share.

use super::descend::Climber;
use super::proof::Proof;
use super::tree::{Id, Node};
use tabula_core::{Evaluator, Mover, Tactics};

/// What a move that makes the opponent react promises, in points.
const FORCES: i32 = 60;
/// What a capture promises that loses by the exchange it begins.
const LOSES: i32 = -150;
/// So much of a quiet move's promise is a point.
const PROMISE: i32 = 32;
/// No move promises more: gains are counted in men, and a king taken may be any number of them.
const MOST: i32 = 900;

impl<G: Tactics, E: Evaluator<G>> Climber<'_, G, E> {
    /// Gives the node, whose position stands, its children; where there are none, its proof. Answers whether it is still a
    /// leaf, because there is no room.
    pub(super) fn expand(&mut self, id: Id) -> bool {
        let (game, at) = (self.game, self.path.now());
        let grown = if game.mover(at) == Mover::Chance {
            let mut outcomes = Vec::new();
            game.chances(at, &mut outcomes);
            let total: f32 = outcomes.iter().map(|&(_, weight)| weight as f32).sum();
            self.tree.grow(id, outcomes.into_iter().map(|(m, weight)| Node::new(Some(m), weight as f32 / total)))
        } else {
            let mut moves = std::mem::take(&mut self.listed);
            moves.clear();
            game.worthwhile(at, &mut moves);
            if moves.is_empty() {
                self.tree[id].proof = Some(Proof { winner: game.stuck(at).winner, plies: 0 });
                self.listed = moves;
                return false;
            }
            let trust = self.style.trust.max(1) as f32;
            let hopes: Vec<f32> = moves.iter().map(|&m| (hope(game, at, m) as f32 / trust).exp()).collect();
            let total: f32 = hopes.iter().sum();
            let children = moves.iter().zip(&hopes).map(|(&m, hope)| Node::new(Some(m), hope / total));
            let grown = self.tree.grow(id, children);
            self.listed = moves;
            grown
        };
        !grown
    }
}

/// What a move promises at first sight, in points.
fn hope<G: Tactics>(game: &G, at: &G::Position, m: G::Move) -> i32 {
    let forces = if game.forces(at, m) { FORCES } else { 0 };
    let holds = game.holds(at, m, 0);
    forces
        + match (game.is_noisy(at, m), holds) {
            (true, true) => game.gain(at, m).value().clamp(0, MOST),
            (_, false) => LOSES,
            (false, true) => (game.promise(at, m) / PROMISE).clamp(0, MOST),
        }
}
