//! Who plays, and who moves next.

use std::ops::{Index, IndexMut, Not};

/// One of the two players. `First` is the one who opens the game: White in chess, Black in Go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// The player who makes the first move of the game.
    First = 0,
    /// The other one.
    Second = 1,
}

impl Side {
    /// Both players, in order of play.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];
}

impl Not for Side {
    type Output = Self;

    /// The opponent.
    ///
    /// ```
    /// use tabula_core::Side;
    /// assert_eq!(!Side::First, Side::Second);
    /// ```
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Who makes the next move: a player, or the die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mover {
    /// One of the players chooses.
    Player(Side),
    /// An outcome is drawn by weight; see [`Game::chances`](crate::Game::chances).
    Chance,
}

impl From<Side> for Mover {
    #[inline]
    fn from(side: Side) -> Self {
        Self::Player(side)
    }
}

/// A value for each player, indexed by [`Side`] so that an index cannot be of the wrong kind.
///
/// ```
/// use tabula_core::{BySide, Side};
/// let mut points = BySide::new(0, 0);
/// points[Side::Second] += 1;
/// assert_eq!(points[Side::Second], 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySide<T>([T; 2]);

impl<T> BySide<T> {
    /// The values of the first and of the second player.
    pub const fn new(first: T, second: T) -> Self {
        Self([first, second])
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}
