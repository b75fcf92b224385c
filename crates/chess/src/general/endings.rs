//! What the sum of the terms does not know of endings: how likely an advantage is to win, and how a bare king is mated.

use super::camp::Camp;
use super::field::Field;
use super::layout::Layout;
use super::nature::Class;
use crate::{Chess, Position, Rules};
use tabula_board::Bits;
use tabula_core::Square;
use tabula_core::tuning::FULL_SCALE;

/// What a mating material is worth beyond its men.
const MATING: i32 = 300;
/// For the weak king at the edge, away from the centre.
const EDGE: i32 = 120;
/// For kings that stand together.
const NEAR: i32 = 84;
/// For the weak king in a corner in which a man of one colour can help to mate it.
const CORNER: i32 = 210;

/// How much of its endgame advantage `strong` keeps, of 64; `passed` are its passed pawns.
#[inline(always)]
pub(super) fn scale<B: Bits, R: Rules<B>>(
    at: &Position<B, R::Sets>,
    field: &Field<B>,
    layout: &Layout,
    strong: &Camp<B>,
    weak: &Camp<B>,
    passed: B,
) -> i32 {
    if strong.pawns.is_empty() {
        return without_pawns::<B, R>(at, layout, strong, weak);
    }
    // One man each that is bound to a colour, and to different ones.
    let few = !strong.officers.is_several() && !weak.officers.is_several();
    if few && !strong.officers.is_empty() && !weak.officers.is_empty() {
        let is_bound = |men: B| {
            let kind = at.man_on(men.first()).map(|(kind, _)| kind);
            layout.officers.iter().any(|officer| Some(officer.kind) == kind && officer.nature.bound)
        };
        let apart = strong.officers.meets(field.dark) != weak.officers.meets(field.dark);
        if apart && is_bound(strong.officers) && is_bound(weak.officers) {
            return 18 + 4 * passed.count() as i32;
        }
    }
    let one_wing = !strong.pawns.meets(field.left) || !strong.pawns.meets(!field.left);
    let count = strong.pawns.count() as i32;
    (38 + 6 * count).min(FULL_SCALE) - if one_wing && !weak.pawns.is_empty() { 4 } else { 0 }
}

/// A small advantage without pawns wins seldom, and one minor man or two knights never do.
#[inline(never)]
fn without_pawns<B: Bits, R: Rules<B>>(
    at: &Position<B, R::Sets>,
    layout: &Layout,
    strong: &Camp<B>,
    weak: &Camp<B>,
) -> i32 {
    let worth = |camp: &Camp<B>| -> i32 {
        let officers = layout.officers.iter();
        officers.map(|officer| (at.kind(officer.kind) & camp.all).count() as i32 * officer.nature.value).sum()
    };
    let (own, foe) = (worth(strong), worth(weak));
    let mates = layout.officers.iter().any(|officer| officer.nature.mates && at.kind(officer.kind).meets(strong.all));
    let minors = strong.officers.count();
    if !mates && weak.pawns.is_empty() {
        let bound =
            layout.officers.iter().any(|officer| officer.nature.bound && at.kind(officer.kind).meets(strong.all));
        if minors < 2 || minors == 2 && !bound {
            return 0;
        }
    }
    if own - foe > 370 {
        return FULL_SCALE;
    }
    match (mates, foe) {
        (false, _) => 0,
        (_, ..=370) => 6,
        _ => 14,
    }
}

/// What helps `strong` to mate a bare king; 0 where it has not the men for it, or the enemy more than a king.
#[inline(always)]
pub(super) fn mating<B: Bits, R: Rules<B>>(
    game: &Chess<B, R>,
    at: &Position<B, R::Sets>,
    field: &Field<B>,
    layout: &Layout,
    strong: &Camp<B>,
    weak: &Camp<B>,
) -> i32 {
    if weak.all.is_several() {
        return 0;
    }
    match (weak.king, strong.king) {
        (Some(victim), Some(hunter)) if game.rules().has_plain_king() => {
            drive::<B, R>(at, field, layout, strong, victim, hunter)
        }
        _ => 0,
    }
}

#[inline(never)]
fn drive<B: Bits, R: Rules<B>>(
    at: &Position<B, R::Sets>,
    field: &Field<B>,
    layout: &Layout,
    strong: &Camp<B>,
    victim: Square,
    hunter: Square,
) -> i32 {
    let (mut anywhere, mut bound, mut others) = (false, B::EMPTY, 0);
    for officer in &layout.officers {
        let men = at.kind(officer.kind) & strong.all;
        anywhere |= officer.nature.mates && !men.is_empty();
        if officer.nature.bound {
            bound |= men;
        } else if officer.nature.class == Class::Minor {
            others += men.count();
        }
    }
    let (dark, light) = (bound.meets(field.dark), bound.meets(!field.dark));
    anywhere |= dark && light || others > 2;
    if !anywhere && (bound.is_empty() || others == 0) {
        return 0;
    }
    let longest = field.files.max(field.ranks) as i32 - 1;
    let kings = NEAR * (longest - field.distance(victim, hunter) as i32) / longest.max(1);
    let (file, rank) = (field.file(victim) as i32, field.rank::<true>(victim) as i32);
    let (last_file, last_rank) = (field.files as i32 - 1, field.ranks as i32 - 1);
    if anywhere {
        let away = |x: i32, last: i32| (2 * x - last).abs();
        return MATING + EDGE * (away(file, last_file) + away(rank, last_rank)) / (last_file + last_rank) + kings;
    }
    // The corners of the colour, whichever those are on this board.
    let corners = [(0, 0), (last_file, 0), (0, last_rank), (last_file, last_rank)];
    let fit = corners.iter().filter(|(x, y)| ((x + y) % 2 == 0) == dark);
    let steps = fit.map(|(x, y)| (x - file).abs() + (y - rank).abs()).min().unwrap_or(0);
    MATING + CORNER * (last_file + last_rank - steps) / (last_file + last_rank) + kings
}
