//! What Black may not play in renju.
//!
//! By the definitions of the Renju International Federation: six or more in a row, two fours and two threes at once
//! are forbidden to Black, unless the stone makes a five as well. A three counts only if it can be made an open four
//! by a stone that is itself allowed; whether it is may depend on other threes, and so on.

use super::class::{Class, Classes, REACH};
use super::grid::DIRECTIONS;
use super::rank::Rank;
use super::{Board, Gomoku};
use tabula_core::{Side, Square};

impl Gomoku {
    /// Whether the player may not put a stone on an empty point. Only Black in renju has such points.
    #[inline(always)]
    pub fn is_forbidden(&self, at: &Board, side: Side, point: Square) -> bool {
        match at.rank(side, point) {
            Rank::Forbidden => true,
            Rank::Doubtful => self.has_two_threes(at, side, point.index()),
            _ => false,
        }
    }

    /// Whether at least two of the threes that a stone would make are real ones.
    fn has_two_threes(&self, at: &Board, side: Side, point: usize) -> bool {
        let threes = at.packed(side, point).classes();
        let mut after = at.clone();
        self.put(&mut after, side, point);
        let real = |&direction: &usize| {
            threes[direction] == Class::OpenThree && self.becomes_open(at, &after, side, point, direction)
        };
        (0..DIRECTIONS).filter(real).nth(1).is_some()
    }

    /// Whether some allowed stone makes an open four of the three through `point`.
    fn becomes_open(&self, at: &Board, after: &Board, side: Side, point: usize, direction: usize) -> bool {
        let (own, closed) = self.window(at, side, point, direction);
        let openers = Classes::of(self.classes[side].flavour()).openers(own, closed);
        let stride = self.grid.place(point, direction).stride();
        (0..=2 * REACH).filter(|place| openers >> place & 1 == 1).any(|place| {
            let opener = Square((point + place * stride - REACH * stride) as u16);
            // A five elsewhere at the same time is allowed, but then it is no four.
            after.rank(side, opener) != Rank::Five && !self.is_forbidden(after, side, opener)
        })
    }
}
