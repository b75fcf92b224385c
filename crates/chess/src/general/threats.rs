//! Men that are attacked, squares that are contested, and room behind the pawns.

use super::camp::{Sight, View};
use super::layout::{CROWD, Row};
use crate::terms::Ledger;
use crate::{PAWN, Rules};
use tabula_board::Bits;

/// Credits the threats of a side against its enemy.
#[inline(always)]
pub(super) fn threats<const W: bool, B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    own: &Sight<B>,
    foe: &Sight<B>,
    ledger: &mut L,
) {
    let (victims, field, rows) = (view.foe, view.field, &view.layout.rows);
    let strong = victims.pawn_attacks | foe.twice & !own.twice;
    let prey = victims.all & !victims.royal;
    let weak = prey & !strong & own.any;
    let guarded = victims.officers & strong;

    each(view, rows.by_minor, (guarded | weak) & own.minor, ledger);
    each(view, rows.by_rook, (weak | guarded & victims.heavy) & own.middle, ledger);
    if weak.meets(own.royal) {
        ledger.add(rows.by_king.only(), 1);
    }
    let hanging = weak & (!foe.any | victims.officers & own.twice);
    each(view, rows.hanging, hanging, ledger);
    ledger.add(rows.heavy_guard.only(), (weak & foe.heavy).count() as i32);
    ledger.add(rows.restricted.only(), (own.any & foe.any & !strong).count() as i32);

    let safe = !foe.any | own.any;
    let by_pawn = field.pawns_attack::<W>(view.own.pawns & safe);
    each(view, rows.by_pawn, by_pawn & victims.officers, ledger);
    let free = !view.occupied;
    let step = field.up::<W>(view.own.pawns) & free;
    let double = field.up::<W>(step & field.half::<W>().stepped) & free;
    let steps = (step | double) & !victims.pawn_attacks & safe;
    ledger.add(rows.by_push.only(), (field.pawns_attack::<W>(steps) & victims.officers).count() as i32);
}

/// Credits each kind of man that stands in a set.
#[inline(always)]
fn each<B: Bits, R: Rules<B>, L: Ledger>(view: &View<'_, B, R>, row: Row, set: B, ledger: &mut L) {
    // Mostly there is nothing to count, or one.
    for on in set.squares() {
        let (kind, _) = view.at.man_on(on).unwrap_or((PAWN, view.at.turn()));
        ledger.add(row.at(kind.index()), 1);
    }
}

/// Credits the room in the own half of the centre; squares behind own pawns count twice.
#[inline(always)]
pub(super) fn space<const W: bool, B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    foe: &Sight<B>,
    ledger: &mut L,
) {
    let field = view.field;
    let room = field.half::<W>().room & !view.own.pawns & !view.foe.pawn_attacks;
    let one = field.down::<W>(view.own.pawns);
    let two = field.down::<W>(one);
    let behind = view.own.pawns | one | two | field.down::<W>(two);
    let count = room.count() + (room & behind & !foe.any).count();
    ledger.add(view.layout.rows.space.at((view.own.all.count() as usize).min(CROWD)), count as i32);
}
