//! What earlier nodes taught: which moves were good, and where the evaluator was wrong.
//!
//! Numbers drift towards the last lessons and stay within bounds: a bonus counts the less, the more of it is there
//! already.

use super::Value;
use super::margins::Margins;
use tabula_core::{ASPECTS, Tactics};

/// The bound of a history number.
const MOST: i32 = 16_384;
/// The bound of a correction.
const MOST_WRONG: i32 = 1_024;
/// Corrections per side and aspect.
const CORRECTIONS: usize = 1 << 14;

/// Marks a ply on which no move was made: the root, a null move. It has a row of its own.
pub(crate) const NOTHING: usize = usize::MAX;

/// The lessons of one thread.
pub(crate) struct History {
    slots: usize,
    preys: usize,
    /// By slot.
    quiet: Vec<i16>,
    /// By slot and prey.
    noisy: Vec<i16>,
    /// By the slot of an earlier move, then by slot.
    after: Vec<i16>,
    /// By aspect, side and fingerprint.
    wrong: Vec<i16>,
    /// By the slots of the last two moves.
    wrong_after: Vec<i16>,
}

/// What a node remembers of the way to it, to find its lessons: the slots of the moves one, two and four plies ago.
#[derive(Clone, Copy)]
pub(crate) struct Way(pub [usize; 3]);

/// Where the corrections of a position are kept.
#[derive(Clone, Copy)]
pub(crate) struct Fault {
    places: [Option<usize>; ASPECTS],
    after: Option<usize>,
}

/// The lessons about quiet moves at one node, by slot: alone, and after each move of the way.
pub(crate) struct Lessons<'h> {
    rows: [&'h [i16]; 4],
}

impl Lessons<'_> {
    /// How good a quiet move has been.
    #[inline(always)]
    pub(crate) fn quiet(&self, slot: usize) -> i32 {
        self.rows.iter().map(|row| i32::from(row[slot])).sum()
    }
}

impl History {
    pub(crate) fn new<G: Tactics>(game: &G) -> Self {
        let (slots, preys) = (game.slots(), game.preys());
        Self {
            slots,
            preys,
            quiet: vec![0; slots],
            noisy: vec![0; slots * preys],
            after: vec![0; (slots + 1) * slots],
            wrong: vec![0; ASPECTS * 2 * CORRECTIONS],
            wrong_after: vec![0; slots * slots],
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let Self { quiet, noisy, after, wrong, wrong_after, .. } = self;
        for table in [quiet, noisy, after, wrong, wrong_after] {
            table.fill(0);
        }
    }

    #[inline(always)]
    fn row(&self, earlier: usize) -> usize {
        earlier.min(self.slots) * self.slots
    }

    /// What was learnt about quiet moves after those of a way.
    #[inline(always)]
    pub(crate) fn after(&self, way: Way) -> Lessons<'_> {
        let row = |earlier| &self.after[self.row(earlier)..][..self.slots];
        let [one, two, four] = way.0.map(row);
        Lessons { rows: [&self.quiet[..self.slots], one, two, four] }
    }

    #[inline(always)]
    pub(crate) fn noisy(&self, slot: usize, prey: usize) -> i32 {
        i32::from(self.noisy[slot * self.preys + prey])
    }

    pub(crate) fn teach_quiet(&mut self, slot: usize, way: Way, bonus: i32) {
        learn(&mut self.quiet[slot], bonus, MOST);
        for earlier in way.0 {
            if earlier != NOTHING {
                let place = self.row(earlier) + slot;
                learn(&mut self.after[place], bonus, MOST);
            }
        }
    }

    /// The same of the move alone.
    #[inline(always)]
    pub(crate) fn teach_alone(&mut self, slot: usize, bonus: i32) {
        learn(&mut self.quiet[slot], bonus, MOST);
    }

    pub(crate) fn teach_noisy(&mut self, slot: usize, prey: usize, bonus: i32) {
        learn(&mut self.noisy[slot * self.preys + prey], bonus, MOST);
    }

    /// Where the errors of a position are kept.
    #[inline(always)]
    pub(crate) fn fault(&self, aspects: [u64; ASPECTS], second: bool, last: [usize; 2]) -> Fault {
        let mut places = [None; ASPECTS];
        for (i, (place, aspect)) in places.iter_mut().zip(aspects).enumerate() {
            // The high bits, for the table has others.
            let hash = (aspect >> 40) as usize % CORRECTIONS;
            *place = (aspect != 0).then_some((i * 2 + usize::from(second)) * CORRECTIONS + hash);
        }
        let known = last[0] != NOTHING && last[1] != NOTHING;
        Fault { places, after: known.then(|| last[1] * self.slots + last[0]) }
    }

    /// By how much the evaluator has been wrong there.
    #[inline(always)]
    pub(crate) fn correction(&self, fault: Fault, margins: &Margins) -> Value {
        let weights = [margins.correct_pawns, margins.correct_officers, margins.correct_officers];
        let mut sum = 0;
        for (place, weight) in fault.places.into_iter().zip(weights) {
            sum += place.map_or(0, |place| i32::from(self.wrong[place]) * weight);
        }
        sum += fault.after.map_or(0, |place| i32::from(self.wrong_after[place]) * margins.correct_moves);
        sum / 512
    }

    /// The search found that the evaluator was wrong by `error`.
    pub(crate) fn teach_error(&mut self, fault: Fault, error: Value, depth: i32) {
        let bonus = (error * depth / 8).clamp(-MOST_WRONG / 4, MOST_WRONG / 4);
        for place in fault.places.into_iter().flatten() {
            learn(&mut self.wrong[place], bonus, MOST_WRONG);
        }
        if let Some(place) = fault.after {
            learn(&mut self.wrong_after[place], bonus, MOST_WRONG);
        }
    }
}

#[inline(always)]
fn learn(number: &mut i16, bonus: i32, most: i32) {
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / most) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_stay_within_their_bounds_and_can_be_unlearnt() {
        let mut number = 0_i16;
        for _ in 0..1000 {
            learn(&mut number, 1700, MOST);
        }
        assert!(i32::from(number) > MOST - 1700 && i32::from(number) <= MOST);
        for _ in 0..1000 {
            learn(&mut number, -1700, MOST);
        }
        assert!(i32::from(number) < 1700 - MOST && i32::from(number) >= -MOST);
    }
}
