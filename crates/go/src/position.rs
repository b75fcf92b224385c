//! A position: the board, whose turn it is, and what the count will need.

use crate::board::{Board, NOWHERE, colour, owner};
use crate::keys::{TURN, ko_key, pass_key};
use crate::past::Past;
use std::fmt;
use tabula_core::{Side, Square};

/// A turn: a stone on a point, or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone on a point; points are counted row by row from the lower left corner.
    At(Square),
    /// No stone.
    Pass,
}

/// A position.
///
/// Equal are positions with the same board, turn, ko, komi, prisoners and passes. What was before (which superko asks
/// for, and what was played last) is kept besides: two positions that are equal may allow different moves.
pub struct Position {
    pub(crate) board: Board,
    pub(crate) turn: Side,
    pub(crate) passes: u8,
    /// In half points.
    pub(crate) komi: i16,
    /// The last place played and the one before; [`NOWHERE`] for a pass and for none.
    pub(crate) last: [u16; 2],
    pub(crate) past: Past,
}

impl Position {
    pub(crate) fn new(size: usize, komi: i16) -> Self {
        let board = Board::new(size);
        Self { board, turn: Side::First, passes: 0, komi, last: [NOWHERE as u16; 2], past: Past::default() }
    }

    /// Whose turn it is.
    #[inline]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Whose stone stands on a point, if any; also `None` beside the board.
    pub fn stone(&self, point: Square) -> Option<Side> {
        self.holds(point).then(|| owner(self.board.colour(self.board.place(point)))).flatten()
    }

    /// Whether a point is on the board.
    pub const fn holds(&self, point: Square) -> bool {
        point.index() < self.board.size() * self.board.size()
    }

    /// How many lines the board has.
    pub const fn size(&self) -> usize {
        self.board.size()
    }

    /// What White gets for moving second, in half points.
    pub const fn komi(&self) -> i16 {
        self.komi
    }

    /// Sets the komi, in half points.
    pub const fn set_komi(&mut self, halves: i16) {
        self.komi = halves;
    }

    /// How many stones a player has taken.
    pub const fn prisoners(&self, by: Side) -> u16 {
        self.board.prisoners[by as usize]
    }

    /// How many turns in a row ended without a stone, up to this one.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The point that may not be retaken now.
    pub const fn ko(&self) -> Option<Square> {
        if self.board.ko == NOWHERE as u16 { None } else { Some(self.board.point(self.board.ko as usize)) }
    }

    /// The point played last, if it was a stone.
    pub const fn last(&self) -> Option<Square> {
        if self.last[0] == NOWHERE as u16 { None } else { Some(self.board.point(self.last[0] as usize)) }
    }

    /// How many liberties the chain on a point has; 0 where there is no stone.
    pub fn liberties(&self, point: Square) -> usize {
        match self.stone(point) {
            Some(_) => {
                let cell = self.board.cell(self.board.place(point));
                usize::from(self.board.chain(cell.chain).liberties)
            }
            None => 0,
        }
    }

    /// The stones of the chain on a point, in order; none where there is no stone.
    pub fn chain(&self, point: Square) -> Vec<Square> {
        if self.stone(point).is_none() {
            return Vec::new();
        }
        let chain = self.board.cell(self.board.place(point)).chain;
        let mut stones: Vec<Square> = self.board.stones(chain).map(|stone| self.board.point(stone)).collect();
        stones.sort_unstable();
        stones
    }

    /// How many points have no stone.
    pub fn empty(&self) -> usize {
        self.board.free().len()
    }

    /// A fingerprint of the stones alone: what positional superko compares.
    pub const fn board_key(&self) -> u64 {
        self.board.key
    }

    /// The colour of the player to move.
    #[inline(always)]
    pub(crate) const fn colour(&self) -> u8 {
        colour(self.turn)
    }

    /// The fingerprint: stones, turn, ko and passes.
    pub(crate) fn key(&self) -> u64 {
        self.board.key ^ self.turn_key() ^ ko_key(self.board.ko) ^ pass_key(self.passes)
    }

    /// The turn's part of the fingerprint.
    pub(crate) const fn turn_key(&self) -> u64 {
        match self.turn {
            Side::First => 0,
            Side::Second => TURN,
        }
    }

    /// Whether everything that is kept along is what a flood fill finds; the error says what is not.
    pub fn verify(&self) -> Result<(), String> {
        crate::plain::compare(&self.board)
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { board: self.board.clone(), past: self.past.clone(), ..*self }
    }

    /// Copies into what `self` has already; allocates nothing where the sizes are equal.
    #[inline]
    fn clone_from(&mut self, from: &Self) {
        self.board.clone_from(&from.board);
        (self.turn, self.passes, self.komi, self.last) = (from.turn, from.passes, from.komi, from.last);
        self.past.clone_from(&from.past);
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.turn == other.turn && self.passes == other.passes && self.komi == other.komi && self.board == other.board
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", crate::text::write(self))
    }
}
