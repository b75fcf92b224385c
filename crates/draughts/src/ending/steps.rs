//! A step ahead or back, on numbers. Captures and crownings leave the material and are not here.

use super::Layout;
use super::layout::{Stand, closed};
use crate::board::{Way, places};
use crate::code::Kings;
use crate::position::{Move, Position};
use crate::rules::Draughts;
use tabula_core::Endings;

impl Draughts {
    pub(super) fn numbers_after(
        &self,
        layout: &Layout,
        at: &Position,
        moves: &[Move],
        found: &mut Vec<usize>,
        left: &mut Vec<Move>,
    ) {
        let board = self.code().board;
        let stand = Stand::of(layout, at);
        for &m in moves {
            let crowns = at.all_kings() & m.origin() == 0 && self.crowns(at.turn(), m);
            if m.captured != 0 || crowns {
                left.push(m);
            } else {
                found.push(layout.pack(stand.stepped(closed(board, m.origin()), closed(board, m.goal()))));
            }
        }
    }

    /// Whoever could have captured did not step.
    pub(super) fn numbers_before(&self, layout: &Layout, index: usize, out: &mut Vec<usize>) {
        let Some(mut at) = self.place(layout, index) else { return };
        at.hand_over();
        let (board, mover) = (self.code().board, at.turn());
        let empty = board.all() & !at.occupied();
        let mut stood = |king: bool, on: u32, from: u64| {
            let mut before = at;
            before.toggle(mover, king, on);
            before.toggle(mover, king, from.trailing_zeros());
            if !self.must_capture(&before, mover) {
                out.push(self.index(layout, &before));
            }
        };
        for on in places(at.men(mover)) {
            for way in mover.forward() {
                let from = board.step(1 << on, way.back()) & empty;
                if from != 0 {
                    stood(false, on, from);
                }
            }
        }
        for on in places(at.kings(mover)) {
            for way in Way::ALL {
                let mut from = board.step(1 << on, way) & empty;
                while from != 0 {
                    stood(true, on, from);
                    from = if self.code().kings == Kings::Flying { board.step(from, way) & empty } else { 0 };
                }
            }
        }
    }
}
