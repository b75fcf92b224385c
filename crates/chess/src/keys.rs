//! Random numbers whose sum (without carry) is the fingerprint of a position (Zobrist keys).

use crate::kind::MAX_KINDS;
use tabula_board::{Bits, PerSquare};
use tabula_core::{Dice, Man, Square};

/// The numbers of one game.
pub(crate) struct Keys<B: Bits> {
    men: Box<[B::PerSquare<u64>]>,
    castles: Box<B::PerSquare<u64>>,
    en_passant: Box<B::PerSquare<u64>>,
    pub(crate) turn: u64,
    pub(crate) rolling: u64,
}

impl<B: Bits> Keys<B> {
    /// The same numbers for the same man and square on every width.
    pub(crate) fn new() -> Self {
        let table = |stream: u64| {
            B::PerSquare::boxed(|square| Dice::new(stream << 32 | u64::from(square.0) << 8 | 0x55).next_u64())
        };
        Self {
            men: (0..MAX_KINDS as u64 * 2).map(|man| *table(man)).collect(),
            castles: table(1_000),
            en_passant: table(1_001),
            turn: Dice::new(1_002 << 32).next_u64(),
            rolling: Dice::new(1_003 << 32).next_u64(),
        }
    }

    #[inline(always)]
    pub(crate) fn man(&self, man: Man, on: Square) -> u64 {
        *self.men[man.0 as usize].at(on)
    }

    #[inline(always)]
    pub(crate) fn castle(&self, rook: Square) -> u64 {
        *self.castles.at(rook)
    }

    #[inline(always)]
    pub(crate) fn en_passant(&self, passed: Square) -> u64 {
        *self.en_passant.at(passed)
    }
}
