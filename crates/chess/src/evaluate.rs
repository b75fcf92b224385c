//! Plain evaluations for the textbook searches: material, and material with places.
//!
//! The sum is kept up to date from what [`Watch`] tells, so a leaf costs one addition whatever stands on the board.

use crate::{Chess, Kind, PAWN, Position, Rules};
use std::sync::Arc;
use tabula_board::Bits;
use tabula_core::{Evaluator, Man, Score, Side, Square, Trace, Watch};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terms {
    /// What the men are worth.
    Material,
    /// Also where they stand: officers towards the middle, pawns forward, the king at home.
    Placed,
}

/// An evaluation by one number per man and square.
#[derive(Clone, Debug)]
pub struct Tables {
    terms: Terms,
    /// By man, then by square; from the first player's side.
    values: Arc<[i32]>,
    /// The sum after each open ply.
    sums: Vec<i32>,
}

impl Tables {
    /// An evaluation that counts `terms`; its tables are made at the first position it sees.
    pub fn new(terms: Terms) -> Self {
        Self { terms, values: Arc::new([]), sums: vec![0] }
    }

    fn worth(&self, man: Man, on: Square) -> i32 {
        self.values.get(man.0 as usize * 256 + on.index()).copied().unwrap_or(0)
    }

    fn add(&mut self, value: i32) {
        if let Some(sum) = self.sums.last_mut() {
            *sum += value;
        }
    }
}

impl Watch for Tables {
    fn put(&mut self, man: Man, on: Square) {
        self.add(self.worth(man, on));
    }

    fn lift(&mut self, man: Man, from: Square) {
        self.add(-self.worth(man, from));
    }
}

impl Trace for Tables {
    type Watch = Self;

    fn push(&mut self) -> &mut Self {
        let sum = self.sums.last().copied().unwrap_or(0);
        self.sums.push(sum);
        self
    }

    fn pop(&mut self) {
        self.sums.pop();
    }
}

impl<B: Bits, R: Rules<B>> Evaluator<Chess<B, R>> for Tables {
    fn reset(&mut self, game: &Chess<B, R>, at: &Position<B, R::Sets>) {
        let shape = game.shape();
        let mut values = vec![0; game.rules().kinds().len() * 2 * 256];
        for (i, card) in game.rules().kinds().iter().enumerate() {
            let kind = Kind(i as u8);
            for square in shape.squares() {
                let place = if self.terms == Terms::Placed { place(game, kind, square) } else { 0 };
                let value = card.value + place;
                values[kind.of(Side::First).0 as usize * 256 + square.index()] = value;
                values[kind.of(Side::Second).0 as usize * 256 + shape.mirrored(square).index()] = -value;
            }
        }
        self.values = values.into();
        let men = at.occupied().squares().filter_map(|on| at.man_on(on).map(|(kind, side)| (kind.of(side), on)));
        self.sums = vec![men.map(|(man, on)| self.worth(man, on)).sum()];
    }

    fn value(&mut self, _: &Chess<B, R>, at: &Position<B, R::Sets>) -> Score {
        let sum = self.sums.last().copied().unwrap_or(0);
        Score::estimate(if at.turn() == Side::First { sum } else { -sum })
    }
}

/// What a place is worth to a man of the first player, in hundredths of a pawn.
fn place<B: Bits, R: Rules<B>>(game: &Chess<B, R>, kind: Kind, square: Square) -> i32 {
    let shape = game.shape();
    let inward = |at: u8, size: u8| i32::from(at.min(size - 1 - at));
    let (file, rank) = (inward(shape.file(square), shape.files()), inward(shape.rank(square), shape.ranks()));
    let advance = i32::from(shape.rank(square));
    if kind == PAWN {
        // A pawn in the centre is worth a little more on each rank, and on the seventh a third of a pawn more.
        return 2 * advance * advance / 3 + if advance >= 3 { 4 * file } else { 0 };
    }
    if game.rules().is_royal(kind) {
        return -12 * advance - 6 * file;
    }
    // Mobility on the empty board stands for centralisation: a knight gains most, a rook nothing.
    let seen = game.rules().reach(kind, square, B::EMPTY).count() as i32;
    4 * seen.min(16) + 2 * (file + rank) - if advance == 0 { 8 } else { 0 }
}
