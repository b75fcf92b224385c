//! The questions that the rule engine asks about a game.

use crate::geometry::Geometry;
use crate::kind::MAX_KINDS;
use crate::odd::Odd;
use crate::prowl::Prowl;
use crate::roamer::Roamer;
use crate::shuffle::Shuffles;
use crate::{Kind, KindCard};
use std::fmt::Debug;
use tabula_board::Bits;
use tabula_core::{Side, Square};

/// The rules of one chess-like game, as small inlined questions.
///
/// [`Orthodox`](crate::Orthodox) answers with constants, [`Loaded`](crate::Loaded) from tables.
pub trait Rules<B: Bits>: Send + Sync + 'static {
    /// One set of squares per kind.
    type Sets: Sets<B>;

    /// Whether a neutral man may roam the board; `false` compiles it away.
    const ROAMS: bool = false;

    /// The tables of the board.
    fn geometry(&self) -> &Geometry<B>;

    /// The number of files, as the distance between a square and the one ahead of it.
    fn stride(&self) -> u32;

    /// The kinds, the pawn first.
    fn kinds(&self) -> &[KindCard];

    /// What a kind is worth, in hundredths of a pawn; nothing for a royal one, which is never traded.
    #[inline(always)]
    fn value(&self, kind: Kind) -> i32 {
        self.kinds().get(kind.index()).map_or(0, |card| card.value)
    }

    /// The moves that can be taken back, where the rules keep such a list.
    #[inline(always)]
    fn shuffles(&self) -> Option<&Shuffles> {
        None
    }

    /// The kinds, royal ones included, that leap.
    fn leapers(&self) -> &[Kind];

    /// From which squares a man of `kind` leaps to `to`. Leaps are symmetric: it is also where it leaps to.
    fn leaps(&self, kind: Kind, to: Square) -> B;

    /// Where a man of `kind` slides to.
    fn slides(&self, kind: Kind, from: Square, occupied: B) -> B;

    /// Where a man of `kind` (no pawn) gets to, own men not yet excluded.
    #[inline(always)]
    fn reach(&self, kind: Kind, from: Square, occupied: B) -> B {
        self.leaps(kind, from) | self.slides(kind, from, occupied)
    }

    /// The men that slide along ranks and files.
    fn straight_sliders(&self, sets: &Self::Sets) -> B;

    /// The men that slide along diagonals.
    fn diagonal_sliders(&self, sets: &Self::Sets) -> B;

    /// The kinds that also move in other ways than whole slides and leaps in all directions, where there are any. They
    /// cost the game its masks of checks and pins: every move is then tried.
    #[inline(always)]
    fn odd(&self) -> Option<&Odd<B>> {
        None
    }

    /// The neutral man that moves by lot after every move.
    #[inline(always)]
    fn roamer(&self) -> Option<Roamer> {
        None
    }

    /// Where that man may come.
    #[inline(always)]
    fn prowl(&self) -> Option<&Prowl> {
        None
    }

    /// Whether a royal man is taken like any other, which ends the game, instead of being mated.
    #[inline(always)]
    fn takes_royals(&self) -> bool {
        false
    }

    /// The men that must not be lost; each side has one.
    fn royals(&self, sets: &Self::Sets) -> B;

    /// Whether a kind is royal.
    fn is_royal(&self, kind: Kind) -> bool;

    /// Where pawns may make a double step.
    fn double_from(&self, side: Side) -> B;

    /// Where pawns promote.
    fn promotion_zone(&self, side: Side) -> B;

    /// Where no pawn may stay a pawn; a part of the zone.
    fn last_stop(&self, side: Side) -> B;

    /// What pawns promote to, the strongest first.
    fn promotions(&self) -> &[Kind];

    /// How many men of a kind a side begins with, where pawns become only what was lost.
    #[inline(always)]
    fn stock(&self) -> Option<&Stock> {
        None
    }

    /// Where king and rook end when they castle; `None` if the game has no such castling.
    fn castle_goal(&self, side: Side, wing: Wing) -> Option<CastleGoal>;

    /// The kind that castles with the king.
    fn castling_partner(&self) -> Kind;

    /// Whether the royal man steps to every neighbouring square, and no further: what is known of material that
    /// cannot mate is known for such a king.
    fn has_plain_king(&self) -> bool;

    /// Whether this kind, alone beside a king, cannot mate a bare king.
    fn is_minor(&self, kind: Kind) -> bool;

    /// Whether this kind stays on squares of one colour.
    fn is_colour_bound(&self, kind: Kind) -> bool;
}

/// How many men of each kind a side begins with.
pub type Stock = [u32; MAX_KINDS];

/// The side of the king on which it castles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Wing {
    /// Towards the a-file.
    Left,
    /// Away from it.
    Right,
}

/// Where king and rook end when they castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct CastleGoal {
    /// The king.
    pub king: Square,
    /// The rook.
    pub rook: Square,
}

/// One set of squares per kind.
pub trait Sets<B: Bits>: Copy + Eq + Debug + Send + Sync + 'static {
    /// All empty.
    const EMPTY: Self;
    /// The set of a kind.
    fn of(&self, kind: Kind) -> B;
    /// Adds or removes squares.
    fn toggle(&mut self, kind: Kind, squares: B);
}

// N is a power of two wherever it is used, so the remainder is a mask and no index fails.
impl<B: Bits, const N: usize> Sets<B> for [B; N] {
    const EMPTY: Self = [B::EMPTY; N];

    #[inline(always)]
    fn of(&self, kind: Kind) -> B {
        self[kind.index() % N]
    }

    #[inline(always)]
    fn toggle(&mut self, kind: Kind, squares: B) {
        self[kind.index() % N] ^= squares;
    }
}
