//! Quiescence: captures are followed until nothing hangs, so that the evaluator is asked about calm positions only.

use super::history::Way;
use super::node::{Kind, cuts, sharpened};
use super::order::Picker;
use super::table::{Entry, from_table, to_table};
use super::worker::{LOWEST, MOST_ESTIMATE, Worker, is_known};
use super::{LONGEST, Value};
use tabula_core::{Bound, Evaluator, Tactics};

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value once the dust has settled.
    pub(super) fn settle<K: Kind>(&mut self, mut alpha: Value, beta: Value) -> Value {
        let (game, margins) = (self.game, self.margins);
        let ply = self.path.ply();
        if self.count() {
            return 0;
        }
        if K::PV {
            self.clear_line(ply);
            self.reach = self.reach.max(ply);
        }
        let urgent = game.urgent(self.path.now());
        if let Some(value) = self.over_here(urgent) {
            return value;
        }
        if ply >= LONGEST - 2 {
            return if urgent { self.draw() } else { self.judge() };
        }

        let key = self.path.key();
        let entry = self.table.probe(key);
        let known = entry.map_or(0, |entry| from_table(entry.value, ply));
        let was_pv = K::PV || entry.is_some_and(|entry| entry.pv);
        if let Some(entry) = entry
            && !K::PV
            && cuts(entry.bound, known, alpha, beta)
        {
            return known;
        }

        // Nobody has to capture: the value as it stands is a floor, unless the mover has to react.
        let mut raw = None;
        let mut best = LOWEST;
        let mut futile = LOWEST;
        let fault = self.fault(ply);
        if !urgent {
            let value = self.judge_once(entry);
            raw = Some(value);
            best = sharpened(self.corrected(value, fault), entry, known);
            if best >= beta {
                if entry.is_none() {
                    let value = to_table(best, ply);
                    self.table
                        .store(key, Entry { hint: None, value, eval: raw, depth: 0, bound: Bound::Lower, pv: false });
                }
                return if is_known(best) { best } else { (best + beta) / 2 };
            }
            futile = best + margins.delta;
            alpha = alpha.max(best);
        }

        let hint = entry.and_then(|entry| entry.hint);
        let first = hint
            .and_then(|hint| game.recall(self.path.now(), hint))
            .filter(|&m| urgent || game.is_noisy(self.path.now(), m));
        let base = self.memory.pool.end();
        let way = if urgent { self.way(ply) } else { Way([super::history::NOTHING; 3]) };
        let mut picker = if urgent { Picker::all(first, None, way, base) } else { Picker::noisy(first, 0, way, base) };
        let mut best_move = None;
        let mut number = 0;
        while let Some(m) = picker.next(self) {
            number += 1;
            self.expect(m);
            let at = self.path.now();
            if best > -MOST_ESTIMATE {
                if urgent {
                    // One quiet answer that does not lose is enough to know.
                    picker.skip_quiet();
                    if !game.is_noisy(at, m) && number > 1 {
                        continue;
                    }
                } else {
                    // A capture that cannot reach the window, or that only trades when more is needed.
                    let gain = game.gain(at, m).value();
                    if futile + gain <= alpha && !game.urgent(at) {
                        best = best.max(futile + gain);
                        continue;
                    }
                    if futile <= alpha && !game.holds(at, m, 1) {
                        best = best.max(futile);
                        continue;
                    }
                    if number > 3 && !K::PV {
                        break;
                    }
                }
            }
            self.play(ply, m);
            let value = -self.settle::<K>(-beta, -alpha);
            self.back();
            if self.over {
                picker.close(self);
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    alpha = value;
                    if K::PV {
                        self.keep_line(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        picker.close(self);
        if urgent && number == 0 {
            return self.result(game.stuck(self.path.now()));
        }
        if best >= beta && !is_known(best) && !is_known(beta) {
            best = (best + beta) / 2;
        }
        let entry = Entry {
            hint: best_move.map(|m| game.hint(self.path.now(), m)),
            value: to_table(best, ply),
            eval: raw,
            depth: 0,
            bound: if best >= beta { Bound::Lower } else { Bound::Upper },
            pv: was_pv,
        };
        self.table.store(key, entry);
        best
    }
}
