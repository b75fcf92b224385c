//! Knights, bishops, rooks and queens: how many safe squares they reach, and whether they stand well.
//!
//! What they attack is noted on the way, since it has to be computed anyhow.

use super::camp::{Sight, View};
use super::squares::{CENTRE, DARK, MIDDLE_FILES, distance, down, file_of, files, fill_down, one, rank};
use super::weights::*;
use crate::orthodox::{BISHOP, KING, KNIGHT, QUEEN, ROOK};
use crate::terms::Ledger;
use crate::{Kind, Rules};
use tabula_board::{Bits, Slide};
use tabula_core::Square;

/// What all officers of a side ask for.
struct Ground {
    /// Squares worth reaching: not guarded by an enemy pawn, not held by the own king, queen or a pawn that will stay.
    area: u64,
    /// Squares for minor officers that enemy pawns can no longer attack and an own pawn guards.
    outposts: u64,
    /// Squares that enemy pawns may come to attack.
    pawn_reach: u64,
    /// The squares beside the enemy king.
    beside_king: u64,
}

/// Credits the officers, and completes what the side sees.
#[inline(always)]
pub(super) fn officers<L: Ledger>(view: &View<'_>, sight: &mut Sight, ledger: &mut L) {
    let (own, foe) = (view.own, view.foe);
    let staying = view.blocked_pawns() | own.pawns() & (rank(1) | rank(2));
    let pawn_reach = fill_down(foe.pawn_attacks);
    let ground = Ground {
        area: !(foe.pawn_attacks | own.of(KING) | own.of(QUEEN) | staying),
        outposts: (rank(3) | rank(4) | rank(5)) & own.pawn_attacks & !pawn_reach,
        pawn_reach,
        beside_king: view.game.rules().leaps(KING, foe.king),
    };
    knights(view, &ground, sight, ledger);
    bishops(view, &ground, sight, ledger);
    rooks(view, &ground, sight, ledger);
    queens(view, &ground, sight, ledger);
}

/// Notes what an officer attacks; answers how many squares of the area it reaches.
#[inline(always)]
fn look(view: &View<'_>, ground: &Ground, sight: &mut Sight, kind: Kind, attacks: u64) -> usize {
    sight.note(kind, attacks);
    if attacks & view.foe.ring != 0 {
        sight.raiders[kind.index() - KNIGHT.index()] += 1;
        sight.hits += (attacks & ground.beside_king).count() as i32;
    }
    (attacks & ground.area).count() as usize
}

/// What knights and bishops share.
#[inline(always)]
fn minor<L: Ledger>(view: &View<'_>, ground: &Ground, nth: usize, on: Square, attacks: u64, ledger: &mut L) {
    if ground.outposts.has(on) {
        ledger.add(OUTPOST.at(nth), 1);
    } else if attacks & ground.outposts & !view.own.all != 0 {
        ledger.add(OUTPOST_NEAR.at(nth), 1);
    }
    if down(view.own.pawns() | view.foe.pawns()).has(on) {
        ledger.add(BEHIND_PAWN.at(nth), 1);
    }
    ledger.add(FAR_FROM_KING.at(nth), distance(on, view.own.king) as i32);
}

#[inline(always)]
fn knights<L: Ledger>(view: &View<'_>, ground: &Ground, sight: &mut Sight, ledger: &mut L) {
    for on in view.own.of(KNIGHT).squares() {
        let attacks = view.game.rules().leaps(KNIGHT, on);
        let reach = look(view, ground, sight, KNIGHT, attacks);
        ledger.add(KNIGHT_MOBILITY.at(reach), 1);
        minor(view, ground, 0, on, attacks, ledger);
    }
}

#[inline(always)]
fn bishops<L: Ledger>(view: &View<'_>, ground: &Ground, sight: &mut Sight, ledger: &mut L) {
    let bishops = view.own.of(BISHOP);
    let geometry = view.game.rules().geometry();
    // Queens do not stand in the way for long.
    let occupied = view.occupied & !view.own.of(QUEEN);
    for on in bishops.squares() {
        let attacks = geometry.sliders.diagonal(on, occupied);
        let reach = look(view, ground, sight, BISHOP, attacks);
        ledger.add(BISHOP_MOBILITY.at(reach), 1);
        minor(view, ground, 1, on, attacks, ledger);
        let colour = if DARK.has(on) { DARK } else { !DARK };
        let pawns = view.own.pawns() & colour;
        ledger.add(BISHOP_PAWNS.only(), pawns.count() as i32);
        ledger.add(BISHOP_CLOSED.only(), (pawns & view.blocked_pawns() & MIDDLE_FILES).count() as i32);
        let line = geometry.lines.diagonal(on);
        ledger.add(BISHOP_RAYS.only(), (line & view.foe.pawns()).count() as i32);
        if ((line | one(on)) & CENTRE).is_several() {
            let past_officers = geometry.sliders.diagonal(on, view.own.pawns() | view.foe.pawns());
            if ((past_officers | one(on)) & CENTRE).is_several() {
                ledger.add(LONG_DIAGONAL.only(), 1);
            }
        }
    }
    if bishops.meets(DARK) && bishops.meets(!DARK) {
        ledger.add(PAIR.only(), 1);
    }
}

#[inline(always)]
fn rooks<L: Ledger>(view: &View<'_>, ground: &Ground, sight: &mut Sight, ledger: &mut L) {
    let (own, foe) = (view.own, view.foe);
    let rooks = own.of(ROOK);
    if rooks == 0 {
        return;
    }
    let (own_files, foe_files) = (files(own.pawns()), files(foe.pawns()));
    let closed = fill_down(view.blocked_pawns());
    let queen_files = files(own.of(QUEEN) | foe.of(QUEEN));
    let occupied = view.occupied & !own.of(QUEEN) & !rooks;
    for on in rooks.squares() {
        let attacks = view.game.rules().geometry().sliders.straight(on, occupied);
        let reach = look(view, ground, sight, ROOK, attacks);
        ledger.add(ROOK_MOBILITY.at(reach), 1);
        if !own_files.has(on) {
            ledger.add(if foe_files.has(on) { ROOK_HALF_OPEN } else { ROOK_OPEN }.only(), 1);
        } else {
            if closed.has(on) {
                ledger.add(ROOK_CLOSED.only(), 1);
            }
            let (king, file) = (file_of(own.king), file_of(on));
            if reach <= 3 && (king < 4) == (file < king) && king != file {
                ledger.add(ROOK_TRAPPED.at(usize::from(!view.may_castle)), 1);
            }
        }
        if queen_files.has(on) {
            ledger.add(ROOK_QUEEN_FILE.only(), 1);
        }
        if rank(6).has(on) && (foe.pawns().meets(rank(6)) || foe.of(KING).meets(rank(7))) {
            ledger.add(ROOK_SEVENTH.only(), 1);
        }
    }
}

#[inline(always)]
fn queens<L: Ledger>(view: &View<'_>, ground: &Ground, sight: &mut Sight, ledger: &mut L) {
    let sliders = &view.game.rules().geometry().sliders;
    let inside = (rank(4) | rank(5) | rank(6) | rank(7)) & !ground.pawn_reach;
    for on in view.own.of(QUEEN).squares() {
        let attacks = sliders.straight(on, view.occupied) | sliders.diagonal(on, view.occupied);
        let reach = look(view, ground, sight, QUEEN, attacks);
        ledger.add(QUEEN_MOBILITY.at(reach), 1);
        if inside.has(on) {
            ledger.add(QUEEN_INSIDE.only(), 1);
        }
    }
}
