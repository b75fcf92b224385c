//! A side's men, and what they attack, as sets of squares.

use super::field::{Field, side};
use super::layout::Layout;
use super::nature::Class;
use crate::kind::MAX_KINDS;
use crate::{Chess, Kind, PAWN, Position, Rules};
use tabula_board::Bits;
use tabula_core::Square;

/// The men of a side.
#[derive(Clone, Copy)]
pub(super) struct Camp<B> {
    pub(super) all: B,
    pub(super) pawns: B,
    pub(super) royal: B,
    /// Where its royal man stands; there may be none where kings can be taken.
    pub(super) king: Option<Square>,
    /// All men but pawns and royal ones.
    pub(super) officers: B,
    pub(super) heavy: B,
    pub(super) pawn_attacks: B,
    /// The king and its neighbours, moved off the edge, without what two own pawns guard.
    pub(super) ring: B,
    /// The neighbours of the king.
    pub(super) beside_king: B,
}

impl<B: Bits> Camp<B> {
    #[inline(always)]
    pub(super) fn new<const W: bool, R: Rules<B>>(
        game: &Chess<B, R>,
        at: &Position<B, R::Sets>,
        field: &Field<B>,
        layout: &Layout,
    ) -> Self {
        let side = side::<W>();
        let (mut all, pawns) = (at.side(side), at.men(PAWN, side));
        if let Some(roamer) = game.rules().roamer() {
            all &= !at.kind(roamer.kind);
        }
        let royal = game.rules().royals(at.kinds()) & all;
        let king = (!royal.is_empty()).then(|| royal.first());
        let mut heavy = B::EMPTY;
        for officer in &layout.officers {
            if officer.nature.class == Class::Heavy {
                heavy |= at.kind(officer.kind);
            }
        }
        Self {
            all,
            pawns,
            royal,
            king,
            officers: all & !pawns & !royal,
            heavy: heavy & all,
            pawn_attacks: field.pawns_attack::<W>(pawns),
            ring: king.map_or(B::EMPTY, |king| field.ring(king)) & !field.twice_by_pawns::<W>(pawns),
            beside_king: king.map_or(B::EMPTY, |king| field.around(king)),
        }
    }

    /// Which half of the board the king stands on: 0 for the left.
    #[inline(always)]
    pub(super) fn wing(&self, field: &Field<B>) -> usize {
        usize::from(!self.royal.meets(field.left))
    }
}

/// What the men of a side attack.
#[derive(Clone, Copy)]
pub(super) struct Sight<B> {
    /// By kind.
    by: [B; MAX_KINDS],
    pub(super) any: B,
    /// At least two of them.
    pub(super) twice: B,
    /// By class: what minor officers, those like rooks, and heavy ones attack.
    pub(super) minor: B,
    pub(super) middle: B,
    pub(super) heavy: B,
    pub(super) royal: B,
    /// How many of each kind see the ring of the enemy king.
    pub(super) raiders: [u8; MAX_KINDS],
    /// Attacks on the squares beside the enemy king.
    pub(super) hits: i32,
}

impl<B: Bits> Sight<B> {
    /// What king and pawns attack.
    #[inline(always)]
    pub(super) fn new<const W: bool, R: Rules<B>>(
        game: &Chess<B, R>,
        at: &Position<B, R::Sets>,
        field: &Field<B>,
        camp: &Camp<B>,
    ) -> Self {
        let mut sight = Self {
            by: [B::EMPTY; MAX_KINDS],
            any: camp.pawn_attacks,
            twice: field.twice_by_pawns::<W>(camp.pawns),
            minor: B::EMPTY,
            middle: B::EMPTY,
            heavy: B::EMPTY,
            royal: B::EMPTY,
            raiders: [0; MAX_KINDS],
            hits: 0,
        };
        if let Some(king) = camp.king
            && let Some((kind, _)) = at.man_on(king)
        {
            let attacks = game.attacks(kind, side::<W>(), king, at.occupied());
            sight.royal = attacks;
            sight.note(kind, attacks);
        }
        sight
    }

    /// Adds what a man attacks.
    #[inline(always)]
    pub(super) fn note(&mut self, kind: Kind, attacks: B) {
        self.twice |= self.any & attacks;
        self.any |= attacks;
        self.by[kind.index() % MAX_KINDS] |= attacks;
    }

    #[inline(always)]
    pub(super) fn of(&self, kind: Kind) -> B {
        self.by[kind.index() % MAX_KINDS]
    }
}

/// A side with its enemy.
pub(super) struct View<'a, B: Bits, R: Rules<B>> {
    pub(super) game: &'a Chess<B, R>,
    pub(super) at: &'a Position<B, R::Sets>,
    pub(super) field: &'a Field<B>,
    pub(super) layout: &'a Layout,
    pub(super) own: &'a Camp<B>,
    pub(super) foe: &'a Camp<B>,
    pub(super) occupied: B,
    /// Squares that the enemy's pawns may come to attack.
    pub(super) pawn_reach: B,
    /// The files with pawns, all their squares: own, enemy.
    pub(super) own_files: B,
    pub(super) foe_files: B,
    /// Own pawns that something stands before.
    pub(super) blocked: B,
}
