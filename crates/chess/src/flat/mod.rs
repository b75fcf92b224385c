//! The chess evaluation of the draughts thesis: one flat vector of genes, so that it can be bred.
//!
//! | genes | what each counts |
//! |---|---|
//! | values | the men, by kind |
//! | covers | a man of kind A guards a man of kind B |
//! | attacks, twice | a man of kind A attacks an enemy of kind B: for the side to move, for the other |
//! | advance | each rank that a pawn has advanced |
//! | views | squares that a bishop sees, that a rook sees |
//! | air | free squares round the king |
//! | lines | open lines towards the king, counted in squares (negative) |
//! | colour | men on the colour that no enemy bishop reaches, once the enemy has lost one |
//! | check | the side to move is in check (negative) |
//!
//! The thesis also lists mate and stalemate. They are no genes here: the rules end the game there, the search scores a mate
//! by its distance and a stalemate as a draw, so that draws are wanted when losing and avoided when winning.

mod lesson;

pub use lesson::FlatLesson;

use crate::orthodox::{BISHOP, KING, ROOK};
use crate::{Chess, Kind, Orthodox, PAWN, Position, Rules};
use std::sync::Arc;
use tabula_board::{Bits, Slide};
use tabula_core::{Score, Side, Square};

type Game = Chess<u64, Orthodox>;
type At = Position<u64, [u64; 8]>;

const KINDS: usize = 6;
/// A table "kind A does something to kind B".
const TABLE: usize = KINDS * KINDS;
const VALUES: usize = 0;
const COVERS: usize = VALUES + KINDS;
const ATTACKS: usize = COVERS + TABLE;
const ATTACKS_WAITING: usize = ATTACKS + TABLE;
const ADVANCE: usize = ATTACKS_WAITING + TABLE;
const BISHOP_VIEW: usize = ADVANCE + 1;
const ROOK_VIEW: usize = BISHOP_VIEW + 1;
const AIR: usize = ROOK_VIEW + 1;
const LINES: usize = AIR + 1;
const COLOUR: usize = LINES + 1;
const CHECK: usize = COLOUR + 1;

/// How many genes there are.
pub const GENES: usize = CHECK + 1;

const DARK: u64 = 0xAA55_AA55_AA55_AA55;

/// An evaluation by a flat vector of genes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flat {
    genes: Arc<[i32; GENES]>,
}

impl Flat {
    /// An individual with these genes.
    pub fn new(genes: [i32; GENES]) -> Self {
        Self { genes: Arc::new(genes) }
    }

    /// Its genes.
    pub fn genes(&self) -> &[i32; GENES] {
        &self.genes
    }

    /// The value for the mover.
    pub fn judge(&self, game: &Game, at: &At) -> Score {
        let mut value = 0;
        for side in Side::BOTH {
            let mut sum = 0;
            count_camp(game, at, side, &mut |gene, count| sum += self.genes[gene] * count);
            value += if side == at.turn() { sum } else { -sum };
        }
        Score::estimate(value)
    }
}

/// Tells how often each gene counts for a side; `add` hears a gene and a number, and may hear a gene more than once.
fn count_camp(game: &Game, at: &At, side: Side, add: &mut impl FnMut(usize, i32)) {
    let moves = side == at.turn();
    let attacks = if moves { ATTACKS } else { ATTACKS_WAITING };
    for on in at.side(side).squares() {
        let Some((kind, _)) = at.man_on(on) else { continue };
        add(VALUES + kind.index(), 1);
        let seen = sees(game, at, kind, side, on);
        for other in (0..KINDS as u8).map(Kind) {
            let pair = kind.index() * KINDS + other.index();
            add(COVERS + pair, count(seen & at.men(other, side)));
            add(attacks + pair, count(seen & at.men(other, !side)));
        }
        match kind {
            PAWN => add(ADVANCE, advanced(side, on)),
            BISHOP => add(BISHOP_VIEW, count(seen)),
            ROOK => add(ROOK_VIEW, count(seen)),
            KING => {
                let sliders = &game.rules().geometry().sliders;
                let lines = sliders.straight(on, at.occupied()) | sliders.diagonal(on, at.occupied());
                add(AIR, count(seen & !at.occupied()));
                add(LINES, count(lines & !at.side(side) & !seen));
            }
            _ => {}
        }
    }
    let bishops = at.men(BISHOP, !side);
    if bishops.count() == 1 {
        let reached = if bishops.meets(DARK) { DARK } else { !DARK };
        add(COLOUR, count(at.side(side) & !reached));
    }
    if moves && game.in_check(at) {
        add(CHECK, 1);
    }
}

impl Default for Flat {
    /// An ancestor by hand: usual values, and a little for everything else.
    fn default() -> Self {
        let mut genes = [0; GENES];
        genes[VALUES..VALUES + KINDS].copy_from_slice(&[100, 300, 320, 500, 900, 0]);
        for a in 0..KINDS {
            for b in 0..KINDS {
                let pair = a * KINDS + b;
                // A lesser man guards and attacks with more right than a greater one; kings are guarded by nobody.
                genes[COVERS + pair] = if b == KING.index() { 0 } else { 6 - a as i32 };
                let prey = b as i32 - a as i32;
                genes[ATTACKS + pair] = 4 + 6 * prey.max(0);
                genes[ATTACKS_WAITING + pair] = 2 + 2 * prey.max(0);
            }
        }
        genes[ADVANCE] = 4;
        genes[BISHOP_VIEW] = 3;
        genes[ROOK_VIEW] = 2;
        genes[AIR] = 3;
        genes[LINES] = -2;
        genes[COLOUR] = 2;
        genes[CHECK] = -20;
        Self::new(genes)
    }
}

/// What a man attacks or guards.
fn sees(game: &Game, at: &At, kind: Kind, side: Side, on: Square) -> u64 {
    if kind == PAWN {
        game.rules().geometry().pawn_attacks(side, on)
    } else {
        game.rules().reach(kind, on, at.occupied())
    }
}

/// The ranks that a pawn has gone from where pawns start.
fn advanced(side: Side, on: Square) -> i32 {
    let rank = i32::from(on.0 / 8);
    if side == Side::First { rank - 1 } else { 6 - rank }
}

fn count(set: u64) -> i32 {
    set.count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess;
    use tabula_core::Notation;

    /// The value if only one gene is not zero.
    fn value(gene: usize, fen: &str) -> i32 {
        let mut genes = [0; GENES];
        genes[gene] = 1;
        let game = chess();
        Flat::new(genes).judge(&game, &game.read_position(fen).unwrap()).value()
    }

    fn pair(a: Kind, b: Kind) -> usize {
        a.index() * KINDS + b.index()
    }

    #[test]
    fn each_gene_counts_what_its_name_says() {
        let fen = "4k3/8/8/3n4/4P3/8/3P4/2B1K3 w - - 0 1";
        assert_eq!(value(VALUES, fen), 2);
        assert_eq!(value(COVERS + pair(BISHOP, PAWN), fen), 1, "c1 guards d2");
        assert_eq!(value(COVERS + pair(KING, PAWN), fen), 1, "e1 guards d2");
        assert_eq!(value(ATTACKS + pair(PAWN, Kind(1)), fen), 1, "e4 attacks d5");
        assert_eq!(value(ATTACKS_WAITING + pair(PAWN, Kind(1)), fen), 0, "but not as the side that waits");
        assert_eq!(value(ADVANCE, fen), 2);
        assert_eq!(value(BISHOP_VIEW, fen), 3, "b2, a3, d2");
        assert_eq!(value(COLOUR, fen), -2, "e8 and d5 are light, the bishop is dark");
    }

    #[test]
    fn air_lines_and_check_concern_the_king() {
        let corner = "k7/8/8/8/8/8/PP6/K7 w - - 0 1";
        assert_eq!(value(AIR, corner), 1 - 3, "b1 against a7, b7, b8");
        assert_eq!(value(LINES, corner), 6 - 17, "c1 to h1 against two lines and a diagonal");
        assert_eq!(value(CHECK, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1"), 1);
    }
}
