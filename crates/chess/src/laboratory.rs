//! The evaluation of the laboratory of searches: material and places as in [`Tables`], the shield of the king, rooks on
//! open files, and mobility. Weights are set by hand.

use crate::orthodox::{KING, ROOK};
use crate::{Chess, Kind, Orthodox, PAWN, Position, Rules, Tables, Terms};
use tabula_board::Bits;
use tabula_core::{Evaluator, Score, Side, Trace};

/// For each own pawn on the two ranks before the king, on its file or beside it.
const SHIELD: i32 = 8;
/// A rook on a file without pawns.
const OPEN_FILE: i32 = 20;
/// A rook on a file without own pawns.
const HALF_OPEN_FILE: i32 = 10;
/// For each square that a knight, bishop, rook or queen reaches.
const MOBILITY: i32 = 2;

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The evaluator; what concerns material and places is kept up to date.
#[derive(Clone, Debug)]
pub struct Laboratory(Tables);

impl Laboratory {
    /// A new evaluator.
    pub fn new() -> Self {
        Self(Tables::new(Terms::Placed))
    }
}

impl Default for Laboratory {
    fn default() -> Self {
        Self::new()
    }
}

impl Trace for Laboratory {
    type Watch = Tables;

    fn push(&mut self) -> &mut Tables {
        self.0.push()
    }

    fn pop(&mut self) {
        self.0.pop();
    }
}

impl Evaluator<Chess<u64, Orthodox>> for Laboratory {
    fn reset(&mut self, game: &Chess<u64, Orthodox>, at: &Position<u64, [u64; 8]>) {
        self.0.reset(game, at);
    }

    fn value(&mut self, game: &Chess<u64, Orthodox>, at: &Position<u64, [u64; 8]>) -> Score {
        let placed = self.0.value(game, at).value();
        Score::estimate(placed + camp(game, at, at.turn()) - camp(game, at, !at.turn()))
    }
}

/// Shield, rooks and mobility of a side.
fn camp(game: &Chess<u64, Orthodox>, at: &Position<u64, [u64; 8]>, side: Side) -> i32 {
    let pawns = at.men(PAWN, side);
    let shield = SHIELD * (shield(game, at, side) & pawns).count() as i32;
    let rooks: i32 = at
        .men(ROOK, side)
        .squares()
        .map(|on| {
            let file = FILE_A << (on.0 % 8);
            if !at.kind(PAWN).meets(file) {
                OPEN_FILE
            } else if !pawns.meets(file) {
                HALF_OPEN_FILE
            } else {
                0
            }
        })
        .sum();
    let mobility: u32 = (1..5)
        .map(Kind)
        .flat_map(|kind| at.men(kind, side).squares().map(move |on| (kind, on)))
        .map(|(kind, on)| (game.rules().reach(kind, on, at.occupied()) & !at.side(side)).count())
        .sum();
    shield + rooks + MOBILITY * mobility as i32
}

/// The squares on which pawns shield the king: three files, two ranks.
fn shield(game: &Chess<u64, Orthodox>, at: &Position<u64, [u64; 8]>, side: Side) -> u64 {
    let geometry = game.rules().geometry();
    let king = at.men(KING, side);
    let before = geometry.ahead(side, king, 8) | geometry.pawn_attacks(side, king.first());
    before | geometry.ahead(side, before, 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess;
    use tabula_core::Notation;

    /// Shield, rooks and mobility of White.
    fn white(fen: &str) -> i32 {
        let game = chess();
        camp(&game, &game.read_position(fen).unwrap(), Side::First)
    }

    #[test]
    fn shield_rooks_and_mobility_are_counted_as_by_hand() {
        assert_eq!(white("4k3/8/8/8/8/6P1/5P1P/6K1 w - - 0 1"), 3 * SHIELD, "f2, g3, h2");
        assert_eq!(white("4k3/8/8/8/6P1/P7/8/6K1 w - - 0 1"), 0, "g4 is too far");
        // Seven squares on the file, three to the left and three to the right up to the king.
        assert_eq!(white("4k3/8/8/8/8/8/8/3R3K w - - 0 1"), OPEN_FILE + 13 * MOBILITY);
        assert_eq!(white("4k3/3p4/8/8/8/8/8/3R3K w - - 0 1"), HALF_OPEN_FILE + 12 * MOBILITY);
        assert_eq!(white("4k3/8/8/8/8/8/3P4/3R3K w - - 0 1"), 6 * MOBILITY);
        assert_eq!(white("4k3/8/8/8/8/8/8/N6K w - - 0 1"), 2 * MOBILITY);
    }

    #[test]
    fn both_sides_are_judged_alike() {
        let game = chess();
        let value = |fen: &str| {
            let at = game.read_position(fen).unwrap();
            let mut laboratory = Laboratory::new();
            laboratory.reset(&game, &at);
            laboratory.value(&game, &at)
        };
        assert_eq!(
            value("r3k2r/pp3ppp/8/3n4/8/2N5/PPP2PPP/R4RK1 w kq - 0 1"),
            value("r4rk1/ppp2ppp/2n5/8/3N4/8/PP3PPP/R3K2R b KQ - 0 1")
        );
    }
}
