//! Tic-tac-toe: the smallest complete game, written to be read first.
//!
//! ```text
//! 3  x . o        The cells are numbered row by row from a1: a1 is 0, b1 is 1, ... c3 is 8.
//! 2  . x .        A set of cells is nine bits of a `u16`; in octal each digit is one rank,
//! 1  o . x        so the first rank is 0o007 and the a-file is 0o111.
//!    a b c
//! ```
//!
//! What a game owes the house, and where it stands here:
//!
//! | trait | question | where |
//! |---|---|---|
//! | [`Game`] | what is legal, who moves, who has won | this file |
//! | [`Tactics`] | which moves a search should try first (optional, makes it faster) | this file |
//! | [`Notation`](tabula_core::Notation) | positions and moves as text | `tictactoe/text.rs` |
//! | [`Show`](tabula_core::Show) | the board for any screen | `tictactoe/view.rs` |
//! | [`Encode`](tabula_core::Encode) | what a network sees (optional, makes it learnable) | `tictactoe/encode.rs` |
//! | an evaluator | how good a position looks | `tictactoe/judge.rs` |
//! | a dial | how a perfect player is made beatable | `tictactoe/bertie.rs` |
//!
//! With these answered, every search, player and screen of the house can use the game. Nothing here knows
//! that they exist.

mod bertie;
mod encode;
mod judge;
mod text;
mod view;

pub use bertie::Bertie;
pub use judge::open_rows;

use tabula_core::{BySide, Cause, Dice, Game, Hint, Key, Man, Mover, Outcome, Score, Side, Square, Tactics, Watch};

/// The rules. They have nothing to remember, so the object is empty.
///
/// ```
/// use tabula_core::{Game, Line, Notation};
/// use tabula_rows::TicTacToe;
///
/// let mut line = Line::new(&TicTacToe);
/// for text in ["b2", "a1", "c1", "a3", "a2"] {
///     let cell = TicTacToe.read_move(line.now(), text).unwrap();
///     line.play(&TicTacToe, cell);
/// }
/// assert_eq!(TicTacToe.write_position(line.now()), "o2/xx1/o1x o");
/// assert!(TicTacToe.ended(line.now()).is_none());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// A position: the cells that each player has taken. X is the first player.
///
/// Whose turn it is follows from the number of stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    stones: BySide<u16>,
}

/// The whole board.
const ALL: u16 = 0o777;

/// The eight rows that win: three ranks, three files, two diagonals.
const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// How many cells there are.
const CELLS: u16 = 9;

impl Board {
    /// The cells that nobody has taken.
    fn empty(self) -> u16 {
        ALL & !(self.stones[Side::First] | self.stones[Side::Second])
    }

    /// X begins and the players alternate: X moves while both have as many stones.
    fn turn(self) -> Side {
        let [x, o] = Side::BOTH.map(|side| self.stones[side].count_ones());
        if x > o { Side::Second } else { Side::First }
    }

    fn has_row(self, side: Side) -> bool {
        ROWS.iter().any(|&row| self.stones[side] & row == row)
    }

    /// The empty cells that would complete a row of `side`.
    fn winning_cells(self, side: Side) -> u16 {
        let empty = self.empty();
        ROWS.iter().map(|row| row & !self.stones[side]).filter(|gap| gap.count_ones() == 1).fold(0, |a, b| a | b)
            & empty
    }
}

/// The cells of a set, from a1 on.
fn cells(set: u16) -> impl Iterator<Item = Square> {
    (0..CELLS).map(Square).filter(move |&cell| set & bit(cell) != 0)
}

/// The set that holds one cell.
const fn bit(cell: Square) -> u16 {
    1 << cell.0
}

impl Game for TicTacToe {
    type Position = Board;
    /// A move is the cell that is taken.
    type Move = Square;

    fn start(&self) -> Board {
        Board::default()
    }

    fn mover(&self, at: &Board) -> Mover {
        at.turn().into()
    }

    fn moves(&self, at: &Board, out: &mut Vec<Square>) {
        if self.ended(at).is_none() {
            out.extend(cells(at.empty()));
        }
    }

    fn play<W: Watch>(&self, at: &mut Board, cell: Square, watch: &mut W) {
        let side = at.turn();
        at.stones[side] |= bit(cell);
        watch.put(Man(side as u8), cell);
    }

    /// A complete row wins. A full board is not seen here but in [`stuck`](Game::stuck): it is where moves run out.
    fn ended(&self, at: &Board) -> Option<Outcome> {
        Side::BOTH.into_iter().find(|&side| at.has_row(side)).map(|side| Outcome::win(side, Cause::Row))
    }

    fn stuck(&self, _: &Board) -> Outcome {
        Outcome::draw(Cause::BoardFull)
    }

    /// The eighteen bits of the board, well mixed; the mixture is one to one, so different boards never share a key.
    fn key(&self, at: &Board) -> Key {
        let [x, o] = Side::BOTH.map(|side| u64::from(at.stones[side]));
        Key(Dice::new(x | o << CELLS).next_u64())
    }

    fn count(&self, at: &Board) -> u64 {
        if self.ended(at).is_none() { u64::from(at.empty().count_ones()) } else { 0 }
    }

    fn hint(&self, _: &Board, cell: Square) -> Hint {
        Hint(u32::from(cell.0))
    }
}

impl Tactics for TicTacToe {
    /// The moves that win at once.
    fn noisy(&self, at: &Board, out: &mut Vec<Square>) {
        if self.ended(at).is_none() {
            out.extend(cells(at.winning_cells(at.turn())));
        }
    }

    /// The opponent threatens to win with the next move.
    fn urgent(&self, at: &Board) -> bool {
        at.winning_cells(!at.turn()) != 0
    }

    fn gain(&self, at: &Board, cell: Square) -> Score {
        if at.winning_cells(at.turn()) & bit(cell) != 0 { Score::MAX_ESTIMATE } else { Score::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Notation;

    fn board(text: &str) -> Board {
        TicTacToe.read_position(text).unwrap()
    }

    fn names(at: &Board, moves: &[Square]) -> Vec<String> {
        moves.iter().map(|&cell| TicTacToe.write_move(at, cell)).collect()
    }

    #[test]
    fn each_of_the_eight_rows_wins() {
        for row in ROWS {
            let at = Board { stones: BySide::new(row, 0) };
            assert_eq!(TicTacToe.ended(&at), Some(Outcome::win(Side::First, Cause::Row)), "{row:#05o}");
        }
    }

    #[test]
    fn nobody_moves_after_a_complete_row() {
        let at = board("3/oo1/xxx o");
        let mut moves = Vec::new();
        TicTacToe.moves(&at, &mut moves);
        assert_eq!(moves, []);
        assert_eq!(TicTacToe.count(&at), 0);
    }

    #[test]
    fn a_full_board_without_a_row_is_a_draw() {
        let at = board("xox/xxo/oxo o");
        assert_eq!(TicTacToe.ended(&at), None);
        assert_eq!(TicTacToe.count(&at), 0);
        assert_eq!(TicTacToe.stuck(&at), Outcome::draw(Cause::BoardFull));
    }

    #[test]
    fn a_search_is_told_of_the_winning_move_and_of_the_threat() {
        let at = board("3/oo1/xx1 x");
        let mut noisy = Vec::new();
        TicTacToe.noisy(&at, &mut noisy);
        assert_eq!(names(&at, &noisy), ["c1"]);
        assert!(TicTacToe.urgent(&at), "o threatens c2");
        assert!(TicTacToe.gain(&at, Square(2)) > TicTacToe.gain(&at, Square(5)));
        assert!(!TicTacToe.urgent(&board("3/1o1/1x1 x")), "one stone is no threat");
    }
}
