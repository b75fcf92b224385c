//! Positions as text: the FEN of PDN, `W:W21-32,K5:B1-12`.
//!
//! Whose turn it is, then the pieces of each colour by their squares: numbers or names such as `c3`, single or as a range, `K` before
//! kings. Two fields of our own follow where they are not zero: `H` plies without progress (as lidraughts writes it) and `L` plies in
//! an ending with a limit; `F`, the number of the move, is read and ignored. Quotes and a full stop at the end are tolerated.

use crate::board::{Colour, places};
use crate::position::Position;
use crate::rules::Draughts;
use tabula_core::{Fault, Faults};

/// A piece of the text with the column where it begins.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Part<'a> {
    /// Without the blanks at both ends.
    fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        let blanks = self.text.chars().count() - text.chars().count();
        Self { text: text.trim_end(), column: self.column + blanks }
    }

    /// What follows after so many characters.
    fn after(self, characters: usize) -> Self {
        let skipped = self.text.char_indices().nth(characters).map_or(self.text.len(), |(at, _)| at);
        Self { text: &self.text[skipped..], column: self.column + characters }
    }

    fn split(self, by: char) -> impl Iterator<Item = Self> {
        let mut column = self.column;
        self.text.split(by).map(move |text| {
            let part = Part { text, column };
            column += text.chars().count() + 1;
            part.trimmed()
        })
    }
}

/// A position that is being read.
struct Draft<'a> {
    game: &'a Draughts,
    at: Position,
    faults: Vec<Fault>,
}

impl Draughts {
    pub(crate) fn read_fen(&self, text: &str) -> Result<Position, Faults> {
        let whole = Part { text, column: 1 }.trimmed();
        let inside = whole.after(usize::from(whole.text.starts_with('"')));
        let text = inside.text.strip_suffix('"').unwrap_or(inside.text).trim_end();
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut parts = Part { text, column: inside.column }.split(':');
        let turn = parts.next().unwrap_or(whole);
        let mut draft = Draft { game: self, at: Position::empty(Colour::White), faults: Vec::new() };
        match colour(turn.text) {
            Some(colour) => draft.at = Position::empty(colour),
            None => draft.fault(turn.column, format!("expected W or B, whose turn it is, found '{}'", turn.text)),
        }
        let mut seen = [false; 2];
        for part in parts {
            let first = part.text.chars().next();
            match first.and_then(|c| colour(c.encode_utf8(&mut [0; 4]))) {
                Some(colour) => {
                    if std::mem::replace(&mut seen[colour as usize], true) {
                        draft.fault(part.column, format!("the pieces of {} are listed twice", colour.name()));
                    }
                    draft.pieces(part.after(1).trimmed(), colour);
                }
                None => draft.count(part, first),
            }
        }
        for colour in Colour::BOTH {
            if !seen[colour as usize] {
                draft.faults.push(Fault::new(format!("the pieces of {} are missing", colour.name())));
            }
        }
        draft.finish()
    }

    pub(crate) fn write_fen(&self, at: &Position) -> String {
        let mut text = at.turn().letter().to_string();
        for colour in Colour::BOTH {
            text.push(':');
            text.push(colour.letter());
            text.push_str(&self.write_pieces(at, colour));
        }
        for (letter, count) in [('H', at.quiet), ('L', at.limited)] {
            if count > 0 {
                text.push_str(&format!(":{letter}{count}"));
            }
        }
        text
    }

    /// The squares of a colour in order; three or more men in a row as a range.
    fn write_pieces(&self, at: &Position, colour: Colour) -> String {
        let numbers: Vec<(u32, bool)> = places(at.pieces(colour))
            .map(|place| (self.code().board.number(place), at.kings(colour) & 1 << place != 0))
            .collect();
        let run = |from: usize| {
            let (first, king) = numbers[from];
            (from..numbers.len()).take_while(|&i| numbers[i] == (first + (i - from) as u32, king)).count()
        };
        let mut items = Vec::new();
        let mut next = 0;
        while next < numbers.len() {
            let (number, king) = numbers[next];
            let length = if king { 1 } else { run(next) };
            if length >= 3 {
                items.push(format!("{number}-{}", number + length as u32 - 1));
                next += length;
            } else {
                items.push(format!("{}{number}", if king { "K" } else { "" }));
                next += 1;
            }
        }
        items.join(",")
    }

    /// The place of a square by its number or its name; `None` if there is none.
    pub(crate) fn read_square(&self, text: &str) -> Option<u32> {
        let board = self.code().board;
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return board.bit(text.parse().ok()?).map(u64::trailing_zeros);
        }
        let mut letters = text.chars();
        let file = (letters.next()?.to_ascii_lowercase() as u32).checked_sub('a' as u32)?;
        let rank = letters.as_str().parse::<u32>().ok()?.checked_sub(1)?;
        if file >= board.size() || rank >= board.size() {
            return None;
        }
        let cell = rank * board.size() + file;
        places(board.all()).find(|&place| u32::from(self.cell(place).0) == cell)
    }
}

fn colour(text: &str) -> Option<Colour> {
    match text {
        "W" | "w" => Some(Colour::White),
        "B" | "b" => Some(Colour::Black),
        _ => None,
    }
}

impl Draft<'_> {
    fn fault(&mut self, column: usize, what: String) {
        self.faults.push(Fault::at(column, what));
    }

    fn pieces(&mut self, list: Part<'_>, colour: Colour) {
        if list.text.is_empty() {
            return;
        }
        for item in list.split(',') {
            let king = item.text.starts_with(['K', 'k']);
            let squares = item.after(usize::from(king)).trimmed();
            let mut ends = squares.split('-');
            let first = ends.next().and_then(|end| self.square(end));
            let last = ends.next().map(|end| self.square(end));
            if let Some(more) = ends.next() {
                self.fault(more.column, format!("a range has two ends, '{}' has more", squares.text));
                continue;
            }
            match (first, last) {
                (Some(place), None) => self.put(colour, king, place, item.column),
                (Some(from), Some(Some(to))) if from > to => {
                    self.fault(squares.column, format!("the range {} runs backwards", squares.text));
                }
                (Some(from), Some(Some(to))) => {
                    for place in places(self.game.code().board.all()).filter(|place| (from..=to).contains(place)) {
                        self.put(colour, king, place, item.column);
                    }
                }
                _ => {}
            }
        }
    }

    fn square(&mut self, name: Part<'_>) -> Option<u32> {
        let place = self.game.read_square(name.text);
        if place.is_none() {
            let most = self.game.code().board.squares();
            let what = if name.text.is_empty() {
                "a square is missing".to_string()
            } else {
                format!("'{}' is no square; they are 1 to {most}", name.text)
            };
            self.fault(name.column, what);
        }
        place
    }

    fn put(&mut self, colour: Colour, king: bool, place: u32, column: usize) {
        let board = self.game.code().board;
        let number = board.number(place);
        if self.at.occupied() & 1 << place != 0 {
            self.fault(column, format!("square {number} is taken already"));
        } else if !king && board.last_row(colour) & 1 << place != 0 {
            self.fault(column, format!("a man of {} on {number}, its last row, would be a king", colour.name()));
        } else {
            self.at.toggle(colour, king, place);
        }
    }

    fn count(&mut self, part: Part<'_>, letter: Option<char>) {
        let number = part.after(1).trimmed();
        match (letter.map(|c| c.to_ascii_uppercase()), number.text.parse::<u16>()) {
            (Some('H'), Ok(count)) => self.at.quiet = count,
            (Some('L'), Ok(count)) => self.at.limited = count,
            (Some('F'), Ok(_)) => {}
            (Some('H' | 'L' | 'F'), Err(_)) => {
                self.fault(number.column, format!("expected a number up to 65535, found '{}'", number.text));
            }
            _ => self.fault(part.column, format!("expected W or B and squares, found '{}'", part.text)),
        }
    }

    fn finish(mut self) -> Result<Position, Faults> {
        let most = self.game.code().most_pieces();
        for colour in Colour::BOTH {
            let count = self.at.pieces(colour).count_ones();
            if count > most {
                self.faults
                    .push(Fault::new(format!("{} has {count} pieces, at most {most} are possible", colour.name())));
            }
        }
        if self.faults.is_empty() { Ok(self.at) } else { Err(Faults(self.faults)) }
    }
}

#[cfg(test)]
mod tests {
    use crate::code;
    use crate::rules::Draughts;
    use tabula_core::{Game, Notation};

    fn faults(text: &str) -> String {
        Draughts::new(code::CZECH).read_position(text).unwrap_err().to_string()
    }

    #[test]
    fn starts_are_written_with_ranges() {
        let starts = [
            (code::CZECH, "W:W21-32:B1-12"),
            (code::CZECH_THESIS, "W:W25-32:B1-8"),
            (code::ENGLISH, "B:W21-32:B1-12"),
            (code::RUSSIAN, "W:W21-32:B1-12"),
            (code::BRAZILIAN, "W:W21-32:B1-12"),
            (code::INTERNATIONAL, "W:W31-50:B1-20"),
        ];
        for (code, text) in starts {
            let game = Draughts::new(code);
            assert_eq!(game.write_position(&game.start()), text);
            assert_eq!(game.read_position(text).unwrap(), game.start());
        }
    }

    #[test]
    fn other_spellings_are_read_and_written_canonically() {
        let game = Draughts::new(code::CZECH);
        for text in [
            "W:W5,K1,7,6:BK30,k29,11",
            " \"w : w K1, 5-7 : b 11 , K29-30.\" ",
            "W:B11,K29,K30:WK1,5,6,7:H0:F12",
            "W:WKb8,a7,c7,e7:Bf6,Ka1,Kc1",
        ] {
            let at = game.read_position(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
            assert_eq!(game.write_position(&at), "W:WK1,5-7:B11,K29,K30");
        }
        let counted = game.read_position("B:WK1:BK30:H12").unwrap();
        assert_eq!((counted.quiet, game.write_position(&counted).as_str()), (12, "B:WK1:BK30:H12"));
    }

    #[test]
    fn every_fault_is_named_with_its_place() {
        assert_eq!(
            faults("X:W21"),
            "column 1: expected W or B, whose turn it is, found 'X'; the pieces of Black are missing"
        );
        assert_eq!(
            faults("W:W33:B0"),
            "column 4: '33' is no square; they are 1 to 32; column 8: '0' is no square; they are 1 to 32"
        );
        assert_eq!(faults("W:W21,:B1"), "column 7: a square is missing");
        assert_eq!(
            faults("W:W21,21:B21"),
            "column 7: square 21 is taken already; column 11: square 21 is taken already"
        );
        assert_eq!(
            faults("W:W3:B30"),
            "column 4: a man of White on 3, its last row, would be a king; column 7: a man of Black on 30, its last row, would be a king"
        );
        assert_eq!(faults("W:W30-28:B1"), "column 4: the range 30-28 runs backwards");
        assert_eq!(faults("W:W5-6-7:B1"), "column 8: a range has two ends, '5-6-7' has more");
        assert_eq!(faults("W:W21:W22:B1"), "column 7: the pieces of White are listed twice");
        assert_eq!(faults("W:W21:B1:Q3"), "column 10: expected W or B and squares, found 'Q3'");
        assert_eq!(faults("W:W21:B1:Hx"), "column 11: expected a number up to 65535, found 'x'");
        assert_eq!(faults("W:W9-24:B1"), "White has 16 pieces, at most 12 are possible");
        assert!(faults("").starts_with("column 1: expected W or B, whose turn it is, found ''"));
    }
}
