//! Positions that nobody can win, by material alone.

use crate::{Chess, PAWN, Position, Rules};
use tabula_board::Bits;

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// Bare kings, one minor piece, or any number of bishops that all stand on one colour.
    #[inline]
    pub(crate) fn is_dead(&self, at: &Position<B, R::Sets>) -> bool {
        if !at.kind(PAWN).is_empty() {
            return false;
        }
        self.only_minors(at)
    }

    fn only_minors(&self, at: &Position<B, R::Sets>) -> bool {
        let royals = self.rules.royals(at.kinds());
        let kind_on = |square| at.man_on(square).map(|(kind, _)| kind);
        // A royal man that is more than a king may mate alone.
        if !royals.squares().filter_map(kind_on).all(|kind| self.rules.is_minor(kind) || self.is_plain_king(kind)) {
            return false;
        }
        let rest = at.occupied() & !royals;
        match rest.count() {
            0 => true,
            1 => kind_on(rest.first()).is_some_and(|kind| self.rules.is_minor(kind)),
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

    /// Whether a royal kind only steps to neighbouring squares.
    fn is_plain_king(&self, kind: crate::Kind) -> bool {
        let middle = self.shape().square(i32::from(self.shape().files()) / 2, i32::from(self.shape().ranks()) / 2);
        middle.is_some_and(|square| self.rules.reach(kind, square, B::EMPTY).count() <= 8)
    }
}
