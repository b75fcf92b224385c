//! Positions that nobody can win, by material alone.

use crate::{Chess, PAWN, Position, Rules};
use tabula_board::Bits;

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// Bare kings, one minor piece, or any number of men that are bound to one colour, such as bishops.
    #[inline]
    pub(crate) fn is_dead(&self, at: &Position<B, R::Sets>) -> bool {
        if self.rules.takes_royals() || !at.kind(PAWN).is_empty() {
            return false;
        }
        self.only_minors(at)
    }

    fn only_minors(&self, at: &Position<B, R::Sets>) -> bool {
        // A king that steps to fewer squares is mated by less, and one that goes further may mate alone.
        if !self.rules.has_plain_king() {
            return false;
        }
        let kind_on = |square| at.man_on(square).map(|(kind, _)| kind);
        let rest = at.occupied() & !self.rules.royals(at.kinds());
        match rest.count() {
            0 => true,
            1 => {
                kind_on(rest.first()).is_some_and(|kind| self.rules.is_minor(kind) || self.rules.is_colour_bound(kind))
            }
            _ => {
                let shape = self.shape();
                let colour = |square| (shape.file(square) + shape.rank(square)) % 2;
                let first = colour(rest.first());
                rest.squares().all(|square| {
                    colour(square) == first && kind_on(square).is_some_and(|kind| self.rules.is_colour_bound(kind))
                })
            }
        }
    }
}
