//! A small transposition table: what is known of positions that were reached before.
//!
//! It keeps an interval for the value of a position at one depth, and the hint of its best move. Only entries
//! of exactly the wanted depth answer, so that a search with the table tells the same value as one without.
//! The exception is a draw by history: the table knows positions, not the way to them.

use super::walk::Walk;
use super::window::Window;
use tabula_core::{Evaluator, Hint, Key, Score, Tactics};

/// A table of fixed size; a new entry replaces an old one in its place.
pub(crate) struct Table {
    /// Allocated when a search begins, so that a search that never runs costs nothing.
    slots: Vec<Entry>,
    bits: u32,
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    depth: u32,
    /// The value lies between these two; wins and losses are counted from this position, not from the root.
    low: Score,
    high: Score,
    hint: Option<Hint>,
}

const EMPTY: Entry = Entry { key: Key(0), depth: u32::MAX, low: Score::ZERO, high: Score::ZERO, hint: None };

/// What a table says of a position.
pub(crate) struct Known<M> {
    /// A value that settles the window.
    pub(crate) score: Option<Score>,
    /// The move to try first.
    pub(crate) first: Option<M>,
}

impl Table {
    /// A table with 2^bits slots, to be [cleared](Self::clear) before use.
    pub(crate) const fn new(bits: u32) -> Self {
        Self { slots: Vec::new(), bits }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(1 << self.bits, EMPTY);
    }

    fn slot(&self, key: Key) -> usize {
        key.0 as usize & (self.slots.len() - 1)
    }

    /// What is known of the position that stands, searched `depth` plies deep.
    pub(crate) fn probe<G: Tactics, E: Evaluator<G>>(
        &self,
        walk: &Walk<'_, G, E>,
        depth: u32,
        window: Window,
    ) -> Known<G::Move> {
        let key = walk.game().key(walk.now());
        let entry = self.slots[self.slot(key)];
        if entry.key != key {
            return Known { score: None, first: None };
        }
        let ply = walk.ply() as i32;
        let (low, high) = (shift(entry.low, -ply), shift(entry.high, -ply));
        // The root has to find its move, and may be restricted to some moves.
        let usable = entry.depth == depth && ply > 0;
        let score = if usable && low >= window.beta {
            Some(low)
        } else if usable && (high <= window.alpha || low == high) {
            Some(high)
        } else {
            None
        };
        let first = entry.hint.and_then(|hint| walk.game().recall(walk.now(), hint));
        Known { score, first }
    }

    /// Remembers that a search within `window` found `score`, and its best move where it found one.
    pub(crate) fn store<G: Tactics, E: Evaluator<G>>(
        &mut self,
        walk: &Walk<'_, G, E>,
        depth: u32,
        window: Window,
        score: Score,
        best: Option<G::Move>,
    ) {
        if walk.ply() == 0 {
            return;
        }
        let key = walk.game().key(walk.now());
        let slot = self.slot(key);
        let old = self.slots[slot];
        let same = old.key == key;
        let hint = best.map(|m| walk.game().hint(walk.now(), m)).or(old.hint.filter(|_| same));
        let (mut low, mut high) =
            if same && old.depth == depth { (old.low, old.high) } else { (-Score::INFINITE, Score::INFINITE) };
        let score_here = shift(score, walk.ply() as i32);
        if score > window.alpha {
            low = score_here;
        }
        if score < window.beta {
            high = score_here;
        }
        self.slots[slot] = Entry { key, depth, low, high, hint };
    }
}

/// Moves the end of the game `plies` further from where a proven result is counted; estimates and open bounds stay.
fn shift(score: Score, plies: i32) -> Score {
    if !score.is_decisive() || score.value().abs() > Score::WIN.value() {
        score
    } else if score > Score::ZERO {
        score + plies
    } else {
        score - plies
    }
}
