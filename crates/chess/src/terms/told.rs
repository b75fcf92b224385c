//! How credits become a value; and the same written out, for people, who want to know why, and for the tuner, which wants
//! the coefficients.

use super::{Book, Ledger, Packed, Slot, Sum, Worth};
use tabula_core::tuning::{FULL_PHASE, FULL_SCALE, Heading, Record};
use tabula_core::{Score, Side};

/// What is known of a position beside the sum of its terms; for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Judged {
    /// 24 with all officers, 0 without any.
    pub(crate) phase: i32,
    /// How much of an endgame advantage counts, of 64: if the first player has it, if the second has.
    pub(crate) scales: [i32; 2],
    /// Help to mate a bare king.
    pub(crate) mating: i32,
}

impl Judged {
    /// The value for the mover, from the difference of the ledgers.
    #[inline(always)]
    pub(crate) fn value(self, sum: Packed, turn: Side) -> Score {
        let end = sum.end();
        let scale = self.scales[usize::from(end < 0)];
        // Scaled before it is divided, and rounded towards zero, so that the sides are treated alike.
        let tapered = (sum.middle() * self.phase * FULL_SCALE + end * (FULL_PHASE - self.phase) * scale)
            / (FULL_PHASE * FULL_SCALE);
        let value = tapered + self.mating;
        Score::estimate(if turn == Side::First { value } else { -value })
    }
}

/// What both sides are credited with for one term: pairs middlegame, endgame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Credit {
    /// The name of the term.
    pub term: String,
    /// What it counts.
    pub about: String,
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

/// The coefficients of a position, from what was written down of it.
pub(crate) fn recorded([first, second]: &[Book; 2], judged: Judged) -> Record {
    let counts = first.0.iter().zip(second.0.iter()).enumerate();
    let counts = counts.filter(|(_, (a, b))| a != b).map(|(place, (a, b))| (place as u32, (a - b) as i16)).collect();
    Record { counts, phase: judged.phase, scales: judged.scales, mating: judged.mating }
}

/// The terms of a position, from what was written down of it.
pub(crate) fn explained<W: Worth>(
    terms: &[Heading<'_>],
    books: &[Book; 2],
    judged: Judged,
    weights: &W,
) -> Explanation {
    let mut sums = [Packed::ZERO; 2];
    let mut credits = Vec::new();
    for &Heading { name, about, count, start, .. } in terms {
        let pairs = [0, 1].map(|side| {
            let mut sum = Sum { weights, total: Packed::ZERO };
            for place in start..start + count {
                sum.add(Slot(place), books[side].0[place]);
            }
            sums[side] += sum.total;
            (sum.total.middle(), sum.total.end())
        });
        if pairs != [(0, 0); 2] {
            credits.push(Credit { term: name.into(), about: about.into(), first: pairs[0], second: pairs[1] });
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
