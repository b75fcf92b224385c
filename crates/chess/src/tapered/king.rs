//! The safety of the king: the pawns before it, and the enemies around it.
//!
//! An attack is more than the sum of its parts. So that the evaluation stays linear in its weights, the parts are also
//! counted in fixed units, and the number of units names a weight of a table.

use super::camp::{Sight, View};
use super::squares::{FILE_A, LEFT_FILES, MIDDLE_FILES, file_of, from_edge, rank, rank_of};
use super::weights::*;
use crate::Rules;
use crate::orthodox::{BISHOP, KING, KNIGHT, QUEEN, ROOK};
use crate::terms::Ledger;
use tabula_board::{Bits, Slide};

/// Units for an officer near the king: knight, bishop, rook, queen.
const ATTACKER_UNITS: [i32; 4] = [2, 2, 3, 4];
/// Units for a safe check by it.
const CHECK_UNITS: [i32; 4] = [6, 4, 6, 5];
/// Units for a weak square near the king.
const WEAK_UNITS: i32 = 2;
/// Units that an attack without a queen lacks.
const NO_QUEEN_UNITS: i32 = 8;

/// The files of the king's wing, by its file.
const WINGS: [u64; 8] = [
    LEFT_FILES & !(FILE_A << 3),
    LEFT_FILES,
    LEFT_FILES,
    MIDDLE_FILES,
    MIDDLE_FILES,
    !LEFT_FILES,
    !LEFT_FILES,
    !LEFT_FILES & !(FILE_A << 4),
];

/// Credits the king's safety; most weights are negative.
#[inline(always)]
pub(super) fn king<L: Ledger>(view: &View<'_>, own: &Sight, foe: &Sight, ledger: &mut L) {
    shelter(view, ledger);
    wing(view, own, foe, ledger);
    danger(view, own, foe, ledger);
}

/// The pawns of both sides on the king's file and the two beside it.
#[inline(always)]
fn shelter<L: Ledger>(view: &View<'_>, ledger: &mut L) {
    let king = view.own.king;
    // Pawns that the king has passed do not matter.
    let ahead = u64::MAX << (8 * rank_of(king));
    let (own, foe) = (view.own.pawns() & ahead & !view.foe.pawn_attacks, view.foe.pawns() & ahead);
    let all = view.own.pawns() | view.foe.pawns();
    let centre = file_of(king).clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let (edge, squares) = (from_edge(file), FILE_A << file);
        let nearest = |pawns: u64| {
            let pawns = pawns & squares;
            if pawns == 0 { 0 } else { pawns.trailing_zeros() as usize / 8 }
        };
        let (guard, storm) = (nearest(own), nearest(foe));
        ledger.add(SHELTER.at(edge * 8 + guard), 1);
        if guard != 0 && guard + 1 == storm {
            ledger.add(STORM_BLOCKED.at(storm), 1);
        } else {
            ledger.add(STORM.at(edge * 8 + storm), 1);
        }
        let of_king = file == file_of(king);
        if !all.meets(squares) {
            ledger.add(KING_OPEN.at(usize::from(of_king)), 1);
        } else if of_king && !view.own.pawns().meets(squares) {
            ledger.add(KING_OPEN.at(2), 1);
        }
    }
}

/// What happens on the king's wing.
#[inline(always)]
fn wing<L: Ledger>(view: &View<'_>, own: &Sight, foe: &Sight, ledger: &mut L) {
    let files = WINGS[file_of(view.own.king)];
    let camp = files & (rank(0) | rank(1) | rank(2) | rank(3) | rank(4));
    let hits = (foe.any & camp).count() + (foe.twice & camp).count();
    ledger.add(KING_FLANK_HIT.only(), hits as i32);
    ledger.add(KING_FLANK_GUARD.only(), (own.any & camp).count() as i32);
    if !(view.own.pawns() | view.foe.pawns()).meets(files) {
        ledger.add(KING_PAWNLESS.only(), 1);
    }
}

/// The enemy officers near the king, and the checks they could give.
#[inline(always)]
fn danger<L: Ledger>(view: &View<'_>, own: &Sight, foe: &Sight, ledger: &mut L) {
    let rules = view.game.rules();
    let sliders = &rules.geometry().sliders;
    let king = view.own.king;
    let mut units = if view.foe.of(QUEEN) == 0 { -NO_QUEEN_UNITS } else { 0 };
    for (nth, &count) in foe.raiders.iter().enumerate() {
        ledger.add(KING_ATTACKER.at(nth), i32::from(count));
        units += ATTACKER_UNITS[nth] * i32::from(count);
    }
    ledger.add(KING_HIT.only(), foe.hits);
    units += foe.hits;

    let weak = foe.any & !own.twice & (!own.any | own.of(KING) | own.of(QUEEN));
    let weak_near = (weak & view.own.ring).count() as i32;
    ledger.add(KING_WEAK.only(), weak_near);
    units += WEAK_UNITS * weak_near;

    // A check is safe where the man that gives it is not taken: unguarded, or guarded by the king alone against two.
    let safe = !view.foe.all & (!own.any | weak & foe.twice);
    let occupied = view.occupied & !view.own.of(QUEEN);
    let (straight, diagonal) = (sliders.straight(king, occupied), sliders.diagonal(king, occupied));
    let checks = [
        rules.leaps(KNIGHT, king) & foe.of(KNIGHT),
        diagonal & foe.of(BISHOP),
        straight & foe.of(ROOK),
        (straight | diagonal) & foe.of(QUEEN) & !own.of(QUEEN),
    ];
    let mut unsafe_checks = 0;
    for (nth, &squares) in checks.iter().enumerate() {
        if squares & safe != 0 {
            ledger.add(KING_CHECK.at(nth * 2 + usize::from((squares & safe).is_several())), 1);
            units += CHECK_UNITS[nth];
        } else if nth < 3 {
            unsafe_checks |= squares;
        }
    }
    ledger.add(KING_UNSAFE_CHECK.only(), (unsafe_checks & !view.foe.all).count() as i32);
    ledger.add(KING_DANGER.at(units.clamp(0, KING_DANGER.count as i32 - 1) as usize), 1);
}
