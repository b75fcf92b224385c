//! What men are worth where they stand, material included: the part of the evaluation that is kept up to date.

use super::field::Field;
use super::layout::Layout;
use super::weights::Weights;
use crate::kind::owner;
use crate::terms::{Ledger, Packed, Sum, Worth};
use crate::{Kind, Rules};
use tabula_board::{Bits, PerSquare};
use tabula_core::{Man, Side, Square};

/// What a man adds where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stand {
    /// With the own king on the left half, on the right half.
    pub(super) worth: [Packed; 2],
    /// About its material, which tells when a side is so far ahead that nothing else counts.
    pub(super) material: i16,
    /// What it counts in the phase of the game.
    pub(super) phase: i16,
}

/// By man, then by square.
#[derive(Debug)]
pub(super) struct Places<B: Bits>(Box<[Box<B::PerSquare<Stand>>]>);

impl<B: Bits> Places<B> {
    pub(super) fn new<R: Rules<B>>(rules: &R, field: &Field<B>, layout: &Layout, weights: &Weights) -> Self {
        let stand = |man: Man, on: Square| {
            let kind = Kind::from_man(man);
            let worth = [0, 1].map(|wing| {
                let mut sum = Sum { weights, total: Packed::ZERO };
                if on.index() < field.shape.size() {
                    place(field, layout, kind, owner(man), on, wing, &mut sum);
                }
                sum.total
            });
            let material = layout.material[kind.index()].map_or(0, |row| weights.packed(row.only()).middle());
            Stand { worth, material: material as i16, phase: layout.phase[kind.index()] as i16 }
        };
        let men = (0..rules.kinds().len() as u8 * 2).map(Man);
        Self(men.map(|man| B::PerSquare::boxed(|on| stand(man, on))).collect())
    }

    /// What a man adds; nothing if the game has no such man.
    #[inline(always)]
    pub(super) fn stand(&self, man: Man, on: Square) -> Stand {
        match self.0.get(man.0 as usize) {
            Some(squares) => *squares.at(on),
            None => Stand { worth: [Packed::ZERO; 2], material: 0, phase: 0 },
        }
    }
}

/// Credits a man with its kind and its place. `wing` is the half on which the own king stands, 0 for the left.
pub(super) fn place<B: Bits, L: Ledger>(
    field: &Field<B>,
    layout: &Layout,
    kind: Kind,
    side: Side,
    on: Square,
    wing: usize,
    ledger: &mut L,
) {
    let (files, last) = (field.files, field.ranks - 1);
    let file = if wing == 0 { files - 1 - field.file(on) } else { field.file(on) };
    // The table begins with the last rank.
    let line = match side {
        Side::First => last - field.rank::<true>(on),
        Side::Second => last - field.rank::<false>(on),
    };
    let Some(row) = layout.place[kind.index()] else { return };
    match layout.material[kind.index()] {
        Some(material) => {
            ledger.add(material.only(), 1);
            ledger.add(row.at(line * files + file), 1);
        }
        // A royal man stands on its own half. On the other it only stands in tables that are not asked.
        None if file >= files / 2 => ledger.add(row.at(line * files.div_ceil(2) + file - files / 2), 1),
        None => {}
    }
}
