//! The evaluation as a tuner sees it.

use super::terms::{Ledger, Terms, phase, scale};
use super::weights;
use crate::board::Colour;
use crate::position::Position;
use crate::rules::Draughts;
use std::collections::BTreeMap;
use tabula_core::tuning::{Heading, Pair, Record, Tunable, text};
use tabula_core::{Faults, Notation, Side};

/// The learnt evaluation of a game, to be learnt anew.
pub struct Lesson {
    game: Draughts,
    terms: Terms,
}

/// How much more often each weight counts for the first player.
#[derive(Default)]
struct Book {
    counts: BTreeMap<usize, i32>,
    sign: i32,
}

impl Ledger for Book {
    fn add(&mut self, place: usize, count: i32) {
        *self.counts.entry(place).or_default() += self.sign * count;
    }
}

impl Lesson {
    /// Of a game.
    pub fn new(game: Draughts) -> Self {
        let terms = Terms::new(game.code().board);
        Self { game, terms }
    }

    /// What a position is made of.
    pub(super) fn record_of(&self, at: &Position) -> Record {
        let game = &self.game;
        let mut book = Book::default();
        for colour in Colour::BOTH {
            book.sign = if game.side(colour) == Side::First { 1 } else { -1 };
            self.terms.count(game, at, colour, &mut book);
            if colour == at.turn() {
                self.terms.count_turn(&mut book);
            }
        }
        let counts = book.counts.into_iter().filter(|&(_, count)| count != 0);
        Record {
            counts: counts.map(|(place, count)| (place as u32, count as i16)).collect(),
            phase: phase(game, at),
            scales: Side::BOTH.map(|side| scale(game, at, game.colour(side))),
            mating: 0,
        }
    }
}

impl Tunable for Lesson {
    fn record(&self, position: &str) -> Result<Record, Faults> {
        Ok(self.record_of(&self.game.read_position(position)?))
    }

    fn weights(&self) -> Vec<Pair> {
        weights::pairs(self.game.code(), &self.terms)
    }

    fn headings(&self) -> Vec<Heading<'_>> {
        self.terms.headings()
    }

    fn write(&self, weights: &[Pair]) -> String {
        text::write("the pattern evaluation", &self.terms.headings(), weights)
    }
}
