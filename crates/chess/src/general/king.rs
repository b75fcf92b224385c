//! The safety of the king: the pawns before it, and the enemies around it.
//!
//! An attack is more than the sum of its parts. So that the evaluation stays linear in its weights, the parts are also
//! counted in fixed units, and the number of units names a weight of a table.

use super::camp::{Sight, View};
use super::layout::DANGER;
use crate::Rules;
use crate::kind::MAX_KINDS;
use crate::terms::Ledger;
use tabula_board::{Bits, Slide};
use tabula_core::Square;

/// Units for a weak square near the king.
const WEAK_UNITS: i32 = 2;
/// Units that an attack without a heavy officer lacks.
const NO_HEAVY_UNITS: i32 = 8;

/// Credits the king's safety; most weights are negative. A side without a king is not in danger any more.
#[inline(always)]
pub(super) fn king<const W: bool, B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    own: &Sight<B>,
    foe: &Sight<B>,
    ledger: &mut L,
) {
    let Some(king) = view.own.king else { return };
    if own.royal == view.own.beside_king {
        shelter::<W, B, R, L>(view, king, ledger);
        wing::<W, B, R, L>(view, king, own, foe, ledger);
    } else {
        let room = own.royal & !foe.any & !view.own.all;
        ledger.add(view.layout.rows.royal_room.at(room.count() as usize), 1);
    }
    danger(view, king, own, foe, ledger);
}

/// The pawns of both sides on the king's file and the two beside it.
#[inline(always)]
fn shelter<const W: bool, B: Bits, R: Rules<B>, L: Ledger>(view: &View<'_, B, R>, king: Square, ledger: &mut L) {
    let (field, rows) = (view.field, &view.layout.rows);
    // Pawns that the king has passed do not matter.
    let ahead = field.ranks_from::<W>(king);
    let (own, foe) = (view.own.pawns & ahead & !view.foe.pawn_attacks, view.foe.pawns & ahead);
    let of_king = field.file(king);
    let centre = of_king.clamp(1, (field.files - 2).max(1));
    for file in centre - 1..=centre + 1 {
        let (edge, squares) = (field.edge_distance(file), field.column(file));
        let (guard, storm) = (field.nearest::<W>(own & squares), field.nearest::<W>(foe & squares));
        ledger.add(rows.shelter.at(edge * field.ranks + guard), 1);
        if guard != 0 && guard + 1 == storm {
            ledger.add(rows.storm_blocked.at(storm), 1);
        } else {
            ledger.add(rows.storm.at(edge * field.ranks + storm), 1);
        }
        let has_own = view.own_files.meets(squares);
        if !has_own && !view.foe_files.meets(squares) {
            ledger.add(rows.king_open.at(usize::from(file == of_king)), 1);
        } else if file == of_king && !has_own {
            ledger.add(rows.king_open.at(2), 1);
        }
    }
}

/// What happens on the king's wing.
#[inline(always)]
fn wing<const W: bool, B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    king: Square,
    own: &Sight<B>,
    foe: &Sight<B>,
    ledger: &mut L,
) {
    let (field, rows) = (view.field, &view.layout.rows);
    let files = field.wing(field.file(king));
    let camp = files & field.half::<W>().camp;
    let hits = (foe.any & camp).count() + (foe.twice & camp).count();
    ledger.add(rows.king_flank_hit.only(), hits as i32);
    ledger.add(rows.king_flank_guard.only(), (own.any & camp).count() as i32);
    if !(view.own.pawns | view.foe.pawns).meets(files) {
        ledger.add(rows.king_pawnless.only(), 1);
    }
}

/// The enemy officers near the king, and the checks they could give.
#[inline(always)]
fn danger<B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    king: Square,
    own: &Sight<B>,
    foe: &Sight<B>,
    ledger: &mut L,
) {
    let rows = &view.layout.rows;
    let rules = view.game.rules();
    let sliders = &rules.geometry().sliders;
    let mut units = if view.foe.heavy.is_empty() { -NO_HEAVY_UNITS } else { 0 };
    ledger.add(rows.king_hit.only(), foe.hits);
    units += foe.hits;

    let weak = foe.any & !own.twice & (!own.any | own.royal | own.heavy);
    let weak_near = (weak & view.own.ring).count() as i32;
    ledger.add(rows.king_weak.only(), weak_near);
    units += WEAK_UNITS * weak_near;

    // A check is safe where the man that gives it is not taken: unguarded, or guarded by the king alone against two.
    let free = !view.foe.all;
    let safe = free & (!own.any | weak & foe.twice);
    let occupied = view.occupied & !view.own.heavy;
    let (straight, diagonal) = (sliders.straight(king, occupied), sliders.diagonal(king, occupied));
    let mut unsafe_checks = B::EMPTY;
    for officer in &view.layout.officers {
        let (kind, nature) = (officer.kind, officer.nature);
        let count = i32::from(foe.raiders[kind.index() % MAX_KINDS]);
        let reached = foe.of(kind);
        if reached.is_empty() {
            continue;
        }
        ledger.add(officer.attacker.only(), count);
        units += nature.raid * count;
        let mut from = if nature.leaps { rules.leaps(kind, king) } else { B::EMPTY };
        if nature.straight {
            from |= straight;
        }
        if nature.diagonal {
            from |= diagonal;
        }
        let checks = from & reached & free;
        if checks.meets(safe) {
            ledger.add(officer.check.at(usize::from((checks & safe).is_several())), 1);
            units += nature.check;
        } else if officer.inside.is_none() {
            unsafe_checks |= checks;
        }
    }
    ledger.add(rows.king_unsafe_check.only(), unsafe_checks.count() as i32);
    ledger.add(rows.king_danger.at(units.clamp(0, DANGER as i32 - 1) as usize), 1);
}
