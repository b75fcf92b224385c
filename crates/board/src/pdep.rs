//! Sliders for boards of up to 128 squares, where the processor can gather and spread bits (BMI2).
//!
//! The men on a line are gathered into the lowest bits; they and the place of the slider on the line index a table of
//! answers, which are spread out to the squares of the line again. All lines of all squares share the one table, so it is
//! small (8 kB for ten files) and stays in the cache, where a table of whole answers for each square would not.

use crate::lines::ray;
use crate::pext::{gather, spread};
use crate::{Shape, Slide};
use tabula_core::Square;

/// Sliders by one table for all lines.
pub struct Pdep {
    /// By square: along the rank, the file, and both diagonals.
    lines: Box<[[Line; 4]; 128]>,
    /// By place on the line, then by the men between its ends: the places reached.
    answers: Box<[u16]>,
}

/// A line through a square, as two words.
#[derive(Clone, Copy, Default)]
struct Line {
    squares: [u64; 2],
    /// Those whose occupation matters: all but the ends.
    inner: [u64; 2],
    /// Where the answers for the place of the square begin.
    start: u32,
    /// How many squares are in the lower word: of all, of the inner ones.
    low: u8,
    low_inner: u8,
}

impl Line {
    /// The line through `from` in steps to higher squares; `width` is the number of inner squares of the longest line.
    fn new(shape: Shape, from: Square, (right, up): (i32, i32), width: u32) -> Self {
        let mut squares: Vec<_> = ray(shape, from, (-right, -up)).collect();
        squares.reverse();
        let place = squares.len();
        squares.push(from);
        squares.extend(ray(shape, from, (right, up)));
        let words = |squares: &[Square]| {
            let set = squares.iter().fold(0_u128, |set, square| set | 1 << square.0);
            [set as u64, (set >> 64) as u64]
        };
        let (all, inner) = (words(&squares), words(squares.get(1..squares.len() - 1).unwrap_or_default()));
        Self {
            squares: all,
            inner,
            start: (place << width) as u32,
            low: all[0].count_ones() as u8,
            low_inner: inner[0].count_ones() as u8,
        }
    }

    #[inline(always)]
    fn reach(&self, answers: &[u16], occupied: u128) -> u128 {
        let men = gather(occupied as u64, self.inner[0])
            // A line may lie in the lower word alone, and have no more than 16 squares.
            | gather((occupied >> 64) as u64, self.inner[1]) << (self.low_inner & 31);
        let reached = u64::from(answers[self.start as usize + men as usize]);
        let (low, high) = (spread(reached, self.squares[0]), spread(reached >> (self.low & 31), self.squares[1]));
        u128::from(low) | u128::from(high) << 64
    }
}

/// The places reached from `place`, with men on the inner places of the line; places beyond the line are not cut off.
fn answer(place: usize, inner: usize) -> u16 {
    let taken = |at: usize| at > 0 && inner >> (at - 1) & 1 == 1;
    let mut reached = 0;
    for at in place + 1..16 {
        reached |= 1 << at;
        if taken(at) {
            break;
        }
    }
    for at in (0..place).rev() {
        reached |= 1 << at;
        if taken(at) {
            break;
        }
    }
    reached
}

impl Slide<u128> for Pdep {
    fn new(shape: Shape) -> Self {
        let longest = usize::from(shape.files().max(shape.ranks()));
        let width = longest.saturating_sub(2);
        let places = (0..longest).flat_map(|place| (0..1 << width).map(move |inner| answer(place, inner)));
        let mut lines = Box::new([[Line::default(); 4]; 128]);
        for from in shape.squares() {
            // Each step leads to a higher square.
            let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
            lines[from.index() % 128] = steps.map(|step| Line::new(shape, from, step, width as u32));
        }
        Self { lines, answers: places.collect() }
    }

    #[inline(always)]
    fn straight(&self, from: Square, occupied: u128) -> u128 {
        let [rank, file, _, _] = &self.lines[from.index() % 128];
        rank.reach(&self.answers, occupied) | file.reach(&self.answers, occupied)
    }

    #[inline(always)]
    fn diagonal(&self, from: Square, occupied: u128) -> u128 {
        let [_, _, rising, falling] = &self.lines[from.index() % 128];
        rising.reach(&self.answers, occupied) | falling.reach(&self.answers, occupied)
    }
}
