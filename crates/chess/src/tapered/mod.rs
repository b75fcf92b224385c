//! The evaluation of orthodox chess and Chess960 by hand-made terms, tapered between middlegame and endgame.
//!
//! | file | holds |
//! |---|---|
//! | `weights.rs`, `weights.txt` | every weight: its name, what it counts, its value |
//! | `camp.rs` | a side's men and what they attack, seen by the side that plays up the board |
//! | `officers.rs`, `pawns.rs`, `passed.rs`, `king.rs`, `threats.rs` | the terms |
//! | `endings.rs` | how much an endgame advantage is worth, and how a bare king is mated |
//! | `explain.rs` | the same evaluation written out, for people and for the tuner |
//!
//! Before tapering and scaling the value is linear in its weights. Which men stand where is summed up as they move
//! ([`Watch`]), once for either wing of the own king, so that a king that changes wings costs nothing.

mod camp;
mod endings;
mod explain;
mod king;
mod officers;
mod passed;
mod pawns;
mod places;
mod squares;
#[cfg(test)]
mod tests;
mod threats;
mod weights;

pub use explain::{explain, record};
pub use weights::{COUNT, TERMS, Term, Weights};

use crate::terms::{Judged, Ledger, Packed, Sum};
use camp::{At, Camp, Game, Sight, View, seen_by};
use pawns::Cache;
use places::Places;
use squares::LEFT_FILES;
use std::sync::Arc;
use tabula_board::Bits;
use tabula_core::{Evaluator, Man, Score, Side, Square, Trace, Watch};

/// The evaluator. One per thread; weights are shared.
#[derive(Clone, Debug)]
pub struct Tapered {
    weights: Arc<Weights>,
    places: Arc<Places>,
    /// What the places are worth after each open ply.
    sums: Vec<Standing>,
    pawns: Cache,
}

/// What the men of each side are worth where they stand: by side, then by the wing of the own king.
type Standing = [[Packed; 2]; 2];

impl Tapered {
    /// An evaluator with the weights that are built in.
    pub fn new() -> Self {
        Self::with(Weights::shipped())
    }

    /// An evaluator with other weights.
    pub fn with(weights: Arc<Weights>) -> Self {
        let places = Arc::new(Places::new(&weights));
        Self { weights, places, sums: vec![Standing::default()], pawns: Cache::new() }
    }

    #[inline(always)]
    fn standing(&self) -> Standing {
        self.sums.last().copied().unwrap_or_default()
    }
}

impl Default for Tapered {
    fn default() -> Self {
        Self::new()
    }
}

impl Watch for Tapered {
    #[inline(always)]
    fn put(&mut self, man: Man, on: Square) {
        let worth = self.places.worth(man, on);
        if let Some(sums) = self.sums.last_mut() {
            let sums = &mut sums[man.0 as usize % 2];
            *sums = [sums[0] + worth[0], sums[1] + worth[1]];
        }
    }

    #[inline(always)]
    fn lift(&mut self, man: Man, from: Square) {
        let worth = self.places.worth(man, from);
        if let Some(sums) = self.sums.last_mut() {
            let sums = &mut sums[man.0 as usize % 2];
            *sums = [sums[0] - worth[0], sums[1] - worth[1]];
        }
    }
}

impl Trace for Tapered {
    type Watch = Self;

    #[inline(always)]
    fn push(&mut self) -> &mut Self {
        let sums = self.standing();
        self.sums.push(sums);
        self
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.sums.pop();
    }
}

impl Evaluator<Game> for Tapered {
    fn reset(&mut self, _: &Game, at: &At) {
        self.sums.clear();
        self.sums.push(Standing::default());
        for on in at.occupied().squares() {
            if let Some((kind, side)) = at.man_on(on) {
                self.put(kind.of(side), on);
            }
        }
    }

    fn value(&mut self, game: &Game, at: &At) -> Score {
        let camps = Side::BOTH.map(|side| Camp::new(game, at, side));
        let standing = self.standing();
        let known = self.pawns.look_up([camps[0].pawns(), camps[1].pawns().swap_bytes()], &self.weights);
        let mut ledgers = [0, 1]
            .map(|side| Sum { weights: &*self.weights, total: standing[side][wing(&camps[side])] + known.sums[side] });
        let judged = judge(game, at, &camps, known.passed, &mut ledgers);
        let [first, second] = ledgers.map(|sum| sum.total);
        judged.value(first - second, at.turn())
    }
}

/// Which half of the board the king stands on: 0 for the files a to d.
#[inline(always)]
fn wing(camp: &Camp) -> usize {
    usize::from(!LEFT_FILES.has(camp.king))
}

/// Credits both sides with everything but the places of their men and the structure of their pawns.
///
/// `camps` are seen by their own sides; `passed` are the passed pawns of both, as the first player sees them.
#[inline(always)]
fn judge<L: Ledger>(game: &Game, at: &At, camps: &[Camp; 2], passed: u64, ledgers: &mut [L; 2]) -> Judged {
    let across = [camps[0].across(), camps[1].across()];
    let view = |side: Side| View {
        game,
        own: &camps[side as usize],
        foe: &across[!side as usize],
        occupied: seen_by(side, at.occupied()),
        may_castle: at.castles.meets(at.side(side)),
    };
    let views = Side::BOTH.map(view);
    let mut sights = [Sight::new(game, &camps[0]), Sight::new(game, &camps[1])];
    for side in [0, 1] {
        officers::officers(&views[side], &mut sights[side], &mut ledgers[side]);
    }
    for side in Side::BOTH {
        let (view, own, foe) = (&views[side as usize], &sights[side as usize], &sights[!side as usize].across());
        let ledger = &mut ledgers[side as usize];
        king::king(view, own, foe, ledger);
        threats::threats(view, own, foe, ledger);
        threats::space(view, foe, ledger);
        let runners = seen_by(side, passed) & view.own.pawns();
        passed::passed(view, own, foe, runners, at.turn() == side, ledger);
    }
    ledgers[at.turn() as usize].add(weights::TEMPO.only(), 1);
    let scale = |side: Side| {
        let passed = seen_by(side, passed) & camps[side as usize].pawns();
        endings::scale(&camps[side as usize], &across[!side as usize], passed)
    };
    Judged {
        phase: endings::phase(&camps[0], &camps[1]),
        scales: Side::BOTH.map(scale),
        mating: endings::mating(&camps[0], &across[1]) - endings::mating(&camps[1], &across[0]),
    }
}
