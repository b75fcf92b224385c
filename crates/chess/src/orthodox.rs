//! The rules of FIDE chess as constants.

use crate::geometry::Geometry;
use crate::rules::{CastleGoal, Rules, Sets, Wing};
use crate::shuffle::Shuffles;
use crate::{Chess, Kind, KindCard, Variety};
use tabula_board::{PerSquare, Shape, Slide, leaps};
use tabula_core::{Side, Square};

pub(crate) const KNIGHT: Kind = Kind(1);
pub(crate) const BISHOP: Kind = Kind(2);
pub(crate) const ROOK: Kind = Kind(3);
pub(crate) const QUEEN: Kind = Kind(4);
pub(crate) const KING: Kind = Kind(5);

/// Steps of the knight.
pub(crate) const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// Steps of the king.
pub(crate) const KING_STEPS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// What the kinds are worth, padded so that indexing is a mask.
const VALUES: [i32; 8] = [100, 280, 320, 480, 930, 0, 0, 0];

/// Where the men stand at the start.
pub(crate) const USUAL_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const SECOND_RANK: u64 = 0xFF00;
const SEVENTH_RANK: u64 = SECOND_RANK << 40;
const BACK_RANKS: [u64; 2] = [0xFF << 56, 0xFF];

/// FIDE chess, also from shuffled starts (Chess960): castling is general.
pub struct Orthodox {
    geometry: Geometry<u64>,
    knight: Box<[u64; 64]>,
    king: Box<[u64; 64]>,
    kinds: [KindCard; 6],
    shuffles: Option<Shuffles>,
}

impl Orthodox {
    /// Prepares the tables.
    pub fn new() -> Self {
        let kind = |name: &str, letter, value, glyphs, moves: &str| KindCard {
            name: name.to_owned(),
            letter,
            value,
            glyphs,
            moves: moves.to_owned(),
        };
        let mut rules = Self {
            shuffles: None,
            geometry: Geometry::new(Shape::CHESS),
            knight: leaps::<u64>(Shape::CHESS, &KNIGHT_STEPS),
            king: leaps::<u64>(Shape::CHESS, &KING_STEPS),
            kinds: [
                kind("pawn", 'P', VALUES[0], ['♙', '♟'], "pawn"),
                kind("knight", 'N', VALUES[1], ['♘', '♞'], "N"),
                kind("bishop", 'B', VALUES[2], ['♗', '♝'], "B"),
                kind("rook", 'R', VALUES[3], ['♖', '♜'], "R"),
                kind("queen", 'Q', VALUES[4], ['♕', '♛'], "Q"),
                kind("king", 'K', VALUES[5], ['♔', '♚'], "K"),
            ],
        };
        rules.shuffles = Some(Shuffles::new(&rules));
        rules
    }
}

impl Default for Orthodox {
    fn default() -> Self {
        Self::new()
    }
}

/// Orthodox chess.
///
/// ```
/// use tabula_core::{Game, perft::perft};
/// let chess = tabula_chess::chess();
/// assert_eq!(perft(&chess, &chess.start(), 3), 8_902);
/// ```
pub fn chess() -> Chess<u64, Orthodox> {
    built_in(Variety::Fixed)
}

/// Chess960: orthodox chess from any of 960 starts, which positions may name by their number.
pub fn chess960() -> Chess<u64, Orthodox> {
    built_in(Variety::Fischer)
}

fn built_in(variety: Variety) -> Chess<u64, Orthodox> {
    Chess::new(Orthodox::new(), USUAL_START, variety).expect("the usual start is a position")
}

impl Rules<u64> for Orthodox {
    /// Six kinds, padded so that indexing is a mask.
    type Sets = [u64; 8];

    #[inline(always)]
    fn geometry(&self) -> &Geometry<u64> {
        &self.geometry
    }

    #[inline(always)]
    fn stride(&self) -> u32 {
        8
    }

    fn kinds(&self) -> &[KindCard] {
        &self.kinds
    }

    #[inline(always)]
    fn value(&self, kind: Kind) -> i32 {
        VALUES[kind.index() % VALUES.len()]
    }

    #[inline(always)]
    fn shuffles(&self) -> Option<&Shuffles> {
        self.shuffles.as_ref()
    }

    #[inline(always)]
    fn leapers(&self) -> &[Kind] {
        &[KNIGHT, KING]
    }

    #[inline(always)]
    fn leaps(&self, kind: Kind, to: Square) -> u64 {
        match kind {
            KNIGHT => *self.knight.at(to),
            KING => *self.king.at(to),
            _ => 0,
        }
    }

    #[inline(always)]
    fn slides(&self, kind: Kind, from: Square, occupied: u64) -> u64 {
        let sliders = &self.geometry.sliders;
        match kind {
            BISHOP => sliders.diagonal(from, occupied),
            ROOK => sliders.straight(from, occupied),
            QUEEN => sliders.straight(from, occupied) | sliders.diagonal(from, occupied),
            _ => 0,
        }
    }

    #[inline(always)]
    fn straight_sliders(&self, sets: &[u64; 8]) -> u64 {
        sets.of(ROOK) | sets.of(QUEEN)
    }

    #[inline(always)]
    fn diagonal_sliders(&self, sets: &[u64; 8]) -> u64 {
        sets.of(BISHOP) | sets.of(QUEEN)
    }

    #[inline(always)]
    fn royals(&self, sets: &[u64; 8]) -> u64 {
        sets.of(KING)
    }

    #[inline(always)]
    fn is_royal(&self, kind: Kind) -> bool {
        kind == KING
    }

    #[inline(always)]
    fn double_from(&self, side: Side) -> u64 {
        match side {
            Side::First => SECOND_RANK,
            Side::Second => SEVENTH_RANK,
        }
    }

    #[inline(always)]
    fn promotion_zone(&self, side: Side) -> u64 {
        BACK_RANKS[side as usize]
    }

    #[inline(always)]
    fn last_stop(&self, side: Side) -> u64 {
        BACK_RANKS[side as usize]
    }

    #[inline(always)]
    fn promotions(&self) -> &[Kind] {
        &[QUEEN, ROOK, BISHOP, KNIGHT]
    }

    #[inline(always)]
    fn castle_goal(&self, side: Side, wing: Wing) -> Option<CastleGoal> {
        let rank = match side {
            Side::First => 0,
            Side::Second => 56,
        };
        Some(match wing {
            Wing::Left => CastleGoal { king: Square(rank + 2), rook: Square(rank + 3) },
            Wing::Right => CastleGoal { king: Square(rank + 6), rook: Square(rank + 5) },
        })
    }

    fn castling_partner(&self) -> Kind {
        ROOK
    }

    fn has_plain_king(&self) -> bool {
        true
    }

    fn is_minor(&self, kind: Kind) -> bool {
        kind == KNIGHT || kind == BISHOP
    }

    fn is_colour_bound(&self, kind: Kind) -> bool {
        kind == BISHOP
    }
}
