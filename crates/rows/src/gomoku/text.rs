//! Positions and moves of five in a row as text.
//!
//! A position is written as in tic-tac-toe: the ranks from the top, a number for so many empty points, `x` for the
//! player who begins (Black), `o` for the other, then whose turn it is. The turn follows from the stones, and must
//! agree. A point is a letter for its file, none left out, and a number for its rank, from the bottom: `h8` is the
//! middle of a board of 15 lines.

use super::{Board, Gomoku, Law};
use tabula_core::{Fault, Faults, Notation, Side, Square};

pub(super) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

fn side(letter: char) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| self::letter(side) == letter.to_ascii_lowercase())
}

impl Notation for Gomoku {
    /// ```
    /// use tabula_core::{Game, Notation};
    /// use tabula_rows::{Gomoku, gomoku::Law};
    ///
    /// let game = Gomoku::new(Law::Freestyle, 15);
    /// assert_eq!(game.read_position("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x"), Ok(game.start()));
    /// let faults = game.read_position("15/15/15/15/15/15/15/7z7/15/15/15/15/15/15/16 x").unwrap_err();
    /// assert_eq!(
    ///     faults.to_string(),
    ///     "column 23: expected x, o or a number of empty points, found 'z'; column 44: rank 1 has 16 points instead of 15"
    /// );
    /// ```
    fn read_position(&self, text: &str) -> Result<Board, Faults> {
        let (ranks, turn) = text.split_once(' ').unwrap_or((text, ""));
        let mut faults = Vec::new();
        let stones = self.read_ranks(ranks, &mut faults);
        let column = ranks.chars().count() + 2;
        let turn = read_turn(turn, column, &mut faults);
        let mut board = (*self.start).clone();
        if let (Some(turn), true) = (turn, faults.is_empty()) {
            for &(side, point) in &stones {
                self.put(&mut board, side, point);
            }
            self.contradictions(&mut board, &stones, turn, column, &mut faults);
        }
        if faults.is_empty() { Ok(board) } else { Err(Faults(faults)) }
    }

    fn write_position(&self, at: &Board) -> String {
        let size = self.size();
        let mut text = String::new();
        for rank in (0..size).rev() {
            let mut gap = 0;
            for file in 0..size {
                match self.owner(at, rank * size + file) {
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
        let last = self.grid.name(Square(self.grid.points() as u16 - 1));
        let point = self
            .grid
            .read(text)
            .ok_or_else(|| Fault::at(1, format!("expected a point from a1 to {last}, found '{text}'")))?;
        let name = self.grid.name(point);
        if at.winner.is_some() {
            Err(Fault::new("the game is over: a row is complete"))
        } else if self.owner(at, point.index()).is_some() {
            Err(Fault::at(1, format!("{name} is taken")))
        } else if self.is_forbidden(at, at.turn(), point) {
            Err(Fault::at(1, format!("{name} is forbidden to Black: {}", self.why_forbidden(at, point))))
        } else {
            Ok(point)
        }
    }

    fn write_move(&self, _: &Board, point: Square) -> String {
        self.grid.name(point)
    }
}

fn push_gap(text: &mut String, gap: &mut usize) {
    if *gap > 0 {
        *text += &gap.to_string();
        *gap = 0;
    }
}

impl Gomoku {
    /// Reads the stones, and notes every character and every rank that cannot be.
    fn read_ranks(&self, text: &str, faults: &mut Vec<Fault>) -> Vec<(Side, usize)> {
        let size = self.size();
        let mut stones = Vec::new();
        let ranks: Vec<&str> = text.split('/').collect();
        let mut column = 1;
        for (rank, points) in (0..size).rev().zip(&ranks) {
            let (mut file, mut gap) = (0_usize, 0_usize);
            let mut readable = true;
            for (i, c) in points.chars().enumerate() {
                if let Some(digit) = c.to_digit(10) {
                    gap = gap.saturating_mul(10).saturating_add(digit as usize);
                    continue;
                }
                file = file.saturating_add(std::mem::take(&mut gap));
                if let Some(side) = side(c) {
                    if file < size {
                        stones.push((side, rank * size + file));
                    }
                    file = file.saturating_add(1);
                } else {
                    let what = format!("expected x, o or a number of empty points, found '{c}'");
                    faults.push(Fault::at(column + i, what));
                    readable = false;
                }
            }
            file = file.saturating_add(gap);
            if readable && file != size {
                faults.push(Fault::at(column, format!("rank {} has {file} points instead of {size}", rank + 1)));
            }
            column += points.chars().count() + 1;
        }
        if ranks.len() != size {
            faults.push(Fault::at(1, format!("expected {size} ranks separated by '/', found {}", ranks.len())));
        }
        stones
    }

    /// What cannot be although every character is right; and who has won.
    fn contradictions(
        &self,
        board: &mut Board,
        stones: &[(Side, usize)],
        turn: Side,
        column: usize,
        faults: &mut Vec<Fault>,
    ) {
        let x = stones.iter().filter(|(side, _)| *side == Side::First).count();
        let o = stones.len() - x;
        if x != o && x != o + 1 {
            let what = format!("x begins, so x has as many stones as o or one more, not {x} against {o}");
            faults.push(Fault::at(1, what));
        } else if board.turn() != turn {
            let expected = letter(board.turn());
            faults.push(Fault::at(column, format!("with {x} x and {o} o it is the turn of {expected}")));
        }
        let won = Side::BOTH.map(|side| {
            let (five, more) = self.rows(board, side);
            five || more && self.classes[side].flavour() == super::Flavour::AtLeastFive
        });
        board.winner = match won {
            [true, true] => {
                faults.push(Fault::at(1, "both x and o have a complete row"));
                None
            }
            [true, _] => Some(Side::First),
            [_, true] => Some(Side::Second),
            _ => None,
        };
        if self.law == Law::Renju && board.winner.is_none() && self.rows(board, Side::First).1 {
            faults.push(Fault::at(1, "x has six or more in a row, which is forbidden to Black"));
        }
        if faults.is_empty() && board.winner == Some(turn) {
            let (winner, loser) = (letter(turn), letter(!turn));
            faults.push(Fault::at(1, format!("{winner} has a complete row, so {loser} could not have moved after it")));
        }
    }

    fn why_forbidden(&self, at: &Board, point: Square) -> &'static str {
        let classes = at.classes(at.turn(), point);
        if classes.contains(&super::Class::Overline) {
            "more than five in a row"
        } else if at.rank(at.turn(), point) == super::Rank::Doubtful {
            "two threes at once"
        } else {
            "two fours at once"
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Game;

    fn five() -> Gomoku {
        Gomoku::new(Law::Freestyle, 5)
    }

    #[test]
    fn every_fault_of_a_position_is_named_with_its_column() {
        for (text, expected) in [
            ("5/5/5/5/5", "column 11: expected whose turn it is, x or o, found ''"),
            ("5/5/5/5/5 xo", "column 11: expected whose turn it is, x or o, found 'xo'"),
            ("5/5/5/5 x", "column 1: expected 5 ranks separated by '/', found 4"),
            ("5/5/5/5/5/5 x", "column 1: expected 5 ranks separated by '/', found 6"),
            ("5/4/5/5/xo4 x", "column 3: rank 4 has 4 points instead of 5; column 9: rank 1 has 6 points instead of 5"),
            ("99999999999999999999999x/5/5/5/5 x", "column 1: rank 5 has 18446744073709551615 points instead of 5"),
            ("5/ä4/5/5/5 x", "column 3: expected x, o or a number of empty points, found 'ä'"),
            ("xx3/5/5/5/5 o", "column 1: x begins, so x has as many stones as o or one more, not 2 against 0"),
            ("x4/5/5/5/5 x", "column 12: with 1 x and 0 o it is the turn of o"),
            ("xxxxx/ooooo/5/5/5 x", "column 1: both x and o have a complete row"),
            ("xxxxx/oooo1/o4/5/5 x", "column 1: x has a complete row, so o could not have moved after it"),
        ] {
            assert_eq!(five().read_position(text).unwrap_err().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn who_has_won_is_seen_in_a_text() {
        let game = five();
        let over = game.read_position("xxxxx/oooo1/5/5/5 o").unwrap();
        assert_eq!(over.winner, Some(Side::First));
        assert_eq!(game.read_move(&over, "a1").unwrap_err().to_string(), "the game is over: a row is complete");
        let renju = Gomoku::new(Law::Renju, 6);
        assert_eq!(
            renju.read_position("xxxxxx/oooo2/o5/6/6/6 o").unwrap_err().to_string(),
            "column 1: x has six or more in a row, which is forbidden to Black"
        );
    }

    #[test]
    fn a_bad_move_is_answered_with_what_is_wrong() {
        let game = Gomoku::new(Law::Renju, 15);
        let say = |at: &Board, text: &str| game.read_move(at, text).unwrap_err().to_string();
        let at = game.read_position("15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o").unwrap();
        assert_eq!(say(&at, "H8"), "column 1: h8 is taken");
        assert_eq!(say(&at, "p1"), "column 1: expected a point from a1 to o15, found 'p1'");
        let threes = game.read_position("o1o1o1o8/15/15/15/15/15/7x7/6x1x6/7x7/15/15/15/15/15/15 x").unwrap();
        assert_eq!(say(&threes, "h8"), "column 1: h8 is forbidden to Black: two threes at once");
        let fours = game.read_position("o1o1o1o8/15/15/15/15/15/15/3x1x1x1x5/15/15/15/15/15/15/15 x").unwrap();
        assert_eq!(say(&fours, "g8"), "column 1: g8 is forbidden to Black: two fours at once");
        let six = game.read_position("o1o1o1o1o6/15/15/15/15/15/15/3xxx1xx6/15/15/15/15/15/15/15 x").unwrap();
        assert_eq!(say(&six, "g8"), "column 1: g8 is forbidden to Black: more than five in a row");
    }

    #[test]
    fn capital_letters_are_read_too() {
        let game = five();
        assert_eq!(game.read_position("5/1X3/2O2/5/5 X"), game.read_position("5/1x3/2o2/5/5 x"));
        assert_eq!(game.read_move(&game.start(), "E5"), Ok(Square(24)));
    }
}
