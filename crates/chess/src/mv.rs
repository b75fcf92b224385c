//! Moves.

use crate::Kind;
use crate::roamer::Roll;
use tabula_core::{Hint, Square};

/// A move, four bytes small.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    // No board of chess has more squares than a byte can name; tables of moves stay small.
    from: u8,
    to: u8,
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
    /// A move of any kind.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, what: What) -> Self {
        Self { from: from.0 as u8, to: to.0 as u8, what }
    }

    /// Where the man comes from.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square(self.from as u16)
    }

    /// Where it goes; when castling, where the rook stands.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square(self.to as u16)
    }

    /// A move with nothing special about it.
    #[inline(always)]
    pub const fn step(from: Square, to: Square) -> Self {
        Self::new(from, to, What::Step)
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
        Hint(u32::from_le_bytes([self.from, self.to, tag, kind]))
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
        Some(Self { from, to, what })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_has_four_bytes() {
        assert_eq!(size_of::<Move>(), 4);
    }
}
