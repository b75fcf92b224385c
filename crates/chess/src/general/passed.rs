//! Passed pawns: how far they are, and what helps or hinders them.

use super::camp::{Sight, View};
use super::field::side;
use super::layout::{DISTANCES, NEAR};
use crate::terms::Ledger;
use crate::{PAWN, Rules};
use tabula_board::{Bits, Slide};
use tabula_core::Square;

/// Credits the `passed` pawns of a side, if it can promote at all.
#[inline(always)]
pub(super) fn passed<const W: bool, B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    foe: &Sight<B>,
    passed: B,
    ledger: &mut L,
) {
    if let Some(goal) = view.field.half::<W>().goal {
        for on in (passed & view.own.pawns).squares() {
            pawn::<W, B, R, L>(view, foe, goal, on, ledger);
        }
    }
}

#[inline(always)]
fn pawn<const W: bool, B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    foe: &Sight<B>,
    goal: usize,
    on: Square,
    ledger: &mut L,
) {
    let (field, rows) = (view.field, &view.layout.rows);
    let (pawn, rank, file) = (B::one(on), field.rank::<W>(on), field.file(on));
    let ahead = field.up::<W>(pawn);
    let way = field.fill_up::<W>(ahead);
    ledger.add(rows.passed.at(rank), 1);
    ledger.add(rows.passed_file.at(field.edge_distance(file)), 1);
    if view.own.pawn_attacks.has(on) {
        ledger.add(rows.passed_protected.at(rank), 1);
    }
    if field.beside(pawn).meets(view.own.pawns) {
        ledger.add(rows.passed_phalanx.at(rank), 1);
    }
    // A pawn on the last rank, where it cannot promote, has no next square.
    if rank + NEAR < goal || ahead.is_empty() {
        return;
    }
    let next = ahead.first();
    let line = (rank + NEAR - goal).min(NEAR - 1);
    let near = |king: Option<Square>| king.map(|king| line * DISTANCES + field.distance(king, next).min(DISTANCES - 1));
    if let Some(place) = near(view.own.king) {
        ledger.add(rows.passed_own_king.at(place), 1);
    }
    if let Some(place) = near(view.foe.king) {
        ledger.add(rows.passed_foe_king.at(place), 1);
    }
    if view.foe.all.has(next) {
        ledger.add(rows.passed_blocked.at(rank), 1);
    }
    let free = !way.meets(view.occupied);
    if free {
        ledger.add(rows.passed_free.at(rank), 1);
    }
    // A straight slider behind the pawn sees its whole way.
    let rules = view.game.rules();
    let behind = field.fill_down::<W>(pawn) & rules.straight_sliders(view.at.kinds()) & !view.at.kind(PAWN);
    let mut hunter = false;
    if !behind.is_empty() {
        let seen = rules.geometry().sliders.straight(on, view.occupied) & behind;
        if seen.meets(view.own.all) {
            ledger.add(rows.passed_rook.at(0), 1);
        }
        if seen.meets(view.foe.all) {
            ledger.add(rows.passed_rook.at(1), 1);
            hunter = true;
        }
    }
    if !hunter {
        if !way.meets(foe.any) {
            ledger.add(rows.passed_safe.at(rank), 1);
        }
        if !foe.any.has(next) {
            ledger.add(rows.passed_step.at(rank), 1);
        }
    }
    if free
        && view.foe.officers.is_empty()
        && let Some(king) = view.foe.king
    {
        let steps = goal.saturating_sub(rank);
        let chase = field.distance(king, field.square::<W>(file, goal));
        let waits = view.at.turn() != side::<W>();
        if chase > steps + usize::from(waits) {
            ledger.add(rows.passed_race.only(), 1);
        }
    }
}
