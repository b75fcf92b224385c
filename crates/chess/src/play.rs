//! Making a move.

use crate::geometry::{ahead_by, shifted};
use crate::{Chess, Kind, Move, PAWN, Position, Rules, What, Wing};
use tabula_board::Bits;
use tabula_core::{Side, Square, Watch};

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// Makes a legal move. A move that is not legal leaves some other position.
    #[inline(always)]
    pub(crate) fn make<W: Watch>(&self, at: &mut Position<B, R::Sets>, m: Move, watch: &mut W) {
        if R::ROAMS
            && let What::Roam(roll) = m.what
        {
            return self.roam(at, roll, watch);
        }
        let keys = &self.rules.geometry().keys;
        let side = at.turn;
        let Some((kind, _)) = at.man_on(m.from()) else { return };
        at.set_en_passant(None, keys);
        at.quiet = at.quiet.saturating_add(1);
        if !at.castles.is_empty() {
            let mut touched = B::one(m.from()) | B::one(m.to());
            if self.rules.is_royal(kind) {
                touched |= at.side(side);
            }
            at.drop_castles(touched, keys);
        }
        if m.what == What::Castle {
            self.castle(at, side, kind, m.from(), m.to(), watch);
        } else {
            let taken = if m.what == What::EnPassant { self.en_passant_victim(side, m.to()) } else { m.to() };
            if let Some((victim, owner)) = at.man_on(taken) {
                at.lift(victim, owner, taken, keys, watch);
                at.quiet = 0;
            }
            let becomes = if let What::Promote(into) = m.what { into } else { kind };
            at.lift(kind, side, m.from(), keys, watch);
            at.put(becomes, side, m.to(), keys, watch);
            if kind == PAWN {
                at.quiet = 0;
            }
        }
        at.number = at.number.saturating_add(side as u16);
        at.flip_turn(keys);
        self.refresh(at);
        if m.what == What::Double {
            self.pass_by(at, shifted(m.from(), ahead_by(side, self.rules.stride())));
        }
        // A king that was taken ends the game before the neutral man goes.
        if R::ROAMS && self.lair(at).is_some() && !self.royal_is_lost(at) {
            at.set_rolling(true, keys);
        }
    }

    /// Gives the move to the opponent without moving.
    pub(crate) fn make_nothing(&self, at: &mut Position<B, R::Sets>) {
        let keys = &self.rules.geometry().keys;
        at.set_en_passant(None, keys);
        at.quiet = at.quiet.saturating_add(1);
        at.number = at.number.saturating_add(at.turn as u16);
        at.flip_turn(keys);
        self.refresh(at);
    }

    /// Notes that a pawn has passed a square, if the mover can take it there.
    pub(crate) fn pass_by(&self, at: &mut Position<B, R::Sets>, passed: Square) {
        let geometry = self.rules.geometry();
        let takers = geometry.pawn_attacks(!at.turn, passed) & at.men(PAWN, at.turn);
        let live = takers.squares().any(|from| self.en_passant_is_safe(at, from, passed));
        at.set_en_passant(live.then_some(passed), &geometry.keys);
    }

    fn castle<W: Watch>(
        &self,
        at: &mut Position<B, R::Sets>,
        side: Side,
        king: Kind,
        from: Square,
        rook: Square,
        watch: &mut W,
    ) {
        let keys = &self.rules.geometry().keys;
        let wing = if rook < from { Wing::Left } else { Wing::Right };
        let (Some(goal), Some((partner, _))) = (self.rules.castle_goal(side, wing), at.man_on(rook)) else { return };
        at.lift(king, side, from, keys, watch);
        at.lift(partner, side, rook, keys, watch);
        at.put(king, side, goal.king, keys, watch);
        at.put(partner, side, goal.rook, keys, watch);
    }
}
