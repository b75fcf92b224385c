//! The squares on which a capturing piece pauses: what is written where origin and goal do not tell a capture from others.

use crate::board::Way;
use crate::code::{Kings, Promotion, Reach, Removal};
use crate::position::{Move, Position};
use crate::rules::Draughts;

/// One way of making a capture, and those still to be tried.
struct Walk<'a, F> {
    game: &'a Draughts,
    at: &'a Position,
    m: Move,
    path: Vec<u32>,
    visit: &'a mut F,
}

impl Draughts {
    /// Calls `visit` with the places of every way to make a move, origin and goal included, until it answers `true`; answers
    /// whether it did.
    pub(crate) fn any_path(&self, at: &Position, m: Move, mut visit: impl FnMut(&[u32]) -> bool) -> bool {
        if m.captured == 0 {
            return visit(&[u32::from(m.from), u32::from(m.to)]);
        }
        let king = at.all_kings() & m.origin() != 0;
        let mut walk = Walk { game: self, at, m, path: vec![u32::from(m.from)], visit: &mut visit };
        walk.on(m.origin(), 0, king)
    }
}

impl<F: FnMut(&[u32]) -> bool> Walk<'_, F> {
    /// Goes on from a square with what has been captured so far.
    fn on(&mut self, here: u64, captured: u64, king: bool) -> bool {
        if captured == self.m.captured {
            return here == self.m.goal() && (self.visit)(&self.path);
        }
        let code = self.game.code();
        let (board, turn) = (code.board, self.at.turn());
        let mut empty = board.all() & !self.at.occupied() | self.m.origin();
        if code.removal == Removal::AtOnce {
            empty |= captured;
        }
        let flies = king && code.kings == Kings::Flying;
        for way in Way::ALL {
            if !king && code.men == Reach::Forward && !turn.forward().contains(&way) {
                continue;
            }
            let mut jumped = board.step(here, way);
            while flies && jumped & empty != 0 {
                jumped = board.step(jumped, way);
            }
            jumped &= self.m.captured & !captured;
            let mut land = board.step(jumped, way) & empty;
            while land != 0 {
                let crowned = land & board.last_row(turn) != 0 && code.promotion == Promotion::GoesOnAsKing;
                self.path.push(land.trailing_zeros());
                if self.on(land, captured | jumped, king || crowned) {
                    return true;
                }
                self.path.pop();
                land = if flies { board.step(land, way) & empty } else { 0 };
            }
        }
        false
    }
}
