//! Who attacks a square; checks and pins.

use crate::{Chess, Kind, PAWN, Position, Rules};
use tabula_board::{Bits, Slide};
use tabula_core::{Side, Square};

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// The men of `side` within `among` that attack a square, if `occupied` were the board.
    #[inline(always)]
    pub(crate) fn attackers(&self, at: &Position<B, R::Sets>, square: Square, side: Side, among: B, occupied: B) -> B {
        let geometry = self.rules.geometry();
        let mut men = geometry.pawn_attacks(!side, square) & at.kind(PAWN);
        for &kind in self.rules.leapers() {
            men |= self.rules.leaps(kind, square) & at.kind(kind);
        }
        men |= geometry.sliders.straight(square, occupied) & self.rules.straight_sliders(at.kinds());
        men |= geometry.sliders.diagonal(square, occupied) & self.rules.diagonal_sliders(at.kinds());
        if let Some(odd) = self.rules.odd() {
            men |= odd.attackers(at, square, side, occupied);
        }
        men & among
    }

    /// The men of both sides that attack a square, if `occupied` were the board.
    #[inline(always)]
    pub(crate) fn all_attackers(&self, at: &Position<B, R::Sets>, square: Square, occupied: B) -> B {
        let geometry = self.rules.geometry();
        let pawns = geometry.pawn_attacks(Side::Second, square) & at.men(PAWN, Side::First)
            | geometry.pawn_attacks(Side::First, square) & at.men(PAWN, Side::Second);
        let officers = at.occupied() & !at.kind(PAWN);
        let mut men = self.attackers(at, square, Side::First, officers, occupied) | pawns;
        if let Some(odd) = self.rules.odd() {
            men |= odd.attackers(at, square, Side::Second, occupied);
        }
        men & occupied
    }

    /// Whether `side` attacks a square, if `occupied` were the board.
    #[inline(always)]
    pub(crate) fn attacked(&self, at: &Position<B, R::Sets>, square: Square, side: Side, occupied: B) -> bool {
        !self.attackers(at, square, side, at.side(side), occupied).is_empty()
    }

    /// Where a man of `kind` and `side` could take an enemy, if `occupied` were the board.
    #[inline(always)]
    pub fn attacks(&self, kind: Kind, side: Side, from: Square, occupied: B) -> B {
        if kind == PAWN {
            return self.rules.geometry().pawn_attacks(side, from);
        }
        let plain = self.rules.reach(kind, from, occupied);
        match self.rules.odd() {
            Some(odd) => plain | odd.attacks(kind, side, from, occupied),
            None => plain,
        }
    }

    /// The royal man of a side. Positions have exactly one each, unless royal men are taken: then it may be missing, and
    /// the answer is some square.
    #[inline(always)]
    pub(crate) fn royal(&self, at: &Position<B, R::Sets>, side: Side) -> Square {
        (self.rules.royals(at.kinds()) & at.side(side)).first()
    }

    /// Recomputes who gives check to the mover, and which of its men are pinned.
    #[inline(always)]
    pub(crate) fn refresh(&self, at: &mut Position<B, R::Sets>) {
        if self.rules.takes_royals() {
            return;
        }
        let geometry = self.rules.geometry();
        let royal = self.royal(at, at.turn);
        let (own, foe) = (at.side(at.turn), at.side(!at.turn));
        let mut checkers = geometry.pawn_attacks(at.turn, royal) & at.kind(PAWN);
        for &kind in self.rules.leapers() {
            checkers |= self.rules.leaps(kind, royal) & at.kind(kind);
        }
        checkers &= foe;
        let mut pinned = B::EMPTY;
        let straight = geometry.lines.straight(royal) & self.rules.straight_sliders(at.kinds());
        let diagonal = geometry.lines.diagonal(royal) & self.rules.diagonal_sliders(at.kinds());
        for sniper in ((straight | diagonal) & foe).squares() {
            let between = geometry.lines.between(royal, sniper) & at.occupied();
            if between.is_empty() {
                checkers |= B::one(sniper);
            } else if !between.is_several() {
                pinned |= between & own;
            }
        }
        if let Some(odd) = self.rules.odd() {
            checkers |= odd.attackers(at, royal, !at.turn, at.occupied());
        }
        at.checkers = checkers;
        at.pinned = pinned;
    }

    /// Whether taking in passing from `from` onto `passed` leaves the own royal man safe.
    ///
    /// Two men leave the rank at once, so no mask of pins tells; the board after the capture does.
    pub(crate) fn en_passant_is_safe(&self, at: &Position<B, R::Sets>, from: Square, passed: Square) -> bool {
        if self.rules.takes_royals() {
            return true;
        }
        let taken = self.en_passant_victim(at.turn, passed);
        let occupied = (at.occupied() ^ B::one(from) ^ B::one(taken)) | B::one(passed);
        let foe = !at.turn;
        let rest = at.side(foe) & !B::one(taken);
        self.attackers(at, self.royal(at, at.turn), foe, rest, occupied).is_empty()
    }

    /// Whether going from `from` to `to` leaves the own royal man safe: for games without masks of pins.
    pub(crate) fn is_safe(&self, at: &Position<B, R::Sets>, from: Square, to: Square) -> bool {
        let royal = self.royal(at, at.turn);
        let royal = if from == royal { to } else { royal };
        let occupied = (at.occupied() & !B::one(from)) | B::one(to);
        let rest = at.side(!at.turn) & !B::one(to);
        self.attackers(at, royal, !at.turn, rest, occupied).is_empty()
    }

    /// Where the pawn stands that `side` takes on `passed`.
    #[inline(always)]
    pub(crate) fn en_passant_victim(&self, side: Side, passed: Square) -> Square {
        crate::geometry::shifted(passed, -crate::geometry::ahead_by(side, self.rules.stride()))
    }
}
