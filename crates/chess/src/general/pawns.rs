//! The structure of the pawns, which changes seldom, and a cache of what was found out about it.
//!
//! What depends on other men too is left out: passed pawns are only found here, and credited in `passed.rs`.

use super::field::Field;
use super::layout::Layout;
use super::weights::Weights;
use crate::terms::{Ledger, Packed, Sum};
use tabula_board::Bits;

/// Credits the structure of `own` pawns against `foe` pawns; answers which of the own are passed.
pub(super) fn structure<const W: bool, B: Bits, L: Ledger>(
    field: &Field<B>,
    layout: &Layout,
    own: B,
    foe: B,
    ledger: &mut L,
) -> B {
    let rows = &layout.rows;
    let attacks = field.pawns_attack::<W>(own);
    let foe_attacks = field.down::<W>(field.beside(foe));
    let own_files = field.columns_of(own);
    let neighbours = field.beside(own_files);
    let foe_span = field.fill_down::<W>(foe);
    let behind = field.down::<W>(field.fill_down::<W>(own));
    let passed = own & !field.down::<W>(foe_span) & !field.fill_down::<W>(foe_attacks) & !behind;
    let doubled = own & behind;
    // Where a neighbour stands beside or behind.
    let support = field.fill_up::<W>(field.beside(own));
    let backward = own & !support & field.down::<W>(foe_attacks | foe);
    for on in own.squares() {
        let (pawn, edge, rank) = (B::one(on), field.edge_distance(field.file(on)), field.rank::<W>(on));
        let lone = !neighbours.has(on);
        if lone {
            ledger.add(rows.isolated.at(edge), 1);
        }
        if doubled.has(on) {
            ledger.add(rows.doubled.at(edge), 1);
        }
        if backward.has(on) && !lone {
            ledger.add(rows.backward.at(usize::from(!foe_span.has(on))), 1);
        }
        if field.beside(pawn).meets(own) {
            ledger.add(rows.phalanx.at(rank), 1);
        }
        if attacks.has(on) {
            ledger.add(rows.supported.at(rank), 1);
        }
        if !passed.has(on) && !foe_span.has(on) && !doubled.has(on) {
            // Enemies that guard its way against own pawns that can help it forward.
            let guards = field.beside(field.fill_up::<W>(field.up::<W>(pawn))) & foe;
            let helpers = field.beside(field.fill_down::<W>(pawn)) & own;
            if helpers.count() >= guards.count() {
                ledger.add(rows.candidate.at(rank), 1);
            }
        }
    }
    // A group begins on each file whose left neighbour is empty.
    let groups = (0..field.files).filter(|&file| {
        let has = |file: usize| own_files.meets(field.column(file));
        has(file) && !(file > 0 && has(file - 1))
    });
    ledger.add(rows.islands.only(), groups.count() as i32);
    passed
}

/// What is known of the pawns of both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<B> {
    /// The fingerprint of the pawns.
    key: u64,
    /// The credits, by side.
    pub(super) sums: [Packed; 2],
    /// The passed ones of both sides.
    pub(super) passed: B,
    /// By side: the squares that its pawns may come to attack.
    pub(super) reach: [B; 2],
    /// By side: the files with its pawns, all their squares.
    pub(super) files: [B; 2],
}

impl<B: Bits> Known<B> {
    /// Of a board without pawns, whose fingerprint is 0.
    const NOTHING: Self =
        Self { key: 0, sums: [Packed::ZERO; 2], passed: B::EMPTY, reach: [B::EMPTY; 2], files: [B::EMPTY; 2] };

    pub(super) fn find_out<L: Ledger>(
        field: &Field<B>,
        layout: &Layout,
        key: u64,
        [first, second]: [B; 2],
        ledgers: &mut [L; 2],
    ) -> Self {
        let [of_first, of_second] = ledgers;
        let passed = structure::<true, B, L>(field, layout, first, second, of_first)
            | structure::<false, B, L>(field, layout, second, first, of_second);
        Self {
            key,
            sums: [Packed::ZERO; 2],
            passed,
            reach: [
                field.fill_up::<true>(field.pawns_attack::<true>(first)),
                field.fill_up::<false>(field.pawns_attack::<false>(second)),
            ],
            files: [field.columns_of(first), field.columns_of(second)],
        }
    }
}

const ENTRIES: usize = 1 << 12;

/// Remembers structures by their fingerprints.
#[derive(Clone, Debug)]
pub(super) struct Cache<B>(Box<[Known<B>]>);

impl<B: Bits> Cache<B> {
    pub(super) fn new() -> Self {
        Self(vec![Known::NOTHING; ENTRIES].into())
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Known::NOTHING);
    }

    /// What is known of these pawns, found out now if need be.
    #[inline(always)]
    pub(super) fn look_up(
        &mut self,
        field: &Field<B>,
        layout: &Layout,
        weights: &Weights,
        key: u64,
        pawns: [B; 2],
    ) -> &Known<B> {
        let entry = &mut self.0[key as usize % ENTRIES];
        if entry.key != key {
            *entry = afresh(field, layout, weights, key, pawns);
        }
        entry
    }
}

#[cold]
#[inline(never)]
fn afresh<B: Bits>(field: &Field<B>, layout: &Layout, weights: &Weights, key: u64, pawns: [B; 2]) -> Known<B> {
    let mut sums = [Packed::ZERO; 2].map(|total| Sum { weights, total });
    let known = Known::find_out(field, layout, key, pawns, &mut sums);
    Known { sums: sums.map(|sum| sum.total), ..known }
}
