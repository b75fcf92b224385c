//! The heuristic "Classic" of the engine Beast: material, the distance to the enemy king, and simple places.
//!
//! Where its table leaves a word open, it is read as follows:
//!
//! | words | reading |
//! |---|---|
//! | per square of Manhattan distance, nearer is better | the weight times the distance (files plus ranks) is subtracted |
//! | per rank advanced | ranks from where pawns start: 0 on the second rank, 5 on the seventh |
//! | per file away from the d and e files | 0 on d and e, 3 on a and h |
//! | per ring from the edge inwards | 0 on the edge, 3 on d4, e4, d5, e5 |
//! | a central square | one of d4, e4, d5, e5 |
//! | per file nearer the centre | 0 on a and h, 3 on d and e |
//! | while the enemy queen is on the board | while the enemy has any queen |

use crate::orthodox::{BISHOP, KING, KNIGHT, QUEEN, ROOK};
use crate::{Chess, Kind, Orthodox, PAWN, Position};
use tabula_board::Bits;
use tabula_core::{Score, Side, Square};

/// By kind: what it is worth.
const WORTH: [i32; 6] = [100, 350, 350, 525, 1_000, 0];
/// By kind: what a step of distance to the enemy king costs.
const DISTANCE: [i32; 6] = [5, 8, 8, 5, 8, 5];

const PAWN_RANK: i32 = 7;
const PAWN_FILE: i32 = 5;
const PAWN_CENTRE: i32 = 5;
const KNIGHT_RING: i32 = 7;
const BISHOP_CENTRE: i32 = 7;
const ROOK_FILE: i32 = 8;
const QUEEN_RING: i32 = 2;
const KING_RING: i32 = 8;

/// The value for the mover.
pub fn classic(_: &Chess<u64, Orthodox>, at: &Position<u64, [u64; 8]>) -> Score {
    Score::estimate(camp(at, at.turn()) - camp(at, !at.turn()))
}

/// What the men of a side are worth.
fn camp(at: &Position<u64, [u64; 8]>, side: Side) -> i32 {
    let enemy = at.men(KING, !side).first();
    let facing_queen = !at.men(QUEEN, !side).is_empty();
    let men = at.side(side).squares().filter_map(|on| at.man_on(on).map(|(kind, _)| (kind, on)));
    men.map(|(kind, on)| {
        let far = DISTANCE[kind.index()] * steps(on, enemy);
        WORTH[kind.index()] - far + place(kind, side, on, facing_queen)
    })
    .sum()
}

fn place(kind: Kind, side: Side, on: Square, facing_queen: bool) -> i32 {
    let (file, rank) = (i32::from(on.0 % 8), i32::from(on.0 / 8));
    let (from_edge, ring) = (inward(file), inward(file).min(inward(rank)));
    let central = i32::from(ring == 3);
    match kind {
        PAWN => {
            let advanced = if side == Side::First { rank - 1 } else { 6 - rank };
            PAWN_RANK * advanced - PAWN_FILE * (3 - from_edge) + PAWN_CENTRE * central
        }
        KNIGHT => KNIGHT_RING * ring,
        BISHOP => BISHOP_CENTRE * central,
        ROOK => ROOK_FILE * from_edge,
        QUEEN => QUEEN_RING * ring,
        _ => KING_RING * ring * if facing_queen { -1 } else { 1 },
    }
}

/// Steps from the nearest edge.
fn inward(at: i32) -> i32 {
    at.min(7 - at)
}

fn steps(a: Square, b: Square) -> i32 {
    i32::from((a.0 % 8).abs_diff(b.0 % 8) + (a.0 / 8).abs_diff(b.0 / 8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess;
    use tabula_core::{Game, Notation};

    fn value(fen: &str) -> i32 {
        let game = chess();
        classic(&game, &game.read_position(fen).unwrap()).value()
    }

    #[test]
    fn positions_computed_by_hand() {
        // Kings on e1 and e8, 7 apart: both 5 * 7 away and on the edge, so they cancel. White's man alone counts.
        for (fen, by_hand) in [
            // e4 to e8: 4. Two ranks advanced, centre.
            ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 100 - 5 * 4 + 7 * 2 + 5),
            // a7 to e8: 5. Five ranks advanced, three files away.
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 100 - 5 * 5 + 7 * 5 - 5 * 3),
            // f6 to e8: 3. Second ring from the edge.
            ("4k3/8/5N2/8/8/8/8/4K3 b - - 0 1", -(350 - 8 * 3 + 7 * 2)),
            // d5 to e8: 4. Central.
            ("4k3/8/8/3B4/8/8/8/4K3 w - - 0 1", 350 - 8 * 4 + 7),
            // c1 to e8: 9. Two files from the edge.
            ("4k3/8/8/8/8/8/8/2R1K3 w - - 0 1", 525 - 5 * 9 + 8 * 2),
        ] {
            assert_eq!(value(fen), by_hand, "{fen}");
        }
    }

    #[test]
    fn the_king_hides_from_a_queen_and_comes_out_without_one() {
        // White: king d4 (ring 3), no queen; Black: king d8 (ring 0), queen a8. Kings are 4 apart.
        let white = -5 * 4 - 8 * 3;
        // a8 to d4: 3 + 4.
        let black = -5 * 4 + 1_000 - 8 * 7;
        assert_eq!(value("q2k4/8/8/8/3K4/8/8/8 w - - 0 1"), white - black);
        assert_eq!(value("3k4/8/8/8/3K4/8/8/8 w - - 0 1"), 8 * 3);
    }

    #[test]
    fn the_start_is_even() {
        let game = chess();
        assert_eq!(classic(&game, &game.start()), Score::ZERO);
    }
}
