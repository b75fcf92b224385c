//! The size of a board, and what follows from it.

use crate::{Bits, bits};
use tabula_core::Square;

/// A rectangle of squares, numbered row by row from the first player's left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Shape {
    files: u8,
    ranks: u8,
}

impl Shape {
    /// The usual chess board.
    pub const CHESS: Self = Self { files: 8, ranks: 8 };

    /// A board of up to 16x16; `None` for any other size.
    pub const fn new(files: u8, ranks: u8) -> Option<Self> {
        if files >= 1 && files <= 16 && ranks >= 1 && ranks <= 16 { Some(Self { files, ranks }) } else { None }
    }

    /// Columns.
    #[inline(always)]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// Rows.
    #[inline(always)]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// How many squares there are.
    pub const fn size(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The square on a file and a rank, both counted from 0; `None` beside the board.
    ///
    /// ```
    /// use tabula_board::Shape;
    /// assert_eq!(Shape::CHESS.square(4, 3).unwrap().0, 28);
    /// assert_eq!(Shape::CHESS.square(8, 0), None);
    /// ```
    pub const fn square(self, file: i32, rank: i32) -> Option<Square> {
        if file >= 0 && rank >= 0 && file < self.files as i32 && rank < self.ranks as i32 {
            Some(Square((rank * self.files as i32 + file) as u16))
        } else {
            None
        }
    }

    /// The column of a square, from 0.
    #[inline(always)]
    pub const fn file(self, square: Square) -> u8 {
        (square.0 % self.files as u16) as u8
    }

    /// The row of a square, from 0.
    #[inline(always)]
    pub const fn rank(self, square: Square) -> u8 {
        (square.0 / self.files as u16) as u8
    }

    /// The square `(right, up)` steps away; `None` beside the board.
    pub const fn step(self, from: Square, (right, up): (i32, i32)) -> Option<Square> {
        self.square(self.file(from) as i32 + right, self.rank(from) as i32 + up)
    }

    /// The squares of the board in order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.size()).map(|i| Square(i as u16))
    }

    /// The same square seen from the other side: ranks turned over, files kept.
    pub const fn mirrored(self, square: Square) -> Square {
        Square((self.ranks - 1 - self.rank(square)) as u16 * self.files as u16 + self.file(square) as u16)
    }

    /// The squares of a rank.
    pub fn rank_set<B: Bits>(self, rank: u8) -> B {
        bits::collect(self.squares().filter(|&s| self.rank(s) == rank))
    }

    /// The squares of a file.
    pub fn file_set<B: Bits>(self, file: u8) -> B {
        bits::collect(self.squares().filter(|&s| self.file(s) == file))
    }

    /// Every square of the board.
    pub fn all<B: Bits>(self) -> B {
        bits::collect(self.squares())
    }

    /// The name of a square: a letter for its file, a number for its rank.
    ///
    /// ```
    /// use tabula_board::Shape;
    /// use tabula_core::Square;
    /// assert_eq!(Shape::new(10, 10).unwrap().name(Square(99)), "j10");
    /// ```
    pub fn name(self, square: Square) -> String {
        format!("{}{}", char::from(b'a' + self.file(square)), self.rank(square) + 1)
    }

    /// The square that a name begins with, and the rest of the text.
    ///
    /// ```
    /// use tabula_board::Shape;
    /// let (square, rest) = Shape::CHESS.read_square("e4xd5").unwrap();
    /// assert_eq!((square.0, rest), (28, "xd5"));
    /// ```
    pub fn read_square(self, text: &str) -> Option<(Square, &str)> {
        let file = *text.as_bytes().first()?;
        if !file.is_ascii_lowercase() {
            return None;
        }
        let rest = &text[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        // On boards of up to nine ranks a second digit belongs to what follows.
        let length = if self.ranks > 9 { digits.min(2) } else { digits.min(1) };
        let rank: i32 = rest[..length].parse().ok()?;
        Some((self.square(i32::from(file - b'a'), rank - 1)?, &rest[length..]))
    }
}
