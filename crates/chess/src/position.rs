//! The state of the board.
//!
//! Men are put and lifted in two functions, and nowhere else: sets, the list by squares and the key
//! cannot disagree.

use crate::keys::Keys;
use crate::kind::owner;
use crate::{Kind, PAWN, Sets};
use tabula_board::{Bits, PerSquare};
use tabula_core::{Man, Side, Square, Watch};

/// Marks an empty square in the list by squares.
const NOBODY: u8 = u8::MAX;

/// A position of a chess-like game.
///
/// Two positions are equal when boards, turn, rights and counters are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position<B: Bits, S> {
    kinds: S,
    sides: [B; 2],
    men: B::PerSquare<u8>,
    pub(crate) key: u64,
    /// What `key` is made of, by parts: the pawns, and the other men of either side.
    parts: [u64; 3],
    /// The rooks with which castling is still allowed.
    pub(crate) castles: B,
    /// The men that give check to the mover; follows from the board.
    pub(crate) checkers: B,
    /// The mover's men that may not leave the line to their king; follows from the board.
    pub(crate) pinned: B,
    pub(crate) turn: Side,
    /// The neutral man goes first.
    pub(crate) rolling: bool,
    /// The square that a pawn has just passed, if some pawn can legally take it there: otherwise the
    /// position is the same as without the double step, and the repetition rule says so. A byte is enough for it.
    en_passant: Option<u8>,
    /// Plies since the last capture or pawn move.
    pub(crate) quiet: u16,
    /// The number of the move, from 1, as positions are written.
    pub(crate) number: u16,
}

impl<B: Bits, S: Sets<B>> Position<B, S> {
    /// A board without men, the first player to move.
    pub(crate) fn empty() -> Self {
        Self {
            kinds: S::EMPTY,
            sides: [B::EMPTY; 2],
            men: *B::PerSquare::boxed(|_| NOBODY),
            key: 0,
            parts: [0; 3],
            castles: B::EMPTY,
            checkers: B::EMPTY,
            pinned: B::EMPTY,
            turn: Side::First,
            rolling: false,
            en_passant: None,
            quiet: 0,
            number: 1,
        }
    }

    /// Who moves next.
    #[inline(always)]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The squares of all men of a kind.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> B {
        self.kinds.of(kind)
    }

    /// The squares of all men of a side.
    #[inline(always)]
    pub const fn side(&self, side: Side) -> B {
        self.sides[side as usize]
    }

    /// The squares of all men of a kind and a side.
    #[inline(always)]
    pub fn men(&self, kind: Kind, side: Side) -> B {
        self.kind(kind) & self.side(side)
    }

    /// Every square that is taken.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.sides[0] | self.sides[1]
    }

    /// Who stands on a square.
    #[inline(always)]
    pub fn man_on(&self, square: Square) -> Option<(Kind, Side)> {
        let man = *self.men.at(square);
        if man == NOBODY { None } else { Some((Kind::from_man(Man(man)), owner(Man(man)))) }
    }

    /// The rooks with which castling is still allowed.
    #[inline(always)]
    pub const fn castles(&self) -> B {
        self.castles
    }

    /// The square that a pawn has just passed, if some pawn can legally take it there.
    #[inline(always)]
    pub const fn passed(&self) -> Option<Square> {
        match self.en_passant {
            Some(square) => Some(Square(square as u16)),
            None => None,
        }
    }

    /// Plies since the last capture or pawn move.
    pub const fn quiet_plies(&self) -> u32 {
        self.quiet as u32
    }

    /// The number of the move, from 1.
    pub const fn number(&self) -> u32 {
        self.number as u32
    }

    /// A fingerprint of the pawns alone.
    #[inline(always)]
    pub const fn pawn_key(&self) -> u64 {
        self.parts[0]
    }

    /// A fingerprint of the men of a side that are no pawns.
    #[inline(always)]
    pub const fn officer_key(&self, side: Side) -> u64 {
        self.parts[1 + side as usize]
    }

    #[inline(always)]
    pub(crate) const fn kinds(&self) -> &S {
        &self.kinds
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub(crate) fn put<W: Watch>(&mut self, kind: Kind, side: Side, on: Square, keys: &Keys<B>, watch: &mut W) {
        let man = kind.of(side);
        self.kinds.toggle(kind, B::one(on));
        self.sides[side as usize] ^= B::one(on);
        *self.men.at_mut(on) = man.0;
        let key = keys.man(man, on);
        self.key ^= key;
        self.parts[part(kind, side)] ^= key;
        watch.put(man, on);
    }

    /// Lifts the man that stands there.
    #[inline(always)]
    pub(crate) fn lift<W: Watch>(&mut self, kind: Kind, side: Side, from: Square, keys: &Keys<B>, watch: &mut W) {
        let man = kind.of(side);
        self.kinds.toggle(kind, B::one(from));
        self.sides[side as usize] ^= B::one(from);
        *self.men.at_mut(from) = NOBODY;
        let key = keys.man(man, from);
        self.key ^= key;
        self.parts[part(kind, side)] ^= key;
        watch.lift(man, from);
    }

    /// Puts the neutral man on an empty square, or lifts it. It counts among the men of both sides: so it stands in every
    /// way, and nobody takes it.
    pub(crate) fn toggle_neutral<W: Watch>(&mut self, kind: Kind, on: Square, keys: &Keys<B>, watch: &mut W) {
        let man = kind.of(Side::First);
        let arrives = !self.kinds.of(kind).has(on);
        self.kinds.toggle(kind, B::one(on));
        self.sides = self.sides.map(|side| side ^ B::one(on));
        *self.men.at_mut(on) = if arrives { man.0 } else { NOBODY };
        self.key ^= keys.man(man, on);
        if arrives { watch.put(man, on) } else { watch.lift(man, on) }
    }

    /// Whether the neutral man moves next.
    pub(crate) fn set_rolling(&mut self, rolling: bool, keys: &Keys<B>) {
        if rolling != self.rolling {
            self.rolling = rolling;
            self.key ^= keys.rolling;
        }
    }

    /// Takes away the right to castle with these rooks.
    #[inline(always)]
    pub(crate) fn drop_castles(&mut self, rooks: B, keys: &Keys<B>) {
        let gone = self.castles & rooks;
        if !gone.is_empty() {
            self.castles ^= gone;
            for rook in gone.squares() {
                self.key ^= keys.castle(rook);
            }
        }
    }

    /// Allows castling with a rook.
    pub(crate) fn allow_castle(&mut self, rook: Square, keys: &Keys<B>) {
        if !self.castles.has(rook) {
            self.castles |= B::one(rook);
            self.key ^= keys.castle(rook);
        }
    }

    /// Sets what was passed by the last move.
    #[inline(always)]
    pub(crate) fn set_en_passant(&mut self, passed: Option<Square>, keys: &Keys<B>) {
        for square in [self.passed(), passed].into_iter().flatten() {
            self.key ^= keys.en_passant(square);
        }
        self.en_passant = passed.map(|square| square.0 as u8);
    }

    /// Gives the move to the other side.
    #[inline(always)]
    pub(crate) fn flip_turn(&mut self, keys: &Keys<B>) {
        self.turn = !self.turn;
        self.key ^= keys.turn;
    }
}

/// Which of the partial fingerprints a man belongs to.
#[inline(always)]
const fn part(kind: Kind, side: Side) -> usize {
    if kind.0 == PAWN.0 { 0 } else { 1 + side as usize }
}
