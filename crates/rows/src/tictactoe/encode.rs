//! What a network sees: own stones, the opponent's stones.

use super::{CELLS, TicTacToe, bit};
use crate::tictactoe::Board;
use tabula_core::encode::{SQUARE, turn_square};
use tabula_core::{Encode, Planes, Square};

const SIZE: usize = 3;
const STONES: Planes = Planes { name: "stones", channels: &["own", "other"], rows: SIZE, columns: SIZE, memory: 0 };

impl Encode for TicTacToe {
    fn planes(&self) -> Vec<Planes> {
        vec![STONES]
    }

    fn encode(&self, _: &Planes, recent: &[&Board], out: &mut [f32]) {
        let at = recent[0];
        for (plane, side) in out.chunks_exact_mut(SIZE * SIZE).zip([at.turn(), !at.turn()]) {
            for (number, cell) in plane.iter_mut().zip((0..CELLS).map(Square)) {
                *number = f32::from(u8::from(at.stones[side] & bit(cell) != 0));
            }
        }
    }

    fn places(&self) -> usize {
        usize::from(CELLS)
    }

    fn place(&self, _: &Board, cell: Square) -> usize {
        cell.index()
    }

    fn symmetries(&self) -> usize {
        SQUARE
    }

    fn turn_cell(&self, symmetry: usize, cell: usize) -> usize {
        turn_square(SIZE, symmetry, cell)
    }

    fn turn_place(&self, symmetry: usize, place: usize) -> usize {
        turn_square(SIZE, symmetry, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Notation;
    use tabula_core::testkit::{Battery, encoding};

    #[test]
    fn the_mover_comes_first() {
        let at = TicTacToe.read_position("3/1x1/o1x o").unwrap();
        let mut planes = [0.0; 18];
        TicTacToe.encode(&STONES, &[&at], &mut planes);
        assert_eq!(planes, [1., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 0., 1., 0., 0., 0., 0.]);
    }

    #[test]
    fn planes_and_places_turn_together() {
        encoding(&TicTacToe, Battery::default());
    }
}
