//! A side's men, and what they attack, as sets of squares.
//!
//! Every set is seen by one side, which plays up the board: for Black the board is turned over. The terms are then
//! written once, for a side that moves up, and cannot treat the sides differently.

use super::squares::{FILE_A, FILE_H, across, down, file_of, one, pawns_attack, rank_of, up};
use crate::orthodox::KING;
use crate::{Chess, Kind, Orthodox, PAWN, Position, Rules};
use tabula_core::{Side, Square};

pub(super) type Game = Chess<u64, Orthodox>;
pub(super) type At = Position<u64, [u64; 8]>;

/// Turns a set over for the second player.
#[inline(always)]
pub(super) const fn seen_by(side: Side, set: u64) -> u64 {
    match side {
        Side::First => set,
        Side::Second => set.swap_bytes(),
    }
}

/// The men of a side.
#[derive(Clone)]
pub(super) struct Camp {
    /// By kind.
    pub(super) men: [u64; 6],
    pub(super) all: u64,
    pub(super) king: Square,
    pub(super) pawn_attacks: u64,
    /// The king and its neighbours, moved off the edge so that there are always nine, without what two own pawns guard.
    pub(super) ring: u64,
}

impl Camp {
    /// The men of `side` as `side` sees them.
    #[inline(always)]
    pub(super) fn new(game: &Game, at: &At, side: Side) -> Self {
        let men = std::array::from_fn(|kind| seen_by(side, at.men(Kind(kind as u8), side)));
        let king = Square((men[KING.index()].trailing_zeros() & 63) as u16);
        let pawns = men[PAWN.index()];
        let centre = Square((rank_of(king).clamp(1, 6) * 8 + file_of(king).clamp(1, 6)) as u16);
        let around = game.rules().leaps(KING, centre) | one(centre);
        Self {
            men,
            all: seen_by(side, at.side(side)),
            king,
            pawn_attacks: pawns_attack(pawns),
            ring: around & !twice_by_pawns(pawns),
        }
    }

    /// The same men as the other side sees them.
    #[inline(always)]
    pub(super) fn across(&self) -> Self {
        Self {
            men: self.men.map(u64::swap_bytes),
            all: self.all.swap_bytes(),
            king: across(self.king),
            pawn_attacks: self.pawn_attacks.swap_bytes(),
            ring: self.ring.swap_bytes(),
        }
    }

    #[inline(always)]
    pub(super) const fn of(&self, kind: Kind) -> u64 {
        self.men[kind.index()]
    }

    #[inline(always)]
    pub(super) const fn pawns(&self) -> u64 {
        self.of(PAWN)
    }

    /// All men but pawns and king.
    #[inline(always)]
    pub(super) const fn officers(&self) -> u64 {
        self.all & !self.pawns() & !self.of(KING)
    }
}

/// What two pawns attack.
#[inline(always)]
pub(super) const fn twice_by_pawns(pawns: u64) -> u64 {
    up((pawns & !FILE_A) >> 1) & up((pawns & !FILE_H) << 1)
}

/// What the men of a side attack.
#[derive(Clone, Default)]
pub(super) struct Sight {
    /// By kind.
    pub(super) by: [u64; 6],
    pub(super) any: u64,
    /// At least two of them.
    pub(super) twice: u64,
    /// Which officers see the ring of the enemy king: how many of each kind from the knight to the queen.
    pub(super) raiders: [u8; 4],
    /// Attacks on the squares beside the enemy king.
    pub(super) hits: i32,
}

impl Sight {
    /// What king and pawns attack.
    #[inline(always)]
    pub(super) fn new(game: &Game, camp: &Camp) -> Self {
        let mut sight = Self::default();
        sight.note(KING, game.rules().leaps(KING, camp.king));
        sight.note(PAWN, camp.pawn_attacks);
        sight.twice |= twice_by_pawns(camp.pawns());
        sight
    }

    /// Adds what a man attacks.
    #[inline(always)]
    pub(super) fn note(&mut self, kind: Kind, attacks: u64) {
        self.twice |= self.any & attacks;
        self.any |= attacks;
        self.by[kind.index()] |= attacks;
    }

    /// The same as the other side sees it.
    #[inline(always)]
    pub(super) fn across(&self) -> Self {
        Self {
            by: self.by.map(u64::swap_bytes),
            any: self.any.swap_bytes(),
            twice: self.twice.swap_bytes(),
            raiders: self.raiders,
            hits: self.hits,
        }
    }

    #[inline(always)]
    pub(super) const fn of(&self, kind: Kind) -> u64 {
        self.by[kind.index()]
    }
}

/// A side with its enemy, both as the side sees them.
pub(super) struct View<'a> {
    pub(super) game: &'a Game,
    pub(super) own: &'a Camp,
    pub(super) foe: &'a Camp,
    pub(super) occupied: u64,
    /// Whether the side may still castle.
    pub(super) may_castle: bool,
}

impl View<'_> {
    /// Own pawns that something stands before.
    #[inline(always)]
    pub(super) const fn blocked_pawns(&self) -> u64 {
        self.own.pawns() & down(self.occupied)
    }
}
