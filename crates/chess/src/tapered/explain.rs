//! The evaluation written out: for people, who want to know why, and for the tuner, which wants the coefficients.

use super::camp::{At, Camp, Game, seen_by};
use super::weights::{COUNT, Weights, headings};
use super::{judge, pawns, places, wing};
use crate::terms::{Book, Explanation, Judged, explained, recorded};
use tabula_board::Bits;
use tabula_core::tuning::{Heading, Pair, Record, Tunable};
use tabula_core::{Faults, Notation, Side, Square};

/// Writes down everything that the evaluation credits.
fn books(game: &Game, at: &At) -> ([Book; 2], Judged) {
    let camps = Side::BOTH.map(|side| Camp::new(game, at, side));
    let mut books = [Book::new(COUNT), Book::new(COUNT)];
    let mut passed = 0;
    for side in Side::BOTH {
        let (own, foe) = (&camps[side as usize], camps[!side as usize].across());
        let book = &mut books[side as usize];
        for on in at.side(side).squares() {
            if let Some((kind, _)) = at.man_on(on) {
                let seen = if side == Side::First { on } else { Square(on.0 ^ 56) };
                places::place(kind, seen, wing(own), book);
            }
        }
        passed |= seen_by(side, pawns::structure(own.pawns(), foe.pawns(), book));
    }
    let judged = judge(game, at, &camps, passed, &mut books);
    (books, judged)
}

/// The coefficients of a position.
pub fn record(game: &Game, at: &At) -> Record {
    let (books, judged) = books(game, at);
    recorded(&books, judged)
}

/// Why `weights` judge a position as they do.
pub fn explain(game: &Game, at: &At, weights: &Weights) -> Explanation {
    let (books, judged) = books(game, at);
    explained(&headings(), &books, judged, weights)
}

/// The evaluation as the tuner sees it.
impl Tunable for Game {
    fn record(&self, position: &str) -> Result<Record, Faults> {
        Ok(record(self, &self.read_position(position)?))
    }

    fn weights(&self) -> Vec<Pair> {
        Weights::shipped().pairs()
    }

    fn headings(&self) -> Vec<Heading<'_>> {
        headings()
    }

    fn write(&self, weights: &[Pair]) -> String {
        Weights::from_pairs(weights).write()
    }

    fn settle(&self, weights: &mut [Pair]) {
        let mut settled = Weights::from_pairs(weights);
        settled.settle();
        weights.copy_from_slice(&settled.pairs());
    }
}
