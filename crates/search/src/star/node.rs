//! A node at which a player moves.
//!
//! With `v` its value and `(alpha, beta)` the window, the answer `a` obeys `a <= alpha => v <= a`, `a >= beta => v >= a`, and
//! else `a = v`; as far as nothing is guessed. A probe looks at the first move only, and so tells no more than a lower bound.

use super::order::{is_bad, pick};
use super::worker::Worker;
use super::{LONGEST, Value};
use crate::alphabeta::node::cuts;
use crate::alphabeta::table::{Entry, from_table, to_table};
use crate::alphabeta::worker::{LOWEST, is_known};
use tabula_core::{Bound, Evaluator, Score, Tactics};

/// Static values this much per ply above the window are believed, in points.
const BELIEVE: i32 = 90;
/// Quiet moves are hopeless where the static value is this far below the window, and further per ply.
const FUTILE: i32 = 80;
const FUTILE_PER_PLY: i32 = 90;
/// So many quiet moves are looked at near the horizon, and more by the square of the depth.
const LATE: i32 = 5;
/// The deepest nodes at which moves are left out by these.
const SHALLOW: i32 = 4;

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of the position that stands, for the player who moves.
    pub(super) fn node<const PROBE: bool>(&mut self, depth: i32, mut alpha: Value, mut beta: Value) -> Value {
        if depth <= 0 {
            return self.settle(depth, alpha, beta);
        }
        if self.count() {
            return 0;
        }
        self.clear_line();
        let (game, ply, viewer) = (self.game, self.path.ply(), self.viewer());
        // 1. Results, and nearer ones found already.
        if let Some(value) = self.over_here(viewer) {
            return value;
        }
        if ply >= LONGEST - 4 {
            return self.judge();
        }
        alpha = alpha.max(Score::loss_in(ply as u32).value());
        beta = beta.min(Score::win_in(ply as u32 + 1).value());
        if alpha >= beta {
            return alpha;
        }
        // 2. The table. Where there is no die, the line is wanted as well as the value.
        let key = self.path.key();
        let entry = self.memory.table.probe(key);
        if let Some(entry) = entry
            && (G::CHANCE || beta - alpha == 1)
            && entry.depth >= depth
        {
            let known = from_table(entry.value, ply);
            if cuts(entry.bound, known, alpha, beta) {
                return known;
            }
        }
        let first = entry.and_then(|entry| entry.hint).and_then(|hint| game.recall(self.path.now(), hint));
        // 3. The static value, and what it allows to guess.
        let urgent = game.urgent(self.path.now());
        let guess = self.outlook.guess && !urgent;
        let mut eval = LOWEST;
        if guess {
            eval = match entry.and_then(|entry| entry.eval) {
                Some(value) => value,
                None => self.judge(),
            };
            if let Some(value) = self.above(depth, beta, eval) {
                return value;
            }
            if self.over {
                return 0;
            }
        }
        // 4. The moves.
        let mut list = self.list(first, true);
        let start = alpha;
        let (mut best, mut best_move) = (LOWEST, None);
        let mut number = 0;
        while let Some((order, m)) = pick(&mut list, number as usize) {
            number += 1;
            let quiet = !game.is_noisy(self.path.now(), m);
            if guess && best > -crate::alphabeta::worker::MOST_ESTIMATE && depth <= SHALLOW {
                let margin = self.scale.margin(FUTILE + FUTILE_PER_PLY * depth);
                let late = number > LATE + depth * depth;
                if quiet && (late || eval + margin <= alpha) && !game.forces(self.path.now(), m)
                    || is_bad(order) && late
                {
                    continue;
                }
            }
            let late =
                if guess && number > 3 && depth >= 3 && quiet { 1 + i32::from(number > 12 && depth >= 5) } else { 0 };
            self.play(m);
            let mut value = LOWEST;
            if number > 1 {
                value = self.value_for(viewer, depth - 1 - late, alpha, alpha + 1);
                if late > 0 && value > alpha && !self.over {
                    value = self.value_for(viewer, depth - 1, alpha, alpha + 1);
                }
            }
            if number == 1 || value > alpha && value < beta && !self.over {
                value = self.value_for(viewer, depth - 1, alpha, beta);
            }
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
            if PROBE {
                break;
            }
        }
        if self.over {
            self.give_back(list);
            return 0;
        }
        if number == 0 {
            self.give_back(list);
            return self.result(game.stuck(self.path.now()), viewer);
        }
        // 5. What was learnt.
        if let Some(m) = best_move
            && best >= beta
        {
            self.teach(depth, m, &list[..number as usize]);
        }
        let bound = match best {
            // The other moves of a probe may be better.
            _ if PROBE && number < list.len() as i32 => Bound::Lower,
            _ if best >= beta => Bound::Lower,
            _ if best > start => Bound::Exact,
            _ => Bound::Upper,
        };
        let informs = !PROBE || best > start;
        self.give_back(list);
        if informs {
            let hint = best_move.map(|m| game.hint(self.path.now(), m));
            let eval = (eval != LOWEST).then_some(eval);
            self.memory.table.store(key, Entry { hint, value: to_table(best, ply), eval, depth, bound, pv: false });
        }
        best
    }

    /// A value above the window that need not be searched for: the opponent would have to find too much, or could not get
    /// below it with two moves in a row.
    fn above(&mut self, depth: i32, beta: Value, eval: Value) -> Option<Value> {
        if eval < beta || is_known(beta) {
            return None;
        }
        if depth <= SHALLOW && eval - self.scale.margin(BELIEVE * depth) >= beta {
            return Some(eval);
        }
        let viewer = self.viewer();
        if depth < 3 || !self.pass() {
            return None;
        }
        let value = self.value_for(viewer, depth - 3 - depth / 5, beta - 1, beta);
        self.back();
        (value >= beta && !self.over).then_some(if is_known(value) { beta } else { value })
    }

    /// `m` was good enough, and those tried before it were not.
    fn teach(&mut self, depth: i32, m: G::Move, tried: &[(i32, G::Move)]) {
        let (game, way) = (self.game, self.way());
        let bonus = (160 * depth).min(1600);
        for &(_, other) in tried {
            let at = self.path.now();
            let slot = game.slot(at, other);
            let bonus = if other == m { bonus } else { -bonus };
            let history = &mut self.memory.history;
            if game.is_noisy(at, other) {
                history.teach_noisy(slot, game.prey(at, other), bonus);
            } else {
                history.teach_quiet(slot, way, bonus);
            }
        }
        if !game.is_noisy(self.path.now(), m) {
            self.set_killer(m);
        }
    }
}
