//! The children of a leaf: moves with what they promise at first sight, outcomes of the die with their share.

use super::descend::Climber;
use super::leaf::recent;
use super::proof::Proof;
use super::tree::Node;
use tabula_core::{Evaluator, Hope, Mover, Tactics};

/// What a move that makes the opponent react promises, in points.
const FORCES: i32 = 60;
/// What a capture promises that loses by the exchange it begins.
const LOSES: i32 = -150;
/// So much of a quiet move's promise is a point.
const PROMISE: i32 = 32;
/// No move promises more: gains are counted in men, and a king taken may be any number of them.
const MOST: i32 = 900;

impl<'a, G: Tactics, E: Evaluator<G>> Climber<'a, G, E> {
    /// Gives the node, whose position stands, its children; where there are none, its proof. Answers whether it is still a
    /// leaf, because there is no room.
    pub(super) fn expand(&mut self, node: &'a Node<G::Move>) -> bool {
        let (game, at) = (self.game, self.path.now());
        if game.mover(at) == Mover::Chance {
            let mut outcomes = Vec::new();
            game.chances(at, &mut outcomes);
            let total: f32 = outcomes.iter().map(|&(_, weight)| weight as f32).sum();
            let hope = |weight| Hope { share: weight as f32 / total, ..Hope::default() };
            let children = outcomes.into_iter().map(|(m, weight)| Node::new(Some(m), 0, hope(weight))).collect();
            return !self.shared.room.grow(node, children);
        }
        self.listed.clear();
        game.worthwhile(at, &mut self.listed);
        if self.listed.is_empty() {
            node.prove(Some(Proof { winner: game.stuck(at).winner, plies: 0 }));
            return false;
        }
        self.hopes.clear();
        match &mut self.oracle {
            Some(oracle) => {
                let recent = recent(&self.path, self.job.line, self.memory);
                oracle.hopes(game, &recent, &self.listed, &mut self.hopes);
            }
            None => {
                let trust = self.shared.style.trust.max(1) as f32;
                self.hopes.extend(
                    self.listed
                        .iter()
                        .map(|&m| Hope { share: (hope(game, at, m) as f32 / trust).exp(), ..Hope::default() }),
                );
                let total: f32 = self.hopes.iter().map(|hope| hope.share).sum();
                self.hopes.iter_mut().for_each(|hope| hope.share /= total);
            }
        }
        let born = |(&m, &hope): (&G::Move, &Hope)| Node::new(Some(m), game.slot(at, m) as u32, hope);
        let children = self.listed.iter().zip(&self.hopes).map(born).collect();
        !self.shared.room.grow(node, children)
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
