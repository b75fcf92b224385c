//! The evaluation written out: for people, who want to know why, and for the tuner, which wants the coefficients.

use super::camp::{At, Camp, Game, seen_by};
use super::ledger::{Book, Sum};
use super::packed::Packed;
use super::weights::{Slot, TERMS, Weights};
use super::{Judged, judge, ledger::Ledger, pawns, places, wing};
use tabula_board::Bits;
use tabula_core::{Score, Side, Square};

/// What both sides are credited with for one term: pairs middlegame, endgame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Credit {
    /// The name of the term.
    pub term: &'static str,
    /// What it counts.
    pub about: &'static str,
    /// For the first player.
    pub first: (i32, i32),
    /// For the second.
    pub second: (i32, i32),
}

/// Why a position is worth what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// Every term that counts for either side.
    pub credits: Vec<Credit>,
    /// The difference of all credits, from the first player's side: middlegame, endgame.
    pub sum: (i32, i32),
    /// The weight of the middlegame, of 24.
    pub phase: i32,
    /// How much of the endgame's half counts, of 64.
    pub scale: i32,
    /// Help to mate a bare king, added at the end.
    pub mating: i32,
    /// The value, from the first player's side.
    pub value: Score,
}

/// A position as the tuner sees it: `value = (middle * phase + end * (24 - phase) * scale / 64) / 24 + mating`, where `middle`
/// and `end` are sums of weights times counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Places of weights, and how much more often each counts for the first player than for the second.
    pub counts: Vec<(u16, i16)>,
    /// The weight of the middlegame, of 24.
    pub phase: i32,
    /// How much of an endgame advantage counts, of 64: if the first player has it, if the second has.
    pub scales: [i32; 2],
    /// Help to mate a bare king, for the first player.
    pub mating: i32,
}

/// Writes down everything that the evaluation credits.
fn books(game: &Game, at: &At) -> ([Book; 2], Judged) {
    let camps = Side::BOTH.map(|side| Camp::new(game, at, side));
    let mut books = [Book::new(), Book::new()];
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
    let ([first, second], judged) = books(game, at);
    let counts = first.0.iter().zip(second.0.iter()).enumerate();
    let counts = counts.filter(|(_, (a, b))| a != b).map(|(place, (a, b))| (place as u16, (a - b) as i16)).collect();
    Record { counts, phase: judged.phase, scales: judged.scales, mating: judged.mating }
}

/// Why `weights` judge a position as they do.
pub fn explain(game: &Game, at: &At, weights: &Weights) -> Explanation {
    let (books, judged) = books(game, at);
    let mut sums = [Packed::ZERO; 2];
    let mut credits = Vec::new();
    for term in TERMS {
        let pairs = [0, 1].map(|side| {
            let mut sum = Sum { weights, total: Packed::ZERO };
            for place in term.start..term.start + term.count {
                sum.add(Slot(place), books[side].0[place]);
            }
            sums[side] += sum.total;
            (sum.total.middle(), sum.total.end())
        });
        if pairs != [(0, 0); 2] {
            credits.push(Credit { term: term.name, about: term.about, first: pairs[0], second: pairs[1] });
        }
    }
    let sum = sums[0] - sums[1];
    Explanation {
        credits,
        sum: (sum.middle(), sum.end()),
        phase: judged.phase,
        scale: judged.scales[usize::from(sum.end() < 0)],
        mating: judged.mating,
        value: judged.value(sum, Side::First),
    }
}
