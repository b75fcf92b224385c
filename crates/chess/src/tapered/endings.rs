//! What the sum of the terms does not know of endings: how likely an advantage is to win, and how a bare king is mated.

use super::camp::Camp;
use super::squares::{DARK, FILE_A, FILE_H, LEFT_FILES, distance, file_of, rank_of};
use crate::Kind;
use crate::orthodox::{BISHOP, KNIGHT, QUEEN, ROOK};
use tabula_board::Bits;
use tabula_core::Square;
use tabula_core::tuning::{FULL_PHASE, FULL_SCALE};

/// Rough worth of the officers, to tell a small advantage from a winning one.
const OFFICERS: [(Kind, i32); 4] = [(KNIGHT, 3), (BISHOP, 3), (ROOK, 5), (QUEEN, 10)];

/// What a mating material is worth beyond its men.
const MATING: i32 = 300;
/// For each step of the weak king away from the centre.
const EDGE: i32 = 18;
/// For each step that the kings are nearer.
const NEAR: i32 = 12;
/// For each step of the weak king towards a corner in which bishop and knight can mate it.
const CORNER: i32 = 30;

/// How much of the game is left, from 24 to 0: knight and bishop count 1, rook 2, queen 4.
#[inline(always)]
pub(super) fn phase(first: &Camp, second: &Camp) -> i32 {
    let count = |kind: Kind| (first.of(kind) | second.of(kind).swap_bytes()).count() as i32;
    (count(KNIGHT) + count(BISHOP) + 2 * count(ROOK) + 4 * count(QUEEN)).min(FULL_PHASE)
}

/// How much of its endgame advantage `strong` keeps, of 64. Both camps as `strong` sees them; `passed` are its passed pawns.
#[inline(always)]
pub(super) fn scale(strong: &Camp, weak: &Camp, passed: u64) -> i32 {
    let pawns = strong.pawns();
    if pawns == 0 {
        return without_pawns(strong, weak);
    }
    let (bishop, other) = (strong.of(BISHOP), weak.of(BISHOP));
    if bishop.count() == 1 && other.count() == 1 && bishop.meets(DARK) != other.meets(DARK) {
        return if (strong.officers() ^ bishop | weak.officers() ^ other) == 0 {
            18 + 4 * passed.count() as i32
        } else {
            (22 + 3 * strong.all.count() as i32).min(FULL_SCALE)
        };
    }
    if wrong_corner(strong, weak) {
        return 0;
    }
    let one_wing = !pawns.meets(LEFT_FILES) || !pawns.meets(!LEFT_FILES);
    (38 + 6 * pawns.count() as i32).min(FULL_SCALE) - if one_wing && !weak.pawns().is_empty() { 4 } else { 0 }
}

/// A small advantage without pawns wins seldom; two knights never do.
#[inline(never)]
fn without_pawns(strong: &Camp, weak: &Camp) -> i32 {
    let (own, foe) = (worth(strong), worth(weak));
    if strong.officers() == strong.of(KNIGHT) && own <= 6 && weak.pawns() == 0 {
        return 0;
    }
    if own - foe > 3 {
        return FULL_SCALE;
    }
    match (own, foe) {
        (..5, _) => 0,
        (_, ..=3) => 6,
        _ => 14,
    }
}

fn worth(camp: &Camp) -> i32 {
    OFFICERS.iter().map(|&(kind, worth)| worth * camp.of(kind).count() as i32).sum()
}

/// Only pawns on one edge file, no officers but bishops of the wrong colour, and the king of the weak side in the corner.
fn wrong_corner(strong: &Camp, weak: &Camp) -> bool {
    let pawns = strong.pawns();
    let corner = match (pawns & !FILE_A, pawns & !FILE_H) {
        (0, _) => Square(56),
        (_, 0) => Square(63),
        _ => return false,
    };
    let colour = if DARK.has(corner) { DARK } else { !DARK };
    strong.officers() & !(strong.of(BISHOP) & !colour) == 0 && distance(weak.king, corner) <= 1
}

/// What helps `strong` to mate a bare king; 0 where it has not the men for it, or the enemy more than a king.
#[inline(always)]
pub(super) fn mating(strong: &Camp, weak: &Camp) -> i32 {
    if weak.all.is_several() { 0 } else { drive(strong, weak.king, strong.king) }
}

#[inline(never)]
fn drive(strong: &Camp, victim: Square, hunter: Square) -> i32 {
    let bishops = strong.of(BISHOP);
    let (dark, light) = (bishops.meets(DARK), bishops.meets(!DARK));
    let anywhere = strong.of(ROOK) | strong.of(QUEEN) != 0 || dark && light;
    let in_corner = strong.of(KNIGHT) != 0 && bishops != 0;
    if !anywhere && !in_corner {
        return 0;
    }
    let kings = NEAR * (7 - distance(victim, hunter) as i32);
    if !anywhere {
        // The corners of the bishop's colour: a1 and h8 are dark.
        let (file, rank) = (file_of(victim) as i32, rank_of(victim) as i32);
        let away = if dark { (file + rank).min(14 - file - rank) } else { (7 - file + rank).min(7 + file - rank) };
        return MATING + CORNER * (7 - away) + kings;
    }
    let from_centre = |x: usize| if x < 4 { 3 - x } else { x - 4 } as i32;
    MATING + EDGE * (from_centre(file_of(victim)) + from_centre(rank_of(victim))) + kings
}
