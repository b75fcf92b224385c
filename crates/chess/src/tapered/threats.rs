//! Men that are attacked, squares that are contested, and room behind the pawns.

use super::camp::{Sight, View};
use super::squares::{MIDDLE_FILES, down, pawns_attack, rank, up};
use super::weights::*;
use crate::orthodox::{BISHOP, KING, KNIGHT, QUEEN, ROOK};
use crate::terms::Ledger;
use tabula_board::Bits;

/// Credits the threats of a side against its enemy.
#[inline(always)]
pub(super) fn threats<L: Ledger>(view: &View<'_>, own: &Sight, foe: &Sight, ledger: &mut L) {
    let victims = view.foe;
    let strong = victims.pawn_attacks | foe.twice & !own.twice;
    let officers = victims.officers();
    let weak = victims.all & !strong & own.any;
    let guarded = officers & strong;

    let by_minor = (guarded | weak) & (own.of(KNIGHT) | own.of(BISHOP));
    each(BY_MINOR, by_minor, &victims.men[..5], ledger);
    each(BY_ROOK, (weak | guarded & victims.of(QUEEN)) & own.of(ROOK), &victims.men[..5], ledger);
    if weak.meets(own.of(KING)) {
        ledger.add(BY_KING.only(), 1);
    }
    let hanging = weak & (!foe.any | officers & own.twice);
    each(HANGING, hanging, &victims.men[..5], ledger);
    ledger.add(QUEEN_GUARD.only(), (weak & foe.of(QUEEN)).count() as i32);
    ledger.add(RESTRICTED.only(), (own.any & foe.any & !strong).count() as i32);

    let safe = !foe.any | own.any;
    let by_pawn = pawns_attack(view.own.pawns() & safe);
    each(BY_PAWN, by_pawn, &victims.men[1..5], ledger);
    let step = up(view.own.pawns()) & !view.occupied;
    let steps = (step | up(step & rank(2)) & !view.occupied) & !victims.pawn_attacks & safe;
    ledger.add(BY_PUSH.only(), (pawns_attack(steps) & officers).count() as i32);
}

/// Credits each kind of man that stands in a set.
#[inline(always)]
fn each<L: Ledger>(term: Term, set: u64, kinds: &[u64], ledger: &mut L) {
    // Mostly there is nothing to count.
    if set != 0 {
        for (nth, &men) in kinds.iter().enumerate() {
            ledger.add(term.at(nth), (men & set).count() as i32);
        }
    }
}

/// Credits the room in the own half of the centre; squares behind own pawns count twice.
#[inline(always)]
pub(super) fn space<L: Ledger>(view: &View<'_>, foe: &Sight, ledger: &mut L) {
    let room = MIDDLE_FILES & (rank(1) | rank(2) | rank(3)) & !view.own.pawns() & !view.foe.pawn_attacks;
    let mut behind = view.own.pawns() | down(view.own.pawns());
    behind |= behind >> 16;
    let count = room.count() + (room & behind & !foe.any).count();
    ledger.add(SPACE.at((view.own.all.count() as usize).min(16)), count as i32);
}
