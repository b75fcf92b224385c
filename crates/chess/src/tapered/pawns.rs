//! The structure of the pawns, which changes seldom, and a cache of what was found out about it.
//!
//! What depends on other men too is left out: passed pawns are only found here, and credited in `passed.rs`.

use super::squares::{beside, down, file_of, files, fill_down, fill_up, from_edge, one, pawns_attack, rank_of, up};
use super::weights::*;
use crate::terms::{Ledger, Packed, Sum};
use tabula_board::Bits;

/// Credits the structure of `own` pawns against `foe` pawns; answers which of the own are passed.
pub(super) fn structure<L: Ledger>(own: u64, foe: u64, ledger: &mut L) -> u64 {
    let attacks = pawns_attack(own);
    // Enemy pawns move down here.
    let foe_attacks = down(beside(foe));
    let own_files = files(own);
    let neighbours = beside(own_files);
    let foe_span = fill_down(foe);
    let passed = own & !down(foe_span) & !fill_down(foe_attacks) & !down(fill_down(own));
    let doubled = own & down(fill_down(own));
    // Where a neighbour stands beside or behind.
    let support = fill_up(beside(own));
    let backward = own & !support & down(foe_attacks | foe);
    for on in own.squares() {
        let (pawn, edge, rank) = (one(on), from_edge(file_of(on)), rank_of(on));
        let lone = !neighbours.has(on);
        if lone {
            ledger.add(ISOLATED.at(edge), 1);
        }
        if doubled.has(on) {
            ledger.add(DOUBLED.at(edge), 1);
        }
        if backward.has(on) && !lone {
            ledger.add(BACKWARD.at(usize::from(!foe_span.has(on))), 1);
        }
        if beside(pawn).meets(own) {
            ledger.add(PHALANX.at(rank), 1);
        }
        if attacks.has(on) {
            ledger.add(SUPPORTED.at(rank), 1);
        }
        if !passed.has(on) && !foe_span.has(on) && !doubled.has(on) {
            // Enemies that guard its way against own pawns that can help it forward.
            let guards = beside(fill_up(up(pawn))) & foe;
            let helpers = beside(fill_down(pawn)) & own;
            if helpers.count() >= guards.count() {
                ledger.add(CANDIDATE.at(rank), 1);
            }
        }
    }
    // A group begins on each file whose left neighbour is empty.
    let row = own_files & 0xFF;
    ledger.add(ISLANDS.only(), (row & !(row << 1)).count() as i32);
    passed
}

/// What is known of the pawns of both sides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// The pawns themselves, by side, as the first player sees them.
    pawns: [u64; 2],
    /// The passed ones of both sides, likewise.
    pub(super) passed: u64,
    /// The credits, by side.
    pub(super) sums: [Packed; 2],
}

const ENTRIES: usize = 1 << 14;

/// Remembers structures. An entry holds the pawns themselves, so no two are taken for each other.
#[derive(Clone, Debug)]
pub(super) struct Cache(Box<[Known]>);

impl Cache {
    pub(super) fn new() -> Self {
        // Nothing is known of a board without pawns either, and the default says just that.
        Self(vec![Known::default(); ENTRIES].into())
    }

    /// What is known of these pawns, found out now if need be.
    #[inline(always)]
    pub(super) fn look_up(&mut self, pawns: [u64; 2], weights: &Weights) -> &Known {
        let mixed =
            pawns[0].wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ pawns[1].wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(31);
        let place = mixed.wrapping_mul(0x94D0_49BB_1331_11EB) >> (64 - ENTRIES.trailing_zeros());
        let entry = &mut self.0[place as usize % ENTRIES];
        if entry.pawns != pawns {
            *entry = find_out(pawns, weights);
        }
        entry
    }
}

#[cold]
#[inline(never)]
fn find_out(pawns: [u64; 2], weights: &Weights) -> Known {
    let [first, second] = pawns;
    let mut sums = [Packed::ZERO; 2].map(|total| Sum { weights, total });
    let of_first = structure(first, second, &mut sums[0]);
    let of_second = structure(second.swap_bytes(), first.swap_bytes(), &mut sums[1]);
    Known { pawns, passed: of_first | of_second.swap_bytes(), sums: sums.map(|sum| sum.total) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::Book;

    /// The set of squares marked in a drawing.
    fn drawn(board: &str, mark: char) -> u64 {
        board.split_whitespace().rev().enumerate().fold(0, |set, (rank, row)| {
            row.chars().enumerate().filter(|&(_, c)| c == mark).fold(set, |set, (file, _)| set | 1 << (rank * 8 + file))
        })
    }

    fn counts(board: &str) -> (Book, u64) {
        let mut book = Book::new(COUNT);
        let passed = structure(drawn(board, 'P'), drawn(board, 'p'), &mut book);
        (book, passed)
    }

    fn total(book: &Book, term: Term) -> i32 {
        (0..term.count).map(|n| book.0[term.at(n).0]).sum()
    }

    #[test]
    fn the_words_for_pawns_mean_what_books_mean() {
        let (book, passed) = counts(
            "........
             p.......
             P....p..
             ...P..pp
             ...P....
             .....P..
             ......PP
             ........",
        );
        assert_eq!(passed, drawn("........ ........ ........ ...P.... ........ ........ ........ ........", 'P'));
        assert_eq!(total(&book, ISOLATED), 3, "a6 and both on the d-file");
        assert_eq!(total(&book, DOUBLED), 1, "d4");
        assert_eq!(total(&book, PHALANX), 2, "g2 and h2");
        assert_eq!(total(&book, SUPPORTED), 1, "f3");
        assert_eq!(total(&book, ISLANDS), 3);
    }

    #[test]
    fn a_backward_pawn_cannot_be_helped_and_cannot_go() {
        let (book, _) = counts("........ ........ ...p.... ........ .P...... ..P..... ........ ........");
        assert_eq!(total(&book, BACKWARD), 0, "c4 is free");
        let (book, _) = counts("........ ........ ........ ...p.... .P...... ..P..... ........ ........");
        assert_eq!(total(&book, BACKWARD), 1, "c3 before the guarded c4, its neighbour gone ahead");
        let (book, _) = counts("........ ........ ........ ...p.... ........ .PP..... ........ ........");
        assert_eq!(total(&book, BACKWARD), 0, "b3 can still help");
    }

    #[test]
    fn the_cache_answers_as_the_structure_does() {
        let weights = Weights::shipped();
        let mut cache = Cache::new();
        let mut dice = tabula_core::Dice::new(5);
        for _ in 0..2_000 {
            let mut some = || dice.next_u64() & dice.next_u64() & dice.next_u64() & 0x00FF_FFFF_FFFF_FF00;
            let first = some();
            let second = some() & !first;
            let known = *cache.look_up([first, second], &weights);
            let fresh = find_out([first, second], &weights);
            assert_eq!((known.sums, known.passed), (fresh.sums, fresh.passed));
        }
    }
}
