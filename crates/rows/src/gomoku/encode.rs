//! What a network sees: own stones, the opponent's stones, the board, and who began. Which stone was the last does not matter.

use super::{Board, Gomoku};
use tabula_core::encode::{SQUARE, turn_square};
use tabula_core::{Encode, Planes, Square};

/// The board itself is a plane, because what lies beyond its edge is zeros like an empty point.
const CHANNELS: &[&str] = &["own", "other", "board", "own is Black"];

impl Gomoku {
    const fn stones_planes(&self) -> Planes {
        Planes { name: "stones", channels: CHANNELS, rows: self.size(), columns: self.size(), memory: 0 }
    }
}

impl Encode for Gomoku {
    fn planes(&self) -> Vec<Planes> {
        vec![self.stones_planes()]
    }

    fn encode(&self, set: &Planes, recent: &[&Board], out: &mut [f32]) {
        let at = recent[0];
        let cells = set.cells();
        for point in 0..cells {
            if let Some(side) = self.owner(at, point) {
                out[if side == at.turn() { point } else { cells + point }] = 1.0;
            }
        }
        out[2 * cells..3 * cells].fill(1.0);
        if at.turn() == tabula_core::Side::First {
            out[3 * cells..].fill(1.0);
        }
    }

    fn places(&self) -> usize {
        self.size() * self.size()
    }

    fn place(&self, _: &Board, point: Square) -> usize {
        point.index()
    }

    fn symmetries(&self) -> usize {
        SQUARE
    }

    fn turn_cell(&self, symmetry: usize, cell: usize) -> usize {
        turn_square(self.size(), symmetry, cell)
    }

    fn turn_place(&self, symmetry: usize, place: usize) -> usize {
        turn_square(self.size(), symmetry, place)
    }
}

#[cfg(test)]
mod tests {
    use crate::Gomoku;
    use crate::gomoku::Law;
    use tabula_core::testkit::{Battery, encoding};

    #[test]
    fn planes_and_places_turn_together() {
        for law in [Law::Freestyle, Law::Renju] {
            encoding(&Gomoku::new(law, 9), Battery { games: 3, plies: 40, seed: 1 });
        }
    }
}
