//! Positions and moves of tic-tac-toe as text.
//!
//! A position is written as in chess: the ranks from the top, a digit for so many empty cells, then whose turn
//! it is. `1x1/3/o2 x`. The turn follows from the stones; it is written for the reader, and must agree.

use super::{Board, CELLS, TicTacToe, bit};
use tabula_core::{Fault, Faults, Game, Notation, Side, Square};

/// Cells in a rank, and ranks on the board.
const WIDTH: u16 = 3;

pub(super) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

fn side(letter: char) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| self::letter(side) == letter.to_ascii_lowercase())
}

pub(super) fn name(cell: Square) -> String {
    format!("{}{}", char::from(b'a' + (cell.0 % WIDTH) as u8), cell.0 / WIDTH + 1)
}

impl Notation for TicTacToe {
    /// ```
    /// use tabula_core::{Game, Notation};
    /// use tabula_rows::TicTacToe;
    ///
    /// assert_eq!(TicTacToe.read_position("3/3/3 x"), Ok(TicTacToe.start()));
    /// let faults = TicTacToe.read_position("1z1/4/o2 x").unwrap_err();
    /// assert_eq!(
    ///     faults.to_string(),
    ///     "column 2: expected x, o or a digit from 1 to 3, found 'z'; \
    ///      column 5: expected x, o or a digit from 1 to 3, found '4'"
    /// );
    /// ```
    fn read_position(&self, text: &str) -> Result<Board, Faults> {
        let (ranks, turn) = text.split_once(' ').unwrap_or((text, ""));
        let mut faults = Vec::new();
        let board = read_ranks(ranks, &mut faults);
        let column = ranks.chars().count() + 2;
        let turn = read_turn(turn, column, &mut faults);
        if let (Some(turn), true) = (turn, faults.is_empty()) {
            faults = contradictions(board, turn, column);
        }
        if faults.is_empty() { Ok(board) } else { Err(Faults(faults)) }
    }

    fn write_position(&self, at: &Board) -> String {
        let mut text = String::new();
        for rank in (0..WIDTH).rev() {
            let mut gap = 0;
            for file in 0..WIDTH {
                let cell = Square(rank * WIDTH + file);
                match Side::BOTH.into_iter().find(|&side| at.stones[side] & bit(cell) != 0) {
                    Some(side) => {
                        push_gap(&mut text, &mut gap);
                        text.push(letter(side));
                    }
                    None => gap += 1,
                }
            }
            push_gap(&mut text, &mut gap);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(letter(at.turn()));
        text
    }

    fn read_move(&self, at: &Board, text: &str) -> Result<Square, Fault> {
        let named = (0..CELLS).map(Square).find(|&cell| name(cell) == text.to_ascii_lowercase());
        let cell = named.ok_or_else(|| Fault::at(1, format!("expected a cell from a1 to c3, found '{text}'")))?;
        if self.ended(at).is_some() {
            Err(Fault::new("the game is over: a row is complete"))
        } else if at.empty() & bit(cell) == 0 {
            Err(Fault::at(1, format!("{} is taken", name(cell))))
        } else {
            Ok(cell)
        }
    }

    fn write_move(&self, _: &Board, cell: Square) -> String {
        name(cell)
    }
}

fn push_gap(text: &mut String, gap: &mut u16) {
    if *gap > 0 {
        text.push(char::from(b'0' + *gap as u8));
        *gap = 0;
    }
}

/// Reads the stones, and notes every character and every rank that cannot be.
fn read_ranks(text: &str, faults: &mut Vec<Fault>) -> Board {
    let mut board = Board::default();
    let ranks: Vec<&str> = text.split('/').collect();
    let mut column = 1;
    for (rank, cells) in (0..WIDTH).rev().zip(&ranks) {
        let mut file = 0;
        let mut readable = true;
        for (i, c) in cells.chars().enumerate() {
            match (side(c), c.to_digit(10)) {
                (Some(side), _) => {
                    if file < WIDTH {
                        board.stones[side] |= bit(Square(rank * WIDTH + file));
                    }
                    file = file.saturating_add(1);
                }
                (None, Some(gap @ 1..=3)) => file = file.saturating_add(gap as u16),
                _ => {
                    faults.push(Fault::at(column + i, format!("expected x, o or a digit from 1 to 3, found '{c}'")));
                    readable = false;
                }
            }
        }
        if readable && file != WIDTH {
            faults.push(Fault::at(column, format!("rank {} has {file} cells instead of {WIDTH}", rank + 1)));
        }
        column += cells.chars().count() + 1;
    }
    if ranks.len() != usize::from(WIDTH) {
        faults.push(Fault::at(1, format!("expected {WIDTH} ranks separated by '/', found {}", ranks.len())));
    }
    board
}

fn read_turn(text: &str, column: usize, faults: &mut Vec<Fault>) -> Option<Side> {
    let mut letters = text.chars();
    let turn = match (letters.next().and_then(side), letters.next()) {
        (Some(turn), None) => Some(turn),
        _ => None,
    };
    if turn.is_none() {
        faults.push(Fault::at(column, format!("expected whose turn it is, x or o, found '{text}'")));
    }
    turn
}

/// What cannot be although every character is right: the stones that alternate play cannot leave behind.
fn contradictions(board: Board, turn: Side, column: usize) -> Vec<Fault> {
    let mut faults = Vec::new();
    let [x, o] = Side::BOTH.map(|side| board.stones[side].count_ones());
    if x != o && x != o + 1 {
        faults.push(Fault::at(1, format!("x begins, so x has as many stones as o or one more, not {x} against {o}")));
    } else if board.turn() != turn {
        let expected = letter(board.turn());
        faults.push(Fault::at(column, format!("with {x} x and {o} o it is the turn of {expected}")));
    }
    if Side::BOTH.into_iter().all(|side| board.has_row(side)) {
        faults.push(Fault::at(1, "both x and o have a complete row"));
    } else if faults.is_empty() && board.has_row(turn) {
        let (winner, loser) = (letter(turn), letter(!turn));
        faults.push(Fault::at(1, format!("{winner} has a complete row, so {loser} could not have moved after it")));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_a_position_is_named_with_its_column() {
        for (text, expected) in [
            (
                "",
                "column 1: rank 3 has 0 cells instead of 3; column 1: expected 3 ranks separated by '/', found 1; column 2: expected whose turn it is, x or o, found ''",
            ),
            ("3/3/3", "column 7: expected whose turn it is, x or o, found ''"),
            ("3/3/3 xo", "column 7: expected whose turn it is, x or o, found 'xo'"),
            ("3/3 x", "column 1: expected 3 ranks separated by '/', found 2"),
            ("3/3/3/3 x", "column 1: expected 3 ranks separated by '/', found 4"),
            ("3/2/xo2 x", "column 3: rank 2 has 2 cells instead of 3; column 5: rank 1 has 4 cells instead of 3"),
            (
                "ä2/3/?2 x",
                "column 1: expected x, o or a digit from 1 to 3, found 'ä'; column 6: expected x, o or a digit from 1 to 3, found '?'",
            ),
            ("xx1/3/3 o", "column 1: x begins, so x has as many stones as o or one more, not 2 against 0"),
            ("x2/3/3 x", "column 8: with 1 x and 0 o it is the turn of o"),
            ("xxx/ooo/3 x", "column 1: both x and o have a complete row"),
            ("xxx/oo1/2o x", "column 1: x has a complete row, so o could not have moved after it"),
        ] {
            assert_eq!(TicTacToe.read_position(text).unwrap_err().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn a_bad_move_is_answered_with_what_is_wrong() {
        let at = TicTacToe.read_position("3/1x1/3 o").unwrap();
        assert_eq!(TicTacToe.read_move(&at, "B2").unwrap_err().to_string(), "column 1: b2 is taken");
        assert_eq!(
            TicTacToe.read_move(&at, "d4").unwrap_err().to_string(),
            "column 1: expected a cell from a1 to c3, found 'd4'"
        );
        let over = TicTacToe.read_position("3/oo1/xxx o").unwrap();
        assert_eq!(TicTacToe.read_move(&over, "c3").unwrap_err().to_string(), "the game is over: a row is complete");
    }

    #[test]
    fn capital_letters_are_read_too() {
        assert_eq!(TicTacToe.read_position("3/1X1/2O X"), TicTacToe.read_position("3/1x1/2o x"));
        assert_eq!(TicTacToe.read_move(&TicTacToe.start(), "C3"), Ok(Square(8)));
    }
}
