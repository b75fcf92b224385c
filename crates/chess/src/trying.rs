//! Passes on only those moves that leave the own royal man safe.

use crate::generate::Sink;
use crate::geometry::shifted;
use crate::{Chess, Kind, Move, Position, Rules, What};
use tabula_board::Bits;
use tabula_core::Square;

/// A sink before another one.
pub(crate) struct Trying<'a, B: Bits, R: Rules<B>, S> {
    pub(crate) game: &'a Chess<B, R>,
    pub(crate) at: &'a Position<B, R::Sets>,
    pub(crate) sink: &'a mut S,
}

impl<B: Bits, R: Rules<B>, S: Sink<B>> Trying<'_, B, R, S> {
    /// The squares to which a man may go, each from where `origin` says.
    fn safe(&self, to: B, origin: impl Fn(Square) -> Square) -> B {
        let mut safe = B::EMPTY;
        for square in to.squares().filter(|&square| self.game.is_safe(self.at, origin(square), square)) {
            safe |= B::one(square);
        }
        safe
    }
}

impl<B: Bits, R: Rules<B>, S: Sink<B>> Sink<B> for Trying<'_, B, R, S> {
    fn walk(&mut self, from: Square, to: B) {
        let safe = self.safe(to, |_| from);
        self.sink.walk(from, safe);
    }

    fn pawns(&mut self, to: B, by: i32, what: What) {
        let safe = self.safe(to, |square| shifted(square, -by));
        self.sink.pawns(safe, by, what);
    }

    fn promote(&mut self, to: B, by: i32, kinds: &[Kind]) {
        let safe = self.safe(to, |square| shifted(square, -by));
        self.sink.promote(safe, by, kinds);
    }

    /// Castling and captures in passing have been tried where they were found.
    fn one(&mut self, m: Move) {
        self.sink.one(m);
    }
}
