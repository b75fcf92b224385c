//! The evaluation written out: for people, who want to know why, and for the tuner, which wants the coefficients.

use super::{Ground, Source, derive, places, weights};
use crate::terms::{Book, Explanation, Judged, explained, recorded};
use crate::{Chess, Position, Rules};
use std::sync::Arc;
use tabula_board::Bits;
use tabula_core::tuning::{Heading, Pair, Record, Tunable};
use tabula_core::{Faults, Notation, Side};

/// A game with the weights by which its positions are judged.
pub struct Lesson<B: Bits, R: Rules<B>> {
    game: Arc<Chess<B, R>>,
    ground: Ground<B>,
    pairs: Vec<Pair>,
}

impl<B: Bits, R: Rules<B>> Lesson<B, R> {
    /// Of the game with this id.
    pub fn new(game: Arc<Chess<B, R>>, id: &str) -> Self {
        let ground = Ground::new(&game, &Source::Game(id.to_owned()));
        let derived = || derive::derived(game.rules(), &ground.field, &ground.layout);
        let pairs = weights::shipped(id, &ground.layout).unwrap_or_else(derived);
        Self { game, ground, pairs }
    }

    /// Why a position is worth what it is.
    pub fn explain(&self, at: &Position<B, R::Sets>) -> Explanation {
        let (books, judged) = self.books(at);
        explained(&self.ground.layout.headings(), &books, judged, &self.ground.weights)
    }

    /// Writes down everything that the evaluation credits.
    fn books(&self, at: &Position<B, R::Sets>) -> ([Book; 2], Judged) {
        let Ground { field, layout, .. } = &self.ground;
        let camps = self.ground.camps(&self.game, at);
        let mut books = [Book::new(layout.count), Book::new(layout.count)];
        let mut phase = 0;
        for side in Side::BOTH {
            let wing = camps[side as usize].wing(field);
            for on in camps[side as usize].all.squares() {
                if let Some((kind, _)) = at.man_on(on) {
                    phase += layout.phase[kind.index()];
                    places::place(field, layout, kind, side, on, wing, &mut books[side as usize]);
                }
            }
        }
        let pawns = [camps[0].pawns, camps[1].pawns];
        let known = super::Known::find_out(field, layout, at.pawn_key(), pawns, &mut books);
        let judged = self.ground.judge(&self.game, at, &camps, &known, phase, &mut books);
        (books, judged)
    }

    /// The coefficients of a position.
    pub fn record_of(&self, at: &Position<B, R::Sets>) -> Record {
        let (books, judged) = self.books(at);
        recorded(&books, judged)
    }
}

impl<B: Bits, R: Rules<B>> Tunable for Lesson<B, R> {
    fn record(&self, position: &str) -> Result<Record, Faults> {
        Ok(self.record_of(&self.game.read_position(position)?))
    }

    fn weights(&self) -> Vec<Pair> {
        self.pairs.clone()
    }

    fn headings(&self) -> Vec<Heading<'_>> {
        self.ground.layout.headings()
    }

    fn write(&self, weights: &[Pair]) -> String {
        weights::write(&self.ground.layout, weights)
    }

    fn settle(&self, weights: &mut [Pair]) {
        weights::settle(&self.ground.layout, weights);
    }
}
