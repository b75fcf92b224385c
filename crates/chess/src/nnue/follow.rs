//! The sums of the first layer through a search.
//!
//! What happens in a ply is only noted; sums are made when a value is asked, from the nearest ply whose sums are known for the same
//! view of the board. A side whose royal man has changed wings since looks at the board anew.

use super::lens::{Lens, Turned};
use crate::{Chess, Position, Rules};
use std::sync::Arc;
use tabula_board::Bits;
use tabula_core::{Evaluator, Man, Score, Side, Square, Trace, Watch};
use tabula_nn::nnue::Whole;

/// The evaluator. One per thread; the net is shared.
#[derive(Clone, Debug)]
pub struct Network {
    net: Arc<Whole>,
    /// `None` before the first position.
    lens: Option<Arc<Lens>>,
    plies: Vec<Ply>,
    /// For each ply the sums of both sides.
    sums: Vec<i16>,
}

/// What is known of a ply.
#[derive(Clone, Copy, Debug)]
struct Ply {
    came: [(Man, Square); MOST],
    went: [(Man, Square); MOST],
    /// How many came and went; more than [`MOST`] were not noted.
    counts: [u8; 2],
    /// For which view of either side the sums are made.
    known: [Option<Turned>; 2],
}

/// Castling moves two men; a man that takes and becomes another is one that comes and two that go.
const MOST: usize = 3;
/// When more changes than these lie between, looking anew is quicker.
const FAR: usize = 12;

const QUIET: Ply =
    Ply { came: [(Man(0), Square(0)); MOST], went: [(Man(0), Square(0)); MOST], counts: [0; 2], known: [None; 2] };

impl Network {
    /// Judges by this net, which has to be one for the game.
    pub fn new(net: Arc<Whole>) -> Self {
        Self { net, lens: None, plies: vec![QUIET], sums: Vec::new() }
    }

    /// The net.
    pub fn net(&self) -> &Whole {
        &self.net
    }

    /// Makes the sums of the last ply for one side.
    #[inline(always)]
    fn make<B: Bits, R: Rules<B>>(&mut self, lens: &Lens, at: &Position<B, R::Sets>, side: Side, turned: Turned) {
        let width = self.net.span().width;
        let last = self.plies.len() - 1;
        if self.plies[last].known[side as usize] == Some(turned) {
            return;
        }
        self.plies[last].known[side as usize] = Some(turned);
        if self.sums.len() < self.plies.len() * 2 * width {
            self.sums.resize(self.plies.len().next_power_of_two() * 2 * width, 0);
        }
        let mut on = [0; FAR];
        let mut off = [0; FAR];
        let mut counts = [0; 2];
        let mut ply = last;
        let (before, sums) = self.sums.split_at_mut(last * 2 * width);
        let sums = &mut sums[side as usize * width..][..width];
        while ply > 0 {
            let Ply { came, went, counts: [put, lifted], .. } = &self.plies[ply];
            let (put, lifted) = (usize::from(*put), usize::from(*lifted));
            if put > MOST || lifted > MOST || counts[0] + put > FAR || counts[1] + lifted > FAR {
                break;
            }
            for (slot, &(man, square)) in on[counts[0]..].iter_mut().zip(&came[..put]) {
                *slot = lens.input(side, turned, man, square);
            }
            for (slot, &(man, square)) in off[counts[1]..].iter_mut().zip(&went[..lifted]) {
                *slot = lens.input(side, turned, man, square);
            }
            counts = [counts[0] + put, counts[1] + lifted];
            ply -= 1;
            if self.plies[ply].known[side as usize] == Some(turned) {
                let before = &before[(ply * 2 + side as usize) * width..][..width];
                self.net.change(sums, before, &on[..counts[0]], &off[..counts[1]]);
                return;
            }
        }
        self.net.begin(sums);
        lens.all::<B, R>(at, side, turned).for_each(|input| self.net.switch_on(sums, input));
    }
}

impl Watch for Network {
    #[inline(always)]
    fn put(&mut self, man: Man, on: Square) {
        if let Some(Ply { came, counts, .. }) = self.plies.last_mut() {
            if let Some(slot) = came.get_mut(usize::from(counts[0])) {
                *slot = (man, on);
            }
            counts[0] = counts[0].saturating_add(1);
        }
    }

    #[inline(always)]
    fn lift(&mut self, man: Man, from: Square) {
        if let Some(Ply { went, counts, .. }) = self.plies.last_mut() {
            if let Some(slot) = went.get_mut(usize::from(counts[1])) {
                *slot = (man, from);
            }
            counts[1] = counts[1].saturating_add(1);
        }
    }
}

impl Trace for Network {
    type Watch = Self;

    #[inline(always)]
    fn push(&mut self) -> &mut Self {
        self.plies.push(QUIET);
        self
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.plies.pop();
    }
}

impl<B: Bits, R: Rules<B>> Evaluator<Chess<B, R>> for Network {
    fn reset(&mut self, game: &Chess<B, R>, _: &Position<B, R::Sets>) {
        if !self.lens.as_ref().is_some_and(|lens| lens.fits(game)) {
            self.lens = Some(Arc::new(Lens::new(game)));
        }
        self.plies.clear();
        self.plies.push(QUIET);
    }

    #[inline(always)]
    fn value(&mut self, game: &Chess<B, R>, at: &Position<B, R::Sets>) -> Score {
        let Some(lens) = self.lens.take() else { return Score::ZERO };
        for side in Side::BOTH {
            self.make::<B, R>(&lens, at, side, lens.turned(game, at, side));
        }
        let width = self.net.span().width;
        let last = (self.plies.len() - 1) * 2 * width;
        let half = |side: Side| &self.sums[last + side as usize * width..][..width];
        let bucket = lens.bucket(at.occupied().count() as usize);
        let value = self.net.value(half(at.turn()), half(!at.turn()), bucket);
        self.lens = Some(lens);
        Score::estimate(value)
    }
}
