//! Moves.

use crate::Kind;
use crate::roamer::Roll;
use tabula_core::{Hint, Square};

/// A move, four bytes small.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where the man comes from.
    pub from: Square,
    /// Where it goes; when castling, where the rook stands.
    pub to: Square,
    /// What else happens.
    pub what: What,
}

/// What happens in a move besides going from one square to another, and taking what stands there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// Nothing.
    Step,
    /// A pawn goes two squares and may be taken on the way.
    Double,
    /// A pawn takes another in passing.
    EnPassant,
    /// King and rook move; the move is written as the king taking its own rook.
    Castle,
    /// A pawn becomes another piece.
    Promote(Kind),
    /// The neutral man goes by lot.
    Roam(Roll),
}

impl Move {
    /// A move with nothing special about it.
    #[inline(always)]
    pub const fn step(from: Square, to: Square) -> Self {
        Self { from, to, what: What::Step }
    }

    /// The move packed into 32 bits; distinct moves give distinct hints.
    #[inline(always)]
    pub(crate) const fn hint(self) -> Hint {
        let (tag, kind) = match self.what {
            What::Step => (0, 0),
            What::Double => (1, 0),
            What::EnPassant => (2, 0),
            What::Castle => (3, 0),
            What::Promote(kind) => (4, kind.0),
            What::Roam(roll) => (5, roll.0),
        };
        Hint(u32::from_le_bytes([self.from.0, self.to.0, tag, kind]))
    }

    /// The move that a hint spells, legal or not.
    #[inline(always)]
    pub(crate) const fn from_hint(hint: Hint) -> Option<Self> {
        let [from, to, tag, kind] = hint.0.to_le_bytes();
        let what = match tag {
            0 => What::Step,
            1 => What::Double,
            2 => What::EnPassant,
            3 => What::Castle,
            4 => What::Promote(Kind(kind)),
            5 => What::Roam(Roll(kind)),
            _ => return None,
        };
        Some(Self { from: Square(from), to: Square(to), what })
    }
}
