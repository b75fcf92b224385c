//! Our position as that of `shakmaty`, set by set.

use super::Position;
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup, PositionError, Setup, Square};
use tabula_chess::Kind;
use tabula_core::Side;

/// The same position without its castling rights and counters; `None` for what no game can reach.
pub(super) fn convert(at: &Position) -> Option<Chess> {
    let kind = |index| Bitboard(at.kind(Kind(index)));
    let by_role =
        ByRole { pawn: kind(0), knight: kind(1), bishop: kind(2), rook: kind(3), queen: kind(4), king: kind(5) };
    let by_color = ByColor { white: Bitboard(at.side(Side::First)), black: Bitboard(at.side(Side::Second)) };
    let setup = Setup {
        board: Board::try_from_bitboards(by_role, by_color).ok()?,
        turn: if at.turn() == Side::First { Color::White } else { Color::Black },
        ep_square: at.passed().and_then(|square| Square::try_from(u32::from(square.0)).ok()),
        ..Setup::empty()
    };
    // The tables hold such positions too, and a composed one may be asked about.
    Chess::from_setup(setup, CastlingMode::Chess960).or_else(PositionError::ignore_impossible_check).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::EnPassantMode;
    use shakmaty::fen::Fen;
    use tabula_chess::chess;
    use tabula_core::Notation;

    #[test]
    fn men_turn_and_the_passed_square_come_over() {
        for fen in [
            "r3k2r/1P4b1/1n6/3pP3/8/5N2/6q1/R2QK2B w - d6 0 1",
            "8/8/8/8/3pPk2/8/8/K7 b - e3 0 1",
            "7k/8/8/8/8/5P2/8/KBNRQ3 w - - 0 1",
        ] {
            let at = chess().read_position(fen).unwrap();
            let there = convert(&at).unwrap();
            assert_eq!(Fen::from_position(&there, EnPassantMode::Legal).to_string(), fen);
        }
    }
}
