//! Arithmetic on sets of squares of the usual board, seen by the side that plays up the board.

use tabula_core::Square;

pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;
/// The files c to f.
pub(super) const MIDDLE_FILES: u64 = FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5;
/// The files a to d.
pub(super) const LEFT_FILES: u64 = FILE_A | FILE_A << 1 | FILE_A << 2 | FILE_A << 3;
/// a1, and all squares of its colour.
pub(super) const DARK: u64 = 0xAA55_AA55_AA55_AA55;
/// d4, e4, d5, e5.
pub(super) const CENTRE: u64 = 0x0000_0018_1800_0000;

/// A rank, counted from 0.
pub(super) const fn rank(index: u32) -> u64 {
    0xFF << (8 * index)
}

#[inline(always)]
pub(super) const fn up(set: u64) -> u64 {
    set << 8
}

#[inline(always)]
pub(super) const fn down(set: u64) -> u64 {
    set >> 8
}

/// One step to either side.
#[inline(always)]
pub(super) const fn beside(set: u64) -> u64 {
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// What pawns that move up attack.
#[inline(always)]
pub(super) const fn pawns_attack(pawns: u64) -> u64 {
    up(beside(pawns))
}

/// The set, and all squares above it.
#[inline(always)]
pub(super) const fn fill_up(mut set: u64) -> u64 {
    set |= set << 8;
    set |= set << 16;
    set | set << 32
}

/// The set, and all squares below it.
#[inline(always)]
pub(super) const fn fill_down(mut set: u64) -> u64 {
    set |= set >> 8;
    set |= set >> 16;
    set | set >> 32
}

/// The files on which the set has squares.
#[inline(always)]
pub(super) const fn files(set: u64) -> u64 {
    fill_up(fill_down(set))
}

#[inline(always)]
pub(super) const fn one(square: Square) -> u64 {
    1 << (square.0 & 63)
}

#[inline(always)]
pub(super) const fn file_of(square: Square) -> usize {
    (square.0 & 7) as usize
}

#[inline(always)]
pub(super) const fn rank_of(square: Square) -> usize {
    (square.0 >> 3 & 7) as usize
}

/// Steps from the nearest edge file, 0 to 3.
#[inline(always)]
pub(super) const fn from_edge(file: usize) -> usize {
    if file < 4 { file } else { 7 - file }
}

/// The steps of a king between two squares.
#[inline(always)]
pub(super) const fn distance(a: Square, b: Square) -> usize {
    let files = file_of(a).abs_diff(file_of(b));
    let ranks = rank_of(a).abs_diff(rank_of(b));
    if files > ranks { files } else { ranks }
}

/// The same square for the other side.
#[inline(always)]
pub(super) const fn across(square: Square) -> Square {
    Square(square.0 ^ 56)
}
