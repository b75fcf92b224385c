//! All men but pawns and kings: how many safe squares they reach, and whether they stand well.
//!
//! What they attack is noted on the way, since it has to be computed anyhow.

use super::camp::{Sight, View};
use super::field::side;
use super::layout::Officer;
use super::nature::Class;
use crate::Rules;
use crate::kind::MAX_KINDS;
use crate::terms::Ledger;
use tabula_board::{Bits, Slide};
use tabula_core::Square;

/// What all officers of a side ask for.
struct Ground<B> {
    /// Squares worth reaching: not guarded by an enemy pawn, not held by the own king, a heavy officer or a pawn that stays.
    area: B,
    /// Squares for minor officers that enemy pawns can no longer attack and an own pawn guards.
    outposts: B,
    /// Squares in the enemy half that no enemy pawn can come to attack.
    inside: B,
    /// What is right behind any pawn.
    behind_pawns: B,
}

/// Credits the officers, and completes what the side sees.
#[inline(always)]
pub(super) fn officers<const W: bool, B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    sight: &mut Sight<B>,
    ledger: &mut L,
) {
    let (own, foe, field) = (view.own, view.foe, view.field);
    let half = field.half::<W>();
    let staying = view.blocked | own.pawns & half.low;
    let ground = Ground {
        area: !(foe.pawn_attacks | own.royal | own.heavy | staying),
        outposts: half.outposts & own.pawn_attacks & !view.pawn_reach,
        inside: half.beyond & !view.pawn_reach,
        behind_pawns: field.down::<W>(own.pawns | foe.pawns),
    };
    for officer in &view.layout.officers {
        let men = view.at.men(officer.kind, side::<W>());
        if men.is_empty() {
            continue;
        }
        kind::<W, B, R, L>(view, &ground, officer, men, sight, ledger);
    }
}

/// Credits the men of one kind.
#[inline(always)]
fn kind<const W: bool, B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    ground: &Ground<B>,
    officer: &Officer,
    men: B,
    sight: &mut Sight<B>,
    ledger: &mut L,
) {
    let (own, field, rows) = (view.own, view.field, &view.layout.rows);
    let (kind, nature) = (officer.kind, officer.nature);
    let rules = view.game.rules();
    let sliders = &rules.geometry().sliders;
    // Heavy officers do not stand in the way of lesser ones for long, nor rooks in each other's.
    let occupied = match nature.class {
        Class::Heavy => view.occupied,
        _ if nature.straight => view.occupied & !own.heavy & !men,
        _ => view.occupied & !own.heavy,
    };
    let mut all = B::EMPTY;
    for on in men.squares() {
        let mut attacks = if nature.leaps { rules.leaps(kind, on) } else { B::EMPTY };
        if nature.straight {
            attacks |= sliders.straight(on, occupied);
        }
        if nature.diagonal {
            attacks |= sliders.diagonal(on, occupied);
        }
        if nature.odd
            && let Some(odd) = rules.odd()
        {
            attacks |= odd.attacks(kind, side::<W>(), on, occupied);
        }
        all |= attacks;
        sight.note(kind, attacks);
        if attacks.meets(view.foe.ring) {
            sight.raiders[kind.index() % MAX_KINDS] += 1;
            sight.hits += (attacks & view.foe.beside_king).count() as i32;
        }
        let reach = (attacks & ground.area).count() as usize;
        ledger.add(officer.mobility.at(reach), 1);
        match nature.class {
            Class::Minor => minor(view, ground, officer, on, attacks, ledger),
            Class::Middle if nature.straight => rook::<W, B, R, L>(view, on, reach, ledger),
            Class::Heavy => {
                if let Some(inside) = officer.inside
                    && ground.inside.has(on)
                {
                    ledger.add(inside.only(), 1);
                }
            }
            _ => {}
        }
        if nature.bound {
            let colour = if field.dark.has(on) { field.dark } else { !field.dark };
            let pawns = own.pawns & colour;
            ledger.add(rows.bound_pawns.only(), pawns.count() as i32);
            ledger.add(rows.bound_closed.only(), (pawns & view.blocked & field.middle).count() as i32);
        }
    }
    match nature.class {
        Class::Minor => sight.minor |= all,
        Class::Middle => sight.middle |= all,
        _ => sight.heavy |= all,
    }
    if nature.bound && men.meets(field.dark) && men.meets(!field.dark) {
        ledger.add(rows.pair.only(), 1);
    }
}

#[inline(always)]
fn minor<B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    ground: &Ground<B>,
    officer: &Officer,
    on: Square,
    attacks: B,
    ledger: &mut L,
) {
    let Some(rows) = officer.minor else { return };
    if ground.outposts.has(on) {
        ledger.add(rows.outpost.only(), 1);
    } else if attacks.meets(ground.outposts & !view.own.all) {
        ledger.add(rows.outpost_near.only(), 1);
    }
    if ground.behind_pawns.has(on) {
        ledger.add(rows.behind_pawn.only(), 1);
    }
    if let Some(king) = view.own.king {
        ledger.add(rows.far_from_king.only(), view.field.distance(on, king) as i32);
    }
}

#[inline(always)]
fn rook<const W: bool, B: Bits, R: Rules<B>, L: Ledger>(
    view: &View<'_, B, R>,
    on: Square,
    reach: usize,
    ledger: &mut L,
) {
    let (own, foe, field, rows) = (view.own, view.foe, view.field, &view.layout.rows);
    let half = field.half::<W>();
    let column = field.column(field.file(on));
    if !view.own_files.has(on) {
        let row = if view.foe_files.has(on) { rows.rook_half_open } else { rows.rook_open };
        ledger.add(row.only(), 1);
    } else {
        if (view.blocked & column).meets(field.ranks_from::<W>(on)) {
            ledger.add(rows.rook_closed.only(), 1);
        }
        if reach <= 3
            && let Some(king) = own.king
        {
            let (king, file) = (field.file(king), field.file(on));
            if king != file && (king < field.files / 2) == (file < king) {
                let may_castle = view.at.castles().meets(own.all);
                ledger.add(rows.rook_trapped.at(usize::from(!may_castle)), 1);
            }
        }
    }
    if column.meets(own.heavy | foe.heavy) {
        ledger.add(rows.rook_heavy_file.only(), 1);
    }
    if half.seventh.has(on) && (foe.pawns.meets(half.seventh) || foe.royal.meets(half.behind_seventh)) {
        ledger.add(rows.rook_seventh.only(), 1);
    }
}
