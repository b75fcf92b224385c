//! Patterns of 3x3 points: shapes in which a stone in the middle is often good, whoever plays it.
//!
//! The shapes are those of MoGo's play-outs (Gelly, Wang, Munos, Teytaud: "Modification of UCT with Patterns in
//! Monte-Carlo Go", 2006) with the additions of Michi (Baudis, 2015): hane, cut, and moves on the edge. Both players,
//! all turns and reflections are meant by each picture.

use std::sync::LazyLock;

/// `X` and `O` are the players, `x` is anything but `X`, `o` anything but `O`, `-` the edge, `?` anything at all.
const PICTURES: [[&[u8; 3]; 3]; 13] = [
    // Hane around two stones, or without cutting.
    [b"XOX", b"...", b"???"],
    [b"XO.", b"...", b"?.?"],
    // Turning around a stone.
    [b"XO?", b"X..", b"x.?"],
    // A shoulder hit, or a stone attached at the corner.
    [b".O.", b"X..", b"..."],
    // Cuts: unprotected, peeped at, pushed through, by a knight's move.
    [b"XO?", b"O.o", b"?o?"],
    [b"XO?", b"O.X", b"???"],
    [b"?X?", b"O.O", b"ooo"],
    [b"OX?", b"o.O", b"???"],
    // On the edge: chasing, blocking a cut, blocking a connection, going down, cutting.
    [b"X.?", b"O.?", b"---"],
    [b"OX?", b"X.O", b"---"],
    [b"?X?", b"x.O", b"---"],
    [b"?XO", b"x.x", b"---"],
    [b"?OX", b"X.O", b"---"],
];

/// Where the points of a picture, row by row, stand in a code; the middle does not.
const PLACES: [Option<usize>; 9] = [Some(7), Some(0), Some(4), Some(3), None, Some(1), Some(6), Some(2), Some(5)];

/// The codes that match, a bit each.
pub(crate) struct Patterns([u64; 1024]);

static PATTERNS: LazyLock<Box<Patterns>> = LazyLock::new(|| Box::new(Patterns::new()));

impl Patterns {
    /// The table, made when it is first wanted.
    pub(crate) fn get() -> &'static Self {
        &PATTERNS
    }

    /// Whether the neighbours of an empty place match one of the patterns.
    #[inline(always)]
    pub(crate) const fn holds(&self, code: u16) -> bool {
        self.0[code as usize / 64] >> (code % 64) & 1 == 1
    }

    fn new() -> Self {
        let mut table = Self([0; 1024]);
        for picture in PICTURES {
            let mut wanted = [0; 8];
            for (cell, place) in picture.into_iter().flatten().copied().zip(PLACES) {
                if let Some(place) = place {
                    wanted[place] = allowed(cell);
                }
            }
            for swapped in [wanted, wanted.map(swap)] {
                for mirrored in [swapped, mirror(swapped)] {
                    let mut turned = mirrored;
                    for _ in 0..4 {
                        turned = turn(turned);
                        table.fill(&turned, 0, 0);
                    }
                }
            }
        }
        table
    }

    /// Notes every code whose neighbours from `place` on are among those wanted.
    fn fill(&mut self, wanted: &[u8; 8], place: usize, code: u16) {
        let Some(&colours) = wanted.get(place) else {
            self.0[code as usize / 64] |= 1 << (code % 64);
            return;
        };
        for colour in (0..4).filter(|colour| colours >> colour & 1 == 1) {
            self.fill(wanted, place + 1, code | colour << (2 * place));
        }
    }
}

/// The colours that a letter allows, a bit each: empty, Black, White, edge.
const fn allowed(letter: u8) -> u8 {
    match letter {
        b'.' => 0b0001,
        b'X' => 0b0010,
        b'O' => 0b0100,
        b'-' => 0b1000,
        b'x' => 0b1101,
        b'o' => 0b1011,
        _ => 0b1111,
    }
}

/// The players exchanged.
const fn swap(colours: u8) -> u8 {
    colours & 0b1001 | (colours & 0b0010) << 1 | (colours & 0b0100) >> 1
}

const fn turn<T: Copy>([up, right, down, left, a, b, c, d]: [T; 8]) -> [T; 8] {
    [left, up, right, down, d, a, b, c]
}

const fn mirror<T: Copy>([up, right, down, left, a, b, c, d]: [T; 8]) -> [T; 8] {
    [up, left, down, right, d, c, b, a]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Go, Rules};
    use tabula_core::{Notation, Square};

    fn holds(rows: &str, point: u16) -> bool {
        let game = Go::new(5, Rules::CHINESE).unwrap();
        let at = game.read_position(&format!("{rows} b")).unwrap();
        Patterns::get().holds(at.board.cell(at.board.place(Square(point))).code)
    }

    #[test]
    fn known_shapes_match_in_every_direction_and_colour() {
        for rows in ["5/1XOX1/5/5/5", "5/1OXO1/5/5/5", "5/5/5/1XOX1/5"] {
            assert!(holds(rows, 12), "{rows}");
        }
        // A cut, and the same with the cut protected.
        assert!(holds("5/1XO2/1O3/5/5", 12));
        assert!(!holds("5/1XO2/1O1O1/2O2/5", 12));
        // Down to the edge.
        assert!(holds("5/5/5/2XO1/5", 2));
        assert!(!holds("5/5/5/5/5", 2));
        assert!(!holds("5/5/5/5/5", 12));
    }

    #[test]
    fn turning_and_reflecting_lead_back() {
        let code = [1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(turn(turn(turn(turn(code)))), code);
        assert_eq!(mirror(mirror(code)), code);
    }
}
