//! One node of the tree.
//!
//! Long because [`Worker::node`] is one function on purpose: its steps are numbered, each either answers or hands its findings
//! on to the next, and splitting it would hide what they share.

use super::order::Picker;
use super::reduce::PLY;
use super::table::{Entry, from_table, to_table};
use super::worker::{LOWEST, MOST_ESTIMATE, Worker, is_known};
use super::{LONGEST, Value};
use tabula_core::{Bound, Evaluator, Exact, Score, Tactics};

/// What kind of node: the compiler makes a function of each.
pub(super) trait Kind {
    /// The position that was asked about.
    const ROOT: bool;
    /// On the principal variation: the window is open.
    const PV: bool;
}

pub(super) struct Root;
pub(super) struct Pv;
/// Only asked whether it is above or below.
pub(super) struct Zero;

impl Kind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}
impl Kind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}
impl Kind for Zero {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// Moves that were tried before one was good enough; more than these are not taught.
const TRIED: usize = 32;

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of the position that stands, within `alpha` and `beta` or on its side of them. `cut` says that a
    /// value above the window is expected.
    pub(super) fn node<K: Kind>(&mut self, mut depth: i32, mut alpha: Value, mut beta: Value, cut: bool) -> Value {
        let (game, margins) = (self.game, self.margins);
        let ply = self.path.ply();
        // 1. The horizon.
        if depth <= 0 {
            return self.settle::<K>(alpha, beta);
        }
        if self.count() {
            return 0;
        }
        if K::PV {
            self.clear_line(ply);
            self.reach = self.reach.max(ply);
        }
        let urgent = game.urgent(self.path.now());

        if !K::ROOT {
            // 2. Results: by the board, by history, by the length of the line.
            if let Some(value) = self.over_here(urgent) {
                return value;
            }
            if ply >= LONGEST - 2 {
                return if urgent { self.draw() } else { self.judge() };
            }
            // 3. A nearer mate has been found already.
            alpha = alpha.max(Score::loss_in(ply as u32).value());
            beta = beta.min(Score::win_in(ply as u32 + 1).value());
            if alpha >= beta {
                return alpha;
            }
            // A draw can be had by going back.
            if alpha < 0 && self.path.can_return(game) {
                alpha = self.draw();
                if alpha >= beta {
                    return alpha;
                }
            }
        }

        // 4. The table.
        let excluded = self.earlier(ply, 0).excluded;
        let key = self.path.key();
        let entry = if excluded.is_none() { self.table.probe(key) } else { None };
        let known = entry.map_or(0, |entry| from_table(entry.value, ply));
        let was_pv = K::PV || entry.is_some_and(|entry| entry.pv);
        if let Some(entry) = entry
            && !K::PV
            && entry.depth >= depth
            && cuts(entry.bound, known, alpha, beta)
            && !self.path.is_nearly_stale(game)
        {
            if known >= beta
                && let Some(m) = entry.hint.and_then(|hint| game.recall(self.path.now(), hint))
                && !game.is_noisy(self.path.now(), m)
            {
                let (slot, way) = (game.slot(self.path.now(), m), self.way(ply));
                let bonus = self.bonus(depth) * margins.table_bonus / 100;
                self.memory.history.teach_quiet(slot, way, bonus);
            }
            return known;
        }
        let first = if K::ROOT {
            self.roots.get(self.rank).map(|root| root.m)
        } else {
            entry.and_then(|entry| entry.hint).and_then(|hint| game.recall(self.path.now(), hint))
        };

        // 5. Tables of endings.
        let mut ceiling = Score::INFINITE.value();
        let mut floor = LOWEST;
        if !K::ROOT
            && excluded.is_none()
            && let Some(tables) = self.job.known
            && let Some(exact) = tables.probe(game, self.path.now())
        {
            self.hits += 1;
            let (value, bound) = match exact {
                Exact::Win => (Score::TABLE_WIN.value() - ply as Value, Bound::Lower),
                Exact::Draw => (0, Bound::Exact),
                Exact::Loss => (ply as Value - Score::TABLE_WIN.value(), Bound::Upper),
            };
            if cuts(bound, value, alpha, beta) {
                let entry = Entry {
                    hint: None,
                    value: to_table(value, ply),
                    eval: None,
                    depth: (depth + 6).min(super::DEEPEST),
                    bound,
                    pv: was_pv,
                };
                self.table.store(key, entry);
                return value;
            }
            if K::PV {
                match bound {
                    Bound::Lower => {
                        floor = value;
                        alpha = alpha.max(value);
                    }
                    _ => ceiling = value,
                }
            }
        }

        // 6. The static value, corrected by what was learnt of its errors, sharpened by the table.
        let fault = self.fault(ply);
        let mut raw = None;
        let mut eval = LOWEST;
        let mut guess = LOWEST;
        if excluded.is_some() {
            eval = self.earlier(ply, 0).eval.unwrap_or(0);
            guess = eval;
        } else if !urgent {
            let value = self.judge_once(entry);
            raw = Some(value);
            eval = self.corrected(value, fault);
            guess = sharpened(eval, entry, known);
            if entry.is_none() {
                // Whoever comes next need not judge again.
                let note = Entry { hint: None, value: LOWEST, eval: raw, depth: -1, bound: Bound::Lower, pv: was_pv };
                self.table.store(key, note);
            }
        }
        if excluded.is_none() {
            self.frame(ply).eval = (!urgent).then_some(eval);
        }
        // What the last move did to the static value says something about that move.
        let before = self.earlier(ply, 1);
        if !urgent
            && excluded.is_none()
            && before.quiet
            && before.slot != super::history::NOTHING
            && let Some(last) = before.eval
        {
            let (slot, most) = (before.slot, margins.swing_most);
            self.memory.history.teach_alone(slot, (-margins.swing_bonus * (last + eval)).clamp(-most, most));
        }
        let improving = !urgent
            && match (self.earlier(ply, 2).eval, self.earlier(ply, 4).eval) {
                (Some(before), _) | (None, Some(before)) => eval > before,
                (None, None) => true,
            };
        self.frame(ply + 1).killer = None;
        self.frame(ply + 2).cutoffs = 0;
        let doubles = self.earlier(ply, 1).doubles;
        self.frame(ply).doubles = doubles;

        if !K::PV && !urgent && excluded.is_none() {
            // 7. So far below that only captures could help: ask them.
            if depth <= 4 && guess + margins.razor_base + margins.razor_square * depth * depth < alpha {
                let value = self.settle::<Zero>(alpha, alpha + 1);
                if value <= alpha || self.over {
                    return value;
                }
            }
            // 8. So far above that the opponent has to find too much.
            let margin = margins.believe_per_ply * depth - if improving { margins.believe_improving } else { 0 };
            if depth <= margins.believe_depth
                && guess - margin >= beta
                && guess >= beta
                && !is_known(beta)
                && !is_known(guess)
            {
                return (guess + beta) / 2;
            }
            // 9. Even if the opponent may move twice.
            if let Some(value) = self.null_move(depth, beta, eval, guess, cut) {
                return value;
            }
            if self.over {
                return 0;
            }
        }

        // 10. Without a move to try first a deep search is dear; a shallower one will find it.
        if depth >= 4 && first.is_none() && excluded.is_none() && (K::PV || cut) {
            depth -= 1;
        }

        // 11. A capture that is far above at less depth will be above at full depth.
        if !K::PV && !urgent && excluded.is_none() && depth >= 5 && !is_known(beta) {
            let high = beta + margins.probcut - if improving { margins.probcut_improving } else { 0 };
            let refuted = entry.is_some_and(|entry| entry.depth >= depth - 3 && known < high);
            if !refuted && let Some(value) = self.probable_cut(depth, high, eval, first, cut, raw, was_pv) {
                return value;
            }
            if self.over {
                return 0;
            }
        }

        // 12. The moves.
        let way = self.way(ply);
        let killer = self.earlier(ply, 0).killer;
        let mut picker = Picker::all(first, killer, way, self.memory.pool.end());
        let first_is_noisy = first.is_some_and(|m| game.is_noisy(self.path.now(), m));
        let start = alpha;
        let (mut best, mut best_move) = (floor, None);
        let mut number = 0;
        let mut tried_quiet: [Option<G::Move>; TRIED] = [None; TRIED];
        let mut tried_noisy: [Option<G::Move>; TRIED] = [None; TRIED];
        let (mut quiets, mut noisies) = (0, 0);
        let mut root_number = self.rank;

        loop {
            let m = if K::ROOT {
                let Some(root) = self.roots.get(root_number) else { break };
                root_number += 1;
                root.m
            } else {
                let Some(m) = picker.next(self) else { break };
                m
            };
            if Some(m) == excluded {
                continue;
            }
            number += 1;
            self.expect(m);
            let at = self.path.now();
            let quiet = !game.is_noisy(at, m);
            let slot = game.slot(at, m);
            let lesson = if quiet {
                self.memory.history.after(way).quiet(slot)
            } else {
                self.memory.history.noisy(slot, game.prey(at, m))
            };

            // 13. Moves that are left out: late, hopeless, losing.
            if !K::ROOT && best > -MOST_ESTIMATE {
                let reduced = (depth - self.late.plies(quiet, depth, number) / PLY + lesson / 12_000).max(0);
                if quiet {
                    let most = (margins.late_base + depth * depth) / if improving { 1 } else { 2 };
                    if number > most {
                        picker.skip_quiet();
                    }
                    if !urgent
                        && reduced <= margins.futile_depth
                        && eval + margins.futile_base + margins.futile_per_ply * reduced + lesson / 128 <= alpha
                        && !game.forces(at, m)
                    {
                        continue;
                    }
                    if reduced <= 4 && lesson < -margins.history_per_ply * depth {
                        continue;
                    }
                    if !game.holds(at, m, -margins.quiet_exchange * reduced * reduced) {
                        continue;
                    }
                } else if depth <= 8 && picker.is_bad() && !game.holds(at, m, -margins.noisy_exchange * depth) {
                    continue;
                }
            }

            // 14. If no other move comes near the first one, it is searched deeper.
            let mut extension = 0;
            if !K::ROOT
                && Some(m) == first
                && excluded.is_none()
                && depth >= margins.singular_depth
                && ply < 2 * self.depth as usize
                && let Some(entry) = entry
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && !is_known(known)
            {
                let low = known - margins.singular_margin * depth / 16;
                self.frame(ply).excluded = Some(m);
                let others = self.node::<Zero>((depth - 1) / 2, low - 1, low, cut);
                self.frame(ply).excluded = None;
                if self.over {
                    picker.close(self);
                    return 0;
                }
                if others < low {
                    extension = 1;
                    if !K::PV && others < low - margins.double_margin && doubles <= 12 {
                        extension = 2;
                        if quiet && others < low - margins.triple_margin {
                            extension = 3;
                        }
                    }
                } else if low >= beta && !is_known(low) {
                    // Several moves are above: one of them will do.
                    picker.close(self);
                    return low;
                } else if known >= beta {
                    extension = -2;
                } else if cut {
                    extension = -1;
                }
            }

            // A check is followed a ply further.
            if extension == 0 && depth >= margins.check_depth && !K::ROOT && game.forces(self.path.now(), m) {
                extension = 1;
            }

            // 15. The move.
            let before = self.nodes;
            let new_depth = depth - 1 + extension;
            self.play(ply, m);
            self.frame(ply).doubles = doubles + u32::from(extension >= 2);
            let checks = game.urgent(self.path.now());
            let mut value = LOWEST;

            // 16. Late moves are searched less deep, and again if that was a mistake.
            let open = if depth >= 2 && number > 1 + i32::from(K::ROOT) {
                let mut late = self.late.plies(quiet, depth, number);
                if was_pv {
                    late -= margins.late_was_pv;
                    if K::PV {
                        late -= margins.late_pv;
                    }
                }
                if cut {
                    late += margins.late_cut;
                }
                if !improving {
                    late += margins.late_worse;
                }
                if checks {
                    late -= margins.late_check;
                }
                if Some(m) == killer {
                    late -= margins.late_killer;
                }
                if first_is_noisy && quiet {
                    late += margins.late_noisy_first;
                }
                if self.earlier(ply + 1, 0).cutoffs > 2 {
                    late += margins.late_cutoffs;
                }
                late -= lesson * PLY / margins.late_history;
                if K::ROOT {
                    // A sacrifice is worth a closer look here, whatever became of such moves elsewhere.
                    late = late.min(margins.late_root);
                }
                let reduced = (new_depth - late / PLY).clamp(1, new_depth.max(1) + i32::from(K::PV));
                value = -self.node::<Zero>(reduced, -alpha - 1, -alpha, true);
                if value > alpha && reduced < new_depth && !self.over {
                    let deeper = i32::from(value > best + margins.deeper + 2 * new_depth);
                    let shallower = i32::from(value < best + new_depth);
                    let again = new_depth + deeper - shallower;
                    if again > reduced {
                        value = -self.node::<Zero>(again, -alpha - 1, -alpha, !cut);
                    }
                    if quiet {
                        let bonus = if value <= alpha { -self.malus(again) } else { self.bonus(again) };
                        self.memory.history.teach_quiet(slot, way, bonus);
                    }
                }
                value > alpha
            } else if !K::PV || number > 1 {
                value = -self.node::<Zero>(new_depth, -alpha - 1, -alpha, !cut);
                value > alpha
            } else {
                true
            };
            // 17. On the principal variation the first move, and those that beat it, get the open window.
            if K::PV && (number == 1 || open) && !self.over {
                value = -self.node::<Pv>(new_depth, -beta, -alpha, false);
            }
            self.back();
            if self.over {
                picker.close(self);
                return 0;
            }
            if K::ROOT {
                self.note_root(m, value, number == 1 || value > alpha, before);
            }

            // 18. Is it better?
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if K::PV {
                        self.keep_line(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                    // A better move is rarely found twice.
                    if depth > 2 && depth < 14 && !is_known(value) {
                        depth -= 1;
                    }
                }
            }
            if Some(m) != best_move {
                let (list, count) =
                    if quiet { (&mut tried_quiet, &mut quiets) } else { (&mut tried_noisy, &mut noisies) };
                if *count < TRIED {
                    list[*count] = Some(m);
                    *count += 1;
                }
            }
        }
        picker.close(self);

        // 19. No move at all.
        if number == 0 {
            if excluded.is_some() {
                return alpha;
            }
            return self.result(game.stuck(self.path.now()));
        }
        if K::PV {
            best = best.min(ceiling);
        }
        // A value far above the window at little depth is not believed in full.
        if best >= beta && !is_known(best) && !is_known(beta) && !is_known(alpha) && !K::PV {
            best = (best * depth + beta) / (depth + 1);
        }

        // 20. What was learnt.
        if let Some(m) = best_move
            && best >= beta
        {
            self.frame(ply - usize::from(ply > 0)).cutoffs += u32::from(ply > 0);
            self.teach(ply, m, depth, &tried_quiet[..quiets], &tried_noisy[..noisies]);
        } else if best_move.is_none() && excluded.is_none() {
            // The move before it was good.
            self.teach_prior(ply, self.bonus(depth) * margins.prior_bonus / 100);
        }
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if K::PV && best > start {
                Bound::Exact
            } else {
                Bound::Upper
            };
            if !(K::ROOT && self.rank > 0) {
                let hint = best_move.map(|m| game.hint(self.path.now(), m));
                let value = to_table(best, ply);
                self.table.store(key, Entry { hint, value, eval: raw, depth, bound, pv: was_pv });
            }
            let loud = best_move.is_some_and(|m| game.is_noisy(self.path.now(), m));
            let informs = match bound {
                Bound::Exact => true,
                Bound::Lower => best > eval,
                Bound::Upper => best < eval,
            };
            if !urgent && !loud && informs && !is_known(best) {
                self.memory.history.teach_error(fault, best - eval, depth);
            }
        }
        best
    }

    /// The value if the game is over here, or drawn by history.
    #[inline]
    pub(super) fn over_here(&mut self, urgent: bool) -> Option<Value> {
        let game = self.game;
        if let Some(outcome) = game.ended(self.path.now()) {
            return Some(self.result(outcome));
        }
        if self.path.is_repeated(game) {
            return Some(self.draw());
        }
        if self.path.is_stale(game) {
            // A mate on the last quiet move is a mate.
            if urgent && game.count(self.path.now()) == 0 {
                return Some(self.result(game.stuck(self.path.now())));
            }
            return Some(self.draw());
        }
        None
    }

    /// If the opponent cannot get below the window with two moves in a row, one will not help either.
    fn null_move(&mut self, depth: i32, beta: Value, eval: Value, guess: Value, cut: bool) -> Option<Value> {
        let (game, margins) = (self.game, self.margins);
        let ply = self.path.ply();
        let slack = margins.null_slack - margins.null_slack_per_ply * depth;
        let wanted = cut
            && depth >= 2
            && guess >= beta
            && eval + slack.max(-200) >= beta - 20
            && ply >= self.no_pass_before
            && self.earlier(ply, 1).slot != super::history::NOTHING
            && !is_known(beta);
        if !wanted || !self.path.pass(game) {
            return None;
        }
        self.frame(ply).slot = super::history::NOTHING;
        self.table.prefetch(self.path.key());
        // The evaluator sees an empty ply.
        self.eval.push();
        let left_out = margins.null_base + depth / margins.null_depth + ((guess - beta) / margins.null_value).min(4);
        let value = -self.node::<Zero>(depth - left_out, -beta, -beta + 1, false);
        self.back();
        if self.over || value < beta {
            return None;
        }
        let value = if is_known(value) { beta } else { value };
        if depth < 14 || self.no_pass_before > 0 {
            return Some(value);
        }
        // Deep down the thought is dear if it is wrong (zugzwang): verify it without null moves.
        self.no_pass_before = ply + (3 * (depth - left_out) / 4).max(1) as usize;
        let verified = self.node::<Zero>(depth - left_out, beta - 1, beta, false);
        self.no_pass_before = 0;
        (!self.over && verified >= beta).then_some(value)
    }

    /// Looks for a capture that is above `high` at less depth.
    #[allow(clippy::too_many_arguments, reason = "what the node knows already and this step must not ask again")]
    fn probable_cut(
        &mut self,
        depth: i32,
        high: Value,
        eval: Value,
        first: Option<G::Move>,
        cut: bool,
        raw: Option<Value>,
        was_pv: bool,
    ) -> Option<Value> {
        let game = self.game;
        let ply = self.path.ply();
        let first = first.filter(|&m| game.is_noisy(self.path.now(), m) && game.holds(self.path.now(), m, high - eval));
        let mut picker = Picker::noisy(first, high - eval, self.way(ply), self.memory.pool.end());
        let mut found = None;
        while let Some(m) = picker.next(self) {
            self.play(ply, m);
            let mut value = -self.settle::<Zero>(-high, -high + 1);
            if value >= high && !self.over {
                value = -self.node::<Zero>(depth - 4, -high, -high + 1, !cut);
            }
            self.back();
            if self.over {
                break;
            }
            if value >= high {
                let hint = Some(game.hint(self.path.now(), m));
                let entry = Entry {
                    hint,
                    value: to_table(value, ply),
                    eval: raw,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    pv: was_pv,
                };
                self.table.store(self.path.key(), entry);
                found = Some(value);
                break;
            }
        }
        picker.close(self);
        found
    }

    #[inline(always)]
    fn bonus(&self, depth: i32) -> i32 {
        (self.margins.bonus_per_ply * depth).min(self.margins.bonus_most)
    }

    #[inline(always)]
    fn malus(&self, depth: i32) -> i32 {
        (self.margins.malus_per_ply * depth).min(self.margins.malus_most)
    }

    /// `m` was good enough, and those tried before it were not.
    fn teach(
        &mut self,
        ply: usize,
        m: G::Move,
        depth: i32,
        tried_quiet: &[Option<G::Move>],
        tried_noisy: &[Option<G::Move>],
    ) {
        let game = self.game;
        let (bonus, malus) = (self.bonus(depth), -self.malus(depth));
        let way = self.way(ply);
        let at = self.path.now();
        let history = &mut self.memory.history;
        if game.is_noisy(at, m) {
            history.teach_noisy(game.slot(at, m), game.prey(at, m), bonus);
        } else {
            history.teach_quiet(game.slot(at, m), way, bonus);
            for &other in tried_quiet.iter().flatten() {
                history.teach_quiet(game.slot(at, other), way, malus);
            }
        }
        for &other in tried_noisy.iter().flatten() {
            history.teach_noisy(game.slot(at, other), game.prey(at, other), malus);
        }
        if !game.is_noisy(at, m) {
            self.frame(ply).killer = Some(m);
        }
    }

    /// What the search of a root move found.
    fn note_root(&mut self, m: G::Move, value: Value, better: bool, before: u64) {
        let spent = self.nodes - before;
        let reach = self.reach;
        let mut line = Vec::new();
        if better {
            line.push(m);
            line.extend_from_slice(self.line_below(0));
        }
        let Some(root) = self.roots.iter_mut().find(|root| root.m == m) else { return };
        root.nodes += spent;
        if better {
            root.value = value;
            root.reach = reach;
            root.line = line;
        } else {
            // Only known to be worse than the best: it keeps its place in the order.
            root.value = LOWEST;
        }
    }
}

/// A static value, or what the table knows instead where that says more.
#[inline(always)]
pub(super) fn sharpened(value: Value, entry: Option<Entry>, known: Value) -> Value {
    let says_more = entry.is_some_and(|entry| match entry.bound {
        Bound::Exact => true,
        Bound::Lower => known > value,
        Bound::Upper => known < value,
    });
    if says_more && !is_known(known) { known } else { value }
}

/// Whether what the table knows settles the window.
#[inline(always)]
pub(crate) const fn cuts(bound: Bound, value: Value, alpha: Value, beta: Value) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    }
}
