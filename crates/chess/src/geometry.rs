//! What follows from the board alone: lines, slides, the ways of pawns, hash keys.

use crate::keys::Keys;
use tabula_board::{Bits, Lines, PerSquare, Shape, Slide, leaps};
use tabula_core::{Side, Square};

/// The tables of a board.
pub struct Geometry<B: Bits> {
    pub(crate) shape: Shape,
    pub(crate) lines: Lines<B>,
    pub(crate) sliders: B::Sliders,
    pub(crate) keys: Keys<B>,
    pawn_attacks: [Box<B::PerSquare<B>>; 2],
    /// Without the file on which a capture to the left would leave the board.
    not_left: B,
    not_right: B,
    board: B,
}

impl<B: Bits> Geometry<B> {
    /// The tables for a board of this size.
    pub(crate) fn new(shape: Shape) -> Self {
        Self {
            shape,
            lines: Lines::new(shape),
            sliders: B::Sliders::new(shape),
            keys: Keys::new(),
            pawn_attacks: [leaps::<B>(shape, &[(-1, 1), (1, 1)]), leaps::<B>(shape, &[(-1, -1), (1, -1)])],
            not_left: !shape.file_set::<B>(0),
            not_right: !shape.file_set::<B>(shape.files() - 1),
            board: shape.all(),
        }
    }

    /// What a pawn of `side` attacks from a square.
    #[inline(always)]
    pub(crate) fn pawn_attacks(&self, side: Side, from: Square) -> B {
        *self.pawn_attacks[side as usize].at(from)
    }
}

/// The ways of a pawn: each a set of pawns moved by one step, and the step itself.
///
/// `stride` is the number of files; it comes from the rules, where it may be a constant.
impl<B: Bits> Geometry<B> {
    #[inline(always)]
    pub(crate) fn ahead(&self, side: Side, pawns: B, stride: u32) -> B {
        match side {
            Side::First => (pawns << stride) & self.board,
            Side::Second => pawns >> stride,
        }
    }

    #[inline(always)]
    pub(crate) fn ahead_left(&self, side: Side, pawns: B, stride: u32) -> B {
        match side {
            Side::First => ((pawns & self.not_left) << (stride - 1)) & self.board,
            Side::Second => (pawns & self.not_left) >> (stride + 1),
        }
    }

    #[inline(always)]
    pub(crate) fn ahead_right(&self, side: Side, pawns: B, stride: u32) -> B {
        match side {
            Side::First => ((pawns & self.not_right) << (stride + 1)) & self.board,
            Side::Second => (pawns & self.not_right) >> (stride - 1),
        }
    }
}

/// How the number of a square changes by a step ahead.
#[inline(always)]
pub(crate) const fn ahead_by(side: Side, stride: u32) -> i32 {
    match side {
        Side::First => stride as i32,
        Side::Second => -(stride as i32),
    }
}

/// The square whose number is `by` higher.
#[inline(always)]
pub(crate) const fn shifted(square: Square, by: i32) -> Square {
    Square((square.0 as i32 + by) as u8 as u16)
}
