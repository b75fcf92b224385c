//! What a network sees of orthodox chess: a plane for each kind of man, White's +1 and Black's -1, and one for whose turn it is. The board is
//! always seen from White's side, the eighth rank first, as in the engine Beast.
//!
//! A move is told by its two squares: promotions to different men share a place.

use crate::orthodox::{BISHOP, KING, KNIGHT, QUEEN, ROOK};
use crate::{Chess, Kind, Move, Orthodox, PAWN, Position};
use tabula_board::Bits;
use tabula_core::{Encode, Planes, Side, Square};

const SIZE: usize = 8;
const CELLS: usize = SIZE * SIZE;
/// The kinds, in the order of their planes.
const KINDS: [Kind; 6] = [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN];
const BEAST: Planes = Planes {
    name: "beast",
    channels: &["kings", "queens", "rooks", "bishops", "knights", "pawns", "White's turn"],
    rows: SIZE,
    columns: SIZE,
    memory: 0,
};

impl Encode for Chess<u64, Orthodox> {
    fn planes(&self) -> Vec<Planes> {
        vec![BEAST]
    }

    fn encode(&self, _: &Planes, recent: &[&Position<u64, [u64; 8]>], out: &mut [f32]) {
        let at = recent[0];
        let (men, turn) = out.split_at_mut(KINDS.len() * CELLS);
        for (plane, kind) in men.chunks_exact_mut(CELLS).zip(KINDS) {
            for (side, number) in [(Side::First, 1.0), (Side::Second, -1.0)] {
                at.men(kind, side).squares().for_each(|on| plane[self.cell(on)] = number);
            }
        }
        turn.fill(if at.turn() == Side::First { 1.0 } else { -1.0 });
    }

    fn places(&self) -> usize {
        CELLS * CELLS
    }

    fn place(&self, _: &Position<u64, [u64; 8]>, m: Move) -> usize {
        m.from().index() * CELLS + m.to().index()
    }

    fn cell(&self, square: Square) -> usize {
        // The eighth rank comes first.
        square.index() ^ (CELLS - SIZE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess;
    use tabula_core::Notation;
    use tabula_core::testkit::{Battery, encoding};

    #[test]
    fn men_stand_in_the_planes_of_their_kinds_from_whites_side() {
        let (game, mut planes) = (chess(), [0.0; 7 * CELLS]);
        let at = game.read_position("k7/8/8/8/8/1p6/8/K6R b - - 0 1").unwrap();
        game.encode(&BEAST, &[&at], &mut planes);
        let filled: Vec<_> = planes[..6 * CELLS].iter().enumerate().filter(|(_, number)| **number != 0.0).collect();
        // The black king in the first corner, the white one in the corner before the last row ends; rook; pawn.
        let wanted = [(0, &-1.0), (56, &1.0), (2 * CELLS + 63, &1.0), (5 * CELLS + 41, &-1.0)];
        assert_eq!(filled, wanted);
        assert!(planes[6 * CELLS..].iter().all(|&number| number == -1.0));
    }

    #[test]
    fn every_move_has_a_place() {
        encoding(&chess(), Battery::default());
    }
}
