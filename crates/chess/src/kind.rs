//! Kinds of pieces, and men: a kind of one side.

use tabula_core::{Man, Side};

/// How many kinds a game may have.
pub(crate) const MAX_KINDS: usize = 16;

/// A kind of piece, as its place in the rules' list of kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u8);

/// The pawn is the first kind of every game, so that its special moves cost no look-up.
pub const PAWN: Kind = Kind(0);

impl Kind {
    /// The place in the list.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The man of this kind that belongs to `side`.
    #[inline(always)]
    pub const fn of(self, side: Side) -> Man {
        Man(self.0 * 2 + side as u8)
    }

    /// The kind of a man.
    #[inline(always)]
    pub(crate) const fn from_man(man: Man) -> Self {
        Self(man.0 / 2)
    }
}

/// Whose man it is.
#[inline(always)]
pub(crate) const fn owner(man: Man) -> Side {
    if man.0.is_multiple_of(2) { Side::First } else { Side::Second }
}

/// What people call the sides.
pub const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// What is known of a kind apart from how it moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindCard {
    /// Its name: `knight`.
    pub name: String,
    /// Its letter in positions and moves, in upper case.
    pub letter: char,
    /// Its worth in hundredths of a pawn.
    pub value: i32,
    /// A picture of it for each side.
    pub glyphs: [char; 2],
    /// How it moves, in Betza's letters; `pawn` for pawns, nothing for a neutral man.
    pub moves: String,
}
