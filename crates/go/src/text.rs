//! Positions and moves of Go as text.
//!
//! A position is one line: the rows from the top, separated by `/`, with `X` for Black, `O` for White and numbers for
//! so many empty points (or a dot for each); then whose turn it is (`b` or `w`), the point of a ko or `-`, the komi, the stones taken by
//! Black and by White, and the passes in a row. What follows the turn may be missing. The positions that were before,
//! which superko asks for, are not written.
//!
//! Moves are written as in GTP: a letter without `i` and a number, counted from the lower left corner, or `pass`.

use crate::board::{Board, NOWHERE};
use crate::go::{Go, LAST_PASS};
use crate::position::{Move, Position};
use tabula_core::{Fault, Faults, Notation, Side, Square};

pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

fn side(letter: char) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| self::letter(side) == letter.to_ascii_uppercase())
}

/// The name of a point: `e5`; the letter `i` is left out.
pub(crate) fn name(size: usize, point: Square) -> String {
    let (file, rank) = ((point.index() % size) as u8, point.index() / size);
    format!("{}{}", char::from(b'a' + file + u8::from(file >= 8)), rank + 1)
}

/// The point with a name, in either case; `None` if the board has none.
fn find(size: usize, text: &str) -> Option<Square> {
    let mut rest = text.chars();
    let letter = rest.next()?.to_ascii_lowercase();
    let rank = rest.as_str();
    if !letter.is_ascii_lowercase() || letter == 'i' || !rank.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let file = letter as usize - 'a' as usize - usize::from(letter > 'i');
    let rank = rank.parse::<usize>().ok()?.checked_sub(1)?;
    (file < size && rank < size).then(|| Square((rank * size + file) as u16))
}

/// Half points as a number: `7.5`.
pub(crate) fn halves(value: i16) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let (whole, half) = (value.unsigned_abs() / 2, value % 2 != 0);
    format!("{sign}{whole}{}", if half { ".5" } else { "" })
}

/// Half points from a number: `7.5`, `7`, `-0.5`; `None` if it is none, or no multiple of a half, or out of range.
pub(crate) fn read_halves(text: &str) -> Option<i16> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(whole) || !plain(part) {
        return None;
    }
    let half = match part.trim_end_matches('0') {
        "" => 0,
        "5" => 1,
        _ => return None,
    };
    let value = whole.parse::<i16>().ok()?.checked_mul(2)?.checked_add(half)?;
    Some(if negative { -value } else { value })
}

/// Writes a position.
pub(crate) fn write(at: &Position) -> String {
    let size = at.size();
    let mut text = String::new();
    for rank in (0..size).rev() {
        let mut gap = 0;
        for file in 0..size {
            match at.stone(Square((rank * size + file) as u16)) {
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
    let turn = if at.turn() == Side::First { 'b' } else { 'w' };
    let ko = at.ko().map_or("-".to_string(), |point| name(size, point));
    let [black, white] = at.board.prisoners;
    text + &format!("{turn} {ko} {} {black} {white} {}", halves(at.komi()), at.passes())
}

fn push_gap(text: &mut String, gap: &mut usize) {
    if *gap > 0 {
        *text += &gap.to_string();
        *gap = 0;
    }
}

impl Notation for Go {
    /// ```
    /// use tabula_core::{Game, Notation};
    /// use tabula_go::{Go, Rules};
    ///
    /// let game = Go::new(5, Rules::CHINESE).unwrap();
    /// assert_eq!(game.read_position("5/5/5/5/5 b - 7.5 0 0 0"), Ok(game.start()));
    /// let faults = game.read_position("5/2Z2/5/5/6 x").unwrap_err();
    /// assert_eq!(
    ///     faults.to_string(),
    ///     "column 4: expected X, O or a number of empty points, found 'Z'; \
    ///      column 11: row 1 has 6 points instead of 5; \
    ///      column 13: expected b or w, whose turn it is, found 'x'"
    /// );
    /// ```
    fn read_position(&self, text: &str) -> Result<Position, Faults> {
        let mut fields = Fields::new(text);
        let mut faults = Vec::new();
        let (rows, column) = fields.next().unwrap_or(("", 1));
        let stones = self.read_rows(rows, column, &mut faults);
        let mut at = self.start.clone();
        match fields.next() {
            Some(("b" | "B", _)) => at.turn = Side::First,
            Some(("w" | "W", _)) => at.turn = Side::Second,
            Some((other, column)) => {
                faults.push(Fault::at(column, format!("expected b or w, whose turn it is, found '{other}'")));
            }
            None => faults.push(Fault::new("the turn is missing: b or w")),
        }
        let rest = self.read_rest(&mut fields, &mut faults);
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        let of = |side| -> Vec<Square> { stones.iter().filter(|stone| stone.0 == side).map(|stone| stone.1).collect() };
        let mut at = self.arrange(&of(Side::First), &of(Side::Second), at.turn)?;
        let (ko, column) = rest.ko;
        if let Some(point) = ko {
            if !could_be_ko(&at.board, at.board.place(point), at.turn) {
                return Err(Fault::at(column, format!("no stone was just taken on {}", self.point_name(point))).into());
            }
            at.board.ko = at.board.place(point) as u16;
        }
        at.komi = rest.komi.unwrap_or(at.komi);
        at.board.prisoners = rest.prisoners;
        at.passes = rest.passes;
        Ok(at)
    }

    fn write_position(&self, at: &Position) -> String {
        write(at)
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Move, Fault> {
        if at.passes >= LAST_PASS {
            return Err(Fault::new("the game is over: both players have passed"));
        }
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let last = Square(self.points() as u16 - 1);
        let point = find(self.size(), text).ok_or_else(|| {
            Fault::at(1, format!("expected a point from a1 to {} or pass, found '{text}'", self.point_name(last)))
        })?;
        let name = self.point_name(point);
        if at.stone(point).is_some() {
            Err(Fault::at(1, format!("{name} is taken")))
        } else if at.ko() == Some(point) {
            Err(Fault::at(1, format!("{name} may not be retaken at once (ko)")))
        } else if self.is_legal(at, point) {
            Ok(Move::At(point))
        } else if at.board.can_breathe(at.board.place(point), at.colour())
            || self.rules().suicide == crate::Suicide::Allowed
        {
            Err(Fault::at(1, format!("{name} would make an earlier position again (superko)")))
        } else {
            Err(Fault::at(1, format!("{name} has no liberty: suicide")))
        }
    }

    fn write_move(&self, _: &Position, m: Move) -> String {
        match m {
            Move::At(point) => self.point_name(point),
            Move::Pass => "pass".into(),
        }
    }
}

/// Whether an empty place could be where one stone of the mover was just taken: the other's stones are all around it,
/// and one of them stands alone with this one liberty.
fn could_be_ko(board: &Board, place: usize, turn: Side) -> bool {
    let own = crate::board::colour(turn);
    let near = board.beside(place).map(|near| board.cell(near));
    let enclosed = near.iter().all(|cell| cell.colour != own && cell.colour != crate::board::EMPTY);
    let alone = near.iter().any(|cell| {
        let chain = board.chain(cell.chain);
        crate::board::owner(cell.colour).is_some() && chain.stones == 1 && chain.liberties == 1
    });
    place != NOWHERE && board.colour(place) == crate::board::EMPTY && enclosed && alone
}

/// Words with the columns where they begin.
struct Fields<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Fields<'a> {
    const fn new(text: &'a str) -> Self {
        Self { text, column: 1 }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = (&'a str, usize);

    fn next(&mut self) -> Option<(&'a str, usize)> {
        let trimmed = self.text.trim_start();
        let column = self.column + self.text.chars().count() - trimmed.chars().count();
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let word = &trimmed[..end];
        self.text = &trimmed[end..];
        self.column = column + word.chars().count();
        (!word.is_empty()).then_some((word, column))
    }
}

/// What follows the turn.
struct Rest {
    ko: (Option<Square>, usize),
    komi: Option<i16>,
    prisoners: [u16; 2],
    passes: u8,
}

impl Go {
    /// The name of a point: `e5`.
    pub fn point_name(&self, point: Square) -> String {
        name(self.size(), point)
    }

    /// Reads the stones, and notes every character and every row that cannot be.
    fn read_rows(&self, text: &str, mut column: usize, faults: &mut Vec<Fault>) -> Vec<(Side, Square)> {
        let size = self.size();
        let mut stones = Vec::new();
        let rows: Vec<&str> = text.split('/').collect();
        for (rank, points) in (0..size).rev().zip(&rows) {
            let (mut file, mut gap) = (0_usize, 0_usize);
            let mut readable = true;
            for (i, c) in points.chars().enumerate() {
                if let Some(digit) = c.to_digit(10) {
                    gap = gap.saturating_mul(10).saturating_add(digit as usize);
                    continue;
                }
                file = file.saturating_add(std::mem::take(&mut gap));
                if c == '.' {
                    file = file.saturating_add(1);
                } else if let Some(side) = side(c) {
                    if file < size {
                        stones.push((side, Square((rank * size + file) as u16)));
                    }
                    file = file.saturating_add(1);
                } else {
                    let what = format!("expected X, O or a number of empty points, found '{c}'");
                    faults.push(Fault::at(column + i, what));
                    readable = false;
                }
            }
            file = file.saturating_add(gap);
            if readable && file != size {
                faults.push(Fault::at(column, format!("row {} has {file} points instead of {size}", rank + 1)));
            }
            column += points.chars().count() + 1;
        }
        if rows.len() != size {
            faults.push(Fault::at(1, format!("expected {size} rows separated by '/', found {}", rows.len())));
        }
        stones
    }

    fn read_rest(&self, fields: &mut Fields<'_>, faults: &mut Vec<Fault>) -> Rest {
        let mut rest = Rest { ko: (None, 1), komi: None, prisoners: [0; 2], passes: 0 };
        if let Some((word, column)) = fields.next() {
            rest.ko = (find(self.size(), word), column);
            if rest.ko.0.is_none() && word != "-" {
                faults.push(Fault::at(column, format!("expected the point of a ko or -, found '{word}'")));
            }
        }
        if let Some((word, column)) = fields.next() {
            rest.komi = read_halves(word);
            if rest.komi.is_none() {
                faults.push(Fault::at(column, format!("expected a komi in whole or half points, found '{word}'")));
            }
        }
        for taker in 0..2 {
            let Some((word, column)) = fields.next() else { break };
            match word.parse() {
                Ok(number) => rest.prisoners[taker] = number,
                Err(_) => faults.push(Fault::at(column, format!("expected a number of stones taken, found '{word}'"))),
            }
        }
        if let Some((word, column)) = fields.next() {
            match word.parse() {
                Ok(passes @ 0..=LAST_PASS) => rest.passes = passes,
                _ => faults.push(Fault::at(column, format!("expected 0, 1 or 2 passes, found '{word}'"))),
            }
        }
        if let Some((word, column)) = fields.next() {
            faults.push(Fault::at(column, format!("nothing is expected here, found '{word}'")));
        }
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use tabula_core::{Game, Line};

    fn five() -> Go {
        Go::new(5, Rules::CHINESE).unwrap()
    }

    fn faults(text: &str) -> String {
        five().read_position(text).unwrap_err().to_string()
    }

    #[test]
    fn every_fault_has_its_place() {
        for (text, said) in [
            (
                "",
                "column 1: row 5 has 0 points instead of 5; column 1: expected 5 rows separated by '/', found 1; \
                  the turn is missing: b or w",
            ),
            ("5/5/5/5/5", "the turn is missing: b or w"),
            ("5/5/5/5/5 b i3", "column 13: expected the point of a ko or -, found 'i3'"),
            ("5/5/5/5/5 b c3", "column 13: no stone was just taken on c3"),
            ("5/5/5/5/5 b - 7.25", "column 15: expected a komi in whole or half points, found '7.25'"),
            ("5/5/5/5/5 b - 7 x", "column 17: expected a number of stones taken, found 'x'"),
            ("5/5/5/5/5 b - 7 1 70000", "column 19: expected a number of stones taken, found '70000'"),
            ("5/5/5/5/5 b - 7 1 1 3", "column 21: expected 0, 1 or 2 passes, found '3'"),
            ("5/5/5/5/5 b - 7 1 1 0 9", "column 23: nothing is expected here, found '9'"),
            ("OX3/X4/5/5/5 b", "a chain beside a5 has no liberty"),
        ] {
            assert_eq!(faults(text), said, "{text}");
        }
    }

    #[test]
    fn what_follows_the_turn_may_be_missing() {
        let game = five();
        assert_eq!(game.read_position("5/5/5/5/5 b"), Ok(game.start()));
        assert_eq!(game.read_position("...../2.2/5/4./5 b"), Ok(game.start()));
        assert_eq!(game.read_position("  5/5/5/5/5   b  -  6.5 ").unwrap().komi(), 13);
    }

    #[test]
    fn komi_is_read_and_written_in_halves() {
        for (text, value) in [("0", 0), ("7.5", 15), ("-0.5", -1), ("-7", -14), ("3.75", 0)] {
            if text == "3.75" {
                assert_eq!(read_halves(text), None);
            } else {
                assert_eq!(read_halves(text), Some(value));
                assert_eq!(halves(value), text);
            }
        }
        assert_eq!(read_halves("6.50"), Some(13));
        assert_eq!(read_halves("99999"), None);
        assert_eq!(read_halves("."), None);
    }

    #[test]
    fn an_illegal_move_says_why() {
        let game = five();
        let mut line = Line::new(&game);
        let say = |at: &Position, text: &str| game.read_move(at, text).unwrap_err().to_string();
        assert_eq!(say(line.now(), "i3"), "column 1: expected a point from a1 to e5 or pass, found 'i3'");
        assert_eq!(say(line.now(), "a6"), "column 1: expected a point from a1 to e5 or pass, found 'a6'");
        assert_eq!(say(line.now(), "ä1"), "column 1: expected a point from a1 to e5 or pass, found 'ä1'");
        for text in ["B5", "c5", "a4", "d4", "b3", "c3", "e1", "b4", "c4"] {
            let m = game.read_move(line.now(), text).unwrap();
            line.play(&game, m);
        }
        assert_eq!(say(line.now(), "b4"), "column 1: b4 may not be retaken at once (ko)");
        assert_eq!(say(line.now(), "a5"), "column 1: a5 has no liberty: suicide");
        assert_eq!(say(line.now(), "c4"), "column 1: c4 is taken");
        // A pass lifts the ban of the ko, but not that of superko.
        line.play(&game, Move::Pass);
        line.play(&game, game.read_move(line.now(), "e2").unwrap());
        assert!(game.read_move(line.now(), "b4").is_ok());
        line.play(&game, Move::Pass);
        line.play(&game, Move::Pass);
        assert_eq!(say(line.now(), "a1"), "the game is over: both players have passed");
    }

    #[test]
    fn superko_says_its_name() {
        let game = Go::new(2, Rules::CHINESE).unwrap();
        let mut line = Line::new(&game);
        // Found by an enumeration made elsewhere: the point would make an earlier position again.
        for text in ["a1", "a2", "b1", "b2", "a1", "b1"] {
            let m = game.read_move(line.now(), text).unwrap();
            line.play(&game, m);
        }
        let said = game.read_move(line.now(), "a1").unwrap_err().to_string();
        assert_eq!(said, "column 1: a1 would make an earlier position again (superko)");
    }
}
