//! A node at which the die moves: worth the mean of its outcomes, told for the first player.

use super::mean::{GREATEST, Mean};
use super::outcomes::{Outcome, outcomes};
use super::outlook::Cuts;
use super::worker::Worker;
use super::{LONGEST, Value};
use crate::alphabeta::node::cuts;
use crate::alphabeta::table::{Entry, from_table, to_table};
use tabula_core::{Bound, Evaluator, Key, Mover, Side, Tactics};

/// Mixed into the key of a position where the die moves: what is known of it is nothing for the player after it.
const DIE: u64 = 0x9D1E_0FDC_E5D1_CE77;

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of the position that stands, for the first player.
    pub(super) fn throw(&mut self, depth: i32, alpha: Value, beta: Value) -> Value {
        if self.count() {
            return 0;
        }
        self.clear_line();
        if let Some(value) = self.over_here(Side::First) {
            return value;
        }
        let ply = self.path.ply();
        if ply >= LONGEST - 4 {
            return self.sight();
        }
        let key = Key(self.path.key().0 ^ DIE);
        let entry = if depth >= 0 { self.memory.table.probe(key) } else { None };
        if let Some(entry) = entry
            && entry.depth >= depth
        {
            let known = from_table(entry.value, ply);
            if cuts(entry.bound, known, alpha, beta) {
                return known;
            }
        }
        let skim = depth < 0 || self.throws >= self.outlook.throws;
        let mut risk = entry.and_then(|entry| entry.eval);
        let skimmed = if skim { self.skim(depth, alpha, beta, &mut risk) } else { None };
        let value = match skimmed {
            Some(value) => value,
            None => self.follow(depth, alpha, beta),
        };
        if depth >= 0 && !self.over {
            let bound = if value >= beta {
                Bound::Lower
            } else if value > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry { hint: None, value: to_table(value, ply), eval: risk, depth, bound, pv: false };
            self.memory.table.store(key, entry);
        }
        value
    }

    /// The value as if nothing were thrown, give or take what the outcomes change at first sight; `None` where the game does
    /// not allow the thought.
    fn skim(&mut self, depth: i32, alpha: Value, beta: Value, risk: &mut Option<Value>) -> Option<Value> {
        let weighed = depth >= 0 && self.throws < self.outlook.throws.saturating_add(self.outlook.weighed);
        let change = if weighed { *risk.get_or_insert_with(|| self.risk()) } else { 0 };
        if self.over || !self.still() {
            return None;
        }
        let value = self.value_for(Side::First, depth, alpha - change, beta - change);
        self.throw_back();
        Some((value + change).clamp(-GREATEST, GREATEST))
    }

    /// What the noisy outcomes change in the static value, on average over all.
    fn risk(&mut self) -> Value {
        if !self.still() {
            return 0;
        }
        let before = i64::from(self.sight());
        self.throw_back();
        let all = outcomes(self.game, self.path.now(), 0, 0);
        let (mut sum, mut total) = (0, 0);
        for outcome in all {
            total += i64::from(outcome.weight);
            if outcome.noisy && !self.count() {
                sum += i64::from(outcome.weight) * (i64::from(self.glance(outcome.m)) - before);
            }
        }
        if total == 0 { 0 } else { (sum / total) as Value }
    }

    /// Follows the outcomes until the mean is known, or known to lie outside the window.
    fn follow(&mut self, depth: i32, alpha: Value, beta: Value) -> Value {
        // Siblings draw the same lot, so that moves are compared by the same throws.
        let lot = u64::from(self.throws) ^ self.job.seed;
        let all = outcomes(self.game, self.path.now(), self.outlook.sample, lot);
        let (alpha, beta) = match self.outlook.cuts {
            Cuts::None => (-GREATEST - 1, GREATEST + 1),
            Cuts::One | Cuts::Two => (alpha, beta),
        };
        let mut mean = Mean::new(all.iter().map(|outcome| outcome.weight), alpha, beta);
        let closed = alpha > -GREATEST || beta < GREATEST;
        if self.outlook.cuts == Cuts::Two && closed && depth > 0 {
            for (i, outcome) in all.iter().enumerate() {
                self.probe(&mut mean, i, outcome, depth);
                if self.over {
                    return 0;
                }
                if let Some(bound) = mean.outside() {
                    return bound;
                }
            }
        }
        for (i, outcome) in all.iter().enumerate() {
            let window = mean.window(i);
            self.throw_to(outcome.m);
            let value = self.value_for(Side::First, self.below(depth, outcome), window.0, window.1);
            self.throw_back();
            if self.over {
                return 0;
            }
            mean.learn(i, value, window);
            if let Some(bound) = mean.outside() {
                return bound;
            }
        }
        mean.value()
    }

    /// How deep an outcome is searched: the die costs no depth, but what is destroyed may.
    fn below(&self, depth: i32, outcome: &Outcome<G::Move>) -> i32 {
        if outcome.noisy && depth > 0 { (depth - self.outlook.reduce).max(0) } else { depth }
    }

    /// Bounds an outcome by what one reply to it is worth.
    fn probe(&mut self, mean: &mut Mean, i: usize, outcome: &Outcome<G::Move>, depth: i32) {
        let depth = self.below(depth, outcome);
        if depth <= 0 {
            return;
        }
        let (alpha, beta) = mean.window(i);
        self.throw_to(outcome.m);
        match self.game.mover(self.path.now()) {
            Mover::Player(Side::First) => {
                let value = self.node::<true>(depth, alpha, beta);
                if value > alpha && !self.over {
                    mean.at_least(i, value);
                }
            }
            Mover::Player(Side::Second) => {
                let value = -self.node::<true>(depth, -beta, -alpha);
                if value < beta && !self.over {
                    mean.at_most(i, value);
                }
            }
            // Another throw has no first reply.
            Mover::Chance => {}
        }
        self.throw_back();
    }
}
