//! Positions and moves as numbers: what a network sees, and what it says of moves.
//!
//! A position becomes *planes*, as the player to move sees it; a move becomes a *place* among the outputs of a policy. A game may
//! have several sets of planes, each with a name that stands in the file of a net, so that no net is shown what it has not learnt
//! to see. Networks themselves are unknown here.

use crate::{Game, Insight, Square};

/// A set of planes: channels, each with a number for every cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planes {
    /// Its name, in files of nets.
    pub name: &'static str,
    /// What each channel says.
    pub channels: &'static [&'static str],
    /// Rows of a plane.
    pub rows: usize,
    /// Columns of a plane.
    pub columns: usize,
    /// How many positions before the present one are looked at.
    pub memory: usize,
}

impl Planes {
    /// Cells of one plane.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Numbers of all planes.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.channels.len() * self.cells()
    }
}

/// A game whose positions and moves a network can take in.
pub trait Encode: Game {
    /// The sets of planes that it has; the first is the one to take where nobody names another. Never empty.
    fn planes(&self) -> Vec<Planes>;

    /// Writes the planes of a set, channel after channel, each row by row. `recent` holds the present position first and then the
    /// ones before it, as far as the game goes back and the set looks; it is never empty. `out` has the size of the set and holds
    /// zeros.
    fn encode(&self, set: &Planes, recent: &[&Self::Position], out: &mut [f32]);

    /// How many places a policy has.
    fn places(&self) -> usize;

    /// The place of a legal move. Moves that share one are equally likely to a policy.
    fn place(&self, at: &Self::Position, m: Self::Move) -> usize;

    /// In how many ways the board can be turned and mirrored without changing the game; the first leaves it as it is.
    fn symmetries(&self) -> usize {
        1
    }

    /// Where a cell of the planes goes under a symmetry.
    fn turn_cell(&self, _symmetry: usize, cell: usize) -> usize {
        cell
    }

    /// Where a place of the policy goes under a symmetry.
    fn turn_place(&self, _symmetry: usize, place: usize) -> usize {
        place
    }

    /// The cell of the planes on which a square lies, as the first player sees the board.
    fn cell(&self, square: Square) -> usize {
        square.index()
    }

    /// What the end of a game tells besides its result: the lead, and to whom each *cell* belongs, both for the first player. Nets
    /// that learn it too learn the rest faster.
    fn aftermath(&self, _end: &Self::Position) -> Option<Insight> {
        None
    }
}

/// The symmetries of a square board.
pub const SQUARE: usize = 8;

/// Where a cell of a square board goes under one of its eight symmetries: mirrored for odd ones, then turned by quarters.
///
/// ```
/// use tabula_core::encode::{SQUARE, turn_square};
/// assert_eq!(turn_square(3, 0, 5), 5);
/// let mut all: Vec<usize> = (0..SQUARE).map(|symmetry| turn_square(3, symmetry, 0)).collect();
/// all.sort_unstable();
/// assert_eq!(all, [0, 0, 2, 2, 6, 6, 8, 8]);
/// ```
#[must_use]
pub const fn turn_square(size: usize, symmetry: usize, cell: usize) -> usize {
    let (mut row, mut column) = (cell / size, cell % size);
    if symmetry % 2 == 1 {
        column = size - 1 - column;
    }
    let mut quarters = symmetry / 2 % 4;
    while quarters > 0 {
        (row, column) = (column, size - 1 - row);
        quarters -= 1;
    }
    row * size + column
}

/// The planes of a set under a symmetry of the game.
pub fn turn_planes<G: Encode>(game: &G, set: &Planes, symmetry: usize, from: &[f32], to: &mut [f32]) {
    for (from, to) in from.chunks_exact(set.cells()).zip(to.chunks_exact_mut(set.cells())) {
        for (cell, &number) in from.iter().enumerate() {
            to[game.turn_cell(symmetry, cell)] = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_symmetries_of_a_square_are_eight_different_orders_of_its_cells() {
        let orders: std::collections::HashSet<Vec<usize>> =
            (0..SQUARE).map(|symmetry| (0..9).map(|cell| turn_square(3, symmetry, cell)).collect()).collect();
        assert_eq!(orders.len(), SQUARE);
        for mut order in orders {
            order.sort_unstable();
            assert_eq!(order, (0..9).collect::<Vec<_>>());
        }
    }
}
