//! What men are worth where they stand, material included: the part of the evaluation that is kept up to date.

use super::squares::{across, file_of, rank_of};
use super::weights::*;
use crate::kind::owner;
use crate::orthodox::KING;
use crate::terms::{Ledger, Packed, Sum};
use crate::{Kind, PAWN};
use tabula_core::{Man, Side, Square};

/// By man, then by square: with the own king on the left half, on the right half.
#[derive(Debug)]
pub(super) struct Places(Box<[[[Packed; 2]; 64]; 12]>);

impl Places {
    pub(super) fn new(weights: &Weights) -> Self {
        let mut table = Box::new([[[Packed::ZERO; 2]; 64]; 12]);
        for (man, squares) in (0..).map(Man).zip(table.iter_mut()) {
            for (on, worth) in (0..).map(Square).zip(squares.iter_mut()) {
                let seen = if owner(man) == Side::First { on } else { across(on) };
                *worth = [0, 1].map(|wing| {
                    let mut sum = Sum { weights, total: Packed::ZERO };
                    place(Kind::from_man(man), seen, wing, &mut sum);
                    sum.total
                });
            }
        }
        Self(table)
    }

    #[inline(always)]
    pub(super) fn worth(&self, man: Man, on: Square) -> [Packed; 2] {
        self.0[man.0 as usize % 12][on.index() % 64]
    }
}

/// Credits a man with its kind and its place. `wing` is the half on which the own king stands, 0 for the files a to d.
pub(super) fn place<L: Ledger>(kind: Kind, on: Square, wing: usize, ledger: &mut L) {
    let file = if wing == 0 { 7 - file_of(on) } else { file_of(on) };
    let rank = rank_of(on);
    if kind == PAWN {
        ledger.add(MATERIAL.at(0), 1);
        // No pawn stands on the first rank or the last.
        if (1..7).contains(&rank) {
            ledger.add(PAWN_PLACE.at((6 - rank) * 8 + file), 1);
        }
    } else if kind == KING {
        // Its own half is the right one. On the other it only stands in tables that are not asked.
        if file >= 4 {
            ledger.add(KING_PLACE.at((7 - rank) * 4 + file - 4), 1);
        }
    } else {
        let tables = [KNIGHT_PLACE, BISHOP_PLACE, ROOK_PLACE, QUEEN_PLACE];
        ledger.add(MATERIAL.at(kind.index()), 1);
        ledger.add(tables[kind.index() - 1].at((7 - rank) * 8 + file), 1);
    }
}
