//! A mind as an evaluator and as the oracle of the tree search.

use crate::mind::{Mind, shares};
use std::sync::Arc;
use tabula_core::{Dice, Encode, Evaluator, Hope, Insight, Key, Mover, Oracle, Score, Side, Trace, Trail};
use tabula_nn::Desk;

/// Points of a score that make a win `e` times as likely as a loss; as the tree search has it.
const SCALE: f32 = 250.0;
/// Values are kept this far from certainty where they become scores.
const CERTAIN: f32 = 0.999;
/// How much of a result is its size, where the net tells it: enough to go on building when the game is decided.
const SIZE: f32 = 0.05;
/// A lead of so many points is worth half of that.
const LARGE: f32 = 10.0;

/// A net at the board. Copies share its weights.
pub struct Advisor {
    mind: Arc<Mind>,
    /// The position that was looked at last; what was found stays at the desk.
    looked: Option<Key>,
    desk: Desk,
    batch: Vec<f32>,
    logits: Vec<f32>,
    insight: Option<Insight>,
    nobody: (),
}

impl Advisor {
    /// Judges by this mind.
    #[must_use]
    pub fn new(mind: Arc<Mind>) -> Self {
        let (batch, logits) = (Vec::new(), Vec::new());
        Self { mind, looked: None, desk: Desk::new(1), batch, logits, insight: None, nobody: () }
    }

    fn look<G: Encode>(&mut self, game: &G, recent: &[&G::Position]) {
        let key = Some(game.key(recent[0]));
        if self.looked == key {
            return;
        }
        self.looked = key;
        self.batch.clear();
        self.mind.show(game, recent, &mut self.batch);
        self.mind.think(&mut self.desk, &self.batch);
        if self.insight.is_none() {
            // The root is looked at first.
            self.insight = self.mind.insight((&self.desk, 0), game, recent[0]);
        }
    }

    /// The value for the mover; a little of it is the lead.
    fn worth(&self) -> f32 {
        let value = self.mind.value((&self.desk, 0));
        match self.mind.lead((&self.desk, 0)) {
            Some(lead) => (1.0 - SIZE) * value + SIZE * (lead / (lead.abs() + LARGE)),
            None => value,
        }
    }
}

impl Clone for Advisor {
    fn clone(&self) -> Self {
        Self::new(Arc::clone(&self.mind))
    }
}

impl Trace for Advisor {
    type Watch = ();

    fn push(&mut self) -> &mut () {
        &mut self.nobody
    }

    fn pop(&mut self) {}
}

impl<G: Encode> Evaluator<G> for Advisor {
    fn reset(&mut self, _: &G, _: &G::Position) {
        self.looked = None;
    }

    fn value(&mut self, game: &G, at: &G::Position) -> Score {
        self.look(game, &[at]);
        let value = self.worth().clamp(-CERTAIN, CERTAIN);
        Score::estimate((SCALE * ((1.0 + value) / (1.0 - value)).ln()) as i32)
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<G>>> {
        Some(Box::new(self.clone()))
    }
}

impl<G: Encode> Oracle<G> for Advisor {
    fn reset(&mut self, _: &G, _: &G::Position) {
        (self.looked, self.insight) = (None, None);
    }

    fn hopes(&mut self, game: &G, recent: &[&G::Position], moves: &[G::Move], out: &mut Vec<Hope>) {
        self.look(game, recent);
        self.logits.clear();
        self.mind.logits((&self.desk, 0), game, recent[0], moves, &mut self.logits);
        shares(&mut self.logits);
        out.extend(self.logits.iter().map(|&share| Hope { share, ..Hope::default() }));
    }

    fn value(&mut self, game: &G, recent: &[&G::Position], _: &mut Dice, _: &mut Trail) -> f64 {
        self.look(game, recent);
        let value = f64::from(self.worth());
        if game.mover(recent[0]) == Mover::Player(Side::Second) { -value } else { value }
    }

    fn memory(&self) -> usize {
        self.mind.planes().memory
    }

    fn has_policy(&self) -> bool {
        true
    }

    fn insight(&self) -> Option<Insight> {
        self.insight.clone()
    }
}
