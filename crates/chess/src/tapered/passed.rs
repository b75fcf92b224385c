//! Passed pawns: how far they are, and what helps or hinders them.

use super::camp::{Sight, View};
use super::squares::{beside, distance, file_of, fill_down, fill_up, from_edge, one, rank_of, up};
use super::weights::*;
use crate::Rules;
use crate::orthodox::ROOK;
use crate::terms::Ledger;
use tabula_board::{Bits, Slide};
use tabula_core::Square;

/// The first rank from which kings matter, counted from 0.
const NEAR: usize = 3;

/// Credits the `passed` pawns. `turn` is whether the side is to move.
#[inline(always)]
pub(super) fn passed<L: Ledger>(view: &View<'_>, own: &Sight, foe: &Sight, passed: u64, turn: bool, ledger: &mut L) {
    for on in passed.squares() {
        pawn(view, own, foe, on, turn, ledger);
    }
}

#[inline(always)]
fn pawn<L: Ledger>(view: &View<'_>, own: &Sight, foe: &Sight, on: Square, turn: bool, ledger: &mut L) {
    let (pawn, rank) = (one(on), rank_of(on));
    let next = Square(on.0 + 8);
    let way = fill_up(up(pawn));
    ledger.add(PASSED.at(rank), 1);
    ledger.add(PASSED_FILE.at(from_edge(file_of(on))), 1);
    if own.of(crate::PAWN).has(on) {
        ledger.add(PASSED_PROTECTED.at(rank), 1);
    }
    if beside(pawn).meets(view.own.pawns()) {
        ledger.add(PASSED_PHALANX.at(rank), 1);
    }
    if rank < NEAR {
        return;
    }
    ledger.add(PASSED_OWN_KING.at((rank - NEAR) * 8 + distance(view.own.king, next)), 1);
    ledger.add(PASSED_FOE_KING.at((rank - NEAR) * 8 + distance(view.foe.king, next)), 1);
    if view.foe.all.has(next) {
        ledger.add(PASSED_BLOCKED.at(rank), 1);
    }
    let free = !way.meets(view.occupied);
    if free {
        ledger.add(PASSED_FREE.at(rank), 1);
    }
    // A rook behind the pawn sees its whole way.
    let behind = fill_down(pawn) & (view.own.of(ROOK) | view.foe.of(ROOK));
    let mut hunter = false;
    if behind != 0 {
        let seen = view.game.rules().geometry().sliders.straight(on, view.occupied) & behind;
        if seen.meets(view.own.of(ROOK)) {
            ledger.add(PASSED_ROOK.at(0), 1);
        }
        if seen.meets(view.foe.of(ROOK)) {
            ledger.add(PASSED_ROOK.at(1), 1);
            hunter = true;
        }
    }
    if !hunter {
        if !way.meets(foe.any) {
            ledger.add(PASSED_SAFE.at(rank), 1);
        }
        if !foe.any.has(next) {
            ledger.add(PASSED_STEP.at(rank), 1);
        }
    }
    let goal = Square(56 | on.0 & 7);
    if free && view.foe.officers() == 0 {
        let steps = 7 - rank;
        let chase = distance(view.foe.king, goal);
        if chase > steps + usize::from(!turn) {
            ledger.add(PASSED_RACE.only(), 1);
        }
    }
}
