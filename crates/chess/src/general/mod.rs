//! The evaluation of every game of the chess family: any board, any kinds of men.
//!
//! | file | holds |
//! |---|---|
//! | `nature.rs` | what a kind is like, from how it moves |
//! | `layout.rs` | which terms a game has, and what they are called |
//! | `derive.rs` | weights for any game |
//! | `weights.rs`, `weights/` | weights as text, and those that were tuned for a game |
//! | `field.rs` | the board as a side sees it |
//! | `camp.rs` | a side's men and what they attack |
//! | `places.rs`, `officers.rs`, `pawns.rs`, `passed.rs`, `king.rs`, `threats.rs` | the terms |
//! | `endings.rs` | how much an endgame advantage is worth, and how a bare king is mated |
//! | `lesson.rs` | the same evaluation written out, for people and for the tuner |
//!
//! The terms are those of the evaluation of orthodox chess (`tapered/`), said of classes of men instead of kinds. That one
//! stays: it knows its six kinds and its 64 squares before it runs, and is faster for it.

mod camp;
mod derive;
mod endings;
mod field;
mod king;
mod layout;
mod lesson;
mod nature;
mod officers;
mod passed;
mod pawns;
mod places;
#[cfg(test)]
mod tests;
mod threats;
mod weights;

pub use lesson::Lesson;

use crate::terms::{Judged, Ledger, Packed, Sum};
use crate::{Chess, KindCard, Position, Rules};
use camp::{Camp, Sight, View};
use field::Field;
use layout::Layout;
use pawns::{Cache, Known};
use places::Places;
use std::sync::Arc;
use tabula_board::Bits;
use tabula_core::tuning::Pair;
use tabula_core::{Evaluator, Game as _, Man, Score, Side, Square, Trace, Watch};
use weights::Weights;

/// Where the weights come from.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// Those that were tuned for the game with this id, or else derived ones.
    Game(String),
    /// These.
    Given(Arc<[Pair]>),
}

/// The evaluator. One per thread; what follows from the rules and the weights is shared.
#[derive(Clone, Debug)]
pub struct General<B: Bits> {
    source: Source,
    /// `None` before the first position.
    ground: Option<Arc<Ground<B>>>,
    /// What the men are worth after each open ply.
    sums: Vec<Standing>,
    pawns: Cache<B>,
}

/// What follows from rules and weights.
#[derive(Debug)]
struct Ground<B: Bits> {
    /// Whose rules these are: where they lie, and their kinds.
    rules: (usize, Vec<KindCard>),
    field: Field<B>,
    layout: Layout,
    weights: Weights,
    places: Places<B>,
    /// What the officers of the start count in the phase of the game.
    full: i32,
}

/// What is summed up as men move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Standing {
    /// By side, then by the wing of the own king.
    worth: [[Packed; 2]; 2],
    /// About the difference of material.
    balance: i32,
    phase: i32,
}

/// Beyond this nothing but the difference of material counts. The halves of a packed sum hold no more than about 32,000.
const DECIDED: i32 = 20_000;

impl<B: Bits> General<B> {
    /// An evaluator for any game, with derived weights.
    pub fn new() -> Self {
        Self::named("")
    }

    /// An evaluator with the weights that were tuned for the game with this id; derived ones if there are none, or
    /// if its kinds or its board are others.
    pub fn named(id: &str) -> Self {
        Self::from(Source::Game(id.to_owned()))
    }

    /// An evaluator with these weights, in the order in which [`Lesson`] reads them.
    pub fn with(weights: Arc<[Pair]>) -> Self {
        Self::from(Source::Given(weights))
    }

    fn from(source: Source) -> Self {
        Self { source, ground: None, sums: vec![Standing::default()], pawns: Cache::new() }
    }

    /// Finds out what follows from the rules, unless that is known already.
    fn prepare<R: Rules<B>>(&mut self, game: &Chess<B, R>) {
        if !self.ground.as_ref().is_some_and(|ground| ground.fits(game)) {
            self.ground = Some(Arc::new(Ground::new(game, &self.source)));
            self.pawns.clear();
        }
    }

    #[inline(always)]
    fn add(&mut self, man: Man, on: Square, sign: i32) {
        if let (Some(ground), Some(sum)) = (&self.ground, self.sums.last_mut()) {
            let stand = ground.places.stand(man, on);
            let side = man.0 as usize % 2;
            let worth = &mut sum.worth[side];
            *worth = [worth[0] + stand.worth[0] * sign, worth[1] + stand.worth[1] * sign];
            sum.balance += i32::from(stand.material) * if side == 0 { sign } else { -sign };
            sum.phase += i32::from(stand.phase) * sign;
        }
    }
}

impl<B: Bits> Default for General<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Bits> Watch for General<B> {
    #[inline(always)]
    fn put(&mut self, man: Man, on: Square) {
        self.add(man, on, 1);
    }

    #[inline(always)]
    fn lift(&mut self, man: Man, from: Square) {
        self.add(man, from, -1);
    }
}

impl<B: Bits> Trace for General<B> {
    type Watch = Self;

    #[inline(always)]
    fn push(&mut self) -> &mut Self {
        let sum = self.sums.last().copied().unwrap_or_default();
        self.sums.push(sum);
        self
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.sums.pop();
    }
}

impl<B: Bits, R: Rules<B>> Evaluator<Chess<B, R>> for General<B> {
    fn reset(&mut self, game: &Chess<B, R>, at: &Position<B, R::Sets>) {
        self.prepare(game);
        self.sums.clear();
        self.sums.push(Standing::default());
        for on in at.occupied().squares() {
            if let Some((kind, side)) = at.man_on(on) {
                self.put(kind.of(side), on);
            }
        }
    }

    fn value(&mut self, game: &Chess<B, R>, at: &Position<B, R::Sets>) -> Score {
        let Some(ground) = &self.ground else { return Score::ZERO };
        let standing = self.sums.last().copied().unwrap_or_default();
        if standing.balance.abs() > DECIDED {
            return Score::estimate(if at.turn() == Side::First { standing.balance } else { -standing.balance });
        }
        let Ground { field, layout, weights, .. } = &**ground;
        let camps = ground.camps(game, at);
        let pawns = [camps[0].pawns, camps[1].pawns];
        let known = self.pawns.look_up(field, layout, weights, at.pawn_key(), pawns);
        let mut ledgers = [0, 1].map(|side| {
            let worth = standing.worth[side][camps[side].wing(field)];
            Sum { weights, total: worth + known.sums[side] }
        });
        let judged = ground.judge(game, at, &camps, known, standing.phase, &mut ledgers);
        let [first, second] = ledgers.map(|sum| sum.total);
        judged.value(first - second, at.turn())
    }
}

impl<B: Bits> Ground<B> {
    fn new<R: Rules<B>>(game: &Chess<B, R>, source: &Source) -> Self {
        let rules = game.rules();
        let field = Field::new(rules);
        let layout = Layout::new(rules, &field);
        let pairs = match source {
            Source::Given(pairs) => pairs.to_vec(),
            Source::Game(id) => {
                weights::shipped(id, &layout).unwrap_or_else(|| derive::derived(rules, &field, &layout))
            }
        };
        let weights = Weights::new(&pairs);
        let places = Places::new(rules, &field, &layout, &weights);
        let start = game.start();
        let men = start.occupied().squares().filter_map(|on| start.man_on(on));
        let full = men.map(|(kind, _)| layout.phase[kind.index()]).sum();
        Self { rules: (address(game), rules.kinds().to_vec()), field, layout, weights, places, full }
    }

    /// Whether this was made for a game.
    fn fits<R: Rules<B>>(&self, game: &Chess<B, R>) -> bool {
        let (place, kinds) = &self.rules;
        *place == address(game) && self.field.shape == game.shape() && kinds == game.rules().kinds()
    }

    #[inline(always)]
    fn camps<R: Rules<B>>(&self, game: &Chess<B, R>, at: &Position<B, R::Sets>) -> [Camp<B>; 2] {
        let (field, layout) = (&self.field, &self.layout);
        [Camp::new::<true, R>(game, at, field, layout), Camp::new::<false, R>(game, at, field, layout)]
    }

    /// Credits both sides with everything but the places of their men and the structure of their pawns.
    #[inline(always)]
    fn judge<R: Rules<B>, L: Ledger>(
        &self,
        game: &Chess<B, R>,
        at: &Position<B, R::Sets>,
        camps: &[Camp<B>; 2],
        known: &Known<B>,
        phase: i32,
        ledgers: &mut [L; 2],
    ) -> Judged {
        let (field, layout) = (&self.field, &self.layout);
        let [first, second] = camps;
        let occupied = at.occupied();
        let view = |own, foe, own_side: usize, blocked| View {
            game,
            at,
            field,
            layout,
            own,
            foe,
            occupied,
            pawn_reach: known.reach[1 - own_side],
            own_files: known.files[own_side],
            foe_files: known.files[1 - own_side],
            blocked,
        };
        let views = [
            view(first, second, 0, first.pawns & field.down::<true>(occupied)),
            view(second, first, 1, second.pawns & field.down::<false>(occupied)),
        ];
        let mut sights =
            [Sight::new::<true, R>(game, at, field, first), Sight::new::<false, R>(game, at, field, second)];
        officers::officers::<true, B, R, L>(&views[0], &mut sights[0], &mut ledgers[0]);
        officers::officers::<false, B, R, L>(&views[1], &mut sights[1], &mut ledgers[1]);
        rest::<true, B, R, L>(&views[0], &sights[0], &sights[1], known.passed, &mut ledgers[0]);
        rest::<false, B, R, L>(&views[1], &sights[1], &sights[0], known.passed, &mut ledgers[1]);
        ledgers[at.turn() as usize].add(layout.rows.tempo.only(), 1);
        let scale = |strong: &Camp<B>, weak: &Camp<B>| {
            endings::scale::<B, R>(at, field, layout, strong, weak, known.passed & strong.pawns)
        };
        let mating = |strong: &Camp<B>, weak: &Camp<B>| endings::mating(game, at, field, layout, strong, weak);
        Judged {
            phase: nature::phase(phase, self.full),
            scales: [scale(first, second), scale(second, first)],
            mating: mating(first, second) - mating(second, first),
        }
    }
}

/// The terms of a side that need what both see.
#[inline(always)]
fn rest<const W: bool, B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    own: &Sight<B>,
    foe: &Sight<B>,
    passed: B,
    ledger: &mut L,
) {
    king::king::<W, B, R, L>(view, own, foe, ledger);
    threats::threats::<W, B, R, L>(view, own, foe, ledger);
    threats::space::<W, B, R, L>(view, foe, ledger);
    passed::passed::<W, B, R, L>(view, foe, passed, ledger);
}

fn address<B: Bits, R: Rules<B>>(game: &Chess<B, R>) -> usize {
    std::ptr::from_ref(game).addr()
}
