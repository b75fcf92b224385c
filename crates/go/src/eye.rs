//! Eyes as play-outs see them, from the eight neighbours alone.

/// Whether an empty place is an eye of a colour: its own stones or the edge on four sides, and at the corners at most
/// one of the opponent's, none if the place is on the edge.
///
/// The code is that of [`Board`](crate::board::Board): two bits for each neighbour, the lower set for Black, the upper
/// for White, both for the edge.
#[inline(always)]
pub(crate) const fn is_eye(code: u16, colour: u8) -> bool {
    let (own, enemy) = if colour == 1 { (code, code >> 1) } else { (code >> 1, code) };
    if own & 0x55 != 0x55 {
        return false;
    }
    let corners = (enemy & !own & 0x5500).count_ones();
    let edge = own & enemy & 0x5500 != 0;
    corners + (edge as u32) < 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Go, Rules};
    use tabula_core::{Notation, Square};

    fn black_eye(rows: &str, point: u16) -> bool {
        let game = Go::new(5, Rules::CHINESE).unwrap();
        let at = game.read_position(&format!("{rows} b")).unwrap();
        is_eye(at.board.cell(at.board.place(Square(point))).code, 1)
    }

    #[test]
    fn an_eye_has_its_sides_and_most_of_its_corners() {
        assert!(black_eye("5/2X2/1X1X1/2X2/5", 12));
        assert!(black_eye("5/1OX2/1X1X1/2X2/5", 12));
        assert!(!black_eye("5/1OX2/1X1X1/2XO1/5", 12));
        assert!(!black_eye("5/2X2/1X1O1/2X2/5", 12));
        assert!(!black_eye("5/2X2/1X3/2X2/5", 12));
    }

    #[test]
    fn at_the_edge_one_corner_is_too_many() {
        assert!(black_eye("1X3/X4/5/5/5", 20));
        assert!(!black_eye("1X3/XO3/5/5/5", 20));
        assert!(black_eye("1X1X1/2X2/5/5/5", 22));
        assert!(!black_eye("1X1X1/1OX2/5/5/5", 22));
    }
}
