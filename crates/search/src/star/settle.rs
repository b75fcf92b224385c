//! Quiescence: at the horizon captures are followed until nothing hangs. The die is skipped there, where the game allows it.

use super::order::{is_bad, pick};
use super::worker::Worker;
use super::{LONGEST, Value};
use crate::alphabeta::node::cuts;
use crate::alphabeta::table::{Entry, from_table, to_table};
use crate::alphabeta::worker::LOWEST;
use tabula_core::{Bound, Evaluator, Tactics};

/// Plies below the horizon after which even a noisy position is judged: the noise need not end by itself.
const DEEPEST: i32 = -24;
/// Further down, a mover who has to react is no longer given every move.
const URGENT: i32 = -6;
/// A capture that leaves the static value this far below the window is hopeless, in points.
const DELTA: i32 = 150;

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value once the dust has settled; `depth` is 0 at the horizon and less below it.
    pub(super) fn settle(&mut self, depth: i32, mut alpha: Value, beta: Value) -> Value {
        if self.count() {
            return 0;
        }
        self.clear_line();
        let (game, ply, viewer) = (self.game, self.path.ply(), self.viewer());
        if let Some(value) = self.over_here(viewer) {
            return value;
        }
        if ply >= LONGEST - 4 || depth <= DEEPEST {
            return self.judge();
        }
        let key = self.path.key();
        let entry = self.memory.table.probe(key);
        if let Some(entry) = entry
            && (G::CHANCE || beta - alpha == 1)
            && entry.depth >= 0
        {
            let known = from_table(entry.value, ply);
            if cuts(entry.bound, known, alpha, beta) {
                return known;
            }
        }
        let urgent = depth > URGENT && game.urgent(self.path.now());
        let start = alpha;
        let (mut best, mut best_move, mut eval) = (LOWEST, None, None);
        if !urgent {
            // Nobody has to capture: the value as it stands is a floor.
            best = match entry.and_then(|entry| entry.eval) {
                Some(value) => value,
                None => self.judge(),
            };
            eval = Some(best);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let first = entry.and_then(|entry| entry.hint).and_then(|hint| game.recall(self.path.now(), hint));
        let mut list = self.list(first, urgent);
        let mut number = 0;
        while let Some((order, m)) = pick(&mut list, number) {
            number += 1;
            if let Some(eval) = eval
                && self.outlook.guess
            {
                let hopeless = eval + self.scale.margin(DELTA + game.gain(self.path.now(), m).value()) <= alpha;
                if hopeless || is_bad(order) {
                    continue;
                }
            }
            self.play(m);
            let value = self.value_for(viewer, depth - 1, alpha, beta);
            self.back();
            if self.over {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    self.keep_line(m);
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        self.give_back(list);
        if self.over {
            return 0;
        }
        if urgent && number == 0 {
            return self.result(game.stuck(self.path.now()), viewer);
        }
        // Below the horizon less is looked at the deeper it is: only what begins there is worth remembering.
        if depth == 0 {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > start {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let hint = best_move.map(|m| game.hint(self.path.now(), m));
            self.memory.table.store(key, Entry { hint, value: to_table(best, ply), eval, depth, bound, pv: false });
        }
        best
    }
}
