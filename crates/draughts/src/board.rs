//! Squares as bits, laid out so that a step in any of the four directions is a shift by the same number everywhere.
//!
//! ```text
//!      1   2   3   4        Squares are numbered from 1 at the top left, White at the bottom. A bit is the number less
//!    5   6   7   8          one, plus one *ghost* for every two rows (after 8, 16, 24; on a board of ten: after 10, 20, ...).
//!      9  10  11  12        Up right is then always -4, up left -5, down left +4, down right +5 (on a board of ten -5, -6,
//!   ..                      +5, +6), and whoever steps over the side lands on a ghost, which is never empty.
//! ```

/// White or Black; who begins depends on the code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// At the bottom, on the squares with the high numbers.
    White = 0,
    /// At the top.
    Black = 1,
}

impl Colour {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The name, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// The letter in positions as text.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }

    /// The two ways forward.
    pub(crate) const fn forward(self) -> [Way; 2] {
        match self {
            Self::White => [Way::UpRight, Way::UpLeft],
            Self::Black => [Way::DownLeft, Way::DownRight],
        }
    }
}

impl std::ops::Not for Colour {
    type Output = Self;

    /// The other one.
    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A direction, as White sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    UpRight,
    UpLeft,
    DownLeft,
    DownRight,
}

impl Way {
    pub(crate) const ALL: [Self; 4] = [Self::UpRight, Self::UpLeft, Self::DownLeft, Self::DownRight];

    #[inline(always)]
    pub(crate) const fn back(self) -> Self {
        match self {
            Self::UpRight => Self::DownLeft,
            Self::UpLeft => Self::DownRight,
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
        }
    }
}

/// The size of a board, and all that follows from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Rows, and columns.
    size: u32,
    all: u64,
}

impl Board {
    /// A board with so many rows: an even number up to ten.
    pub(crate) const fn new(size: u32) -> Self {
        let mut all = 0;
        let mut index = 0;
        while index < size * size / 2 {
            all |= 1 << (index + index / size);
            index += 1;
        }
        Self { size, all }
    }

    /// Rows, and columns.
    #[inline(always)]
    pub const fn size(self) -> u32 {
        self.size
    }

    /// How many squares there are; their numbers begin with 1.
    pub const fn squares(self) -> u32 {
        self.size * self.size / 2
    }

    /// The bits that are squares.
    #[inline(always)]
    pub const fn all(self) -> u64 {
        self.all
    }

    /// The bit of a square; `None` for a number that is none.
    pub const fn bit(self, number: u32) -> Option<u64> {
        if number == 0 || number > self.squares() {
            return None;
        }
        Some(1 << (number - 1 + (number - 1) / self.size))
    }

    /// The number of the square with a bit, given as its place among the 64.
    pub const fn number(self, place: u32) -> u32 {
        place + 1 - place / (self.size + 1)
    }

    /// The row of a place, 0 at the top, and its column, 0 at the left.
    pub const fn row_and_column(self, place: u32) -> (u32, u32) {
        let index = self.number(place) - 1;
        let half = self.size / 2;
        let row = index / half;
        (row, 2 * (index % half) + 1 - row % 2)
    }

    /// The place of a dark square; `None` for a light one.
    pub const fn place(self, row: u32, column: u32) -> Option<u32> {
        if row >= self.size || column >= self.size || (row + column).is_multiple_of(2) {
            return None;
        }
        let index = row * (self.size / 2) + column / 2;
        Some(index + index / self.size)
    }

    /// The squares of a row, 0 at the top.
    pub const fn row(self, row: u32) -> u64 {
        let first = row * (self.size / 2);
        ((1 << (self.size / 2)) - 1) << (first + first / self.size)
    }

    /// The row where men of a colour become kings.
    #[inline(always)]
    pub const fn last_row(self, colour: Colour) -> u64 {
        match colour {
            Colour::White => self.row(0),
            Colour::Black => self.row(self.size - 1),
        }
    }

    /// The row before it.
    #[inline(always)]
    pub const fn row_before_last(self, colour: Colour) -> u64 {
        match colour {
            Colour::White => self.row(1),
            Colour::Black => self.row(self.size - 2),
        }
    }

    /// A set on the board turned by half a circle, as the other side sees it.
    #[inline(always)]
    pub const fn turned(self, set: u64) -> u64 {
        set.reverse_bits() >> self.all.leading_zeros()
    }

    /// One step of every square of a set. What leaves the board is on no square.
    #[inline(always)]
    pub(crate) const fn step(self, set: u64, way: Way) -> u64 {
        let short = self.size / 2;
        match way {
            Way::UpRight => set >> short,
            Way::UpLeft => set >> (short + 1),
            Way::DownLeft => set << short,
            Way::DownRight => set << (short + 1),
        }
    }
}

/// The places of a set, in the order of their numbers.
pub fn places(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        place
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_places_and_coordinates_agree_on_both_boards() {
        for board in [Board::new(8), Board::new(10)] {
            assert_eq!(board.all().count_ones(), board.squares());
            for number in 1..=board.squares() {
                let place = board.bit(number).unwrap().trailing_zeros();
                assert_eq!(board.number(place), number);
                let (row, column) = board.row_and_column(place);
                assert_eq!(board.place(row, column), Some(place));
                assert!(board.row(row) & 1 << place != 0);
            }
            assert_eq!(board.bit(0), None);
            assert_eq!(board.bit(board.squares() + 1), None);
        }
    }

    #[test]
    fn a_step_is_a_neighbour_or_no_square() {
        for board in [Board::new(8), Board::new(10)] {
            for place in places(board.all()) {
                let (row, column) = board.row_and_column(place);
                for (way, down, right) in
                    [(Way::UpRight, -1, 1), (Way::UpLeft, -1, -1), (Way::DownLeft, 1, -1), (Way::DownRight, 1, 1)]
                {
                    let there = row.checked_add_signed(down).zip(column.checked_add_signed(right));
                    let expected = there.and_then(|(row, column)| board.place(row, column)).map_or(0, |at| 1 << at);
                    assert_eq!(board.step(1 << place, way) & board.all(), expected, "{} {way:?}", board.number(place));
                    assert_eq!(board.step(expected, way.back()) & board.all() != 0, expected != 0);
                }
            }
        }
    }
}
