//! A node at which the die moves: worth the mean of its outcomes, told for the first player.

use super::mean::{GREATEST, Mean};
use super::outcomes::{Outcome, outcomes};
use super::outlook::Cuts;
use super::worker::{Worker, shade};
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
        let mut change = entry.and_then(|entry| entry.eval);
        let followed = depth >= 0 && self.throws < self.outlook.throws;
        let value = if !followed {
            self.skim(depth, alpha, beta, &mut change)
        } else if self.outlook.reduce > 0 {
            self.look_around(depth, alpha, beta)
        } else {
            None
        };
        let value = match value {
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
            let entry = Entry { hint: None, value: to_table(value, ply), eval: change, depth, bound, pv: false };
            self.memory.table.store(key, entry);
        }
        value
    }

    /// The value as if nothing were thrown, give or take what the outcomes change at first sight; `None` where the game does
    /// not allow the thought.
    fn skim(&mut self, depth: i32, alpha: Value, beta: Value, change: &mut Option<Value>) -> Option<Value> {
        // After a throw that was skipped nobody knows where the die lies.
        let weighed =
            depth >= 0 && self.skips == 0 && self.throws < self.outlook.throws.saturating_add(self.outlook.weighed);
        let change = if weighed { *change.get_or_insert_with(|| self.risk()) } else { 0 };
        self.without(depth, alpha, beta, change)
    }

    /// The same, where what the outcomes change is found by following them, less deep: they say what the throw may do, the line
    /// on which nothing is thrown says what the players are up to.
    fn look_around(&mut self, depth: i32, alpha: Value, beta: Value) -> Option<Value> {
        let brief = (depth - self.outlook.reduce).max(0);
        let ply = self.path.ply();
        let key = Key(self.path.key().0 ^ DIE.rotate_left(32));
        let known = self.memory.table.probe(key).filter(|entry| entry.depth == brief).and_then(|entry| entry.eval);
        let change = match known {
            Some(change) => change,
            None => {
                let before = self.without(brief, -GREATEST - 1, GREATEST + 1, 0)?;
                let after = self.follow(brief, -GREATEST - 1, GREATEST + 1);
                // The table keeps no greater one: a king behind the neutral man is safe before and lost after.
                let change = (after - before + self.next()).clamp(-GREATEST, GREATEST);
                if !self.over {
                    let entry = Entry {
                        hint: None,
                        value: to_table(0, ply),
                        eval: Some(change),
                        depth: brief,
                        bound: Bound::Exact,
                        pv: false,
                    };
                    self.memory.table.store(key, entry);
                }
                change
            }
        };
        self.without(depth, alpha, beta, change)
    }

    /// The value if nothing is thrown, and a `change` is added; `None` where the game does not allow the thought.
    fn without(&mut self, depth: i32, alpha: Value, beta: Value, change: Value) -> Option<Value> {
        if self.over || !self.still() {
            return None;
        }
        let value = self.value_for(Side::First, depth, alpha - change, beta - change);
        self.still_back();
        Some((value + change).clamp(-GREATEST, GREATEST))
    }

    /// What the throw after next changes on average by ending the game or laying a player open, wherever this one leads.
    fn next(&self) -> Value {
        if self.outlook.weighed == 0 {
            return 0;
        }
        let (mut sum, mut total) = (0, 0);
        for outcome in outcomes(self.game, self.path.now(), 0, 0) {
            let mut at = self.path.now().clone();
            self.game.play(&mut at, outcome.m, &mut ());
            total += i64::from(outcome.weight);
            if self.game.ended(&at).is_none()
                && let Some(chances) = self.danger(&at)
            {
                sum += i64::from(outcome.weight) * i64::from(shade(0, chances, Side::First));
            }
        }
        if total == 0 { 0 } else { (sum / total) as Value }
    }

    /// What the outcomes change on average: by ending the game, where that is known at once, and else the noisy ones in the
    /// static value.
    fn risk(&mut self) -> Value {
        if let Some(chances) = self.danger(self.path.now()) {
            return shade(0, chances, Side::First);
        }
        if !self.still() {
            return 0;
        }
        let before = i64::from(self.sight());
        self.still_back();
        let all = outcomes(self.game, self.path.now(), 0, 0);
        let (mut sum, mut total) = (0, 0);
        for outcome in all {
            total += i64::from(outcome.weight);
            if outcome.noisy && !self.count() {
                sum += i64::from(outcome.weight) * (i64::from(self.glance(outcome.m)) - before);
            }
        }
        if total == 0 { 0 } else { ((sum / total) as Value).clamp(-GREATEST, GREATEST) }
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
            let value = self.value_for(Side::First, depth, window.0, window.1);
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

    /// Bounds an outcome by what one reply to it is worth.
    fn probe(&mut self, mean: &mut Mean, i: usize, outcome: &Outcome<G::Move>, depth: i32) {
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
